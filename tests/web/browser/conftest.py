"""A real server and a real browser, for tests that click.

A `Person` sits at one browser of its own. Whatever a page writes to the console as an error, or a
script that fails, fails the test, and so does anything the Content-Security-Policy had to stop.
Pictures of the pages are kept in ``artefacts``.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright

ARTEFACTS = Path(__file__).parent / "artefacts"
CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-features=LocalNetworkAccessChecks",  # a made-up site shows a frame of this machine
    "--host-resolver-rules=MAP play.test 127.0.0.1",  # a server that others reach
)
SOMEBODY_ELSES = "http://club.example"
"""A site that may show boards in a frame; nothing is asked of it."""
SCREENS = {"desktop": (1280, 800), "phone": (390, 844), "landscape": (844, 390)}
Screen = Literal["desktop", "phone", "landscape"]

_ONLY_BY_TLS = "The Cross-Origin-Opener-Policy header has been ignored"
"""What the browser says of every server that is reached by a name and without TLS."""

expect.set_options(timeout=15_000)


class Server:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._database = folder / "games.sqlite"
        self._options = options
        with closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "trivium", "serve", "--no-browser", "--no-compile"]
        command += ["--port", str(self.port), "--db", str(self._database)]
        command += ["--embed", SOMEBODY_ELSES, *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._wait()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            with suppress(OSError), urllib.request.urlopen(f"{self.address}/api/health") as answer:
                if json.load(answer)["ready"]:
                    return
            time.sleep(0.05)
        raise TimeoutError("the server did not start")


class Person:
    """Somebody at a browser."""

    def __init__(
        self, browser: Browser, server: Server, screen: Screen, dark: bool, keeps: bool
    ) -> None:
        width, height = SCREENS[screen]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=screen != "desktop",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            service_workers="allow" if keeps else "block",
        )
        self.context.set_default_timeout(15_000)
        self.server = server
        self.complaints: list[str] = []
        self.page = self.new_tab()
        self.random = random.Random(1)

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(_ONLY_BY_TLS):
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def go(self, address: str) -> None:
        """Open a view by its address after ``#/``."""
        self.page.goto(f"{self.server.address}/#/{address}")
        shown = f'body[data-address="#/{address}"] main[aria-busy="false"]'
        expect(self.page.locator(shown)).to_be_attached()

    def picture(self, name: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.mouse.move(1, 1)
        self.page.wait_for_timeout(150)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def choose(self, group: str, option: str) -> None:
        """Choose one of the options of a group on the page."""
        box = self.page.get_by_role("group", name=group)
        box.get_by_role("radio", name=option, exact=True).check(force=True)

    def begin(self, game: str, **wishes: str) -> None:
        """Begin a game with the wishes of the form, such as ``Opponent: level`` = 1."""
        self.go(f"new/{game}")
        for group, option in wishes.items():
            self.choose(group.replace("_", " "), option)
        self.button("Start").click()
        expect(self.page).to_have_url(re.compile("#/game/"))
        expect(self.page.locator(".board")).to_be_visible()

    def place(self, name: str) -> Locator:
        return self.page.locator(f'.target[data-name="{name}"]')

    @property
    def notice(self) -> Locator:
        return self.page.locator(".table-notice")

    @property
    def moves(self) -> Locator:
        return self.page.locator(".moves .move")

    def wait_for_turn(self) -> bool:
        """Wait until this person is to move; False if the game is over instead."""
        expect(self.page.locator(".notice.turn.mine, .notice.result").first).to_be_visible()
        return self.page.locator(".notice.result").count() == 0

    def move_somehow(self) -> None:
        """Make any move by clicking, then wait until it stands in the list."""
        made = self.moves.count()
        special = self.page.locator(".notice.offer .button", has_text="Pass")
        if special.count():
            special.click()
        else:
            places = self.page.locator(".target.open")
            expect(places.first).to_be_attached()
            places.nth(self.random.randrange(places.count())).click()
            ends = self.page.locator(".target-dot")
            if ends.count():
                box = ends.nth(self.random.randrange(ends.count())).bounding_box()
                assert box
                middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                self.page.mouse.click(*middle)
        expect(self.moves.nth(made)).to_be_attached()

    def play_out(self, most: int = 400) -> int:
        """Play to the end; return the number of own moves."""
        for number in range(most):
            if not self.wait_for_turn():
                return number
            self.move_somehow()
        raise AssertionError(f"the game goes on after {most} moves")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module: while it is there, nobody else can run an event loop."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield launched
        launched.close()


Invite = Callable[..., Person]


@pytest.fixture
def invite(browser: Browser, server: Server) -> Iterator[Invite]:
    """Call it to get a person: ``invite()``, ``invite("phone")``, ``invite(server=another)``.

    The browser of one who `keeps` keeps the page's files for when the server is away.
    """
    people: list[Person] = []

    def call(
        screen: Screen = "desktop",
        dark: bool = False,
        server: Server = server,
        keeps: bool = False,
    ) -> Person:
        people.append(Person(browser, server, screen, dark, keeps))
        return people[-1]

    yield call
    for person in people:
        person.context.close()
    complaints = [complaint for person in people for complaint in person.complaints]
    assert complaints == []

"""What every view has to be: light, at home on a phone, in both colours, without outside hosts."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import SCREENS, Invite, Person, Screen
from tests.web.browser.test_accessibility import violations
from tests.web.browser.views import BEGUN, VIEWS
from trivium.games.catalogue import GAMES
from trivium.web.shell import PAGE

SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.className ?? "")]);
  }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_view_fits_the_screen_and_keeps_nobody_out(
    invite: Invite, screen: Screen, dark: bool
) -> None:
    person = invite(screen, dark=dark)
    is_examined = (screen, dark) in (("desktop", False), ("phone", True))
    faults: dict[str, list[str]] = {}
    for name, address in VIEWS.items():
        person.go(address)
        person.page.wait_for_load_state("networkidle")
        person.picture(f"{name}-{screen}-{'dark' if dark else 'light'}")
        fits = "document.documentElement.scrollWidth <= window.innerWidth"
        assert person.page.evaluate(fits), name
        faults[name] = violations(person) if is_examined else []
    assert {name: found for name, found in faults.items() if found} == {}


SMALL_WINDOWS = {"small window": (600, 400), "small phone": (320, 568)}


@pytest.mark.parametrize(("width", "height"), [*SCREENS.values(), *SMALL_WINDOWS.values()])
def test_the_board_is_the_largest_thing_on_every_screen(
    invite: Invite, width: int, height: int
) -> None:
    person = invite()
    person.page.set_viewport_size({"width": width, "height": height})
    person.begin("watch-your-back", **{"Who plays?": "Friend, same screen"})
    expect(person.button("Settings")).to_be_in_viewport(ratio=0.95)
    check_sizes(person, "a game")
    for address in (
        "learn/watch-your-back/9",
        "learn/cachex/4",
        "puzzles/hexifence-2-001",
        "analyse/cachex?size=5&moves=a2,d4",
        "analyse/watch-your-back",
        "edit/watch-your-back",
    ):
        person.go(address)
        check_sizes(person, address)


def check_sizes(person: Person, view: str) -> None:
    """Check that of what is in sight nothing is larger than the board."""
    expect(person.page.locator(".board")).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    sizes = person.page.evaluate(
        """() => {
          const bar = document.querySelector(".places").getBoundingClientRect();
          const floor = bar.bottom < innerHeight ? innerHeight : bar.top;
          const seen = element => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            const wide = Math.min(right, innerWidth) - Math.max(left, 0);
            const high = Math.min(bottom, floor) - Math.max(top, 0);
            return Math.max(wide, 0) * Math.max(high, 0);
          };
          const others = document.querySelectorAll(".sheet, .notice, .words, .task, .top");
          return [seen(document.querySelector(".board")), ...[...others].map(seen)];
        }"""
    )
    assert sizes[0] == max(sizes), view


def test_every_view_is_looked_at() -> None:
    table = re.search(r"const VIEWS = {(.*?)};", (PAGE / "app.js").read_text(), re.DOTALL)
    assert table is not None
    names = set(re.findall(r"^  \"?(\w*)\"?: ", table[1], re.MULTILINE))
    assert len(names) > 5
    assert names - {address.partition("/")[0] for address in VIEWS.values()} == BEGUN


def test_a_visit_of_all_views_loads_less_than_350_kb_and_asks_nobody_else(invite: Invite) -> None:
    person = invite()
    session = person.context.new_cdp_session(person.page)
    session.send("Network.enable")
    came: list[float] = []
    session.on("Network.loadingFinished", lambda told: came.append(told["encodedDataLength"]))
    hosts: set[str] = set()
    person.page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    for address in VIEWS.values():
        person.go(address)
        person.page.wait_for_load_state("networkidle")
    assert hosts == {urlsplit(person.server.address).netloc}
    assert len(came) > 50
    assert sum(came) < 350_000


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_moves_when_the_engine_speaks(invite: Invite, screen: Screen) -> None:
    person = invite(screen)
    person.page.add_init_script(SHIFTS)
    person.go("analyse/cachex?size=5&moves=a2,d4")
    expect(person.page.locator(".board")).to_be_visible()
    before = person.page.evaluate("shifts.length")
    expect(person.page.locator(".engine-line")).to_have_count(3)
    person.page.wait_for_timeout(500)
    assert person.page.evaluate("shifts")[before:] == []


def test_every_game_has_a_card_on_the_first_page_and_no_word_counts_them(invite: Invite) -> None:
    person = invite()
    person.go("")
    expect(person.page.locator(".card h2")).to_have_text([game.title for game in GAMES.values()])
    head = person.page.locator(".page-head").inner_text().lower()
    assert not re.search(r"\b(\d+|two|three|four|five)\b", head)


def test_the_colours_can_be_switched_and_stay(invite: Invite) -> None:
    person = invite()
    person.go("")
    body = person.page.locator("body")
    light, dark = "rgb(244, 242, 237)", "rgb(23, 25, 28)"
    expect(body).to_have_css("background-color", light)
    person.button("Settings").click()
    person.choose("Colours", "Dark")
    expect(body).to_have_css("background-color", dark)
    person.page.reload()
    expect(body).to_have_css("background-color", dark)


def test_an_unknown_address_and_an_unknown_game_are_explained(invite: Invite) -> None:
    person = invite()
    person.go("nowhere")
    expect(person.page.locator("main")).to_contain_text("There is nothing at this address")
    person.go("game/no-such-game")
    expect(person.page.locator("main")).to_contain_text("No such game")


def test_everything_on_the_first_page_has_a_name(invite: Invite) -> None:
    person = invite()
    for address in ("", "new/cachex", "analyse/hexifence", "edit/cachex"):
        person.go(address)
        person.page.wait_for_load_state("networkidle")
        nameless = person.page.evaluate(
            """() => [...document.querySelectorAll("button, a[href], input, select, textarea")]
              .filter(one => one.checkVisibility() && !one.ariaLabel && !one.textContent.trim()
                && !one.labels?.length && !one.title && one.getAttribute("aria-hidden") !== "true")
              .map(one => one.outerHTML)"""
        )
        assert nameless == []

"""What every view has to be: light, at home on a phone, in both colours, without outside hosts."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response, expect

from tests.web.browser.conftest import SCREENS, Invite
from trivium.games.catalogue import GAMES

VIEWS = {
    "home": "",
    "setup": "new/hexifence",
    "setup-cachex": "new/cachex",
    "analyse-start": "analyse",
    "analysis": "analyse/watch-your-back",
    "editor": "edit/watch-your-back",
    "editor-start": "edit",
    "learn": "learn",
    "lesson-start": "learn/watch-your-back/0",
    "puzzles": "puzzles",
    "games": "games",
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_no_view_is_wider_than_the_screen(invite: Invite, screen: str, dark: bool) -> None:
    person = invite(screen, dark=dark)
    for name, address in VIEWS.items():
        person.go(address)
        person.page.wait_for_load_state("networkidle")
        person.picture(f"{name}-{screen}-{'dark' if dark else 'light'}")
        fits = "document.documentElement.scrollWidth <= window.innerWidth"
        assert person.page.evaluate(fits), name


@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_is_the_largest_thing_on_every_screen(invite: Invite, screen: str) -> None:
    person = invite(screen)
    for address in (
        "learn/watch-your-back/9",
        "learn/cachex/4",
        "puzzles/hexifence-2-01",
        "analyse/cachex?size=5&moves=a2,d4",
        "analyse/watch-your-back",
        "edit/watch-your-back",
    ):
        person.go(address)
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
        assert sizes[0] == max(sizes), address


def test_the_whole_page_weighs_less_than_300_kb_and_asks_nobody_else(invite: Invite) -> None:
    person = invite()
    sizes: dict[str, int] = {}

    def count(response: Response) -> None:
        url = urlsplit(response.url)
        assert url.netloc == urlsplit(person.server.address).netloc
        if not url.path.startswith("/api"):
            sizes[url.path] = len(response.body())

    answers: list[Response] = []
    person.page.on("response", lambda response: answers.append(response))
    for address in VIEWS.values():
        person.go(address)
        person.page.wait_for_load_state("networkidle")
    for response in answers:
        if response.status == 200:
            count(response)
    assert len(sizes) > 30
    assert sum(sizes.values()) < 300_000


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
    switch = person.page.get_by_role("button", name="Colours")
    switch.click()
    expect(switch).to_have_accessible_name(re.compile("light"))
    expect(body).to_have_css("background-color", light)
    switch.click()
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

"""A game that the page has never heard of is offered, drawn and played by clicking."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

import trivium.agents.catalogue  # noqa: F401 (before the game is there: the levels do not know it)
from tests.toy_game.position import NOUGHTS_AND_CROSSES, NoughtsAndCrosses
from tests.web.browser.conftest import Invite, Server
from tests.web.serving import listening
from trivium.games.catalogue import GAMES, registered

NAME = NOUGHTS_AND_CROSSES.name


class Nearby(Server):
    """A server in this process, where games can be registered."""

    def __init__(self, address: str) -> None:
        self.address = address


@pytest.fixture(scope="module")
def nearby(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nearby]:
    folder = tmp_path_factory.mktemp("nearby")
    with registered(NOUGHTS_AND_CROSSES), listening(folder) as address:
        yield Nearby(address)


def test_it_stands_on_the_shelf_with_the_others(invite: Invite, nearby: Nearby) -> None:
    person = invite(server=nearby)
    person.go("")
    cards = person.page.locator(".card")
    expect(cards.locator("h2")).to_have_text([game.title for game in GAMES.values()])
    toy = cards.last
    expect(toy.locator(".picture.plain")).to_be_visible()
    expect(toy.get_by_role("link", name="Play")).to_be_visible()
    expect(toy.get_by_role("link", name="Learn")).to_have_count(0)
    person.picture("home-five-games")
    person.go("edit")
    expect(person.page.locator(".tile")).to_have_count(len(GAMES) - 1)


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_it_is_played_to_its_end(invite: Invite, nearby: Nearby, screen: str) -> None:
    person = invite(screen, server=nearby)
    person.begin(NAME)
    names = person.page.locator(".place-name")
    expect(names).to_have_text([move.text for move in NoughtsAndCrosses().all_moves.values()])
    assert person.play_out() >= 3
    expect(person.notice.locator(".result")).to_be_visible()
    expect(person.page.locator(".standing .badge")).to_have_count(person.moves.count())
    person.picture(f"end-fifth-game-{screen}")


def test_it_is_looked_at_from_a_pasted_text(invite: Invite, nearby: Nearby) -> None:
    person = invite(server=nearby)
    position = NoughtsAndCrosses()
    position.push("b2")
    person.go("analyse")
    person.button("Open a position or a game").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(position.to_text())
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(person.page.locator(".notice.turn")).to_contain_text("Red to move")
    expect(person.button("Edit this board")).to_have_count(0)
    person.place("a1").click()
    expect(person.moves).to_have_text(["a1"])

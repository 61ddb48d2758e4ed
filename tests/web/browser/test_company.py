"""More than one person or tab at a game, and a server that goes away."""

from __future__ import annotations

import json
import re
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Invite, Person, Server

BY_LINK = {"Who plays?": "Friend, by link", "Board size": "1"}


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(tmp_path)
    yield running
    running.kill()


def invited(host: Person, guest: Person) -> None:
    """Let the guest open the link that the host was given to send."""
    link = host.page.get_by_label("Link for your friend").input_value()
    guest.page.goto(link)


def test_two_browsers_play_a_game_by_link(invite: Invite) -> None:
    host, guest = invite(), invite("phone", dark=True)
    host.begin("hexifence", **BY_LINK)
    host.picture("invitation")
    invited(host, guest)
    expect(guest.page).to_have_url(re.compile(r"#/game/[^/]+$"))  # the secret is not in sight
    turns = {"Blue": host, "Red": guest}
    for _ in range(6):
        to_move = host.page.locator(".player.to-move .player-doing")
        mover = turns[(to_move.text_content() or "").split(" ")[0]]
        mover.wait_for_turn()
        mover.move_somehow()
        for person in turns.values():
            expect(person.moves).to_have_count(mover.moves.count())
    results = [person.page.locator(".result-words") for person in (host, guest)]
    for result in results:
        expect(result).to_be_visible()
    assert {(result.text_content() or "").strip() for result in results} == {
        "You win!",
        "You lose.",
    }


def test_a_link_that_works_only_here_says_so_and_how_to_let_others_in(invite: Invite) -> None:
    host = invite()
    host.go("new/hexifence")
    host.choose("Who plays?", "Friend, by link")
    expect(host.page.locator(".setup")).to_contain_text("work only on this machine")
    host.begin("hexifence", **BY_LINK)
    assert host.page.get_by_label("Link for your friend").input_value().startswith("http://127.")
    for shown in (host.notice, host.page.get_by_role("dialog")):
        if not shown.count():
            host.button("Share and save").click()
        expect(shown).to_contain_text("begin with 127.0.0.1 and work only on this machine")
        expect(shown.locator("code")).to_have_text("trivium serve --host 0.0.0.0")
    host.picture("share")
    told = host.page.evaluate(
        """async names => {
          const { isOnlyHere } = await import("/page/parts/dialog.js");
          return names.filter(isOnlyHere);
        }""",
        ["127.0.0.1", "localhost", "[::1]", "me.localhost", "192.168.1.20", "127.example.org"],
    )
    assert told == ["127.0.0.1", "localhost", "[::1]", "me.localhost"]


def test_a_server_that_others_reach_says_where_its_links_work(
    invite: Invite, tmp_path: Path
) -> None:
    server = Server(tmp_path, "--host", "0.0.0.0")
    try:
        host = invite(server=server)
        host.go("challenges")
        words = host.page.locator("main")
        expect(words).to_contain_text("begin with 127.0.0.1 and work only on this machine")
        expect(words).to_contain_text("Others are let in")
        expect(words).not_to_contain_text("trivium serve")
    finally:
        server.kill()


def test_nobody_moves_for_the_other_seat(invite: Invite) -> None:
    host, guest, watcher = invite(), invite(), invite()
    host.begin("hexifence", **BY_LINK)
    invited(host, guest)
    expect(guest.page.locator(".board")).to_be_visible()
    watcher.page.goto(host.page.url)
    expect(watcher.page.locator(".board")).to_be_visible()
    for person in (guest, watcher):
        expect(person.page.locator(".target")).to_have_count(6)
        expect(person.page.locator(".target.open")).to_have_count(0)
        person.place("a1").click()
    # What the page does not offer, the server refuses: with the other seat's secret, and without.
    seats = guest.page.evaluate("localStorage.getItem('trivium.seats')")
    game, tokens = next(
        (game, held["tokens"]) for game, held in json.loads(seats).items() if game in guest.page.url
    )
    nobodys: list[str] = []
    for secrets in (tokens, nobodys):
        assert refusal(host.server, game, secrets) == (403, "seat")
    expect(host.moves).to_have_count(0)
    host.place("a1").click()
    for person in (host, guest, watcher):
        expect(person.moves).to_have_text(["a1"])


def refusal(server: Server, game: str, tokens: list[str]) -> tuple[int, str]:
    body = json.dumps({"tokens": tokens, "do": {"action": "move", "move": "a1"}}).encode()
    request = urllib.request.Request(
        f"{server.address}/api/games/{game}/actions", body, {"Content-Type": "application/json"}
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request)
    with caught.value as answer:
        return answer.code, json.loads(answer.read())["kind"]


def test_a_take_back_between_people_needs_consent(invite: Invite) -> None:
    host, guest = invite(), invite()
    host.begin("hexifence", **BY_LINK)
    invited(host, guest)
    host.place("a1").click()
    expect(guest.moves).to_have_text(["a1"])
    host.button("Take back").click()
    expect(guest.notice).to_contain_text("Blue would like to take a move back")
    guest.button("Agree").click()
    expect(host.moves).to_have_count(0)
    expect(guest.moves).to_have_count(0)


def test_several_tabs_stay_in_step(invite: Invite) -> None:
    person = invite()
    person.begin("cachex", **{"Who plays?": "Friend, same screen", "Board size": "5"})
    tab = person.new_tab()
    tab.goto(person.page.url)
    person.place("a2").click()
    expect(tab.locator(".moves .move")).to_have_text(["a2"])
    tab.locator('.target[data-name="c3"]').click()
    expect(person.moves).to_have_text(["a2", "c3"])


def test_a_lost_connection_comes_back_by_itself(invite: Invite, own_server: Server) -> None:
    person = invite(server=own_server)
    person.begin("hexifence", **{"Opponent: level": "1", "Board size": "2"})
    person.place("a1").click()
    expect(person.moves).to_have_count(2)
    own_server.kill()
    expect(person.page.get_by_text("Reconnecting…")).to_be_visible()
    person.picture("reconnecting")
    own_server.start()
    expect(person.page.get_by_text("Reconnecting…")).to_be_hidden()
    expect(person.moves).to_have_count(2)
    person.move_somehow()
    assert person.wait_for_turn()
    # The browser itself notes refused connections; nothing else may have gone wrong.
    assert all("ERR_CONNECTION_REFUSED" in complaint for complaint in person.complaints)
    person.complaints.clear()


def test_a_damaged_game_is_listed_as_such_and_harms_no_other(
    invite: Invite, own_server: Server, tmp_path: Path
) -> None:
    person = invite(server=own_server)
    for _ in range(2):
        person.begin("hexifence", **{"Opponent: level": "1", "Board size": "2"})
        expect(person.page.locator(".board")).to_be_visible()
    damaged = person.page.url.rpartition("/")[2]
    own_server.kill()
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database, database:
        database.execute("UPDATE web_games SET state = '{' WHERE id = ?", [damaged])
    own_server.start()
    person.go("")
    expect(person.page.locator(".chip-link")).to_have_count(2)
    expect(person.page.locator(".chip-link", has_text="damaged")).to_contain_text(damaged)
    person.complaints.clear()  # the browser notes that the server has refused


def test_two_agents_are_watched_paused_and_stepped(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **{"Who plays?": "Watch", "Blue: level": "1", "Red: level": "1"})
    person.choose("Pace", "Fast")
    expect(person.moves.nth(1)).to_be_attached()
    person.button("Pause").click()
    expect(person.button("Go on")).to_be_visible()
    made = person.moves.count()
    person.button("One move").click()
    expect(person.moves).to_have_count(made + 1)
    person.picture("watching")
    person.choose("Pace", "Flat out")
    person.button("Go on").click()
    expect(person.notice).to_contain_text("wins")

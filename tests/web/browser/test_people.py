"""People: a record of one's own, and strangers who meet on a server that others reach."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Invite, Person, Server

RATED = {"Opponent: level": "1", "Board size": "3"}


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that others reach, by its name."""
    running = Server(tmp_path_factory.mktemp("open"), "--name", "play.test")
    running.address = f"http://play.test:{running.port}"
    yield running
    running.kill()


def call(person: Person, name: str) -> None:
    """Give somebody a name."""
    person.go("me")
    person.page.get_by_label("Your name").fill(name)
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_text("Kept.")).to_be_visible()


def begin_and_resign(person: Person) -> None:
    """Play a move against level 1, and lose."""
    person.begin("hexifence", **RATED)
    person.wait_for_turn()
    person.move_somehow()
    give_up(person)


def give_up(person: Person) -> None:
    person.button("Resign").first.click()
    person.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(person.page.locator(".notice.result")).to_be_visible()


def results(person: Person) -> list[dict[str, object]]:
    found = person.page.evaluate(
        """() => Object.keys(localStorage).filter(key => key.startsWith("trivium.result."))
          .map(key => JSON.parse(localStorage.getItem(key)))"""
    )
    return list(found)


@pytest.mark.parametrize("screen", ["desktop", "phone", "landscape"])
def test_strangers_meet_talk_and_agree_on_a_draw(
    invite: Invite, open_server: Server, screen: str
) -> None:
    ann = invite(screen, server=open_server, dark=screen == "phone")
    bob, eve = invite(server=open_server), invite(server=open_server)
    call(ann, "Ann")
    call(bob, "Bob")
    bob.go("new?with=anyone")
    bob.page.get_by_role("radio", name="Cachex").click(force=True)
    expect(bob.page.locator("h1")).to_have_text("Cachex")
    bob.choose("Board size", "5")
    bob.choose("You play", "Blue")
    bob.choose("Clock", "15 min + 10 s")
    bob.button("Start").click()
    expect(bob.page.locator(".own-challenge")).to_contain_text("Cachex 5 · 15 min + 10 s")
    ann.go("")
    expect(ann.page.locator(".door", has_text="Open challenges")).to_contain_text("1 person waits")
    ann.page.locator(".door", has_text="Open challenges").click()
    challenge = ann.page.locator(".challenge")
    expect(challenge).to_contain_text("Bob")
    expect(challenge).to_contain_text("you play Red")
    ann.picture(f"challenges-open-{screen}")
    challenge.get_by_role("button", name="Play").click()
    for person, other in ((ann, "Bob"), (bob, "Ann")):
        expect(person.page).to_have_url(re.compile("#/game/[^/]+$"))
        expect(person.page.locator(".seat.far")).to_contain_text(other)
    eve.page.goto(ann.page.url)
    expect(ann.page.locator(".spectators")).to_have_text("1 watching")

    ann.button("Say…").click()
    ann.picture(f"phrases-{screen}")
    ann.button("Good luck!").click()
    for person in (bob, eve):
        expect(person.page.locator(".said li")).to_contain_text("Good luck!")
    expect(eve.button("Say…")).to_have_count(0)
    bob.button("Say…").click()
    bob.page.get_by_role("switch", name="Show nothing").check()
    bob.button("Close").click()
    expect(bob.page.locator(".said")).to_have_count(0)

    ann.wait_for_turn()
    ann.move_somehow()
    ann.button("Offer a draw").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(ann.notice).to_contain_text("You offered a draw")
    ann.picture(f"company-{screen}")
    bob.button("Agree").click()
    for person in (ann, bob, eve):
        expect(person.page.locator(".result-words")).to_have_text("Draw (agreement)")
    ann.button("Play again").click()
    bob.button("Agree").click()
    expect(ann.page.locator(".seat.near")).to_contain_text("Blue")
    expect(bob.page.locator(".seat.near")).to_contain_text("Red")
    (kept,) = results(ann)
    assert (kept["opponent"], kept["score"], kept["against"]) == ("Bob", 0.5, None)


def test_a_challenge_goes_with_the_page_and_comes_back_with_it(
    invite: Invite, open_server: Server
) -> None:
    ann, bob = invite(server=open_server), invite("phone", server=open_server)
    bob.go("challenges")
    ann.go("challenges?game=hexifence&size=2")
    expect(bob.page.locator(".challenge")).to_contain_text("sides by chance")
    ann.go("learn")
    expect(bob.page.locator(".challenge")).to_have_count(0)
    ann.page.go_back()
    expect(bob.page.locator(".challenge")).to_have_count(1)
    ann.button("Withdraw").click()
    expect(bob.page.locator(".challenge")).to_have_count(0)
    expect(bob.page.locator("main")).to_contain_text("Nobody waits for an opponent")
    bob.picture("challenges-none")
    bob.go("challenges?game=hexifence&size=99")
    expect(bob.page.locator(".note.problem")).to_contain_text("are for the sizes")


def test_a_link_to_a_seat_is_a_qr_code_where_others_can_use_it(
    invite: Invite, open_server: Server
) -> None:
    ann, bob = invite(server=open_server), invite("phone", server=open_server)
    call(bob, "Bob")
    ann.begin("hexifence", **{"Who plays?": "Friend, by link", "Board size": "2"})
    code = ann.page.get_by_role("img", name="The link as a QR code")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.naturalWidth") > 0
    ann.picture("invitation-code")
    bob.page.goto(ann.page.get_by_label("Link for your friend").input_value())
    expect(ann.page.locator(".seat.far")).to_contain_text("Bob")
    expect(code).to_have_count(0)
    here = invite()
    here.begin("hexifence", **{"Who plays?": "Friend, by link", "Board size": "2"})
    expect(here.notice).to_contain_text("work only on this machine")
    expect(here.page.locator(".qr")).to_have_count(0)


def test_on_a_server_for_oneself_nobody_is_challenged(invite: Invite) -> None:
    person = invite()
    person.go("new/cachex")
    expect(person.page.get_by_role("radio", name="Friend, by link")).to_be_attached()
    expect(person.page.get_by_role("radio", name="Anyone here")).to_have_count(0)
    person.go("")
    expect(person.page.locator(".door", has_text="Your record")).to_be_visible()
    expect(person.page.locator(".door", has_text="Open challenges")).to_have_count(0)
    person.go("challenges")
    expect(person.page.locator("main")).to_contain_text("Nobody waits")
    expect(person.page.get_by_role("link", name="Post a challenge")).to_have_count(0)


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_results_are_counted_once_and_suggest_a_level(invite: Invite, screen: str) -> None:
    person = invite(screen)
    begin_and_resign(person)
    expect(person.page.locator(".notice.result")).to_contain_text("Your rating:")
    person.page.reload()
    expect(person.page.locator(".notice.result")).to_contain_text("Your rating:")
    tab = person.new_tab()
    tab.goto(person.page.url)
    expect(tab.locator(".notice.result")).to_be_visible()
    (result,) = results(person)
    assert (result["level"], result["score"]) == (1, 0)
    assert result["against"] is not None
    person.go("new/hexifence")
    expect(person.page.locator(".suggestion")).to_contain_text("your rating")
    person.go("me")
    row = person.page.locator(".own-game tbody tr")
    expect(row.locator("td")).to_have_text(["Level 1", "1", "0", "0", "1"])
    person.picture(f"me-one-{screen}")


def test_games_with_a_take_back_or_the_engine_are_not_rated(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **RATED)
    person.wait_for_turn()
    person.move_somehow()
    person.wait_for_turn()
    person.button("Take back").click()
    expect(person.moves).to_have_count(0)
    person.move_somehow()
    give_up(person)
    expect(person.page.locator(".notice.result")).not_to_contain_text("Your rating")
    person.begin("hexifence", **RATED)
    person.wait_for_turn()
    person.move_somehow()
    game = person.page.url
    person.button("Analyse").click()
    expect(person.page.locator(".bench")).to_be_visible()
    person.page.goto(game)
    person.wait_for_turn()
    give_up(person)
    assert [result["against"] for result in results(person)] == [None, None]


def test_the_record_is_saved_brought_along_and_forgotten(invite: Invite, tmp_path: Path) -> None:
    ann, elsewhere = invite(), invite("phone", dark=True)
    call(ann, "Ann")
    begin_and_resign(ann)
    ann.go("me")
    with ann.page.expect_download() as saved:
        ann.button("Save as a file").click()
    file = tmp_path / "record.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text())["name"] == "Ann"
    elsewhere.go("me")
    bad = tmp_path / "bad.json"
    bad.write_text(file.read_text().replace('"score": 0', '"score": 7'))
    chooser = elsewhere.page.locator('input[type="file"]')
    for wrong, sentence in ((bad, "game 1 in this file is damaged"), (tmp_path / "x", "no record")):
        (tmp_path / "x").write_text("hello")
        chooser.set_input_files(wrong)
        expect(elsewhere.page.locator(".note.problem").last).to_contain_text(sentence)
    assert results(elsewhere) == []
    chooser.set_input_files(file)
    expect(elsewhere.page.locator(".own-game")).to_contain_text("Level 1")
    elsewhere.picture("me-brought-along")
    game = ann.page.locator(".last-games a").first
    ann.button("Forget all results").click()
    ann.button("Cancel").click()
    expect(game).to_be_visible()
    ann.button("Forget all results").click()
    ann.picture("me-forget")
    ann.page.get_by_role("dialog").get_by_role("button", name="Forget all results").click()
    expect(ann.page.locator("main")).to_contain_text("No games yet")


def test_games_that_were_left_are_gone_on_with_or_said_to_be_gone(
    invite: Invite, tmp_path: Path
) -> None:
    server = Server(tmp_path)
    try:
        person = invite("phone", server=server)
        person.begin("hexifence", **RATED)
        left = person.page.url.rpartition("/")[2]
        person.begin("cachex", **{"Opponent: level": "1", "Board size": "5"})
        lost = person.page.url.rpartition("/")[2]
        person.go("")
        expect(person.page.locator(".chip-link")).to_have_count(2)
        server.kill()
        with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database, database:
            database.execute("DELETE FROM web_games WHERE id = ?", [lost])
        server.start()
        person.go("me")
        expect(person.page.locator(".gone-games")).to_contain_text("1 game is not on this server")
        person.picture("me-gone")
        person.button("Forget them").click()
        expect(person.page.locator(".gone-games")).to_have_count(0)
        person.page.locator(".chip-link").click()
        expect(person.page).to_have_url(re.compile(f"#/game/{left}"))
        assert person.wait_for_turn()
        person.complaints.clear()  # the browser notes that the server was away, and has refused
    finally:
        server.kill()

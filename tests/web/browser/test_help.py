"""Help in a game against the computer: hints, and a warning before a blunder."""

from __future__ import annotations

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Invite, Person, Screen
from trivium.study.tutorials import tutorial

SEATS = [{"kind": "person"}, {"kind": "agent", "agent": "random"}]
RIGHT, WRONG = "e2", "c2"
"""In the lesson: what hands out two cells, and what takes them all."""


def sit_down(person: Person) -> None:
    """Begin a game where two cells should be handed out."""
    lesson = next(step for step in tutorial("hexifence").steps if step.title == "Leave two")
    wish = {"game": "hexifence", "start": lesson.position, "seats": SEATS}
    request = urllib.request.Request(
        f"{person.server.address}/api/games",
        json.dumps(wish).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        game = json.load(answer)
    person.page.goto(f"{person.server.address}{game['links']['blue']}")
    person.wait_for_turn()


def switch_warnings_on(person: Person) -> None:
    person.button("Settings").click()
    person.page.get_by_label("Warn me before a blunder").check(force=True)
    person.button("Close").click()


def places(person: Person) -> list[object]:
    """Where everything is that must not move when help comes."""
    return [
        person.page.locator(selector).first.bounding_box()
        for selector in (".board", ".controls", ".seat.near", ".seat.far", ".moves-sheet")
    ]


@pytest.mark.parametrize("screen", ["desktop", "phone", "landscape"])
def test_a_hint_tells_the_idea_and_then_the_move(invite: Invite, screen: Screen) -> None:
    person = invite(screen, dark=screen == "phone")
    sit_down(person)
    box = person.page.locator(".help-box")
    expect(box).to_be_hidden()
    before = places(person)
    person.button("Give me a hint").click()
    expect(box).to_contain_text("Not everything has to be captured")
    assert places(person) == before
    person.picture(f"hint-idea-{screen}")
    expect(person.page.locator(".board .best")).to_have_count(0)
    person.button("Show the move").click()
    expect(box).to_contain_text(RIGHT)
    expect(box).to_contain_text("hands out 2 cells")
    expect(person.page.locator(".board .best")).to_have_count(1)
    assert places(person) == before
    person.picture(f"hint-move-{screen}")
    person.place(RIGHT).click()
    expect(box).to_be_hidden()


@pytest.mark.parametrize("screen", ["desktop", "phone", "landscape"])
def test_who_wants_it_is_warned_before_a_blunder_and_may_insist(
    invite: Invite, screen: Screen
) -> None:
    person = invite(screen)
    sit_down(person)
    box = person.page.locator(".help-box")
    switch_warnings_on(person)
    before = places(person)
    person.place(WRONG).click()
    expect(box).to_contain_text("Careful")
    expect(box).to_contain_text("proven")
    assert places(person) == before
    expect(person.button("Think again")).to_be_in_viewport(ratio=1)
    person.picture(f"warning-{screen}")
    person.button("Think again").click()
    expect(box).to_be_hidden()
    expect(person.moves).to_have_count(0)
    person.place(WRONG).click()
    person.button("Play it anyway").click()
    expect(person.moves.first).to_have_text(WRONG)


def test_friends_play_without_help(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **{"Who plays?": "Friend, same screen", "Board size": "2"})
    expect(person.button("Give me a hint")).to_have_count(0)


def test_a_hint_is_about_the_position_that_is_shown(invite: Invite) -> None:
    person = invite()
    person.begin("cachex", **{"Board size": "5", "Opponent: level": "1"})
    person.place("a2").click()
    expect(person.moves).to_have_count(2)
    person.page.locator("body").press("ArrowLeft")
    back = person.button("Back to the game")
    expect(back).to_be_visible()
    person.button("Give me a hint").click()
    expect(back).to_have_count(0)
    box = person.page.locator(".help-box")
    person.button("Show the move").click()
    expect(person.page.locator(".board .best")).to_be_visible()
    person.page.locator("body").press("ArrowLeft")
    expect(back).to_be_visible()
    expect(box).to_be_hidden()


def test_help_speaks_german_to_who_reads_german(invite: Invite) -> None:
    person = invite()
    person.go("")
    person.page.evaluate(
        "localStorage.setItem('trivium.preference.language', JSON.stringify('de'))"
    )
    person.page.reload()
    sit_down(person)
    person.button("Gib mir einen Tipp").click()
    expect(person.page.locator(".help-box")).to_contain_text("Nicht alles muss erobert werden")

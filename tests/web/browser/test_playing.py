"""Games at the board, played by clicking."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Invite

LEVEL_1 = {"Opponent: level": "1"}


@pytest.mark.parametrize(
    ("game", "screen", "wishes"),
    [
        ("hexifence", "desktop", {"Board size": "2"}),
        ("cachex", "phone", {"Board size": "4"}),
        ("watch-your-back", "desktop", {}),
        ("dots-and-boxes", "phone", {"Board size": "2 × 2"}),
    ],
)
def test_a_whole_game_is_played_by_clicking(
    invite: Invite, game: str, screen: str, wishes: dict[str, str]
) -> None:
    person = invite(screen, dark=screen == "phone")
    person.begin(game, **LEVEL_1, **wishes)
    person.picture(f"begin-{game}")
    assert person.play_out() > 0
    expect(person.notice).to_contain_text(re.compile("You win!|You lose|Draw"))
    person.picture(f"end-{game}")


def test_a_capture_in_hexifence_says_that_one_moves_again(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **{"Who plays?": "Friend, same screen", "Board size": "1"})
    for _ in range(5):
        person.wait_for_turn()
        person.move_somehow()
    person.go("new/hexifence")
    person.choose("Board size", "2")
    person.button("Start").click()
    for name in ("a1", "b1", "a2", "c2", "b3"):
        person.place(name).click()
        expect(person.moves.last).to_have_text(name)
    person.place("c3").click()
    expect(person.notice).to_contain_text("You move again")
    expect(person.page.locator(".player.to-move .player-score")).to_have_text("1")


def test_a_move_is_taken_back(invite: Invite) -> None:
    person = invite()
    person.begin("cachex", **LEVEL_1, **{"Board size": "5"})
    person.place("b2").click()
    expect(person.moves).to_have_count(2)
    person.button("Take back").click()
    expect(person.moves).to_have_count(0)
    expect(person.notice).to_contain_text("Your turn")
    person.place("a1").click()
    expect(person.moves.first).to_have_text("a1")


def test_the_steal_is_offered_and_taken(invite: Invite) -> None:
    person = invite("phone")
    person.begin("cachex", **{"Who plays?": "Friend, same screen", "Board size": "5"})
    person.place("b4").click()
    person.button("Steal the stone").click()
    expect(person.moves).to_have_text(["b4", "steal"])
    expect(person.page.locator(".standing .stone.blue:not(.leave)")).to_have_count(1)
    expect(person.page.locator(".standing .stone.red:not(.leave)")).to_have_count(0)


def test_one_resigns_plays_again_and_changes_sides(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **LEVEL_1, **{"Board size": "2"})
    first = person.page.url
    person.button("Resign").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(person.notice).to_contain_text("You lose")
    person.button("Play again").click()
    expect(person.page).not_to_have_url(first)
    near = person.page.locator(".seat.near .player")
    expect(near).to_contain_text("Red")
    person.button("Change sides").click()
    expect(near).to_contain_text("Blue")


def test_earlier_positions_can_be_looked_at_during_a_game(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **{"Who plays?": "Friend, same screen", "Board size": "2"})
    for name in ("a1", "b1", "a2"):
        person.place(name).click()
        expect(person.moves.last).to_have_text(name)
    fences = person.page.locator(".standing .fence:not(.leave)")
    expect(fences).to_have_count(3)
    person.page.locator("body").press("ArrowLeft")
    person.page.locator("body").press("ArrowLeft")
    expect(fences).to_have_count(1)
    expect(person.page.locator(".target.open")).to_have_count(0)
    person.button("Back to the game").click()
    expect(fences).to_have_count(3)


def test_the_keyboard_is_enough_to_play(invite: Invite) -> None:
    person = invite()
    person.begin("cachex", **LEVEL_1, **{"Board size": "5"})
    board = person.page.locator(".board")
    board.focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        board.press(key)
    expect(person.moves).to_have_count(2)
    expect(person.page.locator('[aria-live="polite"]')).to_contain_text("played")


def test_a_piece_is_chosen_before_its_target(invite: Invite) -> None:
    person = invite()
    text = "X - - - - - - X\n" + "- - - - - - - -\n" * 2 + "- - O O - - - -\n- - - - - - - -\n"
    text += "- - @ - @ - - -\n- - - - - - - -\nX - - - - - - X\n"
    person.page.goto(f"{person.server.address}/#/")
    person.page.evaluate(
        "text => location.hash = '#/new/watch-your-back?' + new URLSearchParams({start: text})",
        text,
    )
    person.choose("Who plays?", "Friend, same screen")
    person.button("Start").click()
    person.place("c4").click()
    expect(person.page.locator(".target-dot")).to_have_count(4)  # three steps and a jump
    person.place("e4").click()
    expect(person.moves).to_have_text(["c4-e4"])
    expect(person.notice).to_contain_text("shrinks in 127 turns")


def test_the_board_can_be_turned_and_stays_playable(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **{"Who plays?": "Friend, same screen", "Board size": "2"})
    before = person.place("a1").bounding_box()
    person.button("Turn the board").click()
    assert person.place("a1").bounding_box() != before
    person.place("a1").click()
    expect(person.moves).to_have_text(["a1"])
    person.page.reload()
    expect(person.moves).to_have_text(["a1"])


def test_clocks_run(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **LEVEL_1, **{"Board size": "2", "Clock": "1 min + 1 s"})
    clock = person.page.locator(".seat.near .clock")
    expect(clock).to_have_text(re.compile(r"1:00|0:5\d"))
    person.place("a1").click()
    person.wait_for_turn()
    expect(clock).to_have_class(re.compile("running"))
    expect(clock).not_to_have_text("1:00")

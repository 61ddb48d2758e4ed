"""Puzzles on the page: a stream of one's own rating, themes, the daily one, and one's mistakes."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import SCREENS, Invite, Person
from tests.web.browser.test_studying import in_sight
from trivium.study.puzzles import Puzzle, puzzles
from trivium.study.tutorials import tutorial

SHORT = next(puzzle for puzzle in puzzles("hexifence") if puzzle.asked == 1)
LONG = next(puzzle for puzzle in puzzles("dots-and-boxes") if puzzle.asked > 1)


def shown(person: Person) -> Puzzle:
    """Return the puzzle that is on the page."""
    expect(person.page.locator(".notice.goal")).to_be_visible()
    found = re.search(r"#/puzzles/([^?]+)", person.page.url)
    assert found
    return next(puzzle for puzzle in puzzles() if puzzle.id == found[1])


def own_moves(puzzle: Puzzle) -> list[str]:
    """Return the moves that are to be found."""
    board, found = puzzle.board(), []
    for move in puzzle.solution:
        if board.turn == puzzle.turn:
            found.append(move)
        board.push(move)
    return found[: puzzle.asked]


def solve(person: Person, puzzle: Puzzle) -> None:
    for number, move in enumerate(own_moves(puzzle), 1):
        expect(person.place(move)).to_have_class(re.compile("open"))
        person.place(move).click()
        last = number == puzzle.asked
        said = f"Right: {move} is the only move"
        expect(person.page.locator(".notice.right")).to_contain_text(said)
        if not last:
            expect(person.page.locator(".notice.right")).to_contain_text("And now?")


def test_a_wrong_move_and_the_reply_to_it_are_played_on_the_board(invite: Invite) -> None:
    wrong, reply = next(iter(SHORT.refutations[0].items()))
    person = invite()
    person.go(f"puzzles/{SHORT.id}")
    fences = person.page.locator(".standing .fence:not(.leave)")
    expect(fences.first).to_be_attached()
    before = fences.count()
    person.place(wrong).click()
    opponent = next(colour for colour in ("Blue", "Red") if colour.lower() != SHORT.turn)
    said = f"{wrong} does not win: {opponent} answers {reply}."
    expect(person.page.locator(".notice.wrong")).to_have_text(said)
    expect(fences).to_have_count(before + 2)
    person.button("Try again").click()
    expect(fences).to_have_count(before)
    solve(person, SHORT)
    person.go("puzzles/hexifence")
    again = person.page.get_by_role("link", name="Retry missed ones (1)")
    expect(again).to_be_visible()  # it was not solved at once


def test_a_puzzle_of_several_moves_goes_on_after_the_best_reply(invite: Invite) -> None:
    person = invite()
    person.go(f"puzzles/{LONG.id}")
    expect(person.page.locator(".notice.goal")).to_contain_text(f"{LONG.asked} moves to find")
    solve(person, LONG)
    expect(person.page.locator(".tag").first).to_have_text(LONG.themes[0].capitalize())
    person.picture("puzzle-solved")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_stream_goes_on_rates_and_remembers(invite: Invite, screen: str) -> None:
    person = invite(screen, dark=screen == "landscape")
    person.go("puzzles/hexifence")
    person.page.get_by_role("link", name="Solve a puzzle").click()
    first = shown(person)
    assert abs(first.difficulty.rating - 900) < 400, "about what a beginner can solve"
    assert person.page.locator(".tag").count() == 0, "the theme would give it away"
    person.picture(f"puzzle-{screen}")
    solve(person, first)
    expect(person.page.locator(".standing-now")).to_contain_text(re.compile(r"\(\+\d+\)"))
    following = person.page.get_by_role("link", name="Next puzzle")
    assert in_sight(following)
    following.click()
    expect(person.page).not_to_have_url(re.compile(first.id))
    second = shown(person)
    wrong = next(iter(second.refutations[0]))
    person.place(wrong).click()
    expect(person.page.locator(".standing-now")).to_contain_text("(−")
    person.go("puzzles/hexifence")
    tries = person.page.locator(".try")
    expect(tries).to_contain_text([second.id, first.id])
    person.picture(f"puzzles-after-{screen}")
    person.page.reload()
    person.page.get_by_role("link", name="Retry missed ones (1)").click()
    assert shown(person) == second
    solve(person, second)
    expect(person.page.locator(".standing-now")).to_contain_text("your rating stays")


def test_a_theme_is_trained_and_stays_the_theme(invite: Invite) -> None:
    person = invite()
    person.go("puzzles/cachex")
    person.page.locator(".puzzle", has_text="Capture").first.click()
    first = shown(person)
    assert "capture" in first.tags
    solve(person, first)
    person.page.get_by_role("link", name="Next puzzle").click()
    expect(person.page).not_to_have_url(re.compile(first.id))
    assert "capture" in shown(person).tags


def test_the_puzzle_of_the_day_is_the_same_for_everybody(invite: Invite) -> None:
    found = []
    for person in (invite(), invite("phone")):
        person.go("puzzles/dots-and-boxes")
        person.page.get_by_role("link", name="Puzzle of the day").click()
        found.append(shown(person))
        solve(person, found[-1])
        person.go("puzzles/dots-and-boxes")
        expect(person.page.get_by_role("link", name="Puzzle of the day: solved")).to_be_visible()
    assert found[0] == found[1]


def test_the_keyboard_is_enough_to_go_from_puzzle_to_puzzle(invite: Invite) -> None:
    person = invite()
    person.go(f"puzzles/{SHORT.id}")
    expect(person.page.locator(".target.open").first).to_be_attached()
    verdict = person.page.locator(".verdict .notice")
    for _ in range(30):
        person.page.locator(".board").focus()
        for key in ("ArrowDown", "ArrowRight", "Enter"):
            person.page.keyboard.press(key)
        person.page.wait_for_timeout(300)  # a place that is taken is no answer
        if verdict.count():
            break
    ways = person.button("Try again").or_(person.page.get_by_role("link", name="Next puzzle"))
    expect(ways).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(verdict).to_have_count(0)


@pytest.mark.parametrize("screen", SCREENS)
def test_mistakes_of_a_reviewed_game_become_puzzles(invite: Invite, screen: str) -> None:
    person = invite(screen)
    (step,) = (step for step in tutorial("hexifence").steps if step.title == "Leave two")
    person.go(f"analyse/hexifence?{urlencode({'start': step.position, 'moves': 'c2,e2'})}")
    person.button("Review the whole game").click()
    person.button("Learn from your mistake: Blue (1)").click()
    expect(person.page.locator(".notice.goal")).to_have_text(
        "Blue played c2 here. Find something better."
    )
    assert in_sight(person.page.locator(".notice.goal"))
    person.picture(f"mistake-{screen}")
    person.place("c2").click()
    expect(person.page.locator(".notice.wrong")).to_contain_text("That is what was played")
    person.button("Try again").click()
    person.place("g4").click()
    expect(person.page.locator(".notice.wrong")).to_contain_text("There is something better")
    person.button("Try again").click()
    person.place("e2").click()
    expect(person.page.locator(".notice.right")).to_contain_text("e2 was best")
    person.button("Next").click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("That was all of them")
    person.button("Back to the review").click()
    expect(person.page.locator(".faults")).to_be_visible()


def test_review_is_the_first_thing_offered_after_a_game(invite: Invite) -> None:
    person = invite()
    person.begin("hexifence", **{"Who plays?": "Friend, same screen", "Board size": "1"})
    for number, name in enumerate(("a1", "b1", "a2", "c2", "b3", "c3"), 1):
        person.place(name).click()
        expect(person.moves).to_have_count(number)
    first = person.notice.locator(".result .button").first
    expect(first).to_have_text("Review")
    first.click()
    expect(person.page.locator(".reviewer .faults")).to_be_visible()

"""What is said about moves is true of the board, in every game."""

from __future__ import annotations

import re

import pytest

from trivium import Cachex, Hexifence, Position
from trivium.agents.experts import expert_of
from trivium.agents.why import PlainExplainer
from trivium.games.cachex.connections import shortest_connection
from trivium.games.catalogue import GAMES
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import pick
from trivium.study.tutorials import tutorial


def lesson(game: str, title: str) -> Position:
    return next(step for step in tutorial(game).steps if step.title == title).board()


def deeds(position: Position, move: str) -> list[str]:
    explainer = expert_of(position.game).explainer
    return [str(deed) for deed in explainer.deeds(position, position.read_move(move))]


def idea(position: Position, best: str) -> str:
    return str(expert_of(position.game).explainer.idea(position, position.read_move(best)))


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position.push(move)
    return position


@pytest.mark.parametrize("game", GAMES)
def test_there_are_words_for_any_move_of_any_position(game: str) -> None:
    explainer, chance = expert_of(game).explainer, seeded(4)
    position = GAMES[game].start()
    for number in range(80):
        if position.is_over:
            break
        move = position.move(int(pick(position.kernel, chance)))
        before = position.to_text()
        if number % 3 == 0:
            said = [explainer.idea(position, move), *explainer.deeds(position, move)]
            assert len(said) > 1, (before, move)  # a hint that gives no reason is none
            for language in ("en", "de"):
                sentences = [saying.said(language) for saying in said]
                assert all(not text[0].islower() and text.endswith(".") for text in sentences)
                assert not any("{" in text for text in sentences)
        assert position.to_text() == before
        position.push(move)


def test_a_stone_that_changes_no_distance_is_told_what_may_come_of_it() -> None:
    chance, found = seeded(9), set()
    for _ in range(6):
        position = Cachex(6)
        while len(position.moves) < 14 and not position.is_over:
            move = position.move(int(pick(position.kernel, chance)))
            for deed in deeds(position, str(move)):
                if told := re.match(r"Whatever \w+ answers, no more than (one|\d+) ston", deed):
                    most = 1 if told[1] == "one" else int(told[1])
                    assert most == max(missing_after_each_answer(position, str(move)))
                    found.add(most)
            position.push(move)
    assert len(found) > 1


def missing_after_each_answer(position: Cachex, move: str) -> list[int]:
    """Return how many stones the mover lacks after the move and each answer to it."""
    after = position.copy()
    after.push(move)
    found = []
    for answer in after.legal_moves:
        board = after.copy()
        board.push(answer)
        link = shortest_connection(board, position.turn)
        assert link is not None
        found.append(len(link.missing))
    return found


def test_a_capture_of_an_edge_is_counted() -> None:
    position = Hexifence(2)
    *edges, last = (edge.name for edge in position.layout().edges if 0 in edge.cells)
    played(position, *edges)
    assert idea(position, last) == "A capture is there."
    assert deeds(position, last) == ["It captures one cell."]
    other = str(position.legal_moves[-1])
    assert deeds(position, other)[0] == "It leaves one cell to Blue."


def test_an_edge_that_is_not_safe_says_what_it_gives_away() -> None:
    position = Hexifence(2)
    edges = [edge.name for edge in position.layout().edges if 0 in edge.cells]
    played(position, *edges[:4])
    first = deeds(position, edges[4])
    assert first[0] == "It opens a chain: Red gets one cell."
    assert first[1].endswith("safe edges were still free.")


LESSONS = [
    (
        "hexifence",
        "Leave two",
        "e2",
        "Not everything has to be captured: leave the last 2 cells, and the next chain is for Red "
        "to open.",
        ["It hands out 2 cells: Red takes them and has to move on."],
    ),
    (
        "hexifence",
        "Chains",
        "f3",
        "Every safe edge is gone: give away as little as you can, one cell.",
        [
            "It opens a chain: Red gets one cell.",
            "No safe edge was left, and this gives the least away.",
        ],
    ),
    ("hexifence", "Two at once", "c2", "A capture is there.", ["It captures 2 cells."]),
    (
        "cachex",
        "Red joins the red sides",
        "b5",
        "You can connect your sides now.",
        ["Red wins the game with it."],
    ),
    (
        "cachex",
        "The steal",
        "steal",
        "That first stone stands well: it can be yours.",
        ["It takes over Red's first stone."],
    ),
    (
        "cachex",
        "Capture: two that touch",
        "c2",
        "A capture is there.",
        ["It captures 2 stones.", "It makes a bridge to b4: of two cells one is enough."],
    ),
    (
        "cachex",
        "See it coming",
        "c2",
        "Red threatens to capture.",
        ["It saves stones that could have been captured."],
    ),
    (
        "watch-your-back",
        "Jump and eliminate",
        "f5-f3",
        "A piece can be eliminated: get on both sides of it.",
        ["It eliminates one piece."],
    ),
    (
        "watch-your-back",
        "The board shrinks",
        "a4-b4",
        "The board shrinks in 2 turns: leave its rim.",
        ["It leaves the rim, which is gone in 2 turns."],
    ),
]


@pytest.mark.parametrize(("game", "title", "move", "hint", "said"), LESSONS)
def test_what_a_lesson_teaches_is_said_of_its_board(
    game: str, title: str, move: str, hint: str, said: list[str]
) -> None:
    position = lesson(game, title)
    assert idea(position, move) == hint
    assert deeds(position, move) == said


def test_who_could_connect_and_is_not_stopped_is_named() -> None:
    position = Cachex(3)
    for cell in ("a1", "c3", "b1", "b3", "a3"):
        position.push(cell)
    for move in position.legal_moves:
        board = position.copy()
        board.push(move)
        left = shortest_connection(board, "red")
        says = "Red can connect now." in deeds(position, str(move))
        assert says == (not board.is_over and left is not None and len(left.missing) == 1)


def test_a_game_without_rules_for_words_still_says_how_it_ends() -> None:
    position = lesson("cachex", "Red joins the red sides")
    winning = next(m for m in position.legal_moves if _wins(position, str(m)))
    plain = PlainExplainer()
    assert str(plain.idea(position, winning)) == "The game can be ended now."
    assert [str(deed) for deed in plain.deeds(position, winning)] == ["Red wins the game with it."]


def _wins(position: Position, move: str) -> bool:
    position.push(move)
    won = position.is_over
    position.pop()
    return won

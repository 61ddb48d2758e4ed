"""Lessons in strategy claim only what the solver, a table or a search of all lines confirms."""

from __future__ import annotations

import re

import pytest

from trivium import Position
from trivium.agents.experts import expert_of
from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.hexifence.safety import count_safe
from trivium.games.watch_your_back.evaluation import weighed
from trivium.search.engine import Options, Searcher
from trivium.solve.cachex import CachexTable
from trivium.solve.fences import exact_source
from trivium.study.tutorials import Step, find_lesson, lessons, read_strategy, strategy

LESSONS = [lesson for game in GAMES for lesson in strategy(game)]
STEPS = [
    pytest.param(step, id=f"{lesson.game}: {lesson.name}: {step.title}")
    for lesson in LESSONS
    for step in lesson.steps
    if step.moves
]
_LINES = 3
"""Turns of Watch Your Back! that are searched: a piece is won, or lost, within them."""


def worth_of_edges(position: Position) -> dict[str, int]:
    """Return what each edge wins by."""
    found = exact_source(position, megabytes=16).move_values(position.kernel)  # type: ignore[arg-type]
    return {str(position.move(move)): known.low for move, known in found}


def best_fences(position: Position) -> tuple[set[str], int]:
    """Return the best moves and what they win by."""
    values = worth_of_edges(position)
    best = max(values.values())
    return {move for move, value in values.items() if value == best}, best


def best_stones(position: Position) -> set[str]:
    """Return the moves that win by force, all others losing by force."""
    size = int(position.size)
    if size < 5:
        known = CachexTable(size).move_values(position.kernel)
        return {str(position.move(move)) for move, found in known if found.sign == 1}
    new_prover = expert_of("cachex").new_prover
    assert new_prover is not None
    proof = new_prover().prove(position)
    return set() if proof is None else {str(position.move(proof.move))}


def best_pieces(position: Position) -> set[str]:
    """Return the moves that win, where a table knows; else those that keep most pieces."""
    known = expert_of("watch-your-back").known_results(position)
    if known is None:
        count = {"pieces": 1.0}
        searcher = Searcher(weighed({"placing": count, "moving": count}), Options(quiescence=0), 8)
        depth = 2 if position.phase == "placing" else _LINES  # type: ignore[attr-defined]
        known = searcher.move_values(position.kernel, depth)
    best = max(known.values())
    return {str(position.move(move)) for move, value in known.items() if value == best}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_five_lessons_in_strategy(game: str) -> None:
    found = strategy(game)
    assert len(found) == 5
    assert len({lesson.name for lesson in found}) == len({lesson.title for lesson in found}) == 5
    assert all(any(step.task for step in lesson.steps) for lesson in found)
    assert [lesson.name for lesson in lessons(game)] == ["rules", *(one.name for one in found)]


@pytest.mark.parametrize("step", STEPS)
def test_what_a_lesson_asks_for_is_best(step: Step) -> None:
    board = step.board()
    if step.game == "cachex":
        assert set(step.moves) == best_stones(board)
    elif step.game == "watch-your-back":
        assert set(step.moves) == best_pieces(board)
    else:
        moves, margin = best_fences(board)
        assert set(step.moves) == moves
        for own, other in re.findall(r"(\d+) to (\d+)", step.right):
            assert int(own) - int(other) == margin, step.right
        for told in re.findall(r"win by (\d+)\.", step.right):
            assert int(told) == margin, step.right


def test_there_are_as_many_safe_edges_as_a_lesson_says() -> None:
    counted = 0
    for game in ("hexifence", "dots-and-boxes"):
        for step in (step for lesson in strategy(game) for step in lesson.steps):
            if told := re.search(r"\b(one|two) safe edges? remain", step.text, re.IGNORECASE):
                words = {"one": 1, "two": 2}
                assert words[told[1].lower()] == count_safe(step.board().kernel), step.title
                counted += 1
    assert counted >= 4


def test_what_a_lesson_says_of_a_wrong_edge_is_so() -> None:
    told = 0
    for game in ("hexifence", "dots-and-boxes"):
        for step in (step for lesson in strategy(game) for step in lesson.steps):
            for edge, words in step.hints.items():
                if lost := re.search(r"you lose by (\d+)", words):
                    assert worth_of_edges(step.board())[edge] == -int(lost[1])
                    told += 1
    assert told >= 2


def test_a_lesson_is_found_by_its_name_and_a_wrong_name_is_told() -> None:
    assert find_lesson("cachex", "steal").title == "To steal or not to steal"
    with pytest.raises(TriviumError, match="bridges"):
        find_lesson("cachex", "ladders")


LESSON = """
[[lessons]]
name = "one"
title = "One"
about = "A lesson."
[[lessons.steps]]
title = "Look"
text = "Look."
size = "2"
"""


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('name = "one"', 'name = "rules"'), "rules"),
        (('name = "one"', 'name = "One!"'), "small letters"),
        (('about = "A lesson."', ""), "about"),
        (('size = "2"', 'size = "2"\nmarked = ["zz"]'), "lesson one of hexifence, step 1"),
    ],
)
def test_a_mistake_in_a_lesson_is_named(change: tuple[str, str], complaint: str) -> None:
    read_strategy("hexifence", LESSON)
    with pytest.raises(BadText, match=complaint):
        read_strategy("hexifence", LESSON.replace(*change))

"""Tutorials teach what the rules say."""

from __future__ import annotations

import re

import pytest

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import GAMES, find_game
from trivium.games.game import Game
from trivium.saying import OTHERS
from trivium.solve.tables import hexifence_two
from trivium.study.tutorials import (
    Step,
    lessons,
    read_translation,
    read_tutorial,
    tutorial,
)

STEPS = [step for game in GAMES for lesson in lessons(game) for step in lesson.steps]


def name(step: Step) -> str:
    return f"{step.game}: {step.title}"


STEP = """
title = "A tutorial"
[[steps]]
title = "One"
text = "Look."
size = "2"
task = "Claim a1."
accept = ["a1"]
right = "Yes."
wrong = "No."
"""


def step_called(game: str, title: str) -> Step:
    return next(step for step in tutorial(game).steps if step.title == title)


DIRECTION = re.compile(
    r"\b(left|right|top|bottom|upper\w*|lower\w*|above|below|beneath|up|down|horizontal\w*|"
    r"vertical\w*|north|south|east|west)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("step", STEPS, ids=name)
def test_no_text_tells_a_direction_because_boards_are_turned(step: Step) -> None:
    texts = (step.title, step.text, step.task, step.right, step.wrong, *step.hints.values())
    assert [DIRECTION.findall(text) for text in texts] == [[]] * len(texts)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_rules_in_short_tell_no_direction_either(game: Game) -> None:
    assert DIRECTION.findall(f"{game.summary} {game.rules}") == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_tutorial_with_something_to_do_in_most_steps(game: str) -> None:
    steps = tutorial(game).steps
    assert len(steps) >= 5
    assert sum(bool(step.task) for step in steps) >= len(steps) - 1


@pytest.mark.parametrize("step", STEPS, ids=name)
def test_right_answers_are_right_and_their_replies_are_played(step: Step) -> None:
    for move in step.moves:
        feedback = step.answer(move)
        assert feedback.right and feedback.text
        assert feedback.moves == (move, *step.replies)
        board = step.board()
        for played in feedback.moves:
            board.push(played)
        assert feedback.position == board.to_text()
    for square in step.squares:
        assert step.answer(square).right


@pytest.mark.parametrize("step", [step for step in STEPS if step.moves], ids=name)
def test_every_other_move_is_wrong_and_changes_nothing(step: Step) -> None:
    for move in step.board().legal_moves:
        if str(move) not in step.moves:
            feedback = step.answer(str(move))
            assert not feedback.right and feedback.text
            assert feedback.position == step.position


NUMBERS_AND_PLACES = re.compile(r"\b[a-l]?\d+\b")
WORDS = ("title", "text", "task", "right", "wrong", "hints")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_lessons_tell_the_same_in_every_language(game: str, language: str) -> None:
    for lesson, said in zip(lessons(game), lessons(game, language), strict=True):
        assert said.name == lesson.name and said.title != lesson.title
        for step, told in zip(lesson.steps, said.steps, strict=True):
            for name in WORDS:
                texts = [str(getattr(one, name)) for one in (step, told)]
                here, there = (set(NUMBERS_AND_PLACES.findall(text)) for text in texts)
                assert here == there, (step.title, name)


def test_a_translation_has_to_say_everything() -> None:
    original = (read_tutorial("hexifence", STEP),)
    said = """
        [[lessons]]
        name = "rules"
        title = "Eine Lektion"
        [[lessons.steps]]
        title = "Eins"
        text = "Schau."
        task = "Nimm a1."
        right = "Ja."
        wrong = "Nein."
    """
    (translated,) = read_translation(original, said)
    assert translated.steps[0].answer("a1").text == "Ja."
    for gone in ('right = "Ja."', 'name = "rules"', 'title = "Eine Lektion"', 'text = "Schau."'):
        with pytest.raises(BadText, match="translated"):
            read_translation(original, said.replace(gone, ""))


def test_hexifence_steps_ask_for_the_only_best_moves() -> None:
    for title in ("Chains", "Leave two", "Two at once"):
        step = step_called("hexifence", title)
        board = step.board()
        best = {str(board.move(code)) for code in hexifence_two.best_moves(board.kernel)}
        assert best == set(step.moves), title


def test_leaving_two_and_collecting_wins_the_game_of_the_tutorial() -> None:
    feedback = step_called("hexifence", "Collect").answer("f5")
    outcome = find_game("hexifence").read(feedback.position).outcome()
    assert outcome is not None and outcome.winner == "blue"


@pytest.mark.parametrize("title", ["Capture: two that touch", "Capture: two that do not touch"])
def test_both_kinds_of_diamond_capture_two_stones(title: str) -> None:
    step = step_called("cachex", title)
    before = len(step.board().stones)  # type: ignore[attr-defined]
    after = find_game("cachex").read(step.answer(step.moves[0]).position)
    assert len(after.stones) == before + 1 - 2  # type: ignore[attr-defined]


def test_a_bridge_that_is_joined_cannot_be_captured() -> None:
    step = step_called("cachex", "The bridge")
    joined = step.board()
    joined.push(step.moves[0])
    stones = len(joined.stones)  # type: ignore[attr-defined]
    for answer in joined.legal_moves:
        after = joined.copy()
        after.push(answer)
        assert len(after.stones) == stones + 1, answer  # type: ignore[attr-defined]


def test_an_illegal_answer_is_told_why() -> None:
    feedback = step_called("cachex", "Not in the centre").answer("c3")
    assert not feedback.right and "centre" in feedback.text


def test_a_text_that_is_no_move_is_an_error_for_its_author() -> None:
    with pytest.raises(TriviumError):
        tutorial("hexifence").steps[0].answer("zz99")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('accept = ["a1"]', 'accept = ["b2"]'), "b2"),
        (('size = "2"', ""), "board"),
        (('size = "2"', "then = []"), "before"),
        (('right = "Yes."', ""), "right"),
        (('accept = ["a1"]', ""), "task"),
        (('text = "Look."', ""), "text"),
        (('wrong = "No."', 'wrong = "No."\nrigth = "x"'), "rigth"),
        (('wrong = "No."', 'wrong = "No."\nreplies = ["a1"]'), "a1"),
        (('wrong = "No."', 'wrong = "No."\nhints = { q9 = "x" }'), "q9"),
        (('wrong = "No."', 'wrong = "No."\nmarked = ["a1"]'), "no cell a1"),
        (('title = "A tutorial"', ""), "title"),
        (("[[steps]]", "[[steps"), "TOML"),
    ],
)
def test_a_mistake_in_a_tutorial_is_named(change: tuple[str, str], complaint: str) -> None:
    read_tutorial("hexifence", STEP)
    with pytest.raises(BadText, match=complaint):
        read_tutorial("hexifence", STEP.replace(*change))

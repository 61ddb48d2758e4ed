"""Hints and warnings: the best move with its reasons, and a word before a blunder."""

from __future__ import annotations

import pytest

from trivium import Hexifence, Position
from trivium.agents.catalogue import make_agent
from trivium.games.catalogue import GAMES
from trivium.search.limits import Limit
from trivium.study.hints import find_hint, find_warning
from trivium.study.judging import Opinion, new_judge
from trivium.study.review import review
from trivium.study.tutorials import tutorial
from trivium.study.why import worth_words

QUICK = Limit(nodes=4_000)


def lesson(game: str, title: str) -> Position:
    return next(step for step in tutorial(game).steps if step.title == title).board()


def hint_words(position: Position) -> tuple[str, str, list[str]]:
    adviser = make_agent("champion", position.game)
    hint = find_hint(position, adviser, new_judge(position), QUICK)
    return str(hint.idea), str(hint.move), [str(why) for why in hint.why]


def warned(position: Position, move: str) -> list[str] | None:
    found = find_warning(position, position.read_move(move), new_judge(position), QUICK)
    return None if found is None else [str(why) for why in found]


def test_a_hint_has_an_idea_a_move_and_what_is_proven() -> None:
    idea, move, why = hint_words(lesson("hexifence", "Leave two"))
    assert idea.startswith("Not everything has to be captured")
    assert move == "e2"
    assert why[0].startswith("It hands out 2 cells")
    assert why[-1].startswith("Blue wins by ") and why[-1].endswith(": proven.")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_gives_hints_that_leave_the_position_alone(game: str) -> None:
    position = GAMES[game].start()
    before = position.to_text()
    idea, move, _ = hint_words(position)
    assert idea and position.read_move(move) in position.legal_moves
    assert position.to_text() == before


def test_a_blunder_is_warned_of_and_the_best_move_is_not() -> None:
    position = lesson("hexifence", "Leave two")
    assert warned(position, "e2") is None
    others = [str(move) for move in position.legal_moves if str(move) != "e2"]
    warnings = [found for move in others if (found := warned(position, move))]
    assert warnings and all(found[-1].endswith("proven.") for found in warnings)
    assert not any("e2" in text for found in warnings for text in found), "that would be a hint"


def test_missing_the_connection_of_the_opponent_is_a_blunder() -> None:
    position = lesson("cachex", "See it coming")
    verdicts = {str(move): warned(position, str(move)) for move in position.legal_moves}
    assert verdicts["c2"] is None
    assert any(verdicts.values())


def test_only_what_is_settled_is_called_proven() -> None:
    position = Hexifence(3)
    best, _ = new_judge(position).compare(position, 0, Limit(nodes=200))
    assert not best.settled
    assert not any("proven" in str(words) for words in worth_words(position, best))
    settled = Opinion(best.score, best.line, settled=True)
    if best.score.value:
        assert str(worth_words(position, settled)[0]).endswith("proven.")


def test_a_review_says_what_a_mistake_allows_and_what_was_better() -> None:
    position = lesson("hexifence", "Leave two")
    wrong = next(str(m) for m in position.legal_moves if warned(position, str(m)))
    position.push(wrong)
    (told,) = review(position, QUICK)
    assert told.verdict in ("mistake", "blunder")
    said = [str(why) for why in told.why]
    assert any(text.startswith("Instead, e2: It hands out 2 cells") for text in said)
    assert told.as_dict()["why"] == said

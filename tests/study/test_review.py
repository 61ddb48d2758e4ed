"""The review of a game finds the mistakes that were planted in it."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from trivium import Cachex, Hexifence, Position, WatchYourBack
from trivium.cli.main import run
from trivium.cli.review import graph
from trivium.games.catalogue import GAMES
from trivium.games.record import write_record
from trivium.search.limits import Limit
from trivium.search.stopping import Stop
from trivium.solve.tables import hexifence_two
from trivium.study.judging import new_judge
from trivium.study.review import BLUNDER, VERDICTS, MoveReview, review, summary
from trivium.study.tutorials import tutorial

QUICK = Limit(nodes=4_000)


def reviewed(position: Position, limit: Limit = QUICK) -> list[MoveReview]:
    return list(review(position, limit))


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position.push(move)
    return position


def lesson(game: str, title: str) -> Position:
    return next(step for step in tutorial(game).steps if step.title == title).board()


def test_taking_all_of_a_chain_instead_of_leaving_two_is_a_blunder() -> None:
    position = played(lesson("hexifence", "Leave two"), "c2")
    (found,) = reviewed(position)
    assert (found.verdict, found.best) == (BLUNDER, "e2")
    assert (found.before.points, found.after.points, found.loss) == (1, -1, 2)
    assert found.before.exact and (found.before.chance, found.after.chance) == (1, 0)
    assert found.best_line[:3] == ("e2", "c2", found.best_line[2])
    assert "e2 was better" in str(found.comment)


def test_the_solver_proves_a_blunder_where_it_is_in_reach() -> None:
    position = played(lesson("dots-and-boxes", "Leave two"), "e2")
    (found,) = reviewed(position)
    assert found.before.exact and found.after.exact
    assert (found.best, found.before.points, found.after.points) == ("g2", 2, 0)
    assert found.chance_lost == 0.5 and found.verdict == BLUNDER


def test_overlooking_a_connection_in_cachex_is_a_blunder() -> None:
    position = Cachex(5)
    played(position, "c1", "a3", "c2", "b3", "c4", "d2", "e5", "b5", "c3", "e2", "a1", "c5")
    *_, overlooked, blocked = reviewed(position)
    assert (overlooked.verdict, overlooked.best) == (BLUNDER, "c5")
    assert str(overlooked.before.text) == "Red wins by turn 11"
    assert (blocked.colour, blocked.verdict) == ("blue", "best")


def test_a_slower_win_is_good_but_not_best() -> None:
    position = played(lesson("cachex", "Red joins the red sides"), "a1")
    (found,) = reviewed(position)
    assert found.verdict == "good" and found.best in ("b5", "c5")
    assert [str(value.text) for value in (found.before, found.after)] == [
        "Red wins by turn 9",
        "Red wins by turn 11",
    ]


def test_overlooking_the_last_elimination_is_a_blunder() -> None:
    position = played(lesson("watch-your-back", "The end"), "e5-f5")
    (found,) = reviewed(position)
    assert (found.verdict, found.best) == (BLUNDER, "e5-e4")
    assert found.before.exact and found.before.chance == 1


def test_values_of_hexifence_2_are_those_of_the_table() -> None:
    position = played(Hexifence(2), "c3", "a2", "g4")
    board = position.origin()
    for found, move in zip(reviewed(position), position.moves, strict=True):
        assert found.before.points == hexifence_two.value(board.kernel)
        assert found.after.points == hexifence_two.move_values(board.kernel)[move.code]
        assert (found.verdict in ("best", "forced")) == (found.loss == 0)
        board.push(move)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_nodes_give_the_same_review_and_leave_the_game_alone(game: str) -> None:
    position = GAMES[game].start()
    for _ in range(12):
        position.push(position.legal_moves[7 * len(position.moves) % len(position.legal_moves)])
    before = position.to_text(), position.moves
    first, second = reviewed(position, Limit(nodes=600)), reviewed(position, Limit(nodes=600))
    assert first == second
    assert (position.to_text(), position.moves) == before
    assert [found.number for found in first] == list(range(1, 13))
    for found, move in zip(first, position.moves, strict=True):
        assert found.move == str(move) == found.played_line[0]
        assert found.verdict in VERDICTS and found.comment
        assert found.loss >= 0 and found.chance_lost >= 0
        assert found.before.chance >= found.after.chance
        assert found.chance_of(position.colours[0]) + found.chance_of(position.colours[1]) == 1


def test_a_limit_of_depth_is_enough_for_every_game() -> None:
    for game in GAMES.values():
        position = game.start()
        position.push(position.legal_moves[3])
        assert len(reviewed(position, Limit(depth=1))) == 1


def test_a_move_that_wins_at_once_beside_others_loses_nothing() -> None:
    position = played(lesson("cachex", "Red joins the red sides"), "b5")
    (found,) = reviewed(position)
    assert found.chance_lost == 0 and found.verdict in ("best", "good")


def test_a_forced_move_is_neither_good_nor_bad() -> None:
    position = played(lesson("watch-your-back", "No move possible"), "pass")
    (found,) = reviewed(position)
    assert found.verdict == "forced"
    assert summary([found])["white"]["accuracy"] is None


@pytest.mark.parametrize("start", [Cachex(9), Hexifence(4)])
def test_a_review_can_be_stopped_in_mid_thought(start: Position) -> None:
    stop = Stop()
    first, second = (str(move) for move in start.legal_moves[:2])
    threading.Timer(0.3, stop.ask).start()
    found = list(review(played(start, first, second), Limit(seconds=3600, stop=stop)))
    assert [one.move for one in found] == [first, second]


def test_the_summary_counts_mistakes_and_accuracy() -> None:
    good = played(lesson("hexifence", "Leave two"), "e2")
    bad = played(lesson("hexifence", "Leave two"), "c2")
    (best,), (blunder,) = reviewed(good), reviewed(bad)
    assert summary([best])["blue"] == {
        "moves": 1,
        "accuracy": 100.0,
        "blunder": 0,
        "mistake": 0,
        "inaccuracy": 0,
    }
    total = summary([best, blunder])["blue"]
    assert total["blunder"] == 1 and total["accuracy"] < 60


def test_a_position_without_moves_has_an_empty_review() -> None:
    assert reviewed(WatchYourBack()) == []
    assert new_judge(WatchYourBack()) is not None


def test_the_graph_is_full_at_one_and_empty_at_zero() -> None:
    assert graph([0.0, 1.0, 0.5], height=2) == [" █ ", " ██"]
    assert [len(line) for line in graph([0.3] * 500, width=72)] == [72] * 4


def test_the_command_prints_the_blunder_and_what_was_better(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(write_record(played(lesson("hexifence", "Leave two"), "c2", "e2")))
    assert run(["review", str(file), "--nodes", "2000"]) == 0
    shown = capsys.readouterr().out
    assert "??" in shown and "e2 was better" in shown and "1 blunder" in shown
    assert run(["review", str(file), "--nodes", "2000", "--json"]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["moves"][0]["verdict"] == BLUNDER
    assert told["unit"] == "cells" and told["summary"]["blue"]["blunder"] == 1


def test_the_command_refuses_what_it_cannot_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text(write_record(Cachex(5)))
    assert run(["review", str(empty)]) == 2
    assert "no moves" in capsys.readouterr().err
    assert run(["review", str(empty), "--time", "1", "--nodes", "5"]) == 2

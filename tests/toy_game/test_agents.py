"""A game that no agent has heard of is searched, simulated, played at levels, stored and reviewed.

Nothing in the package knows it: it has rules, a notation and an entry in the catalogue.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.toy_game.position import NOUGHTS_AND_CROSSES, NoughtsAndCrosses
from trivium.agents.catalogue import agents_of, make_agent
from trivium.agents.levels import LEVELS, describe, level_name, level_rating
from trivium.arena.database.storage import Database, Filter
from trivium.cli.main import run
from trivium.games.record import write_record
from trivium.search.engine import Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import Limit
from trivium.study.live_analysis import Findings, live_analysis_of
from trivium.study.review import BLUNDER, review, summary

NAME = NOUGHTS_AND_CROSSES.name


def played(*moves: str) -> NoughtsAndCrosses:
    position = NoughtsAndCrosses(3)
    for move in moves:
        position.push(move)
    return position


def test_search_finds_that_best_play_is_a_draw_and_a_fork_that_wins() -> None:
    position = played()
    report = Searcher(PointsOnly(), megabytes=4).search(
        position.kernel, position.colours, Limit(depth=9)
    )
    assert (report.score.value, report.depth) == (0, 9)
    losing = played("a1", "b1")
    found = Searcher(PointsOnly(), megabytes=4).search(
        losing.kernel, losing.colours, Limit(depth=9)
    )
    assert str(found.score) == "Blue wins by turn 7"


def test_simulated_games_find_the_only_defence() -> None:
    position = played("a1", "b2", "b1")
    choice = make_agent("mcts", NAME, 1).choose(position, Limit(nodes=3_000))
    assert str(choice.move) == "c1"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_it_and_takes_a_win_on_the_spot(level: int) -> None:
    agent = make_agent(level_name(level), NAME, 3)
    assert str(agent.choose(played("a1", "b2", "b1", "c3"), Limit(nodes=500)).move) == "c1"
    assert describe(NAME, level) and level_rating(NAME, level) is None
    position = played()
    while not position.is_over:
        position.push(agent.choose(position, Limit(nodes=200)).move)


def test_a_match_is_played_and_its_records_are_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "games.sqlite"
    players = ["champion", "random", "--games", "6", "--nodes", "300", "--db", str(database)]
    assert run(["match", NAME, *players, "--event", "toy", "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["games"] == 6
    stored = Database(database)
    records = [record for _, record in stored.records(Filter(event="toy"))]
    stored.close()
    assert len(records) == 6
    assert {record.game for record in records} == {NAME}
    assert {name for record in records for name in record.names} == {"champion", "random"}


def test_a_review_finds_the_move_that_lost() -> None:
    position = played("a1", "b1", "b2", "c3", "a2", "a3", "c2")
    found = list(review(position, Limit(depth=9)))
    lost, *later = (one for one in found if one.colour == "red")
    assert (lost.move, lost.verdict) == ("b1", BLUNDER)
    assert [one.chance_lost for one in later] == [0, 0]
    assert found[-1].after.chance == 1 and summary(found)["blue"]["accuracy"] == 100


def test_live_analysis_proves_the_win() -> None:
    heard: list[Findings] = []
    assert live_analysis_of(played("a1", "b1"), 2).go_on(Limit(seconds=20), heard.append)
    best, other = heard[-1].lines
    assert str(best.score) == "Blue wins by turn 7" and best.move != other.move


def test_it_has_the_agents_that_play_everything_and_a_plain_champion() -> None:
    assert {"random", "human", "novice", "mcts", "champion", "level1", "level10"} <= set(
        agents_of(NAME)
    )
    assert "greedy" not in agents_of(NAME)


def test_a_saved_game_is_shown_and_reviewed_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(write_record(played("a1", "b1", "a2", "c3", "a3")))
    assert run(["review", str(file), "--nodes", "20000"]) == 0
    assert "was better" in capsys.readouterr().out
    assert run(["show", NAME, "--size", "4"]) == 0
    assert "Blue to move" in capsys.readouterr().out
    assert run(["solve", NAME]) == 2
    assert "dots-and-boxes can" in capsys.readouterr().err

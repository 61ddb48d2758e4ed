"""An agent is placed on the scale of the levels, by opponents that tell most."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from trivium.arena.ratings.placing import Placing
from trivium.cli.main import run

RUNGS = {f"level{n}": 250.0 * n for n in range(8)}


def place(true: float, games: int, seed: int) -> Placing:
    """Play games whose results chance decides, as strength would have it."""
    placing, dice = Placing(RUNGS), random.Random(seed)
    for _ in range(games):
        rung = placing.next_rung()
        expected = 1 / (1 + 10 ** ((RUNGS[rung] - true) / 400))
        placing.add(rung, float(dice.random() < expected))
    return placing


@pytest.mark.parametrize("true", [0, 400, 900, 1600])
def test_the_interval_holds_the_true_rating_about_as_often_as_it_says(true: float) -> None:
    placed = [place(true, 30, seed) for seed in range(40)]
    inside = sum(abs(one.elo - true) <= one.error for one in placed)
    assert inside >= 34
    assert all(one.error < 170 for one in placed)


def test_opponents_are_chosen_near_the_player() -> None:
    placing = place(1300, 30, seed=3)
    late = [RUNGS[rung] for rung, _ in placing.played[10:]]
    assert all(abs(rating - 1300) <= 400 for rating in late)


def test_who_wins_everything_is_beyond_the_scale() -> None:
    placing = Placing(RUNGS)
    for _ in range(10):
        placing.add(placing.next_rung(), 1.0)
    assert placing.beyond and placing.elo > 1700
    placing.add("level7", 0.0)
    assert not placing.beyond


def test_a_command_rates_an_agent_and_writes_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "rating.html"
    options = ["--size", "2", "--games", "5", "--time", "0.01", "--report", str(report)]
    assert run(["rate", "hexifence", "random", *options, "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out.splitlines()[-1])
    assert found["games"] == 4 and found["elo"] < 900
    assert sum(sum(v for k, v in o.items() if k != "elo") for o in found["opponents"].values()) == 4
    assert "measured on 3" in err
    assert "The rating of random" in report.read_text()


def test_a_wrong_agent_is_told_before_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rate", "cachex", "levle3"]) == 2
    assert "did you mean level3" in capsys.readouterr().err

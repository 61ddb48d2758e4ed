"""A small soak: all built-in agents play each other in every game without a failure."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benchmarks.soak import fast_games as benchmark
from benchmarks.soak.fast_games import fixtures, soak

from trivium.agents.catalogue import agents_of
from trivium.arena.running import play_event
from trivium.games.catalogue import GAMES


def result(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_all_agents_play_all_others_without_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agents = {game: set(agents_of(game)) - {"human"} for game in GAMES}
    games = max(len(names) * (len(names) - 1) for names in agents.values())
    for game in GAMES:
        assert {e.name for f in fixtures(game, games) for e in f.entrants} == agents[game]
    assert not soak(tmp_path / "games.sqlite", games, as_json=True)
    told = result(capsys)
    assert told["complete"]
    assert [row["games"] for row in told["results"]] == [games] * len(GAMES)


def test_an_interrupted_soak_tells_what_it_has_and_goes_on_from_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    played = 0

    def counted(*event: Any) -> Iterator[Any]:
        nonlocal played
        for game in play_event(*event):
            played += 1
            if played == 3:
                os.kill(os.getpid(), signal.SIGINT)
            yield game

    monkeypatch.setattr(benchmark, "play_event", counted)
    with pytest.raises(KeyboardInterrupt):
        soak(path, 4, as_json=True)
    output = capsys.readouterr()
    partial = json.loads(output.out.splitlines()[-1])
    assert not partial["complete"]
    assert [row["games"] for row in partial["results"]] == [3, 0, 0, 0]
    assert "Stopped" in output.err

    assert not soak(path, 4, as_json=True)
    assert [row["games"] for row in result(capsys)["results"]] == [4, 4, 4, 4]
    assert played == 16
    assert not path.exists()

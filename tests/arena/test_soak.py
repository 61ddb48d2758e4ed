"""A small soak: all built-in agents play each other in every game without a failure."""

from __future__ import annotations

import pytest
from benchmarks.soak import fixtures, soak

from trivium.agents.catalogue import agents_of
from trivium.games.catalogue import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_all_agents_play_all_others_without_a_failure(game: str) -> None:
    agents = set(agents_of(game)) - {"human"}
    games = len(agents) * (len(agents) - 1)
    assert {e.name for f in fixtures(game, games) for e in f.entrants} == agents
    result = soak(game, games)
    assert result["faults"] == []
    assert result["games"] == games

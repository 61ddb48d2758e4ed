"""Whoever thinks can be stopped from another thread, long before the time is up."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from benchmarks.solve import suite

from trivium.agents.catalogue import agents_of, make_agent
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.search.limits import Limit
from trivium.search.stopping import Stop

FAR_TOO_LONG = 3600.0
PATIENCE = 60.0
"""Seconds to wait for somebody who should stop within milliseconds: the machine may be busy."""


def hard_position(game: str) -> Position:
    """Return a position that nobody is done with in a second."""
    if game == "hexifence":
        return next(suite(34, 1))
    position = GAMES[game].start("6x6" if game == "dots-and-boxes" else None)
    if game == "cachex":
        position.push("d4")
        position.push("f6")
    return position


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("hexifence", "champion"),
        ("hexifence", "stages:middle=60,timeout=3600"),
        ("cachex", "champion"),
        ("watch-your-back", "champion:timeout=3600"),
        ("dots-and-boxes", "mcts"),
    ],
)
def test_an_agent_gives_a_legal_move_soon_after_it_is_asked_to_stop(game: str, agent: str) -> None:
    position, stop = hard_position(game), Stop()
    player = make_agent(agent, game)
    player.prepare(position)
    with ThreadPoolExecutor(1) as pool:
        choice = pool.submit(player.choose, position, Limit(FAR_TOO_LONG, stop=stop))
        with pytest.raises(TimeoutError):
            choice.result(timeout=0.3)
        stop.ask()
        assert choice.result(PATIENCE).move in position.legal_moves
    # The request stands: nothing is begun anew.
    assert player.choose(position, Limit(FAR_TOO_LONG, stop=stop)).move in position.legal_moves


@pytest.mark.parametrize(
    ("game", "agent"),
    [(game, agent) for game in GAMES for agent in agents_of(game) if agent != "human"],
)
def test_no_agent_begins_to_think_after_a_stop(game: str, agent: str) -> None:
    position, stop = hard_position(game), Stop()
    player = make_agent(agent, game)
    player.prepare(position)
    stop.ask()
    with ThreadPoolExecutor(1) as pool:
        choice = pool.submit(player.choose, position, Limit(FAR_TOO_LONG, stop=stop))
        assert choice.result(PATIENCE).move in position.legal_moves


def test_a_stopped_solver_claims_nothing_that_it_has_not_proven() -> None:
    position, stop = next(suite(34, 1)), Stop()
    champion = make_agent("champion", "hexifence")
    threading.Timer(0.3, stop.ask).start()
    report = champion.choose(position, Limit(FAR_TOO_LONG, stop=stop)).report
    assert report is not None
    assert not report.score.exact

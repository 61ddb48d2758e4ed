"""Agents are prepared before their clock runs: what they need is loaded and taken by then."""

from __future__ import annotations

import subprocess
import sys

import pytest
from benchmarks.positions import suite_position

from trivium import Hexifence
from trivium.agents.agent import Agent
from trivium.agents.catalogue import make_agent
from trivium.games.catalogue import GAMES
from trivium.games.hexifence.position import FencesPosition
from trivium.search.engine import Searcher
from trivium.search.limits import Limit
from trivium.search.stopping import Stop
from trivium.solve.strings_and_coins import solver as solvers
from trivium.solve.tables.hexifence_two_traps import mistake_chances

LOADED_LATER = """
from trivium.agents.catalogue import make_agent
from trivium.games.catalogue import GAMES
from trivium.kernel import code_cache
from trivium.search.limits import Limit

loaded = []
load = code_cache._Kept.load_whole

def noted(cache, *arguments):
    loaded.append(cache._name)
    return load(cache, *arguments)

code_cache._Kept.load_whole = noted
position = GAMES["hexifence"].start("3")
champion, guide = make_agent("champion", "hexifence"), make_agent("greedy", "hexifence")
champion.prepare(position)
guide.prepare(position)
before = len(loaded)
assert any("strings_and_coins" in name for name in loaded)
while not position.is_over:
    champion.choose(position, Limit(nodes=2000))
    position.push(guide.choose(position).move)
print(*loaded[before:])
"""


def test_the_champion_of_hexifence_loads_nothing_while_its_clock_runs() -> None:
    command = [sys.executable, "-c", LOADED_LATER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("game", "name"),
    [("cachex", "champion"), ("watch-your-back", "champion"), ("hexifence", "learned")],
)
def test_the_memory_of_the_agent_itself_is_taken(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Searcher] = []
    monkeypatch.setattr(Searcher, "reserve", lambda searcher: taken.append(searcher))
    monkeypatch.setattr(Agent, "_rehearse", lambda agent, position: None)
    agent, position = make_agent(name, game), GAMES[game].start()
    agent.prepare(position)
    assert agent.searcher_for(position) in taken


def lost_position() -> Hexifence:
    """A position of Hexifence 2 in which some best moves are better traps than others."""
    position, guide = Hexifence(2), make_agent("greedy", "hexifence", seed=1)
    while True:
        position.push(guide.choose(position).move)
        if len(set(mistake_chances(position.kernel).values())) > 1:
            return position


def test_looking_for_traps_stops_when_it_is_asked_to() -> None:
    position, stop = lost_position(), Stop()
    stop.ask()
    chances = mistake_chances(position.kernel, Limit(stop=stop))
    assert chances.keys() == mistake_chances(position.kernel).keys()
    assert len(set(chances.values())) == 1


def test_what_the_solver_knows_it_tells_without_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    position = suite_position("dots-and-boxes", "3x3", 6)
    assert isinstance(position, FencesPosition)
    solver = solvers.Solver(position.board, megabytes=1)
    found = solver.estimate(position.kernel, Limit())

    def no_thread(*arguments: object) -> None:
        raise AssertionError("a thread was started")

    monkeypatch.setattr(solvers, "ThreadPoolExecutor", no_thread)
    again = solver.estimate(position.kernel, Limit())
    assert (again.low, again.high, again.best) == (found.low, found.high, found.best)

"""The clock of an agent of a course is one of CPU time, as it was there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.external.playing import write_agent
from tests.arena.external.test_gtp_agent import SCRIPT, engine
from trivium import Hexifence
from trivium.agents.simple import RandomAgent
from trivium.arena import clocks
from trivium.arena.clocks import Clock, CpuLimit, TimeControl
from trivium.arena.external.limits import AgentLimits
from trivium.arena.fixtures import play_fixture
from trivium.arena.match import Match, MatchResult, play_match
from trivium.arena.openings import Openings
from trivium.arena.players import make_player
from trivium.arena.records import read_line, write_line
from trivium.arena.referee import PlayedGame, Terms, play_game
from trivium.games.catalogue import GAMES

SLEEPS = "def action(self): import time; time.sleep(0.2); return self.place()"
BURN = """
import time
def burn():
    until = time.process_time() + 0.4
    while time.process_time() < until: pass
"""
SHORT = TimeControl(game=0.35, margin=0.0)


def game(description: str, control: TimeControl, limits: AgentLimits | None = None) -> PlayedGame:
    terms = Terms(control, agents=limits or AgentLimits())
    player = make_player(description, "cachex", 1, terms.agents)
    return play_game(GAMES["cachex"].start("4"), (player, RandomAgent(1)), terms)


def test_who_sleeps_while_others_are_busy_loses_nothing(tmp_path: Path) -> None:
    played = game(write_agent(tmp_path, SLEEPS), SHORT)
    assert played.fault != "time", played.outcome
    assert played.by_cpu == (True, False)
    assert len(played.moves) > 3


def test_the_wall_clock_counts_if_that_is_wanted(tmp_path: Path) -> None:
    played = game(write_agent(tmp_path, SLEEPS), SHORT, AgentLimits(wall_clock=True))
    assert played.fault == "time"
    assert played.by_cpu == (False, False)


def test_an_engine_of_the_text_protocol_keeps_the_wall_clock(tmp_path: Path) -> None:
    script = "import time\n" + SCRIPT.replace('"=", moves', 'time.sleep(0.2) or "=", moves')
    played = game(engine(tmp_path, ["a1", "b1", "c1", "d1"], script), SHORT)
    assert played.fault == "time"
    assert played.by_cpu == (False, False)


CHILDREN = {
    "itself": "burn()",
    "a child that it waits for": "os.fork() or (burn(), os._exit(0)); os.wait()",
    "a child that it does not wait for": "os.fork() or (burn(), os._exit(0)); time.sleep(1)",
    "a child that goes on": "os.fork() or (burn(), time.sleep(600)); time.sleep(1)",
    "a thread": "t = threading.Thread(target=burn); t.start(); t.join()",
}


@pytest.mark.parametrize("who", CHILDREN)
def test_what_an_agent_computes_counts_whoever_does_it_for_it(tmp_path: Path, who: str) -> None:
    code = f"def action(self): {CHILDREN[who]}; return self.place()"
    before = BURN + "\nimport os, threading\n"
    played = game(write_agent(tmp_path, code, before), SHORT)
    assert played.fault == "time"
    assert "of CPU time" in played.outcome.reason


def test_who_computes_without_end_is_stopped_by_cpu_time(tmp_path: Path) -> None:
    played = game(write_agent(tmp_path, "def action(self):\n    while True: pass"), SHORT)
    assert "time: no answer after 0." in played.outcome.reason
    assert "of CPU time" in played.outcome.reason


def test_who_only_sleeps_is_stopped_by_the_wall_clock_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "_PAUSE", 0.2)
    code = "def action(self): import time; time.sleep(600)"
    control = TimeControl(move=0.05, margin=0.0)
    played = game(write_agent(tmp_path, code), control)
    assert played.fault == "time"
    assert "CPU" not in played.outcome.reason


def test_many_naps_come_to_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "_PAUSE", 1.0)
    clock = Clock(TimeControl(game=2.0, margin=0.0), by_cpu=(True, False))
    for _ in range(3):
        assert clock.spend(0, 0.0, wall=3.0) is None
    assert "3.00 s by the wall clock" in (clock.spend(0, 0.0, wall=3.0) or "")


def test_a_limit_of_cpu_time_has_a_patient_wall_clock_beside_it() -> None:
    limit = Clock(TimeControl(game=10.0, margin=1.0), by_cpu=(True, False)).limit(Hexifence(2))
    assert isinstance(limit, CpuLimit)
    assert (limit.remaining, limit.cpu_forfeit_after) == (10.0, 11.0)
    assert (limit.forfeit_after or 0) > 3 * 11.0
    unlimited = Clock(TimeControl(), by_cpu=(True, False)).limit(Hexifence(2))
    assert isinstance(unlimited, CpuLimit)
    assert unlimited.forfeit_after is unlimited.cpu_forfeit_after is None


def test_the_record_and_the_result_say_which_clock_it_was(tmp_path: Path) -> None:
    match = Match(
        "cachex", write_agent(tmp_path, ""), "random", size="3", openings=Openings("none")
    )
    record = play_fixture(match.fixtures()[1])
    assert [player.clock for player in record.players] == [None, "cpu"]
    assert read_line(write_line(record)) == record
    assert MatchResult(match, tuple(play_match(match))).clocks == ("cpu", "wall")

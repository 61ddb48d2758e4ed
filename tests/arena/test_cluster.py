"""Games on a Ray cluster: the same games, and a lost worker costs only time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray has no wheels for this version of Python")

ROOT = Path(__file__).parents[2]

SCRIPT = """
import json, os, signal, sys
from pathlib import Path

from trivium.arena.fixtures import Fixture, play_fixture
from trivium.arena.match import Match, play_match
from trivium.arena.openings import Openings
from trivium.arena.schedule import InDatabase
from trivium.arena.storage import Database
from trivium.cli.arena import make_workers
from trivium.errors import TriviumError
import trivium.arena.running as running

folder = Path(sys.argv[1])
match = Match("hexifence", "greedy", "random", "2", 12, openings=Openings("random"), seed=3)

def play_and_die_once(fixture):
    record = play_fixture(fixture)
    marker = folder / "killed"
    if fixture.key == "2a" and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    (folder / f"worker-{os.getpid()}").touch()
    return record

def complaint(workers):
    try:
        list(workers.run(read_anything, ["nothing"]))
    except TriviumError as error:
        return str(error)

def read_anything(text):
    raise TriviumError(f"{text} cannot be read")

running.play_fixture = play_and_die_once
database = Database(folder / "games.sqlite")
database.begin_event("cluster", "match", match.plan())
with make_workers(2, "ray") as workers:
    list(play_match(match, workers, InDatabase(database, "cluster")))
    games = {record["key"]: record["moves"] for _, record in database.records()}
    print(json.dumps({
        "slots": workers.slots,
        "stored": database.count(),
        "same": games == {f.key: play_fixture(f)["moves"] for f in match.fixtures()},
        "killed": (folder / "killed").exists(),
        "complaint": complaint(workers),
        "workers": len(list(folder.glob("worker-*"))),
    }))
"""


def environment() -> dict[str, str]:
    """Ray's workers have to find Trivium where this process has found it."""
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def test_a_killed_worker_loses_no_game_and_all_games_are_the_same(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, script, tmp_path],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer.pop("workers") >= 2
    assert answer.pop("complaint") == "nothing cannot be read"
    assert answer == {"slots": 2, "stored": 12, "same": True, "killed": True}

"""Games on a Ray cluster: the same games, and a lost worker costs only time."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from trivium.arena.cluster import RayWorkers
from trivium.errors import TriviumError

pytest.importorskip("ray", reason="Ray has no wheels for this version of Python")

ROOT = Path(__file__).parents[2]
RAY = (sys.executable, "-m", "ray.scripts.scripts")

SCRIPT = """
import json, os, signal, sys
from pathlib import Path

from trivium.arena.fixtures import Fixture, play_fixture
from trivium.arena.match import Match, play_match
from trivium.arena.openings import Openings
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
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
    games = {record.key: record.moves for _, record in database.records()}
    print(json.dumps({
        "slots": workers.slots,
        "stored": database.count(),
        "same": games == {f.key: play_fixture(f).moves for f in match.fixtures()},
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


@contextlib.contextmanager
def running_cluster(token: str) -> Iterator[str]:
    """Run a cluster of one machine; yield the address at which others join it."""
    address = f"127.0.0.1:{free_port()}"
    keys = environment() | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token}
    with tempfile.TemporaryDirectory(prefix="ray-", dir="/tmp", ignore_cleanup_errors=True) as home:
        command = f"start --head --block --node-ip-address 127.0.0.1 --port {address[10:]}"
        options = f"--num-cpus 2 --include-dashboard=false --disable-usage-stats --temp-dir {home}"
        head = subprocess.Popen(
            [*RAY, *command.split(), *options.split()],
            env=keys,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(address, keys)
            yield address
        finally:
            head.terminate()
            head.wait(60)


def free_port() -> int:
    """Return a port below those that Ray gives to its workers."""
    for port in range(9_000 + os.getpid() % 900, 10_000):
        with socket.socket() as trial, contextlib.suppress(OSError):
            trial.bind(("127.0.0.1", port))
            if port not in _given:
                _given.add(port)
                return port
    raise AssertionError("no port is free")


_given: set[int] = set()


def wait_for(address: str, keys: dict[str, str]) -> None:
    """Return when the cluster has a machine that can work."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        status = subprocess.run(
            [*RAY, "status", "--address", address], capture_output=True, text=True, env=keys
        )
        if "2.0 CPU" in status.stdout:
            return
        time.sleep(0.2)
    raise AssertionError(f"the cluster does not start: {status.stdout}{status.stderr}")


def test_a_cluster_is_joined_by_its_address_and_its_token() -> None:
    match = "match hexifence greedy random --size 1 --games 4 --nodes 5 --seed 3 --no-store --json"
    token = secrets.token_hex(32)
    with running_cluster(token) as address:
        command = [sys.executable, "-m", "trivium", *match.split()]
        there = subprocess.run(
            [*command, "--cluster", address],
            capture_output=True,
            text=True,
            env=environment() | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token},
        )
    assert there.returncode == 0, there.stderr
    here = subprocess.run(command, capture_output=True, text=True, check=True)
    told = ("wins", "draws", "losses", "pairs", "reasons")
    assert [json.loads(there.stdout)[name] for name in told] == [
        json.loads(here.stdout)[name] for name in told
    ]


@pytest.mark.parametrize("address", ["ray://127.0.0.1:1", "127.0.0.1:1", "ray://127.0.0.1:x"])
def test_a_cluster_that_is_not_there_is_told_at_once(address: str) -> None:
    with pytest.raises(TriviumError, match=f"nobody answers at {address}"):
        RayWorkers(address)

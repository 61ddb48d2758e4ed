"""Those who wait hold no memory, and what was used is given back."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from tests.web.serving import eventually, serving
from trivium.games.position import Position
from trivium.study.live_analysis import LiveAnalysis, live_analysis_of
from trivium.web.thinking import analysis
from trivium.web.thinking.pool import Pool

WISH = {"type": "analyse", "ref": 1, "game": "cachex", "size": "7", "seconds": 60}


def test_a_pool_keeps_the_last_used_and_lends_each_once() -> None:
    pool: Pool[str] = Pool(most=2)
    for name in "abc":
        pool.put_back(name, name.upper())
    assert [pool.take(name) for name in "abc"] == [None, "B", "C"]
    assert pool.take("b") is None and len(pool) == 0


def test_a_pool_forgets_what_nobody_has_used_for_long() -> None:
    pool: Pool[str] = Pool(most=5)
    pool.put_back("a", "A")
    assert pool.forget(unused=60) == 0
    assert pool.forget(unused=0) == 1
    assert pool.take("a") is None


def test_a_flood_of_analyses_makes_no_more_engines_than_run_or_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive: weakref.WeakSet[LiveAnalysis] = weakref.WeakSet()
    made = most = 0

    def made_analysis(position: Position, lines: int) -> LiveAnalysis:
        nonlocal made, most
        new = live_analysis_of(position, lines)
        alive.add(new)
        made, most = made + 1, max(most, len(alive))
        return new

    monkeypatch.setattr(analysis, "live_analysis_of", made_analysis)
    monkeypatch.setattr(analysis, "_FAIR_SHARE", 0.05)
    with serving(tmp_path, searches=1, studies=1) as client:
        with ExitStack() as crowd:
            for _ in range(8):
                crowd.enter_context(_analysing(client))
            assert eventually(lambda: made >= 16), "all had their turn, some twice"
            assert most <= 3, "one runs, one is kept, one is just being replaced"
        assert eventually(lambda: gc.collect() >= 0 and not alive)


def test_an_analysis_that_begins_anew_tells_nothing_less_than_it_has_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "_FAIR_SHARE", 0.05)
    with serving(tmp_path, searches=1, studies=0) as client, _analysing(client) as other:
        with _analysing(client) as socket:
            depths = [socket.receive_json().get("depth", 0) for _ in range(40)]
        other.send_json({"type": "stop"})
    assert depths == sorted(depths)
    assert depths[-1] > 0


@contextmanager
def _analysing(client: TestClient) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect("/api/analysis") as socket:
        socket.send_json(WISH)
        yield socket


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the allocator is left as it is")
def test_what_a_server_frees_goes_back_to_the_system() -> None:
    script = """
import threading, numpy as np
from trivium.web.thinking.memory import give_back, settle

def megabytes():
    return int(open("/proc/self/statm").read().split()[1]) * 4 // 1024

def table(size):
    pins.append(bytearray(200_000))  # stays, and keeps a heap from shrinking
    return np.ones(size << 17)

settle()
pins = []
before = megabytes()
for _ in range(3):
    tables = [table(size) for size in (4, 16, 31) for _ in range(8)]
    peak = megabytes()
    del tables
    assert megabytes() - before < 40, "large tables stay"
    small = []
    thread = threading.Thread(target=lambda: small.extend(bytearray(20_000) for _ in range(5000)))
    thread.start(); thread.join()
    del small[::2], small[:]
    give_back()
    assert megabytes() - before < 40, "small pieces stay"
assert peak - before > 400
print("given back")
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.stdout == "given back\n", ran.stderr

"""What a flood of analyses costs the server in memory, and what is left of that a minute later.

Five hundred connections ask for an analysis each, of boards of all games, and all but a few wait.
Then they leave, and nobody comes. Memory is the resident set of the server's process, as the
kernel tells it; the peak is the kernel's own, so that nothing between two looks is missed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect

from benchmarks.progress import Steps

ANALYSES = 500
SECONDS = 60
"""How long they ask, and how long nobody is there afterwards."""
STEPS = 2 * SECONDS
WANTED_PEAK = 1000
WANTED_LEFT = 350
BOARDS = (("hexifence", "3"), ("cachex", "7"), ("watch-your-back", "8"), ("dots-and-boxes", "4x4"))

_EACH = 50
"""Connections of one address."""


@dataclass
class Flood:
    """What was seen, in megabytes."""

    results: dict[str, Any] = field(default_factory=dict)

    def figures(self) -> dict[str, Any]:
        """Return what there is to say about it now."""
        return {
            **self.results,
            "wanted_flood_peak_megabytes": WANTED_PEAK,
            "wanted_flood_left_megabytes": WANTED_LEFT,
        }


async def flood(
    client: httpx.AsyncClient, address: str, pid: int, seen: Flood, steps: Steps
) -> None:
    """Flood a server that has compiled everything; where memory is not told, do nothing."""
    if sys.platform != "linux":
        return
    for game, size in BOARDS:
        await _analyse(address, 0, game, size, seconds=1.0)
    seen.results["flood_before_megabytes"] = _megabytes(pid, "VmRSS")
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak begins anew
    guests = [
        asyncio.create_task(_analyse(address, number, *BOARDS[number % len(BOARDS)], seconds=60.0))
        for number in range(ANALYSES)
    ]
    most = 0
    for _ in range(SECONDS):
        steps.begin(f"{ANALYSES} analyses at once")
        await asyncio.sleep(1)
        health = (await client.get("/api/health")).json()
        most = max(most, health["searches"] + health["waiting"])
        seen.results["flood_analyses"] = most
        seen.results["flood_peak_megabytes"] = _megabytes(pid, "VmHWM")
    for guest in guests:
        guest.cancel()
    await asyncio.gather(*guests, return_exceptions=True)
    for second in range(SECONDS):
        steps.begin("a minute after them")
        await asyncio.sleep(1)
        seen.results["flood_left_megabytes"] = _megabytes(pid, "VmRSS")
        seen.results["flood_left_after_seconds"] = second + 1


async def _analyse(address: str, number: int, game: str, size: str, seconds: float) -> None:
    """Ask for an analysis and listen to it until it is done."""
    here = f"127.0.0.{1 + number // _EACH}"
    wish = {"type": "analyse", "ref": 1, "game": game, "size": size, "seconds": seconds}
    url = f"{address.replace('http', 'ws')}/api/analysis"
    async with connect(url, max_size=None, local_addr=(here, 0), open_timeout=60) as connection:
        await connection.send(json.dumps(wish))
        async for message in connection:
            if json.loads(message).get("phase") == "done":
                return


def _megabytes(pid: int, name: str) -> int:
    """Return what the kernel tells of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) // 1024
    raise AssertionError(name)

"""Bots to hand in, and leagues that are over soon."""

from __future__ import annotations

import io
import tarfile
import zipfile
from typing import Any

from trivium.arena.database.storage import Database
from trivium.league.entry.versions import Version, submit
from trivium.league.leagues import League, make_league
from trivium.league.members import add_members, find_member
from trivium.league.plan import Plan

HONEST = """
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Player:
    def __init__(self, player, n):
        self.cells = [(r, q) for r in range(n) for q in range(n)]
        if n % 2:
            self.cells.sort(key=lambda cell: cell == (n // 2, n // 2))
        self.stones = {}

    def action(self):
        return ("PLACE", *next(cell for cell in self.cells if cell not in self.stones))

    def turn(self, player, action):
        if action[0] == "STEAL":
            self.stones = {(q, r): player for r, q in self.stones}
            return
        self.stones[tuple(action[1:])] = player
        for cell in set(self.captured(player, *action[1:])):
            self.stones.pop(cell, None)

    def captured(self, player, r, q):
        for i, (dr, dq) in enumerate(AROUND):
            (br, bq), (ar, aq) = AROUND[i - 1], AROUND[(i + 1) % 6]
            for partner, pair in (
                ((r + dr, q + dq), ((r + br, q + bq), (r + ar, q + aq))),
                ((r + dr + ar, q + dq + aq), ((r + dr, q + dq), (r + ar, q + aq))),
            ):
                takers = self.stones.get(partner) == player
                if takers and all(self.stones.get(cell, player) != player for cell in pair):
                    yield from pair
"""
CRASHING = HONEST.replace(
    'return ("PLACE"', 'raise ValueError("a secret of mine")\n        return ("PLACE"'
)
LOOPING = HONEST.replace('return ("PLACE"', 'while True: pass\n        return ("PLACE"')
UNLUCKY = "import os" + HONEST.replace(
    'return ("PLACE"',
    'if os.environ["PYTHONHASHSEED"] not in "01": raise ValueError("late secret")\n'
    '        return ("PLACE"',
)
"""Passes its trial, whose seeds it knows, and fails in all other games."""


def zipped(
    files: dict[str, str | bytes] | None = None,
    compression: int = zipfile.ZIP_STORED,
    **modules: str,
) -> bytes:
    """Return a zip file of files, and of modules by their names."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as archive:
        for name, text in (files or {}).items():
            archive.writestr(name, text)
        for name, text in modules.items():
            archive.writestr(f"{name}.py", text)
    return content.getvalue()


def tarred(*entries: tarfile.TarInfo | tuple[str, bytes]) -> bytes:
    """Return a tar.gz file of files, and of entries that are no files."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for entry in entries:
            if isinstance(entry, tarfile.TarInfo):
                archive.addfile(entry)
            else:
                info = tarfile.TarInfo(entry[0])
                info.size = len(entry[1])
                archive.addfile(info, io.BytesIO(entry[1]))
    return content.getvalue()


def small_league(database: Database, *names: str, **plan: Any) -> League:
    """Return a league of Cachex 3 that needs few games, with members."""
    settings: dict[str, Any] = {
        "clock": "2",
        "references": (1,),
        "narrow": 400.0,
        "openings": "none",
    } | plan
    league, _ = make_league(database, "cup", Plan("cachex", ("3",), **settings))
    add_members(database, league.id, [(name, "member") for name in names], "tutor")
    return league


def hand_in(database: Database, league: League, name: str, code: str = HONEST) -> Version:
    """Hand in a module as somebody's bot."""
    member = find_member(database, league.id, name)
    return submit(database, league, member, zipped(team=code))

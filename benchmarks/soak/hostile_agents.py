"""Agents for Cachex that fail, flood, hoard, fork, litter and spy, and how they may lose."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

HONEST = """
import random

class Player:
    def __init__(self, player, n):
        self.colour, self.n, self.board, self.turns = player, n, {}, 0

    def action(self):
        self.turns += 1
        if self.turns >= 2:
            self.misbehave()
        return self.place()

    def place(self):
        centre = (self.n // 2, self.n // 2) if self.n % 2 else None
        cells = [(r, q) for r in range(self.n) for q in range(self.n)]
        free = [cell for cell in cells if cell not in self.board and cell != centre]
        return ("PLACE", *random.choice(free or [centre]))

    def turn(self, player, action):
        if action[0] == "PLACE":
            self.board[action[1:]] = player
        else:
            self.board = {(q, r): player for r, q in self.board}
"""
"""Plays along. It does not know of captures: cells that are free again it takes for occupied."""

MISDEEDS: dict[str, tuple[str, set[str | None]]] = {
    "crasher": ("import os; os.abort()", {"crash"}),
    "sleeper": ("import time; time.sleep(600)", {"time"}),
    "spinner": ("while True: pass", {"time"}),
    "hoarder": (
        "self.heap = []\nwhile True: self.heap.append(bytearray(1 << 20))",
        {"memory", "crash", "time"},
    ),
    "forker": (
        "import os, time\nwhile True:\n    if os.fork() == 0: time.sleep(600)",
        {"processes", "crash", "time"},
    ),
    "talker": ("import os\nwhile True: os.write(2, b'x' * 65536)", {"output", "time"}),
    "liar": ("self.place = lambda: {'PLACE': 1}", {"nonsense"}),
    "cheat": ("self.place = lambda: ('PLACE', self.n, 0)", {"illegal move"}),
    "daemon": (
        """
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0: time.sleep(600)
            os._exit(0)
        """,
        {None, "time", "processes"},
    ),
    "litterer": (
        """
        import contextlib, os, uuid
        for place in ('/tmp', '/dev/shm', '/var/tmp', '.', os.path.expanduser('~')):
            with contextlib.suppress(OSError):
                with open(f'{place}/trivium-litter-{uuid.uuid4().hex}', 'wb') as file:
                    file.write(bytes(1 << 20))
        """,
        {None, "time"},
    ),
    "spy": (
        """
        import contextlib, glob, os, sys
        print({name: os.environ[name] for name in os.environ}, file=sys.stderr)
        for name in glob.glob('/proc/*/environ') + glob.glob('/**/*.sqlite*'):
            with contextlib.suppress(OSError):
                found = open(name, 'rb').read()
                at = found.find(b'TRIVIUM_SECRET')
                if at >= 0: print(found[at : at + 80], file=sys.stderr)
        """,
        {None, "time"},
    ),
}
"""By name: what it does from its second turn on, and the faults that it may then lose by; None
stands for an ending by the rules."""


def write_agents(folder: Path) -> list[str]:
    """Write all of them into folders of their own; return their names."""
    for name, (code, _) in MISDEEDS.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        method = f"    def misbehave(self):\n{indent(dedent(code).strip(), ' ' * 8)}\n"
        (folder / name / "agent.py").write_text(HONEST + "\n" + method, encoding="utf-8")
    return list(MISDEEDS)


def may_lose_by(name: str) -> set[str | None]:
    """Return the faults that one may lose by: also time, of which a busy machine leaves little.

    Who does not break anything may run out of cells that it takes for free.
    """
    own = MISDEEDS[name][1]
    return own | {"time"} | ({"illegal move"} if None in own else set())

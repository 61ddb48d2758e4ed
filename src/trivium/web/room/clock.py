"""The clocks at a table, and whose is running since when.

A person's clock runs from when it is their turn. An agent pays for the time that it computes,
not for waiting until it may. The first move of a game is free.
"""

from __future__ import annotations

import time

from trivium.web import messages as m
from trivium.web.room.table import Table


class TurnClock:
    """Measures the turns of one game, with clocks or without."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._turn_began = time.monotonic()
        self._computing_since: float | None = None

    @property
    def runs(self) -> bool:
        """Whether the clock of the player to move is running, or would be."""
        table = self._table
        return table.clocks is not None and table.ending is None and bool(table.moves)

    @property
    def computing(self) -> bool:
        """Whether an agent is computing."""
        return self._computing_since is not None

    def begin_turn(self) -> None:
        """Measure the turn from now on."""
        self._turn_began = time.monotonic()

    def begin_computing(self) -> None:
        """Measure an agent's time from now on."""
        self._computing_since = time.monotonic()

    def end_computing(self) -> None:
        """Stop measuring an agent's time."""
        self._computing_since = None

    @property
    def turn_seconds(self) -> float:
        """How long the turn has taken so far."""
        return time.monotonic() - self._turn_began

    def seconds_left(self, player: int) -> float:
        """Return what a person who is to move has left now."""
        assert self._table.clocks is not None
        return max(0.0, self._table.clocks.left[player] - self.turn_seconds)

    def spend(self, player: int, seconds: float, lateness: float = 0.0) -> bool:
        """Take a move's time off a clock; return whether it was overrun by more than allowed."""
        clocks = self._table.clocks
        if clocks is None or not self.runs:
            return False
        left = clocks.left[player] - seconds
        clocks.left[player] = max(left, 0.0) + clocks.increment
        return left + lateness < 0

    def state(self, colours: tuple[str, str], mover: int, agent: bool) -> m.ClockState | None:
        """Return what the clocks show; `agent` tells whether an agent is to move."""
        clocks = self._table.clocks
        if clocks is None:
            return None
        left, running = list(clocks.left), None
        since = self._computing_since if agent else self._turn_began
        if self.runs and since is not None:
            running = colours[mover]
            left[mover] = max(0.0, left[mover] - (time.monotonic() - since))
        return m.ClockState(
            seconds=clocks.seconds,
            increment=clocks.increment,
            left=dict(zip(colours, left, strict=True)),
            running=running,
        )

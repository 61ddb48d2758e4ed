"""Clocks: how much time the players have, what an agent is told of it, and who has overrun.

A `TimeControl` is the agreement, a `Clock` is the pair of clocks of one game under it; both
players have the same unless one of them has their own. The time of an agent that was written for a
course is its CPU time, as it was there.
"""

from __future__ import annotations

import dataclasses
import math
import re
from dataclasses import dataclass
from typing import Any

from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.search.budget import seconds_for_move
from trivium.search.limits import Limit
from trivium.words import how_many

__all__ = [
    "DEFAULT_MARGIN",
    "DEFAULT_SECONDS",
    "Clock",
    "CpuLimit",
    "TimeControl",
    "per_move",
    "read_game_clock",
    "read_time_control",
]

DEFAULT_SECONDS = 0.1
"""Seconds a move, where nothing is said about time, nodes or depth."""
DEFAULT_MARGIN = 1.0
"""Seconds by which a player may overrun unpunished: machines stumble, and so do small agents."""
_LEAST = 0.001
"""Seconds for a move that a player is told even if there are none."""
_SLACK = 5
"""How many times its CPU time an agent may take by the wall clock."""
_PAUSE = 10.0
"""Seconds that it may take in any case."""


@dataclass(frozen=True)
class TimeControl:
    """What each player has. None means no limit of that kind; all None means no clock at all."""

    move: float | None = None
    """Seconds for each move."""
    game: float | None = None
    """Seconds for all moves of the game."""
    increment: float = 0.0
    """Seconds that a player's game clock gains after each of their moves."""
    nodes: int | None = None
    """Nodes, or simulations, for each move of an agent that counts them."""
    depth: int | None = None
    """Depth for each move of an agent that searches by depth."""
    margin: float = DEFAULT_MARGIN
    """Seconds beyond the limit after which the game is lost; of a game's clock, for all moves
    together."""

    def __post_init__(self) -> None:
        for name in ("move", "game", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and not (0 < value < math.inf):
                raise TriviumError(f"A clock's {name} must be positive, not {value}.")
        for name in ("increment", "margin"):
            if not 0 <= getattr(self, name) < math.inf:
                raise TriviumError(f"A clock's {name} must not be negative.")
        if self.increment and self.game is None:
            raise TriviumError("An increment needs a clock for the game, like 60+0.5.")

    def __str__(self) -> str:
        parts = []
        if self.game is not None:
            gain = f" + {self.increment:g} s a move" if self.increment else ""
            parts.append(f"{self.game:g} s a game{gain}")
        if self.move is not None:
            parts.append(f"{self.move:g} s a move")
        if self.nodes is not None:
            parts.append(f"{how_many(self.nodes, 'node')} a move")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts) or "no limit"

    def as_dict(self) -> dict[str, Any]:
        """Return what differs from no clock at all, ready for JSON."""
        shown = dataclasses.asdict(self)
        return {name: value for name, value in shown.items() if value not in (None, 0.0)}


def per_move(limit: Limit) -> TimeControl:
    """Return the time control that gives `limit` for each move."""
    return TimeControl(move=limit.seconds, nodes=limit.nodes, depth=limit.depth)


def read_game_clock(text: str) -> tuple[float, float]:
    """Return the seconds and the increment of a clock written like ``60`` or ``60+0.5``."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:\+\s*(\d+(?:\.\d+)?)\s*)?", text)
    if not found or float(found[1]) == 0:
        raise TriviumError(
            f"'{text}' is no clock; write seconds for the game, with an increment or without: "
            "60 or 60+0.5."
        )
    return float(found[1]), float(found[2] or 0)


def read_time_control(
    move: float | None,
    clock: str | None,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    margin: float = DEFAULT_MARGIN,
) -> TimeControl:
    """Return a time control whose clock for the game is written as `read_game_clock` reads it."""
    game, increment = (None, 0.0) if clock is None else read_game_clock(clock)
    return TimeControl(
        move=move, game=game, increment=increment, nodes=nodes, depth=depth, margin=margin
    )


@dataclass(frozen=True)
class CpuLimit(Limit):
    """A limit whose time is the CPU time of the agent's own processes.

    The referee then calls time by that; by the wall clock (`forfeit_after`) only much later.
    """

    cpu_forfeit_after: float | None = None
    """Seconds of CPU time after which the referee calls time, its margin included."""


class Clock:
    """The clocks of both players in one game.

    With `by_cpu` a player's time is CPU time; a much more patient wall clock runs beside it, so
    that an agent which only sleeps comes to an end too.
    """

    def __init__(
        self,
        first: TimeControl,
        second: TimeControl | None = None,
        by_cpu: tuple[bool, bool] = (False, False),
    ) -> None:
        controls = first, second or first
        self._clocks = [_PlayerClock(control) for control in controls]
        self._nets = [
            _PlayerClock(_safety_net(control)) if cpu else None
            for control, cpu in zip(controls, by_cpu, strict=True)
        ]

    def limit(self, position: Position) -> Limit:
        """Return what the player to move may spend on this move."""
        limit, net = self._clocks[position.mover].limit(position), self._nets[position.mover]
        if net is None:
            return limit
        told = vars(limit) | {"forfeit_after": net.limit(position).forfeit_after}
        return CpuLimit(**told, cpu_forfeit_after=limit.forfeit_after)

    def spend(self, player: int, seconds: float, wall: float = 0.0) -> str | None:
        """Take the time of a move off a player's clock; say by how much it was overrun, if so.

        `wall` is what the move took by the wall clock, if the player's is one of CPU time.
        """
        clock, net = self._clocks[player], self._nets[player]
        if net is None:
            return clock.spend(seconds, "s")
        slept = net.spend(wall, "s by the wall clock")
        return clock.spend(seconds, "s of CPU time") or slept


class _PlayerClock:
    """The clock of one player in one game."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._left = control.game
        self._whole = Limit(
            control.move,
            control.depth,
            control.nodes,
            forfeit_after=_patience(control, control.move),
        )

    def limit(self, position: Position) -> Limit:
        """Return what its player may spend on the move to make in a position."""
        control, left = self._control, self._left
        if left is None:
            return self._whole
        shown = max(left, 0.0)
        seconds = seconds_for_move(position, shown, control.increment)
        hard = left if control.move is None else min(left, control.move)
        return Limit(
            max(min(seconds, hard), _LEAST),
            control.depth,
            control.nodes,
            remaining=shown,
            increment=control.increment,
            forfeit_after=_patience(control, hard),
        )

    def spend(self, seconds: float, unit: str) -> str | None:
        """Take the time of a move off the clock; say by how much it was overrun, if so."""
        control, left = self._control, self._left
        if control.move is not None and seconds > control.move + control.margin:
            return (
                f"{seconds:.2f} {unit} for a move, allowed are {control.move:g} s "
                f"and a margin of {control.margin:g} s"
            )
        if left is None:
            return None
        # It may fall below zero, or the margin would be a present for every further move.
        self._left = left - seconds + control.increment
        if seconds > left + control.margin:
            return (
                f"{seconds:.2f} {unit} for a move with {max(left, 0.0):.2f} s left on the clock "
                f"and a margin of {control.margin:g} s"
            )
        return None


def _safety_net(control: TimeControl) -> TimeControl:
    """Return the wall clock beside a clock of CPU time, for machines that are busy."""
    return TimeControl(
        move=None if control.move is None else _SLACK * control.move,
        game=None if control.game is None else _SLACK * control.game,
        increment=_SLACK * control.increment,
        margin=_SLACK * control.margin + _PAUSE,
    )


def _patience(control: TimeControl, seconds: float | None) -> float | None:
    return None if seconds is None else seconds + control.margin

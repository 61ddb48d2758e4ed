"""Clocks: how much time the players have, what an agent is told of it, and who has overrun.

A `TimeControl` is the agreement, a `Clock` is the pair of clocks of one game under it; both
players have the same unless one of them has their own.
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

DEFAULT_SECONDS = 0.1
"""Seconds a move, where nothing is said about time, nodes or depth."""
DEFAULT_MARGIN = 1.0
"""Seconds by which a player may overrun unpunished: machines stumble, and so do small agents."""
_LEAST = 0.001
"""Seconds for a move that a player is told even if there are none."""


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


class Clock:
    """The clocks of both players in one game."""

    def __init__(self, first: TimeControl, second: TimeControl | None = None) -> None:
        self._controls = first, second or first
        self._left = [control.game for control in self._controls]
        self._whole = [
            Limit(
                control.move,
                control.depth,
                control.nodes,
                forfeit_after=_patience(control, control.move),
            )
            for control in self._controls
        ]

    def limit(self, position: Position) -> Limit:
        """Return what the player to move may spend on this move."""
        control, left = self._controls[position.mover], self._left[position.mover]
        if left is None:
            return self._whole[position.mover]
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

    def spend(self, player: int, seconds: float) -> str | None:
        """Take the time of a move off a player's clock; say by how much it was overrun, if so."""
        control = self._controls[player]
        if control.move is not None and seconds > control.move + control.margin:
            return (
                f"{seconds:.2f} s for a move, allowed are {control.move:g} s "
                f"and a margin of {control.margin:g} s"
            )
        left = self._left[player]
        if left is None:
            return None
        # It may fall below zero, or the margin would be a present for every further move.
        self._left[player] = left - seconds + control.increment
        if seconds > left + control.margin:
            return (
                f"{seconds:.2f} s for a move with {max(left, 0.0):.2f} s left on the clock "
                f"and a margin of {control.margin:g} s"
            )
        return None


def _patience(control: TimeControl, seconds: float | None) -> float | None:
    return None if seconds is None else seconds + control.margin

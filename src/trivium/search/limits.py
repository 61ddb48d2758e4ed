"""How long to search, and what a search has found: small values that the layers share."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TypeVar

from trivium.kernel.verbs import DECIDED, POINT, WIN
from trivium.search.stopping import Stop

__all__ = [
    "UNLIMITED",
    "Limit",
    "Report",
    "Score",
]


@dataclass(frozen=True)
class Limit:
    """When to stop searching: whichever comes first. None means no limit of that kind.

    The first three are what a search obeys, and `stop`. The others tell an agent that divides its
    time itself how its clock stands; a referee that sets them has already worked out `seconds`.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    remaining: float | None = None
    """Seconds left on the mover's clock for the rest of the game."""
    increment: float | None = None
    """Seconds that the clock gains with every move."""
    forfeit_after: float | None = None
    """Seconds after which the referee calls time, its margin included."""
    stop: Stop | None = field(default=None, compare=False, repr=False)
    """By which somebody may end the search at any time, whatever it has found by then."""

    @property
    def is_spent(self) -> bool:
        """Whether no time is left, or a stop has been asked for."""
        return (self.seconds is not None and self.seconds <= 0) or (
            self.stop is not None and self.stop.asked
        )

    def is_used_up(self, seconds: float, nodes: int) -> bool:
        """Return whether so much is all there was, or a stop has been asked for."""
        out_of_nodes = self.nodes is not None and nodes >= self.nodes
        return out_of_nodes or self.left_after(seconds).is_spent

    def deadline(self, began: float) -> float | None:
        """Return when a search that began then must end, both by ``time.perf_counter``."""
        return None if self.seconds is None else began + self.seconds

    def at_most(self, seconds: float | None = None, nodes: int | None = None) -> Limit:
        """Return the limit with no more than these seconds and nodes; None leaves them alone."""
        return replace(
            self, seconds=_lesser(self.seconds, seconds), nodes=_lesser(self.nodes, nodes)
        )

    def with_timeout(self, seconds: float) -> Limit:
        """Return the limit with at most these seconds, if it is one of time or none at all.

        A limit of nodes or depth stands by itself, so that it gives the same move on any machine.
        """
        if self.seconds is None and (self.nodes is not None or self.depth is not None):
            return self
        return self.at_most(seconds=seconds)

    def or_nodes(self, nodes: int) -> Limit:
        """Return the limit, with one of nodes if neither time nor nodes are limited."""
        unlimited = self.seconds is None and self.nodes is None
        return replace(self, nodes=nodes) if unlimited else self

    def share_of_time(self, parts: int) -> Limit:
        """Return the limit for one of several searches that divide its time evenly."""
        return self if self.seconds is None else replace(self, seconds=self.seconds / parts)

    def halved(self) -> Limit:
        """Return half of the time and half of the nodes, for one of two searches."""
        nodes = None if self.nodes is None else max(1, self.nodes // 2)
        return replace(self.share_of_time(2), nodes=nodes)

    def left_after(self, seconds: float, nodes: int = 0) -> Limit:
        """Return what is left when so much has been used; at least one node, if they are limited.

        No node would be no limit to a search.
        """
        return replace(
            self,
            seconds=None if self.seconds is None else max(0.0, self.seconds - seconds),
            nodes=None if self.nodes is None else max(1, self.nodes - nodes),
        )

    def left_since(self, began: float, nodes: int = 0) -> Limit:
        """Return what is left to who began then, by ``time.perf_counter``, and used `nodes`."""
        return self.left_after(time.perf_counter() - began, nodes)


UNLIMITED = Limit()
"""No limit at all: a search goes on until it knows the result."""


_Number = TypeVar("_Number", int, float)


def _lesser(one: _Number | None, other: _Number | None) -> _Number | None:
    """Return the lesser of two numbers, where None is no limit."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


@dataclass(frozen=True)
class Score:
    """A value in search units, with the point of view that it is from."""

    value: int
    pov: str
    """The colour it is good for if positive."""
    exact: bool
    """Whether it is proven, not estimated."""

    def seen_by(self, colour: str) -> Score:
        """Return the same score from the point of view of `colour`, one of the two players."""
        return self if colour == self.pov else Score(-self.value, colour, self.exact)

    @property
    def points(self) -> float:
        """The value in cells, or pieces, of advantage."""
        return self.value / POINT

    def __str__(self) -> str:
        if abs(self.value) >= DECIDED:
            verb = "wins" if self.value > 0 else "loses"
            return f"{self.pov.capitalize()} {verb} by turn {WIN - abs(self.value)}"
        shown = f"{self.points:+.0f}" if self.exact else f"{self.points:+.2f}"
        return f"{shown} for {self.pov.capitalize()}" + (" (proven)" if self.exact else "")


@dataclass(frozen=True)
class Report:
    """What a search has found so far."""

    depth: int
    score: Score
    nodes: int
    seconds: float
    line: tuple[int, ...]
    """The best moves for both sides as the kernel numbers them."""
    table_fill: float

    @property
    def move(self) -> int:
        """The choice: the first move of the line."""
        return self.line[0]

    @property
    def nodes_per_second(self) -> float:
        """The speed so far."""
        return self.nodes / max(self.seconds, 1e-9)

"""How long to search, and what a search has found: small values that the layers share."""

from __future__ import annotations

from dataclasses import dataclass, field

from trivium.kernel.verbs import DECIDED, POINT, WIN
from trivium.search.stopping import Stop


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


UNLIMITED = Limit()


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

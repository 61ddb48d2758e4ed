"""What a league is about: its game, its clocks and limits, its reference opponents, its quotas.

A plan is fixed when the league is made, so that all its games are played under the same terms.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from trivium.agents.levels import LEVELS, level_name, level_rating
from trivium.arena.adjudication import Adjudication
from trivium.arena.clocks import DEFAULT_MARGIN, TimeControl, read_time_control
from trivium.arena.external.limits import AgentLimits
from trivium.arena.openings import KINDS, Openings
from trivium.arena.ratings.strengths import Anchor
from trivium.arena.referee import Terms
from trivium.arena.tournament import FORMATS
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game

DEFAULT_CLOCK = "30"
"""Seconds a game, where nothing else is said about time, nodes or depth."""
_LARGEST = 1_000_000


@dataclass(frozen=True)
class Quotas:
    """What one member may use."""

    uploads_a_day: int = 20
    storage: float = 100.0
    """Megabytes of all archives together."""
    cpu_hours_a_day: float = 24.0
    """What the games of a bot may take; then it rests until the day is over."""


@dataclass(frozen=True)
class Plan:
    """What does not change about a league."""

    game: str
    sizes: tuple[str, ...] = ()
    """Pairs of games are played on these in turn; the game's own size if there are none."""
    time: float | None = None
    clock: str | None = None
    nodes: int | None = None
    depth: int | None = None
    margin: float = DEFAULT_MARGIN
    memory: float = 2048.0
    processes: int = 16
    cpu: float | None = None
    start: float = 60.0
    sandbox: bool = True
    """Whether what is handed in runs in the sandbox only; without it anything is let run."""
    openings: str = "balanced"
    opening_moves: int = 2
    move_limit: int | None = None
    references: tuple[int, ...] = (1, 3, 5, 7)
    """Levels that take part; the lowest has its measured rating, which anchors all others."""
    narrow: float = 50.0
    """A bot whose error bar is as narrow as this needs no more games."""
    provisional: float = 100.0
    """A rating with a wider error bar than this is provisional."""
    faults: int = 3
    """A bot that fails so often in a row is benched."""
    open: bool = True
    """Whether everybody may watch; otherwise only who holds a token."""
    final_format: str = "round-robin"
    final_games: int = 2
    final_rounds: int = 1
    seed: int = 0
    quotas: Quotas = field(default_factory=Quotas)

    def __post_init__(self) -> None:
        game = find_game(self.game)
        object.__setattr__(self, "game", game.name)
        sizes = tuple(game.start(size).size for size in self.sizes) or (game.default_size,)
        object.__setattr__(self, "sizes", sizes)
        if all(one is None for one in (self.time, self.clock, self.nodes, self.depth)):
            object.__setattr__(self, "clock", DEFAULT_CLOCK)
        if self.openings not in KINDS:
            raise TriviumError(f"Openings of a league are {', '.join(KINDS)}.")
        for level in self.references:
            if level not in LEVELS:
                raise TriviumError(
                    f"Reference opponents are levels {LEVELS[0]} to {LEVELS[-1]}, not {level}."
                )
        self._check_numbers()
        self.terms()
        Openings(self.openings, self.opening_moves)

    def _check_numbers(self) -> None:
        if self.final_format not in FORMATS or self.final_format == "gauntlet":
            raise TriviumError("A final is round-robin, swiss or knockout.")
        if self.final_games < 2 or self.final_games % 2:
            raise TriviumError("An encounter of the final has an even number of games.")
        numbers = asdict(self) | asdict(self.quotas)
        for name in ("narrow", "provisional", "faults", "final_rounds", "storage"):
            if not 0 < numbers[name] <= _LARGEST:
                raise TriviumError(f"{name} must be a positive number, not {numbers[name]}.")
        for name in ("uploads_a_day", "cpu_hours_a_day", "seed"):
            if not 0 <= numbers[name] < math.inf:
                raise TriviumError(f"{name} must not be negative.")

    @property
    def control(self) -> TimeControl:
        """The clocks of everybody."""
        return read_time_control(
            self.time, self.clock, nodes=self.nodes, depth=self.depth, margin=self.margin
        )

    def terms(self) -> Terms:
        """Return what the referee goes by."""
        limits = AgentLimits(
            memory=self.memory,
            processes=self.processes,
            cpu=self.cpu,
            start=self.start,
            sandbox=self.sandbox,
        )
        return Terms(self.control, Adjudication(move_limit=self.move_limit), agents=limits)

    @property
    def reference_names(self) -> list[str]:
        """The reference opponents, the weakest first."""
        return [level_name(level) for level in sorted(set(self.references))]

    @property
    def anchor(self) -> Anchor | None:
        """The reference opponent whose rating is given."""
        if not self.references:
            return None
        lowest = min(self.references)
        return Anchor(level_name(lowest), float(level_rating(self.game, lowest) or 0))

    def to_text(self) -> str:
        """Return everything as a text that `from_text` reads."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> Plan:
        """Return what `to_text` was made of; what a later Trivium has added is left out."""
        told: dict[str, Any] = json.loads(text)
        known = {one.name for one in fields(cls)}
        told = {name: value for name, value in told.items() if name in known}
        quotas = {one.name for one in fields(Quotas)}
        return cls(
            **told
            | {
                "sizes": tuple(told["sizes"]),
                "references": tuple(told["references"]),
                "quotas": Quotas(**{n: v for n, v in told["quotas"].items() if n in quotas}),
            }
        )

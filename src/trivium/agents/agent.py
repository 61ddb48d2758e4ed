"""What an agent is: a position and a limit in, a move and its reasons out.

An agent is a dataclass. Its fields made with `parameter` are what a user can set, as in
``stages:timeout=2``; the catalogue finds them there.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from trivium.games.catalogue import GAMES
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.kernel.chance import Chance, seeded
from trivium.kernel.verbs import pick
from trivium.search.engine import Searcher
from trivium.search.limits import UNLIMITED, Limit, Report
from trivium.solve.exact import ExactSource

__all__ = [
    "Agent",
    "Choice",
    "Forfeit",
]

_NEXT_MOVES = 3
_WHOLE_GAME = 300
"""Moves within which a game has been through all that can happen in it."""
_ALL_OF_THEM = 80
"""So many moves a twin chooses all by itself; of the others …"""
_SOME_OF_THEM = 4
"""… it chooses one in so many, and chance the rest."""
_AT_ONCE = Limit(seconds=0.001, depth=1, nodes=1)

_rehearsed: set[tuple[object, ...]] = set()
"""The agents, with their settings and boards, that have been rehearsed in this process."""


@dataclass(frozen=True)
class Choice:
    """A move, and why."""

    move: Move
    reason: str
    """A few words for a person, such as "safe edge at random" or "searched 7 moves deep"."""
    report: Report | None = None
    """What the search found, if there was one."""


class Forfeit(Exception):
    """An agent has lost the game by its own fault; `choose` raises it, the referee tells it."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        """What went wrong, one of `FAULTS`."""
        self.detail = detail
        """What exactly, such as the text that was no move or the last words of a crash."""


FAULTS = (
    "illegal move",
    "nonsense",
    "time",
    "crash",
    "memory",
    "processes",
    "output",
    "resignation",
)
"""Every way to lose other than by the rules of the game."""


_USUAL_MOST = 1_000_000


def parameter(default: Any, help: str, *, most: float = _USUAL_MOST, guests: float = 0) -> Any:
    """Declare a field of an agent that users can set, with a sentence that explains it.

    `most` is how far from 0 a number may be. What costs time or memory, or reads a file, guests
    on the page may set up to `guests` only, and not at all if that is negative.
    """
    limits = {"most": most, "guests": guests or most}
    return dataclasses.field(default=default, metadata={"help": help} | limits)


NOT_FOR_GUESTS = -1.0
"""As `guests`: a parameter that only the person at this machine may set."""


@dataclass
class Agent(ABC):
    """Somebody who plays. One object plays one game at a time, move after move."""

    name: ClassVar[str]

    seed: int = parameter(
        0, "seed of its random choices; the same seed plays the same way", most=2**63 - 1
    )

    def __post_init__(self) -> None:
        self.chance: Chance = seeded(self.seed)

    @abstractmethod
    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        """Return a legal move within the limit; the game must not be over.

        Leaves the position as it is. An agent that needs no time may ignore the limit; others
        hand it on to their searches with all it has, so that its `stop` ends them.
        """

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        """Return what the search finds about the best moves, best first.

        At most `lines` of them, within the limit in all; none if the agent does not search.
        """
        report = self.choose(position, limit).report
        return [] if report is None else [report]

    def share_of(self, report: Report) -> float | None:
        """Return the share of the points that simulated games won for the mover, if the score of
        a report of the last `analyse` is nothing but that; None if it is a score like others."""
        return None

    def searcher_for(self, position: Position) -> Searcher | None:
        """Return the alpha-beta search behind the agent, if there is one; it remembers."""
        return None

    def exact_for(self, position: Position) -> ExactSource | None:
        """Return the source of exact values behind the agent, if there is one; it remembers."""
        return None

    def finish(self, position: Position) -> None:  # noqa: B027 (most agents hold nothing)
        """Hear that the game is over, for whatever reason; called once, with its last position.

        The place to let go of what the agent holds: a process, a file, a connection.
        """

    def prepare(self, position: Position) -> None:
        """Do what can be done before the clock runs: compile, load, allocate.

        Changes none of the choices to come.
        """
        if not position.is_over:
            self._rehearse(position)
            self.reserve(position)

    def reserve(self, position: Position) -> None:
        """Make what the agent itself will use on this board, and take its memory."""
        if (searcher := self.searcher_for(position)) is not None:
            searcher.reserve()

    def _rehearse(self, position: Position) -> None:
        """Let a twin play, so that all that the agent may ever call is loaded.

        The next moves, which may be special, and then a whole game: on a board of this size, or
        of the usual one if that is smaller. Once a process is enough, whatever the seed.
        """
        part = (type(self), position.game, position.size, repr(replace(self, seed=0)))
        if part not in _rehearsed:
            boards = (type(position).of_size(position.size), GAMES[position.game].start())
            smaller = min(boards, key=lambda board: board.moves_left())
            self._play_alone(position.copy(), _NEXT_MOVES)
            self._play_alone(smaller, _WHOLE_GAME)
            _rehearsed.add(part)

    def _play_alone(self, position: Position, moves: int) -> None:
        """Let a twin make so many moves for both sides, in no time; some of many by chance."""
        twin, chance = replace(self), seeded(self.seed)
        for number in range(moves):
            if position.is_over:
                break
            move = position.move(int(pick(position.kernel, chance)))
            if number < _ALL_OF_THEM or number % _SOME_OF_THEM == 0:
                move = twin.choose(position, _AT_ONCE).move
            position.push(move)

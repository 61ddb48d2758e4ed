"""The referee: one game between two agents, whatever they do.

What an agent does wrong ends the game with a reason of the form ``kind: detail``; see `FAULTS`
for the kinds. What is wrong with the set-up (no Java on this machine, an opening that the agent
cannot be told of) is no agent's fault: nobody loses, and the error goes to whoever set it up.
The time that compiling takes is on nobody's clock.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from typing import Any

from trivium.agents.agent import Agent, Choice, Forfeit
from trivium.arena.adjudication import NEVER, Adjudication
from trivium.arena.clocks import Clock, TimeControl, per_move
from trivium.arena.external.agent import ExternalAgent
from trivium.arena.external.limits import AgentLimits
from trivium.arena.interrupts import pass_on
from trivium.errors import BadSize, BadText, IllegalMove, TriviumError
from trivium.games.moves import Move
from trivium.games.position import Outcome, Position
from trivium.kernel.compiling import CompileClock
from trivium.search.limits import Limit

__all__ = [
    "Controls",
    "PlayedGame",
    "Terms",
    "play_game",
]

_OF_PLAY = (BadSize, BadText, IllegalMove)
"""Errors that an agent makes while it plays."""
_KEPT_OUTPUT = 4000
"""Letters that are kept of the error output of an agent that has not failed."""


@dataclass(frozen=True)
class Terms:
    """What the referee goes by."""

    control: TimeControl = field(default_factory=TimeControl)
    adjudication: Adjudication = NEVER
    keep_info: bool = False
    """Whether to note with each move what the agent says about it."""
    agents: AgentLimits = field(default_factory=AgentLimits)
    """What external agents may use."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that has been played."""

    outcome: Outcome
    moves: tuple[str, ...]
    """All moves, the opening's included."""
    opening: int
    """How many of them were made before the players took over."""
    clock: tuple[float, ...]
    """The seconds taken for each move after the opening, and for the one that failed, if so."""
    movers: tuple[int, ...]
    """Who took them: 0 for the first player, 1 for the second."""
    by_cpu: tuple[bool, bool] = (False, False)
    """Whether the seconds of the first and of the second player are CPU time."""
    fault: str | None = None
    """The kind of failure that the game was lost by, one of `FAULTS`; else None."""
    info: tuple[dict[str, Any], ...] = ()
    """What the agents said about their moves, if that was wanted."""
    remarks: tuple[str, ...] = ()
    """What a reader should know about external agents: that there was no sandbox, say."""
    outputs: tuple[str, str] = ("", "")
    """The end of what the first and the second player have written to standard error."""
    memory: tuple[int | None, int | None] = (None, None)
    """The megabytes that the first and the second player have used at most, if that was seen."""

    @property
    def seconds(self) -> tuple[float, float]:
        """The time that the first and the second player have used."""
        return sum(self._times(0)), sum(self._times(1))

    @property
    def slowest(self) -> tuple[float, float]:
        """The longest time that each player has taken for one move."""
        return max(self._times(0), default=0.0), max(self._times(1), default=0.0)

    def _times(self, player: int) -> list[float]:
        taken = zip(self.movers, self.clock, strict=True)
        return [seconds for mover, seconds in taken if mover == player]


Controls = tuple[TimeControl | None, TimeControl | None]
"""The clocks of the first and the second player, where one has their own."""


def play_game(
    position: Position,
    players: tuple[Agent, Agent],
    terms: Terms | Limit,
    own: Controls = (None, None),
) -> PlayedGame:
    """Let two agents play from `position` to the end; `players` are in the order of colours.

    A mere `Limit` is one for each move. `own` clocks replace that of the terms. A player who
    fails, overruns or chooses an illegal move has lost, and the outcome says why. Both players
    hear that the game has ended, even if it ends by the `TriviumError` of a set-up in which it
    cannot be played.
    """
    agreed = terms if isinstance(terms, Terms) else Terms(per_move(terms))
    with CompileClock() as compiling:
        game = _GameInPlay(position, players, agreed, own, compiling)
        try:
            game.play()
        finally:
            game.dismiss()
    return game.result()


class _GameInPlay:
    """One game while it is played."""

    def __init__(
        self,
        position: Position,
        players: tuple[Agent, Agent],
        terms: Terms,
        own: Controls,
        compiling: CompileClock,
    ) -> None:
        self._position = position
        self._players = players
        self._terms = terms
        self._compiling = compiling
        self._timed_by_cpu = [_timed_by_cpu(player) for player in players]
        self._clock = Clock(own[0] or terms.control, own[1] or terms.control, self._by_cpu)
        self._moves = [move.text for move in position.moves]
        self._opening = len(self._moves)
        self._taken: list[float] = []
        self._movers: list[int] = []
        self._info: list[dict[str, Any]] = []
        self._outcome = position.outcome()
        self._fault: str | None = None
        self._failed: int | None = None

    @property
    def _by_cpu(self) -> tuple[bool, bool]:
        first, second = self._timed_by_cpu
        return first is not None, second is not None

    def play(self) -> None:
        """Play to the end."""
        for player in (0, 1):
            if self._outcome is None:
                self._prepare(player)
        while self._outcome is None:
            pass_on()
            self._move()

    def dismiss(self) -> None:
        """Tell both players that it is over; what goes wrong with that changes nothing."""
        for player in self._players:
            with contextlib.suppress(Exception):
                player.finish(self._position.copy())

    def result(self) -> PlayedGame:
        """Return the finished game."""
        assert self._outcome is not None
        return PlayedGame(
            outcome=self._outcome,
            moves=tuple(self._moves),
            opening=self._opening,
            clock=tuple(self._taken),
            movers=tuple(self._movers),
            by_cpu=self._by_cpu,
            fault=self._fault,
            info=tuple(self._info),
            remarks=tuple(
                f"{colour}: {remark}"
                for colour, player in zip(self._position.colours, self._players, strict=True)
                for remark in getattr(player, "remarks", ())
            ),
            outputs=(self._output_of(0), self._output_of(1)),
            memory=(self._memory_of(0), self._memory_of(1)),
        )

    def _output_of(self, place: int) -> str:
        """Return what is kept of a player's error output: most of it if it has failed."""
        player = self._players[place]
        if not isinstance(player, ExternalAgent):
            return ""
        return player.output if self._failed == place else player.output[-_KEPT_OUTPUT:]

    def _memory_of(self, place: int) -> int | None:
        player = self._players[place]
        return player.memory if isinstance(player, ExternalAgent) else None

    def _prepare(self, player: int) -> None:
        try:
            self._players[player].prepare(self._position.copy())
        except Exception as error:
            self._lose(player, _forfeit(error))

    def _move(self) -> None:
        position, mover = self._position, self._position.mover
        limit = self._clock.limit(position)
        compiled = self._compiling.seconds
        began = time.perf_counter()
        problem: Forfeit | None = None
        try:
            choice = self._players[mover].choose(position, limit)
        except Exception as error:
            problem = _forfeit(error)
        wall = time.perf_counter() - began - (self._compiling.seconds - compiled)
        timed = self._timed_by_cpu[mover]
        taken = wall if timed is None else timed.cpu_taken
        taken += _thought_ahead(self._players[mover])
        self._taken.append(taken)
        self._movers.append(mover)
        overrun = self._clock.spend(mover, taken, wall)
        if problem is None and overrun is not None:
            problem = Forfeit("time", overrun)
        problem = problem or self._make(choice)
        if problem is not None:
            self._lose(mover, problem)
        else:
            self._outcome = position.outcome() or self._terms.adjudication.verdict(position)

    def _make(self, choice: Choice) -> Forfeit | None:
        """Make the chosen move, or say what is wrong with it."""
        if not isinstance(choice, Choice) or not isinstance(choice.move, Move):
            return Forfeit("nonsense", f"the answer is a {type(choice).__name__}, not a move")
        try:
            self._moves.append(self._position.push(choice.move).text)
        except (IllegalMove, BadText) as error:
            return Forfeit("illegal move", str(error))
        if self._terms.keep_info:
            self._info.append(info_of(choice))
        return None

    def _lose(self, player: int, problem: Forfeit) -> None:
        self._failed = player
        self._outcome = Outcome(self._position.colours[1 - player], str(problem))
        self._fault = problem.kind


def _timed_by_cpu(player: Agent) -> ExternalAgent | None:
    """Return a player whose clock is one of CPU time; None for all others."""
    return player if isinstance(player, ExternalAgent) and player.timed_by_cpu else None


def _thought_ahead(player: Agent) -> float:
    """Return the time that a player has used while the other one thought; it is charged for it."""
    return player.cpu_ahead if isinstance(player, ExternalAgent) else 0.0


def info_of(choice: Choice) -> dict[str, Any]:
    """Return what an agent says about its move, ready for JSON."""
    info: dict[str, Any] = {"reason": choice.reason}
    if (report := choice.report) is not None:
        info |= {"depth": report.depth, "nodes": report.nodes, "score": str(report.score)}
    return info


def _forfeit(error: Exception) -> Forfeit:
    """Return the reason to lose by for what an agent raised; only Forfeit is on purpose.

    Raises the error again if it is about the set-up. One about moves and boards is not: those
    are the agent's own business.
    """
    if isinstance(error, Forfeit):
        return error
    if isinstance(error, TriviumError) and not isinstance(error, _OF_PLAY):
        raise error
    if isinstance(error, MemoryError):
        return Forfeit("memory", str(error))
    return Forfeit("crash", f"{type(error).__name__}: {error}")

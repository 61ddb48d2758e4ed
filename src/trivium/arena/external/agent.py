"""What all external agents share: a process for each game, and the news it is told."""

from __future__ import annotations

import contextlib
import time
import weakref
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from trivium.agents.agent import Agent, Choice, Forfeit
from trivium.arena.external.limits import AgentLimits
from trivium.arena.external.process import AgentProcess
from trivium.errors import BadText, IllegalMove, TriviumError
from trivium.games.moves import Action, Move
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit

News = list[tuple[str, Move]]
"""Moves that an agent has not been told of, with the colours that made them."""


@dataclass
class ExternalAgent(Agent):
    """An agent in a process of its own. One object plays one game, then it is finished.

    `remarks` tell what a reader of the result should know: that there was no sandbox, say.
    """

    games: ClassVar[tuple[str, ...]]
    """The names of the games that it plays."""
    takes_openings = True
    """Whether it can be told of moves that were made in its name."""

    description: str = ""
    limits: AgentLimits = field(default_factory=AgentLimits)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.remarks: list[str] = []
        self._process: AgentProcess | None = None
        self.cpu_ahead = 0.0
        """Seconds of CPU time before the last `choose`, while the other side thought: its clock
        is charged with them."""
        self._unclocked = 0.0
        """The seconds for all moves so far for which the referee had no clock."""
        self._fault: Forfeit | None = None
        self._known: Position | None = None
        self._colour: str | None = None

    @classmethod
    def course_clock(cls, size: str) -> float | None:
        """Return the seconds for a game that the original course gave; None for no limit."""
        return None

    @abstractmethod
    def _launch(self) -> AgentProcess:
        """Start the process, in which nothing of the agent is loaded yet."""

    @abstractmethod
    def _load(self, process: AgentProcess, start: Position, deadline: float) -> None:
        """Load the agent, for a game that begins at `start`."""

    @abstractmethod
    def _begin(self, process: AgentProcess, position: Position, deadline: float) -> None:
        """Let the agent begin the game as the side to move in `position`; its clock runs."""

    @abstractmethod
    def _ask(
        self, process: AgentProcess, position: Position, news: News, limit: Limit, deadline: float
    ) -> Move:
        """Tell the news and return the agent's answer, which is legal."""

    @abstractmethod
    def _tell(self, process: AgentProcess, news: News, deadline: float) -> None:
        """Tell the last news, after which the game is over."""

    def prepare(self, position: Position) -> None:
        """Start the process and load the agent. What fails is told when it has to move."""
        if self._process is not None or self._fault is not None:
            return
        self._known = position.origin()
        self._check_start(self._known)
        process = self._process = self._launch()
        weakref.finalize(self, process.end)
        self.remarks += process.remarks
        try:
            with process.awake():
                self._load(process, self._known, time.monotonic() + self.limits.start)
        except Forfeit as fault:
            self._give_up(fault)

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        """Return the agent's move; raises `Forfeit` if it is at fault."""
        self.prepare(position)
        if self._fault is not None or self._process is None:
            raise self._fault or TriviumError("An external agent plays one game only.")
        news = self._news(position)
        try:
            with self._counted(limit), self._process.awake():
                self.cpu_ahead = self._process.cpu_ahead
                deadline = time.monotonic() + self._patience(limit) - self.cpu_ahead
                if self._colour is None:
                    self._colour = position.turn
                    self._begin(self._process, position, deadline)
                move = self._ask(self._process, position, news, limit, deadline)
                self._process.check()
        except Forfeit as fault:
            raise self._give_up(self._reason(fault)) from None
        return Choice(move, "as answered")

    def _patience(self, limit: Limit) -> float:
        """Return the seconds after which time is called."""
        if limit.forfeit_after is not None:
            return limit.forfeit_after
        return min(self.limits.move, self.limits.game - self._unclocked)

    @contextlib.contextmanager
    def _counted(self, limit: Limit) -> Iterator[None]:
        """Count the time within this context where the referee does not, so that a game ends."""
        began = time.monotonic()
        try:
            yield
        finally:
            if limit.forfeit_after is None:
                self._unclocked += time.monotonic() - began + self.cpu_ahead

    def _reason(self, fault: Forfeit) -> Forfeit:
        """Return the fault, with the reason if all the time for a game is over."""
        if fault.kind != "time" or self._unclocked < self.limits.game:
            return fault
        return Forfeit("time", f"the {self.limits.game:g} s for a game without a clock are over")

    def finish(self, position: Position) -> None:
        """Tell the last moves, then end the process."""
        if self._process is not None:
            deadline = time.monotonic() + self.limits.farewell
            try:
                with self._process.awake():
                    if self._colour is not None:
                        self._tell(self._process, self._news(position), deadline)
                    self._process.check()
            except Forfeit as fault:
                self.remarks.append(f"after the game: {_printable(str(fault))}")
            self._process.end()
            self._process = None

    def _give_up(self, fault: Forfeit) -> Forfeit:
        """End the process; return the fault, to be told whenever the agent has to move."""
        self._fault = Forfeit(fault.kind, _printable(fault.detail))
        if self._process is not None:
            self._process.end()
            self._process = None
        return self._fault

    def _check_start(self, start: Position) -> None:
        """Raise `TriviumError` if the agent cannot be told where the game begins."""
        if start != type(start).of_size(start.size):
            raise TriviumError(
                f"{self.name} agents can only play from the start of a game, not from a board."
            )

    def _news(self, position: Position) -> News:
        """Return the moves since the last time."""
        known = self._known
        assert known is not None
        news = []
        for move in position.moves[len(known.moves) :]:
            news.append((known.turn, move))
            known.push(move)
        if self._colour is None and not self.takes_openings:
            self._check_opening(news, position.turn)
        return news

    def _check_opening(self, news: News, own: str) -> None:
        """Raise `TriviumError` if there are moves in the agent's name that it cannot be told."""
        if any(colour == own for colour, _ in news):
            raise TriviumError(
                f"{self.name} agents cannot be told of opening moves made in their name; "
                "let the game start from the beginning."
            )


def _printable(text: str) -> str:
    """Return a text of the agent's without what would upset a terminal, a file or a database."""
    harmless = "".join(
        letter if letter.isprintable() or letter in "\n\t" else "�" for letter in text
    )
    return harmless.encode(errors="replace").decode()


def legal_move(position: Position, action: Action, shown: str) -> Move:
    """Return the legal move that an action means, or raise the `Forfeit` for it.

    `shown` is what the agent said, for the reader of the outcome.
    """
    for move in position.legal_moves:
        if move.action == action:
            return move
    raise Forfeit("illegal move", f"{shown}{_objection(position, action)}")


def _objection(position: Position, action: Action) -> str:
    """Say why an action is not possible, as far as the game can tell."""
    words = ["pass"] if action is None else [str(part).lower() for part in action]
    try:
        position.copy().push(", ".join(word for word in words if word != "place"))
    except IllegalMove as error:
        return f" ({error})"
    except BadText:
        return " (there is no such place on the board)"
    return ""

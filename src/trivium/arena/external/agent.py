"""What all external agents share: a process for each game, and the news it is told."""

from __future__ import annotations

import contextlib
import time
import weakref
from abc import abstractmethod
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from trivium.agents.agent import Agent, Choice, Forfeit
from trivium.arena.clocks import CpuLimit
from trivium.arena.external.limits import AgentLimits
from trivium.arena.external.places import place_of
from trivium.arena.external.process import AgentProcess
from trivium.arena.external.troubles import explained, is_missing_something
from trivium.errors import BadText, IllegalMove, TriviumError
from trivium.foreign_text import printable
from trivium.games.moves import Action, Move
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit

News = list[tuple[str, Move]]
"""Moves that an agent has not been told of, with the colours that made them."""

_QUICK = 1.0
"""Seconds that one part of a rehearsal may take."""


@dataclass
class ExternalAgent(Agent):
    """An agent in a process of its own. One object plays one game, then it is finished.

    `remarks` tell what a reader of the result should know: that there was no sandbox, say.
    """

    games: ClassVar[Collection[str]]
    """The names of the games that it plays."""
    form: ClassVar[str]
    """What follows after its name and a colon in a description."""
    takes_openings = True
    """Whether it can be told of moves that were made in its name."""
    knows_cpu_time = False
    """Whether it was written for a clock of CPU time."""

    description: str = ""
    home: Path | None = None
    """Where relative paths in the description begin; see `places`."""
    limits: AgentLimits = field(default_factory=AgentLimits)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.remarks: list[str] = []
        self.output = ""
        """The end of what it has written to standard error, when it has ended."""
        self.memory: int | None = None
        """The megabytes that it has used at most, when it has ended, beyond those of its start."""
        self.cpu_ahead = 0.0
        """Seconds of CPU time before the last `choose`, while the other side thought: its clock
        is charged with them."""
        self.cpu_taken = 0.0
        """The seconds of CPU time of the last `choose`, without those."""
        self._process: AgentProcess | None = None
        self._unclocked = 0.0
        """The seconds for all moves so far for which the referee had no clock."""
        self._fault: Forfeit | None = None
        self._known: Position | None = None
        self._colour: str | None = None

    @property
    def timed_by_cpu(self) -> bool:
        """Whether its clock is one of CPU time: that of its processes, whoever else is busy."""
        return self.knows_cpu_time and not self.limits.wall_clock

    @classmethod
    def course_clock(cls, size: str) -> float | None:
        """Return the seconds for a game that the original course gave; None for no limit."""
        return None

    @property
    @abstractmethod
    def folder(self) -> Path:
        """The folder that it is started in."""

    @classmethod
    def parts(cls, description: str, home: Path | None) -> tuple[list[Path], list[str]]:
        """Return the files and folders that a description names, and what else it says."""
        place, _, rest = description.rpartition("#")
        return [place_of(place, home)], [rest]

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
        self.cpu_ahead = self.cpu_taken = 0.0
        self.prepare(position)
        process = self._process
        if self._fault is not None or process is None:
            raise self._fault or TriviumError("An external agent plays one game only.")
        news = self._news(position)
        try:
            with self._counted(limit), process.awake(), self._timed(process, limit):
                deadline = time.monotonic() + self._patience(limit)
                if self._colour is None:
                    self._colour = position.turn
                    self._begin(process, position, deadline)
                move = self._ask(process, position, news, limit, deadline)
                process.check()
        except Forfeit as fault:
            raise self._give_up(self._reason(fault)) from None
        return Choice(move, "as answered")

    def rehearse(self, start: Position) -> str | None:
        """Start the agent as for a game, of which nothing counts; say why it cannot play, if so.

        It is loaded, begins as either colour if that is quick, and has a moment for a move. Once
        it is loaded, only what is missing matters: all else is for the games to punish.
        """
        self.prepare(start)
        if self._process is not None:
            fault = self._rehearse_game(self._process, start)
        else:
            assert self._fault is not None
            fault = self._fault if self._fault.kind in ("crash", "nonsense", "time") else None
        if fault is None:
            self.end()
            return None
        return explained(self._give_up(fault), self.output, self._hints())

    def _rehearse_game(self, process: AgentProcess, start: Position) -> Forfeit | None:
        position, news = start.copy(), News()
        try:
            with process.awake():
                began = time.monotonic()
                self._begin(process, position, began + self.limits.start)
                if time.monotonic() - began < _QUICK:
                    news = [(position.turn, position.push(position.legal_moves[0]))]
                    self._begin(process, position, time.monotonic() + self.limits.start)
                self._colour = position.turn
                self._ask(process, position, news, Limit(_QUICK), time.monotonic() + _QUICK)
        except Forfeit as fault:
            return fault if is_missing_something(fault) else None
        return None

    def _hints(self) -> dict[str, str]:
        """Return what to say about an error in which a pattern is found."""
        return {
            r"No such file or directory: '?(?!/)": (
                f"It is started in {self.folder}, where its paths begin."
            ),
            "Read-only file system|Permission denied": (
                "In the sandbox it can write to the copy of its own files and to TMPDIR, nowhere "
                "else; --no-sandbox lets an agent do so that you trust."
            ),
        }

    @contextlib.contextmanager
    def _timed(self, process: AgentProcess, limit: Limit) -> Iterator[None]:
        """Watch the CPU time within this context, in which the agent is awake, and note it.

        What it has used before that, while the other side thought, is another span of time: a
        clock of CPU time counts the two together, and nothing of them twice.
        """
        self.cpu_ahead = process.cpu_ahead
        process.allow_cpu(limit.cpu_forfeit_after if isinstance(limit, CpuLimit) else None)
        before = process.cpu_seconds()
        try:
            yield
        finally:
            self.cpu_taken = process.cpu_seconds() - before
            process.allow_cpu(None)

    def _patience(self, limit: Limit) -> float:
        """Return the seconds after which time is called by the wall clock.

        The one beside a clock of CPU time is for agents that hang: what this one has computed
        ahead is taken off the other.
        """
        if isinstance(limit, CpuLimit) and limit.forfeit_after is not None:
            return limit.forfeit_after
        allowed = limit.forfeit_after
        if allowed is None:
            allowed = min(self.limits.move, self.limits.patience - self._unclocked)
        return allowed - self.cpu_ahead

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
        if fault.kind != "time" or self._unclocked < self.limits.patience:
            return fault
        return Forfeit(
            "time", f"the {self.limits.patience:g} s for a game without a clock are over"
        )

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
                self.remarks.append(f"after the game: {printable(str(fault))}")
            self.end()

    def _give_up(self, fault: Forfeit) -> Forfeit:
        """End the process; return the fault, to be told whenever the agent has to move."""
        self._fault = Forfeit(fault.kind, printable(fault.detail))
        self.end()
        return self._fault

    def error_text(self) -> str:
        """Return the end of what it has written to standard error so far."""
        return self.output if self._process is None else printable(self._process.error_output())

    def end(self) -> None:
        """End the process; what it has written is kept."""
        if self._process is not None:
            self.output = printable(self._process.error_output())
            self.memory = self._process.most_megabytes
            self._process.end()
            self._process = None

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

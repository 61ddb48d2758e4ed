"""Engines in any language that speak the Go Text Protocol, as agents.

`GtpLink` is the controller's side of the protocol; docs/gtp.md describes the dialect.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from trivium.agents.agent import Forfeit
from trivium.arena.external.agent import ExternalAgent, News
from trivium.arena.external.fence import Room, is_system, python_at, search_path
from trivium.arena.external.limits import AgentLimits
from trivium.arena.external.places import base_of, place_of
from trivium.arena.external.process import AgentProcess
from trivium.errors import BadText, IllegalMove, TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.kernel.verbs import promise
from trivium.search.limits import Limit

SWAPS = ("swap", "swap-pieces")
"""What the Hex dialect calls Cachex's steal."""
_MOVES = "trivium-moves"
"""The command by which engines that know it are told the legal moves before each of theirs."""
_MOST_LINES = 2000
_SHOWN = 200
_OPTIONAL = Path("/opt")


@dataclass(frozen=True)
class EngineCommand:
    """How an engine is started."""

    words: tuple[str, ...]
    """The program with its whole path, and its arguments."""
    folder: Path
    """The folder that it is started in."""

    @classmethod
    def read(cls, text: str, home: Path | None = None) -> EngineCommand:
        """Return the command that a command line means, as a shell reads it.

        The program must be there. One with a slash is a place (see `places` for `home`), and is
        started where that begins; a mere name is one of the system's commands, which is started
        where its first argument that names something begins.
        """
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise TriviumError(f"The command '{text}' cannot be read: {error}.") from None
        if not words:
            raise TriviumError("An engine needs a command, like gtp:./engine --fast.")
        program = words[0]
        if "/" in program:
            place, folder = _runnable(place_of(program, home), program), base_of(program, home)
        else:
            place, folder = _on_path(program, home), _folder_of(words[1:], home)
        return cls((str(place), *words[1:]), folder)


def _folder_of(arguments: Sequence[str], home: Path | None) -> Path:
    bases = (base_of(word, home) for word in arguments if place_of(word, home).exists())
    return next(bases, Path.cwd())


def _on_path(program: str, home: Path | None) -> Path:
    found = shutil.which(program, path=search_path())
    if found is not None:
        return Path(found).absolute()
    here = place_of(program, home)
    hint = f" The one in {here.parent} is ./{program}." if here.is_file() else ""
    raise TriviumError(f"There is no program {program} to run as an engine.{hint}")


def _runnable(place: Path, program: str) -> Path:
    if not place.is_file():
        raise TriviumError(f"There is no program {program} to run as an engine.")
    if not os.access(place, os.X_OK):
        raise TriviumError(f"{program} cannot be run as an engine; 'chmod +x' would allow it.")
    return place.parent.resolve() / place.name


def room_of(command: EngineCommand) -> Room:
    """Return what an engine gets to see: the folders of its program and of the files it names.

    Of a Python or of what is installed under ``/opt`` it is all that belongs to it.
    """
    program = Path(command.words[0])
    if python := python_at(program):
        installed = python
    elif program.is_relative_to(_OPTIONAL):
        installed = (_OPTIONAL / program.relative_to(_OPTIONAL).parts[0],)
    else:
        installed = ()
    values = [word.rpartition("=")[2] for word in command.words[1:]]
    named = [place for value in values for place in _named_by(value, command.folder)]
    if not installed:
        named += [program.parent, program.resolve().parent]
    return Room(command.folder, tuple(place for place in named if not is_system(place)), installed)


def _named_by(word: str, folder: Path) -> list[Path]:
    """Return the folder that a word names, or the one of the file that it names, if it does."""
    with contextlib.suppress(OSError):
        place = folder / word
        if word and place.exists():
            return [place if place.is_dir() else place.parent]
    return []


class GtpLink:
    """Commands to an engine, and its answers."""

    def __init__(self, command: EngineCommand, limits: AgentLimits) -> None:
        self.process = AgentProcess(command.words, room_of(command), {}, limits, own_pipes=False)

    def ask(self, command: str, deadline: float) -> str:
        """Return the answer to a command; raises `Forfeit` where that is an error."""
        success, text = self.try_(command, deadline)
        if not success:
            said = command if len(command) <= _SHOWN else f"{command.split()[0]} …"
            raise Forfeit("nonsense", f"it refuses '{said}': {text[:_SHOWN]}")
        return text

    def try_(self, command: str, deadline: float) -> tuple[bool, str]:
        """Return whether a command has succeeded, and the text of the answer."""
        self.process.send(command.encode())
        lines = [self._first_line(deadline)]
        while line := self._line(deadline):
            lines.append(line)
            if len(lines) > _MOST_LINES:
                raise Forfeit("nonsense", f"an answer of more than {_MOST_LINES} lines")
        text = "\n".join([lines[0][1:].lstrip("0123456789").strip(), *lines[1:]])
        if lines[0][:1] not in ("=", "?"):
            raise Forfeit("nonsense", f"an answer that begins with '{lines[0][:_SHOWN]}'")
        return lines[0][0] == "=", text

    def _first_line(self, deadline: float) -> str:
        for _ in range(_MOST_LINES):
            if line := self._line(deadline):
                return line
        raise Forfeit("nonsense", "nothing but empty lines")

    def _line(self, deadline: float) -> str:
        return self.process.receive(deadline).decode(errors="replace").rstrip()


@dataclass
class GtpAgent(ExternalAgent):
    """An engine that speaks the Go Text Protocol."""

    name = "gtp"
    form = "COMMAND"
    games = GAMES.keys()

    def __post_init__(self) -> None:
        super().__post_init__()
        self._command = EngineCommand.read(self.description, self.home)
        self._commands: set[str] = set()
        self._played: Move | None = None

    @property
    def folder(self) -> Path:
        """The one that its command says."""
        return self._command.folder

    @classmethod
    def parts(cls, description: str, home: Path | None) -> tuple[list[Path], list[str]]:
        """Return the program, the files and folders among its arguments, and the others."""
        words = EngineCommand.read(description, home).words
        places = {word: place_of(word, home) for word in words}
        named = [word for word in words if places[word].exists()]
        return [places[word] for word in named], [word for word in words if word not in named]

    def _launch(self) -> AgentProcess:
        self._link = GtpLink(self._command, self.limits)
        return self._link.process

    def _load(self, process: AgentProcess, start: Position, deadline: float) -> None:
        self._link.ask("protocol_version", deadline)
        process.settle()
        self._commands = set(self._link.ask("list_commands", deadline).split())
        self._link.ask(f"boardsize {start.size.replace('x', ' ')}", deadline)
        self._link.ask("clear_board", deadline)
        if start != type(start).of_size(start.size):
            board = start.to_text().replace("\n", "\\n")
            self._link.ask(f"trivium-setup {board}", deadline)

    def _check_start(self, start: Position) -> None:
        """Leave it to the engine, which may know ``trivium-setup``."""

    def _begin(self, process: AgentProcess, position: Position, deadline: float) -> None:
        process.forgive_cpu()

    def _ask(
        self, process: AgentProcess, position: Position, news: News, limit: Limit, deadline: float
    ) -> Move:
        self._tell(process, news, deadline)
        if "time_left" in self._commands and (clock := _clock(limit)):
            self._link.ask(f"time_left {position.turn} {clock}", deadline)
        if _MOVES in self._commands:
            told = " ".join(_with_worth(position))
            self._link.ask(f"{_MOVES} {told}", deadline)
        self._played = self._read(
            position, self._link.ask(f"genmove {position.turn}", deadline).strip()
        )
        return self._played

    def _tell(self, process: AgentProcess, news: News, deadline: float) -> None:
        if self._played is not None and news[:1] == [(self._colour, self._played)]:
            news = news[1:]  # an engine has already made the move that it has generated
        for colour, move in news:
            self._link.ask(f"play {colour} {move}", deadline)

    def _read(self, position: Position, answer: str) -> Move:
        text = "steal" if answer.lower() in SWAPS else answer
        if text.lower() == "resign":
            raise Forfeit("resignation")
        try:
            move = position.read_move(text)
            position.copy().push(move)
        except BadText:
            raise Forfeit("nonsense", f"'{answer[:_SHOWN]}' is no move") from None
        except IllegalMove as error:
            raise Forfeit("illegal move", str(error)) from None
        return move


def _with_worth(position: Position) -> list[str]:
    """Return every legal move with what it brings at once."""
    return [f"{move}:{int(promise(position.kernel, move.code))}" for move in position.legal_moves]


def _clock(limit: Limit) -> str | None:
    """Return seconds and moves as ``time_left`` has them: 0 moves for the rest of the game."""
    if limit.remaining is not None:
        return f"{max(limit.remaining, 0.0):.3f} 0"
    return None if limit.seconds is None else f"{limit.seconds:.3f} 1"

"""Every parser that reads bytes of others, as a function of bytes.

A target returns, whether the bytes were accepted or refused in the way that the parser promises.
Any other error, a hang or a huge appetite for memory is a finding.
"""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from trivium.agents.agent import Forfeit
from trivium.agents.catalogue import agents_of, check_for_guests
from trivium.agents.descriptions import PlayerDescription
from trivium.agents.simple import RandomAgent
from trivium.agents.watch_your_back.book import read_book
from trivium.agents.weight_files import read_evaluation, read_origin, read_weights
from trivium.arena.clocks import read_time_control
from trivium.arena.external.course_python import (
    CachexPythonAgent,
    CoursePythonAgent,
    WatchYourBackPythonAgent,
)
from trivium.arena.external.gtp import GtpAgent, GtpLink
from trivium.arena.openings import Openings, read_openings
from trivium.arena.players import check_player
from trivium.arena.ratings.strengths import read_anchor
from trivium.arena.records import read_line as read_record_line
from trivium.arena.records import write_line
from trivium.arena.tournament_file import read_tournament
from trivium.bridges.gtp import LONGEST_LINE, Engine
from trivium.bridges.regression import read_steps
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.games.record import parse_record
from trivium.learn.runs import Run, read_plan
from trivium.learn.subjects import SUBJECTS
from trivium.search.limits import UNLIMITED
from trivium.study.exercises import cachex_path, hexifence_board
from trivium.text_files import decoded
from trivium.web import messages as m
from trivium.web.describe.positions import describe, read_line
from trivium.web.room.records import read_upload
from trivium.web.room.table import read_table
from trivium.web.routes.sockets import sentence_of

Target = Callable[[bytes], None]
GAME_NAMES = tuple(GAMES)


def _board(game: str, data: bytes) -> None:
    """Read a board; what was read is drawn, written and read back as the same."""
    position = GAMES[game].read(decoded(data, "the board"))
    assert GAMES[game].read(position.to_text()) == position
    describe(position)


def _moves(data: bytes) -> None:
    """Make the moves that are the lines of a text, in the game that the first byte chooses."""
    if not data:
        return
    position = _start(GAME_NAMES[data[0] % len(GAME_NAMES)])
    for line in data[1:].decode("utf-8", "replace").splitlines()[:200]:
        with suppress(TriviumError):
            position.push(line)


def _start(game: str) -> Position:
    return _first(game).copy()


@functools.cache
def _first(game: str) -> Position:
    sizes = {"hexifence": "2", "cachex": "4", "dots-and-boxes": "2x2"}
    position = GAMES[game].start(sizes.get(game))
    position.read_move(str(position.legal_moves[0]))  # a copy then knows how to read moves
    return position


def _sizes(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for game in GAMES.values():
        with suppress(TriviumError):
            game.start(text)


def _record(data: bytes) -> None:
    """Read a record with all checks; what was read is written and read back as the same."""
    text = decoded(data, "the record")
    record = read_record_line(text)
    assert read_record_line(write_line(record)) == record


def _saved_game(data: bytes) -> None:
    parse_record(decoded(data, "the record")).replay()


def _upload(data: bytes) -> None:
    records, problems = read_upload(data.decode("utf-8", "replace"))
    for record in records:
        write_line(record).encode()
    assert all(problem.error for problem in problems)


def _stored_game(data: bytes) -> None:
    read_table("x", data.decode("utf-8", "replace"))


def _message(adapter: TypeAdapter[Any], data: bytes) -> None:
    """Read a message as the server does; a position in it is set up and drawn."""
    try:
        said = adapter.validate_json(data)
    except ValidationError as error:
        assert sentence_of(error.errors(include_url=False, include_input=False))
        return
    if isinstance(said, m.Line | m.NewGame):
        describe(read_line(said))


def _in_file(read: Callable[[Path], object], name: str, data: bytes) -> None:
    path = _folder() / name
    path.write_bytes(data)
    read(path)


@functools.cache
def _folder() -> Path:
    return Path(_kept_folder().name)


@functools.cache
def _kept_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="trivium-fuzzing-")


def _weights(path: Path) -> None:
    for subject in SUBJECTS.values():
        with suppress(TriviumError):
            read_weights(path, subject.evaluation)
    read_origin(path)
    read_evaluation(path)


def _openings(path: Path) -> None:
    """Read openings of the game that the length of the file chooses."""
    game = GAME_NAMES[path.stat().st_size % len(GAME_NAMES)]
    read_openings(path, game, _start(game).size)


def _checkpoint(path: Path) -> None:
    run = object.__new__(Run)
    run.folder = path.parent
    run.saved("weights")


def _log(path: Path) -> None:
    run = object.__new__(Run)
    run.folder = path.parent
    run.logged("batch", "loss")


def _description(data: bytes) -> None:
    """Read the description of a player, a clock and an anchor."""
    text = data.decode("utf-8", "replace")
    wanted = PlayerDescription.read(text)
    for game in GAMES:
        with suppress(TriviumError):
            check_for_guests(wanted, game)
        if wanted.name in agents_of(game):  # others are programs that are looked for
            with suppress(TriviumError):
                check_player(wanted, game, Openings("none"), "")
    for read in (lambda: read_time_control(None, text), lambda: read_anchor(text)):
        with suppress(TriviumError):
            read()


def _exercises(data: bytes) -> None:
    text = decoded(data, "the exercise")
    for exercise in (cachex_path, hexifence_board):
        with suppress(TriviumError):
            exercise.answer(text)


def _regression(data: bytes) -> None:
    for step in read_steps(decoded(data, "the file")):
        assert step.command


def _engine(data: bytes) -> None:
    """Speak the text protocol to an engine, in the game that the first byte chooses."""
    if not data:
        return
    game = GAME_NAMES[data[0] % len(GAME_NAMES)]
    engine = Engine(game, _start(game).size, lambda: RandomAgent(1), 0.01)
    for line in data[1:].decode("utf-8", "replace").splitlines()[:50]:
        answer = engine.answer(line[:LONGEST_LINE])
        assert answer is None or answer[:1] in ("=", "?")
        if not engine.going_on:
            return


class _Saying:
    """A process of an agent that says what the bytes are, line by line."""

    def __init__(self, data: bytes) -> None:
        self._lines = data.split(b"\n")[::-1]
        self.number = 0

    def send(self, line: bytes) -> None:
        """Number the answer to a numbered request, as a host does."""
        self.number = int(head) if (head := line.split()[0]).isdigit() else 0

    def receive(self, deadline: float) -> bytes:
        if not self._lines:
            raise Forfeit("crash")
        answer = self._lines.pop()
        return f"{self.number} ok ".encode() + answer if self.number else answer

    def last_words(self) -> str:
        return ""

    def check(self) -> None:
        """It uses nothing."""

    settle = forgive_cpu = check


def _engine_of_others(data: bytes) -> None:
    """Play with an engine whose answers are the lines."""
    agent = object.__new__(GtpAgent)
    agent._link = object.__new__(GtpLink)
    agent._link.process = process = _Saying(data)  # type: ignore[assignment]
    agent._played, agent._colour, agent._commands = None, "blue", set()
    agent._load(process, _start("hexifence"), 0.0)  # type: ignore[arg-type]
    for _ in range(5):
        agent._ask(process, _start("hexifence"), [], UNLIMITED, 0.0)  # type: ignore[arg-type]


def _agent_of_others(kind: type[CoursePythonAgent], game: str, data: bytes) -> None:
    """Play with an agent of a course whose host's answers are the lines."""
    agent = object.__new__(kind)
    agent._numbers = iter(range(1, 1000))  # type: ignore[assignment]
    process: Any = _Saying(data)
    for _ in range(5):
        agent._ask(process, _start(game), [], UNLIMITED, 0.0)


_MESSAGES: dict[str, Any] = {
    "game": m.GameMessage,
    "analysis": m.AnalysisMessage,
    "review": m.ReviewMessage,
    "new-game": m.NewGame,
    "action": m.ActionRequest,
    "line": m.Line,
    "records": m.RecordsRequest,
}

_ALL: dict[str, Target] = {
    **{f"board-{game}": functools.partial(_board, game) for game in GAMES},
    "moves": _moves,
    "sizes": _sizes,
    "record": _record,
    "saved-game": _saved_game,
    "upload": _upload,
    "stored-game": _stored_game,
    **{
        f"message-{name}": functools.partial(_message, TypeAdapter(kind))
        for name, kind in _MESSAGES.items()
    },
    "weights": functools.partial(_in_file, _weights, "weights.toml"),
    "tournament": functools.partial(_in_file, read_tournament, "tournament.toml"),
    "openings": functools.partial(_in_file, _openings, "openings.txt"),
    "book": functools.partial(_in_file, read_book, "book.txt"),
    "run-configuration": functools.partial(_in_file, read_plan, "run.toml"),
    "run-checkpoint": functools.partial(_in_file, _checkpoint, "checkpoint.npz"),
    "run-log": functools.partial(_in_file, _log, "log.jsonl"),
    "descriptions": _description,
    "exercises": _exercises,
    "regression": _regression,
    "text-protocol": _engine,
    "engine-answers": _engine_of_others,
    "cachex-answers": functools.partial(_agent_of_others, CachexPythonAgent, "cachex"),
    "watch-your-back-answers": functools.partial(
        _agent_of_others, WatchYourBackPythonAgent, "watch-your-back"
    ),
}


def _refusing(target: Target) -> Target:
    """Return the target with the refusals that parsers promise taken for an answer."""

    @functools.wraps(target, assigned=())
    def read(data: bytes) -> None:
        with suppress(TriviumError, Forfeit):
            target(data)

    return read


TARGETS: dict[str, Target] = {name: _refusing(target) for name, target in _ALL.items()}

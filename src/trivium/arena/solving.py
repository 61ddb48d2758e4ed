"""Solving many positions at once: in processes of this machine or on a cluster.

Results can be kept in a file, a line of JSON for each, written as soon as it is there. Whoever is
interrupted begins again with the same file, and what is in it is not solved a second time.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from trivium.agents.experts import EXPERTS, expert_of
from trivium.arena.bulk import Workers, local_workers
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.search.limits import Limit
from trivium.solve.exact import PatientSource, Solution

__all__ = [
    "Solved",
    "solve_many",
]

_BEGINNING = '{"key": "'
"""How every line of a file of results begins, also one that was cut off."""


@dataclass(frozen=True)
class Solved:
    """What is known of a position, in words and plain numbers."""

    game: str
    size: str
    turn: str
    value: int | None
    """The margin of the player to move, or 1, 0, -1 where there are none; None if not proven."""
    exact: bool
    """Whether `value` is proven."""
    bounds: tuple[int, int]
    by_turn: int | None
    """The turn by which it is won or lost, if that is known."""
    best: str | None
    """A best move, or the best one known; None if the game is over."""
    nodes: int
    seconds: float

    @classmethod
    def of(cls, position: Position, found: Solution, win_loss: bool = False) -> Solved:
        """Return what a solution says of a position; with `win_loss` only who wins."""
        value = found.sign if win_loss else found.low if found.exact else None
        return cls(
            game=position.game,
            size=position.size,
            turn=position.turn,
            value=value,
            exact=value is not None,
            bounds=(found.low, found.high),
            by_turn=found.by_turn,
            best=None if found.best is None else str(position.move(found.best)),
            nodes=found.nodes,
            seconds=round(found.seconds, 4),
        )


@dataclass(frozen=True)
class _Task:
    """A position with the moves that led to it, and how to solve it."""

    game: str
    origin: str
    moves: tuple[str, ...]
    seconds: float | None
    nodes: int | None
    megabytes: float
    win_loss: bool

    @property
    def key(self) -> str:
        """What tells the question from others, however long it is thought about."""
        question = json.dumps([self.game, self.origin, self.moves, self.win_loss])
        return hashlib.sha256(question.encode()).hexdigest()[:24]

    @property
    def effort(self) -> list[float | None]:
        """How long it is thought about."""
        return [self.seconds, self.nodes, self.megabytes]


def solve_many(
    positions: Iterable[Position],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    megabytes: float = 64,
    win_loss: bool = False,
    processes: int | None = None,
    workers: Workers | None = None,
    results: str | Path | None = None,
    hear: Callable[[int, int], None] | None = None,
) -> list[Solved]:
    """Return what is known of each position, in their order, each within the limits.

    They are solved in so many `processes`, one a core unless told otherwise, or by `workers`, such
    as `trivium.arena.cluster.RayWorkers`; each takes so many `megabytes`. With a file for the
    `results` a later call goes on where this one was interrupted; what was not proven is tried
    again only with other limits. `hear` is told how many are done, and of how many.
    """
    tasks = [_task(position, seconds, nodes, megabytes, win_loss) for position in positions]
    path = None if results is None else Path(results)
    found = {} if path is None else _read(path)
    usable = {task.key for task in tasks if _is_enough(found.get(task.key), task)}
    missing = {task.key: task for task in tasks if task.key not in usable}
    total = len(missing) + len(usable)
    tell = hear or (lambda done, of: None)
    tell(total - len(missing), total)
    with _hands(workers, processes, len(missing)) as hands, _opened(path) as write:
        solving = hands.run(_solve, missing.values())
        with contextlib.closing(solving):
            for number, (task, fields) in enumerate(solving, len(usable) + 1):
                found[task.key] = {"key": task.key, "effort": task.effort, **fields}
                write(found[task.key])
                tell(number, total)
    return [_solved(found[task.key]) for task in tasks]


def _task(
    position: Position,
    seconds: float | None,
    nodes: int | None,
    megabytes: float,
    win_loss: bool,
) -> _Task:
    _new_solver(position.game)
    moves = tuple(str(move) for move in position.moves)
    origin = position.origin().to_text()
    return _Task(position.game, origin, moves, seconds, nodes, megabytes, win_loss)


def _new_solver(game: str) -> Callable[[Position, float, int], PatientSource]:
    """Return what makes a solver of a game, or say that there is none."""
    new_solver = expert_of(game).new_solver
    if new_solver is None:
        solvable = [name for name, expert in EXPERTS.items() if expert.new_solver]
        raise TriviumError(f"{game} cannot be solved; {', '.join(solvable)} can.")
    return new_solver


def _solve(task: _Task) -> dict[str, Any]:
    """Solve one position; done by a worker."""
    position = find_game(task.game).read(task.origin)
    for move in task.moves:
        position.push(move)
    source = _source(task.game, position.size, task.megabytes)
    limit = Limit(seconds=task.seconds, nodes=task.nodes)
    found = source.solve(position.kernel, limit, task.win_loss)
    return asdict(Solved.of(position, found, task.win_loss))


@functools.lru_cache(maxsize=1)
def _source(game: str, size: str, megabytes: float) -> PatientSource:
    """Return the solver of a board; the last one is kept, with all that it has proven."""
    return _new_solver(game)(find_game(game).start(size), megabytes, 1)


@contextlib.contextmanager
def _hands(workers: Workers | None, processes: int | None, tasks: int) -> Iterator[Workers]:
    """Give those who work; the ones that are made here are let go at the end."""
    if workers is not None:
        yield workers
        return
    with local_workers(max(1, min(processes or os.cpu_count() or 1, tasks))) as own:
        yield own


# The file


def _read(path: Path) -> dict[str, dict[str, Any]]:
    """Return the results in a file by their keys; a line that was cut off is passed over."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise TriviumError(f"The results in {path} cannot be read: {error}.") from None
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            _solved(entry)
            found[str(entry["key"])] = entry
        except (ValueError, KeyError, TypeError):
            if number < len(lines) or not _BEGINNING.startswith(line[: len(_BEGINNING)]):
                raise TriviumError(f"{path}, line {number}: this is no result.") from None
    return found


@contextlib.contextmanager
def _opened(path: Path | None) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Give a function that adds a result to the file, if there is one, at once."""
    if path is None:
        yield lambda entry: None
        return
    try:
        _end_last_line(path)
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise TriviumError(f"{path} cannot be written: {error.strerror}.") from None
    with file:

        def write(entry: dict[str, Any]) -> None:
            file.write(json.dumps(entry) + "\n")
            file.flush()

        yield write


def _end_last_line(path: Path) -> None:
    """Take a last line that was cut off out of the file."""
    if path.exists() and (content := path.read_bytes()) and not content.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(content.rfind(b"\n") + 1)


def _is_enough(entry: dict[str, Any] | None, task: _Task) -> bool:
    """Return whether a result need not be worked out again."""
    return entry is not None and (bool(entry["exact"]) or entry["effort"] == task.effort)


def _solved(entry: dict[str, Any]) -> Solved:
    fields = {name: entry[name] for name in Solved.__dataclass_fields__}
    bounds: Sequence[int] = fields.pop("bounds")
    low, high = bounds
    return Solved(bounds=(low, high), **fields)

"""Openings: the moves that are made before the players take over, the same for both colours.

Random openings keep two agents from playing the same game again and again. A *balanced* one is
random too, but gives neither side a clear advantage: a short Monte Carlo search from it expects
a share of the points for the player to move that differs from a half by `FAIR` at most.
Candidates are drawn until one is balanced; if none of `CANDIDATES` is, the most balanced of them
is taken.

Which opening a pair of games gets depends on the seed and the number of the pair alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.games.record import parse_record
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import pick
from trivium.search.limits import Limit
from trivium.search.mcts_engine import MonteCarlo
from trivium.text_files import read_text

MOVE_LIMIT = 400
"""Watch Your Back! has no end of its own: the arena draws it after so many moving turns."""

KINDS = ("balanced", "random", "none")
FAIR = 0.1
CANDIDATES = 16
_SIMULATIONS = 400
_MEGABYTES = 4


@dataclass(frozen=True)
class Opening:
    """A position to start from and the moves made on it."""

    start: str | None
    """A board as text; None for the start position of the game."""
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Openings:
    """Where the openings of an event come from."""

    kind: str = "balanced"
    """One of `KINDS`, or ``file``."""
    moves: int = 2
    """How many random moves to make."""
    book: tuple[Opening, ...] = ()
    """The openings of a file, used in their order and then from the beginning again."""

    def __post_init__(self) -> None:
        if self.kind not in (*KINDS, "file"):
            raise TriviumError(f"Openings are {', '.join(KINDS)} or from a file, not {self.kind}.")
        if not 0 <= self.moves <= 100:
            raise TriviumError(f"An opening has 0 to 100 random moves, not {self.moves}.")

    @property
    def makes_moves(self) -> bool:
        """Whether games begin with moves that the players have not chosen."""
        if self.kind == "file":
            return any(opening.moves for opening in self.book)
        return self.kind != "none" and self.moves > 0

    def only(self, number: int) -> Openings:
        """Return openings that are the same for the pair `number`, without the rest of a book."""
        if self.kind != "file":
            return self
        return Openings("file", book=(self.book[number % len(self.book)],))

    def position(self, game: str, size: str | None, seed: int, number: int) -> Position:
        """Return the position that the pair of games `number` starts from."""
        if self.kind == "file":
            return _from_book(game, self.book[number % len(self.book)])
        position = start_position(game, size)
        if self.kind == "none" or not self.moves:
            return position
        if self.kind == "random":
            return random_opening(position, self.moves, seed, number, 0)
        for text in _balanced_moves(game, size, self.moves, seed, number):
            position.push(text)
        return position


def start_position(game: str, size: str | None) -> Position:
    """Return the start position of a game in the arena."""
    return _shared_start(game, size).copy()


@lru_cache(maxsize=64)
def _shared_start(game: str, size: str | None) -> Position:
    return find_game(game).start(size).with_move_limit(MOVE_LIMIT)


def random_opening(position: Position, moves: int, *place: int) -> Position:
    """Return `position` after random moves, which depend on the numbers of `place` alone."""
    position = position.copy()
    chance = seeded(*place)
    for _ in range(moves):
        if not position.is_over:
            position.push(position.move(int(pick(position.kernel, chance))))
    return position


@lru_cache(maxsize=256)
def _balanced_moves(
    game: str, size: str | None, moves: int, seed: int, number: int
) -> tuple[str, ...]:
    start = start_position(game, size)
    judge = MonteCarlo(megabytes=_MEGABYTES, seed=seed)
    best, least = start, float("inf")
    for attempt in range(CANDIDATES):
        candidate = random_opening(start, moves, seed, number, 2, attempt)
        if candidate.is_over:
            continue
        imbalance = abs(mover_share(judge, candidate) - 0.5)
        if imbalance < least:
            best, least = candidate, imbalance
        if least <= FAIR:
            break
    return tuple(str(move) for move in best.moves)


def mover_share(judge: MonteCarlo, position: Position) -> float:
    """Return the share of the points that a short search expects for the player to move."""
    judge.forget()
    report = judge.search(position.kernel, position.colours, Limit(nodes=_SIMULATIONS))
    if report.score.exact:
        return 0.5 + 0.5 * ((report.score.value > 0) - (report.score.value < 0))
    return next(move.wins for move in judge.root_moves() if move.code == report.move)


def read_openings(path: Path, game: str, size: str | None) -> Openings:
    """Read a file of openings for a game: game records as JSON Lines, or moves on every line.

    In a file of moves, ``#`` begins a comment and move numbers like ``1.`` do not matter. Of a
    record the opening's moves are taken if it tells how many there are, else all of them.
    Every opening is checked, and a mistake is named with its line.
    """
    book = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        try:
            opening = _read_line(line, game, size)
            if opening is not None:
                if _from_book(game, opening).is_over:
                    raise BadText("the game is over after these moves.")
                book.append(opening)
        except TriviumError as error:
            raise TriviumError(f"{path}, line {number}: {error}") from None
    if not book:
        raise TriviumError(f"There is no opening in {path}.")
    return Openings("file", book=tuple(book))


def _read_line(line: str, game: str, size: str | None) -> Opening | None:
    if line.lstrip().startswith("{"):
        return _of_record(line, game, size)
    words = re.sub(r"\b\d+\.+(?=\s|$|[a-z])", " ", line.partition("#")[0]).split()
    if not words:
        return None
    start = start_position(game, size)
    for word in words:
        start.push(word)
    text = None if size is None else start.origin().to_text()
    return Opening(text, tuple(str(move) for move in start.moves))


def _of_record(line: str, game: str, size: str | None) -> Opening:
    record = parse_record(line)
    kept = record.rest.get("opening")
    position = record.replay(kept if type(kept) is int and kept >= 0 else None)
    wanted = start_position(game, size)
    if (position.game, position.size) != (wanted.game, wanted.size):
        raise BadText(
            f"this is a game of {position.game} {position.size}, not {wanted.game} {wanted.size}."
        )
    return Opening(record.start, tuple(str(move) for move in position.moves))


def _from_book(game: str, opening: Opening) -> Position:
    entry = find_game(game)
    start = entry.start() if opening.start is None else entry.read(opening.start)
    position = start.with_move_limit(MOVE_LIMIT)
    for move in opening.moves:
        position.push(move)
    return position

"""Positions for people: what all games share.

A `Position` owns one kernel position and the moves made on it. It checks what people type
and says what went wrong; the rules themselves are the compiled ones, reached through the
verbs.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from trivium.errors import BadText, IllegalMove, TriviumError
from trivium.games import plain
from trivium.games.editing import EditedBoard
from trivium.games.layout import Layout
from trivium.games.moves import Move, MoveReader
from trivium.games.scene import Places, Scene
from trivium.kernel import verbs

if TYPE_CHECKING:
    from rich.text import Text

    from trivium.games.observation import Observation

__all__ = [
    "Outcome",
    "Position",
]

_FEWEST_MOVES = 3


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """The winner's colour; None for a draw."""
    reason: str
    """The rule that ended it: cells, connection, eliminated, repetition, turn limit …"""

    def __str__(self) -> str:
        verdict = f"{self.winner.capitalize()} wins" if self.winner else "Draw"
        return f"{verdict} ({self.reason})"


class Position(ABC):
    """A game in progress. Make moves with `push`, take them back with `pop`.

    Two positions are equal if they show the same board with the same player to move in the
    same phase and turn; how they came about does not matter.
    """

    game: ClassVar[str]
    """The name of the game, as on the command line."""
    colours: ClassVar[tuple[str, str]]
    """The players, first the one who begins."""
    marks_features: ClassVar[bool] = False
    """Whether `svg` and `terminal` can mark the features of a position."""

    def __init__(self, state: Any, moves: Mapping[int, Move]) -> None:
        self._state = state
        self._start = _copy_state(state)
        self._all_moves = moves
        self._played: list[Move] = []
        self._undoable = 0
        self._buffer = np.empty(verbs.most_moves(state), np.int64)

    @property
    def kernel(self) -> Any:
        """The kernel position, for the verbs. Playing on it directly bypasses `push`."""
        return self._state

    @property
    def mover(self) -> int:
        """The player to move: 0 for the one who began the game, 1 for the other."""
        return int(verbs.mover(self._state))

    @property
    def turn(self) -> str:
        """The colour to move."""
        return self.colours[self.mover]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made since this position was set up."""
        return tuple(self._played)

    @property
    def all_moves(self) -> Mapping[int, Move]:
        """Every move that a position of this size can have, by its number."""
        return self._all_moves

    @property
    def legal_moves(self) -> list[Move]:
        """All moves of the player to move; none if the game is over."""
        return [self._all_moves[code] for code in self._legal_codes().tolist()]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(verbs.over(self._state))

    def push(self, move: Move | str) -> Move:
        """Make a move, given as such or as text; return it.

        Raises `BadText` or `IllegalMove` and changes nothing if that is not possible.
        """
        if isinstance(move, str):
            move = self.read_move(move)
        elif not isinstance(move, Move):
            raise BadText(
                f"{move!r} is no move; write one as a text like {self._examples()}, "
                "or take one of legal_moves."
            )
        if self._all_moves.get(move.code) != move or not verbs.allowed(self._state, move.code):
            raise IllegalMove(f"{move} is not possible: {self._objection(move)}.")
        verbs.play(self._state, move.code)
        self._played.append(move)
        self._undoable = min(self._undoable + 1, verbs.UNDO_DEPTH)
        return move

    def pop(self) -> Move:
        """Take the last move back and return it."""
        if not self._played:
            raise IllegalMove("There is no move to take back.")
        move = self._played.pop()
        if self._undoable:
            verbs.undo(self._state)
            self._undoable -= 1
        else:
            self._replay()
        return move

    def read_move(self, text: str) -> Move:
        """Return the move that `text` means, legal here or not."""
        move = self._reader.find(text)
        if move is None:
            raise BadText(f"'{text}' is not a move of this game; write it like {self._examples()}.")
        return move

    def move(self, code: int) -> Move:
        """Return the move with the kernel's number `code`."""
        return self._all_moves[code]

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.is_over:
            return None
        margin = int(verbs.score(self._state)) * (1 if self.mover == 0 else -1)
        winner = None if margin == 0 else self.colours[0 if margin > 0 else 1]
        return Outcome(winner, self._reason())

    @property
    def move_limit(self) -> int | None:
        """After how many turns a house rule makes the game a draw; None without such a rule."""
        return None

    @property
    def can_be_drawn(self) -> bool:
        """Whether a game on this board may end without a winner."""
        return True

    def with_move_limit(self, limit: int | None) -> Self:
        """Return this position, without its moves, under a house rule: a draw after `limit` turns.

        Only games that know no end of their own have that rule; others, and a limit of None,
        change nothing. Raises `BadText` for what is no such limit.
        """
        return self

    def movers(self) -> list[str]:
        """Return the colour that made each of the `moves`."""
        replay = self.origin()
        colours = []
        for move in self._played:
            colours.append(replay.turn)
            replay.push(move)
        return colours

    def moves_left(self) -> int:
        """Return how many moves worth as much thought the mover will probably still make.

        On boards that fill up it is a third of the legal moves: half of them are the mover's own,
        but the last ones are forced, or the game is decided before.
        """
        return max(len(self.legal_moves) // 3, _FEWEST_MOVES)

    def origin(self) -> Self:
        """Return the position that this one was set up as, before any of its `moves`."""
        first = self.copy()
        first._played = []
        first._replay()
        return first

    def standing(self) -> Self:
        """Return this position as one that was set up like this, without its moves."""
        twin = self.copy()
        twin._played, twin._undoable = [], 0
        twin._start = _copy_state(twin._state)
        return twin

    def copy(self) -> Self:
        """Return an independent copy with the same history."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._state = _copy_state(self._state)
        twin._played = list(self._played)
        twin._buffer = self._buffer.copy()
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()  # the tables of the board are shared, never copied

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what play changes; the tables of the board are those of the process it is in."""
        parts = [part for part in self._start if part.flags.writeable]
        return _revived, (type(self), self.size, parts, [move.code for move in self._played])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game, self.to_text()) == (other.game, other.to_text())

    def __hash__(self) -> int:
        return hash((self.game, self.to_text()))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.size}, {self.status()}>"

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    @abstractmethod
    def size(self) -> str:
        """The board size as the command line writes it."""

    @classmethod
    @abstractmethod
    def of_size(cls, text: str) -> Self:
        """Return the start position of a size as `size` writes it; raises `BadSize`."""

    @classmethod
    @abstractmethod
    def from_text(cls, text: str) -> Self:
        """Read a position; raises `BadText` with the place of the mistake."""

    @abstractmethod
    def to_text(self) -> str:
        """Write the position so that `from_text` reads it back.

        It is the board as on the rule page, then ``key: value`` lines (in Cachex, further
        JSON keys) for what a reader of the board would otherwise assume wrongly.
        """

    @abstractmethod
    def status(self) -> str:
        """Say in a few words who is to move or how it ended, and the score."""

    def svg(self, features: bool = False) -> str:
        """Draw the position, its features marked if that is possible."""
        return plain.svg(self)

    def png(self, width: int | None = None) -> bytes:
        """Draw the position as the content of a PNG file (extra ``pictures``)."""
        from trivium.games.pictures import png_of

        return png_of(self.svg(), width)

    def terminal(self, features: bool = False) -> Text:
        """Draw the position with characters, its features marked if that is possible."""
        return plain.text(self)

    def layout(self) -> Layout:
        """Return where everything lies on a board of this size."""
        return plain.layout_of(self)

    def places(self, move: Move) -> Places:
        """Return where a move is on the board."""
        return plain.places_of(self, move)

    def scene(self) -> Scene:
        """Return what is to be shown of the position."""
        return plain.scene_of(self)

    def observation(self) -> Observation:
        """Return how positions of this size are shown as arrays of numbers.

        The module that says so is loaded only when it is asked for. Raises `TriviumError` for a
        game that brings none.
        """
        raise TriviumError(
            f"{self.game} says nothing about how it is shown as arrays: it lacks a module "
            "'observation'."
        )

    def edited_text(self, board: EditedBoard) -> str:
        """Write a board of this size that was put together by hand, as `from_text` reads it.

        Raises `BadText` for what no text can say.
        """
        raise BadText(f"Boards of {self.game} cannot be set up by hand; write the text of one.")

    @abstractmethod
    def _reason(self) -> str:
        """Name the rule that ended the game."""

    @abstractmethod
    def _objection(self, move: Move) -> str:
        """Say why a move is not legal here."""

    def _examples(self) -> str:
        legal = self.legal_moves or list(self._all_moves.values())
        names = [str(move) for move in (legal[0], legal[-1])]
        return " or ".join(dict.fromkeys(names))

    def _legal_codes(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        return self._buffer[: verbs.legal(self._state, self._buffer)]

    def _replay(self) -> None:
        self._state = _copy_state(self._start)
        for move in self._played:
            verbs.play(self._state, move.code)
        self._undoable = min(len(self._played), verbs.UNDO_DEPTH)

    @functools.cached_property
    def _reader(self) -> MoveReader:
        return MoveReader(self._all_moves.values())


def _copy_state(state: Any) -> Any:
    """Copy what play changes; the read-only tables of the board are shared."""
    return type(state)(*(part.copy() if part.flags.writeable else part for part in state))


def _revived(
    kind: type[Position], size: str, parts: list[np.ndarray[Any, Any]], codes: list[int]
) -> Position:
    """Return the position that was pickled."""
    position = kind.of_size(size)
    changed = iter(parts)
    position._start = type(position._start)(
        *(next(changed) if part.flags.writeable else part for part in position._start)
    )
    position._played = [position.move(code) for code in codes]
    position._replay()
    return position

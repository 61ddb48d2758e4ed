"""Watch Your Back! for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import trivium.games.watch_your_back.playout  # noqa: F401 (implements a verb)
from trivium.errors import BadSize, BadText
from trivium.games.editing import EditedBoard
from trivium.games.layout import Layout
from trivium.games.moves import Move, square_name
from trivium.games.position import Position
from trivium.games.scene import Places, Scene
from trivium.games.watch_your_back import drawing, editing, geometry, notation, pace, rules
from trivium.games.watch_your_back.geometry import Square
from trivium.games.watch_your_back.layout import layout_of
from trivium.games.watch_your_back.scene import places_of, scene_of

if TYPE_CHECKING:
    from rich.text import Text

    from trivium.games.observation import Observation

__all__ = [
    "WatchYourBack",
]

_LARGEST_LIMIT = 10**9
_REASONS = {rules.ELIMINATED: "eliminated", rules.MOVE_LIMIT: "move limit"}


class WatchYourBack(Position):
    """A game of Watch Your Back!

    `move_limit` is a house rule for matches: a game that is undecided after so many turns of
    the moving phase is a draw.

    >>> position = WatchYourBack()
    >>> position.push("d4")
    Move(code=27, text='d4', action=(3, 3))
    >>> position.phase, position.turn
    ('placing', 'black')
    """

    game = "watch-your-back"
    colours: ClassVar[tuple[str, str]] = notation.COLOURS

    def __init__(self, *, move_limit: int | None = None, state: rules.Pieces | None = None) -> None:
        super().__init__(state or rules.start(move_limit), geometry.all_moves())

    @property
    def size(self) -> str:
        return str(geometry.SIDE)

    @property
    def phase(self) -> str:
        """``"placing"`` or ``"moving"``."""
        return notation.PHASES[self._all_turns >= rules.PLACING_TURNS]

    @property
    def turns(self) -> int:
        """The number of turns played in this phase."""
        return self._all_turns - (rules.PLACING_TURNS if self.phase == "moving" else 0)

    @property
    def stage(self) -> int:
        """How often the board has shrunk: 0, 1 or 2."""
        return int(self.kernel.tally[rules.STAGE])

    @property
    def pieces(self) -> dict[Square, str]:
        """The colour of the piece on each square (x, y) that has one."""
        return {
            square: colour
            for colour, word in zip(self.colours, self.kernel.sides, strict=True)
            for square in geometry.squares_of(word)
        }

    @property
    def move_limit(self) -> int | None:
        return int(self.kernel.tally[rules.LIMIT]) or None

    def with_move_limit(self, limit: int | None) -> Self:
        if limit is None:
            return self
        # A record from somebody else may have anything there.
        if type(limit) is not int or limit < 1:
            raise BadText(f"The move limit must be a positive whole number, not {limit!r}.")
        if limit > _LARGEST_LIMIT:
            raise BadText(f"The move limit must be {_LARGEST_LIMIT} at most, not {limit}.")
        state = self.copy().kernel
        state.tally[rules.LIMIT] = limit
        return type(self)(state=state)

    @classmethod
    def of_size(cls, text: str) -> Self:
        if text != str(geometry.SIDE):
            raise BadSize(f"Watch Your Back! has no size '{text}'; its board is always 8.")
        return cls()

    @classmethod
    def from_text(cls, text: str) -> Self:
        board = notation.read_board(text)
        return cls(state=rules.set_up(board.white, board.black, board.stage, board.all_turns))

    def to_text(self) -> str:
        white, black = self.kernel.sides
        return notation.write_board(
            notation.BoardText(white, black, self.stage, self.phase, self.turns)
        )

    def status(self) -> str:
        white, black = (list(self.pieces.values()).count(colour) for colour in self.colours)
        count = f"White {white} : {black} Black"
        if outcome := self.outcome():
            return f"{outcome}, {count}"
        doing = "place" if self.phase == "placing" else "move"
        return f"{self.turn.capitalize()} to {doing}, turn {self.turns + 1}, {count}"

    def svg(self, features: bool = False) -> str:
        return drawing.svg(self)

    def terminal(self, features: bool = False) -> Text:
        return drawing.text(self)

    def layout(self) -> Layout:
        return layout_of(self)

    def places(self, move: Move) -> Places:
        return places_of(move)

    def scene(self) -> Scene:
        return scene_of(self)

    def observation(self) -> Observation:
        from trivium.games.watch_your_back.observation import observation_of

        return observation_of(self.phase)

    def edited_text(self, board: EditedBoard) -> str:
        return editing.edited_text(self, board)

    def moves_left(self) -> int:
        return pace.moves_left(self)

    @property
    def _all_turns(self) -> int:
        return int(self.kernel.tally[rules.TURNS])

    def _reason(self) -> str:
        return _REASONS[int(self.kernel.tally[rules.END])]

    def _objection(self, move: Move) -> str:
        if self.is_over:
            return "the game is over"
        if move.code == geometry.FORFEIT:
            return "only a player without a legal move may pass"
        if self.phase == "placing":
            return self._objection_to_placing(move)
        if move.code < geometry.FIRST_STEP:
            return "pieces are moved now, from one square to another like d4-d5"
        if self.legal_moves[0].code == geometry.FORFEIT:
            return "you have no legal move and must pass"
        return self._objection_to_moving(move)

    def _objection_to_placing(self, move: Move) -> str:
        if move.code >= geometry.FIRST_STEP:
            return "pieces are still being placed; name one square like d4"
        x, y = geometry.square_of(move.code)
        if (x, y) in geometry.stage_corners(0):
            return "no piece may stand on a corner"
        if (x, y) in self.pieces:
            return "the square is taken"
        return f"{self.turn.capitalize()} may not place on row {y + 1}"

    def _objection_to_moving(self, move: Move) -> str:
        origin, way = divmod(move.code - geometry.FIRST_STEP, geometry.WAYS)
        x, y = geometry.square_of(origin)
        if self.pieces.get((x, y)) != self.turn:
            return f"{self.turn.capitalize()} has no piece on {square_name(x, y)}"
        if way % 2 == 1:
            return "a jump needs a piece to jump over and an empty square behind it"
        return "the square is not empty"

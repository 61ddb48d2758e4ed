"""Oracle of Watch Your Back!: a dict of pieces, a set of corners and a set of squares gone.

One sentence carries the eliminations: a piece goes if the squares on both its sides are hostile
to it, and an enemy piece or a corner is hostile. The rest is when and around which square to ask.
"""

import copy
from typing import Self

Square = tuple[int, int]
Move = Square | tuple[Square, Square] | None

LEFT, RIGHT, BELOW, ABOVE = (-1, 0), (1, 0), (0, 1), (0, -1)
DIRECTIONS = [LEFT, RIGHT, BELOW, ABOVE]
SQUARES = [(x, y) for y in range(8) for x in range(8)]
BOARD = set(SQUARES)

PLACING_TURNS = 24
FIRST_SHRINK = 128
SECOND_SHRINK = 192


class WatchYourBackOracle:
    """A position of Watch Your Back!; `turns` counts the turns of the present phase."""

    def __init__(self, move_limit: int | None = None) -> None:
        """Start a game, drawn after `move_limit` turns of the moving phase if that is given."""
        self.move_limit = move_limit
        self.pieces: dict[Square, str] = {}
        self.corners: set[Square] = {(0, 0), (7, 0), (0, 7), (7, 7)}
        self.gone: set[Square] = set()
        self.phase = "placing"
        self.turns = 0
        self.turn = "white"

    def legal_moves(self) -> list[Move]:
        """The placements or moves of the side to move; only None if it must forfeit."""
        if self.over:
            return []
        if self.phase == "placing":
            return self.placements()
        return self.movements() or [None]

    def placements(self) -> list[Move]:
        """The empty squares in the mover's part of the board."""
        return [square for square in SQUARES if self.is_empty(square) and self.in_zone(square)]

    def in_zone(self, square: Square) -> bool:
        """Whether the mover may place on this row."""
        _, y = square
        return y <= 5 if self.turn == "white" else y >= 2

    def movements(self) -> list[Move]:
        """Every step and jump of the mover's pieces."""
        moves: list[Move] = []
        for square in SQUARES:
            if self.pieces.get(square) == self.turn:
                moves += [(square, target) for target in self.targets(square)]
        return moves

    def targets(self, square: Square) -> list[Square]:
        """The squares that a piece on this square can step or jump to."""
        targets: list[Square] = []
        for direction in DIRECTIONS:
            near = neighbour(square, direction)
            far = neighbour(near, direction)
            if self.is_empty(near):
                targets.append(near)
            elif near in self.pieces and self.is_empty(far):
                targets.append(far)
        return targets

    def is_empty(self, square: Square) -> bool:
        """Whether a piece could stand on the square and none does."""
        on_board = square in BOARD and square not in self.gone
        return on_board and square not in self.corners and square not in self.pieces

    def may_play(self, move: Move) -> bool:
        """Whether this is one of the legal moves."""
        if self.over:
            return False
        placing = self.phase == "placing"
        match move:
            case None:
                return not placing and not self.movements()
            case ((x1, y1), (x2, y2)):
                own = self.pieces.get((x1, y1)) == self.turn
                return not placing and own and (x2, y2) in self.targets((x1, y1))
            case (x, y):
                return placing and self.is_empty((x, y)) and self.in_zone((x, y))

    def play(self, move: Move) -> None:
        """Place, move or forfeit, then do all that follows from it."""
        if not self.may_play(move):
            raise ValueError(f"{move!r} is not a legal move for {self.turn}")
        if move is not None:
            arrival = self.put_piece(move)
            self.eliminate_around(arrival)
            self.eliminate_if_surrounded(arrival)
        self.turns += 1
        self.turn = other(self.turn)
        if self.phase == "placing":
            self.end_placing_if_done()
        elif not self.decided():
            self.shrink_if_due()

    def put_piece(self, move: Square | tuple[Square, Square]) -> Square:
        """Put the placed or moved piece on its square, and name that square."""
        match move:
            case ((x1, y1), (x2, y2)):
                self.pieces[x2, y2] = self.pieces.pop((x1, y1))
                return x2, y2
            case (x, y):
                self.pieces[x, y] = self.turn
                return x, y

    def is_hostile(self, square: Square, colour: str) -> bool:
        """Whether the square is hostile to a piece of this colour."""
        return square in self.corners or self.pieces.get(square) == other(colour)

    def eliminate_around(self, square: Square) -> None:
        """Eliminate the neighbours caught between this square and a hostile one beyond."""
        for direction in DIRECTIONS:
            near = neighbour(square, direction)
            far = neighbour(near, direction)
            if near in self.pieces:
                colour = self.pieces[near]
                if self.is_hostile(square, colour) and self.is_hostile(far, colour):
                    del self.pieces[near]

    def eliminate_if_surrounded(self, square: Square) -> None:
        """Eliminate the piece on this square if it stands between two hostile squares."""
        colour = self.pieces[square]
        for one_side, other_side in [(LEFT, RIGHT), (ABOVE, BELOW)]:
            one, two = neighbour(square, one_side), neighbour(square, other_side)
            if self.is_hostile(one, colour) and self.is_hostile(two, colour):
                del self.pieces[square]
                return

    def end_placing_if_done(self) -> None:
        """Go on to the moving phase when every piece has been placed."""
        if self.turns == PLACING_TURNS:
            self.phase = "moving"
            self.turns = 0
            self.turn = "white"

    def shrink_if_due(self) -> None:
        """Shrink the board after the two turns that shrink it."""
        if self.turns == FIRST_SHRINK:
            self.shrink(1, 6)
        if self.turns == SECOND_SHRINK:
            self.shrink(2, 5)

    def shrink(self, low: int, high: int) -> None:
        """Leave only the squares with low <= x, y <= high, and make the four corners in turn."""
        self.gone = {(x, y) for x, y in SQUARES if not (low <= x <= high and low <= y <= high)}
        self.corners -= self.gone
        for square in self.gone:
            self.pieces.pop(square, None)
        # Top left, bottom left, bottom right, top right: the order decides who falls first.
        for corner in [(low, low), (low, high), (high, high), (high, low)]:
            self.pieces.pop(corner, None)
            self.corners.add(corner)
            self.eliminate_around(corner)

    def losers(self) -> list[str]:
        """The colours with fewer than two pieces, which counts in the moving phase only."""
        if self.phase == "placing":
            return []
        standing = list(self.pieces.values())
        return [colour for colour in ("white", "black") if standing.count(colour) < 2]

    def decided(self) -> bool:
        """Whether the pieces left have ended the game."""
        return self.losers() != []

    def limit_reached(self) -> bool:
        """Whether the house rule's number of moving turns has been played."""
        if self.move_limit is None or self.phase == "placing":
            return False
        return self.turns >= self.move_limit

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.reason is not None

    @property
    def winner(self) -> str | None:
        """The colour whose opponent alone has lost; None for a draw or while the game goes on."""
        losers = self.losers()
        return other(losers[0]) if len(losers) == 1 else None

    @property
    def reason(self) -> str | None:
        """Why the game has ended; an elimination goes before the move limit."""
        if self.decided():
            return "eliminated"
        return "move limit" if self.limit_reached() else None

    def copy(self) -> Self:
        """An independent oracle at the same position."""
        twin = copy.copy(self)
        twin.pieces = dict(self.pieces)
        twin.corners = set(self.corners)
        twin.gone = set(self.gone)
        return twin


def neighbour(square: Square, direction: tuple[int, int]) -> Square:
    """The next square in a direction, whether it is on the board or not."""
    return square[0] + direction[0], square[1] + direction[1]


def other(colour: str) -> str:
    """The opponent's colour."""
    return "black" if colour == "white" else "white"

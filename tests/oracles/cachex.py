"""Oracle of Cachex: a dict of stones, diamonds found from which cells touch, a flood fill.

Two cells that touch have exactly two common neighbours, and the four together are a diamond. All
captures follow from that sentence; no table of offsets is used but the six neighbours.
"""

import copy
import functools
from typing import Self

Cell = tuple[int, int]
Move = tuple[str, int, int] | tuple[str]
Board = frozenset[tuple[Cell, str]]

REPETITIONS = 7
TURN_LIMIT = 343


class CachexOracle:
    """A position of Cachex.

    `history` holds the boards before the present one, so a position set up by a test counts as
    the first occurrence of its board.
    """

    def __init__(self, n: int) -> None:
        """Start a game on the empty n by n board, Red to move."""
        if not 3 <= n <= 15:
            raise ValueError(f"the board size must be 3 to 15, not {n}")
        self.n = n
        self.stones: dict[Cell, str] = {}
        self.history: list[Board] = []
        self.turns = 0
        self.turn = "red"

    def legal_moves(self) -> list[Move]:
        """The placements in board order, then the steal where there is one."""
        if self.over:
            return []
        moves: list[Move] = [("PLACE", r, q) for r, q in self.cells() if self.may_place((r, q))]
        if self.turns == 1:
            moves.append(("STEAL",))
        return moves

    def cells(self) -> list[Cell]:
        """Every cell of the board."""
        return [(r, q) for r in range(self.n) for q in range(self.n)]

    def may_place(self, cell: Cell) -> bool:
        """Whether the cell is empty and not the centre that is forbidden on the first turn."""
        return cell not in self.stones and not (self.turns == 0 and self.is_centre(cell))

    def is_centre(self, cell: Cell) -> bool:
        """Whether the cell is the centre, which only a board of odd size has."""
        r, q = cell
        return 2 * r == self.n - 1 and 2 * q == self.n - 1

    def may_play(self, move: Move) -> bool:
        """Whether this is one of the legal moves."""
        if self.over:
            return False
        if len(move) == 3:
            cell = (move[1], move[2])
            return move[0] == "PLACE" and self.is_on_board(cell) and self.may_place(cell)
        return move == ("STEAL",) and self.turns == 1

    def is_on_board(self, cell: Cell) -> bool:
        """Whether the board has this cell."""
        return all(0 <= coordinate < self.n for coordinate in cell)

    def play(self, move: Move) -> None:
        """Place a stone and remove what it captures, or steal the first stone."""
        if not self.may_play(move):
            raise ValueError(f"{move!r} is not a legal move for {self.turn}")
        self.history.append(self.board())
        if len(move) == 3:
            self.place((move[1], move[2]))
        else:
            self.steal()
        self.turns += 1
        self.turn = other(self.turn)

    def place(self, cell: Cell) -> None:
        """Put a stone of the mover on the cell and take the captured stones off together."""
        self.stones[cell] = self.turn
        for captured in self.captures(cell):
            del self.stones[captured]

    def captures(self, cell: Cell) -> set[Cell]:
        """The stones captured by the mover's stone just placed on the cell."""
        captured: set[Cell] = set()
        for opposite, left, right in diamonds(cell):
            mine = self.stones.get(opposite) == self.turn
            left_is_theirs = self.stones.get(left) == other(self.turn)
            right_is_theirs = self.stones.get(right) == other(self.turn)
            if mine and left_is_theirs and right_is_theirs:
                captured |= {left, right}
        return captured

    def steal(self) -> None:
        """Replace the only stone by one of the mover, reflected."""
        [(r, q)] = self.stones
        self.stones = {(q, r): self.turn}

    def board(self) -> Board:
        """Every cell's content, without the side to move."""
        return frozenset(self.stones.items())

    def connects(self, colour: str) -> bool:
        """Whether the colour's stones join its two sides."""
        own = {cell for cell, owner in self.stones.items() if owner == colour}
        axis = 0 if colour == "red" else 1
        reached: set[Cell] = set()
        frontier = [cell for cell in own if cell[axis] == 0]
        while frontier:
            cell = frontier.pop()
            if cell not in reached:
                reached.add(cell)
                frontier += [beside for beside in neighbours(cell) if beside in own]
        return any(cell[axis] == self.n - 1 for cell in reached)

    def occurrences(self) -> int:
        """How often the present board has stood so far, now included."""
        return self.history.count(self.board()) + 1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.reason is not None

    @property
    def winner(self) -> str | None:
        """The colour that has connected; None for a draw and while the game goes on."""
        return other(self.turn) if self.reason == "connection" else None

    @property
    def reason(self) -> str | None:
        """The first end that holds after the last turn, in the order of the rules."""
        last_mover = other(self.turn)
        if self.connects(last_mover):
            return "connection"
        if self.occurrences() >= REPETITIONS:
            return "repetition"
        if self.turns >= TURN_LIMIT:
            return "turn limit"
        return None

    def copy(self) -> Self:
        """An independent oracle at the same position."""
        twin = copy.copy(self)
        twin.stones = dict(self.stones)
        twin.history = list(self.history)
        return twin


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells that touch the cell, whether they are on the board or not."""
    r, q = cell
    return [(r + 1, q - 1), (r + 1, q), (r, q + 1), (r - 1, q + 1), (r - 1, q), (r, q - 1)]


def common_neighbours(a: Cell, b: Cell) -> list[Cell]:
    """The cells that touch both."""
    return [cell for cell in neighbours(a) if cell in neighbours(b)]


@functools.cache
def diamonds(cell: Cell) -> list[tuple[Cell, Cell, Cell]]:
    """The 12 diamonds of a cell: the corner opposite to it and the other two corners."""
    found: list[tuple[Cell, Cell, Cell]] = []
    for opposite in neighbours(cell):
        left, right = common_neighbours(cell, opposite)
        found.append((opposite, left, right))
    for left in neighbours(cell):
        for right in neighbours(cell):
            if left < right and left in neighbours(right):
                [opposite] = [far for far in common_neighbours(left, right) if far != cell]
                found.append((opposite, left, right))
    return found


def other(colour: str) -> str:
    """The opponent's colour."""
    return "blue" if colour == "red" else "red"

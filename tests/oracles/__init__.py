"""Rule oracles: the games again, written from the rule pages alone, slow and obvious.

An oracle knows nothing of the fast implementation. The tests play the same moves in both and
compare what they say, so a mistake in either shows. Everything an oracle knows is in its plain
attributes (dicts, sets, strings, counts); a test may assign them to start anywhere.
"""

from typing import Protocol, Self, TypeVar

MoveT = TypeVar("MoveT")


class Oracle(Protocol[MoveT]):
    """What every oracle offers, whatever its game."""

    turn: str

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def winner(self) -> str | None:
        """The colour that has won; None for a draw and while the game goes on."""

    @property
    def reason(self) -> str | None:
        """Why the game has ended; None while it goes on."""

    def legal_moves(self) -> list[MoveT]:
        """Every legal move, always in the same order; none when the game is over."""

    def play(self, move: MoveT) -> None:
        """Play a move for the colour whose turn it is; ValueError if it is illegal."""

    def copy(self) -> Self:
        """An independent oracle at the same position."""


def perft(oracle: Oracle[MoveT], depth: int) -> int:
    """Count the sequences of exactly `depth` moves; a game that has ended has none."""
    if depth == 0:
        return 1
    total = 0
    for move in oracle.legal_moves():
        after = oracle.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total

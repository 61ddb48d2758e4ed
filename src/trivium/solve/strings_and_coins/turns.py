"""A turn as the solver sees it: captures that leave a quiet state, and what is known of that.

The solver searches quiet states only. What is found there means something for the whole turn, whose
last captures may be handed back instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trivium.solve.strings_and_coins.coins import Row

NO_MOVE = -1


@dataclass(frozen=True)
class Turn:
    """The captures that a turn begins with, and what they leave."""

    quiet: Row
    bank: int
    """The margin of the player to move once everything is taken."""
    handed_back: int
    """How many of the coins taken last could be handed back instead, 0 if none."""

    @property
    def coins(self) -> int:
        """How many coins are left in the quiet state."""
        return int(np.count_nonzero(self.quiet))

    def whole(self, low: int, high: int) -> tuple[int, int]:
        """Return the bounds of the position's value from those of the quiet state's."""
        if self.handed_back == 0:
            return self.bank + low, self.bank + high
        ends = [max(value, -2 * self.handed_back - value) for value in (low, high)]
        least = min(ends)
        if low <= -self.handed_back <= high:
            least = -self.handed_back + (self.coins + self.handed_back) % 2
        return self.bank + least, self.bank + max(ends)

    def decides(self) -> list[int]:
        """Return the values of the quiet state from which the result of the game changes."""
        wins = [1 - self.bank, -self.bank]
        if self.handed_back:
            wins += [self.bank - 2 * self.handed_back, self.bank - 2 * self.handed_back + 1]
        return wins


@dataclass
class Known:
    """What is known of a quiet state's value."""

    low: int
    high: int
    best: int = NO_MOVE
    """A move of the search that attains `low`, once that has been raised; if it never was and the
    search has ended, the one that was being tried."""

    def note(self, found: int, target: int, best: int) -> None:
        """Take over the answer to the question whether the value reaches a target, and its move.

        Those of estimates may contradict each other, because what is already known of some
        positions is nearer to the truth; then the one that names a move is believed.
        """
        if found >= target:
            self.low, self.best = found, best
            self.high = max(self.high, found)
        else:
            self.high = max(self.low, found)


def next_target(turn: Turn, bounds: Known) -> int:
    """Return which value to ask for next, one that can be that of the state.

    First the result of the game, then step by step from there.
    """
    coins = turn.coins
    for target in turn.decides():
        target += (target - coins) % 2
        if bounds.low < target <= bounds.high:
            return target
    return bounds.high if bounds.best == NO_MOVE else bounds.low + 2

"""Which captures to make: rules that leave at most one decision in a turn, with their proofs.

Let v(P) be the value of a state P for the player to move, and P - m the state after cutting the
string m. A coin with one string is a *leaf*. From a leaf a *strand* leads through coins with two
strings each; it is *closed* if it ends at another leaf, else *open*, ending at the ground or at a
junction. Its length counts all its coins, both leaves included.

Two simple facts. (A) Taking is always allowed: if cutting m takes k coins, v(P) >= k + v(P - m).
(B) So is any other move: if m takes nothing, v(P) >= -v(P - m).

**A closed strand of two is taken at once.** Write P = D + R with D the two coins. Claim:
v(P) = 2 + v(R). By induction over the strings of R: a move m in R that takes nothing is worth
-v(D + R - m) = -2 - v(R - m) <= -2 + v(R) by (B); one that takes k is worth
k + v(D + R - m) = 2 + k + v(R - m) <= 2 + v(R) by (A).

**A leaf x at the ground or at a junction J is taken at once.** Let P' be P without x and its
string; J has two strings or more in it. Claim: v(P) = 1 + v(P'). By induction, for a move m other
than x's string: if x still hangs on a junction (or the ground) after m, and m takes k > 0 coins,
it is worth k + 1 + v(P' - m) <= 1 + v(P'); if it takes none, -1 - v(P' - m) <= -1 + v(P'). Else J
had three strings and m was one of them. If m took a leaf y at J, the same state arises from taking
x and leaving y, because x and y are alike: 1 + v(P - m) = 1 + v(P'). If m took nothing, the
opponent can take x, so m is worth at most -1 - v(P' - m) <= -1 + v(P').

**The first leaf x of a longer strand is taken at once**, if the strand is open and of three or
more, or closed and of three, or of five or more. Let x, b, c be its first coins and P' the state
without x. A move m that takes nothing both in P and in P' is worth at most -1 - v(P' - m)
<= -1 + v(P'), because the opponent can take x. A move that takes k coins elsewhere is worth
k + v(P - m), and by induction that is at most 1 + v(P'); taking the leaf at the other end of a
closed strand leaves the same state as taking x. Only m = b-c remains, which takes b in P' but
nothing in P (in a closed strand of three it takes c in P as well: then it is the same as taking
x from the other end). It leaves the strand x-b and c as a leaf. The opponent can take c by its
string s, leaving a state S. In P', cutting s takes nothing and leaves a state like S, with b-c in
the place of x-b. So m is worth at most -1 - v(S) <= -1 + v(P').

**What remains** are open strands of two, x-b-J, and closed ones of four, x-b-c-d. By the same
argument every move but two is worse than taking x: taking x, and cutting b-J, or b-c, which hands
the strand back to the opponent, who takes it at once by the first rule. Two such strands or more:
one of them is taken wholly first. For handing one back while leaving another of n coins to the
opponent is worth at most -(h + n) - v(R), with h handed back and R the rest without both; taking
the other first makes that n - h - v(R). Closed ones are taken before open ones, because handing
back two costs less than four.

So a turn takes n coins, and if the last strand has h = 2 or 4 that can be handed back, then with Z
the quiet state without all of them

    v = n + max(v(Z), -2h - v(Z)),     or  v = n + v(Z)  if there is no such strand.

**Opening a run** of a quiet state makes its coins into strands. If the run has three coins or
more, at least one strand of two or more is open, wherever it is cut, so n, h = 2 and Z are the
same. A run of two cut in its middle has no strand that can be handed back; cut elsewhere it has,
which is never better for the player who cuts it. A loop of n coins becomes one closed strand, so
from four on h = 4, and a loop of three, which hexagons allow, has to be taken whole. If a run
leads back to its own junction of three strings, the junction is taken as well, and then the run
that it hangs on: one open strand of three or more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trivium.solve.strings_and_coins.coins import (
    DIRECTIONS,
    STRINGS_SHIFT,
    TO_GROUND,
    Net,
    Row,
    cut,
    neighbour,
    strings_of,
    way_on,
)


@dataclass(frozen=True)
class Capture:
    """The next capture of a turn."""

    take: int
    """The string that captures."""
    decline: int | None = None
    """The string that hands the strand back, if this is the turn's decision."""
    handed_back: int = 0
    """How many coins that hands back."""


@dataclass(frozen=True)
class _Strand:
    strings: tuple[int, ...]
    length: int
    closed: bool

    @property
    def is_certain(self) -> bool:
        """Whether its first leaf is taken at once."""
        return self.length != (4 if self.closed else 2)


def next_capture(net: Net, row: Row) -> Capture | None:
    """Return the capture that is right by the rules above, or None if the state is quiet."""
    strands = []
    for coin in np.flatnonzero(row >> STRINGS_SHIFT == 1).tolist():
        strand = _strand_from(net, row, coin)
        if strand.is_certain:
            return Capture(strand.strings[0])
        strands.append(strand)
    if not strands:
        return None
    closed = [strand for strand in strands if strand.closed]  # each is found from both ends
    first = (closed or strands)[0]
    if len(strands) - len(closed) // 2 > 1:
        return Capture(first.strings[0])
    return Capture(first.strings[0], first.strings[1], first.length)


def _strand_from(net: Net, row: Row, leaf: int) -> _Strand:
    """Return the strand that starts at a leaf."""
    strings = []
    coin, length, back = leaf, 1, TO_GROUND
    while True:
        direction = way_on(row, coin, back)
        strings.append(DIRECTIONS * coin + direction)
        if direction == TO_GROUND:
            return _Strand(tuple(strings), length, closed=False)
        coin, back = neighbour(net, strings[-1]), direction ^ 1
        if strings_of(row, coin) != 2:
            closed = strings_of(row, coin) == 1
            return _Strand(tuple(strings), length + closed, closed)
        length += 1


def quieten(net: Net, row: Row) -> tuple[Row, int, int]:
    """Return the state after taking everything, how many coins that were, and the last choice.

    The last choice is how many of the coins could have been handed back at the end, 0 if none.
    """
    row = row.copy()
    coins = int(np.count_nonzero(row))
    handed_back = 0
    while (capture := next_capture(net, row)) is not None:
        handed_back = max(handed_back, capture.handed_back)
        cut(net, row, capture.take)
    return row, coins - int(np.count_nonzero(row)), handed_back


def opening_string(net: Net, row: Row, string: int, length: int) -> int:
    """Return the string to cut in order to open a run of so many coins that begins with `string`.

    That is the middle one of a run of two.
    """
    if length != 2:
        return string
    coin, back = divmod(string, DIRECTIONS)
    if strings_of(row, coin) > 2:
        coin, back = neighbour(net, string), back ^ 1
    return DIRECTIONS * coin + way_on(row, coin, back)

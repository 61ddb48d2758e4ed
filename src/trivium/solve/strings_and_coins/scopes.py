"""Scopes: how much of the game an estimate looks at.

Where there is no time for a proof, a search that leaves moves out tells what to expect. Two kinds
of moves can be left out: gifts while there are still many safe moves, because they are seldom
right then and make the search large; and all but the most promising moves of a state, as many as
the search is wide. The root is searched in full width.

Safe moves only ever get fewer, so what is found where a scope leaves nothing out is exact, stays in
the table and serves all others; and a wider scope finds the other states with their best moves so
far. So a search that goes up the scopes helps the proof at its end,
and has an estimate to show from early on.

The first scope, without gifts, reaches further by two more means. Safe strings that nobody can
spoil cancel in pairs (`tempos`). And on large boards, where the play of chains and loops at the end
would take most of the time, only the most promising openings are looked at there.

The order was chosen by trial (`docs/benchmarks.md`, "Before and after"): without gifts first,
because that reaches furthest; then with gifts, but narrow, where fewer safe moves are left. Scopes
between these cost more than they tell.
"""

from __future__ import annotations

from typing import NamedTuple

EVERYTHING = 1 << 20
"""More than there are moves."""


class Scope(NamedTuple):
    """What a search looks at."""

    gifts: int
    """Nothing is given away in states with more safe moves than that."""
    width: int
    """Of each state but the root at most so many moves are searched."""
    endings: int = 2
    """And so many of one without safe moves that has many coins."""


ALL = Scope(EVERYTHING, EVERYTHING, EVERYTHING)
"""The scope of proofs."""

SCOPES = (
    Scope(0, EVERYTHING),
    Scope(20, 4),
    Scope(20, 6),
    Scope(20, 8),
    Scope(20, 12),
)
"""Those of estimates, from the one that reaches furthest to the one nearest to the truth."""

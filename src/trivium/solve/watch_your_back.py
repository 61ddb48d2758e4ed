"""Exact results of Watch Your Back!: the table of endings, and proofs that lead to it.

After the last shrink everything is looked up. Before it proof-number search tries to force a
win, or to reach an ending that is known. Results are 1, 0 and -1 for the player to move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from trivium.games.watch_your_back.evaluation import Weighed, weighed
from trivium.games.watch_your_back.rules import FEWEST, TURNS, Pieces, start
from trivium.kernel.bits import popcount
from trivium.kernel.verbs import implements, known, most_left
from trivium.solve.proof_numbers.prover import ProofNumberSolver, Rules
from trivium.solve.proof_numbers.search import first_numbers
from trivium.solve.tables.watch_your_back_endings import read_endings


class KnownEndings(NamedTuple):
    """What there is to know without search: the endings."""

    table: Weighed


def new_solver(megabytes: float) -> ProofNumberSolver:
    """Return a solver for all positions."""
    rules = Rules(lambda here: int(here.tally[TURNS]), _in_time)
    endings = KnownEndings(weighed({}, read_endings()))
    return ProofNumberSolver(start(), endings, rules, megabytes, "Watch Your Back!")


@implements(known, KnownEndings)
def looked_up(evaluator: KnownEndings, position: Pieces) -> int:
    """Ask the table."""
    return known(evaluator.table, position)


@implements(first_numbers, KnownEndings)
def by_pieces(evaluator: KnownEndings, position: Pieces, attacker: int) -> tuple[int, int]:
    """Square the pieces that have to go until a side has lost."""
    attackers = popcount(position.sides[attacker])
    defenders = popcount(position.sides[1 - attacker])
    return (defenders - FEWEST + 1) ** 2 + 1, (attackers - FEWEST + 1) ** 2 + 1


def _in_time(position: Any, turns: int) -> bool:
    """Return whether a win in so many turns comes before a limit of moves, if there is one."""
    return turns <= int(most_left(position))

"""Oracle of small Cachex boards: how every position ends, found by going over all of them again
and again.

Positions are dicts of stones with a colour to move, moves are those of the oracle of the rules;
nothing is reflected, numbered or taken back.
"""

import itertools

from .cachex import Board, CachexOracle, other

Position = tuple[Board, str]

DRAW = 0


def set_up(n: int, board: Board, turn: str, turns: int = 2) -> CachexOracle:
    """A position in the middle of a game, without history."""
    oracle = CachexOracle(n)
    oracle.stones = dict(board)
    oracle.turn = turn
    oracle.turns = turns + (turns % 2 != ("red", "blue").index(turn))
    return oracle


def successors(n: int, board: Board, turn: str) -> list[tuple[Position, bool]]:
    """Every position after a placement, and whether it wins."""
    found: list[tuple[Position, bool]] = []
    before = set_up(n, board, turn)
    for cell in before.cells():
        if cell not in before.stones:
            after = before.copy()
            after.place(cell)
            found.append(((after.board(), other(turn)), after.connects(turn)))
    return found


def best_of(children: list[int]) -> int:
    """The best of values as `solve_all` has them, each one of its mover's."""
    wins = [value for value in children if value > 0]
    if wins:
        return min(wins)
    return DRAW if DRAW in children else min(children)


def one_turn_earlier(value: int) -> int:
    """The value of a move for its player, from that of the position after it."""
    return DRAW if value == DRAW else -value + (1 if value < 0 else -1)


def solve_all(n: int) -> dict[Position, int]:
    """Turns until the mover wins, minus those until he has lost, `DRAW` for what never settles.

    Has every board on which nobody is connected, with either side to move.
    """
    cells = CachexOracle(n).cells()
    links: dict[Position, list[tuple[Position, bool]]] = {}
    for colours in itertools.product((None, "red", "blue"), repeat=len(cells)):
        board = frozenset((cell, c) for cell, c in zip(cells, colours, strict=True) if c)
        oracle = set_up(n, board, "red")
        if not oracle.connects("red") and not oracle.connects("blue"):
            for turn in ("red", "blue"):
                links[board, turn] = successors(n, board, turn)
    values: dict[Position, int] = {}
    turns = 0
    while True:
        turns += 1
        settled: dict[Position, int] = {}
        for position, children in links.items():
            if position in values:
                continue
            known = [-1 if won else values.get(child) for child, won in children]
            if any(won for _, won in children):
                settled[position] = 1
            elif any(value is not None and value < 0 for value in known):
                settled[position] = turns
            elif all(value is not None and value > 0 for value in known):
                settled[position] = -turns
        if not settled:
            return {position: values.get(position, DRAW) for position in links}
        values |= settled

"""The slow truth about small boards: every move tried, every position remembered."""

from __future__ import annotations

from trivium.games.hexifence.rules import FREE, MOVER, NOBODY, Fences
from trivium.kernel.verbs import play, score, undo

Memory = dict[bytes, int]


def rest_value(position: Fences, memory: Memory) -> int:
    """Return the best margin of the cells still to be captured, for the player to move."""
    if position.tally[FREE] == 0:
        return 0
    state = position.free.tobytes()
    if state not in memory:
        memory[state] = max(
            move_value(position, move, memory)
            for move in range(len(position.edge_owner))
            if position.edge_owner[move] == NOBODY
        )
    return memory[state]


def move_value(position: Fences, move: int, memory: Memory) -> int:
    """Return what a move is worth, of the cells still to be captured."""
    player, before = position.tally[MOVER], score(position)
    play(position, move)
    keeps = position.tally[MOVER] == player
    gained = score(position) - before if keeps else -score(position) - before
    value = gained + (1 if keeps else -1) * rest_value(position, memory)
    undo(position)
    return int(value)


def value(position: Fences, memory: Memory) -> int:
    """Return the best margin at the end of the game, for the player to move."""
    return int(score(position)) + rest_value(position, memory)

"""Cachex on boards of size 3 and 4, solved: how every position ends, and when.

A table says for every board, from the point of view of the player to move, in how many turns he
wins (a positive number) or has lost (a negative one) if he and the opponent both play perfectly:
the winner as fast, the loser as slowly as possible. 0 means that neither can force a win.
`trivium.solve.tables.cachex_retrograde` says how a board becomes a number, and works the values
out: at once for size 3, in a quarter of a minute of the processor for size 4.

How that relates to the rules, which end a game when a board comes for the seventh time and after
343 turns (`trivium.solve.cachex.is_assured`):

- A draw of the table is a draw of the game, always: who can hold out for ever holds out.
- A win in d turns is a win of the game if the game can go on for d turns, and if no board has
  occurred more than four times so far. On the way to the win the turns to go become fewer with
  every turn, so that no board comes twice with the same player to move; a board comes at most
  twice, and six occurrences are none too many.
- Else the loser may save himself by what has already been played. Then all that is sure is that
  the winner does not lose.

The steal and the ban of the centre concern the first two turns only. They are no part of the
table; the functions here know of them because they go by the rules' own moves.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from trivium.errors import BadSize
from trivium.games.cachex.rules import SIZE, TURNS, Stones
from trivium.kernel.verbs import Moves, legal, most_moves, mover, over, play, score, undo
from trivium.solve.tables.cachex_retrograde import Values, values_of
from trivium.solve.tables.kept import keep, kept_at, load

SHA256 = {
    3: "666d090d8e9229da8a2a35b076396041c371d9dd92bb344ace725a9a678e9de6",
    4: "b427c1224391c871349367df3c6414f2d0beefba459f2d7e419a897d848f7c54",
}
"""By size, of the table's bytes."""

QUICKLY_BUILT = 3
"""Up to this size nobody notices that the table is built."""


def covers(position: Stones) -> bool:
    """Return whether there is a table for a board of this size."""
    return int(position.tally[SIZE]) in SHA256


def table(size: int) -> Values:
    """Return the table of a size, read-only; loaded, or built and kept on first use."""
    found = table_at_hand(size)
    return _built(size) if found is None else found


def table_at_hand(size: int) -> Values | None:
    """Return the table of a size if that takes no time; None if it would have to be built."""
    if size not in SHA256:
        raise BadSize(f"There are tables of Cachex {' and '.join(map(str, SHA256))} only.")
    if size <= QUICKLY_BUILT:
        return _built(size)
    path = kept_at(f"cachex-{size}")
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _loaded(path, changed, SHA256[size])


@functools.lru_cache(maxsize=2)
def _loaded(path: Path, changed: int, sha256: str) -> Values | None:
    """Return the content of a file that was changed then; None if it is damaged."""
    return load(path, sha256)


@functools.cache
def _built(size: int) -> Values:
    """Return the table of a size, computed anew, and keep it for other processes."""
    values = values_of(size)
    keep(kept_at(f"cachex-{size}"), values)
    return values


def place(position: Stones) -> int:
    """Return the place of a position's board in its table."""
    size, player = int(position.tally[SIZE]), int(mover(position))
    owners = position.board[position.places].reshape(size, size)
    seen = (owners if player == 0 else owners.T).ravel()
    digits = np.where(seen == player, 1, np.where(seen == 1 - player, 2, 0))
    return int(digits @ 3 ** np.arange(len(digits)))


def turns_to_end(position: Stones, values: Values) -> int:
    """Return in how many turns the mover wins, minus those until he has lost, 0 for a draw.

    The game must not be over; `values` is the table of its size. Goes by the board alone, as if
    it were there for the first time and there were no end to the turns.
    """
    if int(position.tally[TURNS]) > 1:
        return int(values[place(position)])
    return best_of(move_turns(position, values).values())


def best_of(turns: Iterable[int]) -> int:
    """Return the best for the mover: a win, the sooner the better; a draw; a loss, but late."""
    return max(turns, key=preference)


def preference(turns: int) -> float:
    """Return how much a player likes a win (or, negative, a loss) in so many turns."""
    return 0.0 if turns == 0 else 1 / turns


def move_turns(position: Stones, values: Values) -> dict[int, int]:
    """Return for each legal move in how many turns the player who makes it wins, as above.

    A move that ends the game by repetition or by the turn limit is a draw. None if the game is
    over; else the best of them is that of the position.
    """
    moves: Moves = np.zeros(int(most_moves(position)), np.int64)
    found = {}
    for move in moves[: int(legal(position, moves))].tolist():
        play(position, move)
        if over(position):
            found[move] = int(-score(position))
        else:
            after = turns_to_end(position, values)
            found[move] = -(after + int(np.sign(after)))
        undo(position)
    return found

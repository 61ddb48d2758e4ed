"""The first two turns of Cachex, where the steal decides.

A stolen stone stands at its reflection, so the steal exchanges the players and nothing else.
If v is the value, for the player to move, of facing one stone of the opponent's, then Blue gets
v by placing and -v by stealing: stealing is right when v is below 0, and Red's best first stone
is the one whose v is nearest to 0. Where v is 0, the steal leaves it to Red to find an answer that
holds.
"""

from __future__ import annotations

from trivium.agents.agent import Choice
from trivium.games.cachex.position import Cachex
from trivium.kernel.chance import Chance, below
from trivium.search.engine import Searcher
from trivium.search.limits import Limit

_FIRST_STONES = {3: (0, 0), 4: (1, 2), 5: (1, 2), 6: (1, 2)}
"""By size the first stone (r, q) whose v, searched with the champion, is nearest to 0; on the
smallest boards every first stone loses, on size 5 this one draws, which is proven."""

_ON_LARGER_BOARDS = (0, 2)
"""A stone whose v, searched with the champion to 15,000 nodes, is close to 0 on all of them."""


_WORTH_STEALING = {
    3: {(0, 1), (0, 2)},
    4: {(0, 2), (0, 3), (1, 2)},
    5: {(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)},
}
"""By size the first stones (r, q) whose v is not above 0, each of which stands for its half turn
too: proven (docs/solved.md)."""


def worth_stealing(position: Cachex) -> bool | None:
    """Return whether the first stone is worth stealing; None if that is not known of the board."""
    size = position.board.size
    if size not in _WORTH_STEALING:
        return None
    ((r, q),) = position.stones
    return not _WORTH_STEALING[size].isdisjoint({(r, q), (size - 1 - r, size - 1 - q)})


def first_stone(position: Cachex, chance: Chance) -> Choice:
    """Return a first stone that is hardly worth stealing: a balanced one, or its half turn."""
    size = position.board.size
    r, q = _FIRST_STONES.get(size, _ON_LARGER_BOARDS)
    if below(chance, 2):
        r, q = size - 1 - r, size - 1 - q
    return Choice(position.move(r * size + q), "a first stone that is hardly worth stealing")


def steal_or_place(
    position: Cachex, searcher: Searcher, limit: Limit, worth: bool | None = None
) -> Choice:
    """Return the steal if placing is worth less than 0, else the best placement.

    What a search finds leans towards the player who makes the last move of its lines, so the
    worth is the mean of the last two depths. `worth` is whether the stone is worth stealing, if
    that is known already.
    """
    steal = position.move(position.board.steal)
    if worth:
        return Choice(steal, "no stone that could be placed is known to be better")
    values: list[int] = []
    report = searcher.search(
        position.kernel,
        position.colours,
        limit,
        listener=lambda report: values.append(report.score.value),
        banned=(steal.code,),
    )
    if worth is None and sum(values[-2:]) < 0:
        return Choice(steal, "the first stone is worth stealing", report)
    return Choice(position.move(report.line[0]), "the first stone is not worth stealing", report)

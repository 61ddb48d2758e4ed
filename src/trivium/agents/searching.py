"""What agents share that let the alpha-beta engine choose."""

from __future__ import annotations

import dataclasses

from trivium.games.position import Position
from trivium.search.engine import Searcher
from trivium.search.limits import Limit, Report


def within(limit: Limit, timeout: float) -> Limit:
    """Return the limit with at most `timeout` seconds.

    A limit of nodes or depth stands by itself, so that it gives the same move on any machine.
    """
    if limit.seconds is None and (limit.nodes is not None or limit.depth is not None):
        return limit
    seconds = timeout if limit.seconds is None else min(limit.seconds, timeout)
    return dataclasses.replace(limit, seconds=seconds)


def best_lines(
    searcher: Searcher, position: Position, limit: Limit, lines: int, banned: tuple[int, ...] = ()
) -> list[Report]:
    """Search for the best move, then for the best of the others, and so on; best first.

    The time is divided among them. Moves in `banned` do not count.
    """
    wanted = min(lines, len(position.legal_moves) - len(banned))
    share = None if limit.seconds is None else limit.seconds / max(wanted, 1)
    reports: list[Report] = []
    for _ in range(wanted):
        reports.append(
            searcher.search(
                position.kernel,
                position.colours,
                dataclasses.replace(limit, seconds=share),
                banned=(*banned, *(report.line[0] for report in reports)),
            )
        )
    return sorted(reports, key=lambda report: -report.score.value)

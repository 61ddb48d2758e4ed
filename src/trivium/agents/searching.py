"""What agents share that let the alpha-beta engine choose."""

from __future__ import annotations

from trivium.games.position import Position
from trivium.search.engine import Searcher
from trivium.search.limits import Limit, Report


def best_lines(
    searcher: Searcher, position: Position, limit: Limit, lines: int, banned: tuple[int, ...] = ()
) -> list[Report]:
    """Search for the best move, then for the best of the others, and so on; best first.

    The time is divided among them. Moves in `banned` do not count.
    """
    wanted = min(lines, len(position.legal_moves) - len(banned))
    share = limit.share_of_time(max(wanted, 1))
    reports: list[Report] = []
    for _ in range(wanted):
        reports.append(
            searcher.search(
                position.kernel,
                position.colours,
                share,
                banned=(*banned, *(report.line[0] for report in reports)),
            )
        )
    return sorted(reports, key=lambda report: -report.score.value)

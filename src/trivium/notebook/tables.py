"""Results as tables of pandas: stored games, an analysis, the values of moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from trivium.arena.database.storage import Database, Filter
from trivium.arena.players import make_companion
from trivium.envs.exact import move_values
from trivium.extras import brought_by
from trivium.games.position import Position
from trivium.search.limits import Limit

with brought_by("trivium[notebook]"):
    import pandas as pd


def games_table(database: str | Path, **wanted: Any) -> pd.DataFrame:
    """Return stored games, a row for each; `wanted` are fields of `Filter`, such as ``game=``."""
    kept = Database(database)
    try:
        rows = [
            {
                "number": number,
                "game": record.game,
                "size": record.size,
                "event": record.event,
                "first": record.names[0],
                "second": record.names[1],
                "points": record.points[0],
                "reason": record.reason,
                "moves": len(record.moves),
            }
            for number, record in kept.records(Filter(**wanted))
        ]
    finally:
        kept.close()
    return pd.DataFrame(rows)


def analysis_table(
    position: Position, seconds: float = 1.0, lines: int = 5, agent: str = "champion"
) -> pd.DataFrame:
    """Return what an agent finds about the best moves, a row for each, best first."""
    analyst = make_companion(agent, position.game)
    analyst.prepare(position)
    reports = analyst.analyse(position.copy(), Limit(seconds=seconds), lines)
    return pd.DataFrame(
        {
            "move": str(position.move(report.line[0])),
            "points": report.score.points,
            "for": report.score.pov,
            "proven": report.score.exact,
            "depth": report.depth,
            "line": " ".join(str(position.move(code)) for code in report.line),
            "nodes": report.nodes,
        }
        for report in reports
    )


def moves_table(position: Position) -> pd.DataFrame:
    """Return the exact value of every legal move, best first; see `trivium.envs.exact`."""
    values = move_values(position)
    best = np.nanmax(values)
    rows = [
        {"move": move.text, "value": float(values[move.code]), "best": values[move.code] == best}
        for move in position.legal_moves
    ]
    return pd.DataFrame(rows).sort_values("value", ascending=False, ignore_index=True)

"""Standings as CSV, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from trivium.arena.ratings.standings import Standings

_RISKY = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula."""


def as_csv(tables: Sequence[Standings]) -> str:
    """Return one row for every player on every board."""
    rows = [row for table in tables for row in table.rows()]
    text = io.StringIO()
    if rows:
        columns = [name for name in rows[0] if name != "first_faults"]
        writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for row in rows:
            counted = {name: _listed(row[name]) for name in ("faults", "versions")}
            writer.writerow(row | counted | {"player": _harmless(row["player"])})
    return text.getvalue()


def _listed(counts: Mapping[str, int]) -> str:
    return "; ".join(f"{count} {what}" for what, count in counts.items())


def _harmless(name: str) -> str:
    return f"'{name}" if name.startswith(_RISKY) else name

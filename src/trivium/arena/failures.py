"""What is told of a game that a player has lost by a failure, for whoever wrote the agent."""

from __future__ import annotations

import textwrap

from trivium.arena.records import Record
from trivium.foreign_text import printable


def failure_of(name: str, number: int, record: Record) -> str | None:
    """Return all there is to say about the failure of a player; None if it was not theirs."""
    failed = record.failed
    if failed is None or failed.name != name:
        return None
    other = next(player for player in record.players if player != failed)
    event = f", {record.event}" if record.event else ""
    parts = [
        f"game {number}, {record.began[:19]}{event}: {record.game} {record.size}, "
        f"{name} as {failed.colour} against {other.name}, after {len(record.moves)} moves",
        f"agent {failed.agent}, seed {failed.seed}",
    ]
    if failed.output:  # which ends with what the reason quotes of it
        parts.append(record.headline)
        parts += ["standard error:", textwrap.indent(failed.output.rstrip(), "  ")]
    else:
        parts.append(record.reason)
    if record.moves:
        parts.append(f"moves: {' '.join(record.moves)}")
    return printable("\n".join(parts)) + "\n"

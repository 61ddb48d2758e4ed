"""A game in progress or finished as JSON: where it began, and the moves."""

from __future__ import annotations

import json

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position

RULES_VERSION = 1
"""Raised when a change of the rules could make an old record mean something else."""


def write_record(position: Position) -> str:
    """Return the record of a position with its moves."""
    outcome = position.outcome()
    record = {
        "game": position.game,
        "rules": RULES_VERSION,
        "size": position.size,
        "start": position.origin().to_text(),
        "moves": [str(move) for move in position.moves],
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
    }
    return json.dumps(record, indent=2) + "\n"


def read_record(text: str) -> Position:
    """Return the position at the end of a record, all its moves made and undoable."""
    try:
        record = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadText(f"This is no game record: {error}.") from None
    fields = {"game": str, "rules": int, "start": str, "moves": list}
    for field, kind in fields.items():
        if not isinstance(record, dict) or not isinstance(record.get(field), kind):
            raise BadText(f'This is no game record: its "{field}" is missing or of a wrong kind.')
    if record["rules"] != RULES_VERSION:
        raise BadText(f"The record has rules version {record['rules']}, not {RULES_VERSION}.")
    position = find_game(record["game"]).read(record["start"])
    for number, move in enumerate(record["moves"], 1):
        try:
            position.push(str(move))
        except TriviumError as error:
            raise BadText(f"Move {number} of the record: {error}") from None
    return position

"""A game in progress or finished as JSON: where it began, and the moves."""

from __future__ import annotations

import json
from typing import Any

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.games.watch_your_back.rules import LIMIT

RULES_VERSION = 1
"""Raised when a change of the rules could make an old record mean something else."""


def write_record(position: Position) -> str:
    """Return the record of a position with its moves."""
    return json.dumps(record_of(position), indent=2) + "\n"


def record_of(position: Position) -> dict[str, Any]:
    """Return what `write_record` writes, as a dictionary to add to."""
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
    if isinstance(position, WatchYourBack) and (limit := int(position.kernel.tally[LIMIT])):
        record["move_limit"] = limit
    return record


def read_record(text: str) -> Position:
    """Return the position at the end of a record, all its moves made and undoable."""
    return replay(parse_record(text))


def parse_record(text: str) -> dict[str, Any]:
    """Return a record as a dictionary that has everything `replay` needs."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadText(f"This is no game record: {error}.") from None
    fields = {"game": str, "rules": int, "start": str, "moves": list}
    for field, kind in fields.items():
        if not isinstance(record, dict) or not isinstance(record.get(field), kind):
            raise BadText(f'This is no game record: its "{field}" is missing or of a wrong kind.')
    if record["rules"] != RULES_VERSION:
        raise BadText(f"The record has rules version {record['rules']}, not {RULES_VERSION}.")
    return dict(record)


def replay(record: dict[str, Any]) -> Position:
    """Return the position at the end of a parsed record; a move that is wrong is named."""
    position = with_move_limit(
        find_game(record["game"]).read(record["start"]), record.get("move_limit")
    )
    for number, move in enumerate(record["moves"], 1):
        try:
            position.push(str(move))
        except TriviumError as error:
            raise BadText(f"Move {number} of the record: {error}") from None
    return position


def with_move_limit(position: Position, limit: object) -> Position:
    """Return a position without moves under a house rule: a draw after `limit` moving turns.

    Only Watch Your Back! has that rule; other games, and a limit of None, change nothing.
    """
    if limit is None or not isinstance(position, WatchYourBack):
        return position
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
        raise BadText(f"The move limit must be a positive whole number, not {limit!r}.")
    state = position.kernel
    state.tally[LIMIT] = limit
    return WatchYourBack(state=state)

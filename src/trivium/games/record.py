"""Saved games, in progress or finished, and how they are written as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Self

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position

__all__ = [
    "RULES_VERSION",
    "SavedGame",
    "parse_record",
    "read_record",
    "record_of",
    "write_record",
]

RULES_VERSION = 1
"""Raised when a change of the rules could make an old record mean something else."""


@dataclass(frozen=True)
class SavedGame:
    """A game that can be played again: where it began, and the moves."""

    game: str
    start: str
    """The position that it began with, as text."""
    moves: tuple[str, ...]
    size: str = ""
    """The size of the board, which `start` tells too."""
    winner: str | None = None
    reason: str | None = None
    """The rule or the fault that ended it; None while it goes on."""
    move_limit: int | None = None
    """The house rule that it is played under; see `Position.with_move_limit`."""
    rules: int = RULES_VERSION
    rest: dict[str, Any] = field(default_factory=dict)
    """What else a file tells of it, as the file tells it."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Return what `as_json` was made of. Nothing is checked."""
        rest = dict(data)
        return cls(
            game=rest.pop("game"),
            rules=rest.pop("rules"),
            size=rest.pop("size", ""),
            start=rest.pop("start"),
            moves=tuple(str(move) for move in rest.pop("moves")),
            winner=rest.pop("winner", None),
            reason=rest.pop("reason", None),
            move_limit=rest.pop("move_limit", None),
            rest=rest,
        )

    def as_json(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        house_rule = {} if self.move_limit is None else {"move_limit": self.move_limit}
        return {
            "game": self.game,
            "rules": self.rules,
            "size": self.size,
            "start": self.start,
            "moves": list(self.moves),
            "winner": self.winner,
            "reason": self.reason,
            **house_rule,
            **self.rest,
        }

    def replay(self, moves: int | None = None) -> Position:
        """Return the position after so many moves, or after all; one that is wrong is named."""
        position = find_game(self.game).read(self.start).with_move_limit(self.move_limit)
        for number, move in enumerate(self.moves[:moves], 1):
            try:
                position.push(move)
            except TriviumError as error:
                raise BadText(f"Move {number} of the record: {error}") from None
        return position


def record_of(position: Position) -> SavedGame:
    """Return a position with its moves as a game to save."""
    outcome = position.outcome()
    return SavedGame(
        game=position.game,
        size=position.size,
        start=position.origin().to_text(),
        moves=tuple(str(move) for move in position.moves),
        winner=outcome.winner if outcome else None,
        reason=outcome.reason if outcome else None,
        move_limit=position.move_limit,
    )


def write_record(position: Position) -> str:
    """Return the record of a position with its moves as text."""
    return json.dumps(record_of(position).as_json(), indent=2) + "\n"


def read_record(text: str) -> Position:
    """Return the position at the end of a record, all its moves made and undoable."""
    return parse_record(text).replay()


def parse_record(text: str) -> SavedGame:
    """Return the game that a text holds. Only what `SavedGame.replay` needs is checked."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadText(f"This is no game record: {place}: it is no JSON ({error.msg}).") from None
    except (ValueError, RecursionError) as error:
        raise BadText(f"This is no game record: {error}.") from None
    fields = {"game": str, "rules": int, "start": str, "moves": list}
    for name, kind in fields.items():
        if not isinstance(data, dict) or not isinstance(data.get(name), kind):
            raise BadText(f'This is no game record: its "{name}" is missing or of a wrong kind.')
    if data["rules"] != RULES_VERSION:
        raise BadText(f"The record has rules version {data['rules']}, not {RULES_VERSION}.")
    return SavedGame.from_json(data)

"""Records of played games: one JSON object a game, one line a game in a file.

A record begins with what every saved game has (`trivium.games.record`): game, rules version,
size, start, moves, winner and reason. The arena adds:

=========== ==============================================================================
opening     how many of the moves were made before the players took over
players     for each, first the one who begins: colour, name, agent with its parameters, seed
control     the clocks, as far as there were any; see `TimeControl`
clock       the seconds for each move after the opening
seconds     the time that each player has used in all
slowest     the longest that each has taken for one move
fault       the kind of failure that the game was lost by, or null
event       the match or tournament, with round and key of the game in it
began       when, in UTC
remarks     about external agents, if there are any: without a sandbox, say
info        what the agents said about their moves, if that was wanted
=========== ==============================================================================
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from trivium.agents.agent import FAULTS
from trivium.arena.referee import Game, Settings
from trivium.errors import BadText, TriviumError
from trivium.games.position import Position
from trivium.games.record import parse_record, record_of, replay

Record = dict[str, Any]

LONGEST_LINE: Final = 10_000_000
VERDICTS = ("move limit", "solved")
"""Reasons that the referee gives before a game is over by its rules."""


def make_record(
    position: Position,
    game: Game,
    settings: Settings,
    players: list[dict[str, Any]],
    place: dict[str, Any],
    began: datetime,
) -> Record:
    """Return the record of a finished game; `position` is the one at its end."""
    record = record_of(position)
    record |= {
        "moves": list(game.moves),
        "winner": game.outcome.winner,
        "reason": game.outcome.reason,
        "opening": game.opening,
        "players": [
            {"colour": colour} | player
            for colour, player in zip(position.colours, players, strict=True)
        ],
        "control": settings.control.as_dict(),
        "clock": [round(seconds, 5) for seconds in game.clock],
        "seconds": [round(seconds, 5) for seconds in game.seconds],
        "slowest": [round(seconds, 5) for seconds in game.slowest],
        "fault": game.fault,
        **place,
        "began": began.isoformat(timespec="milliseconds"),
    }
    if game.remarks:
        record["remarks"] = list(game.remarks)
    if game.info:
        record["info"] = list(game.info)
    return record


def points(record: Record) -> tuple[float, float]:
    """Return the points of the first and of the second player."""
    if record["winner"] is None:
        return 0.5, 0.5
    first = record["winner"] == record["players"][0]["colour"]
    return (1.0, 0.0) if first else (0.0, 1.0)


def names(record: Record) -> tuple[str, str]:
    """Return the names of the first and of the second player."""
    first, second = (player["name"] for player in record["players"])
    return first, second


def write_line(record: Record) -> str:
    """Return a record as one line of text, without its end."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def read_line(text: str) -> Record:
    """Return the record that a line holds, after checking all of it; raises `BadText`.

    The moves are played again: they have to be legal, and the result has to be theirs.
    """
    if len(text) > LONGEST_LINE:
        raise BadText("the line is too long for a game.")
    record = parse_record(text)
    try:
        position = replay(record)
    except TriviumError as error:
        raise BadText(str(error)) from None
    if "players" not in record:
        record["players"] = [{"colour": c, "name": c, "agent": ""} for c in position.colours]
    _check_fields(record, position)
    _check_result(record, position)
    record["size"] = position.size
    return record


def read_lines(lines: Iterable[str]) -> Iterator[tuple[int, Record | BadText]]:
    """Yield the number of every line that is not empty with its record, or what is wrong."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, read_line(line)
            except BadText as problem:
                yield number, problem


def _check_fields(record: Record, position: Position) -> None:
    players = record["players"]
    if not isinstance(players, list) or len(players) != 2:
        raise BadText('"players" must be a list of two.')
    for player, colour in zip(players, position.colours, strict=True):
        if not isinstance(player, dict) or player.get("colour") != colour:
            raise BadText(f'"players" must have the colours {" and ".join(position.colours)}.')
        for field in ("name", "agent"):
            if not isinstance(player.get(field), str):
                raise BadText(f'"{field}" of the player {colour} is missing or no text.')
    for field in ("seconds", "slowest"):
        record.setdefault(field, [0.0, 0.0])
        if not _is_numbers(record[field]) or len(record[field]) != 2:
            raise BadText(f'"{field}" must be two numbers.')
    record.setdefault("clock", [])
    if not _is_numbers(record["clock"]):
        raise BadText('"clock" must be a list of numbers.')
    for field, default in (("fault", None), ("event", ""), ("key", ""), ("began", "")):
        record.setdefault(field, default)
        if not isinstance(record[field], str) and record[field] is not None:
            raise BadText(f'"{field}" must be a text.')
    record.setdefault("opening", 0)
    record.setdefault("round", 0)
    for field in ("opening", "round"):
        if not isinstance(record[field], int) or record[field] < 0:
            raise BadText(f'"{field}" must be a whole number.')


def _is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, int | float) and not isinstance(item, bool) for item in value
    )


def _check_result(record: Record, position: Position) -> None:
    """Check the result against the moves, as far as the rules decided it."""
    winner, reason = record.get("winner"), record.get("reason")
    if winner is not None and winner not in position.colours:
        raise BadText(f"the winner {winner!r} is none of {' and '.join(position.colours)}.")
    if not isinstance(reason, str) or not reason:
        raise BadText('the game has no result: its "reason" is missing.')
    outcome = position.outcome()
    if outcome is not None and (outcome.winner, outcome.reason) != (winner, reason):
        raise BadText(f"the moves end in {outcome}, the record says {winner or 'draw'} ({reason}).")
    by_referee = reason in VERDICTS or reason.partition(":")[0] in FAULTS
    if outcome is None and not by_referee:
        raise BadText(f"the game is not over after the moves, though the record says {reason}.")

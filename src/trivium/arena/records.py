"""Records of played games: one JSON object a game, one line a game in a file.

A record begins with what every saved game has (`trivium.games.record`): game, rules version,
size, start, moves, winner and reason. The arena adds:

=========== ==============================================================================
opening     how many of the moves were made before the players took over
players     for each, first the one who begins: colour, name, agent with its parameters, seed,
            and a control of their own, if they had one
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
from trivium.arena.referee import PlayedGame, Terms
from trivium.errors import BadText, TriviumError
from trivium.games.position import Position
from trivium.games.record import parse_record, record_of, replay

Record = dict[str, Any]

LONGEST_LINE: Final = 10_000_000
_MOST_SECONDS = 1e9
VERDICTS = ("move limit", "solved")
"""Reasons that the referee gives before a game is over by its rules."""


def make_record(
    position: Position,
    game: PlayedGame,
    settings: Terms,
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


def remarks(record: Record) -> list[str]:
    """Return the first lines of what is remarked about the players, with their names."""
    by_colour = {player["colour"]: player["name"] for player in record["players"]}
    found = []
    for text in record.get("remarks", ()):
        colour, _, words = text.partition("\n")[0].partition(": ")
        found.append(f"{by_colour.get(colour, colour)}: {words}")
    return found


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
    _check_letters(record)
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
        if not _is_seconds(record[field]) or len(record[field]) != 2:
            raise BadText(f'"{field}" must be two numbers of seconds.')
    record.setdefault("clock", [])
    if not _is_seconds(record["clock"]):
        raise BadText('"clock" must be a list of seconds.')
    for field in ("event", "key", "began"):
        record[field] = "" if record.get(field) is None else record[field]
        if not isinstance(record[field], str):
            raise BadText(f'"{field}" must be a text.')
    _check_date(record["began"])
    record.setdefault("fault", None)
    if record["fault"] not in (None, *FAULTS):
        raise BadText(f'"fault" must be null or one of {", ".join(FAULTS)}.')
    record.setdefault("opening", 0)
    record.setdefault("round", 0)
    for field, most in (("opening", len(record["moves"])), ("round", 10**9)):
        if type(record[field]) is not int or not 0 <= record[field] <= most:
            raise BadText(f'"{field}" must be a whole number from 0 to {most}.')
    remarks = record.get("remarks", [])
    if not isinstance(remarks, list) or not all(isinstance(text, str) for text in remarks):
        raise BadText('"remarks" must be a list of texts.')


def _is_seconds(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, int | float) and not isinstance(item, bool) and 0 <= item < _MOST_SECONDS
        for item in value
    )


def _check_date(began: str) -> None:
    try:
        datetime.fromisoformat(began or "2026-01-01")
    except ValueError:
        raise BadText(f"\"began\" must be a moment like 2026-03-01T18:30, not '{began}'.") from None


def _check_letters(record: Record) -> None:
    """Refuse what a database cannot keep: halves of letters, and the letter NUL."""
    kept = [*names(record), record["event"], record["key"], record["began"], record["reason"]]
    try:
        write_line(record).encode()
    except UnicodeEncodeError as error:
        raise BadText(f"there is half a letter in it: {error.object[error.start]!r}.") from None
    if any("\x00" in text for text in kept):
        raise BadText("a name or another text of it has the letter NUL.")


def _check_result(record: Record, position: Position) -> None:
    """Check the result against the moves, as far as the rules decided it."""
    winner, reason = record.get("winner"), record.get("reason")
    if winner is not None and winner not in position.colours:
        raise BadText(f"the winner {winner!r} is none of {' and '.join(position.colours)}.")
    if not isinstance(reason, str) or not reason.strip():
        raise BadText('the game has no result: its "reason" is missing.')
    outcome = position.outcome()
    if outcome is not None and (outcome.winner, outcome.reason) != (winner, reason):
        raise BadText(f"the moves end in {outcome}, the record says {winner or 'draw'} ({reason}).")
    by_referee = reason in VERDICTS or reason.partition(":")[0] in FAULTS
    if outcome is None and not by_referee:
        raise BadText(f"the game is not over after the moves, though the record says {reason}.")

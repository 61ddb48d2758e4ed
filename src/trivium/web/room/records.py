"""Records: games of the page for the arena's database, and records that somebody brings along."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from trivium.arena.clocks import TimeControl
from trivium.arena.records import LONGEST_LINE, Record, make_record, read_line, write_line
from trivium.arena.referee import PlayedGame, Terms
from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Outcome, Position
from trivium.games.record import parse_record, record_of, replay, with_move_limit
from trivium.web import messages as m
from trivium.web.describe.positions import describe_move
from trivium.web.room.table import Table

EVENT = "web"
"""What the arena's database calls the games of the page."""
_FAULTS = ("resignation", "time")


def record_of_table(table: Table, position: Position) -> Record:
    """Return the record of a game of the page; one that is not over has no winner."""
    if table.outcome is None:
        return record_of(position) | {"players": _players(table, position)}
    clocks = table.clocks
    control = TimeControl(game=clocks.seconds, increment=clocks.increment) if clocks else None
    timed = [(move.by, move.seconds or 0.0) for move in table.moves]
    game = PlayedGame(
        table.outcome,
        tuple(move.text for move in position.moves),
        len(table.opening),
        tuple(seconds for _, seconds in timed),
        tuple(player for player, _ in timed),
        table.outcome.reason if table.outcome.reason in _FAULTS else None,
    )
    return make_record(
        position,
        game,
        Terms(control) if control else Terms(),
        _players(table, position),
        {"event": EVENT, "round": 0, "key": table.id},
        datetime.fromisoformat(table.created),
    )


def _players(table: Table, position: Position) -> list[dict[str, Any]]:
    """Return who played. Guests choose their names, so they are told from agents."""
    return [
        {
            "colour": colour,
            "name": seat.name if seat.agent else f"{seat.name} (guest)",
            "agent": seat.agent or "person",
            "seed": 0,
        }
        for colour, seat in zip(position.colours, table.seats, strict=True)
    ]


def replayable(record: Record, number: int | None = None) -> m.ReplayableGame:
    """Return a record as a game to go through; its moves must be legal."""
    start = find_game(record["game"]).read(record["start"])
    position = with_move_limit(start, record.get("move_limit"))
    clock = [None] * int(record.get("opening", 0)) + list(record.get("clock", []))
    info = record.get("info", [])
    moves = []
    for ply, text in enumerate(record["moves"]):
        by = position.turn
        move = position.push(str(text))
        moves.append(
            m.PlayedMove(
                **describe_move(position, move).model_dump(),
                by=by,
                seconds=clock[ply] if ply < len(clock) else None,
                info=_info(info, ply - int(record.get("opening", 0))),
            )
        )
    players = record.get("players") or [{"name": colour} for colour in position.colours]
    outcome = position.outcome() or Outcome(record.get("winner"), record.get("reason") or "")
    return m.ReplayableGame(
        number=number,
        game=position.game,
        size=position.size,
        start=record["start"],
        moves=moves,
        players=(str(players[0]["name"]), str(players[1]["name"])),
        winner=outcome.winner,
        reason=outcome.reason or None,
        event=record.get("event") or "",
        began=record.get("began") or "",
    )


def _info(info: Any, number: int) -> str | None:
    """Return what an agent said about the move with this number after the opening."""
    if not isinstance(info, list) or not 0 <= number < len(info):
        return None
    said = info[number]
    return str(said["reason"]) if isinstance(said, dict) and "reason" in said else None


def read_upload(text: str) -> tuple[list[Record], list[m.WrongLine]]:
    """Return the records in a text, one as JSON or several as JSON Lines, and what is wrong."""
    lines = [(1, text)] if _is_one(text) else list(enumerate(text.splitlines(), 1))
    records, problems = [], []
    for number, line in lines:
        if not line.strip():
            continue
        try:
            records.append(_read_record(line))
        except TriviumError as error:
            problems.append(m.WrongLine(line=number, error=str(error)))
    return records, problems


def is_finished(record: Record) -> bool:
    """Return whether a record that was read can be stored."""
    return bool(record.get("reason"))


def _is_one(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _read_record(text: str) -> Record:
    """Read a finished game with all checks, or one that is still going on."""
    if len(text) > LONGEST_LINE:
        raise BadText("This is too long for a game.")
    record = parse_record(text)
    if record.get("reason") is not None:
        return read_line(text)
    position = replay(record)
    if position.is_over:
        raise BadText("The moves end the game, but the record has no result.")
    players = record.get("players")
    if not _are_players(players):
        record["players"] = [{"colour": c, "name": c, "agent": ""} for c in position.colours]
    for field in ("event", "began"):
        if not isinstance(record.get(field), str):
            record[field] = ""
    record |= {"opening": 0, "clock": [], "info": [], "size": position.size, "winner": None}
    return record


def _are_players(players: object) -> bool:
    return (
        isinstance(players, list)
        and len(players) == 2
        and all(isinstance(player, dict) and "name" in player for player in players)
    )


def as_line(record: Record) -> str:
    """Return a record as a line of a file."""
    return write_line(record) + "\n"

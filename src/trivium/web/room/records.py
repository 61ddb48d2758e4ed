"""Records: games of the page for the arena's database, and records that somebody brings along."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

from trivium.agents.descriptions import described
from trivium.arena.clocks import TimeControl
from trivium.arena.database.tables import PAGE
from trivium.arena.records import (
    LONGEST_LINE,
    Record,
    RecordedPlayer,
    make_record,
    read_line,
    write_line,
)
from trivium.arena.referee import PlayedGame
from trivium.arena.versions import version_of
from trivium.errors import BadText, TriviumError
from trivium.foreign_text import check_name
from trivium.games.position import Outcome, Position
from trivium.games.record import SavedGame, parse_record, record_of
from trivium.web import messages as m
from trivium.web.describe.positions import describe_ending, describe_move
from trivium.web.room.table import Table

_MOST_PROBLEMS = 100
"""Wrong lines of a text after which it is taken for something else."""
_FAULTS = ("resignation", "time")


def record_so_far(table: Table, position: Position) -> SavedGame:
    """Return the record of a game of the page; one that is not over has no winner."""
    if table.outcome is not None:
        return record_of_table(table, position, table.outcome)
    players = [player.as_json() for player in _players(table, position)]
    return replace(record_of(position), rest={"players": players})


def record_of_table(table: Table, position: Position, outcome: Outcome) -> Record:
    """Return the record of a game of the page that has ended like this."""
    clocks = table.clocks
    control = (
        TimeControl(game=clocks.seconds, increment=clocks.increment) if clocks else TimeControl()
    )
    timed = [(move.by, move.seconds or 0.0) for move in table.moves]
    game = PlayedGame(
        outcome=outcome,
        moves=tuple(move.text for move in position.moves),
        opening=len(table.opening),
        clock=tuple(seconds for _, seconds in timed),
        movers=tuple(player for player, _ in timed),
        fault=outcome.reason if outcome.reason in _FAULTS else None,
    )
    return make_record(
        position,
        game,
        _players(table, position),
        control,
        datetime.fromisoformat(table.created),
        event=PAGE,
        key=table.id,
    )


def _players(table: Table, position: Position) -> tuple[RecordedPlayer, RecordedPlayer]:
    """Return who played. Guests choose their names, so they are told from agents."""
    first, second = (
        RecordedPlayer(
            colour,
            name=seat.name if seat.agent else f"{seat.name} (guest)",
            agent=seat.agent or "person",
            seed=0,
            version=version_of(described(seat.agent), table.game) if seat.agent else None,
        )
        for colour, seat in zip(position.colours, table.seats, strict=True)
    )
    return first, second


def replayable(record: Record, number: int | None = None) -> m.ReplayableGame:
    """Return a record as a game to go through; its moves must be legal."""
    position = record.replay(0)
    clock = [None] * record.opening + list(record.clock)
    moves = []
    for ply, text in enumerate(record.moves):
        by = position.turn
        move = position.push(text)
        moves.append(
            m.PlayedMove(
                **describe_move(position, move).model_dump(),
                by=by,
                seconds=clock[ply] if ply < len(clock) else None,
                info=_info(record, ply - record.opening),
            )
        )
    told = Outcome(record.winner, record.reason) if record.is_finished else None
    return m.ReplayableGame(
        number=number,
        game=position.game,
        size=position.size,
        start=record.start,
        moves=moves,
        players=record.names,
        ending=describe_ending(position.outcome() or told),
        event=record.event,
        began=record.began,
    )


def _info(record: Record, number: int) -> str | None:
    """Return what an agent said about the move with this number after the opening."""
    if not 0 <= number < len(record.info):
        return None
    said = record.info[number]
    return str(said["reason"]) if isinstance(said, dict) and "reason" in said else None


def read_upload(text: str) -> tuple[list[Record], list[m.WrongLine]]:
    """Return the records in a text, one as JSON or several as JSON Lines, and what is wrong."""
    lines = [(1, text)] if _is_one(text) else list(enumerate(text.splitlines(), 1))
    records: list[Record] = []
    problems: list[m.WrongLine] = []
    for number, line in lines:
        if not line.strip():
            continue
        if len(problems) == _MOST_PROBLEMS:
            problems.append(
                m.WrongLine(line=number, error="So many are wrong; the rest is not read.")
            )
            break
        try:
            records.append(_read_record(line))
        except TriviumError as error:
            problems.append(m.WrongLine(line=number, error=str(error)))
    return records, problems


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
    saved = parse_record(text)
    if saved.reason is not None:
        return read_line(text)
    position = saved.replay()
    if position.is_over:
        raise BadText("The moves end the game, but the record has no result.")
    event, began = saved.rest.get("event"), saved.rest.get("began")
    return Record(
        game=saved.game,
        size=position.size,
        start=saved.start,
        moves=saved.moves,
        move_limit=saved.move_limit,
        players=_told_players(saved.rest.get("players"), position.colours),
        event=event if isinstance(event, str) else "",
        began=began if isinstance(began, str) else "",
    )


def _told_players(
    players: object, colours: tuple[str, str]
) -> tuple[RecordedPlayer, RecordedPlayer]:
    """Return the players of a game that goes on, named by their colours if they have no names."""
    told = players if isinstance(players, list) and len(players) == 2 else []
    given = [str(one["name"]) for one in told if isinstance(one, dict) and "name" in one]
    names = list(map(check_name, given))
    first, second = names if len(names) == 2 else colours
    return RecordedPlayer(colours[0], first), RecordedPlayer(colours[1], second)


def as_line(record: SavedGame) -> str:
    """Return a record as a line of a file."""
    return write_line(record) + "\n"

"""``/api/stored`` and ``/api/records``: the arena's database, and records brought along."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from trivium.arena.database.storage import DamagedGame, Filter
from trivium.arena.database.tables import UPLOADED
from trivium.errors import TriviumError
from trivium.games.record import write_record
from trivium.web import messages as m
from trivium.web.describe.positions import headline, read_line
from trivium.web.messages.base import Description
from trivium.web.room.lobby import NoSuchThing
from trivium.web.room.records import read_upload, replayable
from trivium.web.room.store import StorageTrouble
from trivium.web.routes.games import download
from trivium.web.state import Shared, State

router = APIRouter()

_LARGEST_NUMBER = 2**31 - 1

Number = Annotated[int, Path(ge=1, le=_LARGEST_NUMBER)]
Fact = Annotated[Description | None, Query()]


@router.get("/stored", tags=["stored games"])
def list_games(
    state: Shared,
    game: Fact = None,
    size: Fact = None,
    player: Fact = None,
    event: Fact = None,
    reason: Fact = None,
    since: Fact = None,
    until: Fact = None,
    before: Annotated[int | None, Query(ge=1, le=_LARGEST_NUMBER)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 30,
) -> m.StoredGames:
    """A page of the games in the arena's database, newest first."""
    wanted = Filter(
        game=game or None,
        size=size or None,
        player=player or None,
        event=event or None,
        reason=reason or None,
        since=since or None,
        until=until or None,
        without=state.hall.closed_events(),
    )
    rows = state.database.page(wanted, limit + 1, before)
    games = [_entry(number, facts) for number, facts in rows[:limit]]
    return m.StoredGames(
        games=games,
        total=state.database.count(wanted),
        older=games[-1].number if len(rows) > limit else None,
    )


@router.get("/stored/{number}", tags=["stored games"])
def get_stored(number: Number, state: Shared) -> m.ReplayableGame:
    """A stored game, to go through."""
    with known(number):
        record = state.database.record(number)
        _check_open(record.event, state)
    return replayable(record, number)


@router.get(
    "/stored/{number}/record",
    tags=["stored games"],
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "A record."}},
)
def get_stored_record(number: Number, state: Shared) -> Response:
    """The record of a stored game as a line of JSON to download."""
    with known(number):
        _check_open(state.database.record(number).event, state)
        line = state.database.line(number)
    return download(line + "\n", f"trivium-{number}")


@router.post("/records", tags=["stored games"])
def read_records(upload: m.RecordsRequest, state: Shared) -> m.ReadRecords:
    """Read records, one as JSON or several as JSON Lines, and store the finished ones if asked.

    Anybody may bring some, so they are filed apart and count for no match or tournament.
    """
    records, problems = read_upload(upload.text)
    finished = [record for record in records if record.is_finished]
    return m.ReadRecords(
        games=[replayable(record) for record in records],
        problems=problems,
        stored=state.database.bring(finished, UPLOADED) if upload.store else 0,
    )


@router.post("/records/write", tags=["stored games"])
def write_line(line: m.Line) -> m.WrittenRecord:
    """A line as a game record, to be kept in a file."""
    return m.WrittenRecord(text=write_record(read_line(line)))


def _check_open(event: str, state: State) -> None:
    """Raise `TriviumError` for a game that is not for everybody."""
    if event in state.hall.closed_events():
        raise TriviumError("This game belongs to a league that is closed.")


@contextlib.contextmanager
def known(number: int) -> Iterator[None]:
    """Say that there is no such game if the database has none."""
    try:
        yield
    except (StorageTrouble, DamagedGame):
        raise
    except TriviumError:
        raise NoSuchThing(f"There is no stored game {number}.") from None


def _entry(number: int, facts: dict[str, str | None]) -> m.StoredGame:
    reason = facts["reason"] or ""
    short = headline(reason)
    return m.StoredGame(
        number=number,
        game=facts["game"] or "",
        size=facts["size"] or "",
        players=(facts["first"] or "", facts["second"] or ""),
        winner=facts["winner"],
        reason=short,
        shortened=short != reason,
        event=facts["event"] or "",
        began=facts["began"] or "",
    )

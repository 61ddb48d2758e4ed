"""``/api/leagues`` for those who watch, ``/api/league`` for those who hold a token.

A token says which league it is for, so what needs one does not name the league. Every route asks
for the role that it needs (`Watcher`, `Owner`, `Tutor`); there is no other way to the state.
"""

from __future__ import annotations

import secrets
import threading
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.league import exports, final, leagues, members
from trivium.league.entry import versions
from trivium.league.leagues import League
from trivium.league.members import Member, NotAllowed
from trivium.league.plan import Plan
from trivium.web import messages as m
from trivium.web.guard import Allowance, TooMany, address_of
from trivium.web.room import league_views as views
from trivium.web.room.lobby import NoSuchThing
from trivium.web.room.records import replayable
from trivium.web.routes.stored import Number, known
from trivium.web.state import Shared, State

router = APIRouter()

_MOST_NAMES = 200
_wrong_tokens = Allowance(rate=0.2, burst=30)
"""Tokens that lead nowhere, of one address: nobody guesses 192 bits, but let nobody try."""

_unpacking = threading.Semaphore(2)
"""Archives that are unpacked at the same time: each may take its size in memory several times."""

LeagueName = Annotated[str, Path(max_length=60, description="The name of a league.")]
BotName = Annotated[str, Path(max_length=60, description="The name of a member.")]
Authorization = Annotated[str | None, Header(max_length=200)]


def _member(request: Request, state: Shared, authorization: Authorization = None) -> Member | None:
    """Return who asks, if they show a token."""
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer":
        raise NotAllowed("A token is shown like this: Authorization: Bearer TOKEN.")
    try:
        return state.hall.member(token.strip())
    except NotAllowed:
        if wait := _wrong_tokens.use(address_of(request.scope)):
            raise TooMany("Too many wrong tokens", wait) from None
        raise


Visitor = Annotated[Member | None, Depends(_member)]


def _watched(league: LeagueName, state: Shared, visitor: Visitor) -> League:
    """Return a league that this visitor may watch."""
    found = state.hall.league(league)
    if not found.plan.open and (visitor is None or visitor.league_id != found.id):
        raise NotAllowed("This league is shown only to those who have a token for it.")
    return found


def _owner(visitor: Visitor) -> Member:
    if visitor is None:
        raise NotAllowed("This needs a token; your tutor gives you one.")
    if visitor.role == "spectator":
        raise NotAllowed("Spectators can only watch.")
    return visitor


def _tutor(visitor: Visitor) -> Member:
    if visitor is None or visitor.role != "tutor":
        raise NotAllowed("Only tutors may do that.")
    return visitor


Watched = Annotated[League, Depends(_watched)]
Owner = Annotated[Member, Depends(_owner)]
Tutor = Annotated[Member, Depends(_tutor)]


# For those who watch.


@router.get("/leagues", tags=["leagues"])
def list_leagues(state: Shared, visitor: Visitor) -> list[m.LeagueEntry]:
    """The leagues that this visitor may watch, the newest first."""
    mine = None if visitor is None else visitor.league_id
    return [_entry(one) for one in state.hall.leagues() if one.plan.open or one.id == mine]


@router.post("/league/new", status_code=201, tags=["leagues"])
def make_league(
    wish: m.NewLeague, state: Shared, request: Request, authorization: Authorization = None
) -> m.MadeLeague:
    """Make a league, for the one who holds the server's secret; this server plays it."""
    secret = (authorization or "").partition(" ")[2].strip()
    if wait := _wrong_tokens.use(address_of(request.scope)):
        raise TooMany("Too many leagues, or wrong secrets", wait)
    state.hall.check_secret(secret)
    plan = Plan(
        wish.game,
        tuple(wish.sizes),
        clock=wish.clock,
        references=tuple(wish.references),
        final_format=wish.final,
        final_rounds=wish.final_rounds,
        open=wish.open,
    )
    league, token = state.hall.make(plan, wish.name, wish.deadline)
    return m.MadeLeague(name=league.name, token=token)


@router.get("/leagues/{league}", tags=["leagues"])
def get_league(league: Watched, state: Shared, visitor: Visitor) -> m.LeagueState:
    """A league, and what this visitor is in it."""
    mine = visitor if visitor is not None and visitor.league_id == league.id else None
    plan = league.plan
    return m.LeagueState(
        **_entry(league).model_dump(),
        clock=str(plan.control),
        references=plan.reference_names,
        provisional=plan.provisional,
        narrow=plan.narrow,
        open=plan.open,
        connected=state.hall.connected(league),
        you=None if mine is None else mine.name,
        role=None if mine is None else mine.role,
        plays=state.hall.plays(league),
        uploads=state.hall.upload_trouble(league),
    )


@router.get("/leagues/{league}/table", tags=["leagues"], response_model=m.LeagueTable)
def get_table(league: Watched, state: Shared) -> Response:
    """The table, as it was last worked out."""
    return Response(state.hall.table(league).body, media_type="application/json")


@router.get("/leagues/{league}/cross", tags=["leagues"], response_model=m.CrossTable)
def get_cross_table(league: Watched, state: Shared) -> Response:
    """Who has won how often against whom."""
    pairs = state.hall.table(league).cross_table
    return Response(f'{{"pairs": {pairs}}}', media_type="application/json")


@router.get("/leagues/{league}/running", tags=["leagues"])
def get_running(league: Watched, state: Shared) -> list[m.RunningGame]:
    """The games that are being played."""
    return state.hall.running(league)


@router.get("/leagues/{league}/bots/{bot}", tags=["leagues"])
def get_bot(league: Watched, bot: BotName, state: Shared) -> m.BotPage:
    """A bot with its versions and its last games."""
    return views.bot_page(state.database, league, bot)


@router.get("/leagues/{league}/games/{number}", tags=["leagues"])
def get_game(league: Watched, number: Number, state: Shared) -> m.ReplayableGame:
    """A game of a league, to go through."""
    with known(number):
        if not views.game_is_of(state.database, league, number):
            raise TriviumError("another league's")
        record = state.database.record(number)
    return replayable(record, number)


@router.get("/leagues/{league}/final", tags=["leagues"])
def get_final(league: Watched, state: Shared) -> list[m.FinalTable]:
    """The final as far as it has been played: a table for each size."""
    return state.hall.final(league)


# For those who have a bot.


@router.post("/league/uploads", status_code=201, tags=["leagues"])
async def hand_in(owner: Owner, state: Shared, request: Request) -> m.OwnVersion:
    """Hand in an archive, zip or tar.gz, as the body of the request."""
    content = await request.body()
    return await run_in_threadpool(_hand_in, state, owner, content)


def _hand_in(state: State, owner: Member, content: bytes) -> m.OwnVersion:
    league = state.hall.league_of(owner)
    if (trouble := state.hall.upload_trouble(league)) is not None:
        raise TriviumError(trouble)
    with _unpacking:
        version = versions.submit(state.database, league, owner, content)
    state.hall.forget()
    return views.own_version(state.database, version)


@router.get("/league/uploads/{number}", tags=["leagues"])
def get_upload(number: Number, owner: Owner, state: Shared) -> m.OwnVersion:
    """A version of one's own bot, and what came of its trial."""
    league = state.hall.league_of(owner)
    label = f"{owner.name} v{number}"
    try:
        version = versions.version_named(state.database, league, label)
    except TriviumError as error:
        raise NoSuchThing(str(error)) from None
    return views.own_version(state.database, version)


@router.get("/league/me", tags=["leagues"])
def get_me(visitor: Visitor, state: Shared) -> m.Me:
    """Whose token this is, and for which league."""
    if visitor is None:
        raise NotAllowed("This needs a token; your tutor gives you one.")
    league = state.hall.league_of(visitor)
    return m.Me(
        name=visitor.name,
        role=visitor.role,
        league=league.name,
        game=league.plan.game,
        size=league.plan.sizes[0],
    )


@router.get("/league/mine", tags=["leagues"])
def get_mine(owner: Owner, state: Shared) -> m.OwnBot:
    """One's own bot: trials, standard error, lost games."""
    return views.own_bot(state.database, state.hall.league_of(owner), owner)


# For tutors.


@router.get("/league/desk", tags=["leagues"])
def get_desk(tutor: Tutor, state: Shared) -> m.TutorDesk:
    """Members, uploads, queue, workers, limits and the log."""
    return views.tutor_desk(state.database, state.hall.league_of(tutor))


@router.post("/league/members", status_code=201, tags=["leagues"])
def add_members(wish: m.AddMembers, tutor: Tutor, state: Shared) -> list[m.NewToken]:
    """Add members; their tokens are told here and never again."""
    wanted = members.read_csv(wish.text)
    if len(wanted) > _MOST_NAMES:
        raise TriviumError(f"Add {_MOST_NAMES} at a time, not more.")
    added = members.add_members(state.database, tutor.league_id, wanted, tutor.name)
    return [m.NewToken(name=name, role=role, token=token) for name, role, token in added]


@router.post("/league/members/renew", tags=["leagues"])
def renew(wish: m.MemberRequest, tutor: Tutor, state: Shared) -> m.NewToken:
    """Give a member a new token; the old one is worthless."""
    token = members.renew(state.database, tutor.league_id, wish.name, tutor.name)
    return m.NewToken(name=wish.name, role="", token=token)


@router.post("/league/members/revoke", tags=["leagues"])
def revoke(wish: m.MemberRequest, tutor: Tutor, state: Shared) -> m.TutorDesk:
    """Let a member in no more; their bot rests."""
    members.revoke(state.database, tutor.league_id, wish.name, tutor.name)
    return get_desk(tutor, state)


@router.post("/league/bench", tags=["leagues"])
def bench(wish: m.VersionRequest, tutor: Tutor, state: Shared) -> m.TutorDesk:
    """Let a version play no more."""
    found = versions.version_named(state.database, state.hall.league_of(tutor), wish.label)
    versions.bench(state.database, found, wish.reason, tutor.name)
    return get_desk(tutor, state)


@router.post("/league/pardon", tags=["leagues"])
def pardon(wish: m.VersionRequest, tutor: Tutor, state: Shared) -> m.TutorDesk:
    """Let a benched version play again."""
    found = versions.version_named(state.database, state.hall.league_of(tutor), wish.label)
    versions.pardon(state.database, found, tutor.name)
    return get_desk(tutor, state)


@router.post("/league/freeze", tags=["leagues"])
def freeze(tutor: Tutor, state: Shared) -> m.TutorDesk:
    """Let versions stay as they are."""
    leagues.freeze(state.database, state.hall.league_of(tutor), tutor.name)
    state.hall.forget()
    return get_desk(tutor, state)


@router.post("/league/thaw", tags=["leagues"])
def thaw(wish: m.Thaw, tutor: Tutor, state: Shared) -> m.TutorDesk:
    """Let bots come in again, or for longer: until a new deadline, or without one."""
    leagues.thaw(state.database, state.hall.league_of(tutor), tutor.name, wish.deadline)
    state.hall.forget()
    return get_desk(tutor, state)


@router.post("/league/final", tags=["leagues"])
def begin_final(tutor: Tutor, state: Shared) -> m.TutorDesk:
    """Begin the final among the frozen versions, with a new seed."""
    league, seed = state.hall.league_of(tutor), secrets.randbelow(2**31)
    final.begin_final(state.database, league, tutor.name, seed)
    state.hall.forget()
    return get_desk(tutor, state)


@router.get(
    "/league/export.csv",
    tags=["leagues"],
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}, "description": "Marks."}},
)
def export_csv(tutor: Tutor, state: Shared) -> Response:
    """Marks as CSV."""
    text = exports.marks_csv(state.database, state.hall.league_of(tutor))
    return Response(text, media_type="text/csv")


@router.get(
    "/league/export.jsonl",
    tags=["leagues"],
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "The event."}},
)
def export_lines(tutor: Tutor, state: Shared) -> Response:
    """The whole event as JSON Lines."""
    lines = exports.event_lines(state.database, state.hall.league_of(tutor))
    told = (f"{line}\n" for line in lines)
    return StreamingResponse(told, media_type="application/x-ndjson")


@router.get(
    "/league/export.html",
    tags=["leagues"],
    response_class=Response,
    responses={200: {"content": {"text/html": {}}, "description": "A report."}},
)
def export_report(tutor: Tutor, state: Shared) -> Response:
    """One report of the final and the ladder, to be kept as a file."""
    text = exports.report(state.database, state.hall.league_of(tutor))
    return Response(text, media_type="text/html")


def _entry(league: League) -> m.LeagueEntry:
    return m.LeagueEntry(
        name=league.name,
        game=league.plan.game,
        title=find_game(league.plan.game).title,
        sizes=list(league.plan.sizes),
        stage=league.stage,
        deadline=league.deadline,
    )

"""The HTTP API as one application: routes, errors, and what they share while it runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import partial
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from trivium.errors import TriviumError
from trivium.kernel.compiling import everything_is_kept, plain_while
from trivium.web import messages as m
from trivium.web.guard import Allowance, TooMany
from trivium.web.problems import problem_of
from trivium.web.room.challenges import Challenges
from trivium.web.room.league_hall import LeagueHall
from trivium.web.room.lobby import Lobby
from trivium.web.room.store import WebDatabase
from trivium.web.routes import (
    analyses,
    boards,
    challenges,
    codes,
    games,
    help,
    league_bots,
    leagues,
    learning,
    pictures,
    stored,
)
from trivium.web.routes.sockets import sentence_of
from trivium.web.settings import ServerSettings
from trivium.web.state import State
from trivium.web.thinking.compiling import CompileWatch
from trivium.web.thinking.memory import give_back_in_lulls
from trivium.web.thinking.pool import Pool
from trivium.web.thinking.searches import Searches
from trivium.web.thinking.warming import Warming

_log = logging.getLogger("trivium.web")

PROBLEMS = {
    status: {"model": m.Problem, "description": description}
    for status, description in {
        400: "What was sent is wrong, and how.",
        403: "Only the holder of a seat may do that, or the request comes from elsewhere.",
        404: "There is no such thing.",
        405: "The path knows other methods.",
        409: "The game is over, has moved on, or what is stored of it cannot be read.",
        413: "The request is too large.",
        429: "Too many requests; `Retry-After` tells when to try again.",
        503: "The server is busy, or its database cannot be used.",
    }.items()
}


_PARTS = (
    boards,
    pictures,
    games,
    help,
    challenges,
    codes,
    analyses,
    stored,
    learning,
    leagues,
    league_bots,
)


def create_api(settings: ServerSettings) -> FastAPI:
    """Return the API; its lifespan opens the database and resumes the games."""
    app = FastAPI(
        title="Trivium",
        version=version("trivium"),
        summary="Play, watch and analyse board games of pure skill.",
        lifespan=lambda app: _alive(app, settings),
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        responses=PROBLEMS,  # type: ignore[arg-type]  # the keys of its type are int or str
    )
    for part in _PARTS:
        app.include_router(part.router, prefix="/api")
    app.add_exception_handler(TriviumError, _on_trivium_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(Exception, _on_failure)
    app.add_middleware(_PlainMeanwhile)
    app.openapi = partial(_describe_api, app)  # type: ignore[method-assign]
    return app


def _describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description, with all mistakes in a request as a 400."""
    if not app.openapi_schema:
        description = FastAPI.openapi(app)
        for operations in description["paths"].values():
            for operation in operations.values():
                operation["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            description["components"]["schemas"].pop(name, None)
    assert app.openapi_schema is not None
    return app.openapi_schema


class _PlainMeanwhile:
    """Lets requests be answered at once by plain Python while machine code is on its way."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state: State = scope["app"].state.trivium
        with plain_while(state.warming.is_going_on):
            await self._app(scope, receive, send)


@contextlib.asynccontextmanager
async def _alive(app: FastAPI, settings: ServerSettings) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    database = await asyncio.to_thread(WebDatabase, settings.database)
    searches = Searches(settings.searches, settings.queue)

    def compiling_changed() -> None:
        with contextlib.suppress(RuntimeError):  # the server is closing
            loop.call_soon_threadsafe(lobby.tell_all)

    compiling = CompileWatch(compiling_changed)
    warming = Warming(compiling_changed)
    lobby = Lobby(settings, database, searches, compiling, warming)
    hall = await asyncio.to_thread(LeagueHall, settings, database)
    app.state.trivium = State(
        settings=settings,
        database=database,
        searches=searches,
        engines=Pool(settings.studies),
        compiling=compiling,
        warming=warming,
        lobby=lobby,
        challenges=Challenges(settings, lobby.create),
        hall=hall,
        new_games=Allowance(settings.games_a_minute / 60, settings.game_burst),
    )
    if settings.compile_ahead and not await asyncio.to_thread(everything_is_kept):
        warming.start()
    with compiling, plain_while(warming.is_going_on):
        await lobby.resume()
        lulls = asyncio.create_task(give_back_in_lulls(searches, lobby.let_agents_go))
        try:
            yield
        finally:
            lulls.cancel()
            await asyncio.to_thread(warming.close)
            lobby.close()
            await asyncio.to_thread(hall.close)
            searches.close()
            await asyncio.to_thread(database.close)


async def _on_trivium_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, TriviumError)
    status, problem = problem_of(error)
    wait = error.wait if isinstance(error, TooMany) else 1
    headers = {"Retry-After": str(wait)} if status in (429, 503) else None
    return JSONResponse(problem.model_dump(), status, headers)


async def _on_invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _answer(400, "bad-request", sentence_of(error.errors()))


async def _on_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    kinds = {404: "not-found", 405: "method", 413: "too-large"}
    detail = f"{str(error.detail).rstrip('.')}."
    sentence = "There is nothing here." if error.status_code == 404 else detail
    kind = kinds.get(error.status_code, "bad-request")
    answer = _answer(error.status_code, kind, sentence)
    answer.headers.update(error.headers or {})
    return answer


async def _on_failure(request: Request, error: Exception) -> JSONResponse:
    return _answer(500, "failure", "Something went wrong here; the server's log tells what.")


def _answer(status: int, kind: str, sentence: str) -> JSONResponse:
    return JSONResponse(m.Problem(error=sentence, kind=kind).model_dump(), status)

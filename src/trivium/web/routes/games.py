"""``/api/games``: games in progress, by HTTP and live."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import TypeAdapter
from starlette.websockets import WebSocket, WebSocketDisconnect

from trivium.errors import TriviumError
from trivium.web import messages as m
from trivium.web.guard import TooMany, address_of, sit_down
from trivium.web.room.audience import Viewer
from trivium.web.room.live import LiveGame
from trivium.web.room.lobby import NoSuchThing
from trivium.web.room.records import as_line
from trivium.web.room.store import StorageTrouble
from trivium.web.room.table import Unreadable
from trivium.web.routes.sockets import (
    NO_SUCH_GAME,
    START_AGAIN,
    TRY_LATER,
    UNREADABLE,
    Socket,
)
from trivium.web.state import Shared

router = APIRouter()

GameId = Annotated[str, Path(max_length=40, description="The name of a game in progress.")]
_READER: TypeAdapter[m.Hello | m.Act | m.Ping] = TypeAdapter(m.GameMessage)


@router.post("/games", status_code=201, tags=["games"])
async def create_game(wish: m.NewGame, state: Shared, request: Request) -> m.Created:
    """Begin a game. The secrets of its seats are told here and never again."""
    if wait := state.new_games.use(address_of(request.scope)):
        raise TooMany("You have begun too many games", wait)
    game, tokens = await state.lobby.create(wish)
    path = f"/#/game/{game.table.id}"
    return m.Created(
        id=game.table.id,
        tokens=tokens,
        links={name: f"{path}/{token}" for name, token in tokens.items()} | {"watch": path},
        state=game.state(list(tokens.values())),
    )


@router.get("/games/{id}", tags=["games"])
async def get_game(id: GameId, state: Shared) -> m.GameState:
    """A game as a spectator sees it."""
    return (await state.lobby.find(id)).state([])


@router.post("/games/{id}/actions", tags=["games"])
async def act(id: GameId, request: m.ActionRequest, state: Shared) -> m.GameState:
    """Move, take back, resign, … for the seats whose secrets are given."""
    game = await state.lobby.find(id)
    await game.act(request.tokens, request.do)
    return game.state(request.tokens)


@router.get(
    "/games/{id}/record",
    tags=["games"],
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "A record."}},
)
async def get_record(id: GameId, state: Shared) -> Response:
    """The record of a game, finished or not, as a line of JSON to download."""
    game = await state.lobby.find(id)
    return download(as_line(await game.record()), f"trivium-{game.table.game}-{id}")


def download(line: str, name: str) -> Response:
    """Return a line of JSON as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(line, media_type="application/x-ndjson", headers=headers)


@router.websocket("/games/{id}/live")
async def watch_game(websocket: WebSocket, id: str, state: Shared) -> None:
    """Show a game to a connection, and let it act for the seats that it holds."""
    await websocket.accept()
    socket = Socket(websocket, _READER, state.settings)
    try:
        game = await state.lobby.find(id)
    except NoSuchThing:
        await socket.close(NO_SUCH_GAME)
        return
    except Unreadable:
        await socket.close(UNREADABLE)
        return
    except StorageTrouble:
        await socket.close(TRY_LATER)
        return
    viewer = Viewer([])
    showing: asyncio.Task[None] | None = None
    try:
        async for message in socket.messages():
            match message:
                case m.Hello():
                    viewer.tokens = message.tokens
                    if game.table.held_by(message.tokens) or game.table.is_host(message.tokens):
                        sit_down(websocket.scope)
                    game.join(viewer)
                    showing = showing or asyncio.create_task(_show(game, viewer, socket))
                case m.Act():
                    await _act(game, viewer, message, socket)
    except WebSocketDisconnect:
        pass
    finally:
        game.leave(viewer)
        if showing is not None:
            showing.cancel()


async def _show(game: LiveGame, viewer: Viewer, socket: Socket[m.Hello | m.Act | m.Ping]) -> None:
    """Send the state whenever it has changed; changes in quick succession are sent as one."""
    try:
        while True:
            await viewer.news.wait()
            viewer.news.clear()
            if viewer.dismissed:
                await socket.close(START_AGAIN)
                return
            await socket.send(game.state(viewer.tokens))
    except WebSocketDisconnect:
        pass


async def _act(
    game: LiveGame, viewer: Viewer, message: m.Act, socket: Socket[m.Hello | m.Act | m.Ping]
) -> None:
    try:
        await game.act(viewer.tokens, message.do)
    except TriviumError as error:
        await socket.refuse(message.ref, error)
    else:
        await socket.send(m.Done(ref=message.ref))

"""A server that cannot go on says so to everybody who has waited for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from trivium.errors import TriviumError
from trivium.web.server import Application
from trivium.web.settings import ServerSettings

HEADERS = [(b"host", b"localhost")]


def said_by_a_server_that_gave_up(kind: str, fails: bool = False) -> list[dict[str, Any]]:
    """Return what it sends; `fails` if nobody is there any more."""
    said: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        if fails:
            raise AssertionError("nobody is there")
        said.append(dict(message))

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def ask() -> None:
        application = Application(ServerSettings())
        application.failure = TriviumError("The database cannot be used.")
        application._loaded.set()
        scope = {"type": kind, "path": "/api/games", "method": "GET", "headers": HEADERS}
        await application(scope, receive, send)

    asyncio.run(ask())
    return said


def test_a_request_gets_the_reason() -> None:
    start, body = said_by_a_server_that_gave_up("http")
    assert start["status"] == 503
    assert b"The database cannot be used." in body["body"]


@pytest.mark.parametrize("fails", [False, True])
def test_a_connection_is_closed_and_one_that_is_gone_is_no_failure(fails: bool) -> None:
    said = said_by_a_server_that_gave_up("websocket", fails)
    assert said == ([] if fails else [{"type": "websocket.close", "code": 1013}])

"""How long the server waits for somebody who is connected, and for how many at a time.

A connection costs an open file, and a process has few of them. Whoever connects and says nothing,
sends a request letter by letter, or does not read the answer, could take them all from the others.
So each of these has its time, and where too many are waited for, the one that has been waited for
the longest goes: who means it has asked long before.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from trivium.web.settings import ServerSettings

_OPEN_FILES = 8192
"""As many as the halls, the connections waited for and the requests of some seconds may need."""


def allow_open_files() -> None:
    """Let this process have more open files than the usual 1024, as far as it may."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _OPEN_FILES if most == resource.RLIM_INFINITY else min(_OPEN_FILES, most)
        if now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class Patience:
    """A server's: whom it waits for, the longest first."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._waiting: dict[PatientHttp, asyncio.TimerHandle] = {}

    def begin(self, connection: PatientHttp, seconds: float) -> None:
        """Wait for a connection, so long at most."""
        self.end(connection)
        loop = asyncio.get_running_loop()
        self._waiting[connection] = loop.call_later(seconds, self._lose, connection)
        if len(self._waiting) > self.settings.waiting:
            self._lose(next(iter(self._waiting)))

    def end(self, connection: PatientHttp) -> None:
        """Wait no longer: it has done what it was waited for."""
        if timer := self._waiting.pop(connection, None):
            timer.cancel()

    def _lose(self, connection: PatientHttp) -> None:
        self.end(connection)
        connection.transport.abort()


class PatientHttp(H11Protocol):
    """The HTTP of a server that does not wait for ever."""

    def __init__(self, patience: Patience, **named: Any) -> None:
        super().__init__(**named)
        self._patience = patience
        self._settings = patience.settings
        self._seen = self.conn.their_state
        """How far the client was when it was last looked at."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._patience.begin(self, self._settings.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._patience.end(self)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Take what has come, and wait for what is still missing."""
        super().handle_events()
        is_http = self.transport.get_protocol() is self  # and no WebSocket by now
        if is_http and self.conn.their_state is not self._seen:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on; a WebSocket has a place of its own (`trivium.web.places`)."""
        super().handle_websocket_upgrade(event)
        self._patience.end(self)

    def pause_writing(self) -> None:
        """Wait until what was sent is read."""
        super().pause_writing()
        self._patience.begin(self, self._settings.read_seconds)

    def resume_writing(self) -> None:
        """Go on: it was read."""
        super().resume_writing()
        self._wait()

    def _wait(self) -> None:
        self._seen = self.conn.their_state
        if self._seen is h11.IDLE:
            self._patience.begin(self, self._settings.idle_seconds)
        elif self._seen is h11.SEND_BODY:
            self._patience.begin(self, self._settings.body_seconds)
        else:
            self._patience.end(self)

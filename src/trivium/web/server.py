"""The server: the page at once, the API as soon as the engine is loaded.

Loading the engine takes a second or two. The page does not need it, so it is served while a
thread still loads; whoever asks for the API meanwhile waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import logging
import math
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from importlib import import_module

import uvicorn
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from trivium.errors import TriviumError
from trivium.web.frames import CountedFrames
from trivium.web.guard import Guard
from trivium.web.manual import Manual
from trivium.web.patience import Patience, PatientHttp, allow_open_files
from trivium.web.settings import DEFAULT_PORT, ServerSettings
from trivium.web.shell import EFFORT, Shell
from trivium.web.thinking import memory

_MORE_PORTS = 20
"""Ports after the default one that are tried if it is taken."""
_TRY_AGAIN_LATER = 1013
"""What a WebSocket is closed with by a server that cannot go on."""
_SAME_FOR_ALL = ("/api/catalogue", "/api/boards/", "/api/tutorials", "/api/puzzles")
"""What is worth compressing. Answers that hold secrets are not: their length would tell of them."""
_PATIENCE = 1.0
"""Seconds to wait at the end for searches that are running."""

_log = logging.getLogger("trivium.web")


class Application:
    """Everything that is served, as an ASGI application."""

    def __init__(
        self, settings: ServerSettings, on_failure: Callable[[], None] | None = None
    ) -> None:
        """`on_failure` is called if the API cannot be started; `failure` then says why."""
        self.failure: TriviumError | None = None
        self._settings = settings
        self._on_failure = on_failure
        self._api: ASGIApp | None = None
        self._smaller: ASGIApp | None = None
        self._loaded = asyncio.Event()
        self._closing = asyncio.Event()
        self._shell = Shell(settings.embedders)
        self._manual = Manual()
        self._guarded = Guard(self._answer, settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._guarded(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        running = asyncio.create_task(self._run_api())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._closing.set()
        await running
        await send({"type": "lifespan.shutdown.complete"})

    async def _run_api(self) -> None:
        """Load the API and keep it alive until the server closes."""
        try:
            api = await asyncio.to_thread(_load_api, self._settings)
            async with api.router.lifespan_context(api):
                self._api = api
                self._smaller = GZipMiddleware(api, compresslevel=EFFORT)
                self._loaded.set()
                await self._closing.wait()
        except TriviumError as error:
            self.failure = error
        except Exception:
            _log.exception("the server cannot go on")
            self.failure = TriviumError("The server cannot go on; the lines above tell why.")
        self._loaded.set()
        if self.failure is not None and self._on_failure is not None:
            self._on_failure()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if scope["type"] == "http" and Shell.has(path):
            await self._shell(scope, receive, send)
            return
        if scope["type"] == "http" and (path == "/docs" or path.startswith("/docs/")):
            await self._manual(scope, receive, send)
            return
        if path == "/api/health" and not self._loaded.is_set():
            await _LOADING(scope, receive, send)
            return
        await self._loaded.wait()
        if self._api is None:
            await self._refuse(scope, receive, send)
        elif path in ("/api", "/api/") and scope["type"] == "http":
            await self._reference()(scope, receive, send)
        elif self._smaller is not None and path.startswith(_SAME_FOR_ALL):
            await self._smaller(scope, receive, send)
        else:
            await self._api(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say that the server cannot go on."""
        if scope["type"] == "http":
            problem = {"error": str(self.failure), "kind": "storage"}
            await JSONResponse(problem, 503)(scope, receive, send)
        else:
            with contextlib.suppress(Exception):  # who has left meanwhile cannot be told any more
                await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})

    def _reference(self) -> Response:
        from trivium.web.reference import reference_page

        assert self._api is not None
        return HTMLResponse(reference_page(self._api.openapi()))  # type: ignore[attr-defined]


_LOADING = JSONResponse(
    {"ready": False, "compiling": False, "searches": 0, "waiting": 0, "games": 0}
)


def _load_api(settings: ServerSettings):  # type: ignore[no-untyped-def]  # FastAPI is not loaded yet
    return import_module("trivium.web.api").create_api(settings)


def serve(
    settings: ServerSettings,
    host: str = "127.0.0.1",
    port: int | None = None,
    browser: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Serve until Ctrl-C; raises `TriviumError` if that is not possible.

    Without a port it is the default one, or the next that is free.
    """
    memory.settle()
    allow_open_files()
    listener = _listen(host, port)
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}/"

    def give_up() -> None:
        server.should_exit = True

    application = Application(settings, give_up)
    server = uvicorn.Server(server_config(settings, application))
    say(f"Trivium is at {address} (Ctrl-C ends it).")
    if browser and _has_browser():
        threading.Thread(target=_open, args=(server, address), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    if application.failure is not None:
        raise application.failure
    say("Stopped; games that are not over go on next time.")
    _leave()


def server_config(settings: ServerSettings, application: ASGIApp) -> uvicorn.Config:
    """Return how the application is served."""
    logging.getLogger("uvicorn.error").addFilter(_is_about_us)
    return uvicorn.Config(
        application,
        lifespan="on",
        log_level="warning",
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        http=functools.partial(PatientHttp, Patience(settings)),  # type: ignore[arg-type]
        ws=CountedFrames,
        ws_per_message_deflate=False,
        ws_max_size=settings.message_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=math.ceil(settings.idle_seconds),
        timeout_graceful_shutdown=2,
    )


def _is_about_us(entry: logging.LogRecord) -> bool:
    """Return whether something belongs in the log: not that a guest has sent what is no text."""
    return not (entry.exc_info and isinstance(entry.exc_info[1], UnicodeDecodeError))


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket on the port, or near the default one."""
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + _MORE_PORTS) if port is None else [port]
    for number in wanted:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listener = socket.socket(family, socket.SOCK_STREAM)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
            listener.listen(2048)
        except OSError as error:
            listener.close()
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise TriviumError(
                    f"{host} is no address of this machine ({error.strerror or error}); --host "
                    "takes one: 127.0.0.1 for this machine alone, 0.0.0.0 for others too."
                ) from None
            problem = error
        else:
            return listener
    if port is None:
        raise TriviumError(f"No port from {wanted[0]} to {wanted[-1]} is free; name one: --port.")
    raise TriviumError(
        f"Port {port} of {host} cannot be used: {problem.strerror or problem}; "
        "another one is chosen with --port."
    )


def _shown(host: str) -> str:
    """Return the host as a browser on this machine reaches it."""
    if host in ("", "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _has_browser() -> bool:
    """Return whether a browser window could open: not in a pipe, nor without a screen."""
    if not sys.stdout.isatty():
        return False
    return sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _open(server: uvicorn.Server, address: str) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.02)
    if server.started:
        webbrowser.open(address)


def _leave() -> None:
    """Do not wait long for searches that are running: all games are stored."""
    deadline = time.monotonic() + _PATIENCE
    while any(thread.name.startswith("search") for thread in threading.enumerate()):
        if time.monotonic() > deadline:
            sys.stdout.flush()
            os._exit(0)
        time.sleep(0.02)

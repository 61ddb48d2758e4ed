"""The door: who may speak to the server, how much, and what browsers are told to forbid.

Other sites must not use a server on this machine through a visitor's browser. A request is
answered only if it is addressed to a name that is the server's own (an attacker can point a name
of theirs to this machine, but cannot choose the name that the browser then sends) and, where a
browser says which page it comes from, comes from a page of this server.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import math
import time
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivium.errors import TriviumError
from trivium.web.places import Hall, Place, household
from trivium.web.settings import ServerSettings

_MOST_ADDRESSES = 10_000
"""Addresses whose requests are counted; the longest silent ones are forgotten."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors "
)

SECURITY_HEADERS = {
    "Content-Security-Policy": f"{_POLICY}'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

UPLOADS = "/api/league/uploads"
"""Where archives are handed in, which may be larger than anything else."""

_SIT_DOWN = "trivium.sit_down"
"""Where a connection's scope has what moves it to the places of those who hold a seat."""

POLICY_VIOLATION = 1008
TOO_MANY = 4429


def framed_policy(sites: Iterable[str]) -> str:
    """Return the policy of a page that some sites may show in a frame."""
    return _POLICY + " ".join(sites)


class TooMany(TriviumError):
    """Somebody asks for more than is allowed."""

    def __init__(self, what: str, wait: float) -> None:
        """`wait` are the seconds after which to try again."""
        self.wait = math.ceil(wait)
        super().__init__(f"{what}; try again in {self.wait} s.")


class Allowance:
    """So many events of each address: a burst, and then a rate."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def use(self, address: str) -> float:
        """Count an event; return 0, or the seconds after which to try again if it is too much."""
        now = time.monotonic()
        left, then = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        if len(self._left) > _MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._rate

    def give_back(self, address: str) -> None:
        """Let one more event of an address be: it was asked for."""
        left, then = self._left.get(address, (self._burst, time.monotonic()))
        self._left[address] = (min(self._burst, left + 1), then)


class Guard:
    """Checks everything before the application sees it."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app = app
        self._settings = settings
        self._names = {"localhost", *(name.lower() for name in settings.hosts)}
        self._requests = Allowance(settings.requests_a_second, settings.request_burst)
        self._players = Hall(settings.player_places, settings.player_places_each)
        self._guests = Hall(settings.guest_places, settings.guest_places_each)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = Headers(scope=scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    added.setdefault(name, value)
            await send(message)

        if problem := self._stranger(given):
            await _refuse(send_guarded, 403, *problem)
        elif wait := self._requests.use(address_of(scope)):
            sentence = "Too many requests; try again in a moment."
            headers = {"retry-after": str(math.ceil(wait))}
            await _refuse(send_guarded, 429, "too-many", sentence, headers)
        elif self._announces_too_much(given, most := self._most_bytes(scope)):
            await self._too_large(send_guarded, most)
        else:
            await self._app(scope, self._counted(receive, most), send_guarded)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if self._stranger(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        leaving = asyncio.Event()
        place = Place(address, leave=leaving.set)
        if self._requests.use(address) or not self._guests.admit(place):
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        scope[_SIT_DOWN] = lambda: self._players.admit(place)
        doorman = asyncio.create_task(_show_out(leaving, send))
        try:
            await self._app(scope, receive, _quiet_after(leaving, send))
        finally:
            doorman.cancel()
            place.give_up()

    def _stranger(self, headers: Headers) -> tuple[str, str] | None:
        """Return what is wrong with where a request is addressed or comes from."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return "host", "This server does not go by that name; see the option --name."
        origins = headers.getlist("origin")
        if len(origins) > 1 or any(not _same_place(origin, hosts[0]) for origin in origins):
            return "origin", "Pages of other sites may not use this server."
        return None

    def _is_ours(self, host: str) -> bool:
        """Return whether a Host header is an address, localhost, or a name of this server."""
        try:
            name = urlsplit(f"//{host}").hostname
        except ValueError:
            return False
        if not name or set(host) & set("@/?#\\"):
            return False
        if name in self._names or name.endswith(".localhost"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _most_bytes(self, scope: Scope) -> int:
        """Return how large the body of a request may be."""
        if scope["path"] == UPLOADS:
            return self._settings.upload_bytes
        return self._settings.request_bytes

    def _announces_too_much(self, headers: Headers, most: int) -> bool:
        length = headers.get("content-length", "0")
        return not length.isdecimal() or int(length) > most

    async def _too_large(self, send: Send, most: int) -> None:
        sentence = f"A request may have {most // 1000} kB, not more."
        await _refuse(send, 413, "too-large", sentence)

    def _counted(self, receive: Receive, most: int) -> Receive:
        """Return a `receive` that ends a body which turns out too large."""
        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > most:
                    return {"type": "http.disconnect"}
            return message

        return receive_counted


def address_of(scope: Scope) -> str:
    """Return where a request comes from."""
    client = scope.get("client")
    return household(client[0]) if client else ""


def sit_down(scope: Scope) -> None:
    """Hear that a WebSocket holds a seat in a game: there are places for those, if one is free."""
    scope[_SIT_DOWN]()


async def _show_out(leaving: asyncio.Event, send: Send) -> None:
    """Close a connection whose place somebody else has got; the application sees it closed."""
    await leaving.wait()
    await send({"type": "websocket.close", "code": TOO_MANY})


def _quiet_after(leaving: asyncio.Event, send: Send) -> Send:
    """Return a `send` that says nothing more to whom is shown out."""

    async def send_to_guest(message: Message) -> None:
        if not leaving.is_set():
            await send(message)

    return send_to_guest


def _same_place(origin: str, host: str) -> bool:
    """Return whether an Origin header names a page of the server that the Host header names."""
    try:
        parts = urlsplit(origin)
        there = parts.netloc.lower()
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and there == host.lower()


async def _refuse(
    send: Send, status: int, kind: str, sentence: str, headers: dict[str, str] | None = None
) -> None:
    body = json.dumps({"error": sentence, "kind": kind}).encode()
    more: Iterable[tuple[str, str]] = (headers or {}).items()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                *((name.encode(), value.encode()) for name, value in more),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})

"""Frames of WebSockets that are no messages, counted: pings, and pieces that never become one.

Messages are counted where they are read (`routes.sockets`), and what has to wait there is not even
read from the network. Nobody reads these, so they come as fast as they are sent; and who sends
pings without reading the answers makes those pile up here.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from trivium.web.guard import Allowance

_A_SECOND, _BURST = 20.0, 500
"""What a browser needs: a ping now and then, and a few pieces for a long message."""


class CountedFrames(WebSocketsSansIOProtocol):
    """The WebSocket protocol, with an end for whoever floods it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._pace = Allowance(_A_SECOND, _BURST)

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message."""
        if self._is_let():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._is_let():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping, or one that was not asked for."""
        if self._is_let():
            super().handle_pong(event)

    def _is_let(self) -> bool:
        """Count a frame; if it is one too many, the connection ends without a word."""
        if not self._pace.use(""):
            return True
        self.transport.abort()
        return False

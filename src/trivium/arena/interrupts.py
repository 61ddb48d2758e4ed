"""Ctrl-C at a safe moment: between two moves, not inside a transaction or in machine code.

Python raises `KeyboardInterrupt` wherever it happens to be, which may leave a transaction open
or a compiled function half called. Within `held_back` it is raised only by `pass_on`, which
long work calls wherever it can be interrupted. A second Ctrl-C does not wait.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

LOOK_UP = 0.2
"""Seconds after which somebody who waits should call `pass_on`."""

_asked = threading.Event()


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Hold Ctrl-C back within this context, if this is the thread that would get it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _asked.clear()
    before = signal.signal(signal.SIGINT, _note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _asked.clear()


def pass_on() -> None:
    """Raise `KeyboardInterrupt` if somebody has pressed Ctrl-C since `held_back` began."""
    if _asked.is_set():
        _asked.clear()
        raise KeyboardInterrupt


def _note(number: int, frame: FrameType | None) -> None:
    if _asked.is_set():
        raise KeyboardInterrupt
    _asked.set()

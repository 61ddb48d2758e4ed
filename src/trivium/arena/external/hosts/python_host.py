"""Runs one Python agent of the original courses for the referee. It imports nothing of Trivium.

``python python_host.py COMMANDS REPLIES``, with the numbers of two inherited pipes. A command is
a line ``NUMBER JSON``; the answer is ``NUMBER ok JSON`` with a value, or ``NUMBER KIND TEXT`` with
a KIND of failure: ``odd`` and what is wrong with a value that no agent should return, ``memory``,
or ``crash`` and an error's last line (the whole of it goes to standard error). What the agent
prints goes where it always goes: the pipes are not standard output.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import random
import reprlib
import sys
import traceback
from types import TracebackType
from typing import Any

_LARGEST = 10**6
_LONGEST = 64
_MOST_SHOWN = 300
_NOT_THE_AGENTS = (__file__, importlib.__file__, "<frozen importlib")
"""How the files begin whose part in a traceback says nothing to the agent's author."""


class Odd(Exception):
    """A value that cannot be an action."""


class Host:
    """The agent's class and object, and what can be done with them."""

    def __init__(self) -> None:
        self.player_class: Any = None
        self.player: Any = None

    def hello(self) -> None:
        """Tell by answering that the host runs, and nothing of the agent yet."""

    def load(self, path: list[str], module: str, name: str, seed: int) -> None:
        """Import the agent's module and find its class."""
        sys.path[:1] = path[:1]
        sys.path += path[1:]
        random.seed(seed)
        home = importlib.import_module(module)
        if not hasattr(home, name) and hasattr(home, "__path__"):
            with contextlib.suppress(ModuleNotFoundError):
                home = importlib.import_module(f"{module}.player")
        self.player_class = getattr(home, name)

    def make(self, arguments: list[Any]) -> None:
        """Make the agent's object."""
        self.player = self.player_class(*_tuples(arguments))

    def call(self, calls: list[list[Any]]) -> Any:
        """Call methods of the agent one after the other; return what the last one returns."""
        value = None
        for name, *arguments in calls:
            value = getattr(self.player, name)(*_tuples(arguments))
        return _plain(value)

    def tell(self, calls: list[list[Any]]) -> None:
        """Call methods of the agent whose answers do not matter."""
        for name, *arguments in calls:
            getattr(self.player, name)(*_tuples(arguments))


def _tuples(value: Any) -> Any:
    """Return the value with tuples for the lists that JSON makes of them."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    """Return an action made of plain tuples, texts and whole numbers as JSON can tell it."""
    try:
        return _plain_part(value, 0)
    except Odd as part:
        if part.args[0] is value:
            raise Odd(_describe(value)) from None
        raise Odd(f"{_show(value)}, in which {_describe(part.args[0])}") from None


def _plain_part(value: Any, depth: int) -> Any:
    """Raise `Odd` with the part that does not belong into an action."""
    if value is None or (type(value) is str and len(value) <= _LONGEST):
        return value
    if type(value) is int and abs(value) <= _LARGEST:
        return value
    if type(value) is tuple and depth < 2 and len(value) <= 3:
        return [_plain_part(part, depth + 1) for part in value]
    raise Odd(value)


def _describe(value: Any) -> str:
    """Say what is wrong with a value."""
    kind = type(value)
    if kind in (int, str, tuple):
        return f"{_show(value)} is too large"
    home = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    wanted = "a plain tuple" if isinstance(value, list | tuple) else "a plain int, text or tuple"
    return f"{_show(value)} is of type {home}{kind.__qualname__}, not {wanted}"


def _show(value: Any) -> str:
    """Return a short text for any value; that there is none, if it refuses to be shown."""
    try:
        return reprlib.repr(value)[:200]
    except BaseException:
        return "something that cannot be shown"


def _answer(host: Host, request: list[Any]) -> tuple[str, str]:
    """Obey one request, whatever the agent does; return the kind of answer and its text."""
    verb, *arguments = request
    try:
        return "ok", json.dumps(getattr(host, verb)(*arguments))
    except Odd as odd:
        return "odd", str(odd)
    except MemoryError:
        return "memory", "MemoryError"
    except BaseException as error:
        return "crash", _report(error)


def _report(error: BaseException) -> str:
    """Write an error to standard error as Python would; return its last line."""
    try:
        own = _agents_part(error.__traceback__)
        text = "".join(traceback.format_exception(type(error), error, own, limit=-8))
        last = "".join(traceback.format_exception_only(error)).strip()
    except BaseException:
        text = last = f"{type(error).__qualname__}, which cannot be shown"
    with contextlib.suppress(OSError):
        os.write(2, text[-3000:].encode(errors="replace"))
    return last[:_MOST_SHOWN]


def _agents_part(trace: TracebackType | None) -> TracebackType | None:
    """Leave out how the agent was called: that is no business of its author."""
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_NOT_THE_AGENTS):
        trace = trace.tb_next
    return trace


def main() -> None:
    """Answer commands until they end."""
    commands, replies = int(sys.argv[1]), int(sys.argv[2])
    for handle in (commands, replies):
        os.set_inheritable(handle, False)
    del sys.argv[1:]
    myself, host = os.getpid(), Host()
    with os.fdopen(commands, "rb", closefd=False) as lines:
        for line in lines:
            number, _, request = line.partition(b" ")
            kind, text = _answer(host, json.loads(request))
            if os.getpid() != myself:
                os._exit(0)  # a fork of the agent's that has come back to us
            one_line = " ".join(text.split()).encode(errors="replace")
            _reply(replies, b"%b %b %b\n" % (number, kind.encode(), one_line))
    os._exit(0)


def _reply(replies: int, line: bytes) -> None:
    try:
        os.write(replies, line)
    except OSError:
        with contextlib.suppress(OSError):
            os.write(2, b"The agent has closed the pipe to the referee.\n")
        os._exit(1)


if __name__ == "__main__":
    main()

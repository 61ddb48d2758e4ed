"""Runs one Python agent of the original courses for the referee. It imports nothing of Trivium.

``python python_host.py COMMANDS REPLIES``, with the numbers of two inherited pipes. A command is
a line ``NUMBER JSON``; the answer is ``NUMBER ok JSON`` with a value, or ``NUMBER KIND TEXT`` with
a KIND of failure: ``odd`` and what is wrong with a value that no agent should return, ``memory``,
or ``crash`` and an error's last line (the whole of it goes to standard error). What the agent
prints goes where it always goes: the pipes are not standard output.

An action is read as the referee of its course read it, no more strictly and no less. Python 3.8 is
enough, because an agent may bring an interpreter of its own.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import operator
import os
import random
import reprlib
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

_LARGEST = 10**6
_MOST_SHOWN = 300
_OLD_NAMES = str(Path(__file__).with_name("old_names.py"))
_CACHEX_ACTIONS = {("STEAL",), ("PLACE", int, int)}
_CALLS = {
    "cachex-py": "(colour, n), then action() and turn(colour, action)",
    "wyb-py": "(colour), then action(turns) and update(action)",
}
"""How the referee of a course calls an agent, after the name of its class."""
_NOT_THE_AGENTS = (__file__, importlib.__file__, "<frozen importlib", _OLD_NAMES)
"""How the files begin whose part in a traceback says nothing to the agent's author."""


class Odd(Exception):
    """A value that cannot be an action."""


class Host:
    """The agent's class and object, and what can be done with them."""

    def __init__(self) -> None:
        self.read_action: Any = None
        self.player_class: Any = None
        self.player: Any = None
        self.calls = ""
        """How the agent is called, once its class is found."""

    def hello(self) -> None:
        """Tell by answering that the host runs, and nothing of the agent yet."""

    def load(self, course: str, path: list[str], module: str, name: str, seed: int) -> None:
        """Import the agent's module and find its class."""
        self.read_action = _READERS[course]
        sys.path[:1] = path[:1]
        sys.path += path[1:]
        random.seed(seed)
        self.player_class = _find_class(module, name)
        self.calls = f"it is called as {name}{_CALLS[course]}"

    def make(self, arguments: list[Any]) -> None:
        """Make the agent's object."""
        self.player = self.player_class(*_tuples(arguments))

    def call(self, calls: list[list[Any]]) -> Any:
        """Call methods of the agent one after the other; return what the last one returns."""
        value = None
        for name, *arguments in calls:
            value = getattr(self.player, name)(*_tuples(arguments))
        return self.read_action(value)

    def tell(self, calls: list[list[Any]]) -> None:
        """Call methods of the agent whose answers do not matter."""
        for name, *arguments in calls:
            getattr(self.player, name)(*_tuples(arguments))


def _find_class(module: str, name: str) -> Any:
    """Import a module and return its class; that of a package may be in its module ``player``."""
    home = importlib.import_module(module)
    if not hasattr(home, name) and hasattr(home, "__path__"):
        inner = f"{module}.player"
        if importlib.util.find_spec(inner) is not None:
            home = importlib.import_module(inner)
    if not hasattr(home, name):
        classes = [key for key, value in vars(home).items() if isinstance(value, type)]
        there = f"it has {', '.join(classes)}" if classes else "it has none at all"
        raise AttributeError(f"the module {home.__name__} has no class {name}; {there}")
    return getattr(home, name)


def _tuples(value: Any) -> Any:
    """Return the value with tuples for the lists that JSON makes of them.

    Texts are the very objects that an agent's own constants are, because some compare by ``is``.
    """
    if isinstance(value, str):
        return sys.intern(value)
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _cachex_action(value: Any) -> Any:
    """Return an action as JSON can tell it, if the referee of Cachex would have taken it.

    That one made a tuple of a lonely value and then wanted a known word and plain numbers.
    """
    form = """an action is ("PLACE", r, q) or ("STEAL",)"""
    word, *numbers = value if isinstance(value, tuple) and value else (value,)
    if isinstance(word, str) and (word, *map(type, numbers)) in _CACHEX_ACTIONS:
        return ["PLACE", *map(_small, numbers)] if numbers else ["STEAL"]
    for number in numbers:
        if type(number) is not int:
            raise Odd(f"{_show(value)}, in which {_type_of(number)}, not a plain int; {form}")
    if not isinstance(value, (tuple, str)):
        raise Odd(f"{_type_of(value)}, not a tuple; {form}")
    raise Odd(f"{_show(value)}; {form}")


def _watch_your_back_action(value: Any) -> Any:
    """Return an action as JSON can tell it, if the referee of Watch Your Back! would have taken it.

    That one unpacked whatever can be, a list as well, and for a move joined the two squares before
    it looked for whole numbers: two tuples, or two lists.
    """
    form = "an action is (x, y), ((x1, y1), (x2, y2)) or None"
    if value is None:
        return None
    try:
        first, second = value
    except Exception:
        raise Odd(f"{_show(value)}; {form}") from None
    places: Any = first, second
    numbers = places
    with contextlib.suppress(Exception):  # then it is no move, but a placement
        (x1, y1), (x2, y2) = places
        numbers = list(first + second)
        places = (x1, y1), (x2, y2)
    for number in numbers:
        if not isinstance(number, int):
            raise Odd(f"{_show(value)}, in which {_type_of(number)}, not int; {form}")
    return [_small(p) if isinstance(p, int) else [*map(_small, p)] for p in places]


_READERS = {"cachex-py": _cachex_action, "wyb-py": _watch_your_back_action}


def _small(number: int) -> int:
    """Return a whole number of any kind as a plain one, if it could be a place on a board."""
    if abs(plain := operator.index(number)) > _LARGEST:
        raise Odd(f"{_show(number)} is too large")
    return plain


def _type_of(value: Any) -> str:
    kind = type(value)
    home = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return f"{_show(value)} is of type {home}{kind.__qualname__}"


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
        _flush()
        return "crash", _report(error, host.calls)
    finally:
        _flush()


def _flush() -> None:
    """Let everything go that the agent has said so far: it may be ended at any moment."""
    with contextlib.suppress(BaseException):
        sys.stderr.flush()


def _report(error: BaseException, calls: str) -> str:
    """Write an error to standard error as Python would; return its last line.

    One that comes from the call itself, before any line of the agent's, is told how that was.
    """
    try:
        own = _agents_part(error.__traceback__)
        told = traceback.TracebackException(type(error), error, own, limit=-8)
        told.stack[:] = [call for call in told.stack if call.filename != _OLD_NAMES]
        text = "".join(told.format())
        last = "".join(traceback.format_exception_only(type(error), error)).strip()
        if isinstance(error, SyntaxError):  # of which that is three lines
            last = f"{type(error).__name__}: {error}"
        if calls and own is None and isinstance(error, (TypeError, AttributeError)):
            last = f"{last[: _MOST_SHOWN - len(calls)]} ({calls})"
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
    _put_old_names_back()
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


def _put_old_names_back() -> None:
    """Load and run our other file, under no name that an agent could stumble over."""
    spec = importlib.util.spec_from_file_location("trivium's old names", _OLD_NAMES)
    assert spec is not None and spec.loader is not None
    old_names = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(old_names)
    old_names.put_back()


def _reply(replies: int, line: bytes) -> None:
    try:
        os.write(replies, line)
    except OSError:
        with contextlib.suppress(OSError):
            os.write(2, b"The agent has closed the pipe to the referee.\n")
        os._exit(1)


if __name__ == "__main__":
    main()

"""Bulk work: one function for many tasks, here, in processes of this machine, or on a cluster.

All `Workers` promise the same: tasks are taken from their source one by one, only when somebody
is free to do them; results come back as they are ready; a task whose worker dies is done again
by another. So the work must not depend on who does it, and its source may be without end.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from multiprocessing import connection, get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Self, TypeVar

from trivium.arena.interrupts import LOOK_UP, pass_on
from trivium.errors import TriviumError

__all__ = [
    "Lost",
    "Processes",
    "Workers",
    "local_workers",
]

Task = TypeVar("Task")
Result = TypeVar("Result")

ATTEMPTS = 3
"""A task that has lost so many workers is taken to be what kills them."""


class Lost(Exception):
    """A worker died before it had finished its task; the text says how."""


class Workers(ABC):
    """Somebody who does tasks. Use it as a context: leaving it ends all work at once."""

    slots: int
    """How many tasks are done at the same time."""

    def run(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Result]]:
        """Yield every task with its result, in the order in which they are finished.

        `function` is one of a module; it, the tasks and the results can be pickled. What it
        raises is raised here. Closing the iterator drops the tasks that are under way.
        """
        source = _Source(tasks)
        busy: dict[Any, tuple[Task, int]] = {}
        try:
            while True:
                while len(busy) < self.slots and (next_one := source.take()) is not None:
                    busy[self._begin(function, next_one[0])] = next_one
                if not busy:
                    return
                pass_on()
                for handle in self._wait(list(busy)):
                    task, attempt = busy.pop(handle)
                    try:
                        result: Result = self._result(handle)
                    except Lost as loss:
                        source.give_back(task, attempt, loss)
                    else:
                        yield task, result
        finally:
            for handle in busy:
                self._drop(handle)

    def close(self) -> None:  # noqa: B027 (not everybody has something to let go of)
        """Let go of everything; nothing can be run afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    @abstractmethod
    def _begin(self, function: Callable[[Task], Result], task: Task) -> Any:
        """Begin a task and return a handle for it; at least one slot is free."""

    @abstractmethod
    def _wait(self, handles: list[Any]) -> list[Any]:
        """Return those of the handles whose tasks have ended; wait for at most `LOOK_UP`."""

    @abstractmethod
    def _result(self, handle: Any) -> Any:
        """Return the result of a task that has ended, or raise what it raised, or `Lost`."""

    @abstractmethod
    def _drop(self, handle: Any) -> None:
        """Stop a task whose result nobody wants any more."""


class _Source(Generic[Task]):
    """Where tasks come from: those that were lost first, then new ones."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._new = iter(tasks)
        self._lost: list[tuple[Task, int]] = []

    def take(self) -> tuple[Task, int] | None:
        """Return a task and which attempt at it this is; None if there is none for now."""
        if self._lost:
            return self._lost.pop()
        for task in self._new:
            return task, 1
        return None

    def give_back(self, task: Task, attempt: int, loss: Lost) -> None:
        """Have a lost task done again, unless it has been lost too often."""
        if attempt >= ATTEMPTS:
            raise TriviumError(f"A task was given up after {attempt} workers died of it: {loss}.")
        self._lost.append((task, attempt + 1))


class Here(Workers):
    """Does everything in this process, one task after another."""

    slots = 1

    def _begin(self, function: Callable[[Task], Result], task: Task) -> Any:
        return _Finished(function(task))

    def _wait(self, handles: list[Any]) -> list[Any]:
        return handles

    def _result(self, handle: Any) -> Any:
        return handle.result

    def _drop(self, handle: Any) -> None:
        pass


class _Finished:
    """A handle for a task that is done already."""

    def __init__(self, result: object) -> None:
        self.result = result


class Processes(Workers):
    """Does tasks in processes of their own, which are started once and then kept."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._hands: dict[Any, _Hand] = {}
        self._idle: list[_Hand] = []

    def close(self) -> None:
        """End all processes."""
        for hand in [*self._hands.values(), *self._idle]:
            hand.end()
        self._hands, self._idle = {}, []

    def _begin(self, function: Callable[[Task], Result], task: Task) -> Any:
        hand = self._idle.pop() if self._idle else _Hand()
        hand.give(function, task)
        self._hands[hand.pipe] = hand
        return hand.pipe

    def _wait(self, handles: list[Any]) -> list[Any]:
        return connection.wait(handles, LOOK_UP)

    def _result(self, handle: Any) -> Any:
        hand = self._hands.pop(handle)
        try:
            result, problem = handle.recv()
        except (EOFError, OSError):
            hand.end()
            raise Lost(f"exit code {hand.process.exitcode}") from None
        self._idle.append(hand)
        if problem is not None:
            raise problem
        return result

    def _drop(self, handle: Any) -> None:
        if handle in self._hands:  # not if all has been closed before
            self._hands.pop(handle).end()


class _Hand:
    """One process that works, and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, function: Callable[[Any], Any], task: object) -> None:
        """Hand over a task; one that has died is noticed when its result is taken."""
        with contextlib.suppress(OSError):
            self.pipe.send((function, task))

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(pipe: Any) -> None:
    """Do tasks until the pipe is closed; Ctrl-C is the business of the process at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, task = pipe.recv()
            try:
                answer: tuple[Any, Exception | None] = function(task), None
            except Exception as error:
                answer = None, error
            pipe.send(answer)


def end_with_parent() -> None:
    """Leave nobody behind: if the process that gave the work is gone, so is its reason."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def local_workers(slots: int) -> Workers:
    """Return workers of this machine: this process alone for one slot, else processes."""
    return Here() if slots == 1 else Processes(slots)

"""One agent's process: lines in and out, everything it writes drained, every limit watched.

Everything happens in the calling thread while it waits for an answer: between two questions the
agent is stopped (unless it may ponder), so there is nothing to watch.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Iterator, Mapping, Sequence

from trivium.agents.agent import Forfeit
from trivium.arena.external import jail
from trivium.arena.external.census import (
    Census,
    memory_shared_by_all,
    name_of,
    newest_process,
    take_census,
)
from trivium.arena.external.fence import Room
from trivium.arena.external.limits import AgentLimits
from trivium.errors import TriviumError

LONGEST_LINE = 1 << 16
_CHUNK = 1 << 16
_TAIL = 20_000
"""Bytes that are kept of what an agent writes."""
_TICK = 0.02
"""Seconds between two looks at what the agent uses."""
_REST = 5.0
"""Counting processes may take one part in so many of the time: a virtual machine's many threads
make it slow."""
_LAST_BREATH = 1.0
"""Seconds between the closing of its pipe and the end of a process that is ending."""
_MEGABYTE = 1 << 20
_LARGEST_FOOTPRINT = 1024 * _MEGABYTE
"""What a process may use beyond its limit before it has settled."""
_SHOWN_LINES = 6
_SHOWN_LETTERS = 800
_STREAMS = ("standard output", "standard error")


class AgentProcess:
    """A running agent. Every method that waits raises `Forfeit` if the agent is at fault.

    With `own_pipes` the lines go through two pipes of their own, whose numbers are added to the
    command; otherwise through standard input and output.
    """

    def __init__(
        self,
        command: Sequence[str],
        room: Room,
        variables: Mapping[str, str],
        limits: AgentLimits,
        own_pipes: bool,
    ) -> None:
        self.limits = limits
        self.remarks: list[str] = []
        """What a reader of the result should know: that there was no sandbox, say."""
        trouble = _sandbox_trouble(limits)
        if trouble is not None:
            self.remarks.append(f"without a sandbox: {trouble}")
        self._start(command, room, variables, trouble is None, own_pipes)
        self._lines = b""
        self._tails = [b"", b""]
        self._written = [0, 0]
        self._asleep = False
        self._cpu_at_rest = 0.0
        self.cpu_ahead = 0.0
        """The CPU time that it has used while the other side thought, the last time."""
        self._checked = 0.0
        self._newest = b""
        self._next_look = 0.0
        self._census = Census((), ())
        self._footprint = _LARGEST_FOOTPRINT, memory_shared_by_all()
        """The bytes that it used at the start, and that everybody shared then."""
        self._most_used = 0
        """The bytes that it has been seen to use at most, over its footprint."""
        self._cpu = 0.0
        """The CPU time as last seen."""
        self._cpu_before: float | None = None
        """The CPU time that is forgiven; none is counted before."""
        self._cpu_limit: tuple[float, float] | None = None
        """The CPU time from which a limit counts, and how much more it may be."""

    def _start(
        self,
        command: Sequence[str],
        room: Room,
        variables: Mapping[str, str],
        sandboxed: bool,
        own_pipes: bool,
    ) -> None:
        their_in, self._to = os.pipe()
        self._from, their_out = os.pipe()
        error, their_error = os.pipe()
        output, their_output = os.pipe() if own_pipes else (None, None)
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            handles: list[int] = []
            streams = their_in, their_out, their_error
            if their_output is not None:
                handles = [their_in, their_out]
                streams = nothing, their_output, their_error
                command = [*command, *map(str, handles)]
            start = jail.Start(command, room, variables, self.limits.processes, streams, handles)
            self._jail = jail.start(start, sandboxed)
        except BaseException:
            for handle in (self._to, self._from, error, output):
                if handle is not None:
                    os.close(handle)
            raise
        finally:
            for handle in (their_in, their_out, their_error, their_output, nothing):
                if handle is not None:
                    os.close(handle)
        self._outlets = {error: 1} if output is None else {output: 0, error: 1}
        os.set_blocking(self._to, False)
        self._poll = select.poll()
        for handle in (self._from, *self._outlets, self._jail.root_ended):
            self._poll.register(handle, select.POLLIN)
        self.remarks += self._jail.remarks
        most = self._most_memory
        self._jail.limit(self.limits.processes, None if most is None else most + _LARGEST_FOOTPRINT)

    def settle(self) -> None:
        """Take what the agent uses now for its start-up footprint; before, nothing is counted."""
        self._next_look = 0.0
        self._look()
        self._footprint = self._jail.memory(self._census.everybody), memory_shared_by_all()
        self.forgive_cpu()
        self._jail.limit(None, self._most_memory)

    def forgive_cpu(self) -> None:
        """Forget the CPU time used so far."""
        self._cpu_before = self.cpu_seconds()

    def cpu_seconds(self) -> float:
        """Return the CPU time that the agent and all it has started have used, start-up included.

        It never falls: what a process has used that nobody has waited for is not forgotten.
        """
        self._look()
        everybody = (*self._census.everybody, *self._census.ended)
        self._cpu = max(self._cpu, self._jail.cpu(everybody))
        return self._cpu

    def allow_cpu(self, seconds: float | None) -> None:
        """Let it use so much CPU time, what it has used ahead included; None for any."""
        before = self.cpu_seconds() - self.cpu_ahead
        self._cpu_limit = None if seconds is None else (before, seconds)

    @contextlib.contextmanager
    def awake(self) -> Iterator[None]:
        """Let the agent run within this context."""
        self._wake()
        still = True
        try:
            yield
        finally:
            if not self.limits.ponder and not self._jail.ends_within(0):
                self._next_look = 0.0  # what was overlooked now would seem to be used ahead
                self._cpu_at_rest = self.cpu_seconds()
                still = self._jail.stop()
                self._asleep = True
        if not still:
            raise Forfeit("processes", "it goes on starting processes when it is to stop")

    def _wake(self) -> None:
        self.cpu_ahead = 0.0
        if self._asleep:
            strangers = self._jail.go_on()
            self._asleep = False
            self.cpu_ahead = self.cpu_seconds() - self._cpu_at_rest
            if strangers:
                raise Forfeit("processes", f"{strangers} started while the other side thought")

    def send(self, line: bytes) -> None:
        """Write a line; it must be short, and the previous one must have been answered."""
        try:
            os.write(self._to, line + b"\n")
        except BlockingIOError:
            raise Forfeit("crash", "it does not read what it is told") from None
        except BrokenPipeError:
            self._explain_end()

    def receive(self, deadline: float) -> bytes:
        """Return the next line; `deadline` is a time of `time.monotonic`."""
        began = time.monotonic()
        while b"\n" not in self._lines:
            now = time.monotonic()
            if now >= deadline:
                raise Forfeit("time", f"no answer after {now - began:.1f} s")
            self._wait(min(deadline - now, _TICK))
            if len(self._lines) > LONGEST_LINE and b"\n" not in self._lines[:LONGEST_LINE]:
                raise Forfeit("nonsense", f"an answer of more than {LONGEST_LINE} bytes")
            if time.monotonic() - self._checked > _TICK:
                self.check()
        line, _, self._lines = self._lines.partition(b"\n")
        return line

    def check(self) -> None:
        """Raise `Forfeit` if the agent uses more than it may."""
        self._look()
        self._checked = time.monotonic()
        everybody = self._census.everybody
        if self._census.orphans:
            names = ", ".join(sorted({name_of(pid) for pid in self._census.orphans}))
            count = len(self._census.orphans)
            raise Forfeit("processes", f"{count} of its processes left without a parent: {names}")
        most = self.limits.processes
        if most is not None and len(everybody) > most:
            raise Forfeit("processes", f"{len(everybody)} at the same time, of {most} allowed")
        if everybody:
            self._check_memory(everybody)
        self._check_cpu()

    def _check_cpu(self) -> None:
        if self._cpu_limit is not None:
            before, allowed = self._cpu_limit
            if (used := self.cpu_seconds() - before) > allowed:
                raise Forfeit("time", f"no answer after {used:.2f} s of CPU time")
        if self.limits.cpu is not None and self._cpu_before is not None:
            cpu = self.cpu_seconds() - self._cpu_before
            if cpu > self.limits.cpu:
                raise Forfeit("time", f"{cpu:.2f} s of CPU time, of {self.limits.cpu:g} s allowed")

    @property
    def _most_memory(self) -> float | None:
        """The bytes that it may use over its footprint."""
        return None if self.limits.memory is None else self.limits.memory * _MEGABYTE

    def _check_memory(self, everybody: tuple[int, ...]) -> None:
        """Look closer only if so much memory is shared on this machine that it would matter."""
        used_before, shared_before = self._footprint
        used = self._jail.memory(everybody) - used_before
        self._most_used = max(self._most_used, used)
        most = self._most_memory
        if most is None:
            return
        if used <= most < used + memory_shared_by_all() - shared_before:
            used = self._jail.memory(everybody, thorough=True) - used_before
        if used > most:
            megabytes = used / _MEGABYTE
            raise Forfeit("memory", f"{megabytes:.0f} MB, of {self.limits.memory:g} MB allowed")

    @property
    def most_megabytes(self) -> int:
        """The memory that it has been seen to use at most, over its start-up footprint."""
        return round(self._most_used / _MEGABYTE)

    def _look(self) -> None:
        """Count the agent's processes, unless that has just been done.

        An agent that was alone still is if nothing at all has been started on this machine.
        """
        began = time.monotonic()
        if began < self._next_look:
            return
        newest = newest_process()
        if newest != self._newest or len(self._census.everybody) != 1:
            self._census = take_census(self._jail.root)
            self._newest = newest
            now = time.monotonic()
            self._next_look = now + _REST * (now - began)

    def _wait(self, seconds: float) -> None:
        """Read whatever comes within some seconds."""
        events = [handle for handle, _ in self._poll.poll(seconds * 1000)]
        for handle in events:
            if handle in self._outlets:
                self._drain(handle)
        if self._from in events:
            chunk = os.read(self._from, _CHUNK)
            self._lines += chunk
            if not chunk:
                self._explain_end()
        elif self._jail.root_ended in events:
            self._explain_end()

    def _drain(self, handle: int) -> None:
        """Keep the end of what the agent writes, and forget the rest."""
        stream = self._outlets[handle]
        chunk = os.read(handle, _CHUNK)
        if not chunk:
            self._poll.unregister(handle)
            del self._outlets[handle]
            os.close(handle)
            return
        self._written[stream] += len(chunk)
        self._tails[stream] = (self._tails[stream] + chunk)[-_TAIL:]
        if sum(self._written) > self.limits.output * _MEGABYTE:
            raise Forfeit(
                "output", f"more than {self.limits.output:g} MB, lately to {_STREAMS[stream]}"
            )

    def error_output(self) -> str:
        """Return the end of what the agent has written to standard error."""
        with contextlib.suppress(Forfeit):
            while ready := [h for h, _ in self._poll.poll(0) if h in self._outlets]:
                for handle in ready:
                    self._drain(handle)
        cut = "…" if self._written[1] > _TAIL else ""
        return cut + self._tails[1].decode(errors="replace")

    def last_words(self) -> str:
        """Return the last lines of the agent's error output, or nothing."""
        lines = self.error_output().strip().splitlines()
        return "\n".join(lines[-_SHOWN_LINES:])[-_SHOWN_LETTERS:]

    def _explain_end(self) -> None:
        """Raise the `Forfeit` of an agent that has closed its pipe or has ended."""
        if not self._jail.ends_within(_LAST_BREATH):
            raise Forfeit("crash", "it has closed its connection to the referee")
        if self._jail.ran_out_of_memory:
            raise Forfeit("memory", f"more than the {self.limits.memory:g} MB allowed")
        words = self.last_words()
        code = self._jail.exit_code()
        detail = f"it ended with exit code {code}{_signal_name(code)}"
        raise Forfeit("crash", f"{detail}; its last words:\n{words}" if words else detail)

    def end(self) -> None:
        """End the process and all it has started. May be called again."""
        if self._to < 0:
            return
        self._jail.end()
        for handle in (self._to, self._from, *self._outlets):
            os.close(handle)
        self._to = -1


def _sandbox_trouble(limits: AgentLimits) -> str | None:
    """Return why there is no sandbox; raises `TriviumError` where that is too dangerous."""
    if not limits.sandbox:
        return "switched off"
    trouble = jail.sandbox_trouble()
    if trouble is not None and os.geteuid() == 0:
        raise TriviumError(
            f"There is no sandbox here ({trouble}), and external agents would run as the "
            "administrator. Run Trivium as an ordinary user, or switch the sandbox off if you "
            "trust the agents (--no-sandbox, or sandbox = false in a tournament's file)."
        )
    return trouble


def _signal_name(code: int) -> str:
    with contextlib.suppress(ValueError):
        return f" ({signal.Signals(code - 128).name})"
    return ""

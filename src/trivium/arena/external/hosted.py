"""Talking to the small host programs that run agents of the original courses.

A request is a line ``NUMBER TEXT``, its answer ``NUMBER KIND TEXT``; see the hosts.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from trivium.agents.agent import Forfeit
from trivium.arena.external.agent import ExternalAgent
from trivium.arena.external.process import AgentProcess

_FAULTS = {"odd": "nonsense", "memory": "memory", "crash": "crash"}


@dataclass
class HostedAgent(ExternalAgent):
    """An agent of an original course inside a host program."""

    knows_cpu_time = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self._numbers = itertools.count(1)

    def _request(self, process: AgentProcess, text: str, deadline: float) -> str:
        """Return the text of the answer to a request; raise the `Forfeit` for a bad one."""
        number = next(self._numbers)
        process.send(f"{number} {text}".encode())
        answer = process.receive(deadline).decode(errors="replace")
        told, _, rest = answer.partition(" ")
        kind, _, value = rest.partition(" ")
        if told != str(number) or (kind != "ok" and kind not in _FAULTS):
            raise Forfeit("nonsense", f"an answer that the host has not written: {answer[:200]}")
        if kind == "ok":
            return value
        if kind == "crash" and not value.startswith(words := process.last_words()):
            value = f"{value}; its last words:\n{words}"
        raise Forfeit(_FAULTS[kind], value)

"""What an external agent may use."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from trivium.errors import TriviumError

_LEAST = {
    "memory": 1,
    "processes": 1,
    "cpu": 0.001,
    "output": 0.001,
    "start": 0.001,
    "move": 0.001,
    "patience": 0.001,
    "farewell": 0,
}
"""The smallest values that make sense."""


@dataclass(frozen=True)
class AgentLimits:
    """The limits of one external agent for one game; who breaks one has lost."""

    memory: float | None = 2048.0
    """Megabytes over what its process needs before any code of the agent is loaded."""
    processes: int | None = 16
    """Processes at the same time, the agent's own included."""
    cpu: float | None = None
    """Seconds of CPU time for the whole game, of all its processes; loading is free."""
    output: float = 64.0
    """Megabytes on standard output and standard error."""
    start: float = 60.0
    """Seconds to start and to load."""
    move: float = 600.0
    """Seconds for a move where the referee has no clock."""
    patience: float = 1800.0
    """Seconds for all moves of a game where the referee has no clock."""
    farewell: float = 2.0
    """Seconds to take note of the last moves when the game is over."""
    sandbox: bool = True
    """Whether to take away network and write access, where the system can."""
    ponder: bool = False
    """Whether it may go on running while the other side thinks."""
    wall_clock: bool = False
    """Whether an agent of a course is timed by the wall clock, as all others are."""

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is not None and not least <= value < math.inf:
                raise TriviumError(
                    f"The limit {name} of an agent must be at least {least}, not {value}."
                )


COURSE = AgentLimits(memory=100.0, processes=1)
"""The original courses allowed 100 MB and no further processes; the time is the referee's."""


def limits_of(course: bool = False, **given: float | bool) -> AgentLimits:
    """Return the given limits; the others are those of the courses, or the usual ones."""
    return replace(COURSE if course else AgentLimits(), **given)  # type: ignore[arg-type]

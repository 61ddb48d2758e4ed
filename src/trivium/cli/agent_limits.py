"""The options for the limits of external agents, for every command that plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from trivium.arena.external.limits import AgentLimits

PANEL = "External agents"

MemoryOption = Annotated[
    float | None,
    typer.Option(
        "--memory",
        min=1,
        metavar="MB",
        help="Memory over the start-up footprint; 2048 by default.",
        rich_help_panel=PANEL,
    ),
]
ProcessesOption = Annotated[
    int | None,
    typer.Option(
        "--processes",
        min=1,
        help="Processes at the same time, its own included; 16 by default.",
        rich_help_panel=PANEL,
    ),
]
CpuOption = Annotated[
    float | None,
    typer.Option(
        "--cpu",
        min=0.001,
        metavar="SECONDS",
        help="CPU time for a whole game; no limit by default.",
        rich_help_panel=PANEL,
    ),
]
PatienceOption = Annotated[
    float | None,
    typer.Option(
        "--patience",
        min=0.001,
        metavar="SECONDS",
        help="Time for all moves of a game that has no clock; 1800 by default.",
        rich_help_panel=PANEL,
    ),
]
CourseOption = Annotated[
    bool,
    typer.Option(
        "--course-limits",
        help="What the original courses allowed: 100 MB, one process.",
        rich_help_panel=PANEL,
    ),
]
SandboxOption = Annotated[
    bool,
    typer.Option(
        "--sandbox/--no-sandbox",
        help="Run agents without a network and away from your files, where the system can.",
        rich_help_panel=PANEL,
    ),
]
PonderOption = Annotated[
    bool,
    typer.Option(
        "--ponder",
        help="Let agents run on while the other side thinks.",
        rich_help_panel=PANEL,
    ),
]
WallClockOption = Annotated[
    bool,
    typer.Option(
        "--wall-clock",
        help="Time agents of the courses by the wall clock too, not by their CPU time.",
        rich_help_panel=PANEL,
    ),
]


def agent_limits(
    *,
    memory: float | None = None,
    processes: int | None = None,
    cpu: float | None = None,
    course: bool = False,
    sandbox: bool = True,
    ponder: bool = False,
    wall_clock: bool = False,
    patience: float | None = None,
) -> AgentLimits:
    """Return the limits that the options mean; None is what nobody has asked for."""
    from trivium.arena.external.limits import limits_of

    asked = {"memory": memory, "processes": processes, "cpu": cpu, "patience": patience}
    given = {name: value for name, value in asked.items() if value is not None}
    return limits_of(course, sandbox=sandbox, ponder=ponder, wall_clock=wall_clock, **given)

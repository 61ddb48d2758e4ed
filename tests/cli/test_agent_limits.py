"""The options for external agents."""

from __future__ import annotations

from trivium.arena.external.limits import COURSE, AgentLimits
from trivium.cli.agent_limits import agent_limits


def test_without_options_the_defaults_hold() -> None:
    assert agent_limits() == AgentLimits()


def test_options_replace_the_defaults_and_those_of_the_courses() -> None:
    assert agent_limits(memory=50, sandbox=False) == AgentLimits(memory=50, sandbox=False)
    assert agent_limits(patience=60) == AgentLimits(patience=60)
    assert agent_limits(course=True) == COURSE
    assert agent_limits(wall_clock=True) == AgentLimits(wall_clock=True)
    assert agent_limits(course=True, processes=4, cpu=60) == AgentLimits(100, 4, 60)

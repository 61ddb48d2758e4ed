"""Regression files: positions with their known answers, run through the text protocol.

A file holds commands of the protocol. A line ``#? [PATTERN]`` after a command says what its
answer must be: a regular expression for all of it. ``#? [!PATTERN]`` is what it must not be,
``#? [?PATTERN]`` says that the command must be refused, and a star after the bracket marks an
answer that is known to be wrong still. Other lines with ``#`` are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from trivium.errors import BadText

_EXPECTATION = re.compile(r"#\?\s*\[([!?]?)(.*)\](\*?)\s*")
Ask = Callable[[str], str]
"""Sends a command and returns the answer as it is written: ``= text`` or ``? text``."""


@dataclass(frozen=True)
class Step:
    """A command, and what is known about its answer."""

    line: int
    command: str
    pattern: str | None = None
    sense: str = ""
    """``!`` if the pattern is what must not come, ``?`` if it is that of a refusal."""
    known_to_fail: bool = False

    def accepts(self, answer: str) -> bool:
        """Tell whether an answer is as it should be; any but a refusal if nothing is known."""
        if answer.startswith("=") == (self.sense == "?"):
            return False
        if self.pattern is None:
            return True
        matches = re.fullmatch(self.pattern, answer[1:].strip(), re.IGNORECASE) is not None
        return matches != (self.sense == "!")


@dataclass(frozen=True)
class Verdict:
    """What came of a step whose answer is known, or of one that was refused."""

    step: Step
    answer: str
    passed: bool

    @property
    def surprising(self) -> bool:
        """Whether somebody should look at it: a new failure, or an old one that is gone."""
        return self.passed == self.step.known_to_fail


def read_steps(text: str) -> list[Step]:
    """Return the steps of a file; raises `BadText` with the line of a mistake."""
    steps: list[Step] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#?"):
            _attach(steps, number, line)
        elif command := line.partition("#")[0].strip():
            steps.append(Step(number, re.sub(r"^\d+\s+", "", command)))
    return steps


def _attach(steps: list[Step], number: int, line: str) -> None:
    found = _EXPECTATION.fullmatch(line)
    if found is None:
        raise BadText(f"line {number}: write a known answer like #? [a1|b2].")
    if not steps or steps[-1].pattern is not None:
        raise BadText(f"line {number}: there is no command before this answer.")
    sense, pattern, known_to_fail = found.groups()
    try:
        re.compile(pattern)
    except re.error as error:
        raise BadText(f"line {number}: the pattern is wrong: {error}.") from None
    last = steps[-1]
    steps[-1] = Step(last.line, last.command, pattern, sense, bool(known_to_fail))


def run_steps(steps: list[Step], ask: Ask) -> Iterator[Verdict]:
    """Yield a verdict for every known answer, and for every other command that is refused."""
    for step in steps:
        answer = ask(step.command)
        passed = step.accepts(answer)
        if step.pattern is not None or not passed:
            yield Verdict(step, answer, passed)

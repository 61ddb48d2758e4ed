"""``trivium puzzle``: the exercises that came with the games."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from trivium.cli.common import compile_notice, read_text
from trivium.errors import TriviumError


def puzzle(
    exercise: Annotated[
        str, typer.Argument(help="hexifence-board, cachex-path or watch-your-back.")
    ],
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="The input; - or nothing for standard input.")
    ] = "-",
) -> None:
    """Solve an exercise of the rule pages, in its own input and output format."""
    from trivium.study.exercises import EXERCISES

    if exercise not in EXERCISES:
        raise TriviumError(f"There is no exercise '{exercise}'; there are {', '.join(EXERCISES)}.")
    text = read_text(file)
    with compile_notice():
        answer = EXERCISES[exercise](text)
    for line in answer.lines:
        print(line)
    if answer.remark:
        print(answer.remark, file=sys.stderr)

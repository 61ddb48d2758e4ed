"""``trivium exercise``: the exercises that came with the games."""

from __future__ import annotations

from typing import Annotated

import typer

from trivium.cli.common import compile_notice, read_text
from trivium.cli.terminal import remark, say
from trivium.errors import TriviumError

NameArgument = Annotated[
    str,
    typer.Argument(metavar="EXERCISE", help="hexifence-board, cachex-path or watch-your-back."),
]
InputArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="The input; - or nothing for standard input.")
]


def exercise(name: NameArgument, file: InputArgument = "-") -> None:
    """Solve an exercise of the rule pages, in its own input and output format."""
    from trivium.study.exercises import EXERCISES

    if name not in EXERCISES:
        raise TriviumError(f"There is no exercise '{name}'; there are {', '.join(EXERCISES)}.")
    text = read_text(file)
    with compile_notice():
        answer = EXERCISES[name](text)
    for line in answer.lines:
        say(line)
    if answer.remark:
        remark(answer.remark)


def puzzle(name: NameArgument, file: InputArgument = "-") -> None:
    """Do what `exercise` does, under its former name."""
    remark(
        "trivium: 'puzzle' is now called 'exercise'; 'puzzles' are something else: positions "
        "from real games.",
    )
    exercise(name, file)

"""``trivium gtp``: an agent as an engine, and regression files."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import GameArgument, SizeOption, compile_notice, read_text
from trivium.cli.terminal import say
from trivium.errors import TriviumError

if TYPE_CHECKING:
    from trivium.bridges.gtp import Engine

_PATIENCE = 300.0
"""Seconds for an answer of somebody else's engine to a regression command."""


def gtp(
    game: GameArgument,
    agent: Annotated[str, typer.Option(help="Who plays, like champion or stages:timeout=2.")] = (
        "champion"
    ),
    size: SizeOption = None,
    time: Annotated[
        float, typer.Option(min=0.001, help="Seconds for each move while no clock is set.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(help="Seed of the agent.")] = 0,
    regress: Annotated[
        list[str] | None, typer.Option(help="Run this regression file instead; may be repeated.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option(help="The command of another engine to run the files with.")
    ] = None,
) -> None:
    """Speak the Go Text Protocol on standard input and output, for controllers and referees."""
    with compile_notice():
        from trivium.bridges.gtp import serve

        if engine is not None and not regress:
            raise TriviumError("--engine is for regression files; add --regress FILE.")
        if regress and engine is not None:
            with _external(engine) as ask:
                failures = _regress(regress, ask)
        else:
            own = _engine(game, agent, size, time, seed)
            if not regress:
                with contextlib.suppress(AttributeError):
                    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
                serve(own, sys.stdin, sys.stdout)
                return
            failures = _regress(regress, lambda command: own.answer(command) or "=")
    if failures:
        raise typer.Exit(1)


def _engine(game: str, agent: str, size: str | None, seconds: float, seed: int) -> Engine:
    from trivium.agents.descriptions import PlayerDescription
    from trivium.arena.players import make_companion
    from trivium.bridges.gtp import Engine
    from trivium.games.catalogue import find_game

    name = find_game(game).name
    player = PlayerDescription.read(agent)
    if player.name == "human":
        raise TriviumError("A person cannot be an engine: standard input belongs to the protocol.")
    return Engine(name, size, lambda: make_companion(player, name, seed), seconds)


@contextlib.contextmanager
def _external(command: str) -> Iterator[Callable[[str], str]]:
    """Run another engine within this context; yield the function that asks it."""
    from trivium.agents.agent import Forfeit
    from trivium.arena.external.gtp import EngineCommand, GtpLink
    from trivium.arena.external.limits import AgentLimits

    link = GtpLink(EngineCommand.read(command), AgentLimits(ponder=True))

    def ask(text: str) -> str:
        try:
            success, answer = link.try_(text, monotonic() + _PATIENCE)
        except Forfeit as fault:
            raise TriviumError(f"The engine failed at '{text}': {fault}.") from None
        return f"{'=' if success else '?'} {answer}"

    try:
        yield ask
    finally:
        link.process.end()


def _regress(files: list[str], ask: Callable[[str], str]) -> int:
    """Run files; print what is surprising and the count; return how many answers were wrong."""
    from trivium.bridges.regression import read_steps, run_steps

    failures = checked = 0
    for file in files:
        text = read_text(file)
        try:
            steps = read_steps(text)
        except TriviumError as error:
            raise TriviumError(f"{file}: {error}") from None
        for verdict in run_steps(steps, ask):
            checked += 1
            if verdict.surprising:
                failures += not verdict.passed
                what = "passes now" if verdict.passed else f"{verdict.answer}"
                wanted = f", not {verdict.step.pattern}" if verdict.step.pattern else ""
                say(f"{file}:{verdict.step.line}: {verdict.step.command}: {what}{wanted}")
    say(f"{checked - failures} of {checked} answers are right")
    return failures

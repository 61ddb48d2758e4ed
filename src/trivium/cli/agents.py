"""``trivium agents``: who plays what, and what can be set."""

from __future__ import annotations

from typing import Annotated

import typer

from trivium.cli.common import complete_game
from trivium.cli.terminal import say
from trivium.kernel.doing_without import do_without_compiler


def agents(
    game: Annotated[
        str | None,
        typer.Argument(help="Only the agents of this game.", autocompletion=complete_game),
    ] = None,
) -> None:
    """List the agents with their parameters."""
    do_without_compiler()
    import inspect

    from trivium.agents.catalogue import agents_of, parameters_of
    from trivium.games.catalogue import GAMES, find_game

    for entry in GAMES.values() if game is None else [find_game(game)]:
        say(entry.title)
        for name, agent in agents_of(entry.name).items():
            say(f"  {name}: {inspect.getdoc(agent)}".replace("\n", "\n    "))
            for field in parameters_of(agent):
                say(f"      {field.name}={field.default}  {field.metadata['help']}")

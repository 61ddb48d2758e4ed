"""``trivium new-agent``: a folder with an agent of one's own that plays at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trivium.cli.common import GameArgument
from trivium.cli.terminal import say


def new_agent(
    game: GameArgument,
    name: Annotated[str, typer.Argument(help="What the agent and its folder are called.")],
    language: Annotated[
        str, typer.Option(help="python, gtp-c, gtp-js, or java for Hexifence.")
    ] = "python",
    folder: Annotated[
        Path,
        typer.Option(
            "--in", metavar="FOLDER", help="The folder to make it in; by default this one."
        ),
    ] = Path(),
) -> None:
    """Begin an agent of your own: a folder that plays at once, with a README and a test."""
    from trivium.bridges.starting import KITS
    from trivium.bridges.starting import new_agent as begin
    from trivium.games.catalogue import find_game

    made = begin(game, name, language, folder)
    kit, named = KITS[language], find_game(game).name
    say(f"{made.folder} holds an agent for {named}; change {made.folder / kit.file}.")
    if not made.built:
        say(f"It has to be built first: {kit.build} (in its folder).")
    say(f'Play against it:  trivium play {named} --agent "{made.description}"')
    say(f'Rate it:          trivium rate {named} "{made.description}"')

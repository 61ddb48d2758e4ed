"""``trivium connect``: an agent of this machine plays in a league elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from trivium.cli.common import compile_notice
from trivium.cli.terminal import say


def connect(
    url: Annotated[str, typer.Argument(help="The server of the league, like http://host:8642.")],
    agent: Annotated[
        str, typer.Argument(help="The agent: cachex-py:folder#module, gtp:COMMAND, or a built-in.")
    ],
    token: Annotated[
        str, typer.Option(help="Your token; or set TRIVIUM_TOKEN.", envvar="TRIVIUM_TOKEN")
    ],
    games: Annotated[
        int | None, typer.Option(min=1, help="Leave after so many games; by default never.")
    ] = None,
) -> None:
    """Let an agent play in a league from here, until Ctrl-C; it reconnects by itself."""
    with compile_notice():
        from trivium.arena.interrupts import held_back
        from trivium.league.wire.client import Player

        with held_back():
            Player(url, token, agent, lambda line: say(line, flush=True)).run(most=games)

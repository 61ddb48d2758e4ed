"""``trivium games``: the catalogue."""

from __future__ import annotations

import json

from trivium.cli.common import JsonOption


def games(as_json: JsonOption = False) -> None:
    """List the games with their facts."""
    from trivium.games.catalogue import GAMES

    if as_json:
        facts = [
            {
                "game": game.name,
                "title": game.title,
                "summary": game.summary,
                "sizes": game.sizes,
                "default_size": game.default_size,
                "colours": game.colours,
                "ends": game.ends,
            }
            for game in GAMES.values()
        ]
        print(json.dumps(facts))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("game", "players", "sizes", "usual", "what you do", "the end"):
        table.add_column(heading, overflow="fold")
    for game in GAMES.values():
        players = ", ".join(colour.capitalize() for colour in game.colours)
        table.add_row(
            f"[bold]{game.name}", players, game.sizes, game.default_size, game.summary, game.ends
        )
    Console().print(table)

"""``trivium games``: the catalogue."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from trivium.cli.common import JsonOption
from trivium.cli.terminal import say
from trivium.kernel.doing_without import do_without_compiler

if TYPE_CHECKING:
    from trivium.games.game import Game


def games(as_json: JsonOption = False) -> None:
    """List the games with their facts."""
    do_without_compiler()
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
                "rules": _rules(game),
            }
            for game in GAMES.values()
        ]
        say(json.dumps(facts))
        return
    for game in GAMES.values():
        players = " and ".join(colour.capitalize() for colour in game.colours)
        say(f"{game.name}: {game.title}, {players}; size {game.sizes}, default {game.default_size}")
        say(f"    {game.summary}")
        say(f"    Ends: {game.ends}.")
        say(f"    Rules in full: {_rules(game)}; on the page, /docs/rules/{game.name}.html")


def _rules(game: Game) -> str:
    """Return where the rules are explained, in a checkout of the sources."""
    return f"docs/rules/{game.name}.md"

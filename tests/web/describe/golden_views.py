"""Golden views: what the page gets of a small board and of a few positions of each game.

``python -m tests.web.describe.golden_views`` writes them anew; a change in them is a change of
what the page is told, and must be meant.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from trivium.games.catalogue import GAMES
from trivium.web.describe.boards import board
from trivium.web.describe.positions import describe

FOLDER = Path(__file__).parent / "golden"

_SHRINKING = """\
X - - O - - - X
- - - - - - - -
- - O - - - - -
- - O - - - - -
- - - - - - - -
- - - - @ @ - -
- - - - - - @ -
X - - - - - - X
turns: 126
"""

VIEWED: tuple[tuple[str, str, str | None, tuple[str, ...]], ...] = (
    ("hexifence", "1", None, ("a1", "b1", "a2", "c2", "b3", "c3")),
    ("cachex", "3", None, ("a2", "steal", "b2", "c2", "a1", "a3", "c1", "c3", "b3")),
    ("watch-your-back", "8", _SHRINKING, ("c3-d3", "e6-e5", "c4-c3")),
    ("dots-and-boxes", "1x2", None, ("b1", "a2", "b3", "c2", "d1")),
)
"""A game, its size, the text to begin with if not the start, and the moves."""


def file_name(game: str) -> Path:
    return FOLDER / f"{game}.json"


def view(game: str, size: str, start: str | None, moves: tuple[str, ...]) -> Any:
    """Return the board, and the position before and after each move, as JSON has them."""
    position = GAMES[game].start(size) if start is None else GAMES[game].read(start)
    positions = [describe(position)]
    for move in moves:
        position.push(move)
        positions.append(describe(position))
    shown = [message.model_dump(mode="json") for message in positions]
    return {"board": board(game, size).model_dump(mode="json"), "positions": shown}


def written(content: Any) -> str:
    """Return JSON with a line for each part, so that a difference is found."""
    board_lines = ",\n".join(
        f'"{name}": {json.dumps(part)}' for name, part in content["board"].items()
    )
    positions = ",\n".join(json.dumps(position) for position in content["positions"])
    return f'{{"board": {{\n{board_lines}\n}},\n"positions": [\n{positions}\n]}}\n'


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for viewed in VIEWED:
        file_name(viewed[0]).write_text(written(view(*viewed)), encoding="utf-8")

"""Pictures of rules and strategy in ``docs``: ``python -m benchmarks.pictures`` draws them anew.

One of the rules shows a board of ``docs/examples/rules`` after some moves. One that is a link to
the analysis shows what opens there. `tests/test_docs.py` checks that the files are what is drawn
here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from trivium.games.catalogue import GAMES
from trivium.games.position import Position

DOCS = Path(__file__).parents[1] / "docs"
BOARDS = DOCS / "examples" / "rules"
FOLDER = DOCS / "images" / "rules"
_PICTURED_LINK = re.compile(r'<a href="/#(/analyse/[^"]+)"><img src="([^"]+)"')

PICTURES = {
    "hexifence-start": ("hexifence-start.txt", ""),
    "hexifence-capture-before": ("hexifence-capture.txt", ""),
    "hexifence-capture-after": ("hexifence-capture.txt", "b3"),
    "hexifence-two-before": ("hexifence-capture.txt", "b3 c6"),
    "hexifence-two-after": ("hexifence-capture.txt", "b3 c6 c5"),
    "hexifence-end": ("hexifence-capture.txt", "b3 c6 c5 d3 e3 e5 f5"),
    "dots-and-boxes-start": ("dots-and-boxes-start.txt", ""),
    "dots-and-boxes-capture-before": ("dots-and-boxes-capture.txt", ""),
    "dots-and-boxes-capture-after": ("dots-and-boxes-capture.txt", "a2"),
    "dots-and-boxes-two-before": ("dots-and-boxes-two.txt", ""),
    "dots-and-boxes-two-after": ("dots-and-boxes-two.txt", "c4"),
    "dots-and-boxes-end": ("dots-and-boxes-capture.txt", "a2 d1 e2 d5 c4 b5"),
    "cachex-start": ("cachex-start.json", ""),
    "cachex-steal-before": ("cachex-steal.json", ""),
    "cachex-steal-after": ("cachex-steal.json", "steal"),
    "cachex-touching-before": ("cachex-touching.json", ""),
    "cachex-touching-after": ("cachex-touching.json", "d2"),
    "cachex-apart-before": ("cachex-apart.json", ""),
    "cachex-apart-after": ("cachex-apart.json", "c3"),
    "cachex-three-after": ("cachex-three.json", "d2"),
    "cachex-six-before": ("cachex-six.json", ""),
    "cachex-six-after": ("cachex-six.json", "d4"),
    "cachex-end": ("cachex-start.json", "c4 steal e2 e1 b5 d1 b4 c1 b1 a3 d2 e1 a5 b2"),
    "watch-your-back-white-places": ("watch-your-back-start.txt", ""),
    "watch-your-back-black-places": ("watch-your-back-start.txt", "d4"),
    "watch-your-back-elimination-before": ("watch-your-back-elimination.txt", ""),
    "watch-your-back-elimination-after": ("watch-your-back-elimination.txt", "e5-e4"),
    "watch-your-back-corner-before": ("watch-your-back-corner.txt", ""),
    "watch-your-back-corner-after": ("watch-your-back-corner.txt", "b3-a3"),
    "watch-your-back-between-before": ("watch-your-back-between.txt", ""),
    "watch-your-back-between-after": ("watch-your-back-between.txt", "d4-d5"),
    "watch-your-back-order-before": ("watch-your-back-order.txt", ""),
    "watch-your-back-order-after": ("watch-your-back-order.txt", "d4-d5"),
    "watch-your-back-jump": ("watch-your-back-jump.txt", ""),
    "watch-your-back-forfeit": ("watch-your-back-forfeit.txt", ""),
    "watch-your-back-shrink-before": ("watch-your-back-shrink.txt", ""),
    "watch-your-back-shrink-after": ("watch-your-back-shrink.txt", "f4-g4"),
    "watch-your-back-second-shrink-before": ("watch-your-back-second-shrink.txt", ""),
    "watch-your-back-second-shrink-after": ("watch-your-back-second-shrink.txt", "f5-f4"),
    "watch-your-back-end": (
        "watch-your-back-start.txt",
        "d4 d5 d6 d7 d5 f3 e5 e4 f4 f5 g5 g3 g4 e4 f4 c6 b6 c3 f2 c7 c2 g7 c4 e6 "
        "f2-g2 c7-c6 d5-d6 d7-e7 g4-g6 e6-f6 d6-e6 g7-h7 g6-h6",
    ),
}
"""By name, the board and the moves made on it."""


def pictured(name: str) -> Position:
    """Return the position that a picture shows."""
    board, moves = PICTURES[name]
    game = next(game for game in GAMES.values() if board.startswith(game.name))
    position = game.read((BOARDS / board).read_text(encoding="utf-8"))
    for move in moves.split():
        position.push(move)
    return position


def linked() -> Iterator[tuple[Path, Position]]:
    """Yield every picture in the pages that is a link to the analysis, and what opens there."""
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        for address, picture in _PICTURED_LINK.findall(text):
            yield (page.parent / picture).resolve(), opened(address)


def opened(address: str) -> Position:
    """Return the position that an address of the analysis opens.

    It is /analyse/GAME?size=S&moves=…, or with start=TEXT instead of a size.
    """
    parts = urlsplit(address)
    query = {name: value for name, (value,) in parse_qs(parts.query).items()}
    game = GAMES[parts.path.removeprefix("/analyse/")]
    position = game.read(query["start"]) if "start" in query else game.start(query["size"])
    for move in filter(None, query.get("moves", "").split(",")):
        position.push(move)
    return position


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        (FOLDER / f"{picture}.svg").write_text(pictured(picture).svg(), encoding="utf-8")
    for path, position in linked():
        path.parent.mkdir(exist_ok=True)
        path.write_text(position.svg(), encoding="utf-8")

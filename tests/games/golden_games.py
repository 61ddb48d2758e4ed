"""Golden playthroughs: recorded games with every position as text.

``python -m tests.games.golden_games`` writes them anew; a change in them is a change of the
rules or of the notation, and must be meant.
"""

from __future__ import annotations

from pathlib import Path

from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES

FOLDER = Path(__file__).parent / "golden"

RECORDED = (
    ("hexifence", "2", 1),
    ("dots-and-boxes", "2x3", 1),
    ("cachex", "4", 2),
    ("cachex", "7", 3),
    ("watch-your-back", "8", 1),
)


def file_name(game: str, size: str, seed: int) -> Path:
    return FOLDER / f"{game}-{size}-seed{seed}.txt"


def playthrough(game: str, size: str, seed: int) -> str:
    """Return the whole game of the random agent with itself as text."""
    position = GAMES[game].start(size)
    agent = RandomAgent(seed)
    parts = [f"{game} {size}, random against itself, seed {seed}\n", position.to_text()]
    while not position.is_over:
        turn = position.turn
        move = position.push(agent.choose(position).move)
        parts.append(f"\n{len(position.moves)}. {turn} {move}: {position.status()}\n")
        parts.append(position.to_text())
    return "".join(parts)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for recorded in RECORDED:
        file_name(*recorded).write_text(playthrough(*recorded), encoding="utf-8")

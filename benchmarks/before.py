"""Before and after: the champion of this checkout against that of another one.

``trivium bench before --options`` lists what can be set. Each of the two plays in a process of its
own, with the code of its checkout (`benchmarks.before_player`), at a given CPU time a move. Games
come in pairs, with the same random opening and colours swapped.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.progress import Steps
from trivium.arena.openings import random_opening, start_position
from trivium.arena.ratings.statistics import Standing
from trivium.games.position import Position

OPENING_MOVES = 4
HERE = Path(__file__).parent.parent


class Player:
    """The code of a checkout in a process of its own."""

    def __init__(
        self,
        checkout: Path,
        name: str = "before_player.py",
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """Start a script of this folder with the Python of the checkout and some environment."""
        script = str(Path(__file__).with_name(name))
        self._process = subprocess.Popen(
            [checkout / ".venv/bin/python", script, checkout],
            cwd=checkout,
            env=os.environ | dict(settings or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question."""
        pipe, answers = self._process.stdin, self._process.stdout
        assert pipe is not None
        assert answers is not None
        pipe.write(json.dumps(question) + "\n")
        pipe.flush()
        answer: dict[str, Any] = json.loads(answers.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def play(players: list[Player], position: Position, seconds: float, seed: int) -> float:
    """Play a game from a position, the first player with the first colour; return his points."""
    board = {"game": position.game, "size": position.size}
    for place, player in enumerate(players):
        player.ask({**board, "seed": seed + place})
    while not position.is_over:
        player = players[position.colours.index(position.turn)]
        moves = [str(move) for move in position.moves]
        position.push(player.ask({"moves": moves, "seconds": seconds})["move"])
    outcome = position.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return 0.5
    return float(position.colours.index(outcome.winner) == 0)


def main(
    as_json: bool,
    checkout: Annotated[Path, typer.Option(help="The other one, with its .venv.")],
    game: Annotated[str, typer.Option(help="Which game.")] = "hexifence",
    size: Annotated[str, typer.Option(help="The size of the board.")] = "4",
    seconds: Annotated[float, typer.Option(min=0.001, help="CPU time a move.")] = 0.02,
    pairs: Annotated[int, typer.Option(min=1, help="How many pairs of games.")] = 30,
    seed: Annotated[int, typer.Option(help="For openings and agents.")] = 2026,
) -> None:
    """Let both champions play, and tell what that says of their strength."""
    start = start_position(game, size)
    players = [Player(HERE), Player(checkout.resolve())]
    points: list[float] = []

    def show(complete: bool) -> None:
        pair_scores = tuple(
            one + other for one, other in zip(points[::2], points[1::2], strict=False)
        )
        if pair_scores:
            standing = Standing(pair_scores)
            low, high = standing.elo_interval
            print(
                f"{game} {size}: +{points.count(1.0)} ={points.count(0.5)} -{points.count(0.0)}, "
                f"Elo {standing.elo:+.0f} [{low:+.0f}, {high:+.0f}]"
            )
        if as_json:
            facts = {"benchmark": "before", "game": game, "size": size, "seconds": seconds}
            print(json.dumps({**facts, "complete": complete, "seed": seed, "points": points}))

    with Steps(2 * pairs, show) as steps:
        for number in range(2 * pairs):
            steps.begin(f"plays game {number + 1}")
            position = random_opening(start, OPENING_MOVES, seed, number // 2)
            swapped = number % 2 == 1
            first = play(players[::-1] if swapped else players, position, seconds, seed + number)
            points.append(1.0 - first if swapped else first)
    for player in players:
        player.close()

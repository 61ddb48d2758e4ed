"""Chances: how the points of an estimate translate into the chance to win.

``trivium bench chances`` lets levels play each other, asks the judge of the review about positions
of these games, and fits the scale of a logistic curve to how the games ended: by how many points
the odds of winning grow e-fold. Each expert has its `chance_scale` from that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.progress import Steps
from trivium.agents.catalogue import make_agent
from trivium.agents.experts import expert_of
from trivium.arena.openings import random_opening, start_position
from trivium.games.position import Position
from trivium.search.limits import Limit
from trivium.study.judging import new_judge

BOARDS = (
    ("hexifence", "3", "hasty:error=1.2"),
    ("dots-and-boxes", "4x4", "hasty:error=2"),
    ("cachex", "9", "level8"),
    ("watch-your-back", "8", "hasty:depth=2,error=0.2"),
)
"""With who plays; better players of Hexifence give nothing away that could be estimated."""
GAMES = 40
OPENING = 4
"""Random moves before the players take over, so that no two games are the same."""
EVERY = 5
"""Of so many positions of a game one is judged."""
NODES = 4_000
SEED = 1

Pairs = NDArray[np.float64]


def main(as_json: bool) -> None:
    """Fit every game; print the scales beside those in use."""
    found: dict[str, dict[str, Any]] = {}
    with Steps(len(BOARDS) * GAMES, lambda complete: _show(found, complete, as_json)) as steps:
        for game, size, player in BOARDS:
            samples = np.array(list(estimates(game, size, player, steps)))
            scale = round(fit(samples), 3)
            found[game] = {"size": size, "scale": scale, "positions": len(samples)}


def _show(found: dict[str, dict[str, Any]], complete: bool, as_json: bool) -> None:
    for game, fitted in found.items():
        print(
            f"{game} {fitted['size']}: {fitted['scale']:.2f} points, {fitted['positions']} "
            f"positions of {GAMES} games; in use {expert_of(game).chance_scale}"
        )
    if as_json:
        print(json.dumps({"benchmark": "chances", "complete": complete, "games": found}))


def estimates(game: str, size: str, player: str, steps: Steps) -> Iterator[tuple[float, float]]:
    """Yield points and result, 0 to 1, both for the mover, of positions that are not proven."""
    for number in range(GAMES):
        steps.begin(f"{game} {size}")
        opening = random_opening(start_position(game, size), OPENING, SEED, number)
        position = _play(opening, player, number)
        outcome = position.outcome()
        board = position.origin()
        judge = new_judge(board)
        for place, move in enumerate(position.moves):
            if place % EVERY == number % EVERY:
                best, _ = judge.compare(board, move.code, Limit(nodes=NODES))
                if not (best.settled or best.sure) and outcome is not None:
                    won = 0.5 if outcome.winner is None else float(outcome.winner == board.turn)
                    yield best.score.points, won
            board.push(move)


def _play(position: Position, player: str, number: int) -> Position:
    players = [make_agent(player, position.game, SEED + 2 * number + side) for side in (0, 1)]
    while not position.is_over:
        position.push(players[position.mover].choose(position).move)
    return position


def fit(samples: Pairs) -> float:
    """Return the scale under which the results are likeliest."""
    points, results = samples.T
    scales = np.geomspace(0.05, 50, 600)
    signs = np.clip(points[None, :] / scales[:, None], -30, 30)
    likelihood = (results * signs - np.log1p(np.exp(signs))).sum(axis=1)
    return float(scales[np.argmax(likelihood)])

"""How far proof-number search reaches: positions after random moves, solved within so many nodes.

``trivium bench proofs`` prints the figures of ``docs/solved.md``; Ctrl-C leaves those so far.
"""

from __future__ import annotations

import json
import statistics
import time
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

from benchmarks.progress import Steps
from trivium.agents.experts import expert_of
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import pick
from trivium.search.limits import Limit

NODES = 300_000
POSITIONS = 10
MEGABYTES = 128
SUITES = (
    ("cachex", "5", 12),
    ("cachex", "5", 10),
    ("cachex", "5", 8),
    ("cachex", "5", 6),
    ("cachex", "5", 4),
)
"""Game, size, and moves made before."""


@dataclass(frozen=True)
class Reach:
    """What became of the positions of a suite."""

    game: str
    size: str
    moves: int
    solved: int
    positions: int
    median_nodes: int | None
    """Of those that were solved."""
    cpu_seconds: float
    """For a position, on average."""


def main(
    as_json: bool,
    nodes: Annotated[int, typer.Option(help="For each position at most.")] = NODES,
) -> None:
    """Solve the suites one after the other."""
    found: list[Reach] = []

    def show(complete: bool) -> None:
        if as_json:
            print(json.dumps({"benchmark": "proofs", "suites": [asdict(reach) for reach in found]}))
            return
        print(f"at most {nodes:,} nodes each\n")
        print("                         moves      solved  median nodes  CPU s, mean")
        for reach in found:
            name, solved = f"{reach.game} {reach.size}", f"{reach.solved} of {reach.positions}"
            median = "" if reach.median_nodes is None else f"{reach.median_nodes:,}"
            print(f"{name:<25}{reach.moves:>5}{solved:>12}{median:>14}{reach.cpu_seconds:>13.2f}")

    with Steps(len(SUITES), show) as steps:
        for game, size, moves in SUITES:
            steps.begin(f"{game} {size} after {moves} moves")
            found.append(_solved(game, size, moves, nodes))


def _solved(game: str, size: str, moves: int, most: int) -> Reach:
    new_solver = expert_of(game).new_solver
    assert new_solver is not None
    nodes = []
    solver = new_solver(find_game(game).start(size), MEGABYTES, 1)
    began = time.process_time()
    for seed in range(POSITIONS):
        result = solver.solve(random_position(game, size, moves, seed).kernel, Limit(nodes=most))
        if result.exact:
            nodes.append(result.nodes)
    median = int(statistics.median(nodes)) if nodes else None
    seconds = round((time.process_time() - began) / POSITIONS, 2)
    return Reach(game, size, moves, len(nodes), POSITIONS, median, seconds)


def random_position(game: str, size: str, moves: int, seed: int) -> Position:
    """Return a position after random moves that is not over."""
    chance = seeded(seed)
    position = find_game(game).start(size)
    while len(position.moves) < moves or position.is_over:
        if position.is_over:
            position = find_game(game).start(size)
        position.push(position.move(int(pick(position.kernel, chance))))
    return position

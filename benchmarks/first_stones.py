"""Who wins Cachex after each first stone, proven by search as far as it goes.

``trivium bench first-stones --keep FILE`` goes on from what the file has until all is proven;
Ctrl-C tells what there is. The stones share one memory: they get some nodes each, by turns, and
twice as many every time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.progress import Steps
from trivium.games.cachex.geometry import Rhombus, centre, rhombus
from trivium.games.cachex.rules import set_up
from trivium.search.limits import Limit
from trivium.solve.cachex import new_prover
from trivium.solve.exact import Solution
from trivium.solve.kept import Pauses
from trivium.solve.proof_numbers.prover import ProofNumberSolver

FIRST_NODES = 200_000
BLUE_TO_MOVE = 3
"""A turn after which nobody may steal any more."""


@dataclass
class FirstStone:
    """What is known of a first stone that stays where it is."""

    stone: str
    cell: int
    low: int
    high: int
    """The bounds of the result for Red, whose stone it is."""
    nodes: int
    by_turn: int | None
    answer: str
    """What wins for Blue, or is most promising."""

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet who wins."""
        return self.low != self.high

    def verdict(self) -> str:
        """Say what is known."""
        sure = {(1, 1): "wins", (0, 0): "draws", (-1, -1): "loses"}
        bounds = {(0, 1): "does not lose", (-1, 0): "does not win"}
        return (sure | bounds).get((self.low, self.high), "open")


def main(
    as_json: bool,
    size: Annotated[int, typer.Option(help="Of the board, up to 7.")] = 5,
    nodes: Annotated[int | None, typer.Option(help="Stop after so many, all in all.")] = None,
    memory: Annotated[int, typer.Option(help="Megabytes.")] = 1024,
    keep: Annotated[Path | None, typer.Option(help="Go on from this file, and save to it.")] = None,
    only: Annotated[str, typer.Option(help="Look at these stones only, like d2,e1.")] = "",
) -> None:
    """Prove who wins after each first stone if nobody steals."""
    board = rhombus(size)
    prover = new_prover(board, memory)
    if keep is not None and keep.exists():
        prover.restore(keep)
    stones = [
        FirstStone(str(board.moves[cell]), cell, -1, 1, 0, None, "")
        for cell in range((size * size + 1) // 2)  # the others are half turns of these
        if cell != centre(size)  # where the rules allow no first stone
    ]
    stones = [stone for stone in stones if not only or stone.stone in only.split(",")]

    def show(complete: bool) -> None:
        if as_json:
            facts = {"benchmark": "first-stones", "size": size} | asdict(prover.work)
            print(json.dumps(facts | {"stones": [asdict(stone) for stone in stones]}))
            return
        print("first stone  stays         by turn  answer       nodes")
        for stone in stones:
            turn = "" if stone.by_turn is None else f"{stone.by_turn - BLUE_TO_MOVE + 1}"
            verdict = f"{stone.stone:<13}{stone.verdict():<14}{turn:>7}"
            print(f"{verdict}  {stone.answer:<6}{stone.nodes:>12,}")
        work = prover.work
        print(f"{work.nodes:,} nodes in {work.seconds / 3600:.2f} h of all runs")

    with Steps(None, show) as steps:
        _prove(prover, board, stones, nodes, steps, _saver(prover, keep))


def _saver(prover: ProofNumberSolver, keep: Path | None) -> Callable[[bool], None]:
    """Return what saves, if that was long ago or must be."""
    pauses = Pauses()

    def save(at_once: bool) -> None:
        if keep is not None and (at_once or pauses.are_over):
            with pauses.saving():
                prover.save(keep)

    return save


def _prove(
    prover: ProofNumberSolver,
    board: Rhombus,
    stones: list[FirstStone],
    nodes: int | None,
    steps: Steps,
    save: Callable[[bool], None],
) -> None:
    share, before = FIRST_NODES, prover.nodes
    try:
        while any(stone.is_open for stone in stones):
            for stone in [stone for stone in stones if stone.is_open]:
                left = share if nodes is None else min(share, before + nodes - prover.nodes)
                if left <= 0:
                    return
                _look_at(prover, board, stone, left, steps, save)
            share *= 2
    finally:
        save(True)


def _look_at(
    prover: ProofNumberSolver,
    board: Rhombus,
    stone: FirstStone,
    nodes: int,
    steps: Steps,
    save: Callable[[bool], None],
) -> None:
    """Search for the result of a stone."""
    position = set_up(board, {stone.cell: 0}, BLUE_TO_MOVE)

    def hear(_: Solution) -> None:
        fill = f"{prover.nodes:,} nodes, table {prover.table_fill:.0%}"
        steps.note(f"{prover.question}, {fill}")
        save(False)

    steps.begin(f"{stone.stone} within {nodes:,} nodes")
    found = prover.solve(position, Limit(nodes=nodes), listener=hear)
    stone.low, stone.high = -found.high, -found.low
    stone.nodes += found.nodes
    stone.by_turn = found.by_turn
    stone.answer = "" if found.best is None else str(board.moves[found.best])
    if not stone.is_open:
        steps.print(f"{stone.stone} {stone.verdict()}: {found.nodes:,} nodes", aside=True)

"""How far the solver reaches: ``trivium bench solve [--json]``.

Whole boards from the first move, and a fixed suite of Hexifence 3: positions that seeded random
play of safe edges leads to, ten for each number of safe edges left. Beside the solver stands
plain alpha-beta with a transposition table and nothing else, on the same positions in the same
run; it is given up after some seconds, and then its figures are lower bounds. ``--no-plain``
leaves it out, ``--only`` measures the lines whose names contain a text, ``--threads`` lets
several threads share the work of the solver. Patience is of CPU time, whatever else is going on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated

import numpy as np
import typer

from benchmarks.cpu_clock import cpu_clock
from benchmarks.progress import Steps
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.hexifence.position import FencesPosition, Hexifence
from trivium.games.hexifence.safety import safe_edges
from trivium.kernel.chance import below, seeded
from trivium.kernel.verbs import POINT
from trivium.search.engine import Options, Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import Limit
from trivium.solve.strings_and_coins.solver import Solver, compile_first

BOARDS = (
    ("dots-and-boxes", "3x3", 256),
    ("hexifence", "2", 64),
    ("dots-and-boxes", "3x4", 256),
    ("dots-and-boxes", "3x5", 4096),
    ("dots-and-boxes", "4x4", 4096),
)
"""Games, sizes, and megabytes for the table."""
SAFE_EDGES = {14: 256, 18: 256, 22: 256, 26: 256, 30: 1024, 34: 1024}
"""Numbers of safe edges, and megabytes for the table."""
POSITIONS = 10
PATIENCE = 300.0
"""Seconds after which a position of the suite is given up."""
BOARD_PATIENCE = 3600.0
PLAIN_PATIENCE = 10.0
"""Seconds after which plain search gives a position up."""
PLAIN_MEGABYTES = 256
PLAIN_POSITIONS = {14: 10, 18: 10}
"""How many positions plain search is tried on; with more safe edges it has no chance."""
PLAIN_ELSEWHERE = 1

PLAIN = Options(
    scout=False,
    killers=False,
    history=False,
    promise=False,
    quiescence=0,
    aspiration=False,
)


@dataclass(frozen=True)
class Figures:
    """What a way of solving took for some positions; averages."""

    positions: int
    solved: int
    nodes: float
    busiest: float
    """The nodes of the thread that visited most."""
    seconds: float
    cpu_seconds: float
    slowest: float
    """Of `cpu_seconds`."""

    @classmethod
    def of(cls, runs: list[Run]) -> Figures:
        """Return the figures of some runs."""
        return cls(
            positions=len(runs),
            solved=sum(run.value is not None for run in runs),
            nodes=round(float(np.mean([run.nodes for run in runs])), 1),
            busiest=round(float(np.mean([run.busiest for run in runs])), 1),
            seconds=round(float(np.mean([run.seconds for run in runs])), 4),
            cpu_seconds=round(float(np.mean([run.cpu_seconds for run in runs])), 4),
            slowest=round(max(run.cpu_seconds for run in runs), 4),
        )


@dataclass(frozen=True)
class Run:
    """One position solved in one way."""

    value: int | None
    """The margin of the player to move, if it was found."""
    nodes: int
    busiest: int
    """The nodes of the thread that visited most."""
    seconds: float
    cpu_seconds: float
    """CPU time by the number of threads: what `seconds` would be on an idle machine."""


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    megabytes: int
    values: list[int | None]
    solver: Figures
    plain: Figures | None
    """Plain alpha-beta on the first positions; it gives up after `PLAIN_PATIENCE` seconds."""


def suite(safe: int, positions: int = POSITIONS) -> Iterator[Hexifence]:
    """Yield positions of Hexifence 3 with so many safe edges left, always the same ones."""
    seed = found = 0
    while found < positions:
        chance = seeded(safe, seed)
        seed += 1
        position = Hexifence(3)
        while len(edges := safe_edges(position.kernel)) > safe:
            position.push(position.move(edges[int(below(chance, len(edges)))]))
        if len(edges) == safe:
            found += 1
            yield position


def solve(position: FencesPosition, megabytes: int, patience: float, threads: int = 1) -> Run:
    """Solve a position with an empty table."""
    began, cpu_began = time.perf_counter(), time.process_time()
    with cpu_clock():
        solver = Solver(position.board, megabytes, threads)
        found = solver.solve(position.kernel, Limit(seconds=patience * threads))
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
    value = found.low if found.exact else None
    busiest = max(solver.nodes_by_thread)
    return Run(value, found.nodes, busiest, seconds, cpu_seconds / threads)


def solve_plainly(position: FencesPosition) -> Run:
    """Solve a position by alpha-beta with a table and nothing else."""
    searcher = Searcher(PointsOnly(), PLAIN, megabytes=PLAIN_MEGABYTES)
    began, cpu_began = time.perf_counter(), time.process_time()
    report = searcher.search(position.kernel, position.colours, Limit(seconds=PLAIN_PATIENCE))
    value = report.score.value // POINT if report.score.exact else None
    seconds = time.perf_counter() - began
    return Run(value, report.nodes, report.nodes, seconds, time.process_time() - cpu_began)


@dataclass(frozen=True)
class Measurement:
    """What one line of the table is about."""

    what: str
    positions: list[FencesPosition]
    megabytes: int
    patience: float
    plain_positions: int
    """On so many plain alpha-beta is tried too."""

    def measure(self, steps: Steps, keep: Callable[[Row], None], threads: int, plain: bool) -> None:
        """Solve the positions one by one; those solved before Ctrl-C make a line too."""
        runs: list[Run] = []
        plain_runs: list[Run] = []
        try:
            for number, position in enumerate(self.positions):
                steps.begin(self.what)
                runs.append(solve(position, self.megabytes, self.patience, threads))
                if plain and number < self.plain_positions:
                    plain_runs.append(solve_plainly(position))
                    if runs[-1].value is not None and plain_runs[-1].value is not None:
                        assert runs[-1].value == plain_runs[-1].value
        finally:
            if runs:
                beside = Figures.of(plain_runs) if plain_runs else None
                values = [run.value for run in runs]
                keep(Row(self.what, self.megabytes, values, Figures.of(runs), beside))


def measurements() -> list[Measurement]:
    """Return what the table is about, what is quick first."""
    suites = [_suite_measurement(safe) for safe in SAFE_EDGES]
    return [*suites[:3], *(_board_measurement(*board) for board in BOARDS), *suites[3:]]


def _suite_measurement(safe: int) -> Measurement:
    what = f"hexifence 3, {safe} safe edges"
    plain = PLAIN_POSITIONS.get(safe, PLAIN_ELSEWHERE)
    return Measurement(what, list(suite(safe)), SAFE_EDGES[safe], PATIENCE, plain)


def _board_measurement(game: str, size: str, megabytes: int) -> Measurement:
    position = GAMES[game].start(size)
    assert isinstance(position, FencesPosition)
    what = f"{game} {size}, empty board"
    return Measurement(what, [position], megabytes, BOARD_PATIENCE, PLAIN_ELSEWHERE)


def main(
    as_json: bool,
    only: Annotated[str, typer.Option(help="Measure lines with this text in their name.")] = "",
    threads: Annotated[int, typer.Option(min=1, help="Threads that share the work.")] = 1,
    plain: Annotated[bool, typer.Option(help="Measure plain alpha-beta too.")] = True,
) -> None:
    """Print the table line by line; Ctrl-C leaves what there is."""
    compile_first()
    if plain:
        solve_plainly(Hexifence(1))
    planned = [measurement for measurement in measurements() if only in measurement.what]
    if not planned:
        names = ", ".join(measurement.what for measurement in measurements())
        raise TriviumError(f"No line has '{only}' in its name; there are: {names}.")
    found: list[Row] = []

    def keep(row: Row) -> None:
        found.append(row)
        steps.print(_text(row), aside=as_json)

    def show(complete: bool) -> None:
        if as_json:
            rows = [asdict(row) for row in found]
            facts = {"complete": complete, "threads": threads, "plain_patience": PLAIN_PATIENCE}
            print(json.dumps({"benchmark": "solve"} | facts | {"rows": rows}))

    with Steps(sum(len(one.positions) for one in planned), show) as steps:
        for measurement in planned:
            measurement.measure(steps, keep, threads, plain)


def _text(row: Row) -> str:
    values = " ".join("?" if value is None else f"{value:+d}" for value in row.values)
    text = f"{row.what:<32} {_figures(row.solver)}; values {values}"
    if row.plain is not None:
        text += f"\n{'  plain alpha-beta with a table':<32} {_figures(row.plain)}"
    return text


def _figures(figures: Figures) -> str:
    return (
        f"{figures.solved}/{figures.positions} solved, {figures.nodes:>13,.0f} nodes "
        f"({figures.busiest:,.0f} by the busiest thread), "
        f"{figures.seconds:8.2f} s ({figures.cpu_seconds:.2f} s of the processor by thread, "
        f"at most {figures.slowest:.2f})"
    )

"""``trivium learn tune``: weights by matches alone, with SPSA.

Each round draws a direction at random, all weights at once, and plays a few games between the
weights a little further in that direction and those a little further against it. The better side
shows where to go (simultaneous perturbation stochastic approximation). Steps and distances shrink
as the rounds go on; the answer is the mean of the second half of the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from trivium.agents.subject import Subject
from trivium.agents.weight_files import write_weights
from trivium.arena.bulk import Workers
from trivium.files import write_whole
from trivium.learn.comparing import ComparePlan, score_of
from trivium.learn.datasets import Floats
from trivium.learn.report import run_page, weight_tables
from trivium.learn.runs import REPORT, WEIGHTS, Run
from trivium.learn.self_play import start_vector
from trivium.learn.subjects import find_subject
from trivium.words import how_many

KIND = "tune"

_STEP_POWER = 0.602
_SPREAD_POWER = 0.101
"""How fast steps and distances shrink, as is usual for SPSA."""
_FIRST_ROUNDS = 0.1
"""Steps begin to shrink after this share of the rounds."""


@dataclass(frozen=True)
class TunePlan:
    """What to tune, and by which games."""

    subject: str
    start: str = ""
    """A file of weights, ``zero``, or nothing for those that come along."""
    rounds: int = 200
    games: int = 8
    """Games in a round."""
    spread: float = 0.2
    """How far apart the two sides are in each weight, in parts of its size."""
    rate: float = 0.2
    """How far the first rounds go if one side wins all games, in parts of each weight's size."""
    floor: float = 0.05
    """Smaller weights are taken for so large when it comes to their size."""
    nodes: int = 500
    size: str | None = None
    seed: int = 1


@dataclass(frozen=True)
class TuneRound:
    """How far the run has come."""

    number: int
    score: float
    """The share of the points of the side that went with the direction."""
    change: float
    """How far the weights are from where they began, in parts of their size."""


Duel = Callable[[Floats, Floats, int], float]
"""Returns the share of the points of the first weights against the second, in a round."""


def tune(run: Run, plan: TunePlan, workers: Workers) -> Iterator[TuneRound]:
    """Tune by games; yield every round, those before a stop too, and write the weights."""
    subject = find_subject(plan.subject)
    start = start_vector(subject, plan.start)
    given = subject.evaluation.given
    free = np.array([name not in given for _, name in subject.evaluation.columns])

    def duel(plus: Floats, minus: Floats, number: int) -> float:
        return _duel(run, plan, (plus, minus), number, workers)

    rounds: list[TuneRound] = []
    answer = start
    for found, guess in climb(run, plan, start, free, duel):
        rounds.append(found)
        answer = guess
        yield found
    _publish(run, plan, start, answer, rounds)


def climb(
    run: Run, plan: TunePlan, start: Floats, free: NDArray[np.bool_], duel: Duel
) -> Iterator[tuple[TuneRound, Floats]]:
    """Yield every round and the best guess after it; goes on from the last checkpoint."""
    sizes = np.maximum(np.abs(start), plan.floor) * free
    here, total, counted, done = start.copy(), np.zeros(len(start)), 0, 0
    if (saved := run.saved("here", "total", "numbers")) is not None:
        here, total = saved["here"], saved["total"]
        counted, done = (int(number) for number in saved["numbers"])
    lines = [line for line in run.logged("round", "score", "change") if line["round"] <= done]
    run.relog(lines)
    guess = total / counted if counted else here
    for line in lines:
        yield TuneRound(line["round"], line["score"], line["change"]), guess
    for number in range(done + 1, plan.rounds + 1):
        direction = np.random.default_rng((plan.seed, number)).choice((-1.0, 1.0), len(start))
        settled = plan.rounds * _FIRST_ROUNDS
        spread = plan.spread / number**_SPREAD_POWER
        rate = plan.rate * ((1 + settled) / (number + settled)) ** _STEP_POWER
        reach = spread * sizes * direction
        score = duel(here + reach, here - reach, number)
        here = here + rate * (2 * score - 1) * sizes * direction
        if number > plan.rounds // 2:
            total, counted = total + here, counted + 1
        guess = total / counted if counted else here
        found = TuneRound(number, score, _distance(guess, start, sizes))
        run.log(round=number, score=score, change=found.change)
        run.save(here=here, total=total, numbers=np.array([counted, number]))
        yield found, guess


def _distance(there: Floats, start: Floats, sizes: Floats) -> float:
    moved = (there - start)[sizes > 0] / sizes[sizes > 0]
    return float(np.sqrt(np.mean(moved**2)))


def _duel(
    run: Run, plan: TunePlan, sides: tuple[Floats, Floats], number: int, workers: Workers
) -> float:
    """Return the result of a short match between two sets of weights."""
    subject = find_subject(plan.subject)
    paths = [run / f"{side}.toml" for side in ("plus", "minus")]
    others = {table: row for table, row in subject.read().items() if table not in _valued(subject)}
    for path, vector in zip(paths, sides, strict=True):
        weights = subject.evaluation.named(vector) | others
        write_weights(path, subject.evaluation, weights, {"method": "on the way"}, 6)
    return score_of(
        ComparePlan(
            plan.subject,
            str(paths[0]),
            str(paths[1]),
            size=plan.size,
            games=plan.games,
            nodes=plan.nodes,
            sprt=None,
            openings="random",
            seed=plan.seed * 1_000_003 + number,
        ),
        workers,
    )


def _valued(subject: Subject) -> set[str]:
    return {table.name for table in subject.evaluation.tables if table.valued}


def _publish(
    run: Run, plan: TunePlan, start: Floats, vector: Floats, rounds: list[TuneRound]
) -> None:
    subject = find_subject(plan.subject)
    evaluation = subject.evaluation
    weights = subject.read() | evaluation.named(subject.anchored(vector))
    origin = {
        "method": f"SPSA by matches at {how_many(plan.nodes, 'node')} a move",
        "data": f"{how_many(plan.rounds, 'round')} of {how_many(plan.games, 'game')} "
        f"from {plan.start or 'the weights that came along'}",
        "seed": plan.seed,
        "date": date.today(),
    }
    write_weights(run / WEIGHTS, evaluation, weights, origin, 0 if subject.unit == 1 else 3)
    curves = {
        "Distance from the start by round, in parts of each weight": {
            "distance": [(found.number, found.change) for found in rounds]
        }
    }
    tables = weight_tables(evaluation, evaluation.named(start), weights)
    facts = {name: value for name, value in vars(plan).items() if value not in ("", None)}
    title = f"Weights of {subject.name} tuned by matches"
    write_whole(run / REPORT, run_page(title, facts, curves, tables))

"""``trivium learn td``: games of the evaluation against itself, learned from by TD-Leaf(λ).

Games are played in batches with the same weights, so any number of workers gives the same
weights. After each batch there is a checkpoint; a run that was stopped goes on from it. The
result is the mean of the weights over the second half of the batches: single games push weights
to and fro, and that cancels out in the mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.agents.subject import Subject
from trivium.agents.weight_files import write_weights
from trivium.arena.bulk import Workers
from trivium.arena.openings import start_position
from trivium.errors import TriviumError
from trivium.files import write_whole
from trivium.games.position import Position
from trivium.games.weights import describe, most_described
from trivium.kernel.chance import below, seeded
from trivium.kernel.verbs import DECIDED, mover, over, pick, play
from trivium.learn.comparing import ComparePlan, score_of
from trivium.learn.datasets import Floats
from trivium.learn.report import run_page, weight_tables
from trivium.learn.runs import REPORT, WEIGHTS, Run
from trivium.learn.subjects import find_subject
from trivium.learn.temporal import Episode, TemporalDifferences
from trivium.search import negamax
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit
from trivium.words import how_many

KIND = "td"
ZERO = "zero"
"""The start from weights of 0."""

_OPTIONS = Options(table=False, aspiration=False, quiescence=4)
"""Without a table the line that is reported leads all the way to the leaf."""
_FINENESS = 1 << 20
_LAST_PACE = 0.1
"""Steps become shorter, at last this much."""


@dataclass(frozen=True)
class TdPlan:
    """How to learn from games."""

    subject: str
    start: str = ZERO
    """A file of weights, ``zero``, or nothing for those that come along."""
    games: int = 2000
    batch: int = 16
    """Games between two steps."""
    depth: int = 2
    trace: float = 0.8
    """λ."""
    rate: float = 0.05
    opening: int = 6
    """At most so many random moves begin a game."""
    noise: float = 0.1
    """How often a later move is random."""
    size: str | None = None
    check: int = 25
    """Batches between two checks against the weights that come along; 0 for none."""
    check_games: int = 20
    seed: int = 1

    @property
    def batches(self) -> int:
        """How many steps there are."""
        return -(-self.games // self.batch)

    @property
    def early(self) -> int:
        """The number of batches after which weights count in the mean that is the result."""
        return self.batches // 2


@dataclass(frozen=True)
class TdStep:
    """How far the run has come."""

    batch: int
    error: float
    score: float | None
    """The share of the points against the weights that come along, if that was checked."""


def learn_by_playing(run: Run, plan: TdPlan, workers: Workers) -> Iterator[TdStep]:
    """Play and learn; yield every step, those before a stop too, and write the weights."""
    subject = find_subject(plan.subject)
    if subject.search is not negamax.search:
        raise TriviumError(f"TD-Leaf cannot see the leaves of the search of {subject.name}.")
    evaluation = subject.evaluation
    start = start_vector(subject, plan.start)
    free = np.array([name not in evaluation.given for _, name in evaluation.columns])
    learner = TemporalDifferences(start, plan.trace, plan.rate)
    late = np.zeros(len(start))
    steps = _go_on(run, learner, late)
    yield from steps
    for batch in range(len(steps) + 1, plan.batches + 1):
        episodes = _play_batch(plan, learner.weights, batch, workers)
        pace = 1 - (1 - _LAST_PACE) * batch / plan.batches
        error = learner.learn(episodes, free, pace)
        late += learner.weights * (batch > plan.early)
        score = None
        if plan.check and (batch % plan.check == 0 or batch == plan.batches):
            score = _check(run, plan, learner.weights, batch, workers)
        steps.append(TdStep(batch, error, score))
        run.log(batch=batch, error=error, score=score)
        run.save(batch=np.array([batch]), late=late, **learner.state())
        yield steps[-1]
    _publish(run, plan, start, late / (plan.batches - plan.early), steps)


def start_vector(subject: Subject, start: str) -> Floats:
    """Return the weights that a plan begins with."""
    evaluation = subject.evaluation
    return evaluation.vector(evaluation.nothing() if start == ZERO else subject.read(start))


def _go_on(run: Run, learner: TemporalDifferences, late: Floats) -> list[TdStep]:
    """Restore the last checkpoint, with the sum of the late weights; return the steps up to it."""
    saved = run.saved("batch")
    done = 0 if saved is None else int(saved["batch"][0])
    lines = [line for line in run.logged("batch", "error", "score") if line["batch"] <= done]
    run.relog(lines)
    if saved is not None:
        if "late" not in saved:
            raise TriviumError(
                "This run was begun by an earlier version of Trivium; begin it anew in another "
                "folder (--to)."
            )
        learner.restore(saved)
        late[:] = saved["late"]
    return [TdStep(line["batch"], line["error"], line["score"]) for line in lines]


def _play_batch(plan: TdPlan, weights: Floats, batch: int, workers: Workers) -> list[Episode]:
    """Return the games of a batch in their order."""
    numbers = range((batch - 1) * plan.batch, min(batch * plan.batch, plan.games))
    playing = workers.run(play_episode, [(plan, weights, number) for number in numbers])
    found = {number: episode for (_, _, number), episode in playing}
    return [found[number] for number in numbers]


def play_episode(task: tuple[TdPlan, Floats, int]) -> Episode:
    """Play a game with weights against themselves."""
    plan, vector, number = task
    subject = find_subject(plan.subject)
    chance = seeded(plan.seed, number)
    position = start_position(subject.game, plan.size)
    weights = subject.evaluation.named(vector)
    evaluator = subject.new_evaluator(position, weights)
    searcher = Searcher(evaluator, _OPTIONS, megabytes=0.02)
    leaves = _Leaves(int(most_described(evaluator)))
    opening = int(below(chance, plan.opening + 1))
    while (result := subject.result(position)) is None:
        explores = int(below(chance, _FINENESS)) < plan.noise * _FINENESS
        if len(position.moves) < opening or explores:
            position.push(position.move(int(pick(position.kernel, chance))))
            continue
        report = searcher.search(position.kernel, position.colours, Limit(depth=plan.depth))
        leaves.add(position, evaluator, report.score.value, report.line)
        position.push(position.move(report.move))
    return leaves.episode((1 + int(np.sign(result))) / 2)


class _Leaves:
    """Collects the leaves of a game."""

    def __init__(self, width: int) -> None:
        self._columns: list[NDArray[np.int64]] = []
        self._numbers: list[Floats] = []
        self._decided: list[float] = []
        self._width = width

    def add(self, position: Position, evaluator: Any, value: int, line: tuple[int, ...]) -> None:
        """Add the leaf at the end of the best line of a search."""
        columns, numbers = np.zeros((2, self._width), np.int64)
        decided = np.nan
        root = position.copy()
        sign = 1 if root.mover == 0 else -1
        if abs(value) >= DECIDED:
            decided = float(sign * value > 0)
        else:
            for move in line:
                play(root.kernel, move)
            if over(root.kernel):
                decided = 0.5
            else:
                describe(evaluator, root.kernel, columns, numbers)
                numbers *= 1 if mover(root.kernel) == 0 else -1
        self._columns.append(columns)
        self._numbers.append(numbers.astype(np.float64))
        self._decided.append(decided)

    def episode(self, result: float) -> Episode:
        """Return the game."""
        shape = len(self._columns), self._width
        return Episode(
            np.array(self._columns, np.int64).reshape(shape),
            np.array(self._numbers, np.float64).reshape(shape),
            np.array(self._decided, np.float64),
            result,
        )


def _check(run: Run, plan: TdPlan, vector: Floats, batch: int, workers: Workers) -> float:
    """Return the share of the points of the weights against those that come along."""
    subject = find_subject(plan.subject)
    snapshot = run / f"weights-{batch:05d}.toml"
    origin = {"method": "TD-Leaf, on the way", "batch": batch, "seed": plan.seed}
    weights = subject.evaluation.named(subject.anchored(vector))
    write_weights(snapshot, subject.evaluation, weights, origin)
    return score_of(
        ComparePlan(
            plan.subject,
            str(snapshot),
            size=plan.size,
            games=plan.check_games,
            depth=plan.depth,
            sprt=None,
            openings="random",
            seed=plan.seed,
        ),
        workers,
    )


def _publish(run: Run, plan: TdPlan, start: Floats, vector: Floats, steps: list[TdStep]) -> None:
    subject = find_subject(plan.subject)
    evaluation = subject.evaluation
    weights = evaluation.named(subject.anchored(vector))
    origin = {
        "method": f"TD-Leaf({plan.trace:g}) by self-play, {how_many(plan.depth, 'move')} deep",
        "data": f"{how_many(plan.games, 'game')} "
        f"from {plan.start or 'the weights that came along'}",
        "seed": plan.seed,
        "date": date.today(),
    }
    write_weights(run / WEIGHTS, evaluation, weights, origin, 0 if subject.unit == 1 else 3)
    curves = {
        "Mean error of the expectation by batch": {
            "error": [(step.batch, step.error) for step in steps]
        },
        "Share of the points against the weights that come along": {
            "score": [(step.batch, step.score) for step in steps if step.score is not None]
        },
    }
    tables = weight_tables(evaluation, evaluation.named(start), weights)
    facts = {name: value for name, value in vars(plan).items() if value not in ("", None)}
    title = f"Weights of {subject.name} by TD-Leaf"
    write_whole(run / REPORT, run_page(title, facts, curves, tables))

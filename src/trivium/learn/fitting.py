"""``trivium learn fit``: weights from samples by gradient descent."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.agents.subject import Subject
from trivium.agents.weight_files import write_weights
from trivium.errors import TriviumError
from trivium.files import write_whole
from trivium.games.weights import Evaluation, Weights
from trivium.learn.choices import fit_choices
from trivium.learn.datasets import Dataset, Floats, describe_samples
from trivium.learn.descent import (
    LOSSES,
    Descent,
    Epoch,
    Keeper,
    State,
    calibrate,
    descend,
    loss_of,
    odds,
    split,
)
from trivium.learn.report import run_page, weight_tables
from trivium.learn.runs import REPORT, WEIGHTS, Run
from trivium.learn.samples import SampledGame, parts_of, read_provenance, read_samples
from trivium.learn.subjects import find_subject
from trivium.words import how_many

KIND = "fit"
_TINY = 1e-6
_ENOUGH = 500
"""Numbers of a scale with fewer samples are not trusted."""
_SLOPE_OVER = 4
"""A scale goes on by the slope over so many of its last steps."""
_BANDS = 6
"""Into so many bands of turns the error is divided."""


@dataclass(frozen=True)
class FitPlan:
    """What to fit, to which samples, and how."""

    subject: str
    samples: tuple[str, ...]
    """The folders of the samples."""
    loss: str = "margin"
    features: tuple[str, ...] = ()
    """The names of the features to learn; none for all that are not given."""
    same: bool = False
    """Whether all phases have the same weights."""
    result_share: float = 0.3
    """For the loss *result*: how much of the target is the game's result, not the search's view."""
    held_out: float = 0.2
    epochs: int = 200
    patience: int = 10
    rate: float = 0.02
    batch: int = 512
    ridge: float = 0.0
    seed: int = 1

    def __post_init__(self) -> None:
        if self.loss not in LOSSES:
            raise TriviumError(f"The loss is {' or '.join(LOSSES)}, not {self.loss}.")
        for name in ("held_out", "result_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise TriviumError(f"{name} is a share from 0 to 1, not {getattr(self, name)}.")

    def descent(self) -> Descent:
        """Return how to descend."""
        return Descent(
            loss=self.loss,
            epochs=self.epochs,
            patience=self.patience,
            rate=self.rate,
            batch=self.batch,
            ridge=self.ridge,
            seed=self.seed,
        )


class PartLoss(NamedTuple):
    """The loss of evaluations in a part of the game."""

    part: str
    samples: int
    guess: float
    """The loss of the best constant."""
    before: float
    after: float


@dataclass
class Fitted:
    """What came out."""

    weights: Weights
    curve: list[Epoch] = field(default_factory=list)
    errors: list[PartLoss] = field(default_factory=list)
    """The losses on what was held out, those over the whole game first."""
    samples: int = 0
    games: int = 0

    @property
    def explained(self) -> float:
        """The share of a constant guess's loss that is gone, on what was held out."""
        return 1 - self.errors[0].after / self.errors[0].guess


Listener = Callable[[str, int, float], None]
"""Hears what is fitted, of each pass, and of the loss on what was held out."""


def fit(run: Run, plan: FitPlan, listener: Listener = lambda what, number, loss: None) -> Fitted:
    """Fit weights and write them, the learning curve and a report to the folder of the run.

    After each pass there is a checkpoint. A run that was stopped goes on from it, as long as the
    samples are the same; the weights are those of a run that was not stopped.
    """
    subject = find_subject(plan.subject)
    evaluation = subject.evaluation
    free = free_columns(evaluation, plan)
    games = [game for folder in plan.samples for game in _samples_for(subject, Path(folder))]
    data = describe_samples(subject, games)
    if plan.same:
        data = tied(evaluation, data)
    training, held_out = split(data, plan.held_out, plan.seed)
    targets = targets_of(training, training, plan), targets_of(held_out, training, plan)
    start = evaluation.vector(evaluation.nothing())
    kept = _Checkpoint(run, data)
    fitted = Fitted({}, kept.curve(), samples=len(data), games=len(games))
    for epoch in fitted.curve:
        listener("weights", epoch.number, epoch.held_out)

    def hear(epoch: Epoch) -> None:
        fitted.curve.append(epoch)
        run.log(epoch=epoch.number, training=epoch.training, held_out=epoch.held_out)
        listener("weights", epoch.number, epoch.held_out)

    before = _those_before(subject, training, plan)
    how = plan.descent()
    vector = descend(
        training,
        held_out,
        targets,
        start=start,
        free=free,
        options=how,
        listener=hear,
        keeper=kept.keeper("weights"),
    )
    sums = held_out.sums(before), held_out.sums(vector)
    fitted.errors = errors_by_part(evaluation, held_out, targets[1], sums, plan.loss)
    vector = continued(evaluation, training, vector)
    if plan.same:
        vector = np.tile(vector[: len(vector) // len(evaluation.tables)], len(evaluation.tables))
    fitted.weights = evaluation.named(finished(subject, vector, plan))
    if any(not table.valued for table in evaluation.tables):
        fitted.weights |= fit_choices(
            games,
            how,
            plan.held_out,
            lambda number, loss: listener("order of moves", number, loss),
            kept.keeper("choices"),
        )
    _publish(run, plan, subject, fitted)
    return fitted


class _Checkpoint:
    """What a run has kept of its descents; worth nothing if the samples are others now."""

    def __init__(self, run: Run, data: Dataset) -> None:
        self._run = run
        digest = np.frombuffer(data.digest(), np.uint8)
        saved = run.saved() or {}
        known = np.array_equal(saved.get("samples", ()), digest)
        self._arrays = saved if known else {"samples": digest}

    def curve(self) -> list[Epoch]:
        """Return the passes up to the checkpoint, and forget those after it."""
        state = self.keeper("weights").load()
        done = 0 if state is None else int(state["passes"][0])
        lines = [
            line
            for line in self._run.logged("epoch", "training", "held_out")
            if line["epoch"] <= done
        ]
        self._run.relog(lines)
        return [Epoch(line["epoch"], line["training"], line["held_out"]) for line in lines]

    def keeper(self, what: str) -> Keeper:
        """Return the keeper of one of the descents."""
        return _Kept(self._run, self._arrays, f"{what}_")


class _Kept(Keeper):
    """Keeps the states of a descent among the arrays of a checkpoint, under names of its own."""

    def __init__(self, run: Run, arrays: dict[str, NDArray[Any]], prefix: str) -> None:
        self._run, self._arrays, self._prefix = run, arrays, prefix

    def load(self) -> State | None:
        """See `Keeper.load`."""
        own = {
            name.removeprefix(self._prefix): array
            for name, array in self._arrays.items()
            if name.startswith(self._prefix)
        }
        return own or None

    def save(self, state: State) -> None:
        """See `Keeper.save`."""
        self._arrays.update({self._prefix + name: array for name, array in state.items()})
        self._run.save(**self._arrays)


def free_columns(evaluation: Evaluation, plan: FitPlan) -> NDArray[np.bool_]:
    """Return which weights are to be learned."""
    names = {name for _, name in evaluation.columns}
    if unknown := [name for name in plan.features if name not in names]:
        listed = ", ".join(dict.fromkeys(name for _, name in evaluation.columns))
        raise TriviumError(f"There is no feature '{unknown[0]}'; there are {listed[:600]}.")
    wanted = set(plan.features) or names - set(evaluation.given)
    return np.array([name in wanted for _, name in evaluation.columns])


def tied(evaluation: Evaluation, data: Dataset) -> Dataset:
    """Return the samples with the columns of all phases taken for those of the first."""
    if not evaluation.phased:
        raise TriviumError(f"{evaluation.name} has no phases that could have the same weights.")
    count = len(evaluation.columns) // len(evaluation.tables)
    return replace(data, columns=data.columns % count)


def targets_of(data: Dataset, calibrated_by: Dataset, plan: FitPlan) -> Floats:
    """Return what the sums of samples should be, or for *result* the points to be expected."""
    if plan.loss == "margin":
        return data.values
    quiet = calibrated_by.decided == 0
    slope = calibrate(calibrated_by.values[quiet], calibrated_by.results[quiet])
    viewed = np.where(data.decided != 0, (data.decided + 1) / 2, odds(slope * data.values))
    mixed: Floats = plan.result_share * data.results + (1 - plan.result_share) * viewed
    return mixed


def _samples_for(subject: Subject, folder: Path) -> Iterator[SampledGame]:
    """Yield the games in a folder; raises `TriviumError` if they are of another game."""
    made_for = find_subject(str(read_provenance(parts_of(folder)[0]).get("subject")))
    if made_for.game != subject.game:
        raise TriviumError(
            f"The samples in {folder} are of {made_for.game}; {subject.name} wants some of "
            f"{subject.game}."
        )
    return read_samples(folder)


def _those_before(subject: Subject, training: Dataset, plan: FitPlan) -> Floats:
    """Return the weights that come along, for the loss *result* scaled as it suits them best."""
    vector = subject.evaluation.vector(subject.read())
    if plan.loss == "margin":
        return vector
    return vector * calibrate(training.sums(vector), training.results)


def continued(evaluation: Evaluation, training: Dataset, vector: Floats) -> Floats:
    """Return the weights with the ends of scales continued where there are too few samples.

    A scale is a table whose names are the numbers 0, 1, 2, …; beyond the last number with
    enough samples it goes on in a straight line, by the slope of those before.
    """
    vector = vector.copy()
    seen = np.bincount(training.columns.ravel(), training.numbers.ravel() != 0, len(vector))
    names = list(evaluation.columns)
    for table in evaluation.tables:
        if not table.valued or not all(name.isdigit() for name in table.entries):
            continue
        places = [names.index((table.name, name)) for name in table.entries]
        last = max((step for step, p in enumerate(places) if seen[p] >= _ENOUGH), default=0)
        first = max(last - _SLOPE_OVER, 0)
        slope = (vector[places[last]] - vector[places[first]]) / max(last - first, 1)
        for step in range(last + 1, len(places)):
            vector[places[step]] = vector[places[last]] + (step - last) * slope
    return vector


def finished(subject: Subject, vector: Floats, plan: FitPlan) -> Floats:
    """Return the weights in the units of the evaluation: a margin is, log-odds are scaled."""
    if plan.loss == "margin":
        return vector
    if subject.anchor is None:
        return vector * 1000 / subject.unit if subject.unit == 1 else vector
    return subject.anchored(vector)


def errors_by_part(
    evaluation: Evaluation,
    data: Dataset,
    targets: Floats,
    sums: tuple[Floats, Floats],
    loss: str,
) -> list[PartLoss]:
    """Return the losses over all of the game, by phase, and by bands of turns."""
    parts: dict[str, NDArray[np.bool_]] = {"all": np.ones(len(data), bool)}
    if evaluation.phased:
        for number, table in enumerate(evaluation.tables):
            parts[f"phase {table.name}"] = data.phases == number
    edges = np.unique(np.quantile(data.turns, np.linspace(0, 1, _BANDS + 1)).astype(int))
    for low, high in itertools.pairwise(edges):
        last = high if high == edges[-1] else high - 1
        parts[f"turns {low} to {last}"] = (data.turns >= low) & (data.turns <= last)
    rows = []
    for name, rows_of in parts.items():
        if not rows_of.any():
            continue
        wanted = targets[rows_of]
        constant = np.full(len(wanted), _best_constant(loss, wanted))
        guess, before, after = (
            loss_of(loss, found, wanted) for found in (constant, *(s[rows_of] for s in sums))
        )
        rows.append(PartLoss(name, int(rows_of.sum()), guess, before, after))
    return rows


def _best_constant(loss: str, targets: Floats) -> float:
    """Return the sum that has the least loss if it is the same for all samples."""
    mean = float(targets.mean())
    if loss == "margin":
        return mean
    mean = min(max(mean, _TINY), 1 - _TINY)
    return float(np.log(mean / (1 - mean)))


def _publish(run: Run, plan: FitPlan, subject: Subject, fitted: Fitted) -> None:
    provenance = read_provenance(parts_of(Path(plan.samples[-1]))[0])
    origin: dict[str, Any] = {
        "method": f"gradient descent on the {plan.loss}",
        "data": f"{how_many(fitted.samples, 'sample')} from {how_many(fitted.games, 'game')}",
        "samples": {
            name: value
            for name, value in provenance.items()
            if name not in ("part", "subject", "samples") and value not in ("", [])
        },
        "held_out_loss": round(fitted.errors[0].after, 5),
        "explained": round(fitted.explained, 4),
        "seed": plan.seed,
        "date": date.today(),
    }
    digits = 0 if subject.unit == 1 else 3
    write_weights(run / WEIGHTS, subject.evaluation, fitted.weights, origin, digits)
    facts = {name: value for name, value in vars(plan).items() if value not in ("", ())}
    curves = {
        "training": [(e.number, e.training) for e in fitted.curve],
        "held out": [(e.number, e.held_out) for e in fitted.curve],
    }
    heads = ("part of the game", "samples", "constant guess", "before", "after")
    body = run_page(
        f"Weights of {subject.name} from samples",
        facts | {"games": fitted.games, "explained": f"{fitted.explained:.1%}"},
        {f"Loss ({plan.loss}) by pass through the samples": curves},
        {"Loss on what was held out": (heads, fitted.errors)}
        | weight_tables(subject.evaluation, subject.read(), fitted.weights),
    )
    write_whole(run / REPORT, body)

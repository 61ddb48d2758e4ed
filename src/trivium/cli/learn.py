"""``trivium learn``: weights from samples, from self-play and from matches."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivium.cli.arena import ClusterOption, ConcurrencyOption, make_progress, make_workers
from trivium.cli.common import JsonOption, compile_notice
from trivium.cli.terminal import say
from trivium.errors import TriviumError
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.learn.comparing import ComparePlan
    from trivium.learn.fitting import FitPlan
    from trivium.learn.runs import Run
    from trivium.learn.sampling import SamplePlan
    from trivium.learn.self_play import TdPlan
    from trivium.learn.tuning import TunePlan

app = typer.Typer(
    help="Learn the weights of an evaluation, and compare them.", no_args_is_help=True
)

SubjectArgument = Annotated[
    str,
    typer.Argument(
        metavar="EVALUATION", help="hexifence, five-factors, cachex or watch-your-back."
    ),
]
FolderOption = Annotated[
    Path,
    typer.Option(
        metavar="FOLDER", help="The folder of the run; one that was stopped is gone on with."
    ),
]
SeedOption = Annotated[int, typer.Option(help="Seed of everything that is random.")]
SizeOption = Annotated[
    str | None, typer.Option(help="Board size, such as 3, or 3x4 for Dots-and-Boxes.")
]


@app.command()
def samples(
    subject: SubjectArgument,
    to: FolderOption,
    samples: Annotated[int, typer.Option(min=1, help="How many positions.")] = 100_000,
    size: Annotated[list[str] | None, typer.Option(help="A board size; may be repeated.")] = None,
    nodes: Annotated[int, typer.Option(min=1, help="Positions looked at for a move.")] = 400,
    opening: Annotated[int, typer.Option(min=0, max=100, help="Most random first moves.")] = 6,
    per_game: Annotated[int, typer.Option(min=1, help="Most samples from one game.")] = 40,
    noise: Annotated[float, typer.Option(min=0, max=1, help="Share of random moves.")] = 0.05,
    most_free: Annotated[
        int, typer.Option(min=1, help="Hexifence: sample from so many free edges on.")
    ] = 24,
    weights: Annotated[
        str,
        typer.Option(help="A file of weights to search with; those that come along without it."),
    ] = "",
    seed: SeedOption = 1,
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
) -> None:
    """Make positions with their values: exact ones in Hexifence, those of a search elsewhere."""
    from trivium.learn.sampling import SamplePlan

    plan = SamplePlan(
        subject=subject,
        samples=samples,
        sizes=tuple(size or ()),
        nodes=nodes,
        opening=opening,
        per_game=per_game,
        noise=noise,
        most_free=most_free,
        weights=weights,
        seed=seed,
    )
    _samples(plan, to, concurrency, cluster)


def _samples(plan: SamplePlan, to: Path, concurrency: int, cluster: str | None) -> None:
    with compile_notice():
        from trivium.learn.sampling import KIND, make_samples

        with make_workers(concurrency, cluster) as workers, _begun(to, KIND, plan) as run:
            steps = make_samples(run, plan, workers)
            _follow(steps, plan.samples, lambda there: (there, "samples"))
    say(f"{how_many(plan.samples, 'sample')} in {to}")


@app.command()
def fit(
    subject: SubjectArgument,
    samples: Annotated[list[Path], typer.Argument(help="The folders of the samples.")],
    to: FolderOption,
    loss: Annotated[
        str, typer.Option(help="What to predict: margin, or result for the odds of winning.")
    ] = "margin",
    feature: Annotated[
        list[str] | None, typer.Option(help="Only learn this feature; may be repeated.")
    ] = None,
    same: Annotated[bool, typer.Option(help="Learn the same weights for all phases.")] = False,
    result_share: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="How much the game's result counts against the search's opinion."
        ),
    ] = 0.3,
    held_out: Annotated[
        float, typer.Option(min=0.01, max=0.9, help="Share of the games held out to check with.")
    ] = 0.2,
    epochs: Annotated[int, typer.Option(min=1, help="Most passes through the samples.")] = 200,
    patience: Annotated[
        int, typer.Option(min=1, help="Passes without improvement before it stops.")
    ] = 10,
    rate: Annotated[float, typer.Option(min=1e-6, help="Length of a learning step.")] = 0.02,
    batch: Annotated[int, typer.Option(min=1, help="Samples for one step.")] = 512,
    ridge: Annotated[float, typer.Option(min=0, help="Penalty on large weights; 0 is none.")] = 0.0,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Fit weights to samples by gradient descent."""
    from trivium.learn.fitting import FitPlan

    plan = FitPlan(
        subject=subject,
        samples=tuple(map(str, samples)),
        loss=loss,
        features=tuple(feature or ()),
        same=same,
        result_share=result_share,
        held_out=held_out,
        epochs=epochs,
        patience=patience,
        rate=rate,
        batch=batch,
        ridge=ridge,
        seed=seed,
    )
    _fit(plan, to, as_json)


def _fit(plan: FitPlan, to: Path, as_json: bool = False) -> None:
    with compile_notice():
        from trivium.learn.fitting import KIND, fit
        from trivium.learn.report import sparkline

        curves: dict[str, list[float]] = {}
        with _begun(to, KIND, plan) as run, make_progress() as progress:
            task = progress.add_task("reading samples", total=plan.epochs)

            def show(what: str, number: int, loss: float) -> None:
                curve = curves.setdefault(what, [])
                curve.append(loss)
                text = f"{what}: held out {loss:.4f}  {sparkline(curve)}"
                progress.update(task, completed=number, description=text)

            fitted = fit(run, plan, show)
    if as_json:
        say(json.dumps({"weights": fitted.weights, "errors": fitted.errors}))
        return
    say(
        f"{how_many(fitted.samples, 'sample')} from {how_many(fitted.games, 'game')}, "
        f"{how_many(len(fitted.curve), 'pass', 'passes')}"
    )
    say(
        f"{'loss on what was held out':28}{'samples':>9}{'constant':>10}{'before':>10}{'after':>10}"
    )
    for name, count, constant, before, after in fitted.errors:
        say(f"{name:28}{count:9}{constant:10.4f}{before:10.4f}{after:10.4f}")
    _tell_files(to)


@app.command()
def td(
    subject: SubjectArgument,
    to: FolderOption,
    start: Annotated[
        str, typer.Option(help="Weights to begin with: zero, a file, or '' for those it has.")
    ] = "zero",
    games: Annotated[int, typer.Option(min=1, help="Games to play.")] = 2000,
    batch: Annotated[int, typer.Option(min=1, help="Games between two steps.")] = 16,
    depth: Annotated[int, typer.Option(min=1, max=20, help="Moves looked ahead.")] = 2,
    trace: Annotated[
        float,
        typer.Option(
            "--lambda",
            min=0,
            max=1,
            help="How far back a surprise is felt: 0 a move, 1 the whole game.",
        ),
    ] = 0.8,
    rate: Annotated[float, typer.Option(min=1e-6, help="Length of a learning step.")] = 0.05,
    opening: Annotated[int, typer.Option(min=0, max=100, help="Most random first moves.")] = 6,
    noise: Annotated[float, typer.Option(min=0, max=1, help="Share of random moves.")] = 0.1,
    size: SizeOption = None,
    check: Annotated[int, typer.Option(min=0, help="Batches between two checks.")] = 25,
    check_games: Annotated[int, typer.Option(min=2, help="Games of a check.")] = 20,
    seed: SeedOption = 1,
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
) -> None:
    """Learn by self-play with TD-Leaf(λ)."""
    from trivium.learn.self_play import TdPlan

    plan = TdPlan(
        subject=subject,
        start=start,
        games=games,
        batch=batch,
        depth=depth,
        trace=trace,
        rate=rate,
        opening=opening,
        noise=noise,
        size=size,
        check=check,
        check_games=check_games,
        seed=seed,
    )
    _td(plan, to, concurrency, cluster)


def _td(plan: TdPlan, to: Path, concurrency: int, cluster: str | None) -> None:
    with compile_notice():
        from trivium.learn.report import sparkline
        from trivium.learn.self_play import KIND, learn_by_playing

        errors: list[float] = []
        scores: list[float] = []

        def show(step: Any) -> tuple[int, str]:
            errors.append(step.error)
            if step.score is not None:
                scores.append(step.score)
            shown = f"  score {scores[-1]:.0%} {sparkline(scores, 12)}" if scores else ""
            return step.batch, f"error {step.error:.4f} {sparkline(errors, 24)}{shown}"

        with make_workers(concurrency, cluster) as workers, _begun(to, KIND, plan) as run:
            _follow(learn_by_playing(run, plan, workers), plan.batches, show)
    if scores:
        say(f"{scores[-1]:.1%} of the points against the weights that come along")
    _tell_files(to)


@app.command()
def tune(
    subject: SubjectArgument,
    to: FolderOption,
    start: Annotated[
        str, typer.Option(help="Weights to begin with: zero, a file, or '' for those it has.")
    ] = "",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to play.")] = 200,
    games: Annotated[int, typer.Option(min=2, help="Games in a round.")] = 8,
    spread: Annotated[
        float, typer.Option(min=1e-6, help="How far apart the weights of the two sides are.")
    ] = 0.2,
    rate: Annotated[
        float, typer.Option(min=1e-6, help="How far one round may change a weight.")
    ] = 0.2,
    floor: Annotated[float, typer.Option(min=1e-6, help="The least size of a weight.")] = 0.05,
    nodes: Annotated[int, typer.Option(min=1, help="Positions looked at for a move.")] = 500,
    size: SizeOption = None,
    seed: SeedOption = 1,
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
) -> None:
    """Tune weights by matches between them (SPSA)."""
    from trivium.learn.tuning import TunePlan

    plan = TunePlan(
        subject=subject,
        start=start,
        rounds=rounds,
        games=games,
        spread=spread,
        rate=rate,
        floor=floor,
        nodes=nodes,
        size=size,
        seed=seed,
    )
    _tune(plan, to, concurrency, cluster)


def _tune(plan: TunePlan, to: Path, concurrency: int, cluster: str | None) -> None:
    with compile_notice():
        from trivium.learn.report import sparkline
        from trivium.learn.tuning import KIND, tune

        way: list[float] = []

        def show(found: Any) -> tuple[int, str]:
            way.append(found.change)
            return found.number, f"moved by {found.change:.2f} {sparkline(way)}"

        with make_workers(concurrency, cluster) as workers, _begun(to, KIND, plan) as run:
            _follow(tune(run, plan, workers), plan.rounds, show)
    _tell_files(to)


@app.command()
def compare(
    a: Annotated[str, typer.Argument(help="A file of weights.")],
    b: Annotated[str, typer.Argument(help="Another one; those that come along if left out.")] = "",
    evaluation: Annotated[
        str | None, typer.Option(help="What they are weights of, where file A does not say.")
    ] = None,
    agent: Annotated[
        str, typer.Option(help="The agent that plays with them; by default the one they are for.")
    ] = "",
    size: SizeOption = None,
    games: Annotated[int, typer.Option(min=2, help="Most games to play, in pairs.")] = 400,
    time: Annotated[float | None, typer.Option(min=0.001, help="Seconds for a move.")] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Positions looked at for a move.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="Moves looked ahead.")] = None,
    sprt: Annotated[
        str,
        typer.Option(
            help="Stop once it is clear which of two normalised Elo differences is right; '' for "
            "never."
        ),
    ] = "0,30",
    openings: Annotated[str, typer.Option(help="balanced, random or none.")] = "balanced",
    opening: Annotated[int, typer.Option(min=0, max=100, help="Random first moves.")] = 4,
    note: Annotated[bool, typer.Option(help="Write the result into the file A.")] = False,
    to: Annotated[Path | None, typer.Option(help="A folder for the result and a report.")] = None,
    seed: SeedOption = 1,
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a match between two files of weights until it is clear which is better."""
    from trivium.agents.weight_files import read_evaluation
    from trivium.learn.comparing import ComparePlan

    subject = evaluation or read_evaluation(a)
    if subject is None:
        raise TriviumError(f"{a} does not say what its weights are for; use --evaluation.")
    plan = ComparePlan(
        subject=subject,
        a=a,
        b=b,
        agent=agent,
        size=size,
        games=games,
        time=time,
        nodes=nodes,
        depth=depth,
        sprt=sprt or None,
        openings=openings,
        opening=opening,
        seed=seed,
    )
    _compare(plan, to, concurrency, cluster, note=note, as_json=as_json)


def _compare(
    plan: ComparePlan,
    to: Path | None,
    concurrency: int,
    cluster: str | None,
    *,
    note: bool = False,
    as_json: bool = False,
) -> None:
    with compile_notice():
        from trivium.cli.match import conclude, standing_line
        from trivium.learn.comparing import KIND, compare, note_match
        from trivium.learn.subjects import find_subject

        results: list[Any] = []
        opened = contextlib.nullcontext() if to is None else _begun(to, KIND, plan)

        def show(result: Any) -> tuple[int, str]:
            results[:] = [result]
            return 2 * len(result.pairs), standing_line(result)

        try:
            with make_workers(concurrency, cluster) as workers, opened as run:
                _follow(compare(run, plan, workers), plan.games, show)
        finally:
            if results:
                conclude(results[0], as_json)
        if note:
            note_match(find_subject(plan.subject), Path(plan.a), results[0])


@app.command()
def again(
    configuration: Annotated[Path, typer.Argument(help="The run.toml of a run, or its folder.")],
    to: FolderOption,
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
) -> None:
    """Repeat a run from its saved configuration."""
    from trivium.learn import comparing, fitting, sampling, self_play, tuning
    from trivium.learn.runs import make_plan, read_plan

    kind, content = read_plan(configuration)
    kinds: dict[str, tuple[type[Any], Callable[[Any], None]]] = {
        sampling.KIND: (
            sampling.SamplePlan,
            lambda plan: _samples(plan, to, concurrency, cluster),
        ),
        fitting.KIND: (fitting.FitPlan, lambda plan: _fit(plan, to)),
        self_play.KIND: (self_play.TdPlan, lambda plan: _td(plan, to, concurrency, cluster)),
        tuning.KIND: (tuning.TunePlan, lambda plan: _tune(plan, to, concurrency, cluster)),
        comparing.KIND: (
            comparing.ComparePlan,
            lambda plan: _compare(plan, to, concurrency, cluster),
        ),
    }
    if kind not in kinds:
        raise TriviumError(f"There is no kind of run '{kind}'; there are {', '.join(kinds)}.")
    plan_type, start = kinds[kind]
    start(make_plan(configuration, content, plan_type))


def _begun(folder: Path, kind: str, plan: Any) -> contextlib.AbstractContextManager[Run]:
    from trivium.learn.runs import Run

    assert dataclasses.is_dataclass(plan)
    return Run.begun(folder, kind, plan)


def _follow(steps: Iterator[Any], total: int, show: Callable[[Any], tuple[int, str]]) -> None:
    """Follow a run to its end, or to Ctrl-C, on a line that shows how far it is."""
    from trivium.arena.interrupts import held_back

    with held_back(), make_progress() as progress:
        task = progress.add_task("", total=total)
        for step in steps:
            done, text = show(step)
            progress.update(task, completed=done, description=text)


def _tell_files(folder: Path) -> None:
    from trivium.learn.runs import REPORT, WEIGHTS

    say(f"weights in {folder / WEIGHTS}, report in {folder / REPORT}")

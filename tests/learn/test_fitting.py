"""A fit that is stopped goes on where it was, and ends with the same weights."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.learn.killing import kill_after_a_checkpoint
from trivium.arena.bulk import Here
from trivium.errors import TriviumError
from trivium.learn import fitting, sampling
from trivium.learn.fitting import FitPlan, Fitted
from trivium.learn.runs import Run
from trivium.learn.sampling import SamplePlan, make_samples

SAMPLES = {
    "hexifence": SamplePlan("hexifence", samples=300, sizes=("2",), noise=0.5),
    "cachex": SamplePlan("cachex", samples=400, sizes=("4", "5"), nodes=20, opening=4),
}


def sampled(folder: Path, plan: SamplePlan) -> str:
    for _ in make_samples(Run(folder, sampling.KIND, plan), plan, Here()):
        pass
    return str(folder)


def fit(folder: Path, plan: FitPlan, stop: tuple[str, int] | None = None) -> Fitted:
    """Fit in a folder; end by Ctrl-C when a pass has been made, if that is wanted."""

    def hear(what: str, number: int, loss: float) -> None:
        if (what, number) == stop:
            raise KeyboardInterrupt

    return fitting.fit(Run(folder, fitting.KIND, plan), plan, hear)


@pytest.mark.parametrize("subject", SAMPLES)
def test_a_fit_gives_the_same_weights_however_often_it_was_stopped(
    tmp_path: Path, subject: str
) -> None:
    folder = sampled(tmp_path / "samples", SAMPLES[subject])
    plan = FitPlan(subject, (folder,), epochs=8, patience=3, batch=64)
    straight = fit(tmp_path / "straight", plan)
    stops = [("weights", 1), ("weights", 2), ("weights", 5)]
    stops += [("order of moves", 2)] if subject == "cachex" else []
    for stop in stops:
        with pytest.raises(KeyboardInterrupt):
            fit(tmp_path / "stopped", plan, stop)
    stopped = fit(tmp_path / "stopped", plan)
    assert stopped.weights == straight.weights
    assert stopped.curve == straight.curve
    assert stopped.errors == straight.errors
    logs = [(tmp_path / name / "log.jsonl").read_text() for name in ("straight", "stopped")]
    assert logs[0] == logs[1]


def test_samples_of_another_game_are_refused(tmp_path: Path) -> None:
    folder = sampled(tmp_path / "samples", SAMPLES["hexifence"])
    with pytest.raises(TriviumError, match="are of hexifence; five-factors wants some of cachex"):
        fit(tmp_path / "fit", FitPlan("five-factors", (folder,)))


def test_no_pass_is_made_twice(tmp_path: Path) -> None:
    folder = sampled(tmp_path / "samples", SAMPLES["hexifence"])
    plan = FitPlan("hexifence", (folder,), epochs=4, patience=4, batch=64)
    fit(tmp_path / "fit", plan)
    checkpoint = tmp_path / "fit" / "checkpoint.npz"
    made = checkpoint.stat().st_mtime_ns
    heard: list[int] = []
    run = Run(tmp_path / "fit", fitting.KIND, plan)
    fitting.fit(run, plan, lambda what, number, loss: heard.append(number))
    assert heard == [1, 2, 3, 4]
    assert checkpoint.stat().st_mtime_ns == made


def test_other_samples_in_the_same_folder_are_fitted_from_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "samples"
    plan = FitPlan("hexifence", (str(folder),), epochs=3, batch=64)
    sampled(folder, SAMPLES["hexifence"])
    fit(tmp_path / "fit", plan)
    for path in folder.iterdir():
        path.unlink()
    sampled(folder, replace(SAMPLES["hexifence"], seed=2))
    again = fit(tmp_path / "fit", plan)
    afresh = fit(tmp_path / "afresh", plan)
    assert again.weights == afresh.weights
    assert again.curve == afresh.curve


def test_a_fit_goes_on_after_a_kill(tmp_path: Path) -> None:
    folder = sampled(tmp_path / "samples", SAMPLES["hexifence"])
    plan = FitPlan("hexifence", (folder,), epochs=400, patience=400, batch=8)
    command = [sys.executable, "-m", "trivium", "learn", "fit", "hexifence", folder]
    command += ["--epochs", "400", "--patience", "400", "--batch", "8"]
    command += ["--to", str(tmp_path / "killed")]
    kill_after_a_checkpoint(command, tmp_path / "killed")
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    fit(tmp_path / "straight", plan)
    texts = [(tmp_path / name / "weights.toml").read_text() for name in ("killed", "straight")]
    assert texts[0] == texts[1]

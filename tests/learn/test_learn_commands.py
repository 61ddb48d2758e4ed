"""The commands of ``trivium learn``: what a person sees, and what is left in the folder."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from trivium.cli.main import WRONG_USE, run

Captured = pytest.CaptureFixture[str]


def learn(*arguments: object) -> int:
    return run(["learn", *map(str, arguments)])


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    folder = tmp_path / "samples"
    options = ("--samples", 600, "--size", 2, "--noise", 0.5)
    assert learn("samples", "hexifence", "--to", folder, *options) == 0
    return folder


def test_samples_are_made_fitted_and_compared(
    samples: Path, tmp_path: Path, capsys: Captured
) -> None:
    assert learn("fit", "hexifence", samples, "--to", tmp_path / "fit", "--epochs", 20) == 0
    told = capsys.readouterr().out
    assert "600 samples from" in told
    assert "phase chains" in told
    weights = tmp_path / "fit" / "weights.toml"
    options = ("--size", 2, "--games", 4, "--nodes", 20, "--sprt", "", "--json", "--note")
    assert learn("compare", weights, *options) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["a"] == f"learned:weights={weights}"
    assert result["b"] == "learned"
    assert result["games"] == 4
    assert "[origin]" in weights.read_text()
    assert 'against = "learned"' in weights.read_text()


def test_a_run_is_repeated_from_its_configuration(samples: Path, tmp_path: Path) -> None:
    assert learn("again", samples / "run.toml", "--to", tmp_path / "again") == 0
    parts = [folder / "part-00000.parquet" for folder in (samples, tmp_path / "again")]
    assert parts[0].read_bytes() == parts[1].read_bytes()
    assert learn("fit", "hexifence", samples, "--to", tmp_path / "one", "--epochs", 5) == 0
    assert learn("again", tmp_path / "one", "--to", tmp_path / "two") == 0
    texts = [(tmp_path / name / "weights.toml").read_text() for name in ("one", "two")]
    assert texts[0] == texts[1]


def test_self_play_and_tuning_leave_weights_and_a_report(tmp_path: Path) -> None:
    td = ("--games", 2, "--batch", 1, "--depth", 1, "--size", 2, "--check-games", 2)
    assert learn("td", "hexifence", "--to", tmp_path / "td", *td) == 0
    tune = ("--rounds", 1, "--games", 2, "--nodes", 10, "--size", 2)
    assert learn("tune", "hexifence", "--to", tmp_path / "tune", *tune) == 0
    for name in ("td", "tune"):
        assert "[safe]" in (tmp_path / name / "weights.toml").read_text()
        assert "<svg" in (tmp_path / name / "report.html").read_text()
        assert learn("again", tmp_path / name, "--to", tmp_path / f"{name}2") == 0
        texts = [(tmp_path / run / "weights.toml").read_text() for run in (name, f"{name}2")]
        assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("samples", "chess"), "no evaluation 'chess'; there are hexifence"),
        (("fit", "hexifence", "nowhere"), "no samples in nowhere"),
        (("fit", "hexifence", "nowhere", "--loss", "sum"), "margin or result, not sum"),
        (("td", "hexifence", "--start", "nowhere.toml"), "cannot be read"),
        (("tune", "cachexx"), "did you mean cachex?"),
        (("again", "nowhere.toml"), "cannot be read"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    arguments: tuple[str, ...], problem: str, tmp_path: Path, capsys: Captured
) -> None:
    assert learn(*arguments, "--to", tmp_path / "run") == WRONG_USE
    assert problem in capsys.readouterr().err


def test_weights_that_do_not_say_what_they_are_for_need_an_option(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("[weights]\n")
    assert learn("compare", path) == WRONG_USE
    assert "use --evaluation" in capsys.readouterr().err
    assert learn("compare", path, "--evaluation", "hexifence") == WRONG_USE
    assert "lacks margin" in capsys.readouterr().err


@pytest.mark.parametrize("reason", ["no PyArrow", "no such subject", "no such weights"])
def test_a_run_that_cannot_begin_leaves_no_folder_behind(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    folder = tmp_path / "samples"
    subject = "hexifence" if reason != "no such subject" else "nothing"
    weights = ("--weights", tmp_path / "none.toml") if reason == "no such weights" else ()
    if reason == "no PyArrow":
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert learn("samples", subject, "--to", folder, "--samples", 1, *weights) == WRONG_USE
    assert capsys.readouterr().err.count("\n") == 1
    assert not folder.exists()


def test_a_fit_without_samples_leaves_no_folder_but_spares_one_that_was_there(
    tmp_path: Path, capsys: Captured
) -> None:
    assert learn("fit", "hexifence", tmp_path / "none", "--to", tmp_path / "fit") == WRONG_USE
    assert not (tmp_path / "fit").exists()
    (tmp_path / "mine").mkdir()
    assert learn("fit", "hexifence", tmp_path / "none", "--to", tmp_path / "mine") == WRONG_USE
    assert (tmp_path / "mine").exists()

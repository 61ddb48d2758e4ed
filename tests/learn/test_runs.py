"""The folder of a run: made once, gone on with, never mixed up."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.errors import TriviumError
from trivium.learn.runs import Run, make_plan, read_plan


@dataclass(frozen=True)
class Plan:
    name: str
    sizes: tuple[str, ...] = ()
    share: float = 0.5
    size: str | None = None


def test_a_plan_is_read_back_from_its_configuration(tmp_path: Path) -> None:
    plan = Plan('a "name"', ("2", "3"), 0.25)
    Run(tmp_path / "run", "fit", plan)
    kind, content = read_plan(tmp_path / "run")
    assert kind == "fit"
    assert make_plan(tmp_path, content, Plan) == plan


def test_a_folder_is_only_gone_on_with_by_the_same_run(tmp_path: Path) -> None:
    Run(tmp_path, "fit", Plan("one"))
    Run(tmp_path, "fit", Plan("one"))
    for kind, plan in (("fit", Plan("two")), ("td", Plan("one"))):
        with pytest.raises(TriviumError, match="holds another run"):
            Run(tmp_path, kind, plan)


@given(
    st.builds(
        Plan,
        st.text(),
        st.lists(st.text()).map(tuple),
        st.floats(allow_nan=False) | st.integers(-(2**70), 2**70),
        st.none() | st.text(),
    ),
    st.text(),
)
def test_any_plan_is_read_back_from_its_configuration(plan: Plan, kind: str) -> None:
    with TemporaryDirectory() as folder:
        Run(Path(folder), kind, plan)
        read, content = read_plan(Path(folder))
        assert (read, make_plan(Path(folder), content, Plan)) == (kind, plan)
        Run(Path(folder), kind, plan)


@given(st.text() | st.sampled_from([r"\ud83d\ude00", r"\\ud83d\ude00", "\\😀", "\x7f"]))
def test_a_run_begun_by_an_earlier_version_is_gone_on_with(name: str) -> None:
    old = f'kind = "fit"\nshare = 0.5\nsizes = []\nname = {json.dumps(name)}\n'
    with TemporaryDirectory() as folder:
        configuration = Path(folder) / "run.toml"
        configuration.write_text(old)
        assert read_plan(configuration)[1]["name"] == name
        Run(Path(folder), "fit", Plan(name))
        assert tomllib.loads(configuration.read_text(encoding="utf-8"))["name"] == name
        with pytest.raises(TriviumError, match="holds another run"):
            Run(Path(folder), "fit", Plan(name + "!"))


def test_a_folder_whose_name_is_no_text_is_refused_before_it_is_made(tmp_path: Path) -> None:
    with pytest.raises(TriviumError, match=r"samples\\udcff' cannot be written down: .* Rename"):
        Run(tmp_path / "run", "fit", Plan(os.fsdecode(b"samples\xff")))
    assert not (tmp_path / "run").exists()


def test_the_log_survives_a_line_that_was_cut_off(tmp_path: Path) -> None:
    run = Run(tmp_path, "fit", Plan("one"))
    run.log(batch=1)
    run.log(batch=2)
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"batch": 3, "er')
    assert [line["batch"] for line in run.logged("batch")] == [1, 2]


def test_a_checkpoint_replaces_the_one_before(tmp_path: Path) -> None:
    run = Run(tmp_path, "fit", Plan("one"))
    assert run.saved() is None
    for number in (1, 2):
        run.save(weights=np.full(3, float(number)))
    saved = run.saved()
    assert saved is not None
    assert saved["weights"].tolist() == [2.0, 2.0, 2.0]


def test_what_is_wrong_with_a_configuration_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    for text, problem in (
        ("kind = ", "is not TOML"),
        ("name = 'x'", "does not say what kind"),
    ):
        path.write_text(text)
        with pytest.raises(TriviumError, match=problem):
            read_plan(path)
    with pytest.raises(TriviumError, match="no option 'colour'"):
        make_plan(path, {"name": "x", "colour": 3}, Plan)
    with pytest.raises(TriviumError, match="cannot be read"):
        read_plan(tmp_path / "none.toml")


def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TriviumError, match="cannot be used for a run"):
        Run(tmp_path / "file", "fit", Plan("one"))


@pytest.mark.parametrize(
    "line", ['{"batch": "two"}', "[1, 2]", "null", '{"error": 1}', "\x00", "[" * 100_000]
)
def test_a_damaged_line_of_the_log_is_left_out(line: str, tmp_path: Path) -> None:
    run = Run(tmp_path, "fit", Plan("one"))
    run.log(batch=1, error=0.5)
    with (tmp_path / "log.jsonl").open("ab") as file:
        file.write(line.encode() + b"\n\xff\xfe\n")
    run.log(batch=3, error=0.5)
    assert [found["batch"] for found in run.logged("batch", "error")] == [1, 3]


def damage(path: Path, how: str) -> None:
    """Make a checkpoint unreadable in one of the ways of disks and people."""
    content = path.read_bytes()
    if how == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif how == "flipped":
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :])
    elif how == "foreign":
        np.savez(path, something=np.zeros(2))
    else:
        path.write_bytes({"empty": b"", "text": b"not a checkpoint"}[how])


DAMAGES = ("cut", "flipped", "empty", "text", "foreign")


@pytest.mark.parametrize("how", DAMAGES)
def test_a_run_goes_on_from_the_checkpoint_before_a_damaged_one(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, "fit", Plan("one"))
    for number in (1, 2):
        run.save(weights=np.full(3, float(number)))
    damage(tmp_path / "checkpoint.npz", how)
    saved = run.saved("weights")
    assert saved is not None and saved["weights"].tolist() == [1.0, 1.0, 1.0]
    said = capsys.readouterr().err
    assert "checkpoint.npz is damaged" in said and "Going on from" in said


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_checkpoint_without_another_is_told_in_a_sentence(
    how: str, tmp_path: Path
) -> None:
    run = Run(tmp_path, "fit", Plan("one"))
    run.save(weights=np.zeros(3))
    damage(tmp_path / "checkpoint.npz", how)
    with pytest.raises(TriviumError, match=r"checkpoint.npz is damaged.* Remove it to begin"):
        run.saved("weights")

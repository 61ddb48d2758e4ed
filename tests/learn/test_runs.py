"""The folder of a run: made once, gone on with, never mixed up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

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


def test_the_log_survives_a_line_that_was_cut_off(tmp_path: Path) -> None:
    run = Run(tmp_path, "fit", Plan("one"))
    run.log(batch=1)
    run.log(batch=2)
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"batch": 3, "er')
    assert [line["batch"] for line in run.logged()] == [1, 2]


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

"""Samples on a Ray cluster: the same as here."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivium.arena.bulk import Here
from trivium.arena.cluster import RayWorkers
from trivium.learn.runs import Run
from trivium.learn.samples import read_samples
from trivium.learn.sampling import KIND, SamplePlan, make_samples

pytest.importorskip("ray", reason="Ray has no wheels for this version of Python")


def test_a_cluster_makes_the_same_samples(tmp_path: Path) -> None:
    plan = SamplePlan("hexifence", samples=1200, sizes=("2",), noise=0.5)
    games = []
    for name, workers in (("here", Here()), ("ray", RayWorkers(slots=2))):
        with workers:
            assert list(make_samples(Run(tmp_path / name, KIND, plan), plan, workers))[-1] == 1200
        games.append(list(read_samples(tmp_path / name)))
    assert games[0] == games[1]

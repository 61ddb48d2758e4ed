"""Files of weights: what is written is read back, and what is wrong is explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivium.agents.catalogue import agents_of, make_agent, parameters_of
from trivium.agents.weight_files import (
    read_origin,
    read_shipped,
    read_weights,
    shipped,
    write_weights,
)
from trivium.errors import TriviumError
from trivium.games.cachex.evaluation import EVALUATION as FIVE_FACTORS
from trivium.games.cachex.shape_evaluation import EVALUATION as SHAPES
from trivium.games.hexifence.evaluation import EVALUATION as FENCES
from trivium.games.watch_your_back.evaluation import EVALUATION as PIECES
from trivium.games.weights import Evaluation
from trivium.learn.subjects import SUBJECTS

SHIPPED = {subject.file: subject.evaluation for subject in SUBJECTS.values()}


@pytest.mark.parametrize("name", SHIPPED)
def test_what_comes_along_is_valid_and_tells_its_origin(name: str) -> None:
    weights = read_weights(shipped(name), SHIPPED[name])
    assert list(weights) == [table.name for table in SHIPPED[name].tables]
    assert read_origin(shipped(name))


@pytest.mark.parametrize("name", SHIPPED)
def test_weights_are_read_back_as_they_were_written(name: str, tmp_path: Path) -> None:
    evaluation, path = SHIPPED[name], tmp_path / "weights.toml"
    weights = read_shipped(name, evaluation)
    origin = {"method": 'by "hand"', "seed": 7, "match": {"elo": 12.5, "games": 40}}
    write_weights(path, evaluation, weights, origin)
    assert read_weights(path, evaluation) == weights
    assert read_origin(path) == origin


@pytest.mark.parametrize("name", SHIPPED)
def test_a_vector_of_weights_has_the_same_weights(name: str) -> None:
    evaluation, weights = SHIPPED[name], read_shipped(name, SHIPPED[name])
    named = evaluation.named(evaluation.vector(weights))
    for table, row in named.items():
        assert {entry: weight for entry, weight in weights[table].items() if weight} == {
            entry: weight for entry, weight in row.items() if weight
        }


def test_every_agent_that_evaluates_takes_a_file(tmp_path: Path) -> None:
    own = {
        ("hexifence", "learned"): "hexifence-learned",
        ("cachex", "five-factors"): "cachex-five-factors",
        ("cachex", "champion"): "cachex-champion",
        ("watch-your-back", "champion"): "watch-your-back",
        ("watch-your-back", "booked"): "watch-your-back",
        ("watch-your-back", "negamax"): "watch-your-back",
    }
    for (game, agent), file in own.items():
        path = tmp_path / f"{file}.toml"
        path.write_text(shipped(file).read_text())
        make_agent(f"{agent}:weights={path}", game)
        path.write_text("[nonsense]\nx = 1\n")
        with pytest.raises(TriviumError, match="nonsense"):
            make_agent(f"{agent}:weights={path}", game)
    for game, agent in own:
        assert "weights" in {field.name for field in parameters_of(agents_of(game)[agent])}


FIVE = "shortest_win = 1000\nlongest_group = 0\ncapturable = 0\nstones = 0\n"


@pytest.mark.parametrize(
    ("evaluation", "content", "problem"),
    [
        (PIECES, "evaluation = 'five-factors'", "are for five-factors, not for watch-your-back"),
        (PIECES, "[walking]\npieces = 1", "there is no phase 'walking'; there are placing, moving"),
        (PIECES, "[placing]\npieces = 1", "\\[placing\\] lacks majority"),
        (FENCES, "[weights]\nmargin = 1", "\\[safe\\] lacks capturable"),
        (FENCES, "[weights]\nmargins = 1", "no feature 'margins' in \\[safe\\]; there are margin"),
        (FIVE_FACTORS, "", "the table \\[weights\\] is missing"),
        (FIVE_FACTORS, "weights = 3", "the table \\[weights\\] is missing"),
        (FIVE_FACTORS, f"[weights]\n{FIVE}hot_spots = inf", "a number from -100000 .* not inf"),
        (FIVE_FACTORS, f"[weights]\n{FIVE}hot_spots = 'a'", "must be a number .* not 'a'"),
        (FIVE_FACTORS, f"[weights]\n{FIVE}hot_spots =", "are not TOML"),
        (SHAPES, "[shapes]\n'x.....' = 1", "the table \\[own_way\\] is missing"),
        (PIECES, "<weights><placing>", "are not XML"),
        (PIECES, "<weights><placing><pieces>x</pieces></placing></weights>", "not 'x'"),
    ],
)
def test_what_is_wrong_is_explained(
    evaluation: Evaluation, content: str, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(content)
    with pytest.raises(TriviumError, match=problem):
        read_weights(path, evaluation)


def test_a_shape_that_does_not_exist_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(shipped("cachex-champion").read_text().replace('"x......" =', '"x......." ='))
    with pytest.raises(TriviumError, match=r"did you mean x\.\.\.\.\.\.\?"):
        read_weights(path, SHAPES)


def test_one_table_stands_for_all_phases(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    lines = [f"{name} = {number}" for number, name in enumerate(PIECES.tables[0].entries)]
    path.write_text("\n".join(["[weights]", *lines]))
    weights = read_weights(path, PIECES)
    assert weights["placing"] == weights["moving"]
    assert weights["moving"]["majority"] == 1.0


def test_weights_are_read_from_xml_too(tmp_path: Path) -> None:
    path = tmp_path / "weights.xml"
    tables = "".join(
        f"<{phase}>"
        + "".join(f"<{name}>{weight}</{name}>" for name, weight in row.items())
        + f"</{phase}>"
        for phase, row in read_shipped("watch-your-back", PIECES).items()
    )
    path.write_text(f'<?xml version="1.0"?>\n<weights><origin>by hand</origin>{tables}</weights>')
    assert read_weights(path, PIECES) == read_shipped("watch-your-back", PIECES)
    assert read_origin(path) == {"note": "by hand"}


def test_an_xml_file_without_tables_is_one_table(tmp_path: Path) -> None:
    path = tmp_path / "weights.xml"
    entries = "".join(f"<{name}>2.5</{name}>" for name in FIVE_FACTORS.tables[0].entries)
    path.write_text(f"<weights>{entries}</weights>")
    assert set(read_weights(path, FIVE_FACTORS)["weights"].values()) == {2.5}

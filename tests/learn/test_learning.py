"""Learning from real games: reproducible, resumable, the same for any number of workers."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.learn.killing import kill_after_a_checkpoint
from trivium import Hexifence
from trivium.agents.weight_files import read_origin, read_weights, write_weights
from trivium.arena.bulk import Here, Processes
from trivium.arena.openings import start_position
from trivium.errors import TriviumError
from trivium.games.hexifence.evaluation import EVALUATION as FENCES
from trivium.games.watch_your_back.evaluation import EVALUATION as PIECES
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import POINT, pick
from trivium.learn import comparing, fitting, sampling, self_play, tuning
from trivium.learn.datasets import describe_samples
from trivium.learn.descent import descend, split
from trivium.learn.runs import Run
from trivium.learn.samples import read_provenance, read_samples
from trivium.learn.sampling import SamplePlan, make_part, make_samples, part_path
from trivium.learn.subjects import SUBJECTS, find_subject
from trivium.search.engine import Searcher
from trivium.search.limits import Limit
from trivium.solve.strings_and_coins.solver import exact_value

FENCES_PLAN = SamplePlan("hexifence", samples=2500, sizes=("2",), noise=0.5)
PIECES_PLAN = SamplePlan("watch-your-back", samples=120, nodes=30, per_game=20)
CACHEX_PLAN = SamplePlan("cachex", samples=400, sizes=("4", "5"), nodes=20, opening=4)


def sampled(folder: Path, plan: SamplePlan) -> Path:
    for _ in make_samples(Run(folder, sampling.KIND, plan), plan, Here()):
        pass
    return folder


def test_samples_of_hexifence_are_worth_what_the_solver_finds() -> None:
    plan = SamplePlan("hexifence", samples=60, sizes=("2", "3"), noise=0.5, most_free=14)
    sizes = set()
    for game in make_part((plan, 0)):
        position = Hexifence(int(game.size))
        for turn, move in enumerate(game.moves):
            if turn in game.at:
                value = exact_value(position.board, position.copy().kernel)
                assert game.values[game.at.index(turn)] == POINT * value
            position.push(position.move(move))
        sizes.add(game.size)
        assert position.is_over
    assert sizes == {"2", "3"}


@pytest.mark.parametrize("plan", [PIECES_PLAN, CACHEX_PLAN], ids=lambda plan: plan.subject)
def test_samples_are_turns_of_legal_games_with_their_result(plan: SamplePlan) -> None:
    games = make_part((plan, 0))
    assert sum(len(game.at) for game in games) == plan.samples
    assert games == make_part((plan, 0))
    assert games != make_part((replace(plan, seed=2), 0))
    subject = find_subject(plan.subject)
    for game in games:
        position = start_position(subject.game, game.size)
        for move in game.moves:
            position.push(position.move(move))
        assert subject.result(position) == game.result
        assert len(game.at) == len(game.values) <= plan.per_game


def test_samples_tell_how_they_were_made(tmp_path: Path) -> None:
    plan = replace(FENCES_PLAN, samples=30)
    provenance = read_provenance(part_path(sampled(tmp_path, plan), 0))
    assert provenance["seed"] == 1
    assert provenance["sizes"] == ["2"]
    assert "trivium" in provenance


def test_a_run_of_samples_makes_only_what_is_missing(tmp_path: Path) -> None:
    folder = sampled(tmp_path / "straight", FENCES_PLAN)
    whole = list(read_samples(folder))
    part_path(folder, 1).unlink()
    before = part_path(folder, 0).stat().st_mtime_ns
    counts = list(make_samples(Run(folder, sampling.KIND, FENCES_PLAN), FENCES_PLAN, Here()))
    assert counts == [1500, 2500]
    assert part_path(folder, 0).stat().st_mtime_ns == before
    assert list(read_samples(folder)) == whole


def test_several_processes_make_the_same_samples(tmp_path: Path) -> None:
    alone = list(read_samples(sampled(tmp_path / "alone", FENCES_PLAN)))
    run = Run(tmp_path / "together", sampling.KIND, FENCES_PLAN)
    with Processes(2) as workers:
        assert list(make_samples(run, FENCES_PLAN, workers))[-1] == FENCES_PLAN.samples
    assert list(read_samples(run.folder)) == alone


def test_samples_of_another_plan_are_not_mixed_in(tmp_path: Path) -> None:
    plan = replace(FENCES_PLAN, samples=30)
    sampled(tmp_path / "one", plan)
    other = replace(plan, seed=2)
    run = Run(tmp_path / "two", sampling.KIND, other)
    part_path(tmp_path / "one", 0).rename(part_path(tmp_path / "two", 0))
    with pytest.raises(TriviumError, match="made in another way"):
        list(make_samples(run, other, Here()))


def test_a_folder_without_samples_is_explained(tmp_path: Path) -> None:
    with pytest.raises(TriviumError, match="no samples in"):
        list(read_samples(tmp_path))


@pytest.mark.parametrize(
    ("subject", "plan"),
    [("hexifence", FENCES_PLAN), ("watch-your-back", PIECES_PLAN), ("cachex", CACHEX_PLAN)],
)
def test_values_and_results_are_the_movers(subject: str, plan: SamplePlan) -> None:
    data = describe_samples(find_subject(subject), make_part((replace(plan, samples=300), 0)))
    assert len(data) == min(300, plan.samples) or len(data) == 300
    assert set(data.results.tolist()) <= {0.0, 0.5, 1.0}
    # Who is better off wins more often.
    sure = np.abs(data.values) > np.median(np.abs(data.values))
    agreement = np.sign(data.values[sure]) * (data.results[sure] - 0.5)
    assert agreement.mean() > 0


def test_a_planted_evaluation_of_hexifence_is_recovered_from_samples(tmp_path: Path) -> None:
    chance = np.random.default_rng(4)
    subject = find_subject("hexifence")
    data = describe_samples(subject, make_part((replace(FENCES_PLAN, samples=1000), 0)))
    planted = FENCES.vector(FENCES.nothing()) + chance.normal(size=len(FENCES.columns)) * [
        name != "margin" for _, name in FENCES.columns
    ]
    taught = replace(data, values=data.sums(planted))
    parts = split(taught, 0.2, 1)
    plan = fitting.FitPlan("hexifence", (), epochs=300, rate=0.05)
    free = fitting.free_columns(FENCES, plan)
    start = FENCES.vector(FENCES.nothing())
    targets = parts[0].values, parts[1].values
    found = descend(*parts, targets, start=start, free=free, options=plan.descent())
    # Where tempo is -1 for good, two pairs of columns say the same: compare what they sum up to.
    assert np.abs(parts[1].sums(found) - parts[1].values).max() < 0.1
    assert found[0] == 1.0


def test_more_features_explain_more_of_the_exact_values(tmp_path: Path) -> None:
    folder = str(sampled(tmp_path / "samples", FENCES_PLAN))
    explained = []
    for number, features in enumerate((("margin", "longest_run"), ())):
        plan = fitting.FitPlan("hexifence", (folder,), features=features, same=bool(features))
        run = Run(tmp_path / f"fit{number}", fitting.KIND, plan)
        fitted = fitting.fit(run, plan)
        weights = read_weights(run / "weights.toml", FENCES)
        assert {"phase safe", "phase chains"} < {row.part for row in fitted.errors}
        assert "<svg" in (run / "report.html").read_text()
        assert read_origin(run / "weights.toml")["seed"] == 1
        if features:
            assert weights["safe"] == weights["chains"]
            assert weights["safe"]["tempo"] == 0
        else:
            assert weights["safe"]["margin"] == 1
        explained.append(fitted.explained)
    assert explained[0] + 0.05 < explained[1] < 1


def test_the_order_of_moves_is_learned_with_the_shapes_of_cachex(tmp_path: Path) -> None:
    folder = str(sampled(tmp_path / "samples", CACHEX_PLAN))
    plan = fitting.FitPlan("cachex", (folder,), loss="result", epochs=5, batch=64, rate=0.002)
    fitted = fitting.fit(Run(tmp_path / "fit", fitting.KIND, plan), plan)
    assert fitted.weights["hints"]["captures"] > 0
    assert fitted.weights["moves"]
    own = fitted.weights["own_way"]
    steps = [own[str(need + 1)] - own[str(need)] for need in range(6, 15)]
    assert max(steps) - min(steps) < 1e-6
    assert any(fitted.weights["shapes"].values())


def test_features_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    plan = fitting.FitPlan("hexifence", (str(tmp_path),), features=("margins",))
    with pytest.raises(TriviumError, match="no feature 'margins'"):
        fitting.fit(Run(tmp_path / "fit", fitting.KIND, plan), plan)


TD_PLAN = self_play.TdPlan("watch-your-back", games=6, batch=2, depth=1, check=0)


def td_weights(folder: Path) -> str:
    return (folder / "weights.toml").read_text()


def test_the_leaf_is_where_the_value_of_the_search_comes_from() -> None:
    subject = find_subject("watch-your-back")
    vector = self_play.start_vector(subject, "")
    episode = self_play.play_episode((replace(TD_PLAN, depth=2), vector, 3))
    assert np.isnan(episode.decided).any()
    assert episode.result in (0.0, 0.5, 1.0)
    for seed in range(20):
        position = start_position("watch-your-back", None)
        chance = seeded(seed)
        for _ in range(3 * seed):
            position.push(position.move(int(pick(position.kernel, chance))))
        evaluator = subject.new_evaluator(position, subject.read())
        searcher = Searcher(evaluator, self_play._OPTIONS, megabytes=0.02)
        report = searcher.search(position.kernel, position.colours, Limit(depth=2))
        leaves = self_play._Leaves(len(PIECES.columns) // 2)
        leaves.add(position, evaluator, report.score.value, report.line)
        leaf = leaves.episode(0.0)
        if np.isnan(leaf.decided[0]):
            sign = 1 if position.mover == 0 else -1
            found = sign * POINT * float((vector[leaf.columns[0]] * leaf.numbers[0]).sum())
            assert found == pytest.approx(report.score.value, abs=1)


def test_td_gives_the_same_weights_however_often_it_was_stopped(tmp_path: Path) -> None:
    for folder, stops in (("straight", ()), ("stopped", (1, 2))):
        for stop in stops:
            run = Run(tmp_path / folder, self_play.KIND, TD_PLAN)
            steps = self_play.learn_by_playing(run, TD_PLAN, Here())
            for step in steps:
                if step.batch == stop:
                    break
        run = Run(tmp_path / folder, self_play.KIND, TD_PLAN)
        with Processes(2) if stops else Here() as workers:
            found = list(self_play.learn_by_playing(run, TD_PLAN, workers))
        assert [step.batch for step in found] == [1, 2, 3]
    assert td_weights(tmp_path / "stopped") == td_weights(tmp_path / "straight")


def test_the_result_of_td_is_the_mean_of_its_late_weights(tmp_path: Path) -> None:
    plan = replace(TD_PLAN, games=8)
    run = Run(tmp_path, self_play.KIND, plan)
    weights = []
    for _ in self_play.learn_by_playing(run, plan, Here()):
        saved = run.saved()
        assert saved is not None
        weights.append(saved["weights"])
    subject = find_subject("watch-your-back")
    mean = subject.anchored((weights[2] + weights[3]) / 2)
    found = subject.evaluation.vector(subject.read(str(tmp_path / "weights.toml")))
    assert np.allclose(found, mean, atol=0.001)
    assert not np.allclose(found, subject.anchored(weights[3]), atol=0.001)


def test_td_goes_on_after_a_kill(tmp_path: Path) -> None:
    plan = replace(TD_PLAN, games=40)
    command = [sys.executable, "-m", "trivium", "learn", "td", "watch-your-back"]
    command += ["--games", "40", "--batch", "2", "--depth", "1", "--check", "0"]
    command += ["--to", str(tmp_path / "killed")]
    kill_after_a_checkpoint(command, tmp_path / "killed")
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    straight = Run(tmp_path / "straight", self_play.KIND, plan)
    list(self_play.learn_by_playing(straight, plan, Here()))
    assert td_weights(tmp_path / "killed") == td_weights(tmp_path / "straight")


def test_td_explains_a_checkpoint_of_an_earlier_version(tmp_path: Path) -> None:
    run = Run(tmp_path, self_play.KIND, TD_PLAN)
    run.save(batch=np.array([1]), weights=np.zeros(28))
    with pytest.raises(TriviumError, match="earlier version"):
        next(self_play.learn_by_playing(run, TD_PLAN, Here()))


def test_td_refuses_a_search_whose_leaves_it_cannot_see(tmp_path: Path) -> None:
    plan = self_play.TdPlan("cachex")
    with pytest.raises(TriviumError, match="cannot see the leaves"):
        next(self_play.learn_by_playing(Run(tmp_path, self_play.KIND, plan), plan, Here()))


def test_td_checks_itself_against_the_weights_that_come_along(tmp_path: Path) -> None:
    plan = replace(TD_PLAN, games=2, check=1, check_games=2)
    run = Run(tmp_path, self_play.KIND, plan)
    (step,) = self_play.learn_by_playing(run, plan, Here())
    assert step.score in (0.0, 0.25, 0.5, 0.75, 1.0)
    assert (run / "weights-00001.toml").exists()


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_evaluation_can_be_tuned_by_matches(subject: str, tmp_path: Path) -> None:
    size = {"hexifence": "2", "watch-your-back": "8"}.get(subject, "4")
    plan = tuning.TunePlan(subject, rounds=2, games=2, nodes=20, size=size)
    run = Run(tmp_path, tuning.KIND, plan)
    rounds = list(tuning.tune(run, plan, Here()))
    assert [found.number for found in rounds] == [1, 2]
    evaluation = find_subject(subject).evaluation
    read_weights(run / "weights.toml", evaluation)
    assert "SPSA" in read_origin(run / "weights.toml")["method"]


def test_the_better_weights_win_the_comparison_and_it_is_noted(tmp_path: Path) -> None:
    subject = find_subject("watch-your-back")
    worse = tmp_path / "worse.toml"
    upside_down = PIECES.named(-PIECES.vector(subject.read()))
    write_weights(worse, PIECES, upside_down, {"method": "upside down"})
    better = tmp_path / "better.toml"
    write_weights(better, PIECES, subject.read(), {"method": "by hand"})
    plan = comparing.ComparePlan(
        "watch-your-back", str(better), str(worse), games=40, nodes=30, sprt="0,100"
    )
    run = Run(tmp_path / "run", comparing.KIND, plan)
    stopped = comparing.compare(run, plan, Here())
    first = next(stopped)
    stopped.close()
    again, *_, result = comparing.compare(run, plan, Here())
    assert again.pairs == first.pairs
    assert result.verdict == "elo1"
    comparing.note_match(subject, better, result)
    match = read_origin(better)["match"]
    assert match["accepted"] == "elo1"
    assert match["won"] == result.wins
    assert read_weights(better, PIECES) == subject.read()
    assert "Share of the points" in (run / "report.html").read_text()

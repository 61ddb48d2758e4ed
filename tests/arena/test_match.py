"""Matches: fair, reproducible, and what their results mean."""

from __future__ import annotations

import gc
import json
from dataclasses import replace
from pathlib import Path

import pytest

from trivium import TriviumError
from trivium.arena.adjudication import Adjudication
from trivium.arena.bulk import Processes, Workers
from trivium.arena.clocks import TimeControl
from trivium.arena.match import Match, MatchResult, play_match
from trivium.arena.openings import Openings
from trivium.arena.ratings.sprt import Sprt
from trivium.arena.ratings.statistics import Standing, elo_of
from trivium.arena.referee import Terms
from trivium.cli.main import run
from trivium.games.catalogue import GAMES

RANDOM = Openings("random")


def result(match: Match, workers: Workers | None = None) -> MatchResult:
    return MatchResult(match, tuple(play_match(match, workers)))


def moves(match: MatchResult) -> list[tuple[str, ...]]:
    return [game.moves for pair in match.pairs for game in pair.games]


PLAN = (
    r'{"a": "greedy", "b": "random:seed=4", "game": "hexifence", "openings": {"book": [], '
    r'"kind": "random", "moves": 2}, "seed": 3, '
    r'"settings": {"adjudication": {"move_limit": null, "solved_from": null}, '
    r'"agents": {"cpu": null, "farewell": 2.0, "memory": 2048.0, "move": 600.0, "output": 64.0, '
    r'"ponder": false, "processes": 16, "sandbox": true, "start": 60.0}, '
    r'"control": {"depth": null, "game": null, "increment": 0.0, "margin": 1.0, "move": null, '
    r'"nodes": 5}, "keep_info": false}, "size": "2"}'
)
"""The plan of the match below as databases have had it from the beginning."""


def test_the_text_of_a_plan_stays_as_it_is_or_stored_matches_could_not_go_on() -> None:
    match = Match(
        "hexifence",
        "greedy",
        "random:seed=4",
        size="2",
        games=8,
        terms=Terms(TimeControl(nodes=5)),
        openings=RANDOM,
        seed=3,
        event="cup",
    )
    assert match.plan() == PLAN
    own = replace(match, own=(TimeControl(game=60.0), None))
    clock = {"depth": None, "game": 60.0, "increment": 0.0, "margin": 1.0}
    clock |= {"move": None, "nodes": None}
    assert json.loads(own.plan()) == json.loads(PLAN) | {"own": [clock, None]}
    named = replace(match, names=("team 42", None))
    assert json.loads(named.plan()) == json.loads(PLAN) | {"names": ["team 42", None]}


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_match_and_another_does_not(game: str) -> None:
    match = Match(game, "greedy", "random", games=4, seed=3, openings=RANDOM)
    assert moves(result(match)) == moves(result(match))
    other = Match(game, "greedy", "random", games=4, seed=4, openings=RANDOM)
    assert moves(result(match)) != moves(result(other))


def test_a_match_split_among_processes_is_the_same_match() -> None:
    match = Match("hexifence", "greedy", "random", size="2", games=6, seed=1)
    with Processes(2) as workers:
        assert moves(result(match, workers)) == moves(result(match))
        again = Match("cachex", "greedy", "random", size="4", games=4, seed=1)
        assert moves(result(again, workers)) == moves(result(again))


def test_both_games_of_a_pair_start_from_the_same_opening() -> None:
    match = Match("cachex", "random", "random", size="5", games=6, openings=Openings("random", 3))
    for pair in result(match).pairs:
        position = match.openings.position("cachex", "5", match.seed, pair.number)
        opening = tuple(str(move) for move in position.moves)
        assert len(opening) == 3
        assert all(game.moves[:3] == opening for game in pair.games)


def test_colours_are_exchanged_within_a_pair() -> None:
    # The greedy agent wins both games of most pairs, once as Blue and once as Red.
    match = Match("hexifence", "greedy", "random", size="2", games=20, openings=RANDOM)
    pairs = result(match).pairs
    winners = {tuple(game.winner for game in pair.games) for pair in pairs}
    assert ("blue", "red") in winners


def test_results_add_up() -> None:
    summary = result(Match("watch-your-back", "greedy", "random", games=6)).summary()
    assert summary["wins"] + summary["draws"] + summary["losses"] == summary["games"] == 6
    assert sum(summary["reasons"].values()) == 6


def test_an_even_match_has_no_elo_difference_and_a_clean_sweep_a_finite_one() -> None:
    even = Standing((1.0, 2.0, 0.0, 1.0))
    assert even.score == 0.5 and even.elo == 0
    assert even.elo_interval[0] < 0 < even.elo_interval[1]
    assert even.superiority == pytest.approx(0.5)
    sweep = Standing((2.0,) * 10)
    assert 400 < sweep.elo_interval[0] < sweep.elo < 1300
    assert sweep.superiority > 0.99


def test_elo_of_known_scores() -> None:
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.25) == pytest.approx(-190.85, abs=0.01)


def test_the_command_prints_one_json_object_last(capsys: pytest.CaptureFixture[str]) -> None:
    command = "match hexifence greedy random --size 2 --games 4 --seed 7 --time 0.01 --json"
    assert run(command.split()) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert {"wins", "draws", "losses", "games", "seconds"} <= set(answer)
    assert answer["games"] == 4 and len(answer["seconds"]) == 2


def test_the_command_tells_the_result_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "cachex", "random", "random", "--size", "3", "--games", "2"]) == 0
    assert "random against random (B):" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("match cachex greedie random", "did you mean greedy?"),
        ("match cachex greedy:speed=9 random", "no parameter 'speed' of greedy; did you mean seed"),
        ("match cachex greedy:seed=x random", "seed must be a whole number"),
        ("match cachex greedy random --size 99", "Cachex has no size 99"),
        ("match chess greedy random", "There is no game 'chess'"),
        ("match cachex greedy", "A match needs two agents"),
        ("match cachex greedy random --b random", "Agent B is given twice"),
        ("match cachex greedy random --clock 5:00", "'5:00' is no clock"),
        ("match cachex greedy random --sprt 5", "'5' is no test"),
        ("match cachex greedy random --sprt 10,0", "the lower one first"),
        ("match cachex greedy random --openings no/file", "cannot be read"),
        ("match cachex greedy random --cluster slurm", "'slurm' is no cluster"),
        ("match hexifence greedy random --solved 99", "1 to 40 free edges, not 99"),
    ],
)
def test_mistakes_are_explained_before_the_first_game(
    command: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command.split()) == 2
    assert complaint in capsys.readouterr().err


def test_an_unknown_agent_is_an_error_of_the_library_too() -> None:
    with pytest.raises(TriviumError):
        result(Match("cachex", "nobody", "random"))


def test_a_test_that_has_its_answer_ends_the_match() -> None:
    test = Sprt(0, 100)
    match = Match("hexifence", "greedy", "random", "2", 400, openings=RANDOM, sprt=test)
    ended = result(match)
    assert ended.verdict == "elo1"
    assert ended.summary()["games"] < 100
    assert ended.summary()["sprt"]["accepted"] == "elo1"
    without_last = MatchResult(match, ended.pairs[:-1])
    assert without_last.verdict is None


def test_agents_may_be_given_as_options(capsys: pytest.CaptureFixture[str]) -> None:
    command = "match hexifence --a greedy --b random --size 1 --games 2 --nodes 5 --json"
    assert run(command.split()) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (answer["a"], answer["b"]) == ("greedy", "random")
    assert answer["control"] == {"nodes": 5, "margin": 1.0}


def test_each_agent_may_have_a_clock_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    command = "match hexifence greedy random --size 1 --games 2 --time 2 --json"
    assert run([*command.split(), "--b-clock", "9+1", "--margin", "3"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["control"] == {"move": 2.0, "margin": 3.0}
    assert answer["own_controls"] == [None, {"game": 9.0, "increment": 1.0, "margin": 3.0}]


def test_an_agent_of_a_course_has_its_clock_and_no_openings_unless_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "team.py").write_text("class Player:\n    def __init__(self, colour): 1 / 0\n")
    command = ["match", "watch-your-back", f"wyb-py:{tmp_path}#team", "random", "--no-sandbox"]
    assert run([*command, "--games", "2", "--json"]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert answer["own_controls"] == [{"game": 60.0, "margin": 1.0}, None]
    assert "games start from the beginning" in captured.err and answer["openings"] == "none"
    assert answer["faults"] == [{"crash": 2}, {}]
    assert "ZeroDivisionError" in answer["first_faults"][0]["crash"]
    fence, guard = answer["remarks"]
    assert fence.endswith("#team: without a sandbox: switched off")
    assert "#team: guarded by a " in guard
    assert run([*command, "--games", "2", "--nodes", "5", "--openings", "random"]) == 2
    assert "use --openings none" in capsys.readouterr().err
    assert run([*command, "--games", "2", "--nodes", "5"]) == 0
    told = capsys.readouterr().out
    assert "lost 2 by crash, the first time:\n  crash: ZeroDivisionError" in told
    assert "in 2 games: wyb-py:" in told


def test_an_agent_may_play_itself_and_still_be_told_apart() -> None:
    played = result(Match("hexifence", "greedy", "greedy", "2", 2, openings=RANDOM))
    first, second = played.pairs[0].games
    assert first.names == ("greedy", "greedy (B)")
    assert second.names == ("greedy (B)", "greedy")


def test_agents_may_be_named_whatever_describes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "team.py").write_text("class Player:\n    def __init__(self, *told): 1 / 0\n")
    database = ["--db", str(tmp_path / "games.sqlite"), "--event", "duel"]
    command = ["match", "cachex", f"cachex-py:{tmp_path}#team", "random:seed=4", "--size", "3"]
    command += ["--games", "2", "--nodes", "5", "--no-sandbox", "--a-name", "team 42"]
    assert run([*command, *database]) == 0
    told = capsys.readouterr().out
    assert "team 42 against random:seed=4: 0 won" in told and "team 42 lost 2 by crash" in told
    assert run([*command, *database, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["names"] == ["team 42", "random:seed=4"]
    assert answer["a"] == f"cachex-py:{tmp_path}#team"
    assert run([*command, *database, "--b-name", "chance"]) == 2
    assert "another plan" in capsys.readouterr().err
    assert run([*command, "--b-name", "\t"]) == 2
    assert "The name of an agent must" in capsys.readouterr().err
    assert run([*command, "--b-name", "team 42", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["names"] == ["team 42", "team 42 (B)"]
    words = "match hexifence random:seed=4,name=team greedy:name=ref --size 1 --games 2 --json"
    assert run([*words.split(), "--nodes", "5", "--no-store"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["names"], answer["a"]) == (["team", "ref"], "random:seed=4")
    assert run([*words.split(), "--a-name", "other"]) == 2
    assert "Agent A is named twice, 'team' and 'other'." in capsys.readouterr().err


def test_a_match_is_adjudicated_if_wanted() -> None:
    settings = Terms(adjudication=Adjudication(solved_from=10))
    match = Match("hexifence", "greedy", "random", "2", 4, settings, RANDOM)
    assert result(match).reasons == {"solved": 4}


def test_a_match_is_played_even_where_nothing_can_be_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIVIUM_DATA_DIR", "/dev/null/nowhere")
    text = "match hexifence greedy random --size 1 --games 2 --nodes 5 --json"
    command = text.split()
    assert run(command) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["games"] == 2
    assert "the games are not kept" in captured.err
    assert run([*command, "--no-store"]) == 0
    assert capsys.readouterr().err == ""
    assert run([*command, "--db", "/dev/null/nowhere/games.sqlite"]) == 2


def test_an_interrupted_match_goes_on_under_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "match",
        "hexifence",
        "greedy",
        "random",
        "--size",
        "2",
        "--nodes",
        "9",
        "--event",
        "cup",
        "--json",
        "--games",
    ]
    assert run([*command, "4"]) == 0
    assert run([*command, "8"]) == 0
    four, eight = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (four["games"], eight["games"]) == (4, 8)
    assert run([*command, "8", "--seed", "5"]) == 2
    assert "already a match 'cup' with another plan" in capsys.readouterr().err
    gc.collect()  # from Python 3.13 on, this tells of a database that was left open

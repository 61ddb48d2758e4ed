"""Matches: fair, reproducible, and what their results mean."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from trivium import Hexifence, Position, TriviumError
from trivium.agents.agent import Agent, Choice
from trivium.agents.simple import RandomAgent
from trivium.arena.match import Match, MatchResult, opening_position, play_match
from trivium.arena.referee import play_game
from trivium.arena.statistics import Standing, elo_of
from trivium.cli.main import run
from trivium.games.catalogue import GAMES
from trivium.search.limits import UNLIMITED, Limit


def result(match: Match, processes: int = 1) -> MatchResult:
    return MatchResult(match, tuple(play_match(match, processes)))


def moves(match: MatchResult) -> list[tuple[str, ...]]:
    return [game.moves for pair in match.pairs for game in pair.games]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_match_and_another_does_not(game: str) -> None:
    match = Match(game, "greedy", "random", games=4, seed=3)
    assert moves(result(match)) == moves(result(match))
    assert moves(result(match)) != moves(result(Match(game, "greedy", "random", games=4, seed=4)))


def test_a_match_split_among_processes_is_the_same_match() -> None:
    match = Match("hexifence", "greedy", "random", size="2", games=6, seed=1)
    assert moves(result(match, processes=2)) == moves(result(match))


def test_both_games_of_a_pair_start_from_the_same_opening() -> None:
    match = Match("cachex", "random", "random", size="5", games=6, opening=3)
    for pair in result(match).pairs:
        opening = tuple(str(move) for move in opening_position(match, pair.number).moves)
        assert len(opening) == 3
        assert all(game.moves[:3] == opening for game in pair.games)


def test_colours_are_exchanged_within_a_pair() -> None:
    # The greedy agent wins both games of most pairs, once as Blue and once as Red.
    pairs = result(Match("hexifence", "greedy", "random", size="2", games=20)).pairs
    winners = {tuple(game.outcome.winner for game in pair.games) for pair in pairs}
    assert ("blue", "red") in winners


def test_results_add_up() -> None:
    summary = result(Match("watch-your-back", "greedy", "random", games=6)).summary()
    assert summary["wins"] + summary["draws"] + summary["losses"] == summary["games"] == 6  # type: ignore[operator]
    assert sum(summary["reasons"].values()) == 6  # type: ignore[attr-defined]


@dataclass
class Cheat(Agent):
    """Plays the first edge again and again."""

    name = "cheat"
    games = ("hexifence",)

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        return Choice(position.move(0), "always")


@dataclass
class Crash(Agent):
    """Fails."""

    name = "crash"
    games = ("hexifence",)

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        raise ZeroDivisionError("oops")


def test_an_illegal_move_loses_with_its_reason() -> None:
    game = play_game(Hexifence(2), (RandomAgent(1), Cheat()), UNLIMITED)
    first_try = play_game(Hexifence(2), (Cheat(), RandomAgent(1)), UNLIMITED)
    assert {game.outcome.winner, first_try.outcome.winner} == {"blue", "red"}
    assert "a1 is not possible" in first_try.outcome.reason


def test_an_agent_that_fails_loses_with_its_reason() -> None:
    game = play_game(Hexifence(2), (Crash(), RandomAgent(1)), UNLIMITED)
    assert str(game.outcome) == "Red wins (crash failed: ZeroDivisionError: oops)"


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
    assert "random against random:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("match cachex greedie random", "did you mean greedy?"),
        ("match cachex greedy:speed=9 random", "no parameter 'speed' of greedy; did you mean seed"),
        ("match cachex greedy:seed=x random", "seed must be a whole number"),
        ("match cachex greedy random --size 99", "Cachex has no size 99"),
        ("match chess greedy random", "There is no game 'chess'"),
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

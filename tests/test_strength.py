"""The table of strength: what it says of matches, and the clock that they are played by."""

from __future__ import annotations

import time

from benchmarks import strength
from benchmarks.cpu_clock import cpu_clock

from trivium.arena.clocks import TimeControl
from trivium.arena.match import Match, MatchResult, play_match
from trivium.arena.openings import Openings
from trivium.arena.referee import Terms
from trivium.search.running import new_stop_flag, run_until


def result(game: str, size: str, b: str, openings: Openings, games: int = 4) -> MatchResult:
    match = Match(
        game,
        "champion",
        b,
        size=size,
        games=games,
        terms=Terms(TimeControl(nodes=50)),
        openings=openings,
        seed=1,
    )
    return MatchResult(match, tuple(play_match(match)))


def test_on_a_solved_board_the_champion_wins_every_game_that_is_won() -> None:
    sides = strength.by_perfect_play(result("hexifence", "2", "mcts", Openings("random", 2)))
    assert sides is not None
    assert sides["won"] == [2, 2]
    assert sides["lost"][1] == 2


def test_one_game_of_each_pair_is_won_by_perfect_play_whoever_begins() -> None:
    # After an odd number of moves the other player is to move, who wins on this board.
    for moves in (0, 1, 2, 3):
        sides = strength.by_perfect_play(
            result("hexifence", "2", "random", Openings("random", moves), games=2)
        )
        assert sides is not None
        assert (sides["won"], sides["lost"][1]) == ([1, 1], 1)


def test_nobody_knows_what_perfect_play_allows_on_other_boards() -> None:
    assert strength.by_perfect_play(result("cachex", "3", "random", Openings("none"), 2)) is None


def test_every_row_tells_its_terms_and_what_is_missing_is_counted() -> None:
    match = result("hexifence", "2", "random", Openings("random", 2), games=2)
    sides = strength.by_perfect_play(match)
    row = match.summary() | {"by_perfect_play": sides, "control": {"move": 0.5}, "weights": {}}
    page = strength.page({strength.Pairing("hexifence", "2", "champion", "random"): row})
    assert "| hexifence 2 | champion – random | 0.5 s, random 2 | 2 | 0 | 0 | 100.0% |" in page
    assert "| random | 1 of 1 | 1 of 1 |" in page
    assert f"{len(list(strength.pairings())) - 1} matches have still to be played" in page
    assert "weights that have been replaced" not in page


def test_the_clock_of_the_cpu_replaces_that_on_the_wall_and_goes_again() -> None:
    on_the_wall, stop = time.perf_counter, new_stop_flag()

    def spin() -> str:
        while not stop[0]:
            pass
        return "stopped"

    with cpu_clock():
        assert time.perf_counter is time.process_time
        assert run_until(time.perf_counter() + 60, stop, lambda: "done") == "done"
        assert run_until(time.perf_counter() + 0.01, stop, spin) == "stopped"
    assert time.perf_counter is on_the_wall

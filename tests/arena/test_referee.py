"""The referee: whatever the agents do, the game ends with a reason."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import pytest

from trivium import Cachex, Hexifence, Position, WatchYourBack
from trivium.agents.agent import FAULTS, Agent, Choice, Forfeit
from trivium.agents.simple import RandomAgent
from trivium.arena.adjudication import Adjudication, solved_outcome
from trivium.arena.clocks import Clock, TimeControl, read_game_clock
from trivium.arena.referee import PlayedGame, Terms, play_game
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.search.limits import UNLIMITED, Limit

QUICK = Terms(TimeControl(move=0.5, margin=0.0))


@dataclass
class Scripted(Agent):
    """Plays at random until its third move, then does what a test wants."""

    name = "scripted"
    games = tuple(GAMES)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.finished: list[Position] = []
        self.limits: list[Limit] = []

    def prepare(self, position: Position) -> None:
        pass

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        self.limits.append(limit)
        if len(self.limits) == 3:
            chosen: Choice = self.mischief(position)
            return chosen
        return RandomAgent(len(self.limits)).choose(position)

    def mischief(self, position: Position) -> Any:
        return RandomAgent(7).choose(position)

    def finish(self, position: Position) -> None:
        self.finished.append(position)


class Cheat(Scripted):
    def mischief(self, position: Position) -> Any:
        return Choice(position.moves[0], "again")


class Stranger(Scripted):
    def mischief(self, position: Position) -> Any:
        return Choice(Cachex(5).read_move("e5"), "of another game")


class Dumb(Scripted):
    def mischief(self, position: Position) -> Any:
        return None


class Talker(Scripted):
    def mischief(self, position: Position) -> Any:
        return Choice("a1", "a text")  # type: ignore[arg-type]


class Crasher(Scripted):
    def mischief(self, position: Position) -> Any:
        raise ZeroDivisionError("oops")


class Glutton(Scripted):
    def mischief(self, position: Position) -> Any:
        raise MemoryError


class Sleeper(Scripted):
    seconds = 0.1

    def mischief(self, position: Position) -> Any:
        time.sleep(self.seconds)
        return super().mischief(position)


class Dreamer(Sleeper):
    seconds = 0.7


class Sinner(Scripted):
    def mischief(self, position: Position) -> Any:
        raise Forfeit("illegal move", '"q7" is not on the board')


class Vandal(Scripted):
    def mischief(self, position: Position) -> Any:
        for _ in range(3):
            position.push(position.legal_moves[0])
        raise RuntimeError("the board is a mess now")

    def finish(self, position: Position) -> None:
        super().finish(position)
        raise RuntimeError("and I slam the door")


class Misreader(Scripted):
    def mischief(self, position: Position) -> Any:
        return Choice(position.read_move("nowhere"), "a slip")


class Unsettled(Scripted):
    def prepare(self, position: Position) -> None:
        raise TriviumError("There is no Java here.")


class Leaver(Scripted):
    def mischief(self, position: Position) -> Any:
        raise TriviumError("The person at the terminal has left.")


class Stillborn(Scripted):
    def prepare(self, position: Position) -> None:
        raise Forfeit("crash", "no such file")


@pytest.mark.parametrize(
    ("culprit", "reason"),
    [
        (Cheat, "illegal move: c3 is not possible: the edge is already claimed."),
        (Stranger, "illegal move: e5 is not possible"),
        (Dumb, "nonsense: the answer is a NoneType, not a move"),
        (Talker, "nonsense"),
        (Crasher, "crash: ZeroDivisionError: oops"),
        (Glutton, "memory"),
        (Dreamer, "time: 0.7"),
        (Sinner, 'illegal move: "q7" is not on the board'),
        (Misreader, "crash: BadText: "),
        (Vandal, "crash: RuntimeError: the board is a mess now"),
        (Stillborn, "crash: no such file"),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_who_fails_loses_with_a_reason_and_both_hear_of_it(
    culprit: type[Scripted], reason: str, side: int
) -> None:
    start = Hexifence(3)
    start.push("c3")
    guilty, innocent = culprit(), Scripted()
    players = (guilty, innocent) if side == 0 else (innocent, guilty)
    game = play_game(start, players, QUICK)
    assert game.outcome.winner == start.colours[1 - side]
    assert game.outcome.reason.startswith(reason)
    assert game.fault in FAULTS and game.outcome.reason.startswith(game.fault)
    assert len(guilty.finished) == len(innocent.finished) == 1
    assert game.moves[0] == "c3" and game.opening == 1
    assert len(game.moves) - game.opening <= 5


@pytest.mark.parametrize(
    ("culprit", "problem"), [(Unsettled, "no Java here"), (Leaver, "has left")]
)
@pytest.mark.parametrize("side", [0, 1])
def test_a_problem_of_the_set_up_is_nobodys_loss_and_both_hear_of_the_end(
    culprit: type[Scripted], problem: str, side: int
) -> None:
    source, other = culprit(), Scripted()
    players = (source, other) if side == 0 else (other, source)
    with pytest.raises(TriviumError, match=problem):
        play_game(Hexifence(3), players, QUICK)
    assert len(source.finished) == len(other.finished) == 1


def test_the_time_of_every_move_is_told_and_adds_up() -> None:
    game = play_game(Hexifence(2), (RandomAgent(1), RandomAgent(2)), UNLIMITED)
    assert game.outcome.reason == "cells" and game.fault is None
    assert len(game.clock) == len(game.movers) == len(game.moves)
    assert sum(game.seconds) == pytest.approx(sum(game.clock))
    assert max(game.slowest) == max(game.clock)


def last_limits(
    control: TimeControl, game: Position | None = None
) -> tuple[PlayedGame, list[Limit]]:
    agent = Scripted()
    played = play_game(game or Hexifence(2), (agent, RandomAgent(1)), Terms(control))
    return played, agent.limits


def test_a_limit_for_each_move_is_the_same_for_all() -> None:
    _, limits = last_limits(TimeControl(move=3, nodes=100, depth=4, margin=0.5))
    assert set(limits) == {Limit(3, 4, 100, forfeit_after=3.5)}


def test_a_clock_for_the_game_runs_down_and_gains_its_increment() -> None:
    _, limits = last_limits(TimeControl(game=10, margin=0.5))
    lefts = [limit.remaining or 0 for limit in limits]
    assert lefts[0] == 10 and lefts == sorted(lefts, reverse=True)
    assert all(0 < (limit.seconds or 0) < (limit.remaining or 0) for limit in limits)
    assert all(limit.forfeit_after == (limit.remaining or 0) + 0.5 for limit in limits)
    _, limits = last_limits(TimeControl(game=10, increment=5))
    assert (limits[-1].remaining or 0) > 10 and limits[-1].increment == 5


def test_an_empty_clock_loses_with_the_figures() -> None:
    settings = Terms(TimeControl(game=0.05, margin=0.01))
    game = play_game(Hexifence(3), (Sleeper(), RandomAgent(1)), settings)
    assert game.fault == "time"
    assert "left on the clock and a margin of 0.01 s" in game.outcome.reason


def test_the_margin_of_a_games_clock_is_forgiven_once_and_not_for_every_move() -> None:
    clock = Clock(TimeControl(game=1.0, increment=0.25, margin=0.5))
    assert clock.spend(0, 1.4) is None
    limit = clock.limit(Hexifence(2))
    assert limit.remaining == 0 and 0 < (limit.seconds or 0) < 0.01
    assert limit.forfeit_after == pytest.approx(0.35)
    assert clock.spend(1, 0.5) is None
    assert "with 0.00 s left on the clock" in (clock.spend(0, 0.4) or "")


def test_a_player_may_have_a_clock_of_their_own() -> None:
    first, second = Scripted(), Scripted()
    own = TimeControl(game=7, margin=2)
    play_game(Hexifence(1), (first, second), Terms(TimeControl(move=3)), (None, own))
    assert set(first.limits) == {Limit(3, forfeit_after=4.0)}
    assert second.limits[0].remaining == 7 and second.limits[0].forfeit_after == 9


def test_the_margin_is_forgiven() -> None:
    settings = Terms(TimeControl(move=0.02, margin=30))
    game = play_game(Hexifence(2), (Sleeper(), RandomAgent(1)), settings)
    assert game.fault is None


def test_what_agents_say_is_kept_if_wanted() -> None:
    players = (RandomAgent(1), RandomAgent(2))
    game = play_game(Hexifence(1), players, Terms(keep_info=True))
    assert game.info == ({"reason": "at random"},) * 6
    assert play_game(Hexifence(1), players, Terms()).info == ()


def test_a_long_game_is_drawn_by_the_move_limit() -> None:
    settings = Terms(adjudication=Adjudication(move_limit=10))
    for position in (WatchYourBack(), Cachex(9), Hexifence(3)):
        game = play_game(position, (RandomAgent(1), RandomAgent(2)), settings)
        assert str(game.outcome) == "Draw (move limit)"
        assert len(game.moves) == 10


@pytest.mark.parametrize("seed", range(3))
def test_a_solved_position_is_won_by_who_wins_it(seed: int) -> None:
    settings = Terms(adjudication=Adjudication(solved_from=6))
    position = Hexifence(2)
    game = play_game(position, (RandomAgent(seed), RandomAgent(seed + 1)), settings)
    assert game.outcome.reason == "solved"
    assert game.outcome.winner == best_outcome(position, {})


def best_outcome(position: Hexifence, known: dict[Any, str | None]) -> str | None:
    """The winner under best play, by trying everything."""
    key = position.to_text()
    if key not in known:
        if (outcome := position.outcome()) is not None:
            return outcome.winner
        mover = position.turn
        others = []
        for move in position.legal_moves:
            position.push(move)
            others.append(best_outcome(position, known))
            position.pop()
        known[key] = mover if mover in others else others[0]
    return known[key]


def test_a_solved_verdict_agrees_with_the_end_of_the_game() -> None:
    position = Hexifence(1)
    for move in ("a1", "b1", "a2", "c2", "b3"):
        position.push(move)
    outcome = solved_outcome(position)
    assert outcome is not None
    assert outcome.winner == position.turn
    assert solved_outcome(Cachex(3)) is None


def test_impossible_terms_are_refused() -> None:
    for wrong in ({"move": 0}, {"margin": -1}, {"increment": 1}, {"nodes": -5}):
        with pytest.raises(TriviumError):
            TimeControl(**wrong)
    assert read_game_clock("60") == (60, 0)
    assert read_game_clock(" 60 + 0.5 ") == (60, 0.5)
    for text in ("", "0", "1:00", "60+", "-5", "nan"):
        with pytest.raises(TriviumError, match="is no clock"):
            read_game_clock(text)


def test_time_controls_are_told_in_words() -> None:
    assert str(TimeControl()) == "no limit"
    assert str(TimeControl(game=60, increment=0.5)) == "60 s a game + 0.5 s a move"
    assert (
        str(TimeControl(move=1, nodes=1000, depth=3)) == "1 s a move, 1,000 nodes a move, depth 3"
    )

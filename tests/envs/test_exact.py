"""Exact values of moves are what perfect play makes of them, and regret is measured by them."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike

from tests.games.test_symmetries import last_board
from trivium import Cachex, DotsAndBoxes, Hexifence, Position, WatchYourBack, envs
from trivium.envs.encoding import Mask
from trivium.errors import TriviumError
from trivium.kernel.verbs import score
from trivium.search.limits import Limit


def brute(position: Position) -> int:
    """The margin of the player to move, by trying everything."""
    if position.is_over:
        return int(score(position.kernel))
    return max(after(position, move.code) for move in position.legal_moves)


def after(position: Position, code: int) -> int:
    """What a move is worth to who makes it, by trying everything."""
    mover = position.mover
    position.push(position.move(code))
    value = brute(position)
    value = value if position.mover == mover else -value
    position.pop()
    return value


@pytest.mark.parametrize("start", [DotsAndBoxes(1, 2), DotsAndBoxes(2, 2), Hexifence(2)])
def test_values_of_edges_are_the_margins_that_trying_everything_finds(start: Position) -> None:
    dice, teacher = random.Random(1), envs.Teacher()
    for _ in range(4):
        position = start.copy()
        while len(position.legal_moves) > 6:
            position.push(dice.choice(position.legal_moves))
        values = teacher.move_values(position)
        for move in position.all_moves.values():
            if move in position.legal_moves:
                assert values[move.code] == after(position, move.code)
            else:
                assert np.isnan(values[move.code])


def test_many_boards_of_hexifence_2_are_looked_up_as_one_is() -> None:
    boards, teacher = envs.Boards("hexifence", "2", 12, seed=3), envs.Teacher()
    for _ in range(33):
        boards.step(boards.random_actions())
        values = teacher.values_on(boards)
        for number in (0, 7):
            alone = teacher.move_values(boards.position(number))
            assert np.array_equal(values[number], alone, equal_nan=True)


def test_other_boards_are_asked_one_after_the_other() -> None:
    boards, teacher = envs.Boards("dots-and-boxes", "1x2", 2), envs.Teacher()
    boards.step([0, 1])
    values = teacher.values_on(boards)
    assert np.array_equal(values[1], teacher.move_values(boards.position(1)), equal_nan=True)


def test_small_cachex_is_won_or_lost_by_every_move() -> None:
    position = Cachex(3)
    for move in ("a1", "b2"):
        position.push(move)
    values = envs.move_values(position)
    assert set(values[~np.isnan(values)].tolist()) <= {1.0, -1.0}
    finishing = Cachex.from_text(
        '{"n": 3, "board": [["r", 0, 0], ["r", 1, 0], ["b", 0, 1], ["b", 0, 2]]}'
    )
    assert finishing.turn == "red"
    assert envs.move_values(finishing)[6] == 1


def test_endings_of_watch_your_back_are_looked_up() -> None:
    text = last_board({"d4": "O", "e4": "O", "d5": "@", "f5": "@", "e5": "O", "c4": "@"})
    position = WatchYourBack.from_text(text)
    values = envs.move_values(position)
    known = {move.code: values[move.code] for move in position.legal_moves}
    assert set(known.values()) <= {1.0, 0.0, -1.0} and len(known) > 1
    for code, value in known.items():
        position.push(position.move(code))
        replies = envs.move_values(position) if not position.is_over else np.zeros(1)
        if not position.is_over:
            assert value == -float(np.nanmax(replies))
        position.pop()


def test_an_ending_that_is_won_too_late_for_the_limit_of_moves_is_a_draw() -> None:
    text = last_board({"d4": "O", "e4": "O", "d5": "@", "f5": "@", "e5": "O", "c4": "@"})
    position = WatchYourBack.from_text(text)  # White wins in five turns
    best = {
        turns: float(np.nanmax(envs.move_values(position.with_move_limit(position.turns + turns))))
        for turns in (5, 4)
    }
    assert best == {5: 1, 4: 0}


def test_what_nobody_knows_is_told() -> None:
    with pytest.raises(TriviumError, match="small boards and endings"):
        envs.Teacher(Limit(nodes=20)).move_values(Cachex(9))


def test_perfect_play_regrets_nothing_and_random_play_a_lot() -> None:
    champion = envs.regret("champion", "dots-and-boxes", "1x3", games=4, seed=1)
    assert (champion.per_game, champion.best_share, champion.blunder_share) == (0, 1, 0)
    chance = envs.regret("random", "hexifence", "2", games=30, seed=5)
    assert chance.per_game > 20 and chance.best_share < 0.6 and chance.blunder_share > 0.1
    assert "given away a game" in str(chance)


def test_a_policy_may_answer_with_actions_or_with_numbers_for_all() -> None:
    def first(observations: object, masks: Mask) -> ArrayLike:
        first_legal: ArrayLike = masks.argmax(axis=1)
        return first_legal

    def numbers(observations: object, masks: Mask) -> ArrayLike:
        return np.tile(-np.arange(masks.shape[1]), (len(masks), 1))

    told = [envs.regret(one, "hexifence", "2", games=10, seed=2) for one in (first, numbers)]
    assert told[0] == told[1]
    with pytest.raises(TriviumError, match="at least one game"):
        envs.regret(first, "hexifence", "2", games=0)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda observations, masks: masks.argmin(axis=1), "is no legal move"),
        (lambda observations, masks: masks.argmax(axis=1) + 0.5, "whole numbers"),
        (lambda observations, masks: [0, 1], "for each of the 5 boards"),
    ],
)
def test_what_is_wrong_with_a_policy_is_told(answer: envs.Policy, says: str) -> None:
    with pytest.raises(TriviumError, match=says):
        envs.regret(answer, "dots-and-boxes", "1x2", games=5)


BOT = """
import sys
moves = []
for line in sys.stdin:
    name, *words = line.split()
    if name == "trivium-moves":
        moves = [word.rpartition(":")[0] for word in words]
    known = "protocol_version name version list_commands boardsize clear_board play undo genmove "
    known += "trivium-moves trivium-setup quit"
    print("=", {"protocol_version": "2", "list_commands": known.replace(" ", chr(10)),
          "genmove": ANSWER}.get(name, ""), end=2 * chr(10), flush=True)
    if name == "quit":
        break
"""


def test_the_regret_of_an_agent_of_ones_own_is_that_of_a_policy_that_plays_like_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "bot.py").write_text(BOT.replace("ANSWER", "sorted(moves)[0] if moves else ''"))
    names = sorted(DotsAndBoxes(1, 2).all_moves.values(), key=str)
    order = np.argsort([move.code for move in names])

    def same(observations: object, masks: Mask) -> ArrayLike:
        return np.broadcast_to(-order, masks.shape)

    bot = f"gtp:{sys.executable} {tmp_path}/bot.py"
    told = [envs.regret(one, "dots-and-boxes", "1x2", games=3, seed=4) for one in (bot, same)]
    assert told[0] == told[1] and told[0].moves > 3


def test_an_agent_that_fails_has_no_regret_but_a_reason(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT.replace("ANSWER", "'z9'"))
    with pytest.raises(TriviumError, match=r"lost a game by its own fault: .*z9"):
        envs.regret(f"gtp:{sys.executable} {tmp_path}/bot.py", "dots-and-boxes", "1x2", games=1)

"""The environments pass the tests that the other libraries bring along."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.envs.test_boards import SIZES
from trivium.errors import IllegalMove, TriviumError

pytestmark = pytest.mark.filterwarnings(
    # An observation with a mask is a dictionary, as in PettingZoo's own board games.
    "ignore:Observation (space for each agent|is not a NumPy array):UserWarning"
)


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_pettingzoo_finds_its_interface_kept(game: str, size: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from trivium.envs.pettingzoo_env import pettingzoo_env

    api_test(pettingzoo_env(game, size), num_cycles=200)
    seed_test(lambda: pettingzoo_env(game, size), num_cycles=40)


@pytest.mark.parametrize("game", ["hexifence", "cachex", "watch-your-back", "dots-and-boxes"])
def test_gymnasium_finds_its_interface_kept(game: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from trivium.envs.gymnasium_env import environment_id

    name = f"trivium.envs.gymnasium_env:{environment_id(game)}"
    env = gymnasium.make(name, opponent="random", render_mode="rgb_array")
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize(
    "name",
    [
        "trivium_hexifence(size=2)",
        "trivium_dots_and_boxes(size=2x2,margin=True)",
        "trivium_cachex(size=3)",
        "trivium_watch_your_back(move_limit=20)",
    ],
)
def test_openspiel_finds_its_interface_kept(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from trivium.envs.openspiel import register

    register()
    register()  # once more changes nothing
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_openspiels_searches_play_and_agree_with_the_solver() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts, minimax

    from trivium import DotsAndBoxes
    from trivium.envs.openspiel import register
    from trivium.solve.fences import exact_source

    register()
    game = pyspiel.load_game("trivium_dots_and_boxes(size=1x2,margin=True)")
    value, _ = minimax.alpha_beta_search(game)
    position = DotsAndBoxes(1, 2)
    assert value == exact_source(position, 1).solve(position.kernel).low
    state = game.new_initial_state()
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.0, 60, rollouts, random_state=np.random.RandomState(2))
    for move in ("b1", "a2", "c2"):
        state.apply_action(state.string_to_action(move))
    assert state.action_to_string(state.current_player(), bot.step(state)) == "b3"


def test_an_aec_game_gives_the_winner_what_the_loser_pays() -> None:
    pytest.importorskip("pettingzoo")
    from trivium.envs.pettingzoo_env import pettingzoo_env

    dice = random.Random(2)
    for rewards in ("result", "margin"):
        env = pettingzoo_env("dots-and-boxes", "1x3", rewards=rewards)
        env.reset()
        got = {"player_0": 0.0, "player_1": 0.0}
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            got[agent] += reward
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            env.step(None if over else dice.choice(legal))
        assert got["player_0"] == -got["player_1"] != 0
        assert rewards == "margin" or abs(got["player_0"]) == 1


def test_the_waiting_agent_sees_the_same_board_from_its_own_side() -> None:
    pytest.importorskip("pettingzoo")
    from trivium.envs.pettingzoo_env import pettingzoo_env

    env: Any = pettingzoo_env("cachex", "5")
    env.reset()
    env.step(0)
    waiting, moving = env.observe("player_0"), env.observe("player_1")
    assert not waiting["action_mask"].any() and moving["action_mask"].any()
    assert waiting["observation"][0, 0, 0] == 1 == moving["observation"][1, 0, 0]
    assert np.array_equal(waiting["observation"][2], moving["observation"][3])


def test_a_learner_plays_both_seats_and_is_paid_for_its_own_result() -> None:
    pytest.importorskip("gymnasium")
    from trivium.envs.gymnasium_env import Learner

    seats = set()
    env = Learner("hexifence", "2", opponent="random")
    dice = random.Random(3)
    _, info = env.reset(seed=3)
    for _ in range(8):
        over, reward = False, 0.0
        while not over:
            assert reward == 0
            action = dice.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, reward, over, _, info = env.step(action)
        seats.add(env.player)
        outcome = env.position.outcome()
        assert outcome is not None and outcome.winner
        assert reward == (1 if outcome.winner == env.position.colours[env.player] else -1)
        with pytest.raises(TriviumError, match="call reset"):
            env.step(0)
        _, info = env.reset()
    assert seats == {0, 1}


def test_an_illegal_action_loses_and_says_why() -> None:
    pytest.importorskip("gymnasium")
    from trivium.envs.gymnasium_env import Learner

    env = Learner("cachex", "5", opponent="random", seat="first")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(12)  # the centre
    assert (reward, over, info["illegal"]) == (-1, True, True)


def test_where_cells_count_an_illegal_action_costs_all_of_them() -> None:
    pytest.importorskip("pettingzoo")
    from trivium.envs.gymnasium_env import Learner
    from trivium.envs.pettingzoo_env import pettingzoo_env

    learner = Learner("hexifence", "2", opponent="random", seat="first", rewards="margin")
    learner.reset(seed=1)
    taken = int(learner.action_masks().argmin()) if not learner.action_masks().all() else 0
    learner.step(taken)
    assert learner.step(taken)[1] == -7
    env: Any = pettingzoo_env("hexifence", "2", rewards="margin")
    env.reset()
    env.step(3)
    env.step(3)
    assert env.rewards == {"player_0": 0, "player_1": -7}
    assert env.terminations == {"player_0": True, "player_1": True}


def test_what_is_no_action_at_all_is_told() -> None:
    pytest.importorskip("gymnasium")
    from trivium.envs.gymnasium_env import Learner

    env = Learner("cachex", "5", opponent="random", seat="first")
    env.reset(seed=1)
    for wrong in (-1, 26, np.int64(-26)):
        with pytest.raises(IllegalMove, match="they go from 0 to 25"):
            env.step(wrong)
    assert not env.position.moves


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasium_steps_several_of_them_side_by_side(mode: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from trivium.envs.gymnasium_env import environment_id

    name = f"trivium.envs.gymnasium_env:{environment_id('dots-and-boxes')}"
    several = gymnasium.make_vec(
        name, 2, vectorization_mode=mode, size="1x2", opponent="random", seat="first"
    )
    try:
        _, info = several.reset(seed=3)
        over = 0
        for _ in range(12):
            actions = info["action_mask"].argmax(axis=1)
            observations, _, terminated, _, info = several.step(actions)
            over += int(terminated.sum())
        assert over > 0 and observations.shape == (2, 6, 3, 5)
    finally:
        several.close()


def test_a_learner_meets_an_agent_in_a_process_of_its_own(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    from trivium.envs.gymnasium_env import Learner

    folder = tmp_path / "sulker"
    folder.mkdir()
    (folder / "sulker.py").write_text(
        "class Player:\n"
        "    def __init__(self, colour, n): self.turns = 0\n"
        "    def action(self): return ('PLACE', 0, 1)\n"
        "    def turn(self, colour, action): pass\n"
    )
    env = Learner("cachex", "5", opponent=f"cachex-py:{folder}#sulker", seat="first")
    env.reset(seed=1)
    assert env.step(0)[1:3] == (0, False)
    _, reward, over, _, info = env.step(2)
    assert (reward, over) == (1, True) and "illegal move" in info["forfeit"]
    env.close()


def test_a_wrong_opponent_or_seat_is_told_at_once() -> None:
    pytest.importorskip("gymnasium")
    from trivium.envs.gymnasium_env import Learner

    with pytest.raises(TriviumError, match="did you mean level1"):
        Learner("cachex", opponent="levle1")
    with pytest.raises(TriviumError, match="'first', 'second' or 'either'"):
        Learner("cachex", seat="third")  # type: ignore[arg-type]

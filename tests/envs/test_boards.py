"""Many games at once are the same games as one after the other."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest

from trivium import Hexifence, WatchYourBack
from trivium.envs.boards import Boards
from trivium.envs.encoding import Encoding
from trivium.errors import IllegalMove, TriviumError
from trivium.games.position import Position

SIZES = [
    ("hexifence", "2"),
    ("cachex", "4"),
    ("watch-your-back", "8"),
    ("dots-and-boxes", "2x2"),
]


@pytest.mark.parametrize("rewards", ["result", "margin"])
@pytest.mark.parametrize(("game", "size"), SIZES)
def test_boards_show_what_single_positions_show(game: str, size: str, rewards: str) -> None:
    boards = Boards(game, size, 5, seed=11, rewards=rewards)  # type: ignore[arg-type]
    encoding = boards.encoding
    alone = [encoding.start() for _ in range(5)]
    ended = 0
    for _ in range(300):
        actions = boards.random_actions().copy()
        boards.step(actions)
        for number, action in enumerate(actions):
            before = first_score(alone[number])
            alone[number].push(encoding.move(int(action)))
            over = alone[number].is_over
            assert boards.terminated[number] == over
            gain = first_score(alone[number]) - before
            if rewards == "result":
                gain = int(np.sign(first_score(alone[number]))) if over else 0
            assert boards.rewards[number].tolist() == [gain, -gain]
            if over:
                ended += 1
                alone[number] = encoding.start()
            assert boards.movers[number] == alone[number].mover
            assert np.array_equal(boards.observations[number], encoding.observe(alone[number]))
            assert np.array_equal(boards.masks[number], encoding.mask(alone[number]))
            assert boards.lengths[number] == len(alone[number].moves)
    assert ended > 1


def first_score(position: Position) -> int:
    """The score as the rules count it, for whoever began."""
    if position.game in ("cachex", "watch-your-back"):
        outcome = position.outcome()
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == position.colours[0] else -1
    score = position.scene().score
    return score[position.colours[0]] - score[position.colours[1]]


def test_the_same_seed_plays_the_same_with_any_number_of_threads() -> None:
    few, many = (Boards("cachex", "5", 300, seed=4, threads=threads) for threads in (1, 4))
    for _ in range(40):
        few.step(few.random_actions())
        many.step(many.random_actions())
        assert np.array_equal(few.observations, many.observations)
        assert np.array_equal(few.terminated, many.terminated)
    assert len(np.unique(few.observations.reshape(300, -1), axis=0)) > 100
    many.close()
    many.step(many.random_actions())


def test_the_arrays_stay_where_they_are_and_others_take_them_without_a_copy() -> None:
    boards = Boards("dots-and-boxes", "2x2", 4)
    view = np.from_dlpack(boards.observations)
    assert np.shares_memory(view, boards.observations)
    boards.step(boards.random_actions())
    assert view[:, 1].sum() == 4


def test_an_illegal_action_is_told_and_nothing_has_changed() -> None:
    boards = Boards("hexifence", "2", 3)
    boards.step([3, 4, 5])
    before = boards.observations.copy()
    for wrong in ([1, 2, 5], [1, 2, 30], [-1, 0, 0]):
        with pytest.raises(IllegalMove, match="Action"):
            boards.step(wrong)
    with pytest.raises(TriviumError, match=r"each of the 3 boards; the shape of these is \(2,\)"):
        boards.step([1, 2])
    with pytest.raises(TriviumError, match="whole numbers; these are of type float"):
        boards.step([0.5, 1.5, 2.5])
    assert np.array_equal(before, boards.observations)


def test_a_position_can_be_taken_out_and_put_in() -> None:
    boards = Boards("hexifence", "2", 3)
    boards.step([3, 4, 5])
    taken = boards.position(1)
    assert taken.turn == "red" and not taken.moves
    taken.push("d1")
    boards.set_position(2, taken)
    assert np.array_equal(boards.observations[2], boards.encoding.observe(taken))
    assert boards.position(1) != taken
    with pytest.raises(TriviumError, match=r"of hexifence 2, the position is of hexifence 3"):
        boards.set_position(0, Hexifence(3))
    with pytest.raises(TriviumError, match="no board 3"):
        boards.position(3)


def test_games_may_begin_elsewhere() -> None:
    start = Hexifence(2)
    for move in start.legal_moves[:27]:
        start.push(move)
    boards = Boards("hexifence", "2", 2, start=start)
    for _ in range(3):
        boards.step(boards.random_actions())
    assert boards.terminated.all() and boards.masks.sum() == 6


def test_watch_your_back_ends_although_its_rules_know_no_end() -> None:
    boards = Boards("watch-your-back", count=40, move_limit=30)
    longest = 0
    for _ in range(120):
        longest = max(longest, int(boards.lengths.max()))
        boards.step(boards.random_actions())
    assert longest < 24 + 30


def test_a_start_without_a_limit_of_moves_gets_one() -> None:
    boards = Boards("watch-your-back", count=2, move_limit=30, start=WatchYourBack())
    boards.set_position(1, WatchYourBack())
    ended = np.zeros(2, np.bool_)
    for _ in range(24 + 30):
        boards.step(boards.random_actions())
        ended |= boards.terminated
    assert ended.all()


def test_a_game_that_is_over_is_no_start() -> None:
    over = Hexifence(2)
    for move in over.legal_moves:
        over.push(move)
    boards = Boards("hexifence", "2", 2)
    for begin in (
        lambda: Boards("hexifence", "2", 2, start=over),
        lambda: boards.set_position(0, over),
    ):
        with pytest.raises(TriviumError, match="over cannot go on"):
            begin()
    assert boards.masks.all()


def unpickled(boards: Boards) -> object:
    return pickle.loads(pickle.dumps(boards))


@pytest.mark.parametrize("again", [copy.deepcopy, unpickled])
@pytest.mark.parametrize(("game", "size"), SIZES)
def test_a_copy_goes_on_by_itself_as_the_original_does(game: str, size: str, again: Any) -> None:
    boards = Boards(game, size, 130, seed=2, threads=2, rewards="margin", move_limit=40)
    for _ in range(9):
        boards.step(boards.random_actions())
    twin = again(boards)
    before = boards.observations.copy()
    assert np.array_equal(twin.observations, before) and twin.observations.ctypes.data % 64 == 0
    assert twin.encoding.start().move_limit == boards.encoding.start().move_limit
    for _ in range(3):
        twin.step(twin.random_actions())
    assert np.array_equal(boards.observations, before)
    for _ in range(3):
        boards.step(boards.random_actions())
    for name in ("observations", "masks", "movers", "rewards", "terminated", "lengths"):
        assert np.array_equal(getattr(boards, name), getattr(twin, name)), name
    assert boards.position(3) == twin.position(3)


def some_steps(boards: Boards) -> None:
    for _ in range(3):
        boards.step(boards.random_actions())


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_process_that_is_forked_off_goes_on_with_threads_of_its_own() -> None:
    boards = Boards("cachex", "4", 200, threads=2)
    some_steps(boards)
    child = multiprocessing.get_context("fork").Process(target=some_steps, args=(boards,))
    child.start()
    child.join(60)
    hangs = child.is_alive()
    child.kill()
    child.join()
    assert not hangs and child.exitcode == 0


def test_a_seed_begins_the_random_actions_anew_too() -> None:
    boards, fresh = Boards("cachex", "5", 9, seed=1), Boards("cachex", "5", 9, seed=8)
    some_steps(boards)
    boards.reset(seed=8)
    some_steps(boards)
    some_steps(fresh)
    assert np.array_equal(boards.observations, fresh.observations)


def test_what_makes_no_sense_is_told() -> None:
    with pytest.raises(TriviumError, match="at least one board"):
        Boards("cachex", "5", 0)
    with pytest.raises(TriviumError, match="'result' or 'margin'"):
        Boards("cachex", "5", 1, rewards="points")  # type: ignore[arg-type]
    with pytest.raises(TriviumError, match="positive whole number, not 0"):
        Encoding("watch-your-back", move_limit=0)
    assert Encoding("cachex", "5").size == "5"


def test_the_arrays_begin_where_every_library_takes_them_without_a_copy() -> None:
    for count in (1, 3, 64):
        boards = Boards("dots-and-boxes", "2x2", count)
        for array in (boards.observations, boards.masks, boards.movers, boards.rewards):
            assert array.ctypes.data % 64 == 0
            assert array.flags.c_contiguous
            assert np.from_dlpack(array).ctypes.data == array.ctypes.data

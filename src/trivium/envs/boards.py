"""Thousands of games at once, in arrays that every library takes without a copy.

>>> boards = Boards("dots-and-boxes", "2x2", count=3, seed=7)
>>> boards.observations.shape, boards.masks.shape
((3, 6, 5, 5), (3, 12))
>>> for _ in range(12):
...     boards.step(boards.random_actions())
>>> boards.terminated.tolist(), boards.rewards.tolist()
([True, True, True], [[1.0, -1.0], [1.0, -1.0], [1.0, -1.0]])
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from trivium.envs import stepping
from trivium.envs.encoding import Encoding
from trivium.envs.rewards import Rewards, check_rewards
from trivium.errors import IllegalMove, TriviumError
from trivium.games.position import Position
from trivium.kernel.chance import seeded, split
from trivium.kernel.stacking import copy_into, row, stacked
from trivium.kernel.verbs import most_left, most_moves

_FEWEST_EACH = 64
"""Boards below which another thread costs more than it brings."""
_ALIGNMENT = 64
"""Bytes that JAX wants arrays to begin at multiples of; others it copies."""


class Boards:
    """Games of one size that go on side by side; where one ends, another begins at once.

    The arrays below are written anew by every `step` and stay where they are, so that a view of
    them, such as ``torch.from_numpy(boards.observations)``, can be made once. Copy what you keep.
    After the last move of a game, `rewards` and `terminated` tell of it, while `observations`,
    `masks` and `movers` are those of the next game's start.
    """

    def __init__(
        self,
        game: str,
        size: str | None = None,
        count: int = 1024,
        *,
        seed: int = 0,
        rewards: Rewards = "result",
        threads: int | None = None,
        move_limit: int | None = None,
        start: Position | None = None,
    ) -> None:
        """Set up `count` boards.

        `rewards` are 1, 0 and -1 at the end of a game ("result"), or whatever the score changes
        by with each move ("margin"). Games begin at `start`, if that is given. As many `threads`
        work as there are cores, unless told otherwise.
        """
        if count < 1:
            raise TriviumError(f"There must be at least one board, not {count}.")
        check_rewards(rewards)
        self.encoding = Encoding(game, size, move_limit)
        self.count = count
        self._rewards: Rewards = rewards
        self._threads = threads or os.cpu_count() or 1
        self._first = self._checked(start or self.encoding.start())
        self._stack = stacked(self._first.kernel, count)
        self._chances = _chances(seed, count)
        self._actions = np.empty(count, np.int64)
        shape, actions = self.encoding.shape, self.encoding.actions
        self._buffers = stepping.Buffers(
            observations=_zeros((count, shape[0], shape[1] * shape[2]), np.float32),
            masks=_zeros((count, actions), np.bool_),
            movers=_zeros(count, np.int8),
            rewards=_zeros((count, 2), np.float32),
            terminated=_zeros(count, np.bool_),
            lengths=_zeros(count, np.int32),
        )
        self.observations = self._buffers.observations.reshape(count, *shape)
        """Planes of each board, from the point of view of the player to move."""
        self.masks = self._buffers.masks
        """Which actions are legal on each board."""
        self.movers = self._buffers.movers
        """The player to move on each board: 0 for the one who began the game, 1 for the other."""
        self.rewards = self._buffers.rewards
        """What the last move brought each of the two players, on each board."""
        self.terminated = self._buffers.terminated
        """On which boards the last move ended the game."""
        self.lengths = self._buffers.lengths
        """The moves made in the game that goes on, on each board."""
        self._parts = _parts(count, self._threads)
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()
        """The process whose threads they are: one that is forked off has none of them."""
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew. Random actions go on as they were, unless there is a seed."""
        if seed is not None:
            self._chances[:] = _chances(seed, self.count)
        for board in range(self.count):
            copy_into(row(self._stack, board), self._first.kernel)
        self.rewards[:] = 0
        self.terminated[:] = False
        self.lengths[:] = 0
        self._share(
            lambda low, high: stepping.show_some(
                self._stack, self.encoding.places, self._room(), self._buffers, low, high
            )
        )

    def step(self, actions: ArrayLike) -> None:
        """Make one move on every board, and write the arrays anew.

        Raises `IllegalMove` and changes nothing if one of the actions is not legal.
        """
        chosen = checked_actions(actions, self.count)
        wrong = int(stepping.first_illegal(self._stack, chosen, self.count))
        if wrong != stepping.NONE:
            raise IllegalMove(f"Action {chosen[wrong]} of board {wrong} is no legal move there.")
        self._share(
            lambda low, high: stepping.step_some(
                self._stack,
                self._first.kernel,
                self.encoding.places,
                chosen,
                self._room(),
                self._rewards == "margin",
                self._buffers,
                low,
                high,
            )
        )

    def random_actions(self) -> NDArray[np.int64]:
        """Return a legal action for each board, all equally likely; the array is used again."""
        self._share(
            lambda low, high: stepping.pick_some(
                self._stack, self._chances, self._actions, low, high
            )
        )
        return self._actions

    def position(self, board: int) -> Position:
        """Return a copy of a position, to look at or to search; it does not know its moves."""
        position = self._first.origin()
        copy_into(position.kernel, row(self._stack, self._number(board)))
        return position.standing()

    def set_position(self, board: int, position: Position) -> None:
        """Go on from a position on one board; games that begin there later begin as ever."""
        number = self._number(board)
        copy_into(row(self._stack, number), self._checked(position).kernel)
        self.lengths[number] = 0
        stepping.show_some(
            self._stack, self.encoding.places, self._room(), self._buffers, number, number + 1
        )

    def close(self) -> None:
        """Let the threads go. A garbage collection does the same."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None
        self._parts = [(0, self.count)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.count

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies, and what is unpickled, have arrays and threads of their own."""
        made = (
            self.encoding.game,
            self.encoding.size,
            self.count,
            self._rewards,
            self._threads,
            self.encoding.move_limit,
            self._first,
        )
        return _revived, (*made, [part.copy() for part in self._written()])

    def _written(self) -> list[NDArray[Any]]:
        """Return all that changes from step to step."""
        return [
            part for part in (*self._stack, *self._buffers, self._chances) if part.flags.writeable
        ]

    def _number(self, board: int) -> int:
        if not 0 <= board < self.count:
            raise TriviumError(f"There is no board {board}; they go from 0 to {self.count - 1}.")
        return board

    def _checked(self, position: Position) -> Position:
        """Return a position under the limit of moves; raises an error if it cannot be played on."""
        if (position.game, position.size) != (self.encoding.game, self.encoding.size):
            raise TriviumError(
                f"The boards are of {self.encoding.game} {self.encoding.size}, "
                f"the position is of {position.game} {position.size}."
            )
        limited = self.encoding.limited(position)
        if limited.is_over or most_left(limited.kernel) < 1:
            raise TriviumError("A game that is over cannot go on; give a position before its end.")
        return limited

    def _room(self) -> NDArray[np.int64]:
        return np.empty(int(most_moves(self._first.kernel)), np.int64)

    def _share(self, work: Callable[[int, int], None]) -> None:
        """Let all threads work, each on its part of the boards; compiled code frees the GIL."""
        if len(self._parts) == 1:
            work(0, self.count)
            return
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(len(self._parts) - 1)
            self._process = os.getpid()
        pool = self._pool
        others = [pool.submit(work, *part) for part in self._parts[1:]]
        work(*self._parts[0])
        for other in others:
            other.result()


def checked_actions(actions: ArrayLike, count: int) -> NDArray[np.int64]:
    """Return an action for each of so many boards; raises `TriviumError` if they are not that."""
    chosen = np.asarray(actions)
    if chosen.shape != (count,):
        raise TriviumError(
            f"There must be an action for each of the {count} boards; "
            f"the shape of these is {chosen.shape}."
        )
    if chosen.dtype.kind not in "iu":
        raise TriviumError(f"Actions are whole numbers; these are of type {chosen.dtype}.")
    return np.ascontiguousarray(chosen, np.int64)


def _revived(
    game: str,
    size: str,
    count: int,
    rewards: Rewards,
    threads: int,
    move_limit: int | None,
    start: Position,
    written: list[NDArray[Any]],
) -> Boards:
    """Return boards like those that were copied or pickled."""
    boards = Boards(
        game,
        size,
        count,
        rewards=rewards,
        threads=threads,
        move_limit=move_limit,
        start=start,
    )
    for to, part in zip(boards._written(), written, strict=True):
        to[...] = part
    return boards


def _parts(count: int, threads: int) -> list[tuple[int, int]]:
    """Return the ranges of boards that the threads take."""
    parts = max(1, min(threads, count // _FEWEST_EACH))
    bounds = np.linspace(0, count, parts + 1).astype(int).tolist()
    return list(itertools.pairwise(bounds))


def _zeros(shape: int | tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """Return an array of zeros that every library takes without a copy."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + _ALIGNMENT, np.uint8)
    begin = -memory.ctypes.data % _ALIGNMENT
    return memory[begin : begin + size].view(dtype).reshape(shape)


def _chances(seed: int, count: int) -> NDArray[np.uint64]:
    """Return a chance for each board, which depends on the seed and its number alone."""
    origin = seeded(seed)
    return np.array([split(origin) for _ in range(count)], np.uint64)

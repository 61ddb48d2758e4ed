"""Monte Carlo tree search for callers: limits, reports, and a tree kept from move to move.

The compiled search runs in a thread of its own, so that a deadline, a request to stop or Ctrl-C
ends it within milliseconds. It is asked for twice as many simulations again and again; between
two such slices the listener hears of the progress.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.chance import seeded
from trivium.kernel.pages import take
from trivium.kernel.repetition import came_back
from trivium.kernel.verbs import DECIDED, POINT, banked, key, most_left, mover, play
from trivium.search import mcts, mcts_memory
from trivium.search.limits import Limit, Report, Score
from trivium.search.running import StopFlag, new_stop_flag, own_copy, run_within

__all__ = [
    "CERTAIN",
    "Listener",
    "MonteCarlo",
    "MonteCarloOptions",
    "RootMove",
    "share_as_value",
]

Listener = Callable[[Report], None]
"""Hears now and then what the simulations have found so far."""

CERTAIN = 10 * POINT
"""The value of a win that the simulations are sure of, but that is not proven."""

_NO_LIMIT = 1 << 60
_FIRST_SLICE = 1024


@dataclass(frozen=True)
class MonteCarloOptions:
    """What the search makes use of."""

    exploration: float = 0.7
    """The constant c of UCT."""
    rave: float = 0.0
    """The visits that weigh as much as the all-moves-as-first statistics; 0 for no RAVE."""
    bias: float = 0.0
    """The weight of `promise`, for results from 0 to 1; it fades with the visits of a move."""
    expand_after: int = 4
    """The visits of a leaf after which it gets children."""
    longest_playout: int = 2000
    """A playout of so many moves is counted as it stands: by cells or pieces, drawn in Cachex."""

    def as_array(self) -> NDArray[np.float64]:
        """Return the options as the compiled search wants them."""
        array = np.zeros(mcts_memory.OPTION_COUNT)
        array[mcts_memory.EXPLORATION] = self.exploration
        array[mcts_memory.RAVE] = self.rave
        array[mcts_memory.BIAS] = self.bias
        array[mcts_memory.EXPAND_AFTER] = self.expand_after
        return array


@dataclass(frozen=True)
class RootMove:
    """What a search has found out about one of the moves it could choose."""

    code: int
    visits: int
    wins: float
    """The share of the points won by simulations, a draw counted half; of no visits, a half."""
    least: int | None
    """What the move is proven to be worth at least for the mover, in search units."""
    most: int | None
    """What the move is proven to be worth at most for the mover, in search units."""


class MonteCarlo:
    """Searches positions of one game and size, and keeps the tree between them.

    A search is determined by the seed, the options and the searches before it, if it is
    limited by simulations. `forget` makes it depend on the seed and options alone.
    """

    def __init__(
        self, options: MonteCarloOptions | None = None, megabytes: float = 64, seed: int = 0
    ) -> None:
        self.options = options or MonteCarloOptions()
        self._megabytes = megabytes
        self._seed = seed
        self._stop = new_stop_flag()
        self._memory: _Memory | None = None
        self._made: list[int] = []

    def forget(self) -> None:
        """Empty the tree and begin with the seed again."""
        self._memory = None
        self._made = []

    def reserve(self, position: Any) -> None:
        """Forget everything, and take the memory that searching from this position needs.

        Else the first search does it, at the cost of some tens of milliseconds of its time.
        """
        self.forget()
        self._memory = self._new_memory(position)
        self._memory.reserve()

    def follow(self, moves: Sequence[int]) -> None:
        """Keep what is known of the position after `moves`, made where the last search was.

        If nothing is known of it, or nothing has been searched, the next search begins anew.
        """
        # The tree is large, so it is cut down later, when the clock of the next search runs.
        self._made += moves

    def search(
        self,
        position: Any,
        colours: tuple[str, str],
        limit: Limit,
        listener: Listener | None = None,
    ) -> Report:
        """Search a kernel position that is not over and return the last report.

        `Limit.nodes` counts simulations; `Limit.depth` does not matter. Without a limit the
        search goes on until it is stopped or has a proof. The position is left as it is. If it
        is not the one of the last search, or the one that `follow` led to, the tree is begun
        anew. `listener` hears of the progress whenever the simulations have doubled.

        The search ends early when the outcome is proven. Then the score is what is proven: a
        win or loss by a turn, a draw, or a margin of cells; if only who wins is proven, but not
        the margin, it is the least margin and not exact. Any other score is the share of the
        points won by the simulations with the chosen move, made linear in search units: none is
        -`CERTAIN`, a half is 0, all is `CERTAIN`.
        """
        began = time.perf_counter()
        self._stop[0] = 0

        def simulate() -> Report:
            return _Run(self._memory_for(position), colours, limit, began, listener).simulate()

        return run_within(limit, began, self._stop, simulate)

    def root_moves(self) -> list[RootMove]:
        """Return the moves of the position searched last or followed to, most visited first."""
        memory = self._caught_up()
        return [] if memory is None else memory.root_moves()

    def root_move(self, code: int) -> RootMove:
        """Return one of the `root_moves`, which takes less time than all of them."""
        memory = self._caught_up()
        assert memory is not None
        return memory.root_move(code)

    @property
    def nodes_in_tree(self) -> int:
        """The number of nodes that the tree has now."""
        memory = self._caught_up()
        return 0 if memory is None else memory.used

    def _caught_up(self) -> _Memory | None:
        """Return the memory after the moves to follow, for a caller who has the time."""
        if self._made:
            self._stop[0] = 0
        return self._follow_moves()

    def _follow_moves(self) -> _Memory | None:
        if self._memory is not None:
            self._memory.advance(self._made)
        self._made = []
        return self._memory

    def _new_memory(self, position: Any) -> _Memory:
        return _Memory(self.options, self._megabytes, self._seed, position, self._stop)

    def _memory_for(self, position: Any) -> _Memory:
        memory = self._follow_moves()
        if memory is None or not memory.fits(position):
            memory = self._new_memory(position)
        elif not memory.is_at(position):
            memory.begin_anew()
        memory.set_position(position)
        self._memory = memory
        return memory


def share_as_value(wins: float) -> int:
    """Return a share of points won as a value in search units, 0 for a half."""
    return round((2 * wins - 1) * CERTAIN)


class _Memory:
    """The tree, the chance, and the position at the root."""

    def __init__(
        self,
        options: MonteCarloOptions,
        megabytes: float,
        seed: int,
        position: Any,
        stop: StopFlag,
    ) -> None:
        self._tree = mcts_memory.new_tree(megabytes, position)
        self._memory = mcts_memory.new_memory(
            position, options.as_array(), options.longest_playout, stop
        )
        self._chance = seeded(seed)
        self._position = own_copy(position)
        self._scratch = own_copy(position)
        self.begin_anew()

    @property
    def used(self) -> int:
        """The number of nodes in use."""
        return int(self._memory.counters[mcts_memory.USED])

    @property
    def fill(self) -> float:
        """The share of the memory in use."""
        return self.used / len(self._tree.first)

    @property
    def simulations(self) -> int:
        """The simulations of this search so far."""
        return int(self._memory.counters[mcts_memory.SIMULATIONS])

    @property
    def root_mover(self) -> int:
        """The player to move at the root."""
        return int(mover(self._position))

    def fits(self, position: Any) -> bool:
        """Whether the position is of the same game and size."""
        return type(position) is type(self._position) and all(
            mine.shape == other.shape for mine, other in zip(self._position, position, strict=True)
        )

    def is_at(self, position: Any) -> bool:
        """Whether the position is the one at the root, with the same boards before it."""
        verbs = (key, mover, banked, most_left)
        return all(verb(position) == verb(self._position) for verb in verbs) and np.array_equal(
            came_back(position), came_back(self._position)
        )

    def set_position(self, position: Any) -> None:
        """Take over the position and begin to count simulations."""
        self._position = own_copy(position)
        self._memory.counters[mcts_memory.SIMULATIONS] = 0

    def reserve(self) -> None:
        """Take all memory of the tree from the system now."""
        take(self._tree)

    def begin_anew(self) -> None:
        """Forget the tree."""
        mcts_memory.clear(self._tree, self._memory)

    def advance(self, moves: Sequence[int]) -> None:
        """Make moves at the root; what the tree knows of others is forgotten.

        If there is no time for that, or the tree does not know the moves, all of it is.
        """
        node = mcts_memory.ROOT
        for move in moves:
            play(self._position, move)
            if node != mcts_memory.NO_NODE:
                node = int(mcts_memory.child_by_move(self._tree, node, move))
        if node == mcts_memory.NO_NODE:
            self.begin_anew()
        elif node != mcts_memory.ROOT:
            mcts_memory.keep_below(self._tree, self._memory, node)

    def run(self, simulations: int) -> None:
        """Simulate until there have been so many, or the flag is raised, or all is proven."""
        self._memory.counters[mcts_memory.SIMULATION_LIMIT] = simulations
        mcts.run(self._position, self._scratch, self._tree, self._memory, self._chance)

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to find out, or a stop was asked for."""
        return bool(self._memory.stop[0]) or bool(mcts_memory.settled(self._tree, mcts_memory.ROOT))

    def best_line(self) -> tuple[int, ...]:
        """Return the best moves for both sides."""
        line = np.zeros(mcts_memory.DEEPEST, np.int64)
        return tuple(line[: mcts_memory.best_line(self._tree, line)].tolist())

    def value(self) -> tuple[int, bool]:
        """Return the value for the mover at the root, and whether it is proven."""
        least, most = self._bounds(mcts_memory.ROOT)
        if least > 0 or least == most:
            return least, least == most or least >= DECIDED
        if most < 0:
            return most, most <= -DECIDED
        chosen = int(mcts_memory.best_child(self._tree, mcts_memory.ROOT))
        return share_as_value(self._wins(chosen)), False

    def root_moves(self) -> list[RootMove]:
        """Return what is known of the moves at the root."""
        tree = self._tree
        first, count = int(tree.first[mcts_memory.ROOT]), int(tree.children[mcts_memory.ROOT])
        moves = [self._root_move(child) for child in range(first, first + count)]
        return sorted(moves, key=lambda move: -move.visits)

    def root_move(self, code: int) -> RootMove:
        """Return what is known of a move at the root."""
        return self._root_move(int(mcts_memory.child_by_move(self._tree, mcts_memory.ROOT, code)))

    def _root_move(self, child: int) -> RootMove:
        least, most = self._bounds(child)
        return RootMove(
            code=int(self._tree.move[child]),
            visits=int(self._tree.visits[child]),
            wins=self._wins(child),
            least=None if least == -mcts_memory.INFINITE else least,
            most=None if most == mcts_memory.INFINITE else most,
        )

    def _wins(self, child: int) -> float:
        visits = int(self._tree.visits[child])
        return float(self._tree.total[child]) / visits if visits else 0.5

    def _bounds(self, node: int) -> tuple[int, int]:
        """Return the bounds of a node from the point of view of the mover at the root."""
        low, high = int(self._tree.low[node]), int(self._tree.high[node])
        return (low, high) if self.root_mover == 0 else (-high, -low)


class _Run:
    """One search: the work of its thread, and what it reports."""

    def __init__(
        self,
        memory: _Memory,
        colours: tuple[str, str],
        limit: Limit,
        began: float,
        listener: Listener | None,
    ) -> None:
        self._memory = memory
        self._pov = colours[memory.root_mover]
        self._limit = limit
        self._began = began
        self._listener = listener

    def simulate(self) -> Report:
        """Simulate slice after slice until a limit, and report."""
        most = self._limit.nodes or _NO_LIMIT
        goal = _FIRST_SLICE
        while True:
            self._memory.run(min(goal, most))
            if self._memory.finished or goal >= most:
                return self._report()
            if self._listener is not None:
                self._listener(self._report())
            goal *= 2

    def _report(self) -> Report:
        line = self._memory.best_line()
        value, proven = self._memory.value()
        return Report(
            depth=len(line),
            score=Score(value, self._pov, proven),
            nodes=self._memory.simulations,
            seconds=time.perf_counter() - self._began,
            line=line,
            table_fill=self._memory.fill,
        )

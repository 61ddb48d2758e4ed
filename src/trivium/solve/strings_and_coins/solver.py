"""The solver: exact values of Hexifence and Dots-and-Boxes positions, with a best line.

A `Solver` belongs to a board and remembers what it has proven from one position to the next. It
can be stopped by a limit or by Ctrl-C at any time, and then tells what is known so far.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from trivium.errors import BadSize
from trivium.games.hexifence import rules
from trivium.games.hexifence.geometry import EdgeBoard, hexagon
from trivium.games.hexifence.rules import Fences
from trivium.kernel.verbs import play, score, undo
from trivium.search.limits import UNLIMITED, Limit
from trivium.search.running import new_stop_flag, raised_by
from trivium.search.stopping import Stop
from trivium.solve.exact import Solution
from trivium.solve.kept import about_something_else
from trivium.solve.strings_and_coins import kept, proof
from trivium.solve.strings_and_coins import memory as places
from trivium.solve.strings_and_coins.bounds import EXACT, new_bounds, spread
from trivium.solve.strings_and_coins.captures import next_capture, opening_string, quieten
from trivium.solve.strings_and_coins.coins import (
    OneWord,
    Row,
    count_ends,
    count_strings,
    edge_of,
    net_of,
    row_of,
)
from trivium.solve.strings_and_coins.growing import GrowingTable
from trivium.solve.strings_and_coins.kept import Work
from trivium.solve.strings_and_coins.memory import Reductions, new_memories, with_room
from trivium.solve.strings_and_coins.moves import length_of, string_of
from trivium.solve.strings_and_coins.scopes import ALL, SCOPES
from trivium.solve.strings_and_coins.turns import NO_MOVE, Known, Turn, next_target

__all__ = [
    "Question",
    "Solver",
    "exact_value",
]

_NO_LIMIT = 1 << 60
_ALL = Reductions()

_ROOT_ALONE = 2
"""Nodes by which a proof has begun with a second one."""

_HEARTBEAT = 1.0
"""Seconds after which a search that is still running is heard of."""

_WHOLE_SHARE = 4 / 5
"""With fewer of the board's strings, a position has too few images to meet."""


@dataclass(frozen=True)
class Question:
    """What is being searched: whether a margin is reached, and how far that has come."""

    margin: int
    tried: tuple[tuple[int, int], ...]
    """For the first plies how many moves have been searched, and of how many."""

    def __str__(self) -> str:
        tried = " › ".join(f"{done}/{moves}" for done, moves in self.tried)
        return f"is it {self.margin:+d}? tried {tried}"


def _wrong(who: str, wanted: str, given: object, right: str) -> str:
    return f"{who} wants {wanted}, not a {type(given).__name__}: write {right}."


class Solver:
    """Finds exact values on one board."""

    name = "the solver"
    instant = False

    def __init__(
        self,
        board: EdgeBoard,
        megabytes: float = 256,
        threads: int = 1,
        reductions: Reductions = _ALL,
    ) -> None:
        """Take so much memory for the table, and use these reductions."""
        if not isinstance(board, EdgeBoard):
            raise TypeError(_wrong("Solver", "a board", board, "Solver(position.board)"))
        self.board = board
        self.threads = threads
        self._net = net_of(board)
        self._table = GrowingTable(megabytes)
        self._memories = new_memories(self._net, reductions, threads)
        self._reductions = reductions
        self._before = Work("", "", False)
        self._seconds = 0.0
        self._began: float | None = None
        self._margin: int | None = None
        can_fold = reductions.symmetry and reductions.runs
        start = rules.start(board)
        self._edge_cells = start.edge_cells
        ends = count_ends(row_of(board, start))
        self._folds_from = _WHOLE_SHARE * ends if can_fold else math.inf

    @property
    def nodes(self) -> int:
        """All nodes visited so far; also of use while a search is running."""
        return sum(self.nodes_by_thread)

    @property
    def nodes_by_thread(self) -> list[int]:
        """Return the nodes that each thread has visited so far."""
        return [int(memory.counters[places.NODES]) for memory in self._memories]

    @property
    def table_fill(self) -> float:
        """The share of the table in use."""
        return self._table.fill

    @property
    def question(self) -> Question | None:
        """What is being searched, None if nothing is."""
        if self._margin is None:
            return None
        counts = [memory.counters for memory in self._memories]
        tried = [
            max((int(each[places.TRIED + ply]), int(each[places.TO_TRY + ply])) for each in counts)
            for ply in range(places.SHOWN)
        ]
        return Question(self._margin, tuple(tried))

    @property
    def work(self) -> Work:
        """What the table is about, and what it took, earlier runs included."""
        running = 0.0 if self._began is None else time.perf_counter() - self._began
        return Work(
            board=f"{self.board.rows}x{self.board.columns}, {len(self.board.edges)} edges",
            keys=self._fingerprint(),
            folds=self._net.folds,
            nodes=self._before.nodes + self.nodes,
            seconds=round(self._before.seconds + self._seconds + running, 1),
        )

    def save(self, path: Path) -> None:
        """Write what is known to a file, also while a search is running."""
        kept.save(path, self._table.bounds, self.work)

    def restore(self, path: Path) -> int:
        """Begin with what a file knows about the same board; return how many entries that are."""
        before = kept.read_work(path)
        here = self.work
        if (before.board, before.keys) != (here.board, here.keys):
            # Boards are told by the grid that they are drawn on, not by what players call them.
            raise about_something_else(
                path, f"on a grid of {before.board}", f"on a grid of {here.board}"
            )
        self.reserve()
        entries = kept.restore(path, self._table.bounds)
        self._before = before
        self._net = net_of(self.board, before.folds)
        if not before.folds:
            self._folds_from = math.inf  # the keys in the table depend on it
        return entries

    def _fingerprint(self) -> str:
        """Return a few letters that change if the keys of states do."""
        start = row_of(self.board, rules.start(self.board))
        sample = hashlib.sha256()
        for folds in (False, True):
            net = net_of(self.board, folds)
            memory = with_room(net, new_memories(net, self._reductions, 1)[0], count_strings(start))
            proof.load(net, memory, start)
            sample.update(net.end_words.tobytes() + net.length_words.tobytes())
            sample.update(memory.states[0].tobytes())
        return sample.hexdigest()[:16]

    def reserve(self) -> None:
        """Take the memory of the table now; else the proofs do, while their clocks run."""
        self._table.reserve()

    def solve(
        self,
        position: Fences,
        limit: Limit = UNLIMITED,
        win_loss: bool = False,
        listener: Callable[[Solution], None] | None = None,
    ) -> Solution:
        """Return the value of a position, or what is known of it when the limit is reached.

        With `win_loss` it is enough to know who wins. The listener hears of every step, and every
        second in between.
        """

        def enough(found: Solution, bounds: Known) -> bool:
            return found.exact or (win_loss and found.sign is not None)

        return self._search(position, limit, EXACT, enough, listener)

    def estimate(self, position: Fences, limit: Limit, scope: int = EXACT) -> Solution:
        """Return who wins, as far as a search of one of the `SCOPES` can tell.

        By default that is the truth. The best move is one that wins or, if there is none, one
        that loses least; if the limit comes before an answer, one that was not refuted by then.
        """

        def enough(found: Solution, bounds: Known) -> bool:
            return found.exact or (found.sign is not None and bounds.best != NO_MOVE)

        return self._search(position, limit, scope, enough, None)

    def line(self, position: Fences, limit: Limit = UNLIMITED) -> list[int]:
        """Return best moves for both sides to the end of the game, as far as the limit allows.

        The position is left as it was.
        """
        began = time.perf_counter()
        moves: list[int] = []
        while not (left := limit.left_since(began)).is_spent:
            solution = self.solve(position, left)
            if not solution.exact or solution.best is None:
                break
            moves.append(solution.best)
            play(position, solution.best)
        for _ in moves:
            undo(position)
        return moves

    def move_values(
        self, position: Fences, limit: Limit = UNLIMITED
    ) -> Iterator[tuple[int, Solution]]:
        """Yield every legal move with what is known of it for the player to move.

        Moves that differ only in which border edge of a cell they claim share one search.
        """
        began = time.perf_counter()
        seen: dict[bytes, Solution] = {}
        for move in np.flatnonzero(position.edge_owner == rules.NOBODY).tolist():
            mover = position.tally[rules.MOVER]
            play(position, move)
            state = row_of(self.board, position).tobytes()
            if state not in seen:
                seen[state] = self.solve(position, limit.left_since(began))
            passed = position.tally[rules.MOVER] != mover
            undo(position)
            found = seen[state]
            low, high = (-found.high, -found.low) if passed else (found.low, found.high)
            yield move, Solution(low, high, found.best, found.nodes, found.seconds)

    def forced(self, position: Fences) -> int | None:
        """Return a capture that is right whatever follows, or None if there is a decision."""
        capture = next_capture(self._net, row_of(self.board, position))
        if capture is None or capture.decline is not None:
            return None
        return edge_of(self.board, position, capture.take)

    def _search(
        self,
        position: Fences,
        limit: Limit,
        scope: int,
        enough: Callable[[Solution, Known], bool],
        listener: Callable[[Solution], None] | None,
    ) -> Solution:
        if not isinstance(position, Fences):
            raise TypeError(_wrong("The solver", "a kernel", position, "solve(position.kernel)"))
        if not np.array_equal(position.edge_cells, self._edge_cells):
            raise BadSize("The solver was made for another board than that of this position.")
        began, nodes = time.perf_counter(), self.nodes
        row = row_of(self.board, position)
        quiet, taken, handed_back = quieten(self._net, row)
        turn = Turn(quiet, int(score(position)) + taken, handed_back)
        bounds = Known(-turn.coins, turn.coins)
        self._prepare(turn, limit, scope)

        def so_far() -> Solution:
            return Solution(
                *turn.whole(bounds.low, bounds.high),
                self._first_move(position, row, bounds),
                self.nodes - nodes,
                time.perf_counter() - began,
            )

        def tell() -> None:
            if listener is not None:
                listener(so_far())

        deadline = limit.deadline(began)
        in_no_hurry = limit.seconds is None or limit.seconds > _HEARTBEAT
        grows = scope == EXACT and limit.nodes is None and in_no_hurry
        self._began = began
        try:
            while not enough(found := so_far(), bounds):
                target = next_target(turn, bounds)
                self._margin = turn.whole(target, target)[0]
                if not self._narrow(bounds, target, deadline, limit.stop, tell, grows):
                    if bounds.best == NO_MOVE:
                        bounds.best = int(self._memories[0].counters[places.BEST])
                    return so_far()
                tell()
        finally:
            self._margin = self._began = None
            self._seconds += time.perf_counter() - began
        return found

    def _prepare(self, turn: Turn, limit: Limit, scope: int) -> None:
        """Load a quiet state into every thread's memory."""
        if count_ends(turn.quiet) >= self._folds_from:
            self._net = net_of(self.board, folds=True)
            # And so it stays: the keys in the table depend on it.
        strings = count_strings(turn.quiet)
        self._memories = [with_room(self._net, memory, strings) for memory in self._memories]
        looks_at = ALL if scope == EXACT else SCOPES[scope]
        for memory in self._memories:
            counters = memory.counters
            counters[places.SCOPE] = scope
            counters[places.GIFTS], counters[places.WIDTH] = looks_at.gifts, looks_at.width
            counters[places.ENDING_WIDTH] = looks_at.endings
            proof.load(self._net, memory, turn.quiet)
        self._limit_nodes(limit.nodes or _NO_LIMIT)

    def _narrow(
        self,
        bounds: Known,
        target: int,
        deadline: float | None,
        request: Stop | None,
        tell: Callable[[], None],
        grows: bool,
    ) -> bool:
        """Find out whether a value reaches the target; return False if there was no time.

        Tells every second that it is still at it.
        """
        if self._look(bounds, target):
            return True
        while True:
            if grows:
                left = min(self._table.grows_at - self.nodes, _NO_LIMIT)
                self._limit_nodes(math.ceil(left / self.threads))
            answer = self._ask(target, deadline, request, tell)
            if answer is not None:
                bounds.note(answer[0], target, answer[1])
                return True
            if not grows or not any(map(_is_out_of_nodes, self._memories)):
                return False
            for _ in self._table.grow():
                late = deadline is not None and time.perf_counter() >= deadline
                if late or (request is not None and request.asked):
                    return False

    def _limit_nodes(self, nodes: int) -> None:
        """Let every thread visit no more than so many nodes from here on."""
        for memory in self._memories:
            memory.counters[places.NODE_LIMIT] = memory.counters[places.NODES] + nodes

    def _ask(
        self,
        target: int,
        deadline: float | None,
        request: Stop | None,
        tell: Callable[[], None],
    ) -> tuple[int, int] | None:
        """Let all threads find out whether a value reaches the target; return what the first found.

        That is a bound of the value and the move. None if there was no time, or no node left.
        """
        stop = new_stop_flag()
        memories = [memory._replace(stop=stop) for memory in self._memories]
        with ThreadPoolExecutor(self.threads) as pool:
            ask = partial(proof.ask, self._net, self._table.bounds)
            searches = {
                pool.submit(copy_context().run, ask, memory, target): memory for memory in memories
            }
            try:
                with raised_by(request, stop):
                    done = _first_done(searches, deadline, tell)
            finally:
                stop[0] = 1
        if not done or (request is not None and request.asked):
            return None
        first = done.pop()
        if _is_out_of_nodes(searches[first]):
            return None
        return int(first.result()), int(searches[first].counters[places.BEST])

    def _look(self, bounds: Known, target: int) -> bool:
        """Find out whether a value reaches the target if the table says so; return whether it does.

        This opens no node but the root, and counts it only if that is enough. It runs here and
        now: what is known already should not cost more than a thread that is told to find it.
        """
        memory = self._memories[0]._replace(stop=new_stop_flag())
        counters = memory.counters
        nodes, most = int(counters[places.NODES]), int(counters[places.NODE_LIMIT])
        counters[places.NODE_LIMIT] = min(most, nodes + _ROOT_ALONE)
        found = int(proof.ask(self._net, self._table.bounds, memory, target))
        answered = counters[places.NODES] < counters[places.NODE_LIMIT]
        counters[places.NODE_LIMIT] = most
        if answered:
            bounds.note(found, target, int(counters[places.BEST]))
        else:
            counters[places.NODES] = nodes
        return answered

    def _first_move(self, position: Fences, row: Row, bounds: Known) -> int | None:
        """Return the first move of a turn that ends as the bounds of the quiet state suggest."""
        capture = next_capture(self._net, row)
        if capture is not None:
            hands_back = bounds.low + bounds.high < -2 * capture.handed_back
            if capture.decline is not None and hands_back:
                return edge_of(self.board, position, capture.decline)
            return edge_of(self.board, position, capture.take)
        if bounds.best != NO_MOVE:
            string, length = int(string_of(bounds.best)), int(length_of(bounds.best))
            string = opening_string(self._net, row, string, length)
            return edge_of(self.board, position, string)
        # Nothing is known of any move: a safe edge is a good guess.
        open_edges = position.open_edges[position.edge_cells].min(axis=1)
        free = np.flatnonzero(position.edge_owner == rules.NOBODY)
        return int(free[np.argmax(open_edges[free])]) if len(free) else None


def _is_out_of_nodes(memory: places.Memory) -> bool:
    return bool(memory.counters[places.NODES] >= memory.counters[places.NODE_LIMIT])


def _first_done(
    searches: Iterable[Future[int]], deadline: float | None, tell: Callable[[], None]
) -> set[Future[int]]:
    """Wait for a search to finish; return none if the deadline comes before."""
    while True:
        left = math.inf if deadline is None else deadline - time.perf_counter()
        done, _ = wait(searches, max(0.0, min(left, _HEARTBEAT)), FIRST_COMPLETED)
        if done or left <= _HEARTBEAT:
            return done
        tell()


SMALL, LARGE = hexagon(1), hexagon(5)
"""Boards of one word of bits and of more, for which the search is compiled separately."""


def compile_first(board: EdgeBoard = SMALL) -> None:
    """Compile the solver for boards like this one, so that what is measured later is solving."""
    like = SMALL if isinstance(net_of(board).grid, OneWord) else LARGE
    solver = Solver(like, megabytes=1)
    solver.solve(rules.start(like), Limit(nodes=2))
    spread(new_bounds(1), 0)
    string_of(0)
    length_of(0)


def exact_value(board: EdgeBoard, position: Fences) -> int:
    """Return the exact margin of the mover at the end of the game, in cells."""
    return Solver(board, megabytes=64).solve(position).low

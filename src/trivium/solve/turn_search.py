"""Searching fences positions turn by turn: for a proof where one is in reach, else an estimate.

A proof asks null-window questions: is the game won, and by how much? Deepening towards a
horizon would be of little help there, since the order of moves hardly matters before the end
is seen, so the proof searches to the end at once.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import numpy as np

from trivium.games.hexifence.evaluation import FenceWeights, fence_weights
from trivium.games.hexifence.geometry import Board
from trivium.games.hexifence.rules import CELLS, FREE, Fences
from trivium.games.hexifence.sweeping import NO_EDGE, edges_around, is_free
from trivium.kernel import table as tables
from trivium.kernel.verbs import POINT, banked, mover
from trivium.search.limits import UNLIMITED, Limit, Report, Score
from trivium.search.running import new_stop_flag
from trivium.solve import fences

_NO_LIMIT = 1 << 60


@dataclass(frozen=True)
class TurnOptions:
    """How the search divides its time, and what it leaves out where it cannot see the end."""

    prove_up_to: int = 44
    """Try to prove the result once at most so many edges are free."""
    proof_share: float = 0.6
    """The part of the limit for that; the rest is for an estimate if there is no proof."""
    give_up_to: int = 40
    """Estimates consider giving cells away for tempo once at most so many edges are free."""
    play_out_up_to: int = 24
    """Estimates play the opening of chains to the end once at most so many cells are left."""
    fold_from: int = 10
    """Look for symmetry while at least so many edges are free."""


class TurnSearch:
    """Searches positions of one board, and remembers between them."""

    def __init__(
        self,
        board: Board,
        evaluator: FenceWeights,
        options: TurnOptions | None = None,
        megabytes: float = 32,
    ) -> None:
        self.board = board
        self.options = options or TurnOptions()
        self.evaluator = evaluator
        self.table = tables.new_table(megabytes)
        self._around = edges_around(board)

    def forced(self, position: Fences) -> int | None:
        """Return a capture that is right whatever follows, or None if there is a decision."""
        edge, decline, _ = fences.next_capture(position, self._around)
        return int(edge) if edge != NO_EDGE and decline == NO_EDGE else None

    def search(self, position: Fences, colours: tuple[str, str], limit: Limit) -> Report:
        """Search a position that is not over; the report's line is the best move alone.

        Its depth counts turns; after a proof it is the number of free edges.
        """
        began = time.perf_counter()
        net = fences.net_of(self.board, tuple(position.zobrist.tolist()))
        quiet = fences.arrange(self.board, net, position)
        taken, cost = (int(number) for number in fences.take_all(quiet, self._around))
        run = _Run(self, quiet, net, POINT * taken + int(banked(position)), limit)
        run.finish(limit, began)
        value = POINT * taken + run.value
        declined = POINT * (taken - cost) - run.value
        declines = cost > 0 and declined > value
        return Report(
            depth=run.depth,
            score=Score(
                (declined if declines else value) + int(banked(position)),
                colours[int(mover(position))],
                exact=run.proven,
            ),
            nodes=run.nodes,
            seconds=time.perf_counter() - began,
            line=(self._first_step(position, declines, run.move),),
            table_fill=tables.fill(self.table),
        )

    def _first_step(self, position: Fences, declines: bool, quiet_move: int) -> int:
        """Return the move to begin the turn with that ends in `quiet_move` or by declining."""
        take, decline, _ = fences.next_capture(position, self._around)
        if take != NO_EDGE:
            return int(decline if declines and decline != NO_EDGE else take)
        if is_free(position.free, quiet_move):
            return quiet_move
        # Only border edges are exchanged when a position is arranged.
        outside = len(self._around)
        ring = self.board.cell_edges[int(self.board.edge_cells[quiet_move].min())]
        return next(
            edge
            for edge in ring
            if outside in self.board.edge_cells[edge] and is_free(position.free, edge)
        )


class _Run:
    """One search of one quiet position, in a thread of its own."""

    def __init__(
        self, owner: TurnSearch, quiet: Fences, net: fences.Net, bank: int, limit: Limit
    ) -> None:
        self.value = 0
        self.depth = 0
        self.proven = False
        self.move = NO_EDGE
        self._owner = owner
        self._quiet = quiet
        self._net = net
        self._bank = bank // POINT
        self._cells = int(np.sum(quiet.open_edges[:-1] > 0))
        self._limit = limit
        self._free = int(quiet.tally[FREE])
        self._in_reach = self._free <= owner.options.prove_up_to
        self._work = fences.new_work(quiet, new_stop_flag())
        self._proof_stop = new_stop_flag()
        self._error: BaseException | None = None
        counters = self._work.counters
        counters[fences.CELLS_AT_ROOT] = self._cells + quiet.tally[CELLS:].sum()
        counters[fences.FOLD_FROM] = owner.options.fold_from

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return int(self._work.counters[fences.NODES])

    def finish(self, limit: Limit, began: float) -> None:
        """Search until the limit; raise what went wrong."""
        tables.next_search(self._owner.table)
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        try:
            if limit.seconds is not None:
                for share, stop in (
                    (self._owner.options.proof_share, self._proof_stop),
                    (1.0, self._work.stop),
                ):
                    passed = time.perf_counter() - began
                    thread.join(max(0.0, share * limit.seconds - passed))
                    stop[0] = 1
            thread.join()
        finally:
            self._proof_stop[0] = self._work.stop[0] = 1
            thread.join()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            if self._free == 0:
                self.proven = True
                return
            self.move = self._first_move()
            if not (self._in_reach and self._prove()):
                self._estimate()
        except BaseException as error:
            self._error = error

    def _first_move(self) -> int:
        """Return what to play if there is no time for anything."""
        fences.list_turns(self._quiet, self._net, self._work, 0, NO_EDGE)
        return int(self._work.moves[0, 0])

    def _prove(self) -> bool:
        """Prove first whether the game is won, then by how much; return whether that suffices.

        All bounds have the parity of the cells left. A proven win is worth more than an
        estimate, so its move is kept even if the time runs out before the margin is exact.
        """
        work = self._work._replace(stop=self._proof_stop)
        counters = work.counters
        counters[fences.GIVE_UP_TO] = counters[fences.PLAY_OUT_UP_TO] = _NO_LIMIT
        share = self._owner.options.proof_share
        counters[fences.NODE_LIMIT] = (
            int(share * self._limit.nodes) if self._limit.nodes else _NO_LIMIT
        )
        low, high = -self._cells, self._cells
        target = 1 - self._bank
        target += (target - low) % 2
        while low < high:
            target = min(max(target, low + 2), high)
            found = self._solve(work, fences.DEEPEST, POINT * target - 1, POINT * target) // POINT
            if fences.stopped(work):
                break
            if found >= target:
                low, target = found, found + 2
                self.move = int(counters[fences.BEST])
            else:
                high = target = found
        self.proven = low == high
        self.value, self.depth = POINT * low, self._free
        return self.proven or low + self._bank > 0

    def _estimate(self) -> None:
        """Search deeper and deeper, with an estimate at the horizon, until the limit."""
        counters, options = self._work.counters, self._owner.options
        counters[fences.GIVE_UP_TO] = options.give_up_to
        counters[fences.PLAY_OUT_UP_TO] = options.play_out_up_to
        counters[fences.NODE_LIMIT] = self._limit.nodes or _NO_LIMIT
        whole = POINT * self._cells + 1
        for depth in range(1, min(self._limit.depth or fences.DEEPEST, fences.DEEPEST) + 1):
            value = self._solve(self._work, depth, -whole, whole)
            if counters[fences.BEST] != NO_EDGE:
                self.move = int(counters[fences.BEST])
            if fences.stopped(self._work):
                return
            self.value, self.depth = value, depth
            if counters[fences.PROVEN]:
                self.proven = True
                return

    def _solve(self, work: fences.Work, depth: int, alpha: int, beta: int) -> int:
        owner = self._owner
        work.counters[fences.BEST] = NO_EDGE
        return int(
            fences.solve(
                self._quiet, owner.evaluator, owner.table, self._net, work, depth, alpha, beta, 0
            )
        )


def exact_value(board: Board, position: Fences) -> int:
    """Return the exact margin of the mover at the end of the game, in cells."""
    options = TurnOptions(prove_up_to=_NO_LIMIT)
    report = TurnSearch(board, fence_weights(board), options).search(position, ("", ""), UNLIMITED)
    return report.score.value // POINT

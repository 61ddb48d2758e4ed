"""Who wins a position, proven by proof-number search: as far as a limit allows, and honestly.

Two questions decide a position: can the player to move force a win, and can the opponent? They
are asked by turns, always the one whose proof number is the smaller. What has been proven of other
positions is remembered, and can be kept in a file. Results are 1, 0 and -1 for the player to move,
bounds where a question is still open.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from trivium.kernel.verbs import key, legal, most_moves, mover, over, play, score, undo
from trivium.search.limits import UNLIMITED, Limit
from trivium.search.running import StopFlag, new_stop_flag, raised_by
from trivium.solve.exact import Solution
from trivium.solve.proof_numbers import kept
from trivium.solve.proof_numbers import search as proof
from trivium.solve.proof_numbers.kept import Work
from trivium.solve.proof_numbers.memory import ENDLESS, new_memory, share_in_use
from trivium.solve.proof_numbers.search import NODE_LIMIT, NODES, ROOT, Step, new_frames

_NO_LIMIT = 1 << 60
_HEARTBEAT = 1.0
"""Seconds after which a search that is still running is heard of."""

Listener = Callable[[Solution], None]


def _as_it_is(position: Any) -> Any:
    return position


@dataclass(frozen=True)
class Rules:
    """What proofs have to know of a game beyond its verbs."""

    turns: Callable[[Any], int]
    """Tells how many turns have been played."""
    assured: Callable[[Any, int], bool]
    """Tells whether a win in so many turns is one by all the rules, whatever has been played."""
    searched: Callable[[Any], Any] = _as_it_is
    """Gives the position, perhaps of another type, that is searched instead of one of the game."""


@dataclass(frozen=True)
class Question:
    """What is being searched: whether the player to move wins, or the other one."""

    own: bool
    proof: int
    disproof: int

    def __str__(self) -> str:
        who = "who is to move" if self.own else "the other"
        return f"does {who} win? proof number {self.proof:,}, disproof number {self.disproof:,}"


class ProofNumberSolver:
    """Proves results on boards of one kind, and remembers what it has proven."""

    name = "proof-number search"
    instant = False

    def __init__(
        self, start: Any, evaluator: Any, rules: Rules, megabytes: float = 256, board: str = ""
    ) -> None:
        """Take so much memory for boards like that of `start`, and compile.

        `start` is a position of the game, `board` says what is kept of which board.
        """
        self._evaluator = evaluator
        self._rules = rules
        self._memory = new_memory(megabytes)
        first = rules.searched(start)
        self._frames = new_frames(first)
        self._board = board
        self._keys = _fingerprint(first)
        self._before = Work(board, self._keys)
        self._seconds = 0.0
        self._began: float | None = None
        self._own: bool | None = None
        self.solve(start, Limit(nodes=1))

    @property
    def nodes(self) -> int:
        """All nodes visited so far; also of use while a search is running."""
        return int(self._frames.counters[NODES])

    @property
    def table_fill(self) -> float:
        """The share of the memory in use."""
        return share_in_use(self._memory)

    @property
    def question(self) -> Question | None:
        """What is being searched, None if nothing is."""
        if self._own is None:
            return None
        return Question(self._own, *self._frames.counters[ROOT : ROOT + 2].tolist())

    @property
    def work(self) -> Work:
        """What the memory is about, and what it took, earlier runs included."""
        running = 0.0 if self._began is None else time.perf_counter() - self._began
        return replace(
            self._before,
            nodes=self._before.nodes + self.nodes,
            seconds=round(self._before.seconds + self._seconds + running, 1),
        )

    def save(self, path: Path) -> None:
        """Write what is known to a file, also while a search is running."""
        kept.save(path, self._memory, self.work)

    def restore(self, path: Path) -> int:
        """Begin with what a file knows about the same board; return how many entries that are."""
        self._before, entries = kept.restore(path, self._memory, self._before)
        return entries

    def solve(
        self,
        position: Any,
        limit: Limit = UNLIMITED,
        win_loss: bool = False,
        listener: Listener | None = None,
    ) -> Solution:
        """Return the result of a position, or its bounds when the limit is reached."""
        if over(position):
            value = int(score(position))
            return Solution(value, value, None, by_turn=self._rules.turns(position))
        self._began = time.perf_counter()
        try:
            return self._solve(position, limit, listener, self._began)
        finally:
            self._seconds += time.perf_counter() - self._began
            self._began = self._own = None

    def _solve(
        self, position: Any, limit: Limit, listener: Listener | None, began: float
    ) -> Solution:
        before, known, heard = self.nodes, Solution(-1, 1, None), began

        def told(found: Solution) -> Solution:
            spent = time.perf_counter() - began
            return replace(found, nodes=self.nodes - before, seconds=spent)

        def tell() -> None:
            nonlocal heard
            heard = time.perf_counter()
            if listener is not None:
                listener(told(known))

        player = int(mover(position))
        missing = {player: 1, 1 - player: 1}
        while missing:
            attacker = min(missing, key=lambda who: missing[who])
            self._own = attacker == player
            others = [number for who, number in missing.items() if who != attacker]
            most = min((number + 1 + number // 4 for number in others), default=ENDLESS)
            left = limit.left_since(began, self.nodes - before)
            step = self._ask(position, attacker, most, left, tell)
            known = self._concluded(position, known, step, attacker == player)
            if time.perf_counter() - heard > _HEARTBEAT:
                tell()
            if step.numbers.proof == 0:
                return told(known)
            missing[attacker] = int(step.numbers.proof)
            if step.numbers.disproof == 0:
                del missing[attacker]
            if limit.is_used_up(time.perf_counter() - began, self.nodes - before):
                return told(known)
        return told(known)

    def _concluded(self, position: Any, known: Solution, step: Step, own: bool) -> Solution:
        """Return what is known with the answer to the question for the mover's own win, or for
        the opponent's."""
        best = int(self._frames.moves[0, step.child])
        if step.numbers.proof == 0:
            turns = int(step.numbers.detail)
            sign = 1 if own else -1
            if not self._rules.assured(position, turns):
                return replace(known, low=min(sign, 0), high=max(sign, 0), best=best)
            by_turn = self._rules.turns(position) + turns
            return replace(known, low=sign, high=sign, best=best, by_turn=by_turn)
        if not own and step.numbers.disproof == 0:
            return replace(known, low=0, best=best)
        if known.best is not None and (known.low == 0 or (not own and known.high == 1)):
            best = known.best  # a move that does not lose for sure, or one that may win
        if step.numbers.disproof == 0:
            return replace(known, high=0, best=best)
        return replace(known, best=best)

    def _ask(
        self, position: Any, attacker: int, most: int, limit: Limit, tell: Callable[[], None]
    ) -> Step:
        """Find out whether the attacker wins, within a limit; tell every second.

        Gives up when the proof number has become the greatest that is worth while.
        """
        counters = self._frames.counters
        counters[NODE_LIMIT] = counters[NODES] + (limit.nodes or _NO_LIMIT)
        counters[proof.QUESTIONS] += 1
        stop = new_stop_flag()
        deadline = limit.deadline(time.perf_counter())
        with ThreadPoolExecutor(1) as pool, raised_by(limit.stop, stop):
            try:
                search = pool.submit(
                    proof.search,
                    self._rules.searched(position),
                    self._evaluator,
                    self._memory,
                    self._frames,
                    attacker,
                    most,
                    stop,
                )
                return _awaited(search, deadline, stop, tell)
            finally:
                stop[0] = 1

    def move_values(
        self, position: Any, limit: Limit = UNLIMITED
    ) -> Iterator[tuple[int, Solution]]:
        """Yield every legal move with what is known of it; all get an equal share of the limit."""
        moves = np.zeros(int(most_moves(position)) + 1, np.int64)
        count = int(legal(position, moves))
        nodes = None if limit.nodes is None else max(1, limit.nodes // count)
        share = replace(limit.share_of_time(count), nodes=nodes)
        player = mover(position)
        for move in moves[:count].tolist():
            play(position, move)
            try:
                found = self.solve(position, share)
                same = mover(position) == player
            finally:
                undo(position)
            if not same:
                found = replace(found, low=-found.high, high=-found.low)
            yield move, replace(found, best=None)

    def line(self, position: Any, limit: Limit = UNLIMITED) -> list[int]:
        """Return a line to the end of a game that one side wins, as far as the limit allows.

        The winner does what was proven, which need not be the fastest.
        """
        began = time.perf_counter()
        line: list[int] = []
        try:
            while not over(position) and not (left := limit.left_since(began)).is_spent:
                found = self.solve(position, left)
                if found.by_turn is None or found.best is None:
                    break
                line.append(found.best)
                play(position, found.best)
        finally:
            for _ in line:
                undo(position)
        return line


def _fingerprint(position: Any) -> str:
    """Return a few letters that change if the keys of positions do."""
    moves = np.zeros(int(most_moves(position)) + 1, np.int64)
    sample = hashlib.sha256(int(key(position)).to_bytes(8, "little"))
    for move in moves[: int(legal(position, moves))].tolist():
        play(position, move)
        sample.update(int(key(position)).to_bytes(8, "little"))
        undo(position)
    return sample.hexdigest()[:16]


def _awaited(
    search: Future[Step], deadline: float | None, stop: StopFlag, tell: Callable[[], None]
) -> Step:
    """Return what a search returns, which is told to stop at the deadline."""
    while not stop[0]:
        left = _HEARTBEAT if deadline is None else max(0.0, deadline - time.perf_counter())
        if wait((search,), min(left, _HEARTBEAT)).done:
            break
        tell()
        if deadline is not None and time.perf_counter() >= deadline:
            stop[0] = 1
    return search.result()

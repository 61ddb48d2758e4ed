"""The champion of Hexifence and Dots-and-Boxes: it proves the result as soon as it can.

On the Hexifence board of dimension 2 it looks every position up. On large boards, where the control
of the long chains is worth more than any cells given away before, it asks who gets that, and by
which move (`trivium.agents.hexifence.steering`). And everywhere it asks the solver, scope by scope
(`trivium.solve.strings_and_coins.scopes`): first who wins if nobody gives anything away while there
are safe edges, then with gifts among the most promising moves, and so on up to the whole truth.
It plays what is proven; else a move that gets the control; else what the widest scope that the
clock allows says. If that is none, it plays what the first one was trying when its time was up; and
where there are too many safe edges to begin, the one that leaves the fewest others.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from trivium.agents.agent import NOT_FOR_GUESTS, Agent, Choice, parameter
from trivium.agents.hexifence import steering
from trivium.agents.hexifence.classic import DoubleAgent
from trivium.agents.hexifence.steering import NOWHERE, steer
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import Fences
from trivium.games.hexifence.safety import safe_edges, safe_edges_ended
from trivium.games.position import Position
from trivium.kernel.chance import below
from trivium.kernel.verbs import POINT, banked, play, undo
from trivium.search.limits import UNLIMITED, Limit, Report, Score
from trivium.solve.control import Control
from trivium.solve.exact import ExactSource, Solution
from trivium.solve.fences import HexifenceTwo
from trivium.solve.strings_and_coins.scopes import SCOPES
from trivium.solve.strings_and_coins.solver import Solver, compile_first
from trivium.solve.tables import hexifence_two
from trivium.solve.tables.hexifence_two_traps import mistake_chances

_REACH = 48
"""With more safe edges than this even the first scope is out of reach of any clock."""
_CONTROL_SHARE = 1 / 4
"""How much memory the search for the control takes, beside that of the solver."""
_LOOK_UP = 0.003
"""Seconds that go by until a result has been looked up and told."""


@dataclass
class FencesChampion(Agent):
    """Plays perfectly where it can prove the result, and by the best estimate elsewhere."""

    name = "champion"

    memory: int = parameter(
        64, "megabytes for what it remembers of positions", guests=NOT_FOR_GUESTS
    )
    threads: int = parameter(
        1, "threads that search at the same time", most=64, guests=NOT_FOR_GUESTS
    )

    control: int = parameter(
        30, "asks who gets the control of the long chains on boards of so many cells and more"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._solver: Solver | None = None
        self._control: Control | None = None

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        assert isinstance(position, FencesPosition)
        if hexifence_two.covers(position.kernel):
            return self._look_up(position, limit)
        solver = self.solver_of(position)
        if (capture := solver.forced(position.kernel)) is not None:
            return Choice(position.move(capture), "takes what it would take in any case")
        return self._search(position, solver, limit)

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        assert isinstance(position, FencesPosition)
        if hexifence_two.covers(position.kernel):
            kernel = position.copy().kernel
            values = hexifence_two.move_values(kernel).items()
            return _best(
                [_report(position, value, _look_up_line(kernel, move)) for move, value in values],
                lines,
            )
        return self._solve_moves(position, limit, lines) or super().analyse(position, limit, lines)

    def _solve_moves(self, position: FencesPosition, limit: Limit, lines: int) -> list[Report]:
        """Return the proven values of the best moves; none if the limit was too short for it."""
        began = time.perf_counter()
        kernel = position.copy().kernel
        solver = self.solver_of(position)
        if not solver.solve(kernel, limit.share_of_time(2)).exact:
            return []
        found = dict(solver.move_values(kernel, limit.left_since(began)))
        if not all(solution.exact for solution in found.values()):
            return []
        best = sorted(found, key=lambda move: -found[move].low)[:lines]
        return [
            _report(
                position,
                found[move].low,
                _line_after(solver, kernel, move, limit.left_since(began)),
            )
            for move in best
        ]

    def exact_for(self, position: Position) -> ExactSource:
        assert isinstance(position, FencesPosition)
        covered = hexifence_two.covers(position.kernel)
        return HexifenceTwo() if covered else self.solver_of(position)

    def solver_of(self, position: FencesPosition) -> Solver:
        """Return the solver for a board, which remembers what it has proven."""
        if self._solver is None or self._solver.board is not position.board:
            self._solver = Solver(position.board, self.memory, self.threads)
        return self._solver

    def control_of(self, position: FencesPosition) -> Control | None:
        """Return the search for the control, None on boards where cells count for more."""
        if len(position.board.cells) < self.control:
            return None
        if self._control is None or self._control.board is not position.board:
            self._control = Control(position.board, self.memory * _CONTROL_SHARE)
        return self._control

    def prepare(self, position: Position) -> None:
        super().prepare(position)
        assert isinstance(position, FencesPosition)
        # A rehearsal has no time to find a proof and what comes after it.
        compile_first(position.board)
        if self.control_of(position):
            steering.compile_first()

    def reserve(self, position: Position) -> None:
        assert isinstance(position, FencesPosition)
        if hexifence_two.covers(position.kernel):
            hexifence_two.table()
        else:
            self.solver_of(position).reserve()
            if control := self.control_of(position):
                control.reserve()

    def _look_up(self, position: FencesPosition, limit: Limit) -> Choice:
        """Play a best move; of several, the one after which a mistake is most likely."""
        kernel = position.copy().kernel
        chances = mistake_chances(kernel, limit.left_after(_LOOK_UP))
        move = max(chances, key=lambda move: (chances[move], -_good_replies(kernel, move)))
        value = hexifence_two.value(kernel)
        report = _report(position, value, _look_up_line(kernel, move))
        return Choice(position.move(move), f"proven result: {report.score}", report)

    def _quickest(self, position: FencesPosition) -> int:
        """Return a safe edge that leaves the fewest safe edges, at random among equals."""
        safe = np.array(safe_edges(position.kernel))
        ended = safe_edges_ended(position.kernel, safe)
        most = safe[ended == ended.max()]
        return int(most[int(below(self.chance, len(most)))])

    def _search(self, position: FencesPosition, solver: Solver, limit: Limit) -> Choice:
        """Go up the scopes until the limit, then find the exact margin if there is time."""
        began, nodes = time.perf_counter(), solver.nodes
        kernel = position.copy().kernel

        control = self.control_of(position)
        steered = steer(control, kernel, limit.halved()) if control else NOWHERE

        def left() -> Limit:
            return limit.left_since(began, solver.nodes - nodes + steered.nodes)

        opinion = self._climb(position, solver, left)
        if steered.edge is not None and not opinion.proven:
            opinion = _Opinion.in_control(position, steered.edge)
        if opinion.proven:
            opinion = _refine(opinion, solver.solve(kernel, left()), position)
        report = Report(
            depth=len(safe_edges(kernel)),
            score=opinion.score,
            nodes=solver.nodes - nodes + steered.nodes,
            seconds=time.perf_counter() - began,
            line=(opinion.move,),
            table_fill=solver.table_fill,
        )
        return Choice(position.move(opinion.move), opinion.reason, report)

    def _climb(
        self, position: FencesPosition, solver: Solver, left: Callable[[], Limit]
    ) -> _Opinion:
        """Return what the widest scope says that the limit allows.

        A narrower one that expected to win is believed rather than a wider one that did not: the
        opponent may not see what refutes it. If time is up in the middle of a search, the move
        that it was trying is played: those before it have been refuted.
        """
        kernel = position.copy().kernel
        opinion: _Opinion | None = None
        if len(safe_edges(kernel)) > _REACH:
            score = Score(int(banked(kernel)), position.turn, exact=False)
            reason = "safe edge that leaves the fewest others"
            return _Opinion(self._quickest(position), False, score, reason)
        for number in range(len(SCOPES)):
            found = solver.estimate(kernel, left(), number)
            if found.sign is None or found.best is None:
                return _stopped(opinion, found) or self._without_time(position, found)
            if opinion is None or found.sign > 0 or not opinion.wins:
                expects = "win" if found.sign > 0 else "not win"
                opinion = _Opinion.of(position, found, f"expects to {expects}, scope {number + 1}")
        found = solver.estimate(kernel, left())
        if found.sign is not None and found.best is not None:
            return _Opinion.of(position, found, "proven result", proven=True)
        return _stopped(opinion, found) or self._without_time(position, found)

    def _without_time(self, position: FencesPosition, found: Solution) -> _Opinion:
        """Return what to play when not even the first scope was finished.

        While there are safe edges, that is the move which the search was trying: those before it
        have been refuted. Else it is what can be seen.
        """
        opinion = _Opinion.of(position, found, "no time to look further")
        if safe_edges(position.kernel):
            return opinion
        visible = DoubleAgent(self.seed).choose(position)
        return dataclasses.replace(opinion, move=visible.move.code, reason=visible.reason)


@dataclass(frozen=True)
class _Opinion:
    """A move and what is expected of it."""

    move: int
    wins: bool
    score: Score
    reason: str
    proven: bool = False

    @classmethod
    def of(
        cls, position: FencesPosition, found: Solution, reason: str, proven: bool = False
    ) -> _Opinion:
        """Return the opinion that follows from what the solver found."""
        assert found.best is not None
        sign = found.sign or 0
        value = found.low if proven and found.exact else sign
        score = Score(POINT * value, position.turn, exact=proven and found.exact)
        return cls(found.best, sign > 0, score, reason, proven)

    @classmethod
    def in_control(cls, position: FencesPosition, edge: int) -> _Opinion:
        """Return the opinion about a move that gets the control."""
        return cls(edge, True, Score(POINT, position.turn, exact=False), "gets the control")


def _stopped(opinion: _Opinion | None, found: Solution) -> _Opinion | None:
    """Return the opinion so far with the move that a search was trying when its time was up."""
    if opinion is None or found.best is None:
        return opinion
    return dataclasses.replace(opinion, move=found.best)


def _refine(opinion: _Opinion, found: Solution, position: FencesPosition) -> _Opinion:
    """Return the opinion with the exact margin, if that was found."""
    if found.exact:
        refined = _Opinion.of(position, found, "", proven=True)
        return dataclasses.replace(refined, reason=f"proven result: {refined.score}")
    result = "a win" if opinion.wins else "no win"
    return dataclasses.replace(opinion, reason=f"proven result: {result}")


def _good_replies(kernel: Fences, move: int) -> int:
    """Return how many best moves the next player has after a move on Hexifence 2."""
    play(kernel, move)
    count = len(hexifence_two.best_moves(kernel))
    undo(kernel)
    return count


def _look_up_line(kernel: Fences, move: int) -> tuple[int, ...]:
    """Return a move on Hexifence 2 and the best line after it."""
    play(kernel, move)
    line = hexifence_two.best_line(kernel)
    undo(kernel)
    return (move, *line)


def _line_after(solver: Solver, kernel: Fences, move: int, limit: Limit) -> tuple[int, ...]:
    """Return a move and the best line after it, as far as the limit allows."""
    play(kernel, move)
    line = solver.line(kernel, limit)
    undo(kernel)
    return (move, *line)


def _report(position: FencesPosition, value: int, line: tuple[int, ...]) -> Report:
    """Return what is proven about a move."""
    score = Score(POINT * value, position.turn, exact=True)
    return Report(len(line), score, nodes=0, seconds=0.0, line=line, table_fill=0.0)


def _best(reports: list[Report], lines: int) -> list[Report]:
    return sorted(reports, key=lambda report: -report.score.value)[:lines]

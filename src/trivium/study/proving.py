"""Proving that one move is the only good one: what makes a position a puzzle.

What is proven differs by game, and `Proof.text` says it exactly. Hexifence and Dots-and-Boxes:
the result after every move, by the table of Hexifence 2 or by the solver. Cachex: that one move
wins by force, and that each of the others loses by force. Watch Your Back!, after the last shrink:
the result after every move, by the table of endings; before it, that one move wins by force within
some turns, and that no other does, by a search of all lines of that length; or else that one move
wins a piece, or loses none, within five turns, and no other does, by such a search too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from trivium.agents.cachex import selective_search
from trivium.agents.weight_files import read_shipped
from trivium.games.cachex.position import Cachex
from trivium.games.cachex.shape_evaluation import new_shape_evaluation
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import captures
from trivium.games.hexifence.safety import safe_edges
from trivium.games.position import Position
from trivium.games.watch_your_back.evaluation import weighed
from trivium.games.watch_your_back.geometry import STAGES
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.kernel.verbs import DECIDED, WIN, elapsed, play
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit, Report
from trivium.solve.strings_and_coins.solver import Solver
from trivium.solve.tables import hexifence_two
from trivium.solve.tables.watch_your_back_endings import read_endings

_MEGABYTES = 32
_SHOWN = 12
"""Moves of a solution that are kept."""
_CACHEX_NODES = 60_000
_FENCES_NODES = 400_000
_DEEPEST = 7
"""Turns within which a win in Watch Your Back! is looked for."""
_FEW = 4
"""The game is not won within these turns against more pieces than this, or hardly ever."""
_NEAR, _FAR = 3, 5
"""Turns within which a piece is won or saved; the nearer one only sorts out most positions."""

AIMS = ("win", "draw", "gain", "save")
"""To win the game, to draw it, to win a piece, to lose none."""


@dataclass(frozen=True)
class Proof:
    """That a position has exactly one good move."""

    move: int
    aim: str
    """What only this move does: one of `AIMS`."""
    theme: str
    text: str
    """What was proven."""
    line: tuple[int, ...]
    """How it goes on with best play; the move is the first."""
    refutations: dict[int, int] = field(default_factory=dict)
    """For each other move how the opponent answers it, if it is the opponent's turn then."""


class Prover:
    """Proves positions. Searches begin anew with each; the solver keeps what it has proven."""

    def __init__(self) -> None:
        self._solvers: dict[str, Solver] = {}
        self._searchers: dict[str, Searcher] = {}

    def prove(self, position: Position) -> Proof | None:
        """Return the proof that a position has exactly one good move, or None without one."""
        if position.is_over or len(position.legal_moves) < 2:
            return None
        for searcher in self._searchers.values():
            searcher.forget()
        if isinstance(position, FencesPosition):
            return self._prove_fences(position)
        if isinstance(position, Cachex):
            return self._prove_cachex(position)
        assert isinstance(position, WatchYourBack)
        if position.phase == "placing":
            return None
        few = list(position.pieces.values()).count(_other(position).lower()) <= _FEW
        return (self._prove_win(position) if few else None) or self._prove_piece(position)

    def _prove_fences(self, position: FencesPosition) -> Proof | None:
        """Compare the results after all moves."""
        kernel = position.copy().kernel
        if hexifence_two.covers(kernel):
            values = hexifence_two.move_values(kernel)
            results = {move: (value > 0) - (value < 0) for move, value in values.items()}
            source = "the table of Hexifence 2"
        else:
            solved = self._solved(position)
            if solved is None:
                return None
            results, source = solved, "the solver"
        best = max(results.values())
        good = [move for move, result in results.items() if result == best]
        if len(good) != 1 or best < 0:
            return None
        move = good[0]
        verb = "wins" if best > 0 else "draws"
        others = "loses" if 0 not in results.values() or best == 0 else "draws or loses"
        return Proof(
            move,
            "win" if best > 0 else "draw",
            _theme_of_fence(position, move),
            f"{position.move(move)} {verb} and every other move {others}, by {source}.",
            self._fence_line(position, move),
            self._fence_refutations(position, [other for other in results if other != move]),
        )

    def _solved(self, position: FencesPosition) -> dict[int, int] | None:
        """Return the result of every move by the solver; None if one of them is out of reach."""
        solver = self._solver(position)
        results: dict[int, int] = {}
        board = position.copy()
        for move in position.legal_moves:
            board.push(move)
            found = solver.solve(board.kernel, Limit(nodes=_FENCES_NODES), win_loss=True)
            same = board.turn == position.turn
            board.pop()
            if found.sign is None:
                return None
            results[move.code] = found.sign if same else -found.sign
            if list(results.values()).count(1) > 1:
                return None
        return results

    def _solver(self, position: FencesPosition) -> Solver:
        board = f"{position.game} {position.size}"
        if board not in self._solvers:
            self._solvers[board] = Solver(position.board, _MEGABYTES)
        return self._solvers[board]

    def _fence_line(self, position: FencesPosition, move: int) -> tuple[int, ...]:
        kernel = position.copy().kernel
        play(kernel, move)
        if hexifence_two.covers(kernel):
            line = hexifence_two.best_line(kernel)
        else:
            line = self._solver(position).line(kernel, Limit(nodes=_FENCES_NODES))
        return (move, *line)[:_SHOWN]

    def _fence_refutations(self, position: FencesPosition, moves: list[int]) -> dict[int, int]:
        board = position.copy()
        found: dict[int, int] = {}
        for move in moves:
            board.push(board.move(move))
            if not board.is_over and board.turn != position.turn:
                if hexifence_two.covers(board.kernel):
                    found[move] = hexifence_two.best_moves(board.kernel)[0]
                else:
                    limit = Limit(nodes=_FENCES_NODES)
                    answer = self._solver(position).solve(board.kernel, limit).best
                    if answer is not None:
                        found[move] = answer
            board.pop()
        return found

    def _prove_cachex(self, position: Cachex) -> Proof | None:
        """Find a forced win, and that without that move there is a forced loss."""
        searcher = self._cachex_searcher(position)
        limit = Limit(nodes=_CACHEX_NODES)
        briefly = Limit(nodes=_CACHEX_NODES // 4)
        best = searcher.search(position.kernel, position.colours, briefly)
        if best.score.value < DECIDED:
            return None
        move, last = best.line[0], WIN - best.score.value
        others = searcher.search(position.kernel, position.colours, limit, banned=(move,))
        if others.score.value > -DECIDED:
            return None
        replies = _after_others(searcher, position, move, limit)
        return Proof(
            move,
            "win",
            _theme_of_stone(position, best, replies.values()),
            f"{position.move(move)} wins by turn {last} at the latest, "
            f"and after every other move {_other(position)} wins by force.",
            _played_on(searcher, position, move, limit),
            {other: reply.line[0] for other, reply in replies.items()},
        )

    def _cachex_searcher(self, position: Cachex) -> Searcher:
        if position.size not in self._searchers:
            evaluator = new_shape_evaluation(position.board, read_shipped("cachex-champion"))
            self._searchers[position.size] = Searcher(
                evaluator, Options(reduce=3), _MEGABYTES, search=selective_search.search
            )
        return self._searchers[position.size]

    def _prove_win(self, position: WatchYourBack) -> Proof | None:
        """Find a forced win, and that no other move wins within as many turns."""
        searcher = self._piece_searcher("evaluation")
        at_end = position.stage == STAGES - 1
        deepest = Limit(depth=1 if at_end else _DEEPEST)
        best = searcher.search(position.kernel, position.colours, deepest)
        turns = WIN - best.score.value - int(elapsed(position.kernel))
        if best.score.value < DECIDED or (turns > _DEEPEST and not at_end):
            return None
        move, as_deep = best.line[0], Limit(depth=1 if at_end else turns)
        others = searcher.search(position.kernel, position.colours, as_deep, banned=(move,))
        if others.score.value >= DECIDED:
            return None
        if at_end:
            text = f"{position.move(move)} wins and no other move does, by the table of endings."
        elif turns == 1:
            text = f"{position.move(move)} wins at once, and no other move does."
        else:
            text = (
                f"{position.move(move)} wins by force within {turns} turns, and no other move "
                "does; all lines of that length were searched."
            )
        replies = _after_others(searcher, position, move, as_deep)
        return Proof(
            move,
            "win",
            "ending" if at_end else "last pieces",
            text,
            _played_on(searcher, position, move, as_deep),
            {other: reply.line[0] for other, reply in replies.items()},
        )

    def _prove_piece(self, position: WatchYourBack) -> Proof | None:
        """Find the only move that wins a piece, or that loses none, within `_FAR` turns."""
        searcher = self._piece_searcher("pieces")
        for depth in (_NEAR, _FAR):
            limit = Limit(depth=depth)
            best = searcher.search(position.kernel, position.colours, limit)
            others = searcher.search(
                position.kernel, position.colours, limit, banned=(best.line[0],)
            )
            now = _margin(position)
            gain, other_gain = (round(found.score.points) - now for found in (best, others))
            decided = max(abs(best.score.value), abs(others.score.value)) >= DECIDED
            if decided or other_gain >= gain or not (gain == 0 or (gain > 0 >= other_gain)):
                return None
        move = best.line[0]
        if gain > 0:
            claim = f"wins {_counted(gain)} within {_FAR} turns, and no other move wins any"
            aim, theme = "gain", "win a piece"
        else:
            claim = f"loses nothing within {_FAR} turns, and every other move loses a piece"
            aim, theme = "save", "save your piece"
        replies = _after_others(searcher, position, move, Limit(depth=_FAR - 1))
        return Proof(
            move,
            aim,
            theme,
            f"{position.move(move)} {claim}; all lines of that length were searched.",
            best.line[:_SHOWN],
            {other: reply.line[0] for other, reply in replies.items()},
        )

    def _piece_searcher(self, judged_by: str) -> Searcher:
        if judged_by not in self._searchers:
            if judged_by == "pieces":
                count = {"pieces": 1.0}
                evaluator = weighed({"placing": count, "moving": count})
                options = Options(quiescence=0)
            else:
                evaluator = weighed(read_shipped("watch-your-back"), read_endings())
                options = Options()
            self._searchers[judged_by] = Searcher(evaluator, options, _MEGABYTES)
        return self._searchers[judged_by]


def _margin(position: WatchYourBack) -> int:
    """Return by how many pieces the player to move is ahead."""
    colours = list(position.pieces.values())
    return 2 * colours.count(position.turn) - len(colours)


def _counted(pieces: int) -> str:
    return "a piece" if pieces == 1 else f"{pieces} pieces"


def _played_on(searcher: Searcher, position: Position, first: int, limit: Limit) -> tuple[int, ...]:
    """Return a move and the best moves of both sides after it, each found by its own search.

    The line of a single search may end early, where the table knew how it goes on.
    """
    board = position.copy()
    line = [first]
    board.push(board.move(first))
    while not board.is_over and len(line) < _SHOWN:
        line.append(searcher.search(board.kernel, board.colours, limit).line[0])
        board.push(board.move(line[-1]))
    return tuple(line)


def _after_others(
    searcher: Searcher, position: Position, best: int, limit: Limit
) -> dict[int, Report]:
    """Return what the opponent finds after every move but the best that does not end the game."""
    board = position.copy()
    reports: dict[int, Report] = {}
    for move in position.legal_moves:
        if move.code != best:
            board.push(move)
            if not board.is_over:
                reports[move.code] = searcher.search(board.kernel, board.colours, limit)
            board.pop()
    return reports


def _theme_of_fence(position: FencesPosition, move: int) -> str:
    kernel = position.kernel
    takes = [code.code for code in position.legal_moves if captures(kernel, code.code)]
    if takes:
        return "take or leave" if move in takes else "leave some"
    safe = safe_edges(kernel)
    if move in safe:
        return "the right safe edge"
    return "sacrifice" if safe else "which chain to open"


def _theme_of_stone(position: Cachex, best: Report, replies: Iterable[Report]) -> str:
    board = position.copy()
    board.push(board.move(best.line[0]))
    if len(board.stones) <= len(position.stones):
        return "capture"
    if board.is_over:
        return "connect"
    at_once = [WIN - reply.score.value == position.turns + 2 for reply in replies]
    return "block and win" if sum(at_once) > len(at_once) / 2 else "only way to connect"


def _other(position: Position) -> str:
    first, second = position.colours
    return (second if position.turn == first else first).capitalize()

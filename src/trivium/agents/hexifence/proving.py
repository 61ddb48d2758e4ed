"""Puzzles of Hexifence and Dots-and-Boxes: the result after every move, looked up or solved."""

from __future__ import annotations

from collections.abc import Iterable

from trivium.agents.proof import SHOWN, Proof, Prover
from trivium.games.hexifence.features import features
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import captures
from trivium.games.hexifence.safety import safe_edges
from trivium.games.position import Position
from trivium.kernel.verbs import play
from trivium.search.limits import Limit
from trivium.solve.exact import ExactSource
from trivium.solve.fences import exact_source

_MEGABYTES = 32
_LIMIT = Limit(nodes=400_000)
"""For the result of one position."""

TAKE, LEAVE, SAFE = "take it", "leave some", "the right safe edge"
SACRIFICE, OPEN, LOOPS = "sacrifice", "which chain to open", "loops"

THEMES = {
    TAKE: "Something can be captured, and what can be left is a trap: take it, in the right order.",
    LEAVE: "Something can be captured, but leaving the last of it keeps you in control.",
    SAFE: "Nothing can be captured, and of all safe edges one is better than the others.",
    SACRIFICE: "Safe edges are left, and yet giving something away now is what wins.",
    OPEN: "No safe edge is left: open the right chain, at the right edge.",
    LOOPS: "A closed ring is on the board; to leave the last of it costs four, not two.",
}


class FencesProver(Prover):
    """Compares the results after all moves. The solver keeps what it has proven."""

    def __init__(self) -> None:
        self._sources: dict[str, ExactSource] = {}

    def prove(self, position: Position) -> Proof | None:
        assert isinstance(position, FencesPosition)
        source = self._source(position)
        results = _results(source, position)
        if results is None:
            return None
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
            _themes(position, move),
            f"{position.move(move)} {verb} and every other move {others}, by {source.name}.",
            _line(source, position, move),
            _refutations(source, position, (other for other in results if other != move)),
        )

    def _source(self, position: FencesPosition) -> ExactSource:
        board = f"{position.game} {position.size}"
        if board not in self._sources:
            self._sources[board] = exact_source(position, _MEGABYTES)
        return self._sources[board]


def _results(source: ExactSource, position: FencesPosition) -> dict[int, int] | None:
    """Return the result of every move: 1, 0 or -1 for the mover.

    None if one of them is out of reach, or if two moves win.
    """
    results: dict[int, int] = {}
    board = position.copy()
    for move in position.legal_moves:
        board.push(move)
        found = source.solve(board.kernel, _LIMIT, win_loss=True)
        same = board.turn == position.turn
        board.pop()
        if found.sign is None:
            return None
        results[move.code] = found.sign if same else -found.sign
        if list(results.values()).count(1) > 1:
            return None
    return results


def _line(source: ExactSource, position: FencesPosition, move: int) -> tuple[int, ...]:
    kernel = position.copy().kernel
    play(kernel, move)
    return (move, *source.line(kernel, _LIMIT))[:SHOWN]


def _refutations(
    source: ExactSource, position: FencesPosition, moves: Iterable[int]
) -> dict[int, int]:
    """Return what the opponent answers to each of these moves, where it is his turn then."""
    board = position.copy()
    found: dict[int, int] = {}
    for move in moves:
        board.push(board.move(move))
        if not board.is_over and board.turn != position.turn:
            answer = source.solve(board.kernel, _LIMIT).best
            if answer is not None:
                found[move] = answer
        board.pop()
    return found


def _themes(position: FencesPosition, move: int) -> tuple[str, ...]:
    main = _main_theme(position, move)
    loops = any(feature.kind == "loop" for feature in features(position.kernel))
    return (main, LOOPS) if loops else (main,)


def _main_theme(position: FencesPosition, move: int) -> str:
    kernel = position.kernel
    takes = [code.code for code in position.legal_moves if captures(kernel, code.code)]
    if takes:
        return TAKE if move in takes else LEAVE
    safe = safe_edges(kernel)
    if move in safe:
        return SAFE
    return SACRIFICE if safe else OPEN

"""Moves of Hexifence and Dots-and-Boxes in words: captures, hand-outs, safe edges, gifts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from trivium.agents.why import after, ending, other_colour, things
from trivium.games.hexifence.edge_sets import CAPTURING, FREE, SAFE, EdgeSets, classify
from trivium.games.hexifence.features import Feature, features, gift
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.safety import count_safe
from trivium.games.hexifence.tactics import Capture, next_capture
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.saying import Saying, colour_word, number_of, say

_SAFE = "It is safe: {edges}."


@dataclass(frozen=True)
class FencesExplainer:
    """Sees what can be captured, what is safe, and what is given away."""

    harmless: frozenset[str] = frozenset({_SAFE})
    praise: frozenset[str] = frozenset()  # a capture may be what is wrong with a move

    def idea(self, position: Position, best: Move) -> Saying:
        view = _View(position)
        if view.captures(best) > 0:
            return say("A capture is there.")
        if view.hands_out(best):
            return say(
                "Not everything has to be captured: leave the last {cells}, and the next chain is "
                "for {other} to open.",
                cells=things(position, view.capture_cells),
                other=view.other,
            )
        if view.capture is not None:
            return say("The capture can wait: something else is better now.")
        if view.is_safe(best):
            edges = number_of(view.safe, "one is", "{n} are")
            return say("A safe edge lets nothing be captured: {edges} left.", edges=edges)
        if view.safe:
            return say("A small gift now decides who runs out of safe edges.")
        fewest = things(position, view.smallest_gift())
        if view.gives(best) == view.smallest_gift():
            return say("Every safe edge is gone: give away as little as you can, {n}.", n=fewest)
        return say("Every safe edge is gone, and the smallest gift, {n}, is not the one.", n=fewest)

    def deeds(self, position: Position, move: Move) -> list[Saying]:
        view = _View(position)
        said: list[Saying] = []
        captured = view.captures(move)
        if captured:
            said.append(say("It captures {cells}.", cells=things(position, captured)))
        elif view.hands_out(move):
            said.append(
                say(
                    "It hands out {cells}: {other} takes them and has to move on.",
                    cells=things(position, view.capture_cells),
                    other=view.other,
                )
            )
        else:
            said += view.without_capture(move)
        return said + ending(after(position, move))


class _View:
    """What is to be seen of a position by who is to move."""

    def __init__(self, position: Position) -> None:
        self._position = cast(FencesPosition, position)
        self._sets: EdgeSets = classify(position.kernel)
        self._found: list[Feature] = features(position.kernel)
        self.capture: Capture | None = next_capture(self._found)
        self.safe = int(count_safe(position.kernel))
        self.other = colour_word(other_colour(position))

    @property
    def capture_cells(self) -> int:
        """How many cells can be handed out."""
        return self.capture.cells if self.capture else 0

    def captures(self, move: Move) -> int:
        """Return how many cells a move captures."""
        if int(self._sets.kind[move.code]) not in (FREE, CAPTURING):
            return 0
        mover = self._position.turn
        return after(self._position, move).scene().score[mover] - self._position.cells[mover]

    def hands_out(self, move: Move) -> bool:
        """Return whether a move hands out the last cells that could be captured."""
        return self.capture is not None and self.capture.handout == move.code

    def is_safe(self, move: Move) -> bool:
        """Return whether nothing can be captured after a move that could not be before."""
        return int(self._sets.kind[move.code]) == SAFE

    def gives(self, move: Move) -> int:
        """Return how many cells can be captured after a move because of it."""
        return int(gift(self._position.kernel, self._sets.rings, move.code))

    def smallest_gift(self) -> int:
        """Return the fewest cells that any move gives away."""
        return min(self.gives(move) for move in self._position.legal_moves)

    def without_capture(self, move: Move) -> list[Saying]:
        """Return what to say of a move that neither captures nor hands out."""
        said: list[Saying] = []
        if self.capture is not None:
            rows = [feature.length for feature in self._found if feature.kind == "open"]
            left = things(self._position, sum(rows))
            said.append(say("It leaves {cells} to {other}.", cells=left, other=self.other))
        if self.is_safe(move):
            left_safe = int(count_safe(after(self._position, move).kernel))
            edges = number_of(left_safe, "one safe edge is left", "{n} safe edges are left")
            if left_safe:
                said.append(say(_SAFE, edges=edges))
            else:
                last = say("It is the last safe edge: {other} must give.", other=self.other)
                said.append(last)
            return said
        opened = self._opened(move)
        cells = things(self._position, self.gives(move))
        if opened is None:
            gives = say("It lets {other} capture {cells}.", other=self.other, cells=cells)
        elif opened.kind == "loop":
            gives = say("It opens a loop: {other} gets {cells}.", other=self.other, cells=cells)
        else:
            gives = say("It opens a chain: {other} gets {cells}.", other=self.other, cells=cells)
        said.append(gives)
        if not self.safe and self.capture is None and self.gives(move) == self.smallest_gift():
            said.append(say("No safe edge was left, and this gives the least away."))
        elif self.safe and self.capture is None:
            edges = number_of(self.safe, "One safe edge was", "{n} safe edges were")
            said.append(say("{edges} still free.", edges=edges))
        return said

    def _opened(self, move: Move) -> Feature | None:
        """Return the chain or loop that a move opens."""
        closed = (feature for feature in self._found if feature.kind in ("chain", "loop"))
        return next((feature for feature in closed if move.code in feature.edges), None)

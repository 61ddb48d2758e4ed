"""The classic players of Hexifence and Dots-and-Boxes: greedy, double-dealing, and in stages."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trivium.agents.agent import Agent, Choice, parameter
from trivium.agents.hexifence.analyst import FencesAnalyst
from trivium.games.hexifence.edge_sets import (
    CAPTURING,
    FREE,
    SAFE,
    EdgeSets,
    classify,
    pick_member,
)
from trivium.games.hexifence.features import Feature, capture_all, features, gift
from trivium.games.hexifence.rules import Fences
from trivium.games.hexifence.tactics import Capture, can_hand_out, next_capture
from trivium.games.position import Position
from trivium.kernel.chance import below
from trivium.kernel.verbs import over, score
from trivium.search.limits import UNLIMITED, Limit


@dataclass
class GreedyAgent(Agent):
    """Captures what it can; otherwise gives away as few cells as possible."""

    name = "greedy"

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        sets = classify(position.kernel)
        for kind in (FREE, CAPTURING):
            if sets.size[kind]:
                return _choice(position, pick_member(sets, kind, self.chance), "a capture")
        if sets.size[SAFE]:
            return _choice(position, pick_member(sets, SAFE, self.chance), "gives nothing away")
        given = {move.code: _gift(position, sets, move.code) for move in position.legal_moves}
        fewest = [edge for edge, cells in given.items() if cells == min(given.values())]
        edge = fewest[below(self.chance, len(fewest))]
        return _choice(position, edge, f"gives away {given[edge]}")


@dataclass
class DoubleAgent(Agent):
    """Goes by what it sees: safe edges first, then it hands out cells to stay in control."""

    name = "double"

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        sets = classify(position.kernel)
        found = features(position.kernel)
        if capture := next_capture(found):
            pays = not sets.size[SAFE] and control_is_worth(_closed(found)) > capture.cells
            if capture.handout is not None and pays:
                return _choice(position, capture.handout, f"hands out {capture.cells}")
            return _choice(position, capture.edge, "a capture")
        if sets.size[SAFE]:
            return _choice(position, pick_member(sets, SAFE, self.chance), "safe edge at random")
        feature = _smallest(position, sets, _closed(found))
        rest = [other for other in _closed(found) if other != feature]
        edge = opening_edge(feature, securely=control_is_worth(rest) > 0)
        return _choice(position, edge, f"opens the smallest: a {feature}")


@dataclass
class StagesAgent(Agent):
    """Random safe edges, then a search over safe edges, then a search over chains and loops."""

    name = "stages"

    middle: int = parameter(30, "search when at most so many edges are safe")
    timeout: float = parameter(2.0, "seconds for a move at most")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._analyst = FencesAnalyst()

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        limit = limit.at_most(seconds=self.timeout)
        sets = classify(position.kernel)
        if capture := next_capture(features(position.kernel)):
            return self._capture(position, capture, limit)
        if sets.size[SAFE] > self.middle:
            return self._any_safe(position, sets, "opening: safe edge at random")
        if sets.size[SAFE]:
            return self._play_safe(position, sets, limit)
        return self._open(position, sets, limit)

    def prepare(self, position: Position) -> None:
        """Compile what all stages need: play on greedily to where every question can be asked."""
        super().prepare(position)
        late = position.copy()
        guide = GreedyAgent(self.seed)
        while not late.is_over and not _must_open(late):
            late.push(guide.choose(late).move)
        if not late.is_over:
            briefly = Limit(nodes=1)
            type(self)(**dataclasses.asdict(self)).choose(late, briefly)
            self._analyst.rest(late.kernel, briefly)
            FencesAnalyst(megabytes=1).reaches(late.kernel, 1, briefly)
            capture_all(late.kernel, classify(late.kernel).rings)

    def reserve(self, position: Position) -> None:
        self._analyst.reserve()

    def _any_safe(self, position: Position, sets: EdgeSets, reason: str) -> Choice:
        return _choice(position, pick_member(sets, SAFE, self.chance), reason)

    def _capture(self, position: Position, capture: Capture, limit: Limit) -> Choice:
        if capture.handout is not None and self._prefers_to_hand_out(position, capture, limit):
            return _choice(position, capture.handout, f"hands out {capture.cells}, keeps control")
        return _choice(position, capture.edge, "a capture")

    def _prefers_to_hand_out(self, position: Position, capture: Capture, limit: Limit) -> bool:
        """Whether handing out wins and capturing does not, or gets more cells at the end."""
        rest: Fences = position.copy().kernel
        sets = classify(rest)
        capture_all(rest, sets.rings)
        safe = classify(rest).size[SAFE]
        if over(rest) or safe > self.middle:
            return False
        if not safe:
            return self._analyst.rest(rest, limit) < -capture.cells
        half = limit.share_of_time(2)
        now = int(score(position.kernel))
        # Capturing, we move on in the rest; handing out, the opponent does.
        capturing = self._analyst.reaches(rest, 1 - now - capture.cells, half)
        if capturing.reached is not False:
            return False
        theirs = self._analyst.reaches(rest, now - capture.cells, half)
        return theirs.reached is False

    def _play_safe(self, position: Position, sets: EdgeSets, limit: Limit) -> Choice:
        began = time.perf_counter()
        now = int(score(position.kernel))
        for margin, verdict in ((1, "wins"), (0, "draws")):
            left = limit.left_since(began)
            if left.is_spent:
                break
            answer = self._analyst.reaches(position.kernel, margin - now, left)
            if answer.edge is not None:
                return _choice(position, answer.edge, f"{verdict} if both play safe edges")
        return self._any_safe(position, sets, "no safe edge is known to win")

    def _open(self, position: Position, sets: EdgeSets, limit: Limit) -> Choice:
        openings = self._analyst.openings(position.kernel, limit)
        best = max(margin for _, margin in openings)
        if int(score(position.kernel)) + best >= 0:
            openings = [(feature, margin) for feature, margin in openings if margin == best]
        feature = _smallest(position, sets, [feature for feature, _ in openings])
        margin = dict(openings)[feature]
        # Worth more than nothing after two cells are gone: the opponent would hand them out.
        edge = opening_edge(feature, securely=margin > 0)
        return _choice(position, edge, f"opens a {feature}")


def control_is_worth(rest: Sequence[Feature]) -> int:
    """Return the cells that the player gains whose opponent must open the first of `rest`.

    Judged by what is visible. 0 if control is with the other player: an odd number of features
    that allow no hand-out will be opened first, and each passes the turn.
    """
    long = [feature for feature in rest if can_hand_out(feature)]
    if not long or (len(rest) - len(long)) % 2:
        return 0
    kept = [feature.length - 2 * can_hand_out(feature) for feature in long]
    return sum(kept) + 2 * max(can_hand_out(feature) for feature in long)


def opening_edge(feature: Feature, securely: bool) -> int:
    """Return the edge by which to open a feature.

    A chain of two cells is opened `securely` between them, so that none can be handed out, or
    else from its end, where the opponent may hand them out by mistake.
    """
    return feature.edges[1 if securely and feature.length == 2 else 0]


def _must_open(position: Position) -> bool:
    """Whether every move gives cells away."""
    return not any(classify(position.kernel).size[kind] for kind in (FREE, CAPTURING, SAFE))


def _closed(found: Iterable[Feature]) -> list[Feature]:
    return [feature for feature in found if feature.kind in ("chain", "loop")]


def _smallest(position: Position, sets: EdgeSets, found: Iterable[Feature]) -> Feature:
    return min(found, key=lambda feature: _gift(position, sets, feature.edges[0]))


def _gift(position: Position, sets: EdgeSets, edge: int) -> int:
    return int(gift(position.kernel, sets.rings, edge))


def _choice(position: Position, edge: int, reason: str) -> Choice:
    return Choice(position.move(int(edge)), reason)

"""The strongest agent of Watch Your Back!: NegaScout with everything that has proved worth it.

After the last shrink, and in its search from before it, it goes by the table of endings.

The rules know no repetition, so a side that is ahead could go back and forth for ever. The
champion does not go back to a board that it has already had twice while it is ahead.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from trivium.agents.agent import Choice, parameter
from trivium.agents.watch_your_back.searching import FILE, MOVE_WEIGHTS, SearchingAgent
from trivium.agents.weight_files import read_shipped
from trivium.games.position import Position
from trivium.games.watch_your_back.evaluation import EVALUATION, Weighed, weighed
from trivium.games.watch_your_back.geometry import STAGES
from trivium.games.watch_your_back.rules import REMEMBERED, STAGE, TURNS, Pieces
from trivium.games.weights import Weights
from trivium.kernel.bits import popcount
from trivium.kernel.verbs import DECIDED, known, over, play, score, undo
from trivium.search.engine import Options, Searcher
from trivium.search.limits import UNLIMITED, Limit
from trivium.solve.tables.watch_your_back_endings import read_endings
from trivium.words import how_many

_OFTEN = 2
"""A board that has been there so often is not gone back to by the side that is ahead."""


@dataclass
class ChampionAgent(SearchingAgent):
    """NegaScout with table, quiescence and a tuned evaluation; makes progress when ahead."""

    name = "champion"
    options = Options(reduce=6, steepness=80)
    move_weights = MOVE_WEIGHTS

    timeout: float = parameter(10.0, "most seconds to think about a move")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._unknowing = self._searcher
        self._searcher = champion_searcher(self.chosen_weights())

    def own_weights(self) -> Weights:
        return read_shipped(FILE, EVALUATION)

    def prepare(self, position: Position) -> None:
        super().prepare(position)
        # What only the last stage needs is compiled now, not when its clock runs.
        codes = [move.code for move in position.legal_moves]
        losing_moves(self._searcher.evaluator, position.copy().kernel, codes)

    def reserve(self, position: Position) -> None:
        super().reserve(position)
        self._unknowing.reserve()

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        moves = position.legal_moves
        if len(moves) == 1:
            return Choice(moves[0], "the only move")
        limit = limit.with_timeout(self.timeout)
        kernel = position.copy().kernel
        codes = [move.code for move in moves]
        if int(kernel.tally[STAGE]) == STAGES - 1:
            return self._end(position, kernel, codes, limit)
        return self._search(position, limit, worn_out(kernel, codes))

    def _end(self, position: Position, kernel: Pieces, codes: list[int], limit: Limit) -> Choice:
        """Choose after the last shrink: the fastest win, the slowest loss, or a search.

        If neither side can force anything, search among the moves that lose nothing finds what
        is most difficult for the enemy. It must not know that all of them are draws.
        """
        exact = self._searcher.search(position.kernel, position.colours, Limit(depth=1))
        if abs(exact.score.value) >= DECIDED:
            reason = "wins by" if exact.score.value > 0 else "holds out longest by"
            return Choice(position.move(exact.line[0]), f"{reason} the table of endings", exact)
        losing = losing_moves(self._searcher.evaluator, kernel, codes)
        stale = worn_out(kernel, [code for code in codes if code not in losing])
        report = self._unknowing.search(
            position.kernel, position.colours, limit, banned=losing + stale
        )
        reason = f"a drawn ending, searched {how_many(report.depth, 'turn')} deep"
        return Choice(position.move(report.line[0]), reason, report)


def champion_evaluator(weights: Weights) -> Weighed:
    """Return the champion's evaluation with other weights, ignorant of the table of endings."""
    return weighed(weights, move_weights=ChampionAgent.move_weights)


def champion_searcher(
    weights: Weights | None = None,
    options: Options | None = None,
    megabytes: float = ChampionAgent.megabytes,
) -> Searcher:
    """Return the champion's search, which knows the endings; by its own weights and options.

    Others may be given instead.
    """
    weights = read_shipped(FILE, EVALUATION) if weights is None else weights
    knowing = champion_evaluator(weights)._replace(endings=read_endings())
    return Searcher(knowing, options or ChampionAgent.options, megabytes)


def losing_moves(evaluator: Weighed, kernel: Pieces, codes: list[int]) -> tuple[int, ...]:
    """Return the moves after which the enemy wins by force; the endings must be known."""
    losing = []
    for code in codes:
        play(kernel, code)
        if score(kernel) > 0 if over(kernel) else known(evaluator, kernel) >= DECIDED:
            losing.append(code)
        undo(kernel)
    return tuple(losing)


def worn_out(kernel: Pieces, codes: list[int]) -> tuple[int, ...]:
    """Return the moves that only lead back to boards that there were often, if ahead.

    None of them if no other move is left.
    """
    turns = int(kernel.tally[TURNS])
    own, enemies = kernel.sides[turns & 1], kernel.sides[1 - (turns & 1)]
    if popcount(own) <= popcount(enemies):
        return ()
    seen = _boards_before(kernel, turns)
    stale = tuple(code for code in codes if _leads_to(kernel, code, seen))
    return stale if len(stale) < len(codes) else ()


def _boards_before(kernel: Pieces, turns: int) -> Counter[tuple[int, int]]:
    """Count the boards of the last turns with the other player to move."""
    first = max(0, turns - REMEMBERED)
    rows = [kernel.past[turn % REMEMBERED] for turn in range(turns - 1, first - 1, -2)]
    return Counter((int(white), int(black)) for white, black in rows)


def _leads_to(kernel: Pieces, code: int, seen: Counter[tuple[int, int]]) -> bool:
    play(kernel, code)
    white, black = kernel.sides
    often = not over(kernel) and seen[int(white), int(black)] >= _OFTEN
    undo(kernel)
    return often

"""The strongest Cachex player here: selective alpha-beta over learned shapes and connections.

On a board whose table is at hand it looks everything up instead. It never builds one:
``trivium solve`` does. A limit of nodes or depth is obeyed with or without a table, so that such
an agent plays the same on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from trivium.agents.agent import NOT_FOR_GUESTS, Choice, parameter
from trivium.agents.cachex import selective_search
from trivium.agents.cachex.opening import worth_stealing
from trivium.agents.cachex.searching import CachexSearchingAgent
from trivium.agents.weight_files import read_shipped, read_weights
from trivium.games.cachex.geometry import Rhombus
from trivium.games.cachex.position import Cachex
from trivium.games.cachex.shape_evaluation import EVALUATION, new_shape_evaluation
from trivium.games.position import Position
from trivium.games.weights import Weights
from trivium.kernel.chance import below
from trivium.kernel.verbs import play
from trivium.search.engine import Options, Searcher
from trivium.search.limits import UNLIMITED, Limit, Report, Score
from trivium.solve.cachex import CachexTable, table_at_hand

FILE = "cachex-champion"
"""The weights that come along."""
OPTIONS = Options(reduce=3)
_MEGABYTES = 32.0


def champion_searcher(
    board: Rhombus,
    weights: Weights | None = None,
    options: Options = OPTIONS,
    megabytes: float = _MEGABYTES,
) -> Searcher:
    """Return the champion's search for boards of a size; with its own weights if none are given."""
    weights = read_shipped(FILE, EVALUATION) if weights is None else weights
    evaluator = new_shape_evaluation(board, weights)
    return Searcher(evaluator, options, megabytes, search=selective_search.search)


@dataclass
class CachexChampion(CachexSearchingAgent):
    """Goes by learned values of small shapes and by the shortest connections of both sides."""

    name = "champion"

    weights: str = parameter(
        "", "file with the weights of the evaluation; empty for its own", guests=NOT_FOR_GUESTS
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._weights = read_weights(self.weights, EVALUATION) if self.weights else None

    def new_searcher(self, board: Rhombus) -> Searcher:
        return champion_searcher(board, self._weights)

    def worth_stealing(self, game: Cachex) -> bool | None:
        return worth_stealing(game)

    def prepare(self, position: Position) -> None:
        super().prepare(position)
        if (table := self.exact_for(position)) is not None and not position.is_over:
            table.solve(position.copy().kernel)

    def exact_for(self, position: Position) -> CachexTable | None:
        return table_at_hand(cast(Cachex, position).board.size)

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        table = self.exact_for(position)
        if table is None or limit.nodes is not None or limit.depth is not None:
            return super().choose(position, limit)
        return self._look_up(cast(Cachex, position), table, limit)

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        if (table := self.exact_for(position)) is None:
            return super().analyse(position, limit, lines)
        scores = _scores(position, table)
        best = sorted(scores, key=lambda move: -scores[move].value)[:lines]
        return [_report(position, table, move, scores[move]) for move in best]

    def _look_up(self, game: Cachex, table: CachexTable, limit: Limit) -> Choice:
        """Choose the fastest win, the slowest loss, or by search what loses nothing."""
        scores = _scores(game, table)
        best = max(score.value for score in scores.values())
        if best == 0:
            losing = tuple(move for move, score in scores.items() if score.value < 0)
            report = self.searcher_for(game).search(game.kernel, game.colours, limit, banned=losing)
            return Choice(game.move(report.move), "a draw, if nobody errs", report)
        equal = [move for move, score in scores.items() if score.value == best]
        move = equal[int(below(self.chance, len(equal)))]
        reason = "wins by the table" if best > 0 else "holds out longest by the table"
        return Choice(game.move(move), reason, _report(game, table, move, scores[move]))


def _scores(position: Position, table: CachexTable) -> dict[int, Score]:
    """Return the results of all moves."""
    found = table.move_values(position.copy().kernel)
    return {move: known.score(position.turn) for move, known in found}


def _report(position: Position, table: CachexTable, move: int, score: Score) -> Report:
    """Return what is known of a move, with best play after it."""
    kernel = position.copy().kernel
    play(kernel, move)
    line = (move, *table.line(kernel))
    return Report(len(line), score, nodes=0, seconds=0.0, line=line, table_fill=0.0)

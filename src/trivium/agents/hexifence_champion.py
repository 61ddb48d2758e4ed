"""The champion of Hexifence and Dots-and-Boxes: it proves the result as soon as it can."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.agents.agent import Agent, Choice, parameter
from trivium.games.hexifence.evaluation import fence_weights
from trivium.games.hexifence.position import FencesPosition
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit
from trivium.solve.turn_search import TurnSearch

WORTH = {"margin": 1.0, "tempo": 0.3, "at_stake": 0.3}
"""The worth of the features in cells where the end is out of sight."""


@dataclass
class FencesChampion(Agent):
    """Searches turn by turn to the end of the game where it can, and ahead where it cannot."""

    name = "champion"
    games = ("hexifence", "dots-and-boxes")

    memory: int = parameter(64, "megabytes for what it remembers of positions")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._search: TurnSearch | None = None

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        assert isinstance(position, FencesPosition)
        search = self._search_of(position)
        if (capture := search.forced(position.kernel)) is not None:
            return Choice(position.move(capture), "takes what it would take in any case")
        report = search.search(position.kernel, position.colours, limit)
        move = position.move(report.line[0])
        if report.score.exact:
            return Choice(move, f"proven result: {report.score}", report)
        return Choice(move, f"searched {report.depth} turns deep", report)

    def _search_of(self, position: FencesPosition) -> TurnSearch:
        if self._search is None or self._search.board is not position.board:
            evaluator = fence_weights(position.board, **WORTH)
            self._search = TurnSearch(position.board, evaluator, megabytes=self.memory)
        return self._search

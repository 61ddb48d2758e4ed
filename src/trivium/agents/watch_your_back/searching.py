"""The searching agents of Watch Your Back!, from plain negamax to the one with the book.

They follow a students' report that compared them: negamax, the same with a transposition
table, NegaScout, and as the final player negamax with table, opening book, trimmed moves and
weights from a file.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from trivium.agents.agent import NOT_FOR_GUESTS, Agent, Choice, parameter
from trivium.agents.searching import best_lines
from trivium.agents.watch_your_back.book import read_book
from trivium.agents.weight_files import read_shipped, read_weights
from trivium.games.position import Position
from trivium.games.watch_your_back.evaluation import ELIMINATIONS_ALONE, EVALUATION, weighed
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.games.weights import Weights
from trivium.search.engine import Options, Searcher
from trivium.search.limits import UNLIMITED, Limit, Report
from trivium.words import how_many

FILE = "watch-your-back"
"""The weights that come along."""

GREEDY_WEIGHTS: Weights = {
    "placing": {"pieces": 1.0, "threatened": -0.1},
    "moving": {"pieces": 1.0, "mobility": 0.01},
}
"""Little more than the difference of pieces."""

MOVE_WEIGHTS = {
    "elimination": 100,
    "rescue": 30,
    "risk": -40,
    "attack": 8,
    "inwards": 6,
    "evacuation": 12,
}
"""By what the moves are sorted before half of them are left out, or searched less deep."""

_PLAIN = Options(
    table=False,
    scout=False,
    killers=False,
    history=False,
    promise=True,
    quiescence=0,
    aspiration=False,
)


@dataclass
class SearchingAgent(Agent):
    """Searches deeper and deeper until the time is up; the agents here differ in how."""

    options: ClassVar[Options]
    move_weights: ClassVar[Mapping[str, int]] = ELIMINATIONS_ALONE
    megabytes: ClassVar[float] = 16

    timeout: float = parameter(1.0, "most seconds to think about a move")
    weights: str = parameter(
        "", "file with the weights of the evaluation; empty for its own", guests=NOT_FOR_GUESTS
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        evaluator = weighed(self.chosen_weights(), move_weights=self.move_weights)
        self._searcher = Searcher(evaluator, self.options, self.megabytes)

    def chosen_weights(self) -> Weights:
        """Return the weights in the file that the user names, or else its own."""
        return read_weights(self.weights, EVALUATION) if self.weights else self.own_weights()

    def own_weights(self) -> Weights:
        """Return the weights that it uses if the user names none."""
        return GREEDY_WEIGHTS

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        moves = position.legal_moves
        if len(moves) == 1:
            return Choice(moves[0], "the only move")
        return self._search(position, limit.with_timeout(self.timeout))

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        return best_lines(self._searcher, position, limit, lines)

    def searcher_for(self, position: Position) -> Searcher:
        return self._searcher

    def _search(self, position: Position, limit: Limit, banned: tuple[int, ...] = ()) -> Choice:
        report = self._searcher.search(position.kernel, position.colours, limit, banned=banned)
        move = position.move(report.line[0])
        return Choice(move, f"searched {how_many(report.depth, 'turn')} deep", report)


@dataclass
class NegamaxAgent(SearchingAgent):
    """Plain negamax with alpha-beta, eliminations first, and a simple evaluation."""

    name = "negamax"
    options = _PLAIN
    megabytes = 0.02  # unused


@dataclass
class NegamaxTableAgent(SearchingAgent):
    """The same, with a transposition table."""

    name = "negamax-tt"
    options = dataclasses.replace(_PLAIN, table=True)


@dataclass
class NegascoutAgent(SearchingAgent):
    """NegaScout with a transposition table, and a simple evaluation."""

    name = "negascout"
    options = dataclasses.replace(_PLAIN, table=True, scout=True)


@dataclass
class BookedAgent(SearchingAgent):
    """Negamax with table, opening book, trimmed moves and weights from a file."""

    name = "booked"
    options = dataclasses.replace(_PLAIN, table=True, trim=True)
    move_weights = MOVE_WEIGHTS

    timeout: float = parameter(0.9, "most seconds to think about a move")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._book = read_book()

    def own_weights(self) -> Weights:
        return read_shipped(FILE, EVALUATION)

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        assert isinstance(position, WatchYourBack)
        if (move := self._book.reply(position)) is not None:
            return Choice(move, "from the opening book")
        return super().choose(position, limit)

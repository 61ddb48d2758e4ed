"""An agent that looks only a move or two ahead and misjudges what it sees, as people do.

Every legal move is valued by a very short search. To each value a random error is added, and the
move that then looks best is played. So the agent mixes up moves of nearly the same worth all the
time, makes a small mistake now and then, and hardly ever a big one: it does not miss a win on the
spot, and it sees what is about to be lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

from trivium.agents.agent import Agent, Choice, parameter
from trivium.agents.experts import expert_of
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.kernel.chance import below
from trivium.kernel.verbs import DECIDED, POINT
from trivium.search.engine import Searcher
from trivium.search.limits import UNLIMITED, Limit

_MEGABYTES = 0.25
"""Many of these agents may play at the same time, and none looks far."""
_DEEPEST = 3
_STEPS = 1 << 30
_BELL = NormalDist()


@dataclass
class HastyAgent(Agent):
    """Looks a move or two ahead and misjudges what it sees by some random error."""

    name = "hasty"

    depth: int = parameter(1, f"how many moves it looks ahead, its own included; 1 to {_DEEPEST}")
    error: float = parameter(0.5, "by how much it typically misjudges a move: cells, pieces, …")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.depth <= _DEEPEST:
            raise TriviumError(f"hasty:depth={self.depth} is wrong: it must be 1 to {_DEEPEST}.")
        if not 0 <= self.error <= 1000:
            raise TriviumError(f"hasty:error={self.error} is wrong: it must be 0 to 1000.")
        self._board: tuple[str, str] | None = None
        self._searcher: Searcher | None = None

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        values = self.searcher_for(position).move_values(position.kernel, self.depth)
        judged = {move: self._judged(value) for move, value in values.items()}
        best = max(judged, key=lambda move: judged[move])
        return Choice(position.move(best), "looks best at a glance")

    def _judged(self, value: int) -> float:
        """Return what a value is taken for: a win for what it is, else with an error."""
        misjudgement = self._misjudgement()
        return value if value >= DECIDED else value + misjudgement

    def _misjudgement(self) -> float:
        """Draw by how much a move is misjudged; without error, a trifle that decides ties."""
        share = (int(below(self.chance, _STEPS)) + 0.5) / _STEPS
        return max(self.error * POINT, 0.1) * _BELL.inv_cdf(share)

    def searcher_for(self, position: Position) -> Searcher:
        board = (position.game, position.size)
        if self._searcher is None or self._board != board:
            self._board = board
            self._searcher = expert_of(position.game).at_a_glance(position, _MEGABYTES)
        return self._searcher

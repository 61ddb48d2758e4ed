"""The agent that plays by simulating games: Monte Carlo tree search, for every game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trivium.agents.agent import NOT_FOR_GUESTS, Agent, Choice, parameter
from trivium.agents.experts import expert_of
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit, Report, Score
from trivium.search.mcts_engine import MonteCarlo, MonteCarloOptions, RootMove, share_as_value
from trivium.words import how_many

_AS_TUNED = -1.0


@dataclass
class MonteCarloAgent(Agent):
    """Simulates thousands of games and plays the move that they come back to most often."""

    name = "mcts"

    exploration: float = parameter(_AS_TUNED, "constant c of UCT; negative: as tuned for the game")
    rave: float = parameter(
        _AS_TUNED, "visits that equal the RAVE statistics; 0: no RAVE; negative: as tuned"
    )
    bias: float = parameter(
        _AS_TUNED, "weight of captures in the choice of moves; 0: none; negative: as tuned"
    )
    playout: int = parameter(
        -1, "moves after which a playout is cut short; negative: as tuned", most=10_000
    )
    megabytes: float = parameter(64.0, "memory for the tree", guests=NOT_FOR_GUESTS)
    simulations: int = parameter(
        20_000,
        "simulations for a move where neither time nor nodes are limited",
        most=10**9,
        guests=200_000,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.simulations < 1:
            raise TriviumError(f"mcts:simulations={self.simulations}: at least 1 is needed.")
        self._search: MonteCarlo | None = None
        self._game: tuple[int, ...] = ()

    def reserve(self, position: Position) -> None:
        self._search = self._new_search(position)
        self._search.reserve(position.kernel)
        self._game = _codes(position)

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        search = self._follow(position)
        limit = limit.or_nodes(self.simulations)
        report = search.search(position.kernel, position.colours, limit)
        move = position.move(report.line[0])
        return Choice(move, _reason(search, move.code, report), report)

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        report = self.choose(position, limit).report
        assert report is not None and self._search is not None
        others = [move for move in self._search.root_moves() if move.code != report.line[0]]
        return [report, *(_report_on(move, report) for move in others[: lines - 1])]

    def share_of(self, report: Report) -> float | None:
        assert self._search is not None
        share = self._search.root_move(report.line[0]).wins
        return share if report.score.value == share_as_value(share) else None

    def _follow(self, position: Position) -> MonteCarlo:
        """Return the search, with what its tree says of this position if the game went on."""
        codes = _codes(position)
        known = len(self._game)
        if self._search is None:
            self._search = self._new_search(position)
        elif codes[:known] == self._game:
            self._search.follow(codes[known:])
        self._game = codes
        return self._search

    def _new_search(self, position: Position) -> MonteCarlo:
        return MonteCarlo(self._options(position.game), self.megabytes, self.seed)

    def _options(self, game: str) -> MonteCarloOptions:
        tuned = expert_of(game).monte_carlo
        return replace(
            tuned,
            exploration=tuned.exploration if self.exploration < 0 else self.exploration,
            rave=tuned.rave if self.rave < 0 else self.rave,
            bias=tuned.bias if self.bias < 0 else self.bias,
            longest_playout=tuned.longest_playout if self.playout < 0 else self.playout,
        )


def _report_on(move: RootMove, best: Report) -> Report:
    """Return what is known of another move than the best one, which its search has paid for."""
    proven = move.least is not None and move.least == move.most
    value = move.least if proven and move.least is not None else share_as_value(move.wins)
    score = Score(value, best.score.pov, proven)
    return replace(best, depth=1, score=score, nodes=0, seconds=0.0, line=(move.code,))


def _codes(position: Position) -> tuple[int, ...]:
    return tuple(move.code for move in position.moves)


def _reason(search: MonteCarlo, code: int, report: Report) -> str:
    if report.score.exact:
        return f"proven: {report.score}"
    chosen = search.root_move(code)
    return f"wins {100 * chosen.wins:.0f} % of {how_many(chosen.visits, 'simulated game')}"

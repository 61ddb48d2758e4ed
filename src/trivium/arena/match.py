"""Matches: many games between two agents, in pairs with the colours exchanged.

Both games of a pair start from the same random opening. Everything that is random depends on
the match's seed and the number of the pair alone, so a match can be split among processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from trivium.agents.agent import Agent
from trivium.agents.catalogue import make_agent
from trivium.arena.referee import Game, play_game
from trivium.arena.statistics import Standing
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.kernel.chance import next_word, seeded
from trivium.kernel.verbs import pick
from trivium.search.limits import UNLIMITED, Limit

MOVE_LIMIT = 400
"""Watch Your Back! has no end of its own: a match draws it after so many moving turns."""


@dataclass(frozen=True)
class Match:
    """What is to be played."""

    game: str
    a: str
    b: str
    """The two agents, as `make_agent` reads them."""
    size: str | None = None
    games: int = 2
    """An even number."""
    limit: Limit = UNLIMITED
    """For each move."""
    opening: int = 2
    """Random moves before the agents take over."""
    seed: int = 0


@dataclass(frozen=True)
class Pair:
    """Two games from the same opening; A begins the first, B the second."""

    number: int
    games: tuple[Game, Game]
    points: tuple[float, float]
    """A's points in each: 1, 0.5 or 0."""
    seconds: tuple[float, float]
    """The time of A and of B."""
    slowest: tuple[float, float]


@dataclass(frozen=True)
class MatchResult:
    """What came out, from A's point of view."""

    match: Match
    pairs: tuple[Pair, ...]

    @property
    def points(self) -> list[float]:
        """A's points in every game."""
        return [points for pair in self.pairs for points in pair.points]

    @property
    def wins(self) -> int:
        """Games that A won."""
        return self.points.count(1.0)

    @property
    def draws(self) -> int:
        """Games drawn."""
        return self.points.count(0.5)

    @property
    def losses(self) -> int:
        """Games that A lost."""
        return self.points.count(0.0)

    @property
    def standing(self) -> Standing:
        """The statistics of the result."""
        return Standing(tuple(sum(pair.points) for pair in self.pairs))

    def summary(self) -> dict[str, object]:
        """Return everything worth knowing, ready for JSON."""
        low, high = self.standing.elo_interval
        reasons: dict[str, int] = {}
        for game in (game for pair in self.pairs for game in pair.games):
            reasons[game.outcome.reason] = reasons.get(game.outcome.reason, 0) + 1
        return {
            "game": self.match.game,
            "size": self.match.size or GAMES[self.match.game].default_size,
            "a": self.match.a,
            "b": self.match.b,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "games": 2 * len(self.pairs),
            "score": round(self.standing.score, 4),
            "elo": round(self.standing.elo, 1),
            "elo_95": [round(low, 1), round(high, 1)],
            "superiority": round(self.standing.superiority, 4),
            "seconds": [
                round(sum(pair.seconds[side] for pair in self.pairs), 3) for side in (0, 1)
            ],
            "slowest_move": [
                round(max(pair.slowest[side] for pair in self.pairs), 4) for side in (0, 1)
            ],
            "reasons": reasons,
            "opening": self.match.opening,
            "seed": self.match.seed,
        }


def play_match(match: Match, processes: int = 1) -> Iterator[Pair]:
    """Yield the pairs of a match in order, as they are played."""
    make_agent(match.a, match.game), make_agent(match.b, match.game)  # complain early
    opening_position(match, 0)
    numbers = range((match.games + 1) // 2)
    if processes == 1:
        for number in numbers:
            yield play_pair(match, number)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(play_pair, match, number) for number in numbers]
        try:
            for future in futures:
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def play_pair(match: Match, number: int) -> Pair:
    """Play the two games of a pair."""
    seeds = seeded(match.seed, number, 1)
    games, points = [], []
    seconds, slowest = [0.0, 0.0], [0.0, 0.0]
    for a_side in (0, 1):
        position = opening_position(match, number)
        a, b = (_agent(text, position, int(next_word(seeds) >> 33)) for text in (match.a, match.b))
        game = play_game(position, (a, b) if a_side == 0 else (b, a), match.limit)
        games.append(game)
        points.append(_points(game, position.colours[a_side]))
        for side in (0, 1):
            own = a_side if side == 0 else 1 - a_side
            seconds[side] += game.seconds[own]
            slowest[side] = max(slowest[side], game.slowest[own])
    return Pair(
        number,
        (games[0], games[1]),
        (points[0], points[1]),
        (seconds[0], seconds[1]),
        (slowest[0], slowest[1]),
    )


def _agent(description: str, position: Position, seed: int) -> Agent:
    agent = make_agent(description, position.game, seed)
    agent.prepare(position)
    return agent


def opening_position(match: Match, number: int) -> Position:
    """Return the position from which the games of a pair start."""
    position = (
        WatchYourBack(move_limit=MOVE_LIMIT)
        if match.game == WatchYourBack.game
        else GAMES[match.game].start(match.size)
    )
    chance = seeded(match.seed, number, 0)
    for _ in range(match.opening):
        if not position.is_over:
            position.push(position.move(int(pick(position.kernel, chance))))
    return position


def _points(game: Game, colour: str) -> float:
    if game.outcome.winner is None:
        return 0.5
    return 1.0 if game.outcome.winner == colour else 0.0

"""Rates an agent on the scale of the levels: plays those that tell most, until it is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import escape

from trivium.agents.levels import LEVELS, level_name, level_rating
from trivium.arena.bulk import Workers
from trivium.arena.ledger import InMemory, Ledger
from trivium.arena.match import Match, MatchResult, Pair, play_match
from trivium.arena.ratings.placing import Placing
from trivium.arena.ratings.plots import curves_plot
from trivium.arena.ratings.report import page
from trivium.errors import TriviumError

NAME = "agent"


@dataclass
class RatedAgent:
    """An agent on its way to a rating."""

    match: Match
    """How games are played; B and the number of games are set for each opponent."""
    placing: Placing
    pairs: list[tuple[str, Pair]] = field(default_factory=list)
    """The opponent of each pair of games, and the pair."""
    course: list[tuple[float, float]] = field(default_factory=list)
    """The rating and its error after each pair."""

    @property
    def games(self) -> int:
        """Games so far."""
        return 2 * len(self.pairs)

    def results(self) -> dict[str, MatchResult]:
        """Return the result against every opponent, the weakest first."""
        found: dict[str, MatchResult] = {}
        for rung in self.placing.rungs:
            pairs = [pair for name, pair in self.pairs if name == rung]
            if pairs:
                found[rung] = MatchResult(replace(self.match, b=rung), tuple(pairs))
        return found

    def faults(self) -> dict[str, int]:
        """Return how often the agent lost by its own fault, by kind."""
        counts: dict[str, int] = {}
        for result in self.results().values():
            for kind, times in result.faults[0].items():
                counts[kind] = counts.get(kind, 0) + times
        return counts


def levels_of(game: str) -> dict[str, float]:
    """Return the levels with their ratings; raises `TriviumError` if nobody has measured them."""
    ratings = {level: level_rating(game, level) for level in LEVELS}
    known = {
        level_name(level): float(rating) for level, rating in ratings.items() if rating is not None
    }
    if not known:
        raise TriviumError(f"The levels of {game} have no ratings, so there is no scale.")
    return known


def rating_games(
    match: Match, error: float, most: int, workers: Workers | None = None
) -> Iterator[RatedAgent]:
    """Yield what is known after each pair of games, until the error is small enough.

    `match` says how games are played; its B is whoever is next. The same seed meets the same
    opponents and openings, as far as results are the same.
    """
    rated = RatedAgent(match, Placing(levels_of(match.game)))
    ledger: Ledger
    while rated.games + 2 <= most:
        rung = rated.placing.next_rung()
        number = len(rated.pairs)
        ledger = InMemory()
        plan = replace(match, b=rung, games=2, seed=match.seed + number)
        for pair in play_match(plan, workers, ledger):
            rated.pairs.append((rung, pair))
            for points in pair.points:
                rated.placing.add(rung, points)
        rated.course.append((rated.placing.elo, rated.placing.error))
        yield rated
        if rated.placing.error <= error:
            return


def rating_page(rated: RatedAgent, name: str) -> str:
    """Return a page in HTML with the rating, how it came about, and every opponent."""
    placing = rated.placing
    facts = {
        "rating": f"{placing.elo:+.0f} ± {placing.error:.0f} Elo, level 1 being 0",
        "game": f"{rated.match.game} {rated.match.size or ''}".strip(),
        "games": rated.games,
        "losses by its own fault": ", ".join(f"{n} {k}" for k, n in rated.faults().items()) or "0",
        "seed": rated.match.seed,
    }
    curve = {
        "rating": [(2.0 * n + 2, elo) for n, (elo, _) in enumerate(rated.course)],
        "+ error": [(2.0 * n + 2, elo + error) for n, (elo, error) in enumerate(rated.course)],
        "− error": [(2.0 * n + 2, elo - error) for n, (elo, error) in enumerate(rated.course)],
    }
    rows = "".join(
        f'<tr><td class="text">{escape(rung)}</td><td>{placing.rungs[rung]:.0f}</td>'
        f"<td>{result.wins}</td><td>{result.draws}</td><td>{result.losses}</td></tr>"
        for rung, result in rated.results().items()
    )
    heads = "".join(f"<th>{head}</th>" for head in ("", "Elo", "won", "drawn", "lost"))
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    plot = curves_plot(curve, "Rating by games")
    return page(f"The rating of {name}", facts, f'<section class="card">{plot}{table}</section>\n')

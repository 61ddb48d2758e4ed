"""Strength: the champion of each game against every other agent, and the reports' own rankings.

``trivium bench strength`` plays the matches that are still missing in ``docs/strength.jsonl``,
one line each, and writes ``docs/strength.md`` from all of them. It can be stopped and started
again at any time. A match is played anew once the weights of its players have changed, or if its
line is deleted; of several lines for the same match the last one counts. Every row of the page
tells the terms that it was played on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.cpu_clock import cpu_clock
from benchmarks.fingerprints import Fingerprints, played_by
from benchmarks.progress import Steps
from trivium.agents.catalogue import agents_of
from trivium.arena.clocks import TimeControl
from trivium.arena.ledger import InMemory
from trivium.arena.match import Match, MatchResult, play_match
from trivium.arena.openings import Openings
from trivium.arena.referee import Terms
from trivium.files import write_whole
from trivium.games.catalogue import GAMES
from trivium.games.hexifence.position import Hexifence
from trivium.solve.tables import hexifence_two

DOCS = Path(__file__).parents[1] / "docs"
RESULTS = DOCS / "strength.jsonl"
PAGE = DOCS / "strength.md"

SECONDS_A_MOVE = 0.03
SECONDS_IN_LONG_GAMES = {"watch-your-back": 0.01}
CPU = "CPU"
"""What the seconds are of; on a quiet machine it might be the wall clock as well."""
SEED = 2026
GAMES_A_MATCH = 20
GAMES_IF_CLOSE = 40
"""A match goes on to so many games unless it is a clean sweep."""

BOARDS = (
    ("hexifence", "2"),
    ("hexifence", "3"),
    ("hexifence", "4"),
    ("cachex", "5"),
    ("cachex", "7"),
    ("cachex", "9"),
    ("watch-your-back", "8"),
)

NOT_RATED = ("human", "hasty", "novice")
"""Besides the levels, which play below their strength on purpose."""

OPENING_MOVES = {"cachex": 1}
"""Random moves to begin with, if not two: in Cachex one stone, and the steal makes it fair."""

RANKINGS = {
    "hexifence": (("stages", "double"), ("stages", "greedy"), ("stages", "random")),
    "cachex": (("five-factors", "greedy"), ("five-factors", "random")),
    "watch-your-back": (
        ("booked", "negascout"),
        ("booked", "negamax-tt"),
        ("booked", "negamax"),
        ("booked", "mcts"),
        ("booked", "random"),
    ),
}
"""The final agent of a report above its experimental ones; the other reports have only one."""

RANKED_ON = {"hexifence": "4", "cachex": "9", "watch-your-back": "8"}


@dataclass(frozen=True)
class Pairing:
    """A match of the table."""

    game: str
    size: str
    a: str
    b: str

    def match(self, games: int = GAMES_A_MATCH) -> Match:
        """Return how it is played."""
        seconds = SECONDS_IN_LONG_GAMES.get(self.game, SECONDS_A_MOVE)
        return Match(
            self.game,
            self.a,
            self.b,
            size=self.size,
            games=games,
            terms=Terms(TimeControl(move=seconds)),
            openings=Openings("balanced", OPENING_MOVES.get(self.game, 2)),
            seed=SEED,
        )

    def weights(self) -> Fingerprints:
        """Return what the two play by, so that a change of that is noticed."""
        return played_by(self.game, self.a, self.b)


def pairings() -> Iterator[Pairing]:
    """Yield all matches of the table."""
    for game, size in BOARDS:
        for name in agents_of(game):
            if name not in ("champion", *NOT_RATED) and not name.startswith("level"):
                yield Pairing(game, size, "champion", name)
    for game, pairs in RANKINGS.items():
        for a, b in pairs:
            yield Pairing(game, RANKED_ON[game], a, b)


def main(as_json: bool) -> None:
    """Play what is missing, then write the page; with `as_json` also print all results."""
    results = stored()
    missing = [pairing for pairing in pairings() if not _holds(results, pairing)]

    def show(complete: bool) -> None:
        write_whole(PAGE, page(stored()))
        if as_json:
            facts = {"benchmark": "strength", "complete": complete}
            print(json.dumps(facts | {"matches": list(stored().values())}))

    with Steps(len(missing), show) as steps:
        for pairing in missing:
            steps.begin(f"{pairing.game} {pairing.size}: {pairing.a} – {pairing.b}")
            line = json.dumps(play(pairing, steps)) + "\n"
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(line)


def stored() -> dict[Pairing, dict[str, Any]]:
    """Return the results that there are, in the order of the table."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
    results = [json.loads(line) for line in lines]
    found = {Pairing(r["game"], r["size"], r["a"], r["b"]): r for r in results}
    return {pairing: found[pairing] for pairing in pairings() if pairing in found}


def _holds(results: dict[Pairing, dict[str, Any]], pairing: Pairing) -> bool:
    """Return whether a match has been played, by the weights as they are."""
    return pairing in results and results[pairing]["weights"] == pairing.weights()


def play(pairing: Pairing, steps: Steps) -> dict[str, Any]:
    """Play a match and return its summary."""
    ledger = InMemory()
    with cpu_clock():
        for games in (GAMES_A_MATCH, GAMES_IF_CLOSE):
            match = pairing.match(games)
            playing = play_match(match, ledger=ledger)
            pairs = steps.watched(playing, games // 2, "pairs of games")
            result = MatchResult(match, tuple(pairs))
            if result.wins == games:
                break
    return result.summary() | {
        "by_perfect_play": by_perfect_play(result),
        "clock": CPU,
        "weights": pairing.weights(),
    }


def by_perfect_play(result: MatchResult) -> dict[str, list[float]] | None:
    """Return A's points and games where it would win by perfect play, and where it would lose.

    None on boards for which nobody knows.
    """
    match = result.match
    sides: dict[str, list[float]] = {"won": [0, 0], "lost": [0, 0]}
    for pair in result.pairs:
        start = match.openings.position(match.game, match.size, match.seed, pair.number)
        if not isinstance(start, Hexifence) or not hexifence_two.covers(start.kernel):
            return None
        mover_wins = int(hexifence_two.value(start.kernel)) > 0
        first_wins = mover_wins == (start.turn == start.colours[0])
        # A begins the first game of a pair, and B the second.
        for a_begins, points in zip((True, False), pair.points, strict=True):
            side = sides["won" if a_begins == first_wins else "lost"]
            side[0] += points
            side[1] += 1
    return sides


def page(results: dict[Pairing, dict[str, Any]]) -> str:
    """Return the page in Markdown."""
    parts = [
        "# Strength\n",
        "Written by `trivium bench strength`: matches with the colours exchanged in pairs from the "
        f"same opening, seed {SEED}, one core for each game. The terms are the seconds a move for "
        "both sides, of CPU time where it says so, and the random moves that a game begins with; "
        "*balanced* ones are neither side's advantage as far as a short search can tell. In Cachex "
        "one stone is set, which may then be stolen. A match that is no clean sweep after "
        f"{GAMES_A_MATCH} games goes on to {GAMES_IF_CLOSE}. Elo differences are those of the "
        "score, with their 95 % interval from the variance of the pairs; a clean sweep only gives "
        "a lower bound. One row again, on a quiet machine: `trivium match GAME A B --size S "
        f"--games N --time SECONDS --openings balanced --opening MOVES --seed {SEED}`.\n",
    ]
    missing = sum(pairing not in results for pairing in pairings())
    if missing:
        parts.append(f"{missing} matches have still to be played; the command goes on with them.\n")
    old = sum(not _holds(results, pairing) for pairing in results)
    if old:
        parts.append(
            f"{old} matches were played by weights that have been replaced since; the command "
            "plays them anew.\n"
        )
    parts.append("## The champions against all others\n")
    for game, size in BOARDS:
        rows = [r for p, r in results.items() if (p.game, p.size, p.a) == (game, size, "champion")]
        if rows:
            parts.append(f"### {GAMES[game].title} {size}\n")
            parts.append(_table(rows))
            parts.extend(_perfect_play(rows))
    parts.append("## The reports' own rankings\n")
    parts.append("Each report's final agent against its experimental ones.\n")
    parts.append(_table([result for pairing, result in results.items() if pairing.a != "champion"]))
    return "\n".join(parts)


def _table(rows: list[dict[str, Any]]) -> str:
    lines = [
        "| game | match | terms | won | drawn | lost | score | Elo | 95 % |",
        "|---|---|---|--:|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        low, high = row["elo_95"]
        lines.append(
            f"| {row['game']} {row['size']} | {row['a']} – {row['b']} | {_terms(row)} | "
            f"{row['wins']} | {row['draws']} | {row['losses']} | {row['score']:.1%} | "
            f"{row['elo']:+.0f} | {low:+.0f} … {high:+.0f} |"
        )
    return "\n".join(lines) + "\n"


def _terms(row: dict[str, Any]) -> str:
    clock = " CPU" if row.get("clock") == CPU else ""
    return f"{row['control']['move']} s{clock}, {row['openings']} {row['opening']}"


def _perfect_play(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what the results mean on a board where perfect play is known, if it is."""
    if any(row.get("by_perfect_play") is None for row in rows):
        return
    yield (
        "This board is solved, and every opening is a win for one side: until some twelve edges "
        "are claimed, whose turn it is decides alone, and no move spoils it. So one game of each "
        "pair is lost against anyone who finds the win late in the game, and 50 % is all that "
        "can be had against perfect play. What the champion made of both sides:\n"
    )
    lines = ["| against | of games won by perfect play | of games lost |", "|---|--:|--:|"]
    for row in rows:
        (won, out_of), (saved, lost) = (row["by_perfect_play"][side] for side in ("won", "lost"))
        lines.append(f"| {row['b']} | {won:g} of {out_of:g} | {saved:g} of {lost:g} |")
    yield "\n".join(lines) + "\n"

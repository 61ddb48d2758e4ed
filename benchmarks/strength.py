"""Strength: the champion of each game against every other agent, and the reports' own rankings.

``trivium bench strength`` plays the matches that are still missing in ``docs/strength.jsonl``,
one line each, and writes ``docs/strength.md`` from all of them. It can be stopped and started
again at any time. Delete a line, or the file, to have a match played anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trivium.agents.catalogue import agents_of
from trivium.arena.bulk import Processes
from trivium.arena.clocks import TimeControl
from trivium.arena.match import Match, MatchResult, play_match
from trivium.arena.openings import Openings
from trivium.arena.referee import Settings
from trivium.games.catalogue import GAMES

DOCS = Path(__file__).parents[1] / "docs"
RESULTS = DOCS / "strength.jsonl"
PAGE = DOCS / "strength.md"

GAMES_A_MATCH = 20
SECONDS_A_MOVE = 0.05
SEED = 2026
PROCESSES = 2

BOARDS = (
    ("hexifence", "2"),
    ("hexifence", "3"),
    ("hexifence", "4"),
    ("cachex", "5"),
    ("cachex", "7"),
    ("cachex", "9"),
    ("watch-your-back", "8"),
)

RANKINGS = {
    "hexifence": (("double", "greedy"), ("stages", "double"), ("stages", "greedy")),
    "cachex": (("five-factors", "greedy"),),
    "watch-your-back": (("booked", "negascout"), ("booked", "negamax-tt"), ("booked", "negamax")),
}
"""Pairs in which a report, or its idea, puts the first above the second."""


@dataclass(frozen=True)
class Pairing:
    """A match of the table."""

    game: str
    size: str
    a: str
    b: str


def pairings() -> Iterator[Pairing]:
    """Yield all matches of the table."""
    for game, size in BOARDS:
        for name in agents_of(game):
            if name not in ("champion", "human") and not name.startswith("level"):
                yield Pairing(game, size, "champion", name)
    for game, size in BOARDS:
        for a, b in RANKINGS[game]:
            yield Pairing(game, size, a, b)


def main(as_json: bool) -> None:
    """Play what is missing, then write the page; with `as_json` also print all results."""
    results = _stored()
    for pairing in pairings():
        if pairing not in results:
            print(f"{pairing.game} {pairing.size}: {pairing.a} – {pairing.b}", file=sys.stderr)
            results[pairing] = _play(pairing)
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(results[pairing]) + "\n")
        PAGE.write_text(page(results), encoding="utf-8")
    if as_json:
        print(json.dumps({"benchmark": "strength", "matches": list(results.values())}))


def _stored() -> dict[Pairing, dict[str, Any]]:
    lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
    results = [json.loads(line) for line in lines]
    return {Pairing(r["game"], r["size"], r["a"], r["b"]): r for r in results}


def _play(pairing: Pairing) -> dict[str, Any]:
    match = Match(
        pairing.game,
        pairing.a,
        pairing.b,
        pairing.size,
        GAMES_A_MATCH,
        Settings(TimeControl(move=SECONDS_A_MOVE)),
        Openings("random"),
        SEED,
    )
    with Processes(PROCESSES) as workers:
        return MatchResult(match, tuple(play_match(match, workers))).summary()


def page(results: dict[Pairing, dict[str, Any]]) -> str:
    """Return the page in Markdown."""
    parts = [
        "# Strength\n",
        "Written by `trivium bench strength`; every row is a match of "
        f"{GAMES_A_MATCH} games at {SECONDS_A_MOVE} s a move for both sides, colours exchanged "
        "in pairs from the same random opening of two moves, seed "
        f"{SEED}, two games at a time on two cores. Elo differences are those of the score, with "
        "their 95 % interval from the variance of the pairs; a clean sweep only gives a lower "
        "bound. One row again: `trivium match GAME A B --size S --games "
        f"{GAMES_A_MATCH} --time {SECONDS_A_MOVE} --openings random --seed {SEED}`.\n",
    ]
    missing = sum(pairing not in results for pairing in pairings())
    if missing:
        parts.append(f"{missing} matches have still to be played; the command goes on with them.\n")
    parts.append("## The champions against all others\n")
    for game, size in BOARDS:
        rows = [r for p, r in results.items() if (p.game, p.size, p.a) == (game, size, "champion")]
        if rows:
            parts.append(_table(f"{GAMES[game].title} {size}", rows))
    parts.append("## The reports' own rankings\n")
    rows = [result for pairing, result in results.items() if pairing.a != "champion"]
    parts.append(_table(None, rows))
    return "\n".join(parts)


def _table(title: str | None, rows: list[dict[str, Any]]) -> str:
    lines = [f"### {title}\n"] if title else []
    lines.append("| game | match | won | drawn | lost | score | Elo | 95 % | s/game |")
    lines.append("|---|---|--:|--:|--:|--:|--:|---|--:|")
    for row in rows:
        low, high = row["elo_95"]
        seconds = sum(row["seconds"]) / row["games"]
        lines.append(
            f"| {row['game']} {row['size']} | {row['a']} – {row['b']} | {row['wins']} | "
            f"{row['draws']} | {row['losses']} | {row['score']:.1%} | {row['elo']:+.0f} | "
            f"{low:+.0f} … {high:+.0f} | {seconds:.1f} |"
        )
    return "\n".join(lines) + "\n"

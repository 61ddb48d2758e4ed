"""Levels: neighbours play each other, and all of a game's levels get a rating.

``trivium bench levels`` plays the matches that are still missing in ``docs/levels.jsonl``, one
line each, and writes ``docs/levels.md`` from all of them. It can be stopped and started again at
any time; a level that has been changed since, or whose weights have, plays its matches anew.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.fingerprints import Fingerprints, played_by
from benchmarks.progress import Steps
from trivium.agents import levels
from trivium.agents.catalogue import make_agent
from trivium.agents.levels import LEVELS, level_name, skill_of
from trivium.arena.clocks import TimeControl
from trivium.arena.match import Match, MatchResult, play_match
from trivium.arena.openings import Openings, start_position
from trivium.arena.ratings.strengths import Anchor, Ratings, rate_results
from trivium.arena.referee import Terms
from trivium.files import write_whole
from trivium.games.catalogue import GAMES
from trivium.search.limits import Limit

DOCS = Path(__file__).parents[1] / "docs"
RESULTS = DOCS / "levels.jsonl"
PAGE = DOCS / "levels.md"
RATINGS = Path(levels.__file__).with_name("level-ratings.toml")

GAMES_A_MATCH = 40
NODES_A_MOVE = 20_000
"""No clock: so the results do not depend on the machine, nor on what else it does."""
SEED = 2026
_TIMED = 60
"""Moves that are timed."""

BOARDS = (
    ("hexifence", "3"),
    ("dots-and-boxes", "4x4"),
    ("cachex", "9"),
    ("watch-your-back", "8"),
)
"""What the levels were made for."""


@dataclass(frozen=True)
class Step:
    """The match of a level against the one below it."""

    game: str
    size: str
    level: int
    """The higher one."""

    def skills(self) -> list[str]:
        """Return what both levels are, so that a change of either is noticed."""
        return [str(skill_of(self.game, level)) for level in (self.level, self.level - 1)]

    def weights(self) -> Fingerprints:
        """Return what both levels play by, so that a change of that is noticed too."""
        agents = [skill_of(self.game, level).agent for level in (self.level, self.level - 1)]
        return played_by(self.game, *agents)


def steps() -> Iterator[Step]:
    """Yield all matches."""
    for game, size in BOARDS:
        for level in LEVELS[1:]:
            yield Step(game, size, level)


def main(as_json: bool) -> None:
    """Play what is missing, then write the page; with `as_json` also print all results."""
    results = stored()
    missing = [step for step in steps() if not _holds(results, step)]

    def show(complete: bool) -> None:
        write_whole(PAGE, page(results))
        if complete:
            write_whole(RATINGS, ratings_file(results))
        if as_json:
            facts = {"benchmark": "levels", "complete": complete}
            print(json.dumps(facts | {"matches": list(results.values())}))

    with Steps(len(missing), show) as progress:
        for step in missing:
            progress.begin(f"{step.game} {step.size}: level {step.level} – {step.level - 1}")
            results[step] = play(step, progress)
            _store(results)


def stored() -> dict[Step, dict[str, Any]]:
    """Return the results whose levels are still what they were."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
    results = {Step(row["game"], row["size"], row["level"]): row for row in map(json.loads, lines)}
    return {step: row for step, row in results.items() if row["skills"] == step.skills()}


def _holds(results: dict[Step, dict[str, Any]], step: Step) -> bool:
    """Return whether a match has been played, by the weights as they are."""
    return step in results and results[step]["weights"] == step.weights()


def _store(results: dict[Step, dict[str, Any]]) -> None:
    rows = [results[step] for step in steps() if step in results]
    write_whole(RESULTS, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def play(step: Step, progress: Steps) -> dict[str, Any]:
    """Play a match and return its row."""
    match = Match(
        step.game,
        level_name(step.level),
        level_name(step.level - 1),
        size=step.size,
        games=GAMES_A_MATCH,
        terms=Terms(TimeControl(nodes=NODES_A_MOVE)),
        openings=Openings("balanced"),
        seed=SEED,
    )
    pairs = progress.watched(play_match(match), GAMES_A_MATCH // 2, "pairs of games")
    result = MatchResult(match, tuple(pairs))
    low, high = result.standing.elo_interval
    return {
        "game": step.game,
        "size": step.size,
        "level": step.level,
        "skills": step.skills(),
        "weights": step.weights(),
        "points": [list(pair.points) for pair in result.pairs],
        "score": round(result.standing.score, 4),
        "elo": round(result.standing.elo, 1),
        "elo_95": [round(low, 1), round(high, 1)],
        "milliseconds": [round(_cpu(step, level), 2) for level in (step.level, step.level - 1)],
        "faults": list(result.faults),
    }


def _cpu(step: Step, level: int) -> float:
    """Return the mean CPU time of a level's moves in one game against itself, in milliseconds."""
    position = start_position(step.game, step.size)
    player = make_agent(level_name(level), step.game, SEED)
    player.prepare(position)
    seconds = 0.0
    while not position.is_over and len(position.moves) < _TIMED:
        began = time.process_time()
        choice = player.choose(position, Limit(nodes=NODES_A_MOVE))
        seconds += time.process_time() - began
        position.push(choice.move)
    return 1000 * seconds / len(position.moves)


def ratings(results: dict[Step, dict[str, Any]], game: str, size: str) -> Ratings:
    """Return the ratings of the levels on a board, level 1 being 0."""
    played: list[tuple[str, str, float]] = []
    for step, row in results.items():
        if (step.game, step.size) == (game, size):
            above, below = level_name(step.level), level_name(step.level - 1)
            for as_first, as_second in row["points"]:
                played += [(above, below, as_first), (below, above, 1 - as_second)]
    return rate_results(played, Anchor(level_name(LEVELS[0])))


def ratings_file(results: dict[Step, dict[str, Any]]) -> str:
    """Return the ratings that come with the package: of each game on the board it is made for."""
    lines = ["# Elo of levels 1, 2, … in each game; written by `trivium bench levels`.", ""]
    for game, size in BOARDS:
        elo = {player.name: player.elo for player in ratings(results, game, size).players}
        lines.append(f"{game} = {[round(elo[level_name(level)]) for level in LEVELS]}")
    return "\n".join(lines) + "\n"


def page(results: dict[Step, dict[str, Any]]) -> str:
    """Return the page in Markdown."""
    missing = sum(step not in results for step in steps())
    old = sum(not _holds(results, step) for step in results)
    parts = [
        _INTRODUCTION,
        f"{missing} matches have still to be played; the command goes on with them.\n"
        if missing
        else "",
        f"{old} matches were played by weights that have been replaced since; the command plays "
        "them anew.\n"
        if old
        else "",
    ]
    for game, size in BOARDS:
        if any((step.game, step.size) == (game, size) for step in results):
            parts.append(_table(results, game, size))
    return "\n".join(part for part in parts if part)


_INTRODUCTION = (
    "# Levels\n\n"
    "`level1` to `level8` are agents of every game, from a beginner to the champion, wherever an "
    "agent is named:\n\n"
    "```sh\n"
    "trivium play cachex --agent level2\n"
    "trivium match hexifence level5 level4 --games 20\n"
    "```\n\n"
    "A level is another agent with a limit of its own. The lowest ones (`hasty`) value every move "
    "by looking a move or two ahead, add a random error to each value, and play what then looks "
    "best: they confuse moves of nearly the same worth all the time, make small mistakes often "
    "and big ones rarely, and do not miss a win on the spot. Levels 1 to 3 answer in a few "
    "milliseconds. The champion of level 8 takes a second if the clock allows it. Everything but "
    "what the clock decides depends on the seed.\n\n"
    "The aim was that each level beats the one below in about 65 to 85 of 100 games; the tables "
    "tell what came out. Some steps are steeper, above all those to level 3 of Hexifence and "
    "Dots-and-Boxes, which knows how to leave two cells, and to the champions. The steps are "
    "smaller on smaller boards, where there is less to know.\n\n"
    f"Written by `trivium bench levels`: every level played {GAMES_A_MATCH} games against the one "
    "below it, colours exchanged in pairs from the same balanced opening, seed "
    f"{SEED}. Nobody had a clock, but {NODES_A_MOVE:,} nodes for a move at most, which takes level "
    "8 some hundredths of a second instead of its usual second: it is stronger in play than here. "
    "Ratings are fitted to all games of a board, with level 1 at 0; ± and … are 95 % intervals. "
    "Milliseconds are the mean CPU time of a move.\n"
)


def _table(results: dict[Step, dict[str, Any]], game: str, size: str) -> str:
    rated = {player.name: player for player in ratings(results, game, size).players}
    lines = [
        f"## {GAMES[game].title} {size}\n",
        "| level | is | against the one below | step in Elo | rating | ms a move |",
        "|--:|---|--:|---|--:|--:|",
    ]
    for level in LEVELS:
        row = results.get(Step(game, size, level))
        above = results.get(Step(game, size, level + 1))
        player = rated.get(level_name(level))
        score = f"{row['score']:.0%}" if row else "–"
        rating = f"{player.elo:.0f} ± {player.error:.0f}" if player else "–"
        lines.append(
            f"| {level} | {skill_of(game, level)} | {score} | {_step_text(row)} | {rating} "
            f"| {_milliseconds(row, above)} |"
        )
    return "\n".join(lines) + "\n"


def _step_text(row: dict[str, Any] | None) -> str:
    if row is None:
        return "–"
    low, high = row["elo_95"]
    return f"{row['elo']:+.0f} ({low:+.0f} … {high:+.0f})"


def _milliseconds(row: dict[str, Any] | None, above: dict[str, Any] | None) -> str:
    """Return the CPU time of a level's moves, from its match with either neighbour."""
    for result, place in ((row, 0), (above, 1)):
        if result is not None:
            return f"{result['milliseconds'][place]:.1f}"
    return "–"

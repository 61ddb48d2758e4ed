"""Levels: neighbours play each other, simple models of beginners play the lowest, all are rated.

``trivium bench levels`` plays the matches that are still missing in ``docs/levels.jsonl``, one
line each, and writes ``docs/levels.md`` from all of them. It can be stopped and started again at
any time; a level that has been changed since, or whose weights or champion have, plays its matches
anew.
"""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.fingerprints import Fingerprints, champion_of, played_by
from benchmarks.progress import Steps
from trivium.agents import levels
from trivium.agents.catalogue import make_agent
from trivium.agents.levels import LEVELS, level_name, skill_of
from trivium.arena.clocks import TimeControl
from trivium.arena.match import Match, MatchResult, play_match
from trivium.arena.openings import Openings, start_position
from trivium.arena.ratings.strengths import Anchor, Rating, Ratings, rate_results
from trivium.arena.referee import Terms
from trivium.files import write_whole
from trivium.games.catalogue import GAMES
from trivium.search.limits import Limit

DOCS = Path(__file__).parents[1] / "docs"
RESULTS = DOCS / "levels.jsonl"
PAGE = DOCS / "levels.md"
RATINGS = Path(levels.__file__).with_name("level-ratings.toml")

GAMES_A_MATCH = 120
FEWER_GAMES = 40
"""Of the highest levels, which take longest, and of beginners, most of which nobody doubts."""
HIGHEST = LEVELS[8:]
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

BEGINNERS = {
    "random": "any legal move",
    "random:captures=yes": "captures where it can, otherwise any move",
    "novice:depth=1,overlooks=0.3": "looks at its own moves alone, and overlooks three in ten",
    "greedy": "the most at once, without looking ahead",
}
"""Simple models of beginners, which are rated on the scale of the levels."""
MET_BY_BEGINNERS = LEVELS[:2]
"""The levels that they play."""


@dataclass(frozen=True)
class Pairing:
    """A match between two agents on a board."""

    game: str
    size: str
    a: str
    b: str

    def are(self) -> list[str]:
        """Return what both are, so that a change of either is noticed."""
        return [what_is(self.game, name) for name in (self.a, self.b)]

    def weights(self) -> Fingerprints:
        """Return what both play by, so that a change of that is noticed too."""
        agents = [agent for name in (self.a, self.b) for agent in _agents(self.game, name)]
        return played_by(self.game, *agents)

    def champion(self) -> str | None:
        """Return how the champion plays, if it takes part: its code may change as well."""
        agents = [agent for name in (self.a, self.b) for agent in _agents(self.game, name)]
        return champion_of(self.game) if "champion" in agents else None

    @property
    def games(self) -> int:
        """How many games it has."""
        levels = [_level_of(name) for name in (self.a, self.b)]
        fewer = None in levels or any(level in HIGHEST for level in levels)
        return FEWER_GAMES if fewer else GAMES_A_MATCH


def _level_of(name: str) -> int | None:
    return next((level for level in LEVELS if level_name(level) == name), None)


def what_is(game: str, name: str) -> str:
    """Return what an agent is: the skill of a level, else its description."""
    level = _level_of(name)
    return name if level is None else str(skill_of(game, level))


def _agents(game: str, name: str) -> list[str]:
    """Return the agents behind a name."""
    level = _level_of(name)
    if level is None:
        return [name]
    skill = skill_of(game, level)
    return [skill.agent, skill.hurried] if skill.hurries else [skill.agent]


def pairings() -> Iterator[Pairing]:
    """Yield all matches."""
    for game, size in BOARDS:
        for level in LEVELS[1:]:
            yield Pairing(game, size, level_name(level), level_name(level - 1))
        for beginner in BEGINNERS:
            for level in MET_BY_BEGINNERS:
                yield Pairing(game, size, beginner, level_name(level))


Results = dict[Pairing, dict[str, Any]]


def main(as_json: bool) -> None:
    """Play what is missing, then write the page; with `as_json` also print all results."""
    results = stored()
    missing = [pairing for pairing in pairings() if not _holds(results, pairing)]

    def show(complete: bool) -> None:
        write_whole(PAGE, page(results))
        write_whole(RATINGS, ratings_file(results))
        if as_json:
            facts = {"benchmark": "levels", "complete": complete}
            print(json.dumps(facts | {"matches": list(results.values())}))

    with Steps(len(missing), show) as progress:
        for pairing in missing:
            progress.begin(f"{pairing.game} {pairing.size}: {pairing.a} – {pairing.b}")
            results[pairing] = play(pairing, progress)
            _store(results)


def stored() -> Results:
    """Return the results whose players are still what they were."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
    rows = [json.loads(line) for line in lines]
    results = {Pairing(row["game"], row["size"], *row["players"]): row for row in rows}
    wanted = set(pairings())
    return {
        pairing: row
        for pairing, row in results.items()
        if pairing in wanted and row["are"] == pairing.are() and row["games"] == pairing.games
    }


def _holds(results: Results, pairing: Pairing) -> bool:
    """Return whether a match has been played, by the weights and the champion as they are."""
    if pairing not in results:
        return False
    row = results[pairing]
    return bool(row["weights"] == pairing.weights() and row["champion"] == pairing.champion())


def _store(results: Results) -> None:
    rows = [results[pairing] for pairing in pairings() if pairing in results]
    write_whole(RESULTS, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def play(pairing: Pairing, progress: Steps) -> dict[str, Any]:
    """Play a match and return its row."""
    match = Match(
        pairing.game,
        pairing.a,
        pairing.b,
        size=pairing.size,
        games=pairing.games,
        terms=Terms(TimeControl(nodes=NODES_A_MOVE)),
        openings=Openings("balanced"),
        seed=SEED,
    )
    pairs = progress.watched(play_match(match), pairing.games // 2, "pairs of games")
    result = MatchResult(match, tuple(pairs))
    low, high = result.standing.elo_interval
    return {
        "game": pairing.game,
        "size": pairing.size,
        "players": [pairing.a, pairing.b],
        "are": pairing.are(),
        "weights": pairing.weights(),
        "champion": pairing.champion(),
        "games": pairing.games,
        "points": [list(pair.points) for pair in result.pairs],
        "score": round(result.standing.score, 4),
        "elo": round(result.standing.elo, 1),
        "elo_95": [round(low, 1), round(high, 1)],
        "milliseconds": [round(_cpu(pairing, name), 2) for name in (pairing.a, pairing.b)],
        "faults": list(result.faults),
    }


def _cpu(pairing: Pairing, name: str) -> float:
    """Return the mean CPU time of an agent's moves in one game against itself, in milliseconds."""
    position = start_position(pairing.game, pairing.size)
    player = make_agent(name, pairing.game, SEED)
    player.prepare(position)
    seconds = 0.0
    while not position.is_over and len(position.moves) < _TIMED:
        began = time.process_time()
        choice = player.choose(position, Limit(nodes=NODES_A_MOVE))
        seconds += time.process_time() - began
        position.push(choice.move)
    return 1000 * seconds / len(position.moves)


def ratings(results: Results, game: str, size: str) -> Ratings:
    """Return the ratings of all who played on a board, level 1 being 0."""
    played: list[tuple[str, str, float]] = []
    for pairing, row in results.items():
        if (pairing.game, pairing.size) == (game, size):
            for as_first, as_second in row["points"]:
                played += [(pairing.a, pairing.b, as_first), (pairing.b, pairing.a, 1 - as_second)]
    return rate_results(played, Anchor(level_name(LEVELS[0])))


def is_complete(results: Results, game: str) -> bool:
    """Return whether all matches of a game have been played."""
    return all(pairing in results for pairing in pairings() if pairing.game == game)


def ratings_file(results: Results) -> str:
    """Return the ratings that come with the package: of each game on the board it is made for.

    A game some of whose matches are missing keeps what it has.
    """
    lines = ["# Elo of levels 1, 2, … in each game; written by `trivium bench levels`.", ""]
    before = tomllib.loads(RATINGS.read_text(encoding="utf-8"))
    for game, size in BOARDS:
        found = before[game]
        if is_complete(results, game):
            elo = {player.name: player.elo for player in ratings(results, game, size).players}
            found = [round(elo[level_name(level)]) for level in LEVELS]
        lines.append(f"{game} = {found}")
    return "\n".join(lines) + "\n"


def page(results: Results) -> str:
    """Return the page in Markdown."""
    missing = sum(pairing not in results for pairing in pairings())
    old = sum(not _holds(results, pairing) for pairing in results)
    parts = [
        _INTRODUCTION,
        f"{missing} matches have still to be played; the command goes on with them.\n"
        if missing
        else "",
        f"{old} matches were played by weights or a champion that have been replaced since; the "
        "command plays them anew.\n"
        if old
        else "",
    ]
    for game, size in BOARDS:
        if any((pairing.game, pairing.size) == (game, size) for pairing in results):
            parts.append(_table(results, game, size))
    return "\n".join(part for part in parts if part)


_INTRODUCTION = (
    "# Levels\n\n"
    f"`{level_name(LEVELS[0])}` to `{level_name(LEVELS[-1])}` are agents of every game, from "
    "somebody who has just learned the rules to the champion, wherever an agent is named:\n\n"
    "```sh\n"
    "trivium play cachex --agent level2\n"
    "trivium match hexifence level5 level4 --games 20\n"
    "```\n\n"
    "A level is another agent with a limit of its own, and it errs as people do. The lowest ones "
    "(`novice`) overlook moves, their own and those of the opponent, take what they see, and play "
    "beside the last move where they know nothing better; those above look at the answer, and at "
    "the answers to fewer moves than there are. Many also hurry: a share of their moves they make "
    "with less care. A win on the spot that they look at they do not miss. All but the highest "
    "answer in a few milliseconds; the champion takes a second if the clock allows it. Everything "
    "but what the clock decides depends on the seed.\n\n"
    "The aim was that level 1 is about even with somebody who plays at random but captures, and "
    "that the steps are even, between 150 and 250 Elo, which is 70 to 81 of 100 games against the "
    "level below; the tables tell what came out. In Cachex the way from the one to the champion is "
    "longest, and so are the steps. They are smaller on smaller boards, where there is less to "
    "know.\n\n"
    f"Written by `trivium bench levels`: every level played {GAMES_A_MATCH} games against the one "
    f"below it ({FEWER_GAMES} from level {HIGHEST[0]} on), and simple models of beginners played "
    f"{FEWER_GAMES} against levels {MET_BY_BEGINNERS[0]} and {MET_BY_BEGINNERS[-1]} each, colours "
    f"exchanged in pairs from the same balanced opening, seed {SEED}. Levels whose steps came out "
    "uneven were changed and played again with that seed, so that the steps look a little more "
    "even here than they are. Nobody had a clock, but "
    f"{NODES_A_MOVE:,} nodes for a move at most, which takes level {LEVELS[-1]} some hundredths of "
    "a second instead of its usual second: it is stronger in play than here. Ratings are fitted to "
    "all games of a board, with level 1 at 0; ± and … are 95 % intervals. Where somebody lost "
    "every game, the rating only says: far below. Milliseconds are the mean CPU time of a move.\n"
)


def _table(results: Results, game: str, size: str) -> str:
    rated = {player.name: player for player in ratings(results, game, size).players}
    lines = [
        f"## {GAMES[game].title} {size}\n",
        "| level | how it plays | against the one below | step in Elo | rating | ms a move |",
        "|--:|---|--:|---|--:|--:|",
    ]
    for level in LEVELS:
        name, skill = level_name(level), skill_of(game, level)
        row = results.get(Pairing(game, size, name, level_name(level - 1)))
        score = f"{row['score']:.0%}" if row else "–"
        lines.append(
            f"| {level} | {skill.says} `{skill}` | {score} | {_step_text(row)} "
            f"| {_rating_text(rated.get(name))} | {_milliseconds(results, game, size, name)} |"
        )
    lines += ["", "| model of a beginner | plays | rating | games |", "|---|---|--:|--:|"]
    for name, plays in BEGINNERS.items():
        player = rated.get(name)
        games = player.games if player else 0
        lines.append(f"| `{name}` | {plays} | {_rating_text(player)} | {games} |")
    return "\n".join(lines) + "\n"


def _rating_text(player: Rating | None) -> str:
    return f"{player.elo:.0f} ± {player.error:.0f}" if player else "–"


def _step_text(row: dict[str, Any] | None) -> str:
    if row is None:
        return "–"
    low, high = row["elo_95"]
    return f"{row['elo']:+.0f} ({low:+.0f} … {high:+.0f})"


def _milliseconds(results: Results, game: str, size: str, name: str) -> str:
    """Return the CPU time of an agent's moves, from the first of its matches."""
    for pairing in pairings():  # in this order whatever was played anew
        ours = (pairing.game, pairing.size) == (game, size) and name in (pairing.a, pairing.b)
        if ours and pairing in results:
            return f"{results[pairing]['milliseconds'][name == pairing.b]:.1f}"
    return "–"

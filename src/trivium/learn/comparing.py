"""``trivium learn compare``: a match between two files of weights, by the arena's statistics."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from trivium.agents.subject import Subject
from trivium.agents.weight_files import read_origin, write_weights
from trivium.arena.bulk import Workers
from trivium.arena.clocks import TimeControl
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
from trivium.arena.ledger import InMemory, Ledger
from trivium.arena.match import Match, MatchResult, Pair, play_match
from trivium.arena.openings import Openings
from trivium.arena.ratings.sprt import read_sprt
from trivium.arena.referee import Terms
from trivium.files import write_whole
from trivium.learn.report import run_page
from trivium.learn.runs import REPORT, Run
from trivium.learn.subjects import find_subject

KIND = "compare"
_GAMES = "games.sqlite"


@dataclass(frozen=True)
class ComparePlan:
    """Which weights to compare, and how."""

    subject: str
    a: str
    b: str = ""
    """The two files; nothing stands for the weights that come along."""
    agent: str = ""
    """The agent that plays with them; nothing for the usual one."""
    size: str | None = None
    games: int = 400
    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    """Seconds, nodes or depth for each move; 0.05 s if nothing is said."""
    sprt: str | None = "0,30"
    """Stop by a test of two differences in normalised Elo."""
    openings: str = "balanced"
    opening: int = 4
    seed: int = 1


def match_of(plan: ComparePlan) -> Match:
    """Return the match that decides a comparison."""
    subject = find_subject(plan.subject)
    limited = plan.time or plan.nodes or plan.depth
    control = TimeControl(move=plan.time if limited else 0.05, nodes=plan.nodes, depth=plan.depth)
    return Match(
        subject.game,
        player(subject, plan.a, plan.agent),
        player(subject, plan.b, plan.agent),
        size=plan.size,
        games=plan.games,
        terms=Terms(control),
        openings=Openings(plan.openings, plan.opening),
        seed=plan.seed,
        sprt=None if plan.sprt is None else read_sprt(plan.sprt),
    )


def player(subject: Subject, weights: str | Path, agent: str = "") -> str:
    """Return the agent that plays with a file of weights, or with its own."""
    name = agent or subject.agent
    if not str(weights):
        return name
    subject.read(weights)
    return f"{name}:weights={weights}"


def compare(run: Run | None, plan: ComparePlan, workers: Workers) -> Generator[MatchResult]:
    """Play the match; yield the result after every pair, and write a report at the end.

    Games that the folder of the run has already are not played again.
    """
    match = match_of(plan)
    pairs: list[Pair] = []
    with _ledger(run, match) as ledger:
        for pair in play_match(match, workers, ledger):
            pairs.append(pair)
            yield MatchResult(match, tuple(pairs))
    if pairs and run is not None:
        _publish(run, plan, MatchResult(match, tuple(pairs)))


@contextlib.contextmanager
def _ledger(run: Run | None, match: Match) -> Iterator[Ledger]:
    """Return where the games are kept: in the folder of the run, or nowhere."""
    if run is None:
        yield InMemory()
        return
    with contextlib.closing(Database(str(run / _GAMES))) as database:
        database.begin_event(KIND, "match", match.plan())
        yield InDatabase(database, KIND)


def score_of(plan: ComparePlan, workers: Workers) -> float:
    """Play a match of which nothing is kept, and return A's share of the points."""
    match = match_of(plan)
    return MatchResult(match, tuple(play_match(match, workers))).standing.score


def in_short(result: MatchResult) -> dict[str, Any]:
    """Return the result as it is noted beside weights."""
    low, high = result.standing.elo_interval
    noted: dict[str, Any] = {
        "against": result.match.b,
        "games": 2 * len(result.pairs),
        "won": result.wins,
        "drawn": result.draws,
        "lost": result.losses,
        "elo": round(result.standing.elo),
        "elo_95": [round(low), round(high)],
        "control": str(result.match.terms.control),
        "seed": result.match.seed,
        "date": date.today(),
    }
    if result.match.sprt is not None:
        noted["sprt"] = f"{result.match.sprt.elo0:g},{result.match.sprt.elo1:g}"
        noted["accepted"] = result.verdict or "neither"
    return noted


def note_match(subject: Subject, path: Path, result: MatchResult) -> None:
    """Write a match into the origin of the weights that won it."""
    origin = read_origin(path) | {"match": in_short(result)}
    digits = 0 if subject.unit == 1 else 3
    write_weights(path, subject.evaluation, subject.read(path), origin, digits)


def _publish(run: Run, plan: ComparePlan, result: MatchResult) -> None:
    so_far, curve = 0.0, []
    for number, pair in enumerate(result.pairs, 1):
        so_far += sum(pair.points)
        curve.append((2.0 * number, so_far / (2 * number)))
    noted = in_short(result)
    facts = {name: value for name, value in vars(plan).items() if value not in ("", None)}
    body = run_page(
        f"{result.match.a} against {result.match.b}",
        facts,
        {"Share of the points by games played": {"score": curve}},
        {"Result": (("", ""), [(name, str(value)) for name, value in noted.items()])},
    )
    write_whole(run / REPORT, body)

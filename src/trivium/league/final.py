"""The final: a tournament of the arena among the versions that were frozen, with its own seed.

It is planned once, from what plays at that moment, and then played by whoever works for the league.
Bots that were handed in take part; one on its owner's machine cannot be frozen. It does not begin
before everything that was handed in has been tried: whoever came in the last minute came in time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from trivium.arena.bulk import Workers
from trivium.arena.database.storage import Database
from trivium.arena.fixtures import Entrant
from trivium.arena.openings import Openings
from trivium.arena.players import takes_openings
from trivium.arena.ratings.standings import Standings
from trivium.arena.records import Record
from trivium.arena.tournament import Section, Tournament, play_tournament, results
from trivium.errors import TriviumError
from trivium.league import audit
from trivium.league.entry.versions import (
    Bot,
    Version,
    bots_of,
    entrant_of,
    version_named,
)
from trivium.league.ladder.ledger import LeagueLedger
from trivium.league.ladder.standings import table_of
from trivium.league.leagues import League
from trivium.league.tables import leagues as _leagues
from trivium.league.tables import lock_league, read_kept
from trivium.words import how_many

_MOST_NAMED = 8


@dataclass(frozen=True)
class Field:
    """Who would be in a final that began now, and who would not."""

    ready: tuple[Version, ...]
    """Those who take part."""
    benched: tuple[Version, ...]
    """Those who would if they were pardoned."""
    untried: tuple[Version, ...]
    """Those that are waited for."""

    def check(self) -> None:
        """Raise `TriviumError` if no final can begin."""
        if self.untried:
            raise TriviumError(
                f"{how_many(len(self.untried), 'version')} handed in before the freeze must be "
                f"tried first: {_named(self.untried)}. Whoever works for the league does "
                "that: a server, or 'trivium league work'."
            )
        if len(self.ready) < 2:
            benched = f"; benched: {_named(self.benched)}" if self.benched else ""
            raise TriviumError(
                "A final needs two bots that were handed in, have passed and are not benched. "
                f"There is {_named(self.ready) or 'none'}{benched}."
            )


def field_of(bots: Sequence[Bot]) -> Field:
    """Return who would be in a final that began now."""
    let_in = [bot for bot in bots if bot.member.revoked is None]
    uploads = [[one for one in bot.versions if one.kind == "upload"] for bot in let_in]
    newest = [next((one for one in own if one.state == "passed"), None) for own in uploads]
    passed = [one for one in newest if one is not None]
    return Field(
        ready=tuple(one for one in passed if one.benched is None),
        benched=tuple(one for one in passed if one.benched is not None),
        untried=tuple(one for own in uploads for one in own if one.state in ("waiting", "trying")),
    )


def _named(versions: Sequence[Version]) -> str:
    shown = ", ".join(one.label for one in versions[:_MOST_NAMED])
    return f"{shown}, …" if len(versions) > _MOST_NAMED else shown


def begin_final(database: Database, league: League, who: str, seed: int) -> list[str]:
    """Plan the final among the frozen versions; return their labels, the strongest first."""
    if league.stage == "open":
        raise TriviumError("Freeze the versions first; then the final can begin.")
    if league.stage in ("final", "over"):
        raise TriviumError("The final has begun already.")
    field = field_of(bots_of(database, league))
    field.check()
    rows = table_of(database, league.id).rows
    strength = {row["label"]: row["elo"] for row in rows if row["games"]}
    labels = sorted(
        (one.label for one in field.ready), key=lambda label: (-strength.get(label, -1e9), label)
    )
    told = {"seed": seed, "labels": labels}
    with database.writing() as connection:
        lock_league(connection, league.id)
        ready = _leagues.c.state.in_(("open", "frozen"))
        own = sa.update(_leagues).where(_leagues.c.id == league.id, ready)
        if not connection.execute(own.values(state="final", final=json.dumps(told))).rowcount:
            raise TriviumError("The final has begun already.")
        audit.note(connection, league.id, who, f"began the final of {len(labels)}, seed {seed}")
    return labels


def finalists(league: League) -> list[str]:
    """Return the labels of the versions that the final is among; none before it has begun."""
    if league.final is None:
        return []
    return list(read_kept(league.final, f"the final of '{league.name}'")["labels"])


def tournament_of(database: Database, league: League) -> Tournament:
    """Return the final as a tournament of the arena."""
    if league.final is None:
        raise TriviumError(f"The final of '{league.name}' has not begun.")
    told = read_kept(league.final, f"the final of '{league.name}'")
    plan = league.plan
    entrants: list[Entrant] = [
        entrant_of(database, version_named(database, league, label)) for label in told["labels"]
    ]
    openings = Openings("none")
    if all(takes_openings(entrant.player) for entrant in entrants):
        openings = Openings(plan.openings, plan.opening_moves)
    sections = [
        Section(plan.game, size, tuple(entrants), plan.terms(), openings) for size in plan.sizes
    ]
    return Tournament(
        name=league.final_event,
        format=plan.final_format,
        sections=tuple(sections),
        games=plan.final_games,
        rounds=plan.final_rounds,
        seed=told["seed"],
    )


def play_final(database: Database, league: League, workers: Workers) -> bool:
    """Play what is left of the final, with all others who do; return whether there was anything."""
    tournament = tournament_of(database, league)
    database.begin_event(tournament.name, "final", league.final or "")
    ledger = LeagueLedger(database, league, tournament.name)
    played = False
    for _ in play_tournament(tournament, ledger, workers):
        played = True
    with database.writing() as connection:
        lock_league(connection, league.id)
        own = sa.update(_leagues).where(_leagues.c.id == league.id, _leagues.c.state == "final")
        if connection.execute(own.values(state="over")).rowcount:
            audit.note(connection, league.id, "the referee", "ended the final")
    return played


def final_records(database: Database, league: League) -> list[Record]:
    """Return the games of the final that count so far."""
    if league.final is None or not database.has_event(league.final_event):
        return []
    tournament = tournament_of(database, league)
    ledger = LeagueLedger(database, league, tournament.name)
    return list(tournament.counting(ledger.records(), ledger.drawn()).values())


def final_standings(database: Database, league: League) -> list[Standings]:
    """Return the table of the final, one for every size."""
    records = final_records(database, league)
    if not records:
        return []
    return results(replace(tournament_of(database, league), anchor=None), records)

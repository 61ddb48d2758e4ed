"""The final: a tournament of the arena among the versions that were frozen, with its own seed.

It is planned once, from what plays at that moment, and then played by whoever works for the league.
Bots that were handed in take part; one on its owner's machine cannot be frozen.
"""

from __future__ import annotations

import json
from dataclasses import replace

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
from trivium.league.entry.versions import bots_of, entrant_of, players_of, version_named
from trivium.league.ladder.ledger import LeagueLedger
from trivium.league.ladder.standings import table_of
from trivium.league.leagues import League
from trivium.league.tables import leagues as _leagues
from trivium.league.tables import lock_league, read_kept


def begin_final(database: Database, league: League, who: str, seed: int) -> list[str]:
    """Plan the final among the frozen versions; return their labels, the strongest first."""
    if league.stage == "open":
        raise TriviumError("Freeze the versions first; then the final can begin.")
    if league.stage in ("final", "over"):
        raise TriviumError("The final has begun already.")
    playing = [one for one in players_of(bots_of(database, league)) if one.kind == "upload"]
    if len(playing) < 2:
        raise TriviumError("A final needs two bots that were handed in and have passed.")
    rows = table_of(database, league.id).rows
    strength = {row["label"]: row["elo"] for row in rows if row["games"]}
    labels = sorted(
        (one.label for one in playing), key=lambda label: (-strength.get(label, -1e9), label)
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

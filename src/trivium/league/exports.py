"""What a tutor takes away: marks as CSV, the whole event as JSON Lines, one report in HTML."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from trivium.arena.database.storage import Database, Filter
from trivium.arena.ratings.ranking import HEADINGS, Place, by_rating, ranked
from trivium.arena.ratings.report import html_report
from trivium.arena.ratings.standings import Standings, standings
from trivium.league import audit
from trivium.league.entry.versions import bots_of
from trivium.league.final import final_records, final_standings, finalists
from trivium.league.ladder.book import Book
from trivium.league.leagues import League
from trivium.league.members import harmless
from trivium.league.moments import utc_now


def marks_csv(database: Database, league: League) -> str:
    """Return one row for every member's bot, the best first.

    Ranked by the final if there was one (by the sum over its sizes), by the rating otherwise: rank,
    rating with its error, points and tie-break of the final, the score against each reference
    level, and failures. Rating and failures are those of the version that was in the final.
    """
    book = Book(database, league)
    book.update()
    ratings = {rating.name: rating for rating in book.ratings().players}
    finals = final_standings(database, league)
    places = {place.name: place for place in _places(finals)}
    marks = finals[0].marks if finals else []
    in_final = set(finalists(league))
    references = league.plan.reference_names
    columns = ["rank", "name", "version", "rating", "error", "games", "wins", "draws", "losses"]
    columns += ["faults", *(f"final {HEADINGS[mark]}" for mark in marks)]
    columns += [*(f"score against {name}" for name in references), "remark"]
    rows: list[dict[str, Any]] = []
    for bot in bots_of(database, league):
        version = next((one for one in bot.versions if one.label in in_final), bot.current)
        if version is None or bot.member.revoked is not None:
            if bot.member.role == "member":
                rows.append({"name": harmless(bot.member.name), "remark": "no version that plays"})
            continue
        rating, account = ratings.get(version.label), book.accounts.get(version.label)
        place = places.get(version.label)
        faults = account.faults if account else 0
        row: dict[str, Any] = {
            "name": harmless(bot.member.name),
            "version": version.number,
            "faults": faults,
            "rank": place.rank if place else None,
            "rating": round(rating.elo) if rating else None,
            "error": round(rating.error) if rating else None,
            "games": rating.games if rating else 0,
            "wins": rating.wins if rating else 0,
            "draws": rating.draws if rating else 0,
            "losses": rating.losses - faults if rating else 0,
        }
        if place is not None:
            row |= {f"final {HEADINGS[mark]}": f"{place.marks[mark]:g}" for mark in marks}
        elif in_final:
            row["remark"] = "not in the final"
        row |= {f"score against {n}": _score(book, version.label, n) for n in references}
        rows.append(row)
    _rank(rows, bool(places))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _places(tables: Sequence[Standings]) -> tuple[Place, ...]:
    """Return the places of a final: those of its only table, or by the marks of all together."""
    if len(tables) == 1:
        return tables[0].places
    total: dict[str, dict[str, float]] = {}
    for place in (place for table in tables for place in table.places):
        own = total.setdefault(place.name, dict.fromkeys(place.marks, 0.0))
        for mark, value in place.marks.items():
            own[mark] += value
    return ranked(total)


def _rank(rows: list[dict[str, Any]], by_final: bool) -> None:
    """Put the best first, and rank by rating where no final says better."""
    last = float("inf")
    if by_final:
        rows.sort(key=lambda row: (row.get("rank") or last, -(row.get("rating") or -1e9)))
        return
    rows.sort(key=lambda row: -1e9 if row.get("rating") is None else row["rating"], reverse=True)
    rank, before = 0, None
    for place, row in enumerate(rows, 1):
        if row.get("rating") is not None:
            rank = rank if row["rating"] == before else place
            row["rank"], before = rank, row["rating"]


def _score(book: Book, label: str, other: str) -> str:
    """Return the points against somebody and the number of games, like 3.5/8."""
    points, games = 0.0, 0
    for pair, mine in (((label, other), 0), ((other, label), 2)):
        if count := book.counts.get(pair):
            points += count[mine] + count[1] / 2
            games += sum(count)
    return f"{points:g}/{games}" if games else ""


def event_lines(database: Database, league: League) -> Iterator[str]:
    """Yield the whole event as JSON Lines: the league, its log, then all its games."""
    told = asdict(league) | {"type": "league", "exported": utc_now()}
    yield json.dumps(told)
    for entry in reversed(audit.entries(database, league.id, 1_000_000)):
        yield json.dumps({"type": "audit"} | vars(entry))
    for event in (league.event, league.final_event):
        yield from database.lines(Filter(event=event))


def report(database: Database, league: League) -> str:
    """Return one page of HTML with the table of the final, if there is one, and of the ladder."""
    tables: list[Standings] = final_standings(database, league)
    if (ladder := ladder_standings(database, league)) is not None:
        tables.append(ladder)
    facts: Mapping[str, object] = {
        "game": f"{league.plan.game} {', '.join(league.plan.sizes)}",
        "clocks": str(league.plan.control),
        "games": (ladder.games if ladder else 0) + len(final_records(database, league)),
        "stage": league.stage,
    }
    return html_report(league.name, tables, facts)


def ladder_standings(database: Database, league: League) -> Standings | None:
    """Return what the games of the ladder say, with the ratings of the page and of the marks."""
    games = [record for _, record in database.records(Filter(event=league.event))]
    if not games:
        return None
    book = Book(database, league)
    book.update()
    ratings = book.ratings()
    return replace(standings(games, "the ladder"), ratings=ratings, places=by_rating(ratings))

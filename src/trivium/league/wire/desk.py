"""The desk for connected bots: whoever holds a bot's line draws its games and plays them.

A game with a bot on its owner's machine can be played only where its line ends, so it is put on the
schedule as claimed. If this process dies, those who find the game drop it: nobody has lost.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import sqlalchemy as sa

from trivium.arena.database.storage import Database
from trivium.arena.fixtures import Entrant, play_fixture
from trivium.arena.records import Record
from trivium.errors import TriviumError
from trivium.league.entry.versions import (
    Version,
    bots_of,
    connected_version,
    disconnected,
    entrant_of,
    is_still_connected,
    players_of,
    reference,
    version_named,
)
from trivium.league.ladder.book import Book
from trivium.league.ladder.drawing import bench_the_broken, contenders, fixture_of
from trivium.league.ladder.ledger import LeagueLedger
from trivium.league.ladder.pairing import draw
from trivium.league.ladder.standings import Publisher
from trivium.league.ladder.watching import Onlooker
from trivium.league.leagues import League, find_league
from trivium.league.members import Member
from trivium.league.tables import versions as _versions
from trivium.league.wire.seat import Connected, Say, Seat

_log = logging.getLogger("trivium.league")

GRACE = 120.0
"""Seconds that a bot's seat is kept for it when its line breaks."""
_PAUSE = 0.3
"""Seconds, at most, between two pairs of games: in these another connected bot can ask for it."""
_REST = 2.0
"""Seconds between two looks for a game for a bot that rests."""


class Desk:
    """Plays the games of one league's bots that are connected to this process."""

    def __init__(self, database: Database, league: League, slots: int) -> None:
        self._database = database
        self._name = league.name
        self._league = league
        self._ledger = LeagueLedger(database, league)
        self._book = Book(database, league)
        self._publisher = Publisher(database, league, self._book)
        self._slots = threading.Semaphore(slots)
        self._lock = threading.RLock()
        self._seats: dict[int, Seat] = {}
        self._owners: dict[int, int] = {}
        """Whose version is whose, by their numbers."""
        self._closed = threading.Event()

    def sit_down(
        self, member: Member, agent: str, say: Say, greet: Callable[[Version], dict[str, Any]]
    ) -> tuple[Seat, Version, Say | None]:
        """Give a bot that has come its seat; return the line that its owner had before, if any.

        It is greeted before it is told of any game.
        """
        league = find_league(self._database, self._name)
        runner = self._ledger.sign_on()
        with self._database.writing() as connection:
            number = connected_version(connection, league, member, agent, runner)
            row = sa.select(_versions.c.label).where(_versions.c.id == number)
            label = str(connection.execute(row).scalar_one())
        version = version_named(self._database, league, label)
        say(greet(version))
        with self._lock:
            seat = self._seats.get(version.id)
            if seat is None:
                seat = self._seats[version.id] = Seat(label)
                hand = threading.Thread(
                    target=self._play_for, args=(seat, version), daemon=True, name="league bot"
                )
                self._owners[version.id] = member.id
                before = seat.attach(say)
                hand.start()
            else:
                before = seat.attach(say)
            for number, other in self._seats.items():
                if other is not seat and self._owners[number] == member.id:
                    before = other.dismiss() or before
        return seat, version, before

    def holds(self, version: Version) -> bool:
        """Return whether a bot still has its seat here: another server may have it now."""
        return is_still_connected(self._database, version, self._ledger.sign_on())

    def stand_up(self, seat: Seat, version: Version, say: Say) -> None:
        """Note that a line has ended; the game goes on for as long as the clock lets it."""
        if seat.detach(say):
            with contextlib.suppress(TriviumError):
                disconnected(self._database, version.id, self._ledger.sign_on())

    @property
    def connected(self) -> list[str]:
        """The bots that are there."""
        with self._lock:
            return [seat.label for seat in self._seats.values() if seat.is_connected]

    def close(self) -> None:
        """Play no more."""
        self._closed.set()
        with contextlib.suppress(TriviumError):
            self._ledger.release()

    def _play_for(self, seat: Seat, version: Version) -> None:
        """Play the games of one bot, until it has gone."""
        gone: float | None = None
        chance = Random(seat.label)
        while not self._closed.is_set():
            if not seat.is_connected:
                gone = gone or time.monotonic()
                with self._lock:
                    if time.monotonic() - gone > GRACE and not seat.is_connected:
                        del self._seats[version.id], self._owners[version.id]
                        return
                self._closed.wait(0.2)
                continue
            gone = None
            try:
                played = self._play_pair(seat)
                self._closed.wait(chance.uniform(0, _PAUSE) if played else _REST)
            except TriviumError as error:
                _log.warning("a game of %s cannot be played: %s", seat.label, error)
                self._closed.wait(_REST)

    def _play_pair(self, seat: Seat) -> bool:
        """Play two games, colours exchanged, with somebody worth it; False if there is nobody."""
        self._league = find_league(self._database, self._name)
        if self._league.stage in ("final", "over"):
            return False
        with seat.playing, self._slots:
            opponent = self._opponent(seat)
            if opponent is None:
                return False
            try:
                other, held = opponent
                own = Connected(seat.label, _agent_of(self._database, self._league, seat.label))
                number = time.time_ns() // 1000
                for letter in "ab":
                    there = seat.is_connected and (held is None or held.is_connected)
                    if not there or self._closed.is_set():
                        break
                    self._play(f"{number}{letter}", own, seat, other, held)
            finally:
                if opponent[1] is not None:
                    opponent[1].playing.release()
        return True

    def _opponent(self, seat: Seat) -> tuple[Entrant, Seat | None] | None:
        """Return somebody to play with, and their seat if they have one, which is held then."""
        bots = bots_of(self._database, self._league)
        with self._lock:
            self._book.update()
            bench_the_broken(self._database, self._league, self._book, bots)
            ratings = {rating.name: rating for rating in self._book.ratings().players}
            seats = {one.label: one for one in self._seats.values() if one is not seat}
        playing = players_of(bots_of(self._database, self._league))
        if seat.label not in [one.label for one in playing]:
            return None
        able, free = [], {}
        for version in playing:
            if version.kind == "upload" or version.label == seat.label:
                able.append(version)
            elif (other := seats.get(version.label)) is not None and other.try_to_hold():
                free[version.label] = other
                able.append(version)
        chosen: str | None = None
        try:
            found = contenders(self._league, self._book, ratings, able)
            hungry = [one for one in found if one.label == seat.label]
            rest = [one if one.label == seat.label else replace(one, wants=False) for one in found]
            chance = Random(f"{seat.label} {self._book.games}")
            narrow = self._league.plan.narrow
            drawn = draw(rest, self._book.met(), 1, narrow, chance) if hungry else []
            chosen = drawn[0][1] if drawn else None
        finally:
            for label, other in free.items():
                if label != chosen:
                    other.playing.release()
        if chosen is None:
            return None
        if chosen in free:
            agent = _agent_of(self._database, self._league, chosen)
            return Connected(chosen, agent, seat=free[chosen]), free[chosen]
        if chosen in self._league.plan.reference_names:
            return reference(chosen), None
        version = next(one for one in able if one.label == chosen)
        return entrant_of(self._database, version), None

    def _play(
        self, key: str, own: Connected, seat: Seat, other: Entrant, held: Seat | None
    ) -> None:
        mine = Connected(own.name, own.agent, seat=seat, opponent=other.name)
        theirs = other
        if held is not None:
            theirs = Connected(other.name, other.agent, seat=held, opponent=own.name)
        entrants = (mine, theirs) if key.endswith("a") else (theirs, mine)
        fixture = fixture_of(self._league.plan, key, entrants)
        if not self._ledger.claim_new(key, fixture.names):
            return
        onlooker = Onlooker(self._database, self._league, fixture, self._ledger.sign_on())
        try:
            with onlooker.watching():
                record = play_fixture(fixture, onlooker.see)
        except BaseException:
            self._ledger.drop(key)
            raise
        kept = self._ledger.finish(key, record)
        for one in (seat, held):
            if one is not None:
                one.tell(_over(record, one.label, kept is not None))
        if self._publisher.is_due():
            with self._lock:
                self._publisher.publish(bots_of(self._database, self._league))


def _agent_of(database: Database, league: League, label: str) -> str:
    return version_named(database, league, label).agent


def _over(record: Record, label: str, counts: bool) -> dict[str, Any]:
    """Return what a bot is told about the end of its game; of its own failure, all of it."""
    mine = next(player for player in record.players if player.name == label)
    failed = record.failed is mine
    return {
        "type": "over",
        "winner": record.winner,
        "colour": mine.colour,
        "opponent": next(name for name in record.names if name != label),
        "reason": record.reason if failed else record.ending,
        "moves": list(record.moves),
        "counts": counts,
    }

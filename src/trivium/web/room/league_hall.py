"""The hall of leagues: what a server plays, who is connected to it, and tables for a whole class.

What everybody sees is read from the database at most once in a moment, however many watch.
"""

from __future__ import annotations

import contextlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from trivium.arena.database.connections import default_path
from trivium.arena.external import jail
from trivium.errors import TriviumError
from trivium.files import write_whole
from trivium.games.catalogue import find_game
from trivium.league.ladder.crew import Crew
from trivium.league.ladder.standings import Table, table_of
from trivium.league.ladder.watching import games_under_way
from trivium.league.leagues import (
    League,
    all_leagues,
    closed_events,
    find_league,
    league_of,
    make_league,
)
from trivium.league.members import Member, NotAllowed, member_by_token
from trivium.league.plan import Plan
from trivium.league.tables import Damaged, create_tables
from trivium.league.wire.desk import Desk
from trivium.web import messages as m
from trivium.web.describe.positions import describe
from trivium.web.room.league_views import final_tables
from trivium.web.room.lobby import NoSuchThing
from trivium.web.room.store import StorageTrouble, WebDatabase
from trivium.web.settings import ServerSettings

_MOMENT = 0.7
"""Seconds for which what everybody sees stays as it is."""
_LONG = 3.0
"""The same for what costs more."""
_MOST_KEPT = 500
_GAMES_OF_CONNECTED = 64
"""Games at the same time with bots on their owners' machines; most of the time they wait for those,
and one that has left in the middle of a game must not keep the others waiting."""

Thing = TypeVar("Thing")


class LeagueHall:
    """The leagues of a server."""

    def __init__(self, settings: ServerSettings, database: WebDatabase) -> None:
        self._database = database
        self._crew = Crew(settings.database, settings.league_workers)
        self._desks: dict[int, Desk] = {}
        self._kept: dict[tuple[str, object], tuple[float, Any]] = {}
        self._lock = threading.Lock()
        self._secret: str | None = None
        create_tables(database)
        for name in settings.leagues:
            find_league(database, name)
        served = [league.name for league in all_leagues(database) if league.served]
        for name in dict.fromkeys([*settings.leagues, *served]):
            self._crew.play(name)

    def close(self) -> None:
        """Play no more."""
        for desk in self._desks.values():
            desk.close()
        self._crew.close()

    # Who there is.

    def leagues(self) -> list[League]:
        """Return all leagues, the newest first."""
        return self._keep("leagues", "", lambda: all_leagues(self._database))

    def league(self, name: str) -> League:
        """Return the league of a name."""
        try:
            return self._keep("league", name, lambda: find_league(self._database, name))
        except (StorageTrouble, Damaged):
            raise
        except TriviumError:
            raise NoSuchThing(f"There is no league '{name[:60]}'.") from None

    def league_of(self, member: Member) -> League:
        """Return the league that a member belongs to."""
        return league_of(self._database, member.league_id)

    def member(self, token: str) -> Member:
        """Return who holds a token; raises `NotAllowed` if nobody does."""
        return member_by_token(self._database, token)

    # What everybody sees.

    def table(self, league: League) -> Table:
        """Return the table of a league."""
        return self._keep("table", league.id, lambda: table_of(self._database, league.id))

    def running(self, league: League) -> list[m.RunningGame]:
        """Return the games that are being played, as the page draws them."""
        return self._keep("running", league.id, lambda: self._running(league))

    def _running(self, league: League) -> list[m.RunningGame]:
        found = []
        for game in games_under_way(self._database, league.id):
            with contextlib.suppress(TriviumError, LookupError, TypeError, ValueError):  # damaged
                position = find_game(game["game"]).read(game["start"])
                for move in game["moves"]:
                    position.push(move)
                shown = describe(position).model_copy(update={"legal": []})
                found.append(
                    m.RunningGame(key=game["key"], players=game["players"], position=shown)
                )
        return found

    def final(self, league: League) -> list[m.FinalTable]:
        """Return the tables of the final."""
        return self._keep("final", league.id, lambda: final_tables(self._database, league), _LONG)

    def closed_events(self) -> tuple[str, ...]:
        """Return the events that are shown only to those who have a token."""
        return self._keep("closed", "", lambda: closed_events(self._database))

    def _keep(
        self, kind: str, key: object, make: Callable[[], Thing], moment: float = _MOMENT
    ) -> Thing:
        """Return something that was made a moment ago, or make it."""
        now = time.monotonic()
        with self._lock:
            at, thing = self._kept.get((kind, key), (0.0, None))
        if thing is not None and now - at < moment:
            return thing  # type: ignore[no-any-return]
        made = make()
        with self._lock:
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            self._kept[kind, key] = now, made
        return made

    def forget(self) -> None:
        """Forget what was kept: somebody has changed something."""
        with self._lock:
            self._kept.clear()

    # What is played here.

    def plays(self, league: League) -> bool:
        """Return whether this server plays a league."""
        return league.name in self._crew.leagues

    def desk(self, league: League) -> Desk:
        """Return where the connected bots of a league sit."""
        if not self.plays(league):
            raise TriviumError(
                f"This server does not play the league '{league.name}'; it would be started with "
                "--league."
            )
        with self._lock:
            if league.id not in self._desks:
                self._desks[league.id] = Desk(self._database, league, _GAMES_OF_CONNECTED)
            return self._desks[league.id]

    def connected(self, league: League) -> list[str]:
        """Return the bots of a league that are connected here."""
        desk = self._desks.get(league.id)
        return [] if desk is None else desk.connected

    def upload_trouble(self, league: League) -> str | None:
        """Return why nothing can be handed in here; None if it can."""
        trouble = jail.sandbox_trouble() if league.plan.sandbox else None
        if trouble is None:
            return None
        return f"There is no sandbox on this server ({trouble}), so nothing can be handed in."

    def check_secret(self, secret: str) -> None:
        """Raise `NotAllowed` unless this is the server's secret."""
        if not hmac.compare_digest(secret.encode(errors="replace"), server_secret().encode()):
            raise NotAllowed(
                "Only who holds the server's secret makes a league here; 'trivium league secret' "
                "tells it on the server's machine."
            )

    def make(self, plan: Plan, name: str, deadline: str | None) -> tuple[League, str]:
        """Make a league and play it."""
        league, token = make_league(self._database, name, plan, deadline, served=True)
        self.forget()
        self._crew.play(league.name)
        return league, token


def server_secret() -> str:
    """Return the secret of this machine's servers; it is made when it is first asked for."""
    place = default_path().with_name("league-secret")
    try:
        return place.read_text().strip()
    except FileNotFoundError:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch(0o600)
        write_whole(place, secrets.token_urlsafe(24) + "\n")
        place.chmod(0o600)
        return place.read_text().strip()
    except OSError as error:
        raise TriviumError(f"{place} cannot be read: {error.strerror}.") from None

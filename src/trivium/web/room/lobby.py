"""All games of a server: made, found again after a restart, and followed by others."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from dataclasses import replace

from trivium.agents.levels import level_name
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.web import messages as m
from trivium.web.describe.positions import read_line
from trivium.web.room.live import LiveGame
from trivium.web.room.services import Services
from trivium.web.room.store import WebDatabase
from trivium.web.room.table import (
    HOST,
    NOBODY,
    Clocks,
    Seat,
    Table,
    TooLate,
    Unreadable,
    hashed,
    new_id,
    new_secret,
    read_table,
    seated_agent,
    utc_now,
)
from trivium.web.settings import ServerSettings
from trivium.web.thinking.compiling import CompileWatch
from trivium.web.thinking.pool import Pool
from trivium.web.thinking.searches import Searches
from trivium.web.thinking.warming import Warming

_AGENTS_LIMIT = 400
"""Turns after which a game of two agents is a draw: they might go back and forth for ever."""

_ID = re.compile(r"[\w-]{1,40}", re.ASCII)
"""What the name of a game may be; nothing else is looked for."""

_log = logging.getLogger("trivium.web")


class NoSuchThing(TriviumError):
    """Something that is asked for by name is not there."""


class Lobby:
    """The games of a server, those in memory and those in the database."""

    def __init__(
        self,
        settings: ServerSettings,
        database: WebDatabase,
        searches: Searches,
        compiling: CompileWatch,
        warming: Warming,
    ) -> None:
        self._services = Services(
            settings=settings,
            database=database,
            searches=searches,
            agents=Pool(settings.agents),
            compiling=compiling,
            warming=warming,
            rematch=self._rematch,
            let_go=self._let_go,
        )
        self._games: dict[str, LiveGame] = {}
        self._loading = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._games)

    async def create(self, wish: m.NewGame) -> tuple[LiveGame, dict[str, str]]:
        """Begin a game; return it with the secrets of its seats by colour, and the host's."""
        secrets = {HOST: new_secret()}
        table = await asyncio.to_thread(_set_table, wish, secrets)
        return await self._begin(table), secrets

    async def find(self, id: str) -> LiveGame:
        """Return a game by its name; raises `NoSuchThing`, or `Unreadable`."""
        if (game := self._games.get(id)) is not None:
            game.used = time.monotonic()
            game.wake()
            return game
        if not _ID.fullmatch(id):
            raise NoSuchThing("There is no such game.")
        async with self._loading:
            if id in self._games:
                return self._games[id]
            text = await asyncio.to_thread(self._services.database.load, id)
            if text is None:
                raise NoSuchThing("There is no such game.")
            table, position = await asyncio.to_thread(read_table, id, text)
            try:
                return await self._seat(table, position)
            except TriviumError:
                raise
            except Exception as error:  # what no check has foreseen is damage all the same
                raise Unreadable("What is stored of this game is damaged.") from error

    async def resume(self) -> None:
        """After a start: let the agents move whose turn it was, and forget what is too old."""
        database, settings = self._services.database, self._services.settings
        await asyncio.to_thread(database.forget, settings.keep_days)
        for id in await asyncio.to_thread(database.waiting_for_agents):
            try:
                await self.find(id)
            except Exception:  # whatever is wrong with a game, the others go on
                _log.warning("game %s cannot be resumed", id, exc_info=True)

    def tell_all(self) -> None:
        """Show all games again, because something changed for all of them."""
        for game in self._games.values():
            game.tell()

    def let_agents_go(self) -> None:
        """Let go of agents that have not moved for long; they are made again for their next."""
        self._services.agents.forget(self._services.settings.agent_memory_seconds)

    def close(self) -> None:
        """Stop all games; they are stored already."""
        for game in self._games.values():
            game.close()
        self._games.clear()

    def _let_go(self, id: str) -> None:
        self._games.pop(id, None)

    async def _rematch(self, table: Table, swap: bool) -> str:
        seats = [replace(seat) for seat in table.seats]
        if swap:
            seats.reverse()
        clocks = table.clocks
        if clocks is not None:
            clocks = replace(clocks, left=[clocks.seconds, clocks.seconds])
        following = Table(
            id=new_id(),
            game=table.game,
            start=table.start,
            opening=list(table.opening),
            seats=seats,
            host=table.host,
            created=utc_now(),
            clocks=clocks,
            move_limit=table.move_limit,
            pace=table.pace,
        )
        return (await self._begin(following)).table.id

    async def _begin(self, table: Table) -> LiveGame:
        position = await asyncio.to_thread(table.position)
        table.casual = not _begins_as_usual(position)
        return await self._seat(table, position, new=True)

    async def _seat(self, table: Table, position: Position, new: bool = False) -> LiveGame:
        self._services.warming.look_at(table.game)
        game = LiveGame(table, position, self._services)
        await game.begin(new)
        self._games[table.id] = game
        self._make_room()
        return game

    def _make_room(self) -> None:
        """Forget games from memory that nobody uses; the database has them."""
        extra = len(self._games) - self._services.settings.games_in_memory
        if extra <= 0:
            return
        idle = sorted((game for game in self._games.values() if game.idle), key=_last_use)
        for game in idle[:extra]:
            game.close()
            del self._games[game.table.id]


def _begins_as_usual(position: Position) -> bool:
    usual = find_game(position.game).start(position.size)
    return not position.moves and position.to_text() == usual.to_text()


def _last_use(game: LiveGame) -> float:
    return game.used


def _set_table(wish: m.NewGame, secrets: dict[str, str]) -> Table:
    """Return the table for a game; adds the secrets of persons' seats to `secrets`."""
    position = read_line(wish)
    if position.is_over:
        raise TooLate(f"The game is over in this position: {position.outcome()}.")
    seats = [_seat(seat, position.game) for seat in wish.seats]
    agents_only = all(seat.kind != "person" for seat in seats)
    for colour, seat in zip(position.colours, seats, strict=True):
        if seat.kind == "person":
            secrets[colour] = new_secret()
            seat.token = hashed(secrets[colour])
    return Table(
        id=new_id(),
        game=position.game,
        start=position.origin().to_text(),
        opening=[move.text for move in position.moves],
        seats=seats,
        host=hashed(secrets[HOST]),
        created=utc_now(),
        clocks=None
        if wish.clock is None
        else Clocks(wish.clock.seconds, wish.clock.increment, [wish.clock.seconds] * 2),
        move_limit=wish.move_limit or (_AGENTS_LIMIT if agents_only else None),
        pace=wish.pace,
    )


def _seat(wish: m.SeatRequest, game: str) -> Seat:
    match wish:
        case m.PersonSeat():
            return Seat("person", (wish.name or "").strip() or NOBODY)
        case m.LevelSeat():
            return Seat("level", f"Level {wish.level}", level_name(wish.level), wish.level)
        case m.AgentSeat():
            seated_agent(wish.agent, game)
            name = f"{wish.agent}, {wish.seconds:g} s"
            return Seat("agent", name, wish.agent, seconds=wish.seconds)

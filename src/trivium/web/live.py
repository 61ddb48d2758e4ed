"""A game in progress: moves come in from people and agents, every change goes out to viewers.

All methods belong to the event loop's thread. Whatever touches the engine or the database runs
in other threads, under the game's lock, so that changes happen one after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from trivium.agents.agent import Choice
from trivium.arena.records import Record
from trivium.errors import TriviumError
from trivium.games.position import Outcome, Position
from trivium.search.budget import seconds_for_move
from trivium.search.limits import Limit
from trivium.web import messages as m
from trivium.web.compiling import CompileWatch
from trivium.web.positions import describe, describe_move, movers, push
from trivium.web.records import record_of_table
from trivium.web.searches import Busy, Searches, Stop
from trivium.web.seated_agents import AgentPool
from trivium.web.settings import Settings
from trivium.web.store import StorageTrouble, WebDatabase
from trivium.web.table import NotYours, Played, Seat, Table, TooLate, hashed, seated_agent

_log = logging.getLogger("trivium.web")

_RETRY = 1.0
"""Seconds after which an agent asks again for its turn to compute."""
_LATENESS = 1.0
"""Seconds by which an agent may overrun its clock unpunished: machines stumble."""


@dataclass(frozen=True)
class Services:
    """What all games of a server share."""

    settings: Settings
    database: WebDatabase
    searches: Searches
    agents: AgentPool
    compiling: CompileWatch
    rematch: Callable[[Table, bool], Awaitable[str]]
    """Begins a game like that of the table, sides exchanged or not, and returns its name."""


class Viewer:
    """A connection that is shown a game, and may hold seats in it."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.news = asyncio.Event()
        """Set whenever there is a new state to show."""


class LiveGame:
    """One game, for everybody who plays or watches it."""

    def __init__(self, table: Table, position: Position, services: Services) -> None:
        self.table = table
        self._position = position
        self._services = services
        self._drawn: m.Position | None = None
        self._moves: list[m.PlayedMove] = []
        self._lock = asyncio.Lock()
        self._viewers: set[Viewer] = set()
        self._thinker: asyncio.Task[None] | None = None
        self._offers: dict[str, int] = {}
        self._turn_began = time.monotonic()
        self._computing_since: float | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._pulse = asyncio.Event()
        self._steps = 0
        self._last_move = -1e9
        self.used = time.monotonic()

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is going on: it could be forgotten and reloaded."""
        return not self._viewers and self._thinker is None and self._flag is None

    async def begin(self) -> None:
        """Draw the position and let an agent begin, if it is its turn."""
        async with self._lock:
            self._drawn = await asyncio.to_thread(describe, self._position)
            self._moves = await asyncio.to_thread(self._describe_moves)
            self._go_on()

    async def keep(self) -> None:
        """Store the game as it is."""
        table = self.table
        await asyncio.to_thread(
            self._services.database.save,
            table.id,
            table.as_json(),
            over=table.ending is not None,
            agent_to_move=self._agent_to_move() and not table.watched,
        )

    async def record(self) -> Record:
        """Return the record of the game so far."""
        async with self._lock:
            return await asyncio.to_thread(record_of_table, self.table, self._position)

    def join(self, viewer: Viewer) -> None:
        """Show the game to somebody."""
        self._viewers.add(viewer)
        self._pulse.set()
        self._tell()

    def leave(self, viewer: Viewer) -> None:
        """Stop showing it."""
        self._viewers.discard(viewer)
        self._tell()

    def tell(self) -> None:
        """Show the state again to all viewers, because something around the game changed."""
        self._tell()

    def close(self) -> None:
        """Stop thinking and all timers."""
        self._interrupt()
        self._stop_clock()

    async def act(self, tokens: list[str], action: m.Action) -> None:
        """Do what somebody asks for; raises `TriviumError` if that is not possible."""
        self.used = time.monotonic()
        async with self._lock:
            match action:
                case m.MoveAction():
                    await self._move(tokens, action)
                case m.RematchAction():
                    await self._rematch(tokens, action.swap)
                case m.PaceAction():
                    await self._control(tokens, "pace", action.pace)
                case m.PlainAction(action=("pause" | "resume" | "step") as what):
                    await self._control(tokens, what)
                case m.PlainAction(action="takeback"):
                    await self._ask(tokens, "takeback", self._take_back)
                case m.PlainAction(action="sides"):
                    await self._ask(tokens, "sides", self._change_sides)
                case m.PlainAction(action="resign"):
                    await self._resign(tokens)
                case m.PlainAction(action=("accept" | "decline") as answer):
                    await self._answer(tokens, answer == "accept")

    def state(self, tokens: list[str]) -> m.GameState:
        """Return the game as the holder of these secrets sees it."""
        table, position = self.table, self._position
        assert self._drawn is not None
        colours = position.colours
        computing = self._computing_since is not None
        thinking = self._agent_to_move() and (computing or not table.watched)
        return m.GameState(
            id=table.id,
            version=table.version,
            game=position.game,
            size=position.size,
            created=table.created,
            start=table.start,
            moves=self._moves,
            position=self._drawn,
            seats=(self._seat(0), self._seat(1)),
            you=[colours[player] for player in table.held_by(tokens)],
            host=table.is_host(tokens),
            clock=self._clock_state(),
            thinking=position.turn if thinking else None,
            waiting=thinking and not computing,
            watched=table.watched,
            paused=table.paused,
            pace=table.pace,
            offers=[m.Offer(kind=kind, by=colours[by]) for kind, by in self._offers.items()],  # type: ignore[arg-type]
            ending=_ending(table),
            problem=table.problem,
            next=table.next,
            spectators=sum(not table.held_by(viewer.tokens) for viewer in self._viewers),
            compiling=self._services.compiling.active,
        )

    # What people do

    async def _move(self, tokens: list[str], action: m.MoveAction) -> None:
        self._check_going_on()
        table, player = self.table, self._position.mover
        if player not in table.held_by(tokens):
            mine = table.held_by(tokens)
            raise NotYours("It is not your turn." if mine else "You have no seat in this game.")
        if action.ply is not None and action.ply != len(self._position.moves):
            raise TooLate(f"The game has moved on: {len(self._position.moves)} moves are made.")
        seconds = time.monotonic() - self._turn_began
        move = await asyncio.to_thread(push, self._position, action.move)
        self._spend(player, seconds)
        await self._played(Played(move.text, player, round(seconds, 2)))

    async def _resign(self, tokens: list[str]) -> None:
        self._check_going_on()
        held = self._held(tokens)
        player = self._position.mover if len(held) == 2 else held[0]
        self._interrupt()
        await self._end(Outcome(self._position.colours[1 - player], "resignation"))

    async def _ask(
        self, tokens: list[str], kind: str, do: Callable[[list[int]], Awaitable[None]]
    ) -> None:
        """Do something at once, or offer it if another person has a say in it."""
        held = self._held(tokens)
        self._check_going_on()
        if len(held) == 2 or self.table.seats[1 - held[0]].kind != "person":
            await do(held)
            return
        if kind == "takeback" and not self._has_moved(held[0]):
            raise TooLate("You have no move to take back.")
        if self._offers.get(kind) == 1 - held[0]:
            await self._answer(tokens, True)
            return
        self._offers[kind] = held[0]
        await self._changed(moved=False)

    async def _answer(self, tokens: list[str], yes: bool) -> None:
        """Accept or decline what the other person offers; declining also withdraws an offer."""
        held = self._held(tokens)
        theirs = {kind: by for kind, by in self._offers.items() if by not in held}
        if not theirs and (yes or not self._offers):
            raise TooLate("There is no offer to answer.")
        self._offers = {}
        if not yes:
            await self._changed(moved=False)
            return
        for kind, by in theirs.items():
            if kind == "takeback":
                await self._take_back([by])
            elif kind == "sides":
                await self._change_sides([by])
            else:
                await self._follow_up(swap=True)

    async def _take_back(self, players: list[int]) -> None:
        """Go back to before the last move of these players."""
        if not any(self._has_moved(player) for player in players):
            raise TooLate("You have no move to take back.")
        self._interrupt()
        self._offers = {}
        self.table.problem = None
        while self.table.moves:
            move = self.table.moves.pop()
            self._moves.pop()
            await asyncio.to_thread(self._position.pop)
            if move.by in players:
                break
        await self._changed()

    async def _change_sides(self, players: list[int]) -> None:
        self._interrupt()
        self._offers = {}
        self.table.seats.reverse()
        self._turn_began = time.monotonic()
        await self._changed(moved=False)

    async def _rematch(self, tokens: list[str], swap: bool) -> None:
        table, held = self.table, self.table.held_by(tokens)
        if table.next is not None:
            raise TooLate("The next game has begun already.")
        if not held and not (table.watched and table.is_host(tokens)):
            raise NotYours("Only who plays in this game can begin the next one.")
        other_person = len(held) == 1 and table.seats[1 - held[0]].kind == "person"
        if not other_person:
            await self._follow_up(swap)
        elif table.ending is None:
            raise TooLate("The game is still going on.")
        elif self._offers.get("rematch") == 1 - held[0]:
            await self._follow_up(swap)
        else:
            self._offers["rematch"] = held[0]
            await self._changed(moved=False)

    async def _follow_up(self, swap: bool) -> None:
        self._offers = {}
        self.table.next = await self._services.rematch(self.table, swap)
        await self._changed(moved=False)

    async def _control(self, tokens: list[str], what: str, pace: float = 0.0) -> None:
        """Pause, resume, step or pace a game between agents."""
        if not self.table.watched:
            raise TooLate("Only games between two agents can be paused, stepped and paced.")
        if not self.table.is_host(tokens):
            raise NotYours("Only who has set up this game can do that.")
        if what == "pace":
            self.table.pace = pace
        else:
            self.table.paused = what != "resume"
            if what == "step":
                self._check_going_on()
                self._steps = 1
        self._pulse.set()
        await self._changed(moved=False)

    def _held(self, tokens: list[str]) -> list[int]:
        if held := self.table.held_by(tokens):
            return held
        raise NotYours("You have no seat in this game.")

    def _has_moved(self, player: int) -> bool:
        return any(move.by == player for move in self.table.moves)

    def _check_going_on(self) -> None:
        if outcome := self.table.outcome:
            raise TooLate(f"The game is over: {outcome}.")

    # What agents do

    def _agent_to_move(self) -> bool:
        table = self.table
        going_on = table.ending is None and table.problem is None
        return going_on and table.seats[self._position.mover].kind != "person"

    def _go_on(self) -> None:
        """Wake the agent that is to move, or start the clock of the person who is."""
        self._stop_clock()
        if self._agent_to_move():
            if self._thinker is None:
                self._thinker = asyncio.get_running_loop().create_task(self._let_agents_play())
        elif self._clock_runs() and (clocks := self.table.clocks) is not None:
            left = clocks.left[self._position.mover] - (time.monotonic() - self._turn_began)
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(max(left, 0.0), self._flag_falls, self.table.version)

    def _interrupt(self) -> None:
        """Stop an agent that is thinking. Requires the lock, or that nothing goes on any more."""
        if self._thinker is not None:
            self._thinker.cancel()
            self._thinker = None
            self._computing_since = None

    async def _let_agents_play(self) -> None:
        """Make moves as long as agents are to move."""
        me = asyncio.current_task()
        try:
            while self._agent_to_move():
                if self.table.watched:
                    await self._pace()
                try:
                    position = await asyncio.to_thread(self._position.copy)
                    choice, seconds = await self._think(position)
                except Busy:
                    await asyncio.sleep(_RETRY)
                    continue
                except Exception as error:
                    async with self._lock:
                        await self._fail(error)
                    return
                async with self._lock:
                    await self._make(choice, seconds)
        except Exception:
            _log.exception("game %s is stuck", self.table.id)
        finally:
            if self._thinker is me:
                self._thinker = None
                self._tell()

    async def _think(self, position: Position) -> tuple[Choice, float]:
        """Return what the agent that is to move chooses, and the seconds that it took."""
        seat = self.table.seats[position.mover]
        try:
            return await self._services.searches.run(
                self.table.id, partial(self._choose, position, seat), begins=self._computes
            )
        finally:
            self._computing_since = None

    async def _make(self, choice: Choice, seconds: float) -> None:
        """Make an agent's move."""
        player = self._position.mover
        try:
            await asyncio.to_thread(self._position.push, choice.move)
        except TriviumError as error:
            await self._fail(error)
            return
        self._spend(player, seconds, _LATENESS)
        await self._played(Played(choice.move.text, player, round(seconds, 2), choice.reason))

    async def _fail(self, error: Exception) -> None:
        """Say that the game is stuck because an agent failed."""
        table, seat = self.table, self.table.seats[self._position.mover]
        _log.warning("game %s: %s failed", table.id, seat.agent, exc_info=error)
        shown = str(error) if isinstance(error, TriviumError) else type(error).__name__
        table.problem = f"{seat.name} has failed: {shown}"
        await self._changed(moved=False)

    def _computes(self) -> None:
        self._computing_since = time.monotonic()

    def _choose(self, position: Position, seat: Seat, stop: Stop) -> tuple[Choice, float]:
        """Ask an agent for its move, in a thread; return it with the seconds that it took."""
        assert seat.agent is not None
        player = position.mover
        pool, compiling = self._services.agents, self._services.compiling
        key = (self.table.id, player, seat.agent)
        agent = pool.take(key)
        if agent is None:
            seed = int(hashed(f"{self.table.id} {player}")[:7], 16)
            agent = seated_agent(seat.agent, position.game, seed)
            agent.prepare(position)
        began, compiled = time.perf_counter(), compiling.seconds
        choice = agent.choose(position, self._limit(position, player, seat))
        seconds = time.perf_counter() - began - (compiling.seconds - compiled)
        pool.put_back(key, agent)
        return choice, max(seconds, 0.0)

    def _limit(self, position: Position, player: int, seat: Seat) -> Limit:
        most = self._services.settings.agent_seconds
        if (clocks := self.table.clocks) is None:
            return Limit(seconds=min(seat.seconds or most, most))
        left = clocks.left[player]
        seconds = seconds_for_move(position, left, clocks.increment)
        return Limit(min(seconds, most), remaining=left, increment=clocks.increment)

    async def _pace(self) -> None:
        """Wait until the next move of a watched game is due: somebody watches it, or steps."""
        while True:
            wait: float | None = None
            if self._steps:
                self._steps -= 1
                return
            if self._viewers and not self.table.paused:
                wait = self._last_move + self.table.pace - time.monotonic()
                if wait <= 0:
                    return
            self._pulse.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._pulse.wait(), wait)

    # Clocks

    def _clock_runs(self) -> bool:
        """Whether a clock is running; the first move of all is free."""
        return self.table.clocks is not None and not self.table.ending and bool(self.table.moves)

    def _spend(self, player: int, seconds: float, lateness: float = 0.0) -> None:
        """Take the time of a move off a clock; who has overrun has lost."""
        clocks = self.table.clocks
        if clocks is None or not self._clock_runs():
            return
        left = clocks.left[player] - seconds
        if left + lateness < 0:
            winner = self._position.colours[1 - player]
            self.table.ending = (winner, "time")
        clocks.left[player] = max(left, 0.0) + clocks.increment

    def _stop_clock(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _flag_falls(self, version: int) -> None:
        """End the game for a person whose time is up, unless something happened meanwhile."""

        async def lose() -> None:
            async with self._lock:
                if self.table.version == version and (clocks := self.table.clocks) is not None:
                    mover = self._position.mover
                    clocks.left[mover] = 0.0
                    await self._end(Outcome(self._position.colours[1 - mover], "time"))

        self._flag = None
        self._falling = asyncio.get_running_loop().create_task(lose())

    def _clock_state(self) -> m.ClockState | None:
        clocks = self.table.clocks
        if clocks is None:
            return None
        mover, running = self._position.mover, None
        left = list(clocks.left)
        if self._clock_runs():
            since = self._computing_since if self._agent_to_move() else self._turn_began
            if since is not None:
                running = self._position.colours[mover]
                left[mover] = max(0.0, left[mover] - (time.monotonic() - since))
        return m.ClockState(
            seconds=clocks.seconds,
            increment=clocks.increment,
            left=dict(zip(self._position.colours, left, strict=True)),
            running=running,
        )

    # Changes

    async def _played(self, move: Played) -> None:
        """Note a move that was made on the position, and see whether the game is over."""
        self._last_move = time.monotonic()
        self._offers = {}
        self.table.moves.append(move)
        self._moves.append(self._describe_move(move))
        outcome = await asyncio.to_thread(self._position.outcome)
        if self.table.ending is not None:
            outcome = self.table.outcome
        if outcome is None:
            await self._changed()
        else:
            await self._end(outcome)

    async def _end(self, outcome: Outcome) -> None:
        self.table.ending = (outcome.winner, outcome.reason)
        self._offers = {}
        if self.table.moves:
            record = await asyncio.to_thread(record_of_table, self.table, self._position)
            with contextlib.suppress(StorageTrouble):  # which is in the log
                await asyncio.to_thread(self._services.database.add, record)
        await self._changed()

    async def _changed(self, moved: bool = True) -> None:
        """Draw, store and show a change, and go on from there."""
        self.table.version += 1
        if moved:
            self._turn_began = time.monotonic()
            self._drawn = await asyncio.to_thread(describe, self._position)
        self._go_on()
        with contextlib.suppress(StorageTrouble):  # which is in the log; the game itself goes on
            await self.keep()
        self._tell()

    def _tell(self) -> None:
        for viewer in self._viewers:
            viewer.news.set()

    def _describe_moves(self) -> list[m.PlayedMove]:
        opening = zip(self.table.opening, movers(self._position), strict=False)
        before = [Played(text, self._position.colours.index(by)) for text, by in opening]
        return [self._describe_move(move) for move in (*before, *self.table.moves)]

    def _describe_move(self, move: Played) -> m.PlayedMove:
        shown = describe_move(self._position, self._position.read_move(move.text))
        return m.PlayedMove(
            **shown.model_dump(),
            by=self._position.colours[move.by],
            seconds=move.seconds,
            info=move.info,
        )

    def _seat(self, player: int) -> m.SeatState:
        seat = self.table.seats[player]
        person = seat.kind == "person"
        present = not person or any(
            player in self.table.held_by(viewer.tokens) for viewer in self._viewers
        )
        return m.SeatState(
            colour=self._position.colours[player],
            kind=seat.kind,  # type: ignore[arg-type]  # as it was requested
            name=seat.name,
            agent=seat.agent,
            level=seat.level,
            seconds=seat.seconds,
            present=present,
        )


def _ending(table: Table) -> m.Ending | None:
    outcome = table.outcome
    if outcome is None:
        return None
    return m.Ending(winner=outcome.winner, reason=outcome.reason, text=str(outcome))

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

from trivium.agents.agent import Choice
from trivium.arena.records import Record
from trivium.errors import TriviumError
from trivium.games.position import Outcome, Position
from trivium.web import messages as m
from trivium.web.positions import push
from trivium.web.records import record_of_table
from trivium.web.searches import Busy
from trivium.web.services import Services
from trivium.web.store import StorageTrouble
from trivium.web.table import NotYours, Played, Table, TooLate
from trivium.web.turn_clock import TurnClock
from trivium.web.views import draw

_log = logging.getLogger("trivium.web")

_RETRY = 1.0
"""Seconds after which an agent asks again for its turn to compute."""
_LATENESS = 1.0
"""Seconds by which an agent may overrun its clock unpunished: machines stumble."""


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
        self._drawn: m.GameState | None = None
        self._turn = (position.colours, position.mover, False)
        """Who is to move in what is drawn, and whether that is an agent."""
        self._lock = asyncio.Lock()
        self._viewers: set[Viewer] = set()
        self._thinker: asyncio.Task[None] | None = None
        self._offers: dict[str, int] = {}
        self._clock = TurnClock(table)
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
            await self._draw()
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
        assert self._drawn is not None
        table, drawn = self.table, self._drawn
        colours, mover, agent = self._turn
        computing = agent and self._clock.computing
        thinking = agent and (computing or not table.watched)
        held = [set(table.held_by(viewer.tokens)) for viewer in self._viewers]
        present = set().union(*held)
        return drawn.model_copy(
            update={
                "seats": tuple(
                    seat.model_copy(update={"present": seat.present or player in present})
                    for player, seat in enumerate(drawn.seats)
                ),
                "you": [colours[player] for player in table.held_by(tokens)],
                "host": table.is_host(tokens),
                "clock": self._clock.state(colours, mover, agent),
                "thinking": colours[mover] if thinking else None,
                "waiting": thinking and not computing,
                "spectators": sum(not seats for seats in held),
                "compiling": self._services.compiling.active,
            }
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
        seconds = self._clock.turn_seconds
        move = await asyncio.to_thread(push, self._position, action.move)
        late = self._clock.spend(player, seconds)
        await self._played(Played(move.text, player, round(seconds, 2)), late)

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
            await asyncio.to_thread(self._position.pop)
            if move.by in players:
                break
        await self._changed()

    async def _change_sides(self, players: list[int]) -> None:
        self._interrupt()
        self._offers = {}
        self.table.seats.reverse()
        self._clock.begin_turn()
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
        elif self._clock.runs:
            left = self._clock.seconds_left(self._position.mover)
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(left, self._flag_falls, self.table.version)

    def _interrupt(self) -> None:
        """Stop an agent that is thinking. Requires the lock, or that nothing goes on any more."""
        if self._thinker is not None:
            self._thinker.cancel()
            self._thinker = None
            self._clock.end_computing()

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
        try:
            return await self._services.searches.run(
                self.table.id,
                lambda _: self._services.choose(self.table, position),
                begins=self._clock.begin_computing,
            )
        finally:
            self._clock.end_computing()

    async def _make(self, choice: Choice, seconds: float) -> None:
        """Make an agent's move."""
        player = self._position.mover
        try:
            await asyncio.to_thread(self._position.push, choice.move)
        except TriviumError as error:
            await self._fail(error)
            return
        late = self._clock.spend(player, seconds, _LATENESS)
        played = Played(choice.move.text, player, round(seconds, 2), choice.reason)
        await self._played(played, late)

    async def _fail(self, error: Exception) -> None:
        """Say that the game is stuck because an agent failed."""
        table, seat = self.table, self.table.seats[self._position.mover]
        _log.warning("game %s: %s failed", table.id, seat.agent, exc_info=error)
        shown = str(error) if isinstance(error, TriviumError) else type(error).__name__
        table.problem = f"{seat.name} has failed: {shown}"
        await self._changed(moved=False)

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

    # Changes

    async def _played(self, move: Played, late: bool) -> None:
        """Note a move that was made on the position; who was late with it has lost."""
        self._last_move = time.monotonic()
        self._offers = {}
        self.table.moves.append(move)
        outcome = await asyncio.to_thread(self._position.outcome)
        if late:
            outcome = Outcome(self._position.colours[1 - move.by], "time")
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
            self._clock.begin_turn()
        await self._draw()
        self._go_on()
        with contextlib.suppress(StorageTrouble):  # which is in the log; the game itself goes on
            await self.keep()
        self._tell()

    async def _draw(self) -> None:
        """Make the picture of the game that is shown until the next change."""
        offers = dict(self._offers)
        self._drawn = await asyncio.to_thread(draw, self.table, self._position, offers)
        self._turn = (self._position.colours, self._position.mover, self._agent_to_move())

    def _tell(self) -> None:
        for viewer in self._viewers:
            viewer.news.set()

"""A game in progress: moves come in from people and agents, every change goes out to viewers.

All methods belong to the event loop's thread. Whatever touches the engine or the database runs
in other threads, under the game's lock, so that changes happen one after the other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

from trivium.agents.agent import Choice
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.games.record import SavedGame
from trivium.web import messages as m
from trivium.web.room.audience import Audience, Viewer
from trivium.web.room.clock import TurnClock
from trivium.web.room.conversation import Conversation
from trivium.web.room.pacing import Pacer
from trivium.web.room.play import Play, Turn
from trivium.web.room.records import record_so_far
from trivium.web.room.services import Services
from trivium.web.room.store import Overtaken
from trivium.web.room.table import NOBODY, NotYours, Table, TooLate
from trivium.web.thinking.searches import Busy
from trivium.words import how_many

_log = logging.getLogger("trivium.web")

_RETRY = 1.0
"""Seconds after which an agent asks again for its turn to compute."""
_STORE_AGAIN = 5.0
"""Seconds after which storing is tried again that was not possible."""


class LiveGame:
    """One game, for everybody who plays or watches it."""

    def __init__(self, table: Table, position: Position, services: Services) -> None:
        self.table = table
        self._services = services
        self._clock = TurnClock(table)
        self._play = Play(table, position, self._clock, services.database)
        self._drawn: m.GameState | None = None
        self._turn: Turn = (position.colours, position.mover, False)
        self._lock = asyncio.Lock()
        self._viewers = Audience(deserted=partial(self._errand, self._rest_if_deserted))
        self._conversation = Conversation(services.settings)
        self._pacer = Pacer(table)
        self._thinker: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._storing: asyncio.TimerHandle | None = None
        self._resting = False
        """Whether an agent was stopped that is still to move."""
        self._errands: set[asyncio.Task[None]] = set()
        self.used = time.monotonic()

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is going on: it could be forgotten and reloaded."""
        busy = self._thinker is not None or self._flag is not None
        return not self._viewers and not busy and self._play.stored

    async def begin(self, new: bool) -> None:
        """Draw the position and let an agent begin, if it is its turn; store a new game."""
        async with self._lock:
            self._drawn, self._turn = await asyncio.to_thread(self._play.draw)
            if new:
                await asyncio.to_thread(self._play.save)
            self._go_on()

    async def record(self) -> SavedGame:
        """Return the record of the game so far."""
        async with self._lock:
            return await asyncio.to_thread(record_so_far, self.table, self._play.position)

    async def position_for_help(self, tokens: list[str]) -> Position:
        """Return the position as it is, for who may be helped with it: who is to move against an
        agent. Whoever plays a person, watches, or waits gets no help.

        A game with help is casual.
        """
        async with self._lock:
            self._check_going_on()
            held, player = self._held(tokens), self._play.position.mover
            if self.table.seats[1 - held[0]].kind == "person":
                raise NotYours("There is help in games against the computer only.")
            if player not in held:
                raise NotYours("It is not your turn.")
            if not self.table.casual:
                await self._changed(partial(setattr, self.table, "casual", True))
            return self._play.position.copy()

    def join(self, viewer: Viewer) -> None:
        """Show the game to somebody."""
        self._viewers.join(viewer)
        self._pacer.look_again()
        self.wake()

    def leave(self, viewer: Viewer) -> None:
        """Stop showing it. Who leaves last soon stops an agent that is thinking."""
        self._viewers.leave(viewer)

    def wake(self) -> None:
        """Let an agent go on thinking that was stopped because nobody was there."""
        if self._resting:
            self._errand(self._go_on)

    def close(self) -> None:
        """Stop thinking and all timers."""
        self._viewers.close()
        self._interrupt()
        self._stop_clock()
        if self._storing is not None:
            self._storing.cancel()

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
                case m.PlainAction(action="draw"):
                    await self._offer_draw(tokens)
                case m.SayAction():
                    self._say(tokens, action.phrase)
                case m.NameAction():
                    await self._take_name(tokens, action.name.strip())
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
                "said": self._conversation.last,
                "spectators": sum(not seats for seats in held),
                "compiling": self._services.compiling.active,
                "compiled": self._services.compiling.functions,
                "getting_ready": self._services.warming.progress(table.game),
            }
        )

    # What people do

    async def _move(self, tokens: list[str], action: m.MoveAction) -> None:
        self._check_going_on()
        table, player = self.table, self._play.position.mover
        if player not in table.held_by(tokens):
            mine = table.held_by(tokens)
            raise NotYours("It is not your turn." if mine else "You have no seat in this game.")
        made = len(self._play.position.moves)
        if action.ply is not None and action.ply != made:
            raise TooLate(f"The game has moved on; it has {how_many(made, 'move')} by now.")
        make = partial(self._play.make, action.move, self._clock.turn_seconds)
        await self._changed(make, moved=True)

    async def _resign(self, tokens: list[str]) -> None:
        self._check_going_on()
        held = self._held(tokens)
        player = self._play.position.mover if len(held) == 2 else held[0]
        self._interrupt()
        await self._changed(partial(self._play.lose, player, "resignation"))

    async def _offer_draw(self, tokens: list[str]) -> None:
        held = self._held(tokens)
        self._check_going_on()
        if any(seat.kind != "person" for seat in self.table.seats):
            raise TriviumError("Computers agree on no draw; play on, or resign.")
        if not self._play.position.can_be_drawn:
            raise TriviumError("On this board there are no draws: somebody will have more.")
        theirs = self._play.offers.get("draw") == 1 - held[0]
        if not theirs and not self._play.may_offer_draw(held[0]):
            raise TooLate("You have offered a draw already; wait until a move is made.")
        await self._ask(tokens, "draw", self._agree_on_draw)

    def _say(self, tokens: list[str], phrase: m.Phrase) -> None:
        held = self._held(tokens)
        if len(held) == 2 or self.table.seats[1 - held[0]].kind != "person":
            raise TriviumError("There is nobody to say it to.")
        seat = self.table.seats[held[0]].token or ""
        self._conversation.say(seat, self._play.position.colours[held[0]], phrase)
        self.tell()

    async def _take_name(self, tokens: list[str], name: str) -> None:
        held = self._held(tokens)
        self._check_going_on()
        seat = self.table.seats[held[0]]
        if not name:
            raise TriviumError("A name must not be empty.")
        if len(held) == 2 or seat.name != NOBODY:
            raise TooLate("Who sits here has a name already.")
        await self._changed(partial(setattr, seat, "name", name))

    async def _ask(
        self, tokens: list[str], kind: str, do: Callable[[list[int]], Awaitable[None]]
    ) -> None:
        """Do something at once, or offer it if another person has a say in it."""
        held = self._held(tokens)
        self._check_going_on()
        if len(held) == 2 or self.table.seats[1 - held[0]].kind != "person":
            await do(held)
            return
        if kind == "takeback" and not self._play.has_moved(held[0]):
            raise TooLate("You have no move to take back.")
        if self._play.offers.get(kind) == 1 - held[0]:
            await self._answer(tokens, True)
            return
        self._play.offer(kind, held[0])
        await self._changed()

    async def _answer(self, tokens: list[str], yes: bool) -> None:
        """Accept or decline what the other person offers; declining also withdraws an offer."""
        held = self._held(tokens)
        theirs = {kind: by for kind, by in self._play.offers.items() if by not in held}
        if not theirs and (yes or not self._play.offers):
            raise TooLate("There is no offer to answer.")
        if not yes:
            self._play.offers = {}
            await self._changed()
            return
        for kind, by in theirs.items():
            if kind == "takeback":
                await self._take_back([by])
            elif kind == "sides":
                await self._change_sides([by])
            elif kind == "draw":
                await self._agree_on_draw([by])
            else:
                await self._follow_up(swap=True)

    async def _take_back(self, players: list[int]) -> None:
        """Go back to before the last move of these players."""
        if not any(self._play.has_moved(player) for player in players):
            raise TooLate("You have no move to take back.")
        self._interrupt()
        await self._changed(partial(self._play.undo, players), moved=True)

    async def _agree_on_draw(self, players: list[int]) -> None:
        await self._changed(self._play.agree_on_draw)

    async def _change_sides(self, players: list[int]) -> None:
        self._interrupt()
        self._play.offers = {}
        self.table.casual = True
        self.table.seats.reverse()
        await self._changed(moved=True)

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
        elif self._play.offers.get("rematch") == 1 - held[0]:
            await self._follow_up(swap)
        else:
            self._play.offer("rematch", held[0])
            await self._changed()

    async def _follow_up(self, swap: bool) -> None:
        self.table.next = await self._services.rematch(self.table, swap)
        self._play.offers = {}
        await self._changed()
        self._rest()

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
            if what == "pause":
                self._interrupt()  # or the move that is being thought about would still be made
            if what == "step":
                self._check_going_on()
                self._pacer.step()
        self._pacer.look_again()
        await self._changed()

    def _held(self, tokens: list[str]) -> list[int]:
        if held := self.table.held_by(tokens):
            return held
        raise NotYours("You have no seat in this game.")

    def _check_going_on(self) -> None:
        if outcome := self.table.outcome:
            raise TooLate(f"The game is over: {outcome}.")

    # What agents do

    def _go_on(self) -> None:
        """Wake the agent that is to move, or start the clock of the person who is."""
        self._stop_clock()
        self._resting = False
        if self._play.agent_to_move:
            if self._thinker is None:
                self._thinker = asyncio.get_running_loop().create_task(self._let_agents_play())
        elif self._clock.runs:
            left = self._clock.seconds_left(self._play.position.mover)
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(left, self._flag_falls, self.table.version)

    def _interrupt(self) -> None:
        """Stop an agent that is thinking. Requires the lock, or that nothing goes on any more."""
        if self._thinker is not None:
            self._thinker.cancel()
            self._thinker = None
            self._clock.end_computing()

    def _rest(self) -> None:
        """Stop an agent that is thinking until somebody wants it to go on. Requires the lock."""
        if self._thinker is not None:
            self._interrupt()
            self._resting = True

    def _rest_if_deserted(self) -> None:
        if not self._viewers:
            self._rest()

    def _errand(self, do: Callable[[], Awaitable[None] | None]) -> None:
        """Do something as soon as nothing else changes the game."""

        async def wait() -> None:
            async with self._lock:
                if (doing := do()) is not None:
                    await doing

        task = asyncio.get_running_loop().create_task(wait())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _let_agents_play(self) -> None:
        """Make moves as long as agents are to move."""
        me = asyncio.current_task()
        try:
            while self._play.agent_to_move:
                if self.table.watched:
                    await self._pacer.wait(lambda: len(self._viewers) > 0)
                try:
                    choice, seconds = await self._think(self._play.position.copy())
                except Busy:
                    await asyncio.sleep(_RETRY)
                    continue
                except Exception as error:
                    async with self._lock:
                        await self._changed(partial(self._play.fail, error))
                    return
                async with self._lock:
                    make = partial(self._play.make_choice, choice, seconds)
                    await self._changed(make, moved=True)
        except Overtaken:
            _log.info("game %s has gone on elsewhere", self.table.id)
        except Exception:
            _log.exception("game %s is stuck", self.table.id)
        finally:
            if self._thinker is me:
                self._thinker = None
                self.tell()

    async def _think(self, position: Position) -> tuple[Choice, float]:
        """Return what the agent that is to move chooses, and the seconds that it took."""
        try:
            return await self._services.searches.run(
                self.table.id,
                partial(self._services.choose, self.table, position),
                begins=self._clock.begin_computing,
            )
        finally:
            self._clock.end_computing()

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
                    clocks.left[self._play.position.mover] = 0.0
                    await self._changed(partial(self._play.lose, self._play.position.mover, "time"))

        self._flag = None
        self._falling = asyncio.get_running_loop().create_task(lose())

    # Changes, which are made in a thread of their own, one after the other

    async def _changed(self, change: Callable[[], None] | None = None, moved: bool = False) -> None:
        """Make a change, draw and store what comes of it, show that, and go on from there.

        A change that raises an error must have changed nothing. `moved` begins a new turn.
        """
        try:
            self._drawn, self._turn = await asyncio.to_thread(self._play.change, change)
        except Overtaken:
            self._abandon()
            raise
        if moved:
            self._clock.begin_turn()
            self._pacer.moved()
        self._go_on()
        self.tell()
        self._store_later()

    def _store_later(self) -> None:
        """Try again to store what could not be stored."""
        if self._play.stored or self._storing is not None:
            return
        loop = asyncio.get_running_loop()
        self._storing = loop.call_later(_STORE_AGAIN, self._errand, self._store_again)

    async def _store_again(self) -> None:
        self._storing = None
        if self._play.stored:
            return
        try:
            self._drawn, self._turn = await asyncio.to_thread(self._play.store)
        except Overtaken:
            self._abandon()
            return
        if self._play.stored:
            self.tell()
        self._store_later()

    def _abandon(self) -> None:
        """Let go of a game that another server has changed; it is loaded again when asked for."""
        self._services.let_go(self.table.id)
        self._stop_clock()
        self._viewers.dismiss()

    def tell(self) -> None:
        """Show the state to all viewers."""
        self._viewers.tell()

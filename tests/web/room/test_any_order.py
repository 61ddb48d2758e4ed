"""Games of the page in any order of events: actions, reconnects, crashes, a database that fails.

Two machines try to break a room. `People` plays two persons against a model that is told the
rules of a table and nothing of how they are kept. `Agents` lets agents play, whose moves nobody
foresees. After every event these hold, whatever came before:

1. What was acknowledged is there: the moves, who made them, who sits where, how it ended.
2. What was refused has changed nothing, not even the version.
3. The version grows with every change, and goes back only where a crash loses what was not
   called stored.
4. Nobody moves, resigns or answers for a seat whose secret they have not shown.
5. The moves are legal, and the game has ended exactly if they, a resignation or an agreement
   end it. A game that is over stays over, with the same result.
6. A game that is over is stored as a record exactly once, with its moves, players and result;
   one that goes on is not. A game is called stored exactly if the database has it as it is.
7. Who follows a crash or a restart finds what was last called stored. Offers are not kept.
8. There is at most one offer of each player, none that was made before the last move, and no
   way to accept one's own. A game is followed by one game at most.
9. A paused game of agents makes no move but those that are stepped.
10. An agent that is to move moves, as soon as somebody looks and nobody pauses.
11. A draw is offered once in a position, a seat gets a name once, and a game is casual from the
    first take-back or change of sides on.
12. What is said is heard by all, in its order, and changes nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.web import messages as m
from trivium.web.room import live
from trivium.web.room.audience import Viewer
from trivium.web.room.live import LiveGame
from trivium.web.room.lobby import Lobby
from trivium.web.room.store import StorageTrouble, WebDatabase
from trivium.web.settings import ServerSettings
from trivium.web.thinking.compiling import CompileWatch
from trivium.web.thinking.searches import Searches
from trivium.web.thinking.warming import Warming

GAME, SIZE = "dots-and-boxes", "1x2"
PERSON = m.PersonSeat(kind="person")
RANDOM = m.AgentSeat(kind="agent", agent="random")
ANSWERS = ("accept", "decline")
PATIENCE = 20.0
Result = TypeVar("Result")


class FailingDatabase(WebDatabase):
    """A database that can be told to fail."""

    broken = False

    @contextlib.contextmanager
    def writing(self) -> Any:
        if self.broken:
            raise StorageTrouble("The disk is full.")
        with super().writing() as connection:
            yield connection


class Room:
    """A room on its store, which can crash and be opened again; time passes only within `do`."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._loop = asyncio.new_event_loop()
        self.open()

    def open(self) -> None:
        self._threads = ThreadPoolExecutor(4)
        self._loop.set_default_executor(self._threads)
        settings = ServerSettings(
            database=str(Path(self._folder.name) / "games.sqlite"),
            phrase_burst=1_000_000,  # how many are too many depends on the clock
        )
        self.database = FailingDatabase(settings.database)
        self._searches = Searches(1, 100)
        watch = CompileWatch(lambda: None)
        self.lobby = Lobby(settings, self.database, self._searches, watch, Warming())
        self.do(self.lobby.resume())

    def crash(self) -> None:
        """Stop without a word: nothing is stored on the way out."""
        self.lobby.close()
        self._searches.close()
        self.do(_end_of_all_tasks())
        self._threads.shutdown()  # a process that is killed has no threads that go on
        self.database.close()

    def close(self) -> None:
        self.crash()
        self._loop.close()
        self._folder.cleanup()

    def do(self, what: Awaitable[Result]) -> Result:
        async def patiently() -> Result:
            async with asyncio.timeout(PATIENCE):
                return await what

        return self._loop.run_until_complete(patiently())

    def call(self, what: Callable[..., None], *arguments: Any) -> None:
        async def called() -> None:
            what(*arguments)

        self.do(called())

    def game(self, id: str) -> LiveGame:
        return self.do(self.lobby.find(id))

    def records(self, id: str) -> list[dict[str, Any]]:
        told = map(json.loads, self.database.lines())
        return [record for record in told if record["key"] == id]


async def _unchanging(game: LiveGame) -> None:
    """Wait until nobody changes a game; who wants to has to wait until time passes again."""
    async with game._lock:
        pass


async def _end_of_all_tasks() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@dataclass
class Model:
    """What two persons at a table agree on."""

    holders: list[str]
    """Who sits on the first and on the second seat."""
    moves: list[tuple[str, int]] = field(default_factory=list)
    offers: dict[str, int] = field(default_factory=dict)
    ending: tuple[str | None, str] | None = None
    followed: bool = False
    names: list[str] = field(default_factory=lambda: ["Guest", "Guest"])
    casual: bool = False
    draws_offered: dict[int, int] = field(default_factory=dict)
    said: list[tuple[int, str]] = field(default_factory=list)

    def position(self) -> Position:
        position = find_game(GAME).start(SIZE)
        for text, _ in self.moves:
            position.push(text)
        return position

    def player(self, who: str) -> int | None:
        return self.holders.index(who) if who in self.holders else None

    def move(self, who: str, text: str) -> bool:
        position = self.position()
        legal = [str(move) for move in position.legal_moves]
        if self.ending is not None or self.player(who) != position.mover or text not in legal:
            return False
        self.moves.append((text, position.mover))
        self.offers = {}
        position.push(text)
        if (outcome := position.outcome()) is not None:
            self.ending = outcome.winner, outcome.reason
        return True

    def resign(self, who: str) -> bool:
        player = self.player(who)
        if self.ending is not None or player is None:
            return False
        self.ending = self.position().colours[1 - player], "resignation"
        self.offers = {}
        return True

    def ask(self, who: str, kind: str) -> bool:
        player = self.player(who)
        if self.ending is not None or player is None:
            return False
        if kind == "takeback" and all(by != player for _, by in self.moves):
            return False
        if self.offers.get(kind) == 1 - player:
            return self.accept(who)
        if kind == "draw" and self.draws_offered.get(player) == len(self.moves):
            return False
        if kind == "draw":
            self.draws_offered[player] = len(self.moves)
        self._offer(kind, player)
        return True

    def say(self, who: str, phrase: str) -> bool:
        if (player := self.player(who)) is None:
            return False
        self.said = [*self.said, (player, phrase)][-8:]
        return True

    def name(self, who: str, name: str) -> bool:
        player = self.player(who)
        if self.ending is not None or player is None or self.names[player] != "Guest":
            return False
        self.names[player] = name
        return True

    def rematch(self, who: str) -> bool:
        player = self.player(who)
        if self.followed or player is None or self.ending is None:
            return False
        if self.offers.get("rematch") == 1 - player:
            return self.accept(who)
        self._offer("rematch", player)
        return True

    def accept(self, who: str) -> bool:
        player = self.player(who)
        theirs = [kind for kind, by in self.offers.items() if by != player]
        if player is None or not theirs:
            return False
        (kind,) = theirs
        self.offers = {}
        self.casual |= kind in ("takeback", "sides")
        if kind == "takeback":
            while self.moves and self.moves.pop()[1] == player:
                pass
        elif kind == "sides":
            self.holders.reverse()
            self.names.reverse()
        elif kind == "draw":
            self.ending = None, "agreement"
        else:
            self.followed = True
        return True

    def decline(self, who: str) -> bool:
        if self.player(who) is None or not self.offers:
            return False
        self.offers = {}
        return True

    def _offer(self, kind: str, player: int) -> None:
        self.offers = {other: by for other, by in self.offers.items() if by != player}
        self.offers[kind] = player


WHO = st.sampled_from(["ann", "bob", "ann", "bob", "eve"])
"""Two who play, and a stranger."""


class Machine(RuleBasedStateMachine):
    """A room with one game in it, that people come to and leave, and that fails now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.patience, live._STORE_AGAIN = live._STORE_AGAIN, 0.01
        self.room = Room()
        self.viewers: list[tuple[LiveGame, Viewer]] = []

    def teardown(self) -> None:
        live._STORE_AGAIN = self.patience
        self.room.close()

    def begin(self, *seats: m.PersonSeat | m.AgentSeat) -> dict[str, str]:
        """Begin a game; return the secrets of its seats."""
        wish = m.NewGame(game=GAME, size=SIZE, seats=seats, pace=0.0)  # type: ignore[arg-type]
        game, secrets = self.room.do(self.room.lobby.create(wish))
        self.id, self.version = game.table.id, game.table.version
        return secrets

    @property
    def game(self) -> LiveGame:
        return self.room.game(self.id)

    def act(self, token: str, action: dict[str, Any]) -> bool:
        """Do something; return whether it was done. What is refused has changed nothing."""
        game = self.game
        before = game.table.as_json(), game.state([]).offers
        try:
            self.room.do(game.act([token], m.ActionRequest(do=action).do))  # type: ignore[arg-type]
        except TriviumError:
            if all(seat.kind == "person" for seat in game.table.seats):  # agents may have moved
                assert (game.table.as_json(), game.state([]).offers) == before
            return False
        assert game.table.version > self.version
        self.version = game.table.version
        return True

    def come(self, token: str) -> m.GameState:
        game, viewer = self.game, Viewer([token])
        self.room.call(game.join, viewer)
        self.viewers.append((game, viewer))
        return game.state(viewer.tokens)

    @precondition(lambda self: self.viewers)
    @rule()
    def go(self) -> None:
        game, viewer = self.viewers.pop(0)
        self.room.call(game.leave, viewer)

    @rule()
    def let_the_database_fail(self) -> None:
        self.room.database.broken = True

    @rule()
    def mend_the_database(self) -> None:
        self.room.database.broken = False
        self.wait_until(lambda game: game.state([]).stored)

    def crash(self) -> None:
        self.room.crash()
        self.viewers.clear()
        self.room.open()
        self.version = self.game.table.version

    def wait_until(self, is_so: Callable[[LiveGame], bool]) -> None:
        game = self.game

        async def waiting() -> None:
            while not is_so(game):
                await asyncio.sleep(0.005)

        self.room.do(waiting())

    def check(self) -> None:
        """Check what holds for every game between two changes."""
        game = self.game
        self.room.do(_unchanging(game))
        table, state = game.table, game.state([])
        assert table.version >= self.version
        self.version = table.version
        position = find_game(GAME).start(SIZE).with_move_limit(table.move_limit)
        for move in table.moves:
            assert move.by == position.mover
            position.push(move.text)
        outcome = position.outcome()
        assert (outcome is not None) <= (table.ending is not None)
        if outcome is not None:
            assert table.ending == (outcome.winner, outcome.reason)
        kept = self.room.database.load(self.id)
        assert kept is not None
        assert state.stored == (json.loads(kept) == json.loads(table.as_json()))
        records = self.room.records(self.id)
        if state.stored:
            assert len(records) == (table.ending is not None and bool(table.moves))
        for record in records:
            assert table.ending == (record["winner"], record["reason"])
            assert record["moves"] == [move.text for move in table.moves]
        assert len({offer.by for offer in state.offers}) == len(state.offers)


class People(Machine):
    """Two persons and a stranger, beside a model of what they agree on."""

    @initialize()
    def sit_down(self) -> None:
        secrets = self.begin(PERSON, PERSON)
        first, second = find_game(GAME).start(SIZE).colours
        self.secrets = {"ann": secrets[first], "bob": secrets[second], "eve": "not a secret"}
        self.model = Model(["ann", "bob"])
        self.safe = copy.deepcopy(self.model)

    def do(self, who: str, action: dict[str, Any], wanted: Callable[[Model], bool]) -> None:
        """Do something that the model knows how to do, which has to be done or refused by both."""
        model = copy.deepcopy(self.model)
        expected = wanted(model)
        if model.followed and not self.model.followed and self.room.database.broken:
            expected = False  # a game that cannot be stored is not begun
        assert self.act(self.secrets[who], action) == expected, (who, action)
        if expected:
            self.model = model

    @rule(who=WHO, choice=st.integers(0, 6))
    def move(self, who: str, choice: int) -> None:
        text = str(find_game(GAME).start(SIZE).legal_moves[choice])
        self.do(who, {"action": "move", "move": text}, lambda model: model.move(who, text))

    @precondition(lambda self: self.model.ending is None)
    @rule(choice=st.integers(0, 6))
    def move_in_turn(self, choice: int) -> None:
        position = self.model.position()
        text = str(position.legal_moves[choice % len(position.legal_moves)])
        who = self.model.holders[position.mover]
        self.do(who, {"action": "move", "move": text}, lambda model: model.move(who, text))

    @rule(who=WHO, off=st.sampled_from([-1, 1, 100]))
    def move_for_another_ply(self, who: str, off: int) -> None:
        ply = len(self.model.moves) + off
        if ply >= 0:
            self.do(who, {"action": "move", "move": "a1", "ply": ply}, lambda model: False)

    @rule(who=WHO, kind=st.sampled_from(["takeback", "sides", "draw"]))
    def ask(self, who: str, kind: str) -> None:
        self.do(who, {"action": kind}, lambda model: model.ask(who, kind))

    @rule(who=WHO, answer=st.sampled_from(["accept", "decline"]))
    def answer(self, who: str, answer: str) -> None:
        self.do(who, {"action": answer}, lambda model: getattr(model, answer)(who))

    @rule(who=WHO, name=st.sampled_from(["Ann", "Bob"]))
    def take_a_name(self, who: str, name: str) -> None:
        self.do(who, {"action": "name", "name": name}, lambda model: model.name(who, name))

    @rule(who=WHO, phrase=st.sampled_from(["hello", "bye"]))
    def say(self, who: str, phrase: str) -> None:
        before, version = self.game.table.as_json(), self.version
        self.version -= 1  # nothing of it is kept, so that this is no change
        self.do(who, {"action": "say", "phrase": phrase}, lambda model: model.say(who, phrase))
        self.version = version
        assert self.game.table.as_json() == before

    @precondition(lambda self: len(self.model.moves) in (0, 3))
    @rule(who=WHO)
    def resign(self, who: str) -> None:
        self.do(who, {"action": "resign"}, lambda model: model.resign(who))

    @rule(who=WHO, swap=st.booleans())
    def rematch(self, who: str, swap: bool) -> None:
        action = {"action": "rematch", "swap": swap}
        self.do(who, action, lambda model: model.rematch(who))

    @rule(who=WHO, what=st.sampled_from(["pause", "resume", "step"]))
    def control(self, who: str, what: str) -> None:
        self.do(who, {"action": what}, lambda model: False)

    @rule(who=WHO)
    def look(self, who: str) -> None:
        player, colours = self.model.player(who), self.model.position().colours
        assert self.come(self.secrets[who]).you == ([] if player is None else [colours[player]])

    @precondition(lambda self: self.model.followed and not self.room.database.broken)
    @rule()
    def go_on_to_the_next_game(self) -> None:
        self.mend_the_database()
        following = self.game.table.next
        assert following is not None
        self.id = following
        self.version = self.game.table.version
        held = [self.game.table.held_by([self.secrets[who]]) for who in ("ann", "bob")]
        assert sorted(held) == [[0], [1]]
        names = dict(zip(self.model.holders, self.model.names, strict=True))
        holders = ["ann", "bob"] if held[0] == [0] else ["bob", "ann"]
        self.model = Model(holders, names=[names[who] for who in holders])

    @rule()
    def crash_and_open_again(self) -> None:
        self.crash()
        self.model = self.safe
        self.model.offers, self.model.draws_offered, self.model.said = {}, {}, []

    @invariant()
    def all_is_as_agreed(self) -> None:
        self.check()
        game, model = self.game, self.model
        assert [(move.text, move.by) for move in game.table.moves] == model.moves
        assert game.table.ending == model.ending
        assert (game.table.next is not None) == model.followed
        assert [seat.name for seat in game.table.seats] == model.names
        assert game.table.casual == model.casual
        colours = model.position().colours
        state = game.state([])
        offers = {offer.kind: colours.index(offer.by) for offer in state.offers}
        assert offers == model.offers
        assert [(colours.index(one.by), one.phrase) for one in state.said] == model.said
        for who, secret in self.secrets.items():
            player = model.player(who)
            assert game.table.held_by([secret]) == ([] if player is None else [player])
        if game.state([]).stored:
            self.safe = copy.deepcopy(model)


class Agents(Machine):
    """Agents at one seat or at both."""

    @initialize(people=st.integers(0, 1), first=st.booleans())
    def sit_down(self, people: int, first: bool) -> None:
        seats = [PERSON if people else RANDOM, RANDOM]
        secrets = self.begin(*(seats if first else reversed(seats)))
        self.host = secrets["host"]
        self.token = next((secrets[name] for name in secrets if name != "host"), self.host)
        self.person = people == 1

    def person_to_move(self, game: LiveGame) -> bool:
        state = game.state([self.token])
        return state.position.turn in state.you

    @precondition(lambda self: self.person)
    @rule(choice=st.integers(0, 6))
    def move(self, choice: int) -> None:
        game = self.game  # once: time passes, and an agent may move, whenever it is looked for
        legal = game.state([]).position.legal
        may = self.person_to_move(game) and game.table.ending is None
        if legal:
            move = {"action": "move", "move": legal[choice % len(legal)].code}
            assert self.act(self.token, move) >= may, "nobody else can have moved"

    @rule(what=st.sampled_from(["takeback", "sides", "rematch", *ANSWERS, "draw", "resign"]))
    def do_anything(self, what: str) -> None:
        over = self.game.table.ending is not None
        done = self.act(self.token, {"action": what})
        assert not (done and over and what != "rematch")
        assert not (done and what in (*ANSWERS, "draw")), "an agent offers nothing, nor answers"
        if not self.person:
            assert not done or what == "rematch"

    @rule(what=st.sampled_from(["pause", "resume", "step"]))
    def control(self, what: str) -> None:
        self.act(self.host, {"action": what})

    @rule()
    def steal_the_controls(self) -> None:
        for action in ("pause", "resume", "step", "takeback", "resign", "sides", "rematch"):
            assert not self.act("not a secret", {"action": action})

    @rule()
    def look(self) -> None:
        self.come(self.token)

    @rule()
    def let_time_pass(self) -> None:
        """Nothing moves that is paused; everything else goes on if somebody looks at it."""
        table = self.game.table
        made = len(table.moves)
        if table.watched and (table.paused or not self.viewers):
            self.room.do(asyncio.sleep(0.01))
            assert len(table.moves) - made <= 1, "a step that was asked for"
        elif table.next is None:
            self.wait_until(lambda game: table.ending is not None or self.person_to_move(game))

    @rule()
    def crash_and_open_again(self) -> None:
        stored = self.game.state([]).stored
        before = self.game.table
        self.crash()
        after = self.game.table
        if stored:
            assert [move.text for move in after.moves][: len(before.moves)] == [
                move.text for move in before.moves
            ]
            assert before.ending is None or after.ending == before.ending

    @invariant()
    def all_is_well(self) -> None:
        self.check()
        assert self.game.table.problem is None


TestPeople = People.TestCase
TestPeople.settings = settings(max_examples=20, stateful_step_count=30)
TestAgents = Agents.TestCase
TestAgents.settings = settings(max_examples=10, stateful_step_count=20)

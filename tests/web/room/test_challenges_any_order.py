"""Challenges in any order of events, also while a game is being made of one.

After every event these hold, whatever came before:

1. A challenge is of somebody who is here and has no game yet, and they have one at most.
2. There are never more than may be, in all and of one address.
3. Who is called to a game is called with exactly one other, to the same game, with another seat.
4. Nobody is called twice, nor with somebody who has left.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from trivium.errors import TriviumError
from trivium.web import messages as m
from trivium.web.room.challenges import Challenges, Visitor
from trivium.web.room.store import StorageTrouble
from trivium.web.settings import ServerSettings

MOST, EACH = 4, 2
ADDRESSES = ("192.0.2.1", "192.0.2.2", "2001:db8::/64")
SOMEBODY = st.integers(0, 20)
TERMS = m.ChallengeRequest(type="challenge", game="cachex", size="5")


class Meeting(RuleBasedStateMachine):
    """People who come, go, post, withdraw and take."""

    def __init__(self) -> None:
        super().__init__()
        allowed = ServerSettings(challenges=MOST, challenges_each=EACH)
        self.room = Challenges(allowed, self.begin)
        self.here: list[Visitor] = []
        self.everybody: list[Visitor] = []
        self.games = 0
        self.called_to: dict[Visitor, m.Matched] = {}
        self.meanwhile: list[tuple[str, int]] = []

    async def begin(self, wish: m.NewGame) -> Any:
        """Make a game, during which other things happen, or fail."""
        happening, self.meanwhile = self.meanwhile, []
        for what, who in happening:
            if what == "fail":
                raise StorageTrouble("The disk is full.")
            if what == "take":
                await self.try_to_take(who, who)
            else:
                getattr(self, what)(who)
        self.games += 1
        tokens = {colour: f"{colour} {self.games}" for colour in ("red", "blue")}
        return SimpleNamespace(table=SimpleNamespace(id=str(self.games))), tokens

    def visitor(self, who: int) -> Visitor | None:
        return self.here[who % len(self.here)] if self.here else None

    @rule(address=st.sampled_from(ADDRESSES))
    def come(self, address: str) -> None:
        visitor = Visitor(address)
        self.here.append(visitor)
        self.everybody.append(visitor)
        self.room.join(visitor)

    @rule(who=SOMEBODY)
    def leave(self, who: int) -> None:
        if visitor := self.visitor(who):
            self.here.remove(visitor)
            self.room.leave(visitor)

    @rule(who=SOMEBODY)
    def post(self, who: int) -> None:
        if visitor := self.visitor(who):
            had = self.owners()[visitor]
            try:
                self.room.post(visitor, TERMS)
            except TriviumError:
                assert self.owners()[visitor] == had, "what was refused has changed nothing"
            else:
                assert self.owners()[visitor] == 1

    @rule(who=SOMEBODY)
    def withdraw(self, who: int) -> None:
        if visitor := self.visitor(who):
            self.room.withdraw(visitor)
            assert not self.owners()[visitor]

    @rule(
        who=SOMEBODY,
        number=SOMEBODY,
        meanwhile=st.lists(
            st.tuples(st.sampled_from(["leave", "post", "withdraw", "take", "fail"]), SOMEBODY),
            max_size=3,
        ),
    )
    def take(self, who: int, number: int, meanwhile: list[tuple[str, int]]) -> None:
        self.meanwhile = meanwhile
        asyncio.run(self.try_to_take(who, number))
        self.meanwhile = []

    async def try_to_take(self, who: int, number: int) -> None:
        standing = list(self.room._open.values())
        visitor = self.visitor(who)
        if visitor is None or not standing:
            return
        wish = m.TakeRequest(type="take", id=standing[number % len(standing)].id)
        before = visitor.matched
        try:
            await self.room.take(visitor, wish)
        except TriviumError:
            return
        assert before is None and visitor.matched is not None
        others = [one for one in self.everybody if _is_called_with(one, visitor)]
        assert all(one in self.here for one in others), "nobody is matched with who has left"

    def owners(self) -> Counter[Visitor]:
        return Counter(one.by for one in self.room._open.values())

    def called(self) -> list[m.Matched]:
        return [visitor.matched for visitor in self.everybody if visitor.matched]

    @invariant()
    def all_is_well(self) -> None:
        for owner, amount in self.owners().items():
            assert amount == 1 and owner in self.here and owner.matched is None
        addresses = Counter(owner.address for owner in self.owners())
        assert sum(addresses.values()) == len(self.room._hall) <= MOST
        assert all(amount <= EACH for amount in addresses.values())
        for visitor in self.everybody:
            if visitor.matched:
                assert self.called_to.setdefault(visitor, visitor.matched) == visitor.matched
        seats = [(match.game, match.colour, match.token) for match in self.called()]
        assert len(set(seats)) == len(seats)
        assert all(amount == 2 for amount in Counter(game for game, _, _ in seats).values())


def _is_called_with(one: Visitor, other: Visitor) -> bool:
    assert other.matched
    return one is not other and one.matched is not None and one.matched.game == other.matched.game


TestMeeting = Meeting.TestCase
TestMeeting.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)

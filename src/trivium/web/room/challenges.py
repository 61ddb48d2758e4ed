"""Open challenges: people who wait for an opponent, and those who look for one.

A challenge belongs to a connection and goes with it. Places for challenges are shared as those
for connections are, so that nobody fills the list. All methods belong to the event loop's thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.web import messages as m
from trivium.web.guard import TooMany
from trivium.web.places import Hall, Place
from trivium.web.room.live import LiveGame
from trivium.web.room.lobby import NoSuchThing
from trivium.web.room.table import TooLate, new_id
from trivium.web.settings import ServerSettings

_TRY_AGAIN = 30.0
"""Seconds after which there may be room for another challenge."""

Begin = Callable[[m.NewGame], Awaitable[tuple[LiveGame, dict[str, str]]]]


class Visitor:
    """A connection of somebody who looks at the challenges."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.news = asyncio.Event()
        """Set whenever there is something new to see."""
        self.called = asyncio.Event()
        """Set when a game has begun for them."""
        self.matched: m.Matched | None = None


@dataclass(frozen=True, eq=False)
class _Open:
    """A challenge that stands."""

    id: str
    by: Visitor
    terms: m.ChallengeRequest
    place: Place


class Challenges:
    """All challenges of a server."""

    def __init__(self, settings: ServerSettings, begin: Begin) -> None:
        self._begin = begin
        self._hall = Hall(settings.challenges, settings.challenges_each)
        self._visitors: set[Visitor] = set()
        self._open: dict[str, _Open] = {}

    def join(self, visitor: Visitor) -> None:
        """Show the challenges to somebody."""
        self._visitors.add(visitor)
        self._tell()

    def leave(self, visitor: Visitor) -> None:
        """Hear that somebody has gone, and their challenge with them."""
        self._visitors.discard(visitor)
        self._withdraw(visitor)
        self._tell()

    def shown_to(self, visitor: Visitor | None) -> m.Challenges:
        """Return all challenges as somebody sees them."""
        return m.Challenges(
            challenges=[
                m.Challenge(
                    id=one.id,
                    game=one.terms.game,
                    size=one.terms.size,
                    clock=one.terms.clock,
                    colour=one.terms.colour,
                    name=(one.terms.name or "").strip(),
                    yours=one.by is visitor,
                )
                for one in self._open.values()
            ],
            people=len(self._visitors),
        )

    def post(self, visitor: Visitor, terms: m.ChallengeRequest) -> None:
        """Let somebody challenge whoever likes, instead of what they have posted before."""
        _check(terms)
        self._check_free(visitor)
        earlier = self._of(visitor)
        self._withdraw(visitor)
        try:
            self._put_up(visitor, terms)
        except TooMany:
            if earlier is not None:
                self._put_up(visitor, earlier.terms)
            raise
        self._tell()

    def withdraw(self, visitor: Visitor) -> None:
        """Take somebody's challenge down, if there is one."""
        self._withdraw(visitor)
        self._tell()

    async def take(self, visitor: Visitor, wish: m.TakeRequest) -> None:
        """Begin the game between a challenger and somebody else; both are called to it."""
        self._check_free(visitor)
        found = self._open.get(wish.id)
        if found is None:
            raise NoSuchThing("This challenge is gone: somebody was faster, or it was withdrawn.")
        host, terms = found.by, found.terms
        if host is visitor:
            raise TriviumError("This is your own challenge.")
        self.withdraw(host)  # or somebody else could take it, too, while the game is made
        colours = find_game(terms.game).colours
        theirs = terms.colour or secrets.choice(colours)
        try:
            game, tokens = await self._begin(_game_of(terms, theirs, wish.name))
            self._check_free(visitor)
        except TriviumError:
            self._put_back(host, terms)
            raise
        if host not in self._visitors or host.matched is not None:
            raise NoSuchThing("This challenge is gone: whoever posted it has left.")
        for colour in colours:
            who = host if colour == theirs else visitor
            self._call(who, game.table.id, colour, tokens[colour])
        self._tell()

    def _call(self, visitor: Visitor, game: str, colour: str, token: str) -> None:
        self._withdraw(visitor)
        visitor.matched = m.Matched(game=game, colour=colour, token=token)
        visitor.called.set()
        visitor.news.set()

    def _put_up(self, visitor: Visitor, terms: m.ChallengeRequest) -> None:
        id = new_id()
        place = Place(visitor.address, leave=lambda: self._forget(id))
        if not self._hall.admit(place):
            raise TooMany("There are too many challenges", _TRY_AGAIN)
        self._open[id] = _Open(id, visitor, terms, place)

    def _put_back(self, host: Visitor, terms: m.ChallengeRequest) -> None:
        """Let a challenge stand again that could not be taken up."""
        if host in self._visitors and host.matched is None and self._of(host) is None:
            with contextlib.suppress(TooMany):
                self._put_up(host, terms)
            self._tell()

    def _forget(self, id: str) -> None:
        """Take a challenge down whose place somebody else has got."""
        self._open.pop(id, None)
        self._tell()

    def _withdraw(self, visitor: Visitor) -> None:
        if (one := self._of(visitor)) is not None:
            del self._open[one.id]
            one.place.give_up()

    def _of(self, visitor: Visitor) -> _Open | None:
        return next((one for one in self._open.values() if one.by is visitor), None)

    def _check_free(self, visitor: Visitor) -> None:
        if visitor.matched is not None:
            raise TooLate("Your game has begun already.")

    def _tell(self) -> None:
        for visitor in self._visitors:
            visitor.news.set()


def _check(terms: m.ChallengeRequest) -> None:
    """Refuse what nobody could play."""
    game = find_game(terms.game)
    if terms.size not in game.offered_sizes:
        sizes = ", ".join(game.offered_sizes)
        raise TriviumError(f"Challenges in {game.title} are for the sizes {sizes}.")
    if terms.colour not in (None, *game.colours):
        raise TriviumError(f"In {game.title} one plays {' or '.join(game.colours)}.")


def _game_of(terms: m.ChallengeRequest, challenger: str, taker: str | None) -> m.NewGame:
    """Return the game for a challenger of a colour and somebody of a name."""
    first, second = (
        m.PersonSeat(kind="person", name=terms.name if colour == challenger else taker)
        for colour in find_game(terms.game).colours
    )
    return m.NewGame(game=terms.game, size=terms.size, clock=terms.clock, seats=(first, second))

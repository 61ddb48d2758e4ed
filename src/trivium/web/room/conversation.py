"""What the players of a game say to each other: phrases from a list, and not too many of them.

Nothing of it is stored. All methods belong to the event loop's thread.
"""

from __future__ import annotations

from collections import deque

from trivium.web import messages as m
from trivium.web.guard import Allowance, TooMany
from trivium.web.settings import ServerSettings

_KEPT = 8
"""Phrases that are shown to whoever comes later."""


class Conversation:
    """The phrases of one game."""

    def __init__(self, settings: ServerSettings) -> None:
        self._allowance = Allowance(settings.phrases_a_minute / 60, settings.phrase_burst)
        self._said: deque[m.Said] = deque(maxlen=_KEPT)
        self._number = 0

    @property
    def last(self) -> list[m.Said]:
        """What was said last, the newest at the end."""
        return list(self._said)

    def say(self, seat: str, colour: str, phrase: m.Phrase) -> None:
        """Let the holder of a seat say something; raises `TooMany` for who talks too much."""
        if wait := self._allowance.use(seat):
            raise TooMany("You have said enough for now", wait)
        self._number += 1
        self._said.append(m.Said(number=self._number, by=colour, phrase=phrase))

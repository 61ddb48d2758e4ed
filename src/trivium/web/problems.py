"""Mistakes as answers: the status and the kind of each."""

from __future__ import annotations

from trivium.arena.database.storage import DamagedGame
from trivium.errors import IllegalMove, TriviumError
from trivium.league.entry.versions import TooMuch
from trivium.league.members import NotAllowed
from trivium.league.tables import Damaged
from trivium.web import messages as m
from trivium.web.guard import TooMany
from trivium.web.room.lobby import NoSuchThing
from trivium.web.room.store import Overtaken, StorageTrouble
from trivium.web.room.table import NotYours, TooLate, Unreadable
from trivium.web.thinking.searches import Busy

_STATUS: dict[type[TriviumError], tuple[int, str]] = {
    NoSuchThing: (404, "not-found"),
    NotYours: (403, "seat"),
    NotAllowed: (403, "role"),
    TooMuch: (429, "quota"),
    TooLate: (409, "conflict"),
    Overtaken: (409, "conflict"),
    Unreadable: (409, "unreadable"),
    DamagedGame: (409, "unreadable"),
    Damaged: (409, "unreadable"),
    TooMany: (429, "too-many"),
    Busy: (503, "busy"),
    StorageTrouble: (503, "storage"),
    IllegalMove: (400, "illegal-move"),
    TriviumError: (400, "bad-request"),
}


def problem_of(error: TriviumError) -> tuple[int, m.Problem]:
    """Return the status and the body for a mistake."""
    for kind in type(error).__mro__:
        if kind in _STATUS:
            status, name = _STATUS[kind]
            return status, m.Problem(error=str(error), kind=name)
    raise AssertionError("every mistake is a TriviumError")

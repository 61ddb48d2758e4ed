"""The text of an event's plan, which a database keeps: an event goes on only under the same.

So what a plan has once called something must not change, and what is new is left out of it where
it says no more than was always so.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_IN_PLANS = {"sections": "boards", "terms": "settings"}
"""What plans call these."""
_UNSAID = [("control", None), ("wall_clock", False), ("patience", 1800.0)]
"""What goes without saying: an entrant without a clock of their own, say."""
_NOT_OF_THE_PLAN = "home"
"""Where the file of a tournament is: it may move."""


def plan_of(event: DataclassInstance, without: tuple[str, ...] = ()) -> str:
    """Return everything that shapes the games of an event as text, without some of its fields."""
    plan = asdict(event, dict_factory=_as_planned)
    return json.dumps({name: plan[name] for name in plan if name not in without}, sort_keys=True)


def _as_planned(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    return {
        _IN_PLANS.get(name, name): value
        for name, value in fields
        if (name, value) not in _UNSAID and name != _NOT_OF_THE_PLAN
    }

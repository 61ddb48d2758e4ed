"""The experts of all games: one list, and whom to ask."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator

from trivium.agents.expert import Expert, plain_expert
from trivium.entries import Entries

__all__ = [
    "EXPERTS",
    "expert_of",
]

_OWN = ("hexifence", "cachex", "watch-your-back", "dots-and-boxes")
"""The games whose experts come along."""

EXPERTS = Entries[Expert]("trivium.agents.{}.expert", _OWN)
"""Those, and the ones that are registered, by game."""

_plain = functools.cache(plain_expert)


def expert_of(game: str) -> Expert:
    """Return the expert of a game; one that knows only its rules if it has none of its own."""
    return EXPERTS.get(game) or _plain(game)


@contextlib.contextmanager
def registered(expert: Expert) -> Iterator[None]:
    """Within this context, let somebody else be the expert of a game."""
    before = EXPERTS.get(expert.game)
    EXPERTS[expert.game] = expert
    try:
        yield
    finally:
        if before is None:
            del EXPERTS[expert.game]
        else:
            EXPERTS[expert.game] = before

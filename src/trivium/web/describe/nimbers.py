"""What a position is worth in Nimstring, as the page shows it."""

from __future__ import annotations

import functools

from trivium.agents.experts import expert_of
from trivium.games.position import Position
from trivium.kernel.compiling import compiled_only
from trivium.saying import ENGLISH, Saying, say
from trivium.solve.nimstring import LOONY, Nimbers, in_words
from trivium.web import messages as m

_SECONDS = 1.0
"""How long somebody may wait for them."""


def describe_nimbers(position: Position, language: str = ENGLISH) -> m.Nimbers:
    """Return the nimbers of a position; nothing is told of what has none or is out of reach."""
    count = expert_of(position.game).nimbers
    if count is None or position.is_over:
        return m.Nimbers(text=None, moves=[])
    with compiled_only():
        found = count(position, _SECONDS)
    good = set(found.good_moves)
    return m.Nimbers(
        text=_sentence(found).said(language),
        moves=[
            m.NimberOfMove(
                place=code, text="L" if value == LOONY else str(value), good=code in good
            )
            for code, value in found.moves.items()
            if value is not None
        ],
    )


def _sign(value: int) -> str:
    return "L" if value == LOONY else str(value)


def _sentence(found: Nimbers) -> Saying:
    """Say what the position is worth, and what that means to the player to move."""
    if found.value is None:
        return say("Nimber out of reach")
    worth = Saying(in_words(found.value))
    first, *others = [Saying(in_words(region.value)) for region in found.regions] or [worth]
    if others:
        sum_of = functools.reduce(_and, others, first)
        worth = say("{nimber}, of {regions}", nimber=worth, regions=sum_of)
    if found.value == 0:
        return say("Nimber {worth}: the mover loses the fight for control", worth=worth)
    return say("Nimber {worth}: the mover can win the fight for control", worth=worth)


def _and(one: Saying, other: Saying) -> Saying:
    return say("{one} and {other}", one=one, other=other)

"""What a position is worth in Nimstring, as the page shows it."""

from __future__ import annotations

from trivium.agents.experts import expert_of
from trivium.games.position import Position
from trivium.kernel.compiling import compiled_only
from trivium.solve.nimstring import LOONY, Nimbers, in_words
from trivium.web import messages as m


def describe_nimbers(position: Position) -> m.Nimbers:
    """Return the nimbers of a position; nothing is told of what has none or is out of reach."""
    count = expert_of(position.game).nimbers
    if count is None or position.is_over:
        return m.Nimbers(text=None, moves=[])
    with compiled_only():
        found = count(position)
    good = set(found.good_moves)
    return m.Nimbers(
        text=_sentence(found),
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


def _sentence(found: Nimbers) -> str:
    """Say what the position is worth, and what that means to the player to move."""
    if found.value is None:
        return "Nimber out of reach"
    meaning = "loses" if found.value == 0 else "can win"
    parts = [in_words(region.value) for region in found.regions]
    of = f", of {' and '.join(parts)}" if len(parts) > 1 else ""
    return f"Nimber {in_words(found.value)}{of}: the mover {meaning} the fight for control"

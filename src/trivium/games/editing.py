"""A board that somebody has put together by hand.

A game writes it in the format of its rule page and reads that back, so that an impossible board
is refused with the same words as one in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trivium.errors import BadText
from trivium.games.scene import PhaseName


@dataclass(frozen=True)
class EditedBoard:
    """What stands on the board, and what the board alone does not tell."""

    owners: Mapping[int, str] = field(default_factory=dict)
    """Colours by place, as in a scene."""
    cells: Mapping[int, str] = field(default_factory=dict)
    """Colours by captured cell, on a board of edges; ``unknown`` is one of them."""
    turn: str | None = None
    """Who is to move; None for whoever it would be."""
    turns: int | None = None
    """Turns played, in this phase if there are phases; None for as few as possible."""
    phase: PhaseName | None = None
    stage: int = 0


def players_on(owners: Mapping[int, str], places: int, colours: tuple[str, str]) -> dict[int, int]:
    """Return the player on each place, after checking that there are such places and players."""
    for place, colour in owners.items():
        if place >= places:
            raise BadText(f"There is no place {place} on this board.")
        check_colour(colour, colours)
    return {place: colours.index(colour) for place, colour in owners.items()}


def check_colour(colour: str, colours: tuple[str, str]) -> None:
    """Raise `BadText` unless a player has this colour."""
    if colour not in colours:
        raise BadText(f"'{colour}' is none of the players {' and '.join(colours)}.")

"""A symmetry of a board, as a permutation of its moves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Symmetry:
    """Playing ``images[move]`` in the image position does what `move` does in the original."""

    name: str
    images: tuple[int, ...]
    swaps_players: bool = False
    """Whether the image position has the other player to move, with the colours exchanged."""

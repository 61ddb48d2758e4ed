"""Positions of Hexifence and Dots-and-Boxes as they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.games.hexifence.drawing import named_features
from trivium.games.hexifence.rules import NOBODY, UNKNOWN
from trivium.games.moves import Move
from trivium.games.scene import Chain, Effect, Places, Scene

if TYPE_CHECKING:
    from trivium.games.hexifence.position import FencesPosition


def places_of(move: Move) -> Places:
    """Return where a move is: at the edge with its number."""
    return Places(move.code)


def scene_of(position: FencesPosition) -> Scene:
    """Return the claimed edges, the captured cells, and the chains."""
    return Scene(
        owners=_named(position, position.kernel.edge_owner.tolist()),
        cells=_captured(position),
        score=position.cells,
        effect=_effect(position),
        chains=_chains(position),
    )


def _captured(position: FencesPosition) -> dict[int, str]:
    return _named(position, position.kernel.cell_owner[: len(position.board.cells)].tolist())


def _named(position: FencesPosition, owners: list[int]) -> dict[int, str]:
    names = {**dict(enumerate(position.colours)), UNKNOWN: "unknown"}
    return {number: names[owner] for number, owner in enumerate(owners) if owner != NOBODY}


def _effect(position: FencesPosition) -> Effect | None:
    if not position.moves:
        return None
    before = position.copy()
    move = before.pop()
    captured = sorted(set(_captured(position)) - set(_captured(before)))
    return Effect(places_of(move), captured=tuple(captured))


def _chains(position: FencesPosition) -> tuple[Chain, ...]:
    return tuple(
        Chain(
            letter,
            feature.kind,  # type: ignore[arg-type]  # one of KINDS
            str(feature),
            feature.cells,
            feature.edges,
            feature.junctions,
        )
        for letter, feature in named_features(position)
    )

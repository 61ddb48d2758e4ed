"""Positions of Watch Your Back! as they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.games import svg as paper
from trivium.games.moves import Move
from trivium.games.scene import Effect, Phase, Places, Scene, Taken, Threat
from trivium.games.watch_your_back.geometry import (
    PLAYABLE,
    SHRINK_TURNS,
    ZONES,
    square_index,
    square_of,
    squares_of,
)
from trivium.games.watch_your_back.layout import stage_of
from trivium.games.watch_your_back.rules import PLACING_TURNS
from trivium.games.watch_your_back.threats import threats

if TYPE_CHECKING:
    from trivium.games.watch_your_back.position import WatchYourBack


def places_of(move: Move) -> Places:
    """Return where a move is; a pass has no place."""
    match move.action:
        case ((int(x), int(y)), (int(to_x), int(to_y))):
            jump = abs(to_x - x) + abs(to_y - y) == 2
            over = square_index((x + to_x) // 2, (y + to_y) // 2) if jump else None
            return Places(square_index(to_x, to_y), square_index(x, y), over)
        case (int(x), int(y)):
            return Places(square_index(x, y))
    return Places()


def scene_of(position: WatchYourBack) -> Scene:
    """Return the pieces, the phase, and the threats."""
    pieces = position.pieces
    standing = list(pieces.values())
    return Scene(
        owners={square_index(*square): colour for square, colour in pieces.items()},
        score={colour: standing.count(colour) for colour in position.colours},
        effect=_effect(position),
        phase=_phase(position),
        threats=tuple(
            Threat(square_index(*square), pieces[square], tuple(moves))
            for square, moves in threats(position).items()
        ),
    )


def _effect(position: WatchYourBack) -> Effect | None:
    if not position.moves:
        return None
    before = position.copy()
    at = places_of(before.pop())
    left = paper.taken_off(position, lambda board: board.pieces)
    removed = [Taken(square_index(*square), colour) for square, colour in left.items()]
    removed = [taken for taken in removed if taken.place != at.origin]
    if at.place is not None and square_of(at.place) not in position.pieces:
        removed.append(Taken(at.place, before.turn))
    return Effect(at, removed=tuple(removed), shrank=position.stage != before.stage)


def _phase(position: WatchYourBack) -> Phase:
    placing, stage = position.phase == "placing", position.stage
    board = stage_of(stage)
    shrinks = SHRINK_TURNS[stage] if stage < len(SHRINK_TURNS) else None
    placed = position.turns if placing else PLACING_TURNS
    in_hand = [PLACING_TURNS // 2 - (placed + 1 - player) // 2 for player in (0, 1)]
    zone = squares_of(ZONES[position.mover] & PLAYABLE[0]) if placing else []
    return Phase(
        name="placing" if placing else "moving",
        turns=position.turns,
        stage=stage,
        corners=board.corners,
        gone=board.gone,
        zone=tuple(square_index(x, y) for x, y in zone),
        to_place=dict(zip(position.colours, in_hand, strict=True)),
        shrinks_in=None if placing or shrinks is None else shrinks - position.turns,
    )

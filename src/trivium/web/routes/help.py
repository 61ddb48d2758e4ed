"""``/api/games/{id}/hints`` and ``…/warnings``: help for who plays against an agent."""

from __future__ import annotations

from fastapi import APIRouter

from trivium.web import messages as m
from trivium.web.describe.positions import describe_move, push
from trivium.web.routes.games import GameId
from trivium.web.speaking import Language, said
from trivium.web.state import Shared, State
from trivium.web.thinking.help import Help

router = APIRouter()


def _help(state: State) -> Help:
    return Help(state.searches, state.engines, state.warming)


@router.post("/games/{id}/hints", tags=["games"])
async def hint(id: GameId, wish: m.HelpRequest, state: Shared, language: Language) -> m.Hint:
    """What to look for now, the move that an engine would make, and why.

    For who is to move in a game against an agent, and for nobody else.
    """
    position = await (await state.lobby.find(id)).position_for_help(wish.tokens)
    found = await _help(state).hint(id, position)
    return m.Hint(
        ply=len(position.moves),
        idea=found.idea.said(language),
        move=describe_move(position, found.move),
        why=said(found.why, language),
    )


@router.post("/games/{id}/warnings", tags=["games"])
async def warn(id: GameId, wish: m.WarningRequest, state: Shared, language: Language) -> m.Warned:
    """Whether a move would be a blunder, and why; for the same as a hint."""
    position = await (await state.lobby.find(id)).position_for_help(wish.tokens)
    move = push(position.copy(), wish.move)
    found = await _help(state).warning(id, position, move)
    return m.Warned(
        ply=len(position.moves),
        move=describe_move(position, move),
        why=[] if found is None else said(found, language),
    )

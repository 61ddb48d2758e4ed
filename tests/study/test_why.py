"""What speaks against a move is nothing that one could be praised for."""

from __future__ import annotations

import pytest

from trivium.agents.experts import expert_of
from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES
from trivium.study.why import objections, reasons


@pytest.mark.parametrize("game", ["cachex", "watch-your-back"])
def test_no_praise_is_held_against_a_move(game: str) -> None:
    praise, praised = expert_of(game).explainer.praise, 0
    for seed in range(4):
        position, chance = GAMES[game].start(), RandomAgent(seed)
        for _ in range(30):
            move = chance.choose(position).move
            praised += any(saying.words in praise for saying in reasons(position, move))
            assert not {saying.words for saying in objections(position, [move.code])} & praise
            position.push(move)
            if position.is_over:
                break
    assert praised > 10

"""What a move is rewarded with: the result at the end, or what it changes in the score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.kernel.verbs import score

Rewards = Literal["result", "margin"]
"""1, 0 or -1 at the end of a game; or with each move whatever the score changes by."""


def check_rewards(rewards: str) -> None:
    """Raise `TriviumError` for rewards that there are not."""
    if rewards not in get_args(Rewards):
        raise TriviumError(f"Rewards are 'result' or 'margin', not '{rewards}'.")


def scoring(rewards: Rewards) -> Callable[[Position, Move], float]:
    """Return the function that makes a move and returns its reward for who began the game."""
    check_rewards(rewards)
    return _margin if rewards == "margin" else _result


def forfeited(start: Position, rewards: Rewards) -> float:
    """Return what a game is worth that is given up: as much as the worst that can come of it."""
    counted = rewards == "margin" and GAMES[start.game].margins
    return -float(len(start.layout().cells)) if counted else -1.0


def score_of_first(position: Position) -> int:
    """Return the score of the player who began the game."""
    return int(score(position.kernel)) * (1 if position.mover == 0 else -1)


def _margin(position: Position, move: Move) -> float:
    before = score_of_first(position)
    position.push(move)
    return float(score_of_first(position) - before)


def _result(position: Position, move: Move) -> float:
    position.push(move)
    if not position.is_over:
        return 0.0
    margin = score_of_first(position)
    return float((margin > 0) - (margin < 0))

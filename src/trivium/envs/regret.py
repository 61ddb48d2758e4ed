"""How far a policy is from perfect play: what its moves give away, by exact values.

>>> found = regret("random", "hexifence", "2", games=20, seed=1)
>>> found.per_game > 1, 0 < found.best_share < 1
(True, True)
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trivium.agents.agent import Agent
from trivium.arena.players import make_player
from trivium.envs.boards import Boards
from trivium.envs.encoding import Mask
from trivium.envs.exact import Teacher
from trivium.errors import TriviumError
from trivium.games.observation import Planes
from trivium.search.limits import Limit

Policy = Callable[[Planes, Mask], ArrayLike]
"""Takes observations and masks of many boards. Returns an action for each, or numbers for all
actions of each, of which the legal one with the highest is meant."""

AGENT_LIMIT = Limit(nodes=2_000)


@dataclass(frozen=True)
class Regret:
    """What a policy gave away in games against itself."""

    games: int
    moves: int
    """Those that counted: where there was a choice."""
    per_move: float
    """What a move gives away, on average: cells of the margin; where games have none, 1 for a win
    that becomes a draw and 2 for one that becomes a loss."""
    per_game: float
    """The same for all moves of a game, of both sides."""
    best_share: float
    """The share of the moves that give nothing away."""
    blunder_share: float
    """The share of the moves that turn a win into something less, or a draw into a loss."""

    def __str__(self) -> str:
        return (
            f"{self.per_game:.2f} given away a game, {self.per_move:.3f} a move; "
            f"{self.best_share:.1%} of the moves are best, {self.blunder_share:.1%} are blunders "
            f"({self.games} games, {self.moves} moves)"
        )


def regret(
    policy: Policy | str,
    game: str,
    size: str | None = None,
    *,
    games: int = 200,
    seed: int = 0,
    random_moves: int = 4,
    teacher: Teacher | None = None,
) -> Regret:
    """Let a policy, or an agent by its description, play itself; compare with perfect play.

    The games begin with so many random moves, which do not count, so that they differ. Nor do
    moves count where there is only one. Needs a board whose exact values can be found.
    """
    if games < 1:
        raise TriviumError(f"There must be at least one game, not {games}.")
    teacher = teacher or Teacher()
    lost: list[float] = []
    blunders = 0
    with Boards(game, size, games, seed=seed) as boards:
        choose = _agents(policy, boards, seed) if isinstance(policy, str) else _masked(policy)
        going_on = np.ones(games, np.bool_)
        step = 0
        while going_on.any():
            if step < random_moves:
                actions = boards.random_actions()
            else:
                actions = choose(boards)
                for board in np.flatnonzero(going_on & (boards.masks.sum(axis=1) > 1)).tolist():
                    values = teacher.move_values(boards.position(board))
                    best, chosen = float(np.nanmax(values)), float(values[actions[board]])
                    lost.append(best - chosen)
                    blunders += np.sign(chosen) < np.sign(best)
            boards.step(actions)
            going_on &= ~boards.terminated
            step += 1
    given = np.array(lost)
    return Regret(
        games,
        len(given),
        per_move=float(given.mean()) if len(given) else 0.0,
        per_game=float(given.sum()) / games,
        best_share=float((given == 0).mean()) if len(given) else 1.0,
        blunder_share=blunders / max(len(given), 1),
    )


def _masked(policy: Policy) -> Callable[[Boards], NDArray[np.int64]]:
    """Return what asks a policy; numbers for all actions become the best legal action."""

    def choose(boards: Boards) -> NDArray[np.int64]:
        answer = np.asarray(policy(boards.observations, boards.masks))
        if answer.shape == boards.masks.shape:
            answer = np.where(boards.masks, answer, -np.inf).argmax(axis=1)
        return answer.astype(np.int64)

    return choose


def _agents(description: str, boards: Boards, seed: int) -> Callable[[Boards], NDArray[np.int64]]:
    """Return what asks an agent, one for each board."""
    dice = random.Random(seed)
    game = boards.encoding.game
    agents: list[Agent] = [
        make_player(description, game, dice.randrange(2**31)) for _ in range(boards.count)
    ]

    def choose(boards: Boards) -> NDArray[np.int64]:
        positions = (boards.position(board) for board in range(boards.count))
        moves = (
            agent.choose(position, AGENT_LIMIT).move.code
            for agent, position in zip(agents, positions, strict=True)
        )
        return np.fromiter(moves, np.int64, boards.count)

    return choose

"""How far a policy is from perfect play: what its moves give away, by exact values.

>>> found = regret("random", "hexifence", "2", games=20, seed=1)
>>> found.per_game > 1, 0 < found.best_share < 1
(True, True)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trivium.agents.agent import Forfeit
from trivium.arena.players import make_player
from trivium.envs.boards import Boards, checked_actions
from trivium.envs.encoding import Mask
from trivium.envs.exact import Teacher
from trivium.errors import TriviumError
from trivium.games.observation import Planes
from trivium.games.position import Position
from trivium.search.limits import Limit

Policy = Callable[[Planes, Mask], ArrayLike]
"""Takes observations and masks of many boards. Returns an action for each, or numbers for all
actions of each, of which the legal one with the highest is meant."""

Choices = Iterator[tuple[Position, int]]
"""Positions in which there was a choice, each with the action that was taken."""

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
        if isinstance(policy, str):
            choices = _of_agent(policy, boards, random_moves, seed)
        else:
            choices = _of_policy(policy, boards, random_moves)
        for position, action in choices:
            values = teacher.move_values(position)
            best, chosen = float(np.nanmax(values)), float(values[action])
            lost.append(best - chosen)
            blunders += np.sign(chosen) < np.sign(best)
    given = np.array(lost)
    return Regret(
        games,
        len(given),
        per_move=float(given.mean()) if len(given) else 0.0,
        per_game=float(given.sum()) / games,
        best_share=float((given == 0).mean()) if len(given) else 1.0,
        blunder_share=blunders / max(len(given), 1),
    )


def _of_policy(policy: Policy, boards: Boards, random_moves: int) -> Choices:
    """Let a policy play on all boards at once."""
    going_on = np.ones(boards.count, np.bool_)
    step = 0
    while going_on.any():
        if step < random_moves:
            boards.step(boards.random_actions())
        else:
            actions = _actions(policy, boards)
            counting = np.flatnonzero(going_on & (boards.masks.sum(axis=1) > 1)).tolist()
            positions = [boards.position(board) for board in counting]
            boards.step(actions)  # which refuses what is not legal
            yield from zip(positions, actions[counting].tolist(), strict=True)
        going_on &= ~boards.terminated
        step += 1


def _actions(policy: Policy, boards: Boards) -> NDArray[np.int64]:
    """Ask a policy; numbers for all actions become the best legal action."""
    answer = np.asarray(policy(boards.observations, boards.masks))
    if answer.shape == boards.masks.shape:
        best: NDArray[np.int64] = np.where(boards.masks, answer, -np.inf).argmax(axis=1)
        return best
    return checked_actions(answer, boards.count)


def _of_agent(description: str, boards: Boards, random_moves: int, seed: int) -> Choices:
    """Let an agent play one game after the other, as a match would: one for each side."""
    encoding, dice = boards.encoding, random.Random(seed)
    for opening in _openings(boards, random_moves):
        players = [make_player(description, encoding.game, dice.randrange(2**31)) for _ in range(2)]
        position = encoding.start()
        for action in opening:
            position.push(encoding.move(action))
        try:
            while not position.is_over:
                move = players[position.mover].choose(position.copy(), AGENT_LIMIT).move
                if len(position.legal_moves) > 1:
                    yield position, move.code
                position.push(move)
        except Forfeit as fault:
            raise TriviumError(f"{description} lost a game by its own fault: {fault}.") from None
        finally:
            for player in players:
                player.finish(position)


def _openings(boards: Boards, random_moves: int) -> list[list[int]]:
    """Return so many random actions for each board, fewer where the game ends before."""
    openings: list[list[int]] = [[] for _ in range(boards.count)]
    going_on = np.ones(boards.count, np.bool_)
    for _ in range(random_moves):
        actions = boards.random_actions()
        for board in np.flatnonzero(going_on).tolist():
            openings[board].append(int(actions[board]))
        boards.step(actions)
        going_on &= ~boards.terminated
    return openings

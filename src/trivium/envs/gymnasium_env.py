"""Every game as an environment of Gymnasium: one side learns, an agent plays the other.

>>> env = Learner("hexifence", size="2", opponent="random", seat="first")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((6, 7, 7), 30)

They are also registered: ``gymnasium.make("trivium.envs.gymnasium_env:Trivium/Cachex-v0")``.
"""

from __future__ import annotations

from operator import index
from typing import Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from trivium.agents.agent import Agent, Forfeit
from trivium.arena.players import make_player
from trivium.envs.encoding import Encoding, Mask
from trivium.envs.rewards import Rewards, forfeited, scoring
from trivium.errors import IllegalMove, TriviumError
from trivium.extras import brought_by
from trivium.games.catalogue import GAMES
from trivium.games.observation import Planes
from trivium.games.pictures import pixels_of
from trivium.search.limits import Limit

with brought_by("trivium[rl]"):
    import gymnasium
    from gymnasium import spaces

__all__ = [
    "Learner",
    "Seat",
]

Seat = Literal["first", "second", "either"]
"""Which side the learner plays; either means that it changes by chance from game to game."""

PICTURE_WIDTH = 480
THINKING = Limit(seconds=0.1)
"""What the opponent may take for a move, unless its level says less."""

_SEEDS = 2**31 - 1


class Learner(gymnasium.Env[Planes, np.int64]):
    """A game against any agent, from the point of view of the side that learns.

    The observation is the planes; which actions are legal is told by ``info["action_mask"]`` and
    by the method `action_masks`. An illegal action loses the game at once, with
    ``info["illegal"]``, and is paid like the worst that can come of a game. A step ends when the
    learner is to move again or the game is over, so a reward covers the opponent's moves as well.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        size: str | None = None,
        opponent: str = "level1",
        *,
        seat: Seat = "either",
        rewards: Rewards = "result",
        move_limit: int | None = None,
        limit: Limit = THINKING,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        """Set up games against `opponent`, who is described as on the command line.

        `seat` says who begins; with "either" a coin decides before each game.
        """
        if seat not in get_args(Seat):
            raise TriviumError(f"The seat is 'first', 'second' or 'either', not '{seat}'.")
        self.encoding = Encoding(game, size, move_limit)
        self.opponent = opponent
        make_player(opponent, self.encoding.game)  # says now what is wrong with it
        self.observation_space = spaces.Box(0.0, 1.0, self.encoding.shape, np.float32)
        self.action_space = spaces.Discrete(self.encoding.actions)
        self.render_mode = render_mode
        self._seat = seat
        self._scoring = scoring(rewards)
        self._forfeited = forfeited(self.encoding.start(), rewards)
        self._limit = limit
        self.position = self.encoding.start()
        self.player = 0
        """0 if the learner began the game that goes on, else 1."""
        self._rival: Agent | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Begin a game; return the observation when the learner is to move for the first time."""
        super().reset(seed=seed)
        self._dismiss()
        self.position = self.encoding.start()
        coin = int(self.np_random.integers(2))
        self.player = {"first": 0, "second": 1, "either": coin}[self._seat]
        game_seed = int(self.np_random.integers(_SEEDS))
        self._rival = make_player(self.opponent, self.encoding.game, game_seed)
        self._let_rival_move()
        return self._shown(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the opponent answer."""
        if self.position.is_over or self._rival is None:
            raise TriviumError("The game is over, or has not begun: call reset() first.")
        number = index(action)
        if not 0 <= number < self.encoding.actions:
            most = self.encoding.actions - 1
            raise IllegalMove(f"{number} is no action; they go from 0 to {most}.")
        if not self.action_masks()[number]:
            self._dismiss()
            return self._shown(), self._forfeited, True, False, self._info(illegal=True)
        reward = self._scoring(self.position, self.encoding.move(number))
        told: dict[str, Any] = {}
        try:
            reward += self._let_rival_move()
        except Forfeit as fault:
            self._dismiss()
            reward = -self._forfeited * (1 if self.player == 0 else -1)
            told = {"forfeit": str(fault)}
        over = self.position.is_over or bool(told)
        if over:
            self._dismiss()
        gain = reward if self.player == 0 else -reward
        return self._shown(), gain, over, False, self._info(**told)

    def action_masks(self) -> Mask:
        """Return which actions are legal, under the name that learners of masked policies ask."""
        return self.encoding.mask(self.position)

    def render(self) -> Any:
        """Return the board as text or as pixels, as the environment was told."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return f"{self.position.terminal().plain}\n{self.position.status()}\n"
        picture: NDArray[np.uint8] = pixels_of(self.position.svg(), PICTURE_WIDTH)
        return picture

    def close(self) -> None:
        """End the opponent."""
        self._dismiss()

    def _let_rival_move(self) -> float:
        """Let the opponent move as long as it is to; return the rewards for who began."""
        reward = 0.0
        while not self.position.is_over and self.position.mover != self.player:
            assert self._rival is not None
            move = self._rival.choose(self.position, self._limit).move
            reward += self._scoring(self.position, move)
        return reward

    def _dismiss(self) -> None:
        if self._rival is not None:
            self._rival.finish(self.position)
            self._rival = None

    def _shown(self) -> Planes:
        return self.encoding.observe(self.position, self.player)

    def _info(self, **more: object) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), **more}


def environment_id(game: str) -> str:
    """Return the name under which Gymnasium knows a game: ``Trivium/WatchYourBack-v0``."""
    words = game.replace("-and-", "-And-").split("-")
    return f"Trivium/{''.join(word.capitalize() for word in words)}-v0"


for _name in GAMES:
    gymnasium.register(
        environment_id(_name),
        entry_point="trivium.envs.gymnasium_env:Learner",
        kwargs={"game": _name},
    )

"""Every game as an environment of PettingZoo: two agents that move in turn (AEC).

>>> env = pettingzoo_env("dots-and-boxes", size="2x2")
>>> env.reset(seed=1)
>>> env.agent_selection, int(env.observe("player_0")["action_mask"].sum())
('player_0', 12)
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from trivium.envs.encoding import Encoding, Mask
from trivium.envs.rewards import Rewards, forfeited, scoring
from trivium.extras import brought_by
from trivium.games.observation import Planes
from trivium.games.pictures import pixels_of

with brought_by("trivium[rl]"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

__all__ = [
    "RenderMode",
    "TwoPlayers",
    "pettingzoo_env",
]

RenderMode = Literal["ansi", "rgb_array"]
"""How positions are drawn: as text, or as an array of rows, columns and colours."""
PICTURE_WIDTH = 480


def pettingzoo_env(
    game: str,
    size: str | None = None,
    *,
    rewards: Rewards = "result",
    move_limit: int | None = None,
    render_mode: RenderMode | None = None,
) -> AECEnv:
    """Return the environment of a game, with PettingZoo's usual guards around it.

    An illegal action loses the game, and is paid like the worst that can come of one. `rewards`
    are as those of `trivium.envs.boards.Boards`.
    """
    encoding = Encoding(game, size, move_limit)
    env: Any = TwoPlayers(encoding, rewards, render_mode)
    lost = forfeited(encoding.start(), rewards)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=lost)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class TwoPlayers(AECEnv):  # type: ignore[misc]  # it is typed by nobody
    """A game between two agents, ``player_0``, who begins, and ``player_1``.

    An observation is a dictionary: ``observation``, the planes from the point of view of the
    agent, and ``action_mask``, which is empty for the agent that is not to move. In Hexifence and
    Dots-and-Boxes the same agent may be selected several times in a row.
    """

    def __init__(
        self,
        encoding: Encoding,
        rewards: Rewards = "result",
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.encoding = encoding
        self.metadata = {
            "render_modes": ["ansi", "rgb_array"],
            "name": f"trivium_{encoding.game}_v0",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self._scoring = scoring(rewards)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, encoding.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents
        }
        self.position = encoding.start()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what observations of an agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what actions of an agent look like."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. There is no chance in it, so a seed changes nothing."""
        self.position = self.encoding.start()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.mover]

    def observe(self, agent: str) -> dict[str, Planes | NDArray[np.int8]]:
        """Return what an agent sees."""
        player = self.possible_agents.index(agent)
        mask: Mask = np.zeros(self.encoding.actions, np.bool_)
        if player == self.position.mover:
            mask = self.encoding.mask(self.position)
        return {
            "observation": self.encoding.observe(self.position, player),
            "action_mask": mask.astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        """Make the selected agent's move; for an agent whose game is over, nothing but None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        gain = self._scoring(self.position, self.encoding.move(action))
        over = self.position.is_over
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, (gain, -gain), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.agent_selection = self.possible_agents[self.position.mover]
        self._accumulate_rewards()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text or as pixels, as the environment was told."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return f"{self.position.terminal().plain}\n{self.position.status()}\n"
        return pixels_of(self.position.svg(), PICTURE_WIDTH)

    def close(self) -> None:
        """Nothing is held."""

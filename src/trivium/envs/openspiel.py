"""Every game as a game of OpenSpiel, with its sizes as parameters.

``register()`` makes them known to ``pyspiel``: ``pyspiel.load_game("trivium_cachex(size=5)")``.
The parameters are `size`, `move_limit` (Watch Your Back! knows no end of its own) and `margin`:
whether a game is worth the margin of cells, where there is one, or 1, 0 and -1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trivium.envs.encoding import DRAWN_AFTER, Encoding
from trivium.envs.rewards import score_of_first
from trivium.extras import brought_by
from trivium.games.catalogue import GAMES
from trivium.games.game import Game
from trivium.games.observation import Planes
from trivium.games.position import Position
from trivium.kernel.verbs import most_left

with brought_by("open_spiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

__all__ = [
    "OpenSpielGame",
    "OpenSpielState",
    "openspiel_name",
    "register",
]

PREFIX = "trivium_"


def openspiel_name(game: str) -> str:
    """Return what OpenSpiel calls a game."""
    return PREFIX + game.replace("-", "_")


def register() -> None:
    """Make all games known to ``pyspiel``; those that are known already stay as they are."""
    known = set(pyspiel.registered_names())
    for game in GAMES.values():
        if openspiel_name(game.name) not in known:
            pyspiel.register_game(_game_type(game), _maker(game))


def _maker(game: Game) -> Any:
    """Return the class that OpenSpiel makes games of."""
    name = "".join(word.capitalize() for word in game.name.split("-"))
    return type(f"{name}Game", (OpenSpielGame,), {"trivium_game": game})


def _game_type(game: Game) -> Any:
    # OpenSpiel reads "5" as a number, and takes nothing else where the default is one.
    size = game.default_size
    parameters: dict[str, Any] = {"size": int(size) if size.isdecimal() else size}
    if game.margins:
        parameters["margin"] = False
    if game.start().with_move_limit(DRAWN_AFTER).move_limit is not None:
        parameters["move_limit"] = DRAWN_AFTER
    return pyspiel.GameType(
        short_name=openspiel_name(game.name),
        long_name=f"{game.title} (Trivium)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # it is typed by nobody
    """One game and size, as OpenSpiel sees it."""

    trivium_game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, given = self.trivium_game, params or {}
        size = str(given.get("size", game.default_size))
        self.encoding = Encoding(game.name, size, given.get("move_limit"))
        self.counts_margin = bool(given.get("margin", False))
        start = self.encoding.start()
        most = len(start.layout().cells) if self.counts_margin else 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=float(-most),
            max_utility=float(most),
            utility_sum=0.0,
            max_game_length=int(most_left(start.kernel)),
        )
        super().__init__(_game_type(game), info, given)

    def new_initial_state(self, state: Any = None) -> OpenSpielState:
        """Return the state at the start of a game."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what observes states of this game."""
        public = iig_obs_type is None or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        )
        if public:
            return PlanesObserver(self.encoding)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel sees it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.counts_margin = game.counts_margin
        self.position: Position = game.encoding.start()

    def current_player(self) -> Any:
        """Return the player to move."""
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else self.position.mover

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(move.code for move in self.position.legal_moves)

    def _apply_action(self, action: int) -> None:
        self.position.push(self.position.move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.position.move(action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return what the game was worth to the players; nothing before its end."""
        margin = score_of_first(self.position) if self.position.is_over else 0
        worth = float(margin if self.counts_margin else np.sign(margin))
        return [worth, 0.0 - worth]  # a 0 without a sign

    def __str__(self) -> str:
        return f"{self.position.terminal().plain}\n{self.position.status()}"


class PlanesObserver:
    """Shows states as planes, for OpenSpiel's observers."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.tensor = np.zeros(int(np.prod(encoding.shape)), np.float32)
        self.dict: dict[str, Planes] = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what a player sees."""
        self.dict["observation"][...] = self._encoding.observe(state.position, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return what a player sees as text."""
        return str(state)

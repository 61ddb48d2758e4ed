"""One description of positions as arrays, for every game and size.

An *action* is the number of a move, the same in all positions of a size. An *observation* is the
planes that `trivium.games.observation` speaks of, a *mask* says which actions are legal.

>>> encoding = Encoding("hexifence", "2")
>>> encoding.actions, encoding.shape, list(encoding.planes)[:3]
(30, (6, 7, 7), ['free', 'claimed', 'own'])
>>> position = encoding.start()
>>> int(encoding.mask(position).sum()), encoding.observe(position).dtype
(30, dtype('float32'))
>>> encoding.move(3)
Move(code=3, text='d1', action=(0, 3))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trivium.errors import IllegalMove
from trivium.games.catalogue import find_game
from trivium.games.moves import Move
from trivium.games.observation import Planes, observe
from trivium.games.position import Position
from trivium.kernel.verbs import move_codes

Mask = NDArray[np.bool_]

DRAWN_AFTER = 200
"""Turns of the moving phase after which a game of Watch Your Back! is a draw, unless one says
otherwise: its own rules know no such end, and learning needs one."""


@dataclass(frozen=True, eq=False)
class ArraySymmetry:
    """A symmetry of the board, for actions and observations."""

    name: str
    swaps_players: bool
    """Whether the image has the other player to move, with the colours exchanged."""
    actions: NDArray[np.int64]
    """The image of every action."""
    squares: NDArray[np.int64]
    """The image of every square of the planes, row by row."""

    def of_observation(self, observation: Planes) -> Planes:
        """Return the image of one observation, or of an array of them."""
        flat = observation.reshape(*observation.shape[:-2], -1)
        image = np.empty_like(flat)
        image[..., self.squares] = flat
        return image.reshape(observation.shape)

    def of_actions(self, numbers: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return the image of a mask, of probabilities, or of whatever has one for each action."""
        image = np.empty_like(numbers)
        image[..., self.actions] = numbers
        return image


class Encoding:
    """Positions of one game and size as arrays."""

    def __init__(self, game: str, size: str | None = None, move_limit: int | None = None) -> None:
        found = find_game(game)
        self.game = found.name
        limit = DRAWN_AFTER if move_limit is None else move_limit
        self._start = found.start(size).with_move_limit(limit)
        self.size = self._start.size
        self.move_limit = self._start.move_limit
        """After how many turns a game is a draw; None where the rules know an end of their own."""
        self.colours = found.colours
        self.actions = int(move_codes(self._start.kernel))
        """The number of actions; some may never be legal."""
        observation = self._start.observation()
        self.places = observation.places
        self.shape = observation.shape
        """Planes, rows and columns of an observation."""
        self.planes: Mapping[str, str] = dict(observation.planes)
        """The planes in their order, with what they show."""
        self._from_other_side = _from_other_side(list(self.planes))

    def __repr__(self) -> str:
        return f"Encoding({self.game!r}, {self.size!r})"

    def start(self) -> Position:
        """Return the start position."""
        return self._start.copy()

    def limited(self, position: Position) -> Position:
        """Return a position under the limit of moves, unless it has one of its own."""
        if position.move_limit is not None:
            return position
        return position.with_move_limit(self.move_limit)

    def observe(self, position: Position, player: int | None = None) -> Planes:
        """Return the planes of a position, for the player to move or for the given one.

        Player 0 is the one who began the game.
        """
        planes = np.empty(self.shape, np.float32)
        observe(position.kernel, self.places, planes.reshape(len(self.planes), -1))
        return planes if player in (None, position.mover) else planes[self._from_other_side]

    def mask(self, position: Position) -> Mask:
        """Return which actions are legal; none if the game is over."""
        mask = np.zeros(self.actions, np.bool_)
        mask[[move.code for move in position.legal_moves]] = True
        return mask

    def move(self, action: int) -> Move:
        """Return the move that an action is; raises `IllegalMove` if it is none."""
        move = self._start.all_moves.get(int(action))
        if move is None:
            raise IllegalMove(
                f"{action} is no action of {self.game} {self.size}; "
                f"they go from 0 to {self.actions - 1}, and not all are moves."
            )
        return move

    def action(self, move: Move | str) -> int:
        """Return the action of a move, or of what a person calls it."""
        return (self._start.read_move(move) if isinstance(move, str) else move).code

    def symmetries(self, position: Position | None = None) -> tuple[ArraySymmetry, ...]:
        """Return the symmetries of the board, the identity first.

        In Watch Your Back! they depend on the phase that a position is in.
        """
        observation = (position or self._start).observation()
        return tuple(
            ArraySymmetry(
                symmetry.name,
                symmetry.swaps_players,
                np.array(symmetry.images, np.int64),
                squares,
            )
            for symmetry, squares in observation.symmetries
        )


def _from_other_side(planes: list[str]) -> list[int]:
    """Return the planes in the order in which the other player sees them.

    What is called "own" for one is called "theirs" or "their" for the other.
    """
    partner: dict[str, str] = {}
    for name in planes:
        if name.startswith("own"):
            other = "theirs" if name == "own" else name.replace("own", "their", 1)
            partner |= {name: other, other: name}
    return [planes.index(partner.get(name, name)) for name in planes]

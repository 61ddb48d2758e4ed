"""Steering for the control: the move that wins the fight for it, if that can be seen in time.

Where there is something to take, the question is asked about what is left once all is taken.
Whoever moves next there and wins takes it all; else he leaves the last cells to the opponent,
who then has to move there himself.
"""

from __future__ import annotations

from dataclasses import dataclass

from trivium.games.hexifence.edge_sets import rings_of
from trivium.games.hexifence.features import capture_all, features
from trivium.games.hexifence.geometry import hexagon
from trivium.games.hexifence.rules import Fences, start
from trivium.games.hexifence.safety import count_safe
from trivium.games.hexifence.tactics import next_capture
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import over, play
from trivium.search.limits import Limit
from trivium.search.running import own_copy
from trivium.solve.control import Control

_REACH = 24
"""With more safe edges than this the fight is hardly ever seen to its end."""


@dataclass(frozen=True)
class Steering:
    """A move that wins the fight for control, if one is known, and the nodes that took."""

    edge: int | None
    nodes: int


NOWHERE = Steering(None, 0)


def steer(control: Control, position: Fences, limit: Limit) -> Steering:
    """Return a move that wins the fight for control, if one is found within the limit."""
    kernel = own_copy(position)
    capture = None
    if (kernel.open_edges == 1).any():
        capture = next_capture(features(kernel))
        take_everything(kernel)
    if over(kernel) or count_safe(kernel) > _REACH:
        return NOWHERE
    fight = control.fight(kernel, limit)
    edge = fight.edge
    if capture is not None and fight.won is not None:
        hands_out = not fight.won and capture.handout is not None
        edge = capture.handout if hands_out else capture.edge
    return Steering(edge, fight.nodes)


@compiled
def take_everything(position: Fences) -> None:
    """Play captures until there is none."""
    capture_all(position, rings_of(position))


def compile_first() -> None:
    """Compile what there is to compile, by a look at a cell that can be taken."""
    board = hexagon(2)
    kernel = start(board)
    for edge in board.cell_edges[0][1:]:
        play(kernel, edge)
    steer(Control(board, megabytes=0), kernel, Limit(nodes=1))

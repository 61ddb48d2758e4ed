"""The way down the tree of Monte Carlo search: which child to visit, and new children.

UCT: the child with the best mean result plus an exploration term, and the mean may be mixed with
that of all moves as first (RAVE) and with what a move promises (progressive bias).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trivium.kernel.chance import Chance, below
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.verbs import final, legal, mover, over, play, promise
from trivium.search.mcts_memory import (
    BIAS,
    DEEPEST,
    EXPAND_AFTER,
    EXPLORATION,
    HOPELESS,
    RAVE,
    ROOT,
    USED,
    SimulationMemory,
    Tree,
    reset_node,
    settled,
)


@compiled
def expand(position: Any, tree: Tree, memory: SimulationMemory, node: int, chance: Chance) -> bool:
    """Give a leaf its children, in the order in which they are to be tried first.

    That is a random order, or by `promise` if it is used. Return False, and do nothing, where
    the memory is full.
    """
    moves, used = memory.moves, memory.counters[USED]
    if used + len(moves) > len(tree.first):
        return False
    count = legal(position, moves)
    for index in range(count):
        other = index + below(chance, count - index)
        move = moves[other]
        moves[other] = moves[index]
        reset_node(tree, used + index, node, move)
        if memory.options[BIAS] != 0.0:
            tree.prior[used + index] = promise(position, move)
    if memory.options[BIAS] != 0.0:
        sort_by_prior(tree, used, count)
    tree.first[node] = used
    tree.children[node] = count
    tree.mover[node] = mover(position)
    memory.counters[USED] = used + count
    return True


@compiled
def sort_by_prior(tree: Tree, first: int, count: int) -> None:
    """Sort new siblings, the highest prior first."""
    for child in range(first + 1, first + count):
        move, prior = tree.move[child], tree.prior[child]
        place = child
        while place > first and tree.prior[place - 1] < prior:
            tree.move[place] = tree.move[place - 1]
            tree.prior[place] = tree.prior[place - 1]
            place -= 1
        tree.move[place] = move
        tree.prior[place] = prior


@inlined
def most_urgent(tree: Tree, memory: SimulationMemory, node: int) -> int:
    """Return the child to visit next; the node must have children and not be settled.

    Children of which nothing is known come first, in their order; then the highest appeal plus
    exploration term.
    """
    explore = memory.options[EXPLORATION] * np.sqrt(np.log(tree.visits[node] + 1.0))
    first = int(tree.first[node])
    best = first
    highest = 2.0 * HOPELESS
    for child in range(first, first + tree.children[node]):
        urgency = tree.appeal[child] + explore * tree.doubt[child]
        if urgency > highest:
            best, highest = child, urgency
    return best


@inlined
def judge(tree: Tree, memory: SimulationMemory, node: int) -> None:
    """Bring appeal and doubt of a node up to date; what is hopeless remains so.

    The appeal is the mean result, mixed with that of all moves as first if RAVE is used, plus
    the bias.
    """
    if tree.appeal[node] == HOPELESS:
        return
    options = memory.options
    visits = float(tree.visits[node])
    mean = tree.total[node] / max(visits, 1.0)
    others = float(tree.rave_visits[node])
    if others > 0.0:
        weight = np.sqrt(options[RAVE] / (3.0 * visits + options[RAVE]))
        mean += weight * (tree.rave_total[node] / others - mean)
    tree.appeal[node] = mean + options[BIAS] * tree.prior[node] / (visits + 1.0)
    tree.doubt[node] = 1.0 / np.sqrt(max(visits, 1.0))


@inlined
def descend(position: Any, tree: Tree, memory: SimulationMemory, chance: Chance) -> int:
    """Walk from the root to a leaf, making the moves on the position; return the depth.

    A leaf that has been visited often enough gets children on the way, and the bounds of one
    where the game is over are set.
    """
    node = ROOT
    depth = 0
    while depth < DEEPEST and not settled(tree, node):
        if tree.children[node] == 0:
            if over(position):
                value = final(position) if mover(position) == 0 else -final(position)
                tree.low[node] = value
                tree.high[node] = value
                break
            if tree.visits[node] < memory.options[EXPAND_AFTER] and node != ROOT:
                break
            if not expand(position, tree, memory, node, chance):
                break
        node = most_urgent(tree, memory, node)
        play(position, tree.move[node])
        depth += 1
        memory.path[depth] = node
    return depth

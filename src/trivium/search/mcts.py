"""Monte Carlo tree search over the verbs: UCT, with RAVE, progressive bias and proofs.

A simulation walks down the tree (`mcts_memory`, `mcts_selection`) on the position itself, plays at
random from the leaf on a scratch position, takes its moves back and tells the nodes on its path
the result.

Results are numbers from 0 to 1. The total of a node is from the point of view of the player who
chose to go there, the mover of its parent: the one who compares it with its siblings. Movers
need not alternate. A child that is proven, or that cannot be better than what its parent has for
certain, is not visited again.
"""

from __future__ import annotations

from typing import Any

from trivium.kernel.borrowing import borrowed
from trivium.kernel.chance import Chance
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.verbs import play_out, undo
from trivium.search.mcts_memory import (
    RAVE,
    ROOT,
    SIMULATION_LIMIT,
    SIMULATIONS,
    STAMP,
    SimulationMemory,
    Tree,
    as_share,
    dismiss,
    narrow,
    proven_outcome,
    settled,
)
from trivium.search.mcts_selection import descend, expand, judge


@inlined
def stopped(memory: SimulationMemory) -> bool:
    """Return whether the search has been told to stop or has used up its simulations."""
    counters = memory.counters
    return memory.stop[0] != 0 or counters[SIMULATIONS] >= counters[SIMULATION_LIMIT]


@compiled
def back_up(tree: Tree, memory: SimulationMemory, depth: int, result: float) -> None:
    """Add a result, from player 0's point of view, to the nodes of the path.

    On its way up it is kept within the bounds of each node: who has a sure draw there and tries
    something else has lost nothing by it.
    """
    path = memory.path
    narrowing = settled(tree, path[depth])
    for ply in range(depth, 0, -1):
        node, parent = path[ply], path[ply - 1]
        result = max(result, as_share(tree.low[node]))
        result = min(result, as_share(tree.high[node]))
        tree.visits[node] += 1
        tree.total[node] += result if tree.mover[parent] == 0 else 1.0 - result
        judge(tree, memory, node)
        if narrowing:
            if settled(tree, node):
                dismiss(tree, node)
            narrowing = narrow(tree, parent)
    tree.visits[ROOT] += 1


@compiled
def back_up_moves(
    tree: Tree, memory: SimulationMemory, depth: int, moves: int, result: float
) -> None:
    """Add a result to the all-moves-as-first statistics along the path.

    Going backwards through the simulation, `first_by` always says who is the first to make a
    move from there on.
    """
    first_by, path = memory.first_by, memory.path
    memory.counters[STAMP] += 1
    stamp = 2 * memory.counters[STAMP]
    for index in range(moves - 1, -1, -1):
        first_by[memory.line[index] >> 1] = stamp + (memory.line[index] & 1)
    for ply in range(depth - 1, -1, -1):
        node = path[ply]
        player = tree.mover[node]
        first_by[tree.move[path[ply + 1]]] = stamp + player
        gain = result if player == 0 else 1.0 - result
        first = tree.first[node]
        for child in range(first, first + tree.children[node]):
            if first_by[tree.move[child]] == stamp + player:
                tree.rave_visits[child] += 1
                tree.rave_total[child] += gain
                judge(tree, memory, child)


@inlined
def simulate(
    position: Any, scratch: Any, tree: Tree, memory: SimulationMemory, chance: Chance
) -> None:
    """Run one simulation; the root must not be settled. Leaves the position as it was."""
    depth = descend(position, tree, memory, chance)
    leaf = memory.path[depth]
    moves = 0
    if settled(tree, leaf):
        outcome = proven_outcome(tree, leaf)
    else:
        moves, outcome = play_out(position, scratch, chance, memory.line)
    result = as_share(outcome)
    for _ in range(depth):
        undo(position)
    back_up(tree, memory, depth, result)
    if memory.options[RAVE] != 0.0:
        back_up_moves(tree, memory, depth, moves, result)
    memory.counters[SIMULATIONS] += 1


@compiled
def run(position: Any, scratch: Any, tree: Tree, memory: SimulationMemory, chance: Chance) -> None:
    """Simulate until stopped or until the root, where the game must not be over, is settled.

    The root has children afterwards in any case.
    """
    position, scratch = borrowed(position), borrowed(scratch)
    tree, memory = borrowed(tree), borrowed(memory)
    if tree.children[ROOT] == 0:
        expand(position, tree, memory, ROOT, chance)
    while not stopped(memory) and not settled(tree, ROOT):
        simulate(position, scratch, tree, memory, chance)

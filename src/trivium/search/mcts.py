"""Monte Carlo tree search over the verbs: UCT, with RAVE, progressive bias and proofs.

The tree lives in arrays that are allocated once. The children of a node are made all together
and stand side by side, always behind their parent. A simulation walks down the tree on the
position itself, plays at random from the leaf on a scratch position, and takes its moves back.

Results are numbers from 0 to 1. The total of a node is from the point of view of the player who
chose to go there, the mover of its parent: the one who compares it with its siblings. Movers
need not alternate.

Each node also has bounds of its true value (`final`, from player 0's point of view), as in
score-bounded Monte Carlo search. They begin infinitely wide and are narrowed from ended games
upwards. A child that is proven, or that cannot be better than what its parent has for certain,
is not visited again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.chance import Chance, below
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.verbs import (
    final,
    legal,
    most_moves,
    move_codes,
    mover,
    over,
    play,
    play_out,
    promise,
    undo,
)
from trivium.search.running import StopFlag

DEEPEST = 400
"""No path in the tree is longer than this; every game can take back more moves."""

INFINITE = 2_000_000
"""Beyond every value."""

ROOT = 0
NO_NODE = -1

# Places in `Work.options`
EXPLORATION = 0
"""The constant c of UCT."""
RAVE = 1
"""How many visits weigh as much as the all-moves-as-first statistics; 0 for no RAVE."""
BIAS = 2
"""The weight of `promise` in the choice of a child; it fades with its visits."""
EXPAND_AFTER = 3
"""The visits of a leaf after which it gets children."""
OPTION_COUNT = 4

# Places in `Work.counters`
SIMULATIONS = 0
SIMULATION_LIMIT = 1
USED = 2
"""The nodes of the tree."""
STAMP = 3
"""The number of the current simulation, never reset: it marks the moves made in it."""
COUNTER_COUNT = 4


class Tree(NamedTuple):
    """The nodes; node `ROOT` is the root."""

    parent: NDArray[np.int32]
    first: NDArray[np.int32]
    """The first child; the others follow it."""
    children: NDArray[np.int32]
    """The number of children; 0 for a leaf."""
    move: NDArray[np.int32]
    """The move that leads here."""
    mover: NDArray[np.int32]
    """Who is to move here; set when the node gets children."""
    visits: NDArray[np.int32]
    total: NDArray[np.float64]
    """The sum of the results, for the mover of the parent."""
    rave_visits: NDArray[np.int32]
    """Simulations through the parent in which its mover was the first to make this move."""
    rave_total: NDArray[np.float64]
    prior: NDArray[np.float32]
    low: NDArray[np.int32]
    """At least this is the value for player 0."""
    high: NDArray[np.int32]
    """At most this is the value for player 0."""
    appeal: NDArray[np.float32]
    """How good a node looks to the mover of its parent, kept up to date for the choice."""
    doubt: NDArray[np.float32]
    """The factor of its exploration term, which falls with its visits."""
    target: NDArray[np.int32]
    """Where a node goes while the tree is being compacted."""


class Work(NamedTuple):
    """The rest of the memory of a search."""

    path: NDArray[np.int64]
    """The nodes of the current simulation."""
    line: NDArray[np.int64]
    """The moves of the current playout; as long as a playout may be."""
    moves: NDArray[np.int64]
    first_by: NDArray[np.int64]
    """For each move, twice the stamp of its last simulation plus the player who made it first."""
    options: NDArray[np.float64]
    counters: NDArray[np.int64]
    stop: StopFlag


_FLOATS = {
    "total": np.float64,
    "rave_total": np.float64,
    "prior": np.float32,
    "appeal": np.float32,
    "doubt": np.float32,
}

BYTES_A_NODE = 2 * 8 + (len(Tree._fields) - 2) * 4

_UNTRIED = 1e6
"""The appeal of a node of which nothing is known: it is tried before the others."""
_HOPELESS = -1e6
"""The appeal of a node that need not be visited again."""


def new_tree(megabytes: float, position: Any) -> Tree:
    """Return a tree for so much memory, but at least for the root and its children."""
    size = max(int(megabytes * 2**20 / BYTES_A_NODE), 2 * int(most_moves(position)) + 2)
    return Tree(**{name: np.zeros(size, _FLOATS.get(name, np.int32)) for name in Tree._fields})


def new_work(
    position: Any, options: NDArray[np.float64], longest_playout: int, stop: StopFlag
) -> Work:
    """Return fresh memory for searching positions of this size."""
    return Work(
        path=np.zeros(DEEPEST + 1, np.int64),
        line=np.zeros(longest_playout, np.int64),
        moves=np.zeros(int(most_moves(position)), np.int64),
        first_by=np.zeros(int(move_codes(position)), np.int64),
        options=options,
        counters=np.zeros(COUNTER_COUNT, np.int64),
        stop=stop,
    )


@compiled
def clear(tree: Tree, work: Work) -> None:
    """Make the tree a single leaf, about which nothing is known."""
    reset_node(tree, ROOT, NO_NODE, 0)
    work.counters[USED] = 1


@inlined
def reset_node(tree: Tree, node: int, parent: int, move: int) -> None:
    """Make `node` a leaf that has not been visited."""
    tree.parent[node] = parent
    tree.first[node] = NO_NODE
    tree.children[node] = 0
    tree.move[node] = move
    tree.mover[node] = 0
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.rave_visits[node] = 0
    tree.rave_total[node] = 0.0
    tree.prior[node] = 0.0
    tree.low[node] = -INFINITE
    tree.high[node] = INFINITE
    tree.appeal[node] = _UNTRIED
    tree.doubt[node] = 0.0


@inlined
def settled(tree: Tree, node: int) -> bool:
    """Return whether it is proven who wins from a node, or that nobody does."""
    return tree.low[node] > 0 or tree.high[node] < 0 or tree.low[node] == tree.high[node]


@inlined
def proven_outcome(tree: Tree, node: int) -> int:
    """Return 1, 0 or -1 as the outcome of a settled node for player 0."""
    return int(tree.low[node] > 0) - int(tree.high[node] < 0)


@inlined
def certain(tree: Tree, node: int, child: int) -> int:
    """Return what the child is worth at least for the mover of its parent, the node.

    With the node itself in place of the child, it is what the node is worth to its mover.
    """
    return tree.low[child] if tree.mover[node] == 0 else -tree.high[child]


@inlined
def hoped(tree: Tree, node: int, child: int) -> int:
    """Return what the child is worth at most for the mover of its parent, the node."""
    return tree.high[child] if tree.mover[node] == 0 else -tree.low[child]


@inlined
def as_share(outcome: int) -> float:
    """Return 1 for an outcome above 0, a half for 0, and 0 for one below."""
    return 0.5 * (int(outcome > 0) - int(outcome < 0) + 1)


@inlined
def stopped(work: Work) -> bool:
    """Return whether the search has been told to stop or has used up its simulations."""
    counters = work.counters
    return work.stop[0] != 0 or counters[SIMULATIONS] >= counters[SIMULATION_LIMIT]


@compiled
def expand(position: Any, tree: Tree, work: Work, node: int, chance: Chance) -> bool:
    """Give a leaf its children, in the order in which they are to be tried first.

    That is a random order, or by `promise` if it is used. Return False, and do nothing, where
    the memory is full.
    """
    moves, used = work.moves, work.counters[USED]
    if used + len(moves) > len(tree.first):
        return False
    count = legal(position, moves)
    for index in range(count):
        other = index + below(chance, count - index)
        move = moves[other]
        moves[other] = moves[index]
        reset_node(tree, used + index, node, move)
        if work.options[BIAS] != 0.0:
            tree.prior[used + index] = promise(position, move)
    if work.options[BIAS] != 0.0:
        sort_by_prior(tree, used, count)
    tree.first[node] = used
    tree.children[node] = count
    tree.mover[node] = mover(position)
    work.counters[USED] = used + count
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
def most_urgent(tree: Tree, work: Work, node: int) -> int:
    """Return the child to visit next; the node must have children and not be settled.

    Children of which nothing is known come first, in their order; then the highest appeal plus
    exploration term.
    """
    explore = work.options[EXPLORATION] * np.sqrt(np.log(tree.visits[node] + 1.0))
    first = int(tree.first[node])
    best = first
    highest = 2.0 * _HOPELESS
    for child in range(first, first + tree.children[node]):
        urgency = tree.appeal[child] + explore * tree.doubt[child]
        if urgency > highest:
            best, highest = child, urgency
    return best


@inlined
def judge(tree: Tree, work: Work, node: int) -> None:
    """Bring appeal and doubt of a node up to date; what is hopeless remains so.

    The appeal is the mean result, mixed with that of all moves as first if RAVE is used, plus
    the bias.
    """
    if tree.appeal[node] == _HOPELESS:
        return
    options = work.options
    visits = float(tree.visits[node])
    mean = tree.total[node] / max(visits, 1.0)
    others = float(tree.rave_visits[node])
    if others > 0.0:
        weight = np.sqrt(options[RAVE] / (3.0 * visits + options[RAVE]))
        mean += weight * (tree.rave_total[node] / others - mean)
    tree.appeal[node] = mean + options[BIAS] * tree.prior[node] / (visits + 1.0)
    tree.doubt[node] = 1.0 / np.sqrt(max(visits, 1.0))


@inlined
def dismiss(tree: Tree, node: int) -> None:
    """Do not visit a node again."""
    tree.appeal[node] = _HOPELESS
    tree.doubt[node] = 0.0


@inlined
def descend(position: Any, tree: Tree, work: Work, chance: Chance) -> int:
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
            if tree.visits[node] < work.options[EXPAND_AFTER] and node != ROOT:
                break
            if not expand(position, tree, work, node, chance):
                break
        node = most_urgent(tree, work, node)
        play(position, tree.move[node])
        depth += 1
        work.path[depth] = node
    return depth


@compiled
def narrow(tree: Tree, node: int) -> bool:
    """Take the bounds of a node from those of its children; return whether they changed.

    If so, children that cannot be better than what is now certain are dismissed.
    """
    first = int(tree.first[node])
    beyond = first + tree.children[node]
    low, high = tree.low[first], tree.high[first]
    for child in range(first + 1, beyond):
        if tree.mover[node] == 0:
            low = max(low, tree.low[child])
            high = max(high, tree.high[child])
        else:
            low = min(low, tree.low[child])
            high = min(high, tree.high[child])
    if low == tree.low[node] and high == tree.high[node]:
        return False
    tree.low[node] = low
    tree.high[node] = high
    for child in range(first, beyond):
        if hoped(tree, node, child) <= certain(tree, node, node):
            dismiss(tree, child)
    return True


@compiled
def back_up(tree: Tree, work: Work, depth: int, result: float) -> None:
    """Add a result, from player 0's point of view, to the nodes of the path.

    On its way up it is kept within the bounds of each node: who has a sure draw there and tries
    something else has lost nothing by it.
    """
    path = work.path
    narrowing = settled(tree, path[depth])
    for ply in range(depth, 0, -1):
        node, parent = path[ply], path[ply - 1]
        result = max(result, as_share(tree.low[node]))
        result = min(result, as_share(tree.high[node]))
        tree.visits[node] += 1
        tree.total[node] += result if tree.mover[parent] == 0 else 1.0 - result
        judge(tree, work, node)
        if narrowing:
            if settled(tree, node):
                dismiss(tree, node)
            narrowing = narrow(tree, parent)
    tree.visits[ROOT] += 1


@compiled
def back_up_moves(tree: Tree, work: Work, depth: int, moves: int, result: float) -> None:
    """Add a result to the all-moves-as-first statistics along the path.

    Going backwards through the simulation, `first_by` always says who is the first to make a
    move from there on.
    """
    first_by, path = work.first_by, work.path
    work.counters[STAMP] += 1
    stamp = 2 * work.counters[STAMP]
    for index in range(moves - 1, -1, -1):
        first_by[work.line[index] >> 1] = stamp + (work.line[index] & 1)
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
                judge(tree, work, child)


@inlined
def simulate(position: Any, scratch: Any, tree: Tree, work: Work, chance: Chance) -> None:
    """Run one simulation; the root must not be settled. Leaves the position as it was."""
    depth = descend(position, tree, work, chance)
    leaf = work.path[depth]
    moves = 0
    if settled(tree, leaf):
        outcome = proven_outcome(tree, leaf)
    else:
        moves, outcome = play_out(position, scratch, chance, work.line)
    result = as_share(outcome)
    for _ in range(depth):
        undo(position)
    back_up(tree, work, depth, result)
    if work.options[RAVE] != 0.0:
        back_up_moves(tree, work, depth, moves, result)
    work.counters[SIMULATIONS] += 1


@compiled
def run(position: Any, scratch: Any, tree: Tree, work: Work, chance: Chance) -> None:
    """Simulate until stopped or until the root, where the game must not be over, is settled.

    The root has children afterwards in any case.
    """
    if tree.children[ROOT] == 0:
        expand(position, tree, work, ROOT, chance)
    while not stopped(work) and not settled(tree, ROOT):
        simulate(position, scratch, tree, work, chance)


@compiled
def best_child(tree: Tree, node: int) -> int:
    """Return the child to play: the most visited one, unless something certain is better.

    Certain is the result that the bounds guarantee; it is better if it is at least the mean of
    the most visited child that may still surpass it.
    """
    first = tree.first[node]
    safest = first
    for child in range(first, first + tree.children[node]):
        if certain(tree, node, child) > certain(tree, node, safest):
            safest = child
    least = certain(tree, node, safest)
    favourite = NO_NODE
    for child in range(first, first + tree.children[node]):
        if hoped(tree, node, child) > least and (
            favourite == NO_NODE or tree.visits[child] > tree.visits[favourite]
        ):
            favourite = child
    if favourite == NO_NODE:
        return safest
    if least == -INFINITE:
        return favourite
    mean = tree.total[favourite] / max(tree.visits[favourite], 1)
    return safest if as_share(least) >= mean else favourite


@compiled
def best_line(tree: Tree, line: NDArray[np.int64]) -> int:
    """Write the best moves of both sides from the root on to `line`; return how many."""
    node = ROOT
    length = 0
    while length < len(line) and tree.children[node] > 0 and (length == 0 or tree.visits[node] > 0):
        node = best_child(tree, node)
        line[length] = tree.move[node]
        length += 1
    return length


@compiled
def child_by_move(tree: Tree, node: int, move: int) -> int:
    """Return the child that a move leads to, or `NO_NODE` if the tree has none."""
    first = tree.first[node]
    for child in range(first, first + tree.children[node]):
        if tree.move[child] == move:
            return child
    return NO_NODE


@compiled
def keep_below(tree: Tree, work: Work, root: int) -> None:
    """Make `root` the root, and move the nodes below it to the front in place of the others.

    Nodes stand behind their parents, so one pass in ascending order meets every parent before
    its children and never writes over a node that is still to be read.
    """
    target = tree.target
    target[root] = ROOT
    move_node(tree, root, ROOT)
    tree.parent[ROOT] = NO_NODE
    used = 1
    for node in range(root + 1, work.counters[USED]):
        parent = tree.parent[node]
        kept = parent >= root and target[parent] != NO_NODE
        target[node] = used if kept else NO_NODE
        if kept:
            place = target[parent]
            move_node(tree, node, used)
            tree.parent[used] = place
            if tree.first[place] == node:
                tree.first[place] = used
            used += 1
    work.counters[USED] = used


@compiled
def move_node(tree: Tree, node: int, place: int) -> None:
    """Copy a node to another place."""
    tree.parent[place] = tree.parent[node]
    tree.first[place] = tree.first[node]
    tree.children[place] = tree.children[node]
    tree.move[place] = tree.move[node]
    tree.mover[place] = tree.mover[node]
    tree.visits[place] = tree.visits[node]
    tree.total[place] = tree.total[node]
    tree.rave_visits[place] = tree.rave_visits[node]
    tree.rave_total[place] = tree.rave_total[node]
    tree.prior[place] = tree.prior[node]
    tree.low[place] = tree.low[node]
    tree.high[place] = tree.high[node]
    tree.appeal[place] = tree.appeal[node]
    tree.doubt[place] = tree.doubt[node]

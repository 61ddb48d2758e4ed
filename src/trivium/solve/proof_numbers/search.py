"""Depth-first proof-number search: can the attacker force a win?

The search always goes on where the fewest positions must still be proven. A position's numbers
follow from those of its children: the attacker needs one child that is won, the defender must
have none that is not. Where the numbers of many children add up they are not summed, because
the same positions come up under several of them: the greatest counts, and one for each other.

**Repetition.** Coming back to a position on the way counts as a failure of the attacker. So

- a *proof* is sound whatever way led to it: all its leaves are wins, and none of its positions
  needs a later one to be proven;
- a *disproof* that leans on no position above it is sound: the defender can stay for ever within
  the positions that it consists of. One that does lean on such a position is good only for the
  same way (see `memory`), and stops leaning at the position it leans on.

The search keeps its own stack, because compiled recursion is slow to compile.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import Word, wrapping_add, wrapping_multiply
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.verbs import (
    DECIDED,
    UNKNOWN,
    WIN,
    elapsed,
    implements,
    key,
    known,
    legal,
    most_moves,
    mover,
    over,
    play,
    score,
    undo,
    verb,
)
from trivium.search.running import StopFlag
from trivium.solve.proof_numbers.memory import (
    ENDLESS,
    NOTHING,
    TOO_LATE,
    Memory,
    find,
    number_at,
    remember,
)

DEEPEST = 400
"""Moves of the longest way; longer ones fail."""

PROOF, DISPROOF = 0, 1
"""The two numbers, also the one that a player who wants to prove, or disprove, keeps small."""

# What is known of a child without a look into the memory
OPEN, WON, FAILED = 0, 1, 2

# Places in `Frames.counters`
NODES, NODE_LIMIT, QUESTIONS = 0, 1, 2
"""The third is the number of the question: no way of an earlier one is the same."""

_WAY_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_QUESTION_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
_ATTACKER_WORDS = (np.uint64(0), np.uint64(0xD1B54A32D192ED03))
"""What distinguishes the positions of the two questions in one memory."""


class Frames(NamedTuple):
    """The stack: what there is of each position on the way and of its children."""

    keys: NDArray[np.uint64]
    ways: NDArray[np.uint64]
    limits: NDArray[np.int64]
    """The numbers at which to go back to the parent."""
    counts: NDArray[np.int64]
    moves: NDArray[np.int64]
    child_keys: NDArray[np.uint64]
    states: NDArray[np.int64]
    details: NDArray[np.int64]
    """The turns of a child that is `WON`; what the failure of one that is `FAILED` leans on."""
    first: NDArray[np.int64]
    """The numbers of a child that nothing is remembered of."""
    began: NDArray[np.int64]
    """The nodes visited before."""
    counters: NDArray[np.int64]


class Numbers(NamedTuple):
    """What is known of a position."""

    proof: int
    disproof: int
    detail: int
    """The turns of a proven win at most; what a disproof leans on."""


class Step(NamedTuple):
    """What follows for a position from its children, and where to go on."""

    numbers: Numbers
    child: int
    """The child to look at next; of a win the fastest, of a loss the slowest."""
    proof_limit: int
    disproof_limit: int


@verb
def first_numbers(evaluator: Any, position: Any, attacker: int) -> tuple[int, int]:
    """Return the proof and disproof numbers of a position that nothing is known of, at least 1.

    This verb belongs to the evaluator; one without an implementation of its own knows nothing.
    """
    raise NotImplementedError


@implements(first_numbers, object)
def one_each(evaluator: Any, position: Any, attacker: int) -> tuple[int, int]:
    """Know nothing."""
    return 1, 1


def new_frames(position: Any) -> Frames:
    """Return an empty stack for boards like that of a position."""
    most = int(most_moves(position)) + 1
    return Frames(
        keys=np.zeros(DEEPEST, np.uint64),
        ways=np.zeros(DEEPEST, np.uint64),
        limits=np.zeros((DEEPEST, 2), np.int64),
        counts=np.zeros(DEEPEST, np.int64),
        moves=np.zeros((DEEPEST, most), np.int64),
        child_keys=np.zeros((DEEPEST, most), np.uint64),
        states=np.zeros((DEEPEST, most), np.int64),
        details=np.zeros((DEEPEST, most), np.int64),
        first=np.zeros((DEEPEST, most, 2), np.int64),
        began=np.zeros(DEEPEST, np.int64),
        counters=np.zeros(3, np.int64),
    )


@compiled
def search(
    position: Any, evaluator: Any, memory: Memory, frames: Frames, attacker: int, stop: StopFlag
) -> Step:
    """Search until it is known whether the attacker wins, or until stopped or out of nodes.

    Returns what is known of the position, which must not be over and is left as it was.
    """
    counters = frames.counters
    depth = 0
    frames.keys[0] = key(position) ^ _ATTACKER_WORDS[attacker]
    frames.ways[0] = wrapping_multiply(np.uint64(counters[QUESTIONS]), _QUESTION_FACTOR)
    frames.limits[0, PROOF] = ENDLESS
    frames.limits[0, DISPROOF] = ENDLESS
    expand(position, evaluator, frames, 0, attacker)
    while True:
        keeps_small = PROOF if mover(position) == attacker else DISPROOF
        step = combine(memory, frames, depth, keeps_small)
        numbers = step.numbers
        ended = stop[0] != 0 or counters[NODES] >= counters[NODE_LIMIT]
        if (
            ended
            or numbers.proof >= frames.limits[depth, PROOF]
            or numbers.disproof >= frames.limits[depth, DISPROOF]
        ):
            work = counters[NODES] - frames.began[depth] + 1
            way = frames.ways[depth]
            remember(
                memory,
                frames.keys[depth],
                way,
                numbers.proof,
                numbers.disproof,
                numbers.detail,
                work,
            )
            if depth == 0:
                return step
            undo(position)
            depth -= 1
            continue
        play(position, frames.moves[depth, step.child])
        child_key = frames.child_keys[depth, step.child]
        way = way_to(frames, depth, child_key)
        depth += 1
        frames.keys[depth] = child_key
        frames.ways[depth] = way
        frames.limits[depth, PROOF] = step.proof_limit
        frames.limits[depth, DISPROOF] = step.disproof_limit
        expand(position, evaluator, frames, depth, attacker)


@inlined
def way_to(frames: Frames, depth: int, child_key: Word) -> Word:
    """Return the word that stands for the way to a child."""
    return wrapping_add(wrapping_multiply(frames.ways[depth], _WAY_FACTOR), child_key)


@compiled
def expand(position: Any, evaluator: Any, frames: Frames, depth: int, attacker: int) -> None:
    """List the children of a position, and what is known of them at a glance."""
    frames.counters[NODES] += 1
    frames.began[depth] = frames.counters[NODES]
    moves = frames.moves[depth]
    count = legal(position, moves)
    frames.counts[depth] = count
    for index in range(count):
        play(position, moves[index])
        child_key = key(position) ^ _ATTACKER_WORDS[attacker]
        frames.child_keys[depth, index] = child_key
        state, detail = OPEN, 0
        if over(position):
            result = score(position) if mover(position) == attacker else -score(position)
            state = WON if result > 0 else FAILED
            detail = 0 if result > 0 else (NOTHING if result < 0 else TOO_LATE)
        elif depth + 2 >= DEEPEST:
            state, detail = FAILED, TOO_LATE
        else:
            value = known(evaluator, position)
            if value != UNKNOWN:
                value = value if mover(position) == attacker else -value
                state = WON if value >= DECIDED else FAILED
                detail = WIN - value - elapsed(position) if state == WON else NOTHING
            for above in range(depth + 1):
                if frames.keys[above] == child_key:
                    state, detail = FAILED, above
                    break
        frames.states[depth, index] = state
        frames.details[depth, index] = detail
        if state == OPEN:
            first = first_numbers(evaluator, position, attacker)
            frames.first[depth, index, PROOF] = first[0]
            frames.first[depth, index, DISPROOF] = first[1]
        undo(position)


@inlined
def numbers_of(memory: Memory, frames: Frames, depth: int, index: int) -> Numbers:
    """Return what is known of a child."""
    state = frames.states[depth, index]
    if state != OPEN:
        detail = frames.details[depth, index]
        won = state == WON
        return Numbers(0 if won else ENDLESS, ENDLESS if won else 0, detail)
    child_key = frames.child_keys[depth, index]
    place = find(memory, child_key)
    if place >= 0:
        proof = number_at(memory, place, 0)
        disproof = number_at(memory, place, 1)
        detail = number_at(memory, place, 2)
        holds = disproof != 0 or detail == NOTHING
        if holds or memory.ways[place] == way_to(frames, depth, child_key):
            return Numbers(proof, disproof, detail)
    return Numbers(frames.first[depth, index, PROOF], frames.first[depth, index, DISPROOF], 0)


@inlined
def combine(memory: Memory, frames: Frames, depth: int, keeps_small: int) -> Step:
    """Return what follows from the children for a position, and where to go on.

    `keeps_small` is the number that the mover wants to bring to 0.
    """
    proving = keeps_small == PROOF
    least, second, child = ENDLESS + 1, ENDLESS + 1, 0
    greatest, unsettled = 0, 0
    gained = NOTHING + 1 if proving else TOO_LATE - 1  # the fastest win, or who leans on least
    conceded = NOTHING if proving else 0  # who leans on most, or the slowest loss
    for index in range(frames.counts[depth]):
        numbers = numbers_of(memory, frames, depth, index)
        small = numbers.proof if proving else numbers.disproof
        large = numbers.disproof if proving else numbers.proof
        better = (numbers.detail < gained) == proving and numbers.detail != gained
        if small == 0 and better:
            gained = numbers.detail
            least, child = 0, index
        elif small < least:
            second, least, child = least, small, index
        elif small < second:
            second = small
        if large > 0:
            unsettled += 1
            greatest = max(greatest, large)
        elif proving:
            conceded = min(conceded, numbers.detail)
        elif numbers.detail >= conceded:
            conceded = numbers.detail
            if unsettled == 0:
                child = index
    if least == 0:
        settled = Numbers(0, ENDLESS, gained + 1)
        if not proving:
            settled = Numbers(ENDLESS, 0, leaning(gained, depth))
        return Step(settled, child, 0, 0)
    if unsettled == 0:
        settled = Numbers(0, ENDLESS, conceded + 1)
        if proving:
            settled = Numbers(ENDLESS, 0, leaning(conceded, depth))
        return Step(settled, child, 0, 0)
    others = unsettled - 1
    sum_of_large = min(greatest + others, ENDLESS - 1)
    small_limit = min(frames.limits[depth, keeps_small], second + 1 + second // 4)
    large_limit = min(frames.limits[depth, 1 - keeps_small] - others, ENDLESS)
    if proving:
        return Step(Numbers(least, sum_of_large, 0), child, small_limit, large_limit)
    return Step(Numbers(sum_of_large, least, 0), child, large_limit, small_limit)


@inlined
def leaning(on: int, depth: int) -> int:
    """Return what a disproof at a depth leans on, if those it consists of lean on so much."""
    return NOTHING if on >= depth else on

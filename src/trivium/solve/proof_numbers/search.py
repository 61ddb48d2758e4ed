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

What is known of the children is looked up when a position is expanded, and of a child again before
the search goes on with it. The search keeps its own stack, because compiled recursion is slow to
compile.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ZERO, Word, wrapping_add, wrapping_multiply
from trivium.kernel.compiling import inlined_uncounted, uncounted
from trivium.kernel.prefetching import prefetch
from trivium.kernel.verbs import (
    DECIDED,
    UNKNOWN,
    WIN,
    Moves,
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
    bucket_of,
    detail_of,
    disproof_of,
    find,
    leans,
    proof_of,
    remember,
)

DEEPEST = 400
"""Moves of the longest way; longer ones fail."""

PROOF, DISPROOF = 0, 1
"""The two numbers, also the one that a player who wants to prove, or disprove, keeps small."""
DETAIL = 2
"""Where `Frames.numbers` have it."""

# Places in `Frames.counters`
NODES, NODE_LIMIT, QUESTIONS = 0, 1, 2
"""The third is the number of the question: no way of an earlier one is the same."""
ROOT = 3
"""From here on: the numbers of the position that is searched."""

_OPEN = -2
"""The detail of a position that must be searched."""

_WAY_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_QUESTION_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
_SIDE_WORDS = (np.uint64(0), np.uint64(0xD1B54A32D192ED03))
"""What distinguishes the positions of the two questions in one memory: who moves there."""


class Frames(NamedTuple):
    """The stack: what there is of each position on the way and of its children."""

    keys: NDArray[np.uint64]
    ways: NDArray[np.uint64]
    limits: NDArray[np.int64]
    """The numbers at which to go back to the parent."""
    counts: NDArray[np.int64]
    left_out: NDArray[np.int64]
    """Within how many turns the moves that are not listed lose."""
    chosen: NDArray[np.int64]
    """The child that is looked at."""
    listed: NDArray[np.int64]
    """The moves of the position that is expanded."""
    moves: NDArray[np.int64]
    child_keys: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    """Of each child what `Numbers` has."""
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
    Requires that the evaluator has just been asked what is `known` of the position.
    """
    raise NotImplementedError


@implements(first_numbers, object, counts=False)
def one_each(evaluator: Any, position: Any, attacker: int) -> tuple[int, int]:
    """Know nothing."""
    return 1, 1


@verb
def candidates(evaluator: Any, position: Any, moves: Moves) -> tuple[int, int]:
    """Write legal moves to `moves`, at least one; return how many, and a number of turns.

    All others, if there are any, are lost within so many turns. This verb belongs to the
    evaluator; one without an implementation of its own leaves nothing out. Requires that the game
    is not over.
    """
    raise NotImplementedError


@implements(candidates, object, counts=False)
def all_legal(evaluator: Any, position: Any, moves: Moves) -> tuple[int, int]:
    """Leave nothing out."""
    return legal(position, moves), 0


def new_frames(position: Any) -> Frames:
    """Return an empty stack for boards like that of a position."""
    most = int(most_moves(position)) + 1
    return Frames(
        keys=np.zeros(DEEPEST, np.uint64),
        ways=np.zeros(DEEPEST, np.uint64),
        limits=np.zeros((DEEPEST, 2), np.int64),
        counts=np.zeros(DEEPEST, np.int64),
        left_out=np.zeros(DEEPEST, np.int64),
        chosen=np.zeros(DEEPEST, np.int64),
        listed=np.zeros(most, np.int64),
        moves=np.zeros((DEEPEST, most), np.int64),
        child_keys=np.zeros((DEEPEST, most), np.uint64),
        numbers=np.zeros((DEEPEST, most, 3), np.int64),
        began=np.zeros(DEEPEST, np.int64),
        counters=np.zeros(ROOT + 2, np.int64),
    )


@uncounted
def search(
    position: Any,
    evaluator: Any,
    memory: Memory,
    frames: Frames,
    attacker: int,
    most: int,
    stop: StopFlag,
) -> Step:
    """Search until it is known whether the attacker wins, or until stopped or out of nodes.

    Or until the proof number is not less than `most`, which may be `ENDLESS`.
    Returns what is known of the position, which must not be over and is left as it was.
    """
    counters = frames.counters
    depth = 0
    frames.keys[0] = asked_key(position, attacker)
    frames.ways[0] = wrapping_multiply(np.uint64(counters[QUESTIONS]), _QUESTION_FACTOR)
    frames.limits[0, PROOF] = most
    frames.limits[0, DISPROOF] = ENDLESS
    expand(position, evaluator, memory, frames, 0, attacker)
    while True:
        keeps_small = PROOF if mover(position) == attacker else DISPROOF
        step = combine(frames, depth, keeps_small)
        numbers = step.numbers
        if depth == 0:
            counters[ROOT + PROOF] = numbers.proof
            counters[ROOT + DISPROOF] = numbers.disproof
        ended = stop[0] != 0 or counters[NODES] >= counters[NODE_LIMIT]
        if (
            ended
            or numbers.proof >= frames.limits[depth, PROOF]
            or numbers.disproof >= frames.limits[depth, DISPROOF]
        ):
            remember(
                memory,
                frames.keys[depth],
                frames.ways[depth],
                numbers.proof,
                numbers.disproof,
                numbers.detail,
                counters[NODES] - frames.began[depth] + 1,
            )
            if depth == 0:
                return step
            undo(position)
            depth -= 1
            note(frames, depth, frames.chosen[depth], numbers)
            continue
        if has_news(memory, frames, depth, step.child):
            continue
        play(position, frames.moves[depth, step.child])
        frames.chosen[depth] = step.child
        child_key = frames.child_keys[depth, step.child]
        way = way_to(frames, depth, child_key)
        depth += 1
        frames.keys[depth] = child_key
        frames.ways[depth] = way
        frames.limits[depth, PROOF] = step.proof_limit
        frames.limits[depth, DISPROOF] = step.disproof_limit
        expand(position, evaluator, memory, frames, depth, attacker)


@inlined_uncounted
def asked_key(position: Any, attacker: int) -> Word:
    """Return the key of the question whether the attacker wins a position."""
    return key(position) ^ _SIDE_WORDS[int(mover(position) == attacker)]


@inlined_uncounted
def way_to(frames: Frames, depth: int, child_key: Word) -> Word:
    """Return the word that stands for the way to a child."""
    return wrapping_add(wrapping_multiply(frames.ways[depth], _WAY_FACTOR), child_key)


@inlined_uncounted
def note(frames: Frames, depth: int, index: int, numbers: Numbers) -> None:
    """Note what is known of a child."""
    frames.numbers[depth, index, PROOF] = numbers.proof
    frames.numbers[depth, index, DISPROOF] = numbers.disproof
    frames.numbers[depth, index, DETAIL] = numbers.detail


@inlined_uncounted
def won_in(turns: int) -> Numbers:
    """Return the numbers of a position that the attacker wins."""
    return Numbers(0, ENDLESS, turns)


@inlined_uncounted
def failed(on: int) -> Numbers:
    """Return the numbers of a position that the attacker does not win, and what that leans on."""
    return Numbers(ENDLESS, 0, on)


@uncounted
def expand(
    position: Any, evaluator: Any, memory: Memory, frames: Frames, depth: int, attacker: int
) -> None:
    """List the children of a position, and what is known of them."""
    frames.counters[NODES] += 1
    frames.began[depth] = frames.counters[NODES]
    keeps_small = PROOF if mover(position) == attacker else DISPROOF
    count, frames.left_out[depth] = candidates(evaluator, position, frames.listed)
    frames.counts[depth] = count
    for index in range(count):
        frames.moves[depth, index] = frames.listed[index]
        play(position, frames.listed[index])
        child_key = asked_key(position, attacker)
        frames.child_keys[depth, index] = child_key
        prefetch(memory, bucket_of(memory, child_key))
        glance = at_a_glance(position, evaluator, frames, depth, attacker, child_key)
        note(frames, depth, index, glance)
        if glance.detail == _OPEN:
            frames.numbers[depth, index, DETAIL] = 0
            if not has_news(memory, frames, depth, index):
                first = first_numbers(evaluator, position, attacker)
                frames.numbers[depth, index, PROOF] = first[0]
                frames.numbers[depth, index, DISPROOF] = first[1]
        undo(position)
        independent = keeps_small == PROOF or frames.numbers[depth, index, DETAIL] == NOTHING
        if depth > 0 and frames.numbers[depth, index, keeps_small] == 0 and independent:
            # What the others are is of no interest; at the beginning the best of them is.
            frames.counts[depth] = index + 1
            return


@inlined_uncounted
def at_a_glance(
    position: Any, evaluator: Any, frames: Frames, depth: int, attacker: int, child_key: Word
) -> Numbers:
    """Return what needs no memory to be known of a child; else the detail is `_OPEN`."""
    own = mover(position) == attacker
    if over(position):
        result = score(position) if own else -score(position)
        if result > 0:
            return won_in(0)
        return failed(NOTHING if result < 0 else TOO_LATE)
    if depth + 2 >= DEEPEST:
        return failed(TOO_LATE)
    value = known(evaluator, position)
    if value != UNKNOWN:
        value = value if own else -value
        if value >= DECIDED:
            return won_in(WIN - value - elapsed(position))
        return failed(NOTHING)
    for above in range(depth + 1):
        if frames.keys[above] == child_key:
            return failed(above)
    return Numbers(0, 0, _OPEN)


@inlined_uncounted
def has_news(memory: Memory, frames: Frames, depth: int, index: int) -> bool:
    """Look up a child; return whether that changes what is known of it."""
    child_key = frames.child_keys[depth, index]
    entry = find(memory, child_key)
    if entry == ZERO:
        return False
    if disproof_of(entry) == 0:
        note(frames, depth, index, failed(NOTHING))
        return True
    if leans(entry):
        here = find(memory, way_to(frames, depth, child_key))
        if here != ZERO:
            note(frames, depth, index, failed(detail_of(here) + TOO_LATE))
            return True
    numbers = Numbers(proof_of(entry), disproof_of(entry), detail_of(entry))
    same_proof = frames.numbers[depth, index, PROOF] == numbers.proof
    if same_proof and frames.numbers[depth, index, DISPROOF] == numbers.disproof:
        return False
    note(frames, depth, index, numbers)
    return True


@inlined_uncounted
def combine(frames: Frames, depth: int, keeps_small: int) -> Step:
    """Return what follows from the children for a position, and where to go on.

    `keeps_small` is the number that the mover wants to bring to 0.
    """
    proving = keeps_small == PROOF
    least, second, child = ENDLESS + 1, ENDLESS + 1, 0
    greatest, unsettled = 0, 0
    gained = NOTHING + 1 if proving else TOO_LATE - 1  # the fastest win, or who leans on least
    conceded = NOTHING if proving else 0  # who leans on most, or the slowest loss
    for index in range(frames.counts[depth]):
        small = frames.numbers[depth, index, keeps_small]
        large = frames.numbers[depth, index, 1 - keeps_small]
        detail = frames.numbers[depth, index, DETAIL]
        better = (detail < gained) == proving and detail != gained
        if small == 0 and better:
            gained = detail
            least, child = 0, index
        elif small < least:
            second, least, child = least, small, index
        elif small < second:
            second = small
        if large > 0:
            unsettled += 1
            greatest = max(greatest, large)
        elif proving:
            conceded = min(conceded, detail)
        elif detail >= conceded:
            conceded = detail
            if unsettled == 0:
                child = index
    if least == 0:
        settled = won_in(gained + 1)
        if not proving:
            settled = failed(leaning(gained, depth))
        return Step(settled, child, 0, 0)
    if unsettled == 0:
        settled = won_in(max(conceded + 1, frames.left_out[depth]))
        if proving:
            settled = failed(leaning(conceded, depth))
        return Step(settled, child, 0, 0)
    others = unsettled - 1
    sum_of_large = min(greatest + others, ENDLESS - 1)
    small_limit = min(frames.limits[depth, keeps_small], second + 1 + second // 4)
    large_limit = min(frames.limits[depth, 1 - keeps_small] - others, ENDLESS)
    if proving:
        return Step(Numbers(least, sum_of_large, 0), child, small_limit, large_limit)
    return Step(Numbers(sum_of_large, least, 0), child, large_limit, small_limit)


@inlined_uncounted
def leaning(on: int, depth: int) -> int:
    """Return what a disproof at a depth leans on, if those it consists of lean on so much."""
    return NOTHING if on >= depth else on

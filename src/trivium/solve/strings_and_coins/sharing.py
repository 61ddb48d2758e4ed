"""Two threads and more on one question: what one of them is at, the others put off.

All threads ask the same question at the same root and share the table of bounds. Each notes which
states it is searching. Who comes to a move whose state another is searching tries its other moves
first; when he comes back, the answer is mostly in the table. Notes are no locks: one that is missed
or out of date costs some time and changes no answer.
"""

from __future__ import annotations

import numpy as np

from trivium.kernel.bits import ZERO
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.memory import MOVE, SHARED, Memory
from trivium.solve.strings_and_coins.moves import RANK_SHIFT, without_rank
from trivium.solve.strings_and_coins.state import LOCK

_LOCK_SHIFT = np.uint64(32)


@inlined
def note_place(memory: Memory, state: int) -> int:
    """Return where it is noted that a state is searched."""
    size = np.uint64(len(memory.busy) - 1)
    return np.int64((memory.states[state, LOCK] >> _LOCK_SHIFT) & size)


@inlined
def begin_search(memory: Memory, state: int) -> None:
    """Note that a state is searched."""
    if memory.counters[SHARED] != 0:
        memory.busy[note_place(memory, state)] = memory.states[state, LOCK]


@inlined
def end_search(memory: Memory, state: int) -> None:
    """Note that it is not searched any more."""
    if memory.counters[SHARED] != 0:
        memory.busy[note_place(memory, state)] = ZERO


@inlined
def put_off(memory: Memory, child: int) -> bool:
    """Put a move off that another thread is at, once; return whether that was so."""
    move = memory.births[child, MOVE]
    if memory.counters[SHARED] == 0 or move >> RANK_SHIFT == 0:
        return False
    if memory.busy[note_place(memory, child)] != memory.states[child, LOCK]:
        return False
    memory.births[child, MOVE] = without_rank(move)
    return True

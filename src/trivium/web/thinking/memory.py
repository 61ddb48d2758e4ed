"""Memory that searches have used, given back to the system.

An allocator keeps what is freed for the next who asks, and the larger the pieces that it has
seen, the more it keeps: after a flood of analyses that was gigabytes. So large tables are asked
for from the system itself, which gets them back at once, and what small pieces leave behind is
returned in a lull. That is done where the allocator is glibc's; others are left as they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a server prepares its memory before it loads the engine
    from trivium.web.thinking.searches import Searches

_MMAP_THRESHOLD = -3
_ARENA_MAX = -8
"""Numbers of glibc's settings, as `mallopt` knows them."""
_LARGE = 1 << 20
"""Bytes from which on a piece is asked for from the system and goes back to it."""
_ARENAS = 4
"""Heaps of the allocator; by default every thread up to eight times the cores has its own."""
_LOOK = 5.0
"""Seconds between two looks at whether there is a lull."""


def settle() -> None:
    """Prepare this process for searches that come and go; for the start of a server."""
    if (libc := _glibc()) is not None:
        libc.mallopt(_MMAP_THRESHOLD, _LARGE)  # which also keeps it from growing
        libc.mallopt(_ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Return to the system what is free."""
    gc.collect()
    if (libc := _glibc()) is not None:
        libc.malloc_trim(0)


async def give_back_in_lulls(searches: Searches, let_go: Callable[[], object]) -> None:
    """Do that for ever, once after every time in which there were searches.

    `let_go` is called at every look, for what is kept but was not used for long.
    """
    returned = searches.begun
    before = returned
    while True:
        await asyncio.sleep(_LOOK)
        let_go()
        idle = searches.begun == before and not searches.running and not searches.waiting
        before = searches.begun
        if idle and returned != before:
            returned = before
            await asyncio.to_thread(give_back)


def _glibc() -> Any:
    """Return the C library if it is glibc, else None."""
    if sys.platform != "linux":
        return None
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        libc.gnu_get_libc_version  # noqa: B018  (others do not have it)
        return libc
    return None

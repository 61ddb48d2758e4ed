"""Many positions of one size in one tuple of arrays, for compiled code that plays all of them.

A *stack* is of the same type as a position. The parts that play changes have one axis more, the
first, with a row for each position; the read-only tables of the board are there once.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from trivium.kernel.borrowing import borrowed
from trivium.kernel.compiler import overload

Stack = TypeVar("Stack")


def stacked(position: Stack, count: int) -> Stack:
    """Return a stack of `count` copies of a kernel position."""
    parts: Any = position
    return type(parts)(
        *(
            np.repeat(part[np.newaxis], count, axis=0) if part.flags.writeable else part
            for part in parts
        )
    )


def row(stack: Stack, index: int) -> Stack:
    """Return one position of a stack. It shares the memory of the stack: play on it, play there.

    In compiled code it is borrowed (see `borrowing`): not counted, and not to be kept.
    """
    parts: Any = stack
    return type(parts)(*(part[index] if part.flags.writeable else part for part in parts))


def copy_into(target: Any, source: Any) -> None:
    """Make a position equal to another one of the same size."""
    for to, part in zip(target, source, strict=True):
        if to.flags.writeable:
            to[...] = part


def _row_of(stack: Any, index: Any) -> Any:
    parts = [f"stack.{name}" + ("[index]" if kind.mutable else "") for name, kind in _of(stack)]
    lines = ["def take(stack, index):", "    stack = borrowed(stack)"]
    return _made("\n".join([*lines, f"    return Kind({', '.join(parts)})"]), "take", stack)


def _copied_into(target: Any, source: Any) -> Any:
    lines = [f"    target.{name}[:] = source.{name}" for name, kind in _of(target) if kind.mutable]
    return _made("\n".join(["def copy(target, source):", *lines]), "copy", target)


def _of(tuple_type: Any) -> list[tuple[str, Any]]:
    """Return the names and types of the parts of a named tuple."""
    return list(zip(tuple_type.fields, tuple_type.types, strict=True))


def _made(source: str, name: str, tuple_type: Any) -> Any:
    """Return the function that a text defines; how many parts there are, only its type knows."""
    scope = {"borrowed": borrowed, "Kind": tuple_type.instance_class}
    exec(source, scope)
    return scope[name]


overload(row, strict=False, jit_options={"forceinline": True})(_row_of)
overload(copy_into, strict=False)(_copied_into)

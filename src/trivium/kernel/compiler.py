"""The compiler, as far as it is used here; stand-ins where nothing is compiled.

Loading Numba takes longer than much of what people ask for. A process that never searches does
without it: everything is plain Python there, as under ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any, cast

from trivium.kernel.doing_without import compiler_is_wanted

__all__ = [
    "COMPILING",
    "event",
    "intrinsic",
    "ir",
    "numba",
    "overload",
    "register_jitable",
    "types",
]

COMPILING = compiler_is_wanted() and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether anything is compiled in this process."""

numba, types, ir, event = (
    cast(Any, import_module(name) if COMPILING else None)
    for name in ("numba", "numba.types", "llvmlite.ir", "numba.core.event")
)

if COMPILING:
    from numba.extending import intrinsic, overload, register_jitable

    COMPILING = not numba.config.DISABLE_JIT
else:

    def overload(function: Any, **options: Any) -> Any:
        """Do nothing: nobody compiles a call of the function."""
        return lambda implementation: implementation

    def intrinsic(function: Any) -> Any:
        """Do nothing: nobody compiles a call of it."""
        return function

    def register_jitable(**options: Any) -> Any:
        """Do nothing: the function is called as it is."""
        return lambda function: function

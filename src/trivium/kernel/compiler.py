"""The compiler, as far as it is used here; stand-ins where nothing is compiled.

Loading Numba takes longer than much of what people ask for. A process that never searches does
without it: everything is plain Python there, as under ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from trivium.kernel.doing_without import compiler_is_wanted

__all__ = [
    "COMPILING",
    "call_instead",
    "event",
    "intrinsic",
    "ir",
    "numba",
    "overload",
    "types",
]

COMPILING = compiler_is_wanted() and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether anything is compiled in this process."""

numba, types, ir, event = (
    cast(Any, import_module(name) if COMPILING else None)
    for name in ("numba", "numba.types", "llvmlite.ir", "numba.core.event")
)

if COMPILING:
    from numba.core.typing.templates import AbstractTemplate, infer_global
    from numba.extending import intrinsic, overload

    COMPILING = not numba.config.DISABLE_JIT

    def call_instead(function: Any, choose: Callable[..., Any]) -> None:
        """Let compiled code that calls `function` call what `choose` returns for the types.

        That is a compiled function or an intrinsic, or None where there is none. An overload would
        be compiled anew for each set of options that its callers are compiled with, and in every
        process.
        """
        chosen: dict[Any, Any] = {}

        class Template(AbstractTemplate):  # type: ignore[misc]  # numba is untyped
            key = function

            def generic(self, arguments: Any, names: Any) -> Any:
                if (instead := choose(*arguments)) is None:
                    return None
                kind = self.context.resolve_value_type(instead)
                signature = kind.get_call_type(self.context, arguments, names)
                if signature is not None:
                    chosen[signature.args] = kind.get_impl_key(signature)
                return signature

            def get_impl_key(self, signature: Any) -> Any:
                return chosen[signature.args]

        infer_global(function, types.Function(Template))
else:

    def call_instead(function: Any, choose: Callable[..., Any]) -> None:
        """Do nothing: nobody compiles a call of the function."""

    def overload(function: Any, **options: Any) -> Any:
        """Do nothing: nobody compiles a call of the function."""
        return lambda implementation: implementation

    def intrinsic(function: Any) -> Any:
        """Do nothing: nobody compiles a call of it."""
        return function

"""Prefetching: telling the processor which row of a large array will soon be read.

A row that is not in the cache takes as long as a hundred instructions to arrive. Whoever knows some
work in advance where he will look says so, and does the work in the meantime. Uncompiled, nothing
happens.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from trivium.kernel.compiler import call_instead, intrinsic, ir, types

_READ, _KEEP, _DATA = 0, 3, 1
"""What LLVM is told: it will be read, it is worth keeping in all caches, and it is no code."""


@intrinsic  # type: ignore[untyped-decorator]
def _prefetch(typing_context: Any, array: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, value=arguments[0])
        stride = builder.extract_value(view.strides, 0)
        byte = ir.IntType(8)
        start = builder.bitcast(view.data, byte.as_pointer())
        address = builder.gep(start, [builder.mul(arguments[1], stride)])
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        hint = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(hint, [address, number(_READ), number(_KEEP), number(_DATA)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


def prefetch(array: NDArray[Any], row: int) -> None:
    """Have the beginning of a row of an array brought to the processor's cache."""


call_instead(prefetch, lambda array, row: _prefetch)

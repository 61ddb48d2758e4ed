"""Borrowed arrays: views that are not counted, for recursive compiled functions.

Numba counts the references to an array, and the counting is atomic because other threads may do
the same. A recursive function that is handed a dozen arrays spends a third of its time on that.
A borrowed array has no count. It is good as long as somebody else keeps the array, which the
caller of a compiled function does while it runs.

How an array is laid out is Numba's own affair. Where a version has changed that, arrays are handed
on as they are, with their counts, and with a warning when such code is compiled.
"""

from __future__ import annotations

from typing import Any, TypeVar

from trivium.kernel.compiler import call_instead, intrinsic, ir, numba, types
from trivium.kernel.doing_without import warn_that_numba

Arrays = TypeVar("Arrays")


@intrinsic  # type: ignore[untyped-decorator]
def _uncounted(typing_context: Any, arrays: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        try:
            return _without_count(context, builder, signature.args[0], arguments[0])
        except (AttributeError, LookupError, TypeError, ValueError) as problem:
            warn_that_numba(
                f"does not let arrays be borrowed ({problem})", "searches are slower than usual"
            )
            return numba.core.imputils.impl_ret_borrowed(
                context, builder, signature.return_type, arguments[0]
            )

    return arrays(arrays), generate


def _without_count(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return an array, or a tuple of such, without the pointers to the counts."""
    if isinstance(kind, types.Array):
        view = context.make_array(kind)(context, builder, value=value)
        view.meminfo = ir.Constant(view.meminfo.type, None)
        return view._getvalue()
    if isinstance(kind, types.BaseTuple):
        for index, part_kind in enumerate(kind.types):
            part = builder.extract_value(value, index)
            part = _without_count(context, builder, part_kind, part)
            value = builder.insert_value(value, part, index)
    return value


def borrowed(arrays: Arrays) -> Arrays:
    """Return the same array or tuple of arrays, not counted when compiled.

    A compiled function must not return what it has borrowed, nor keep it anywhere.
    """
    return arrays


call_instead(borrowed, lambda arrays: _uncounted)

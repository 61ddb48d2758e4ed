"""Machine code in two steps: parts, which are linked, and wholes, which Python calls.

Left to itself, Numba optimises every function together with all that it calls and makes machine
code of it, also of one that nobody but other compiled functions calls, who do the same once more.
Here a compiled function is a *part* first: its own code as LLVM takes it in, and which parts it
calls. Where Python calls a function, its part and those behind it are linked into a *whole*, which
is optimised and made into machine code at once. Nothing is optimised that is not run.

A part's functions have the same names in every process, so that parts of different ones fit
together. Only this module and `trivium.kernel.code_cache` know the private parts of Numba that
this needs. Where a version of Numba does not have them, importing this fails.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import binding as llvm
from numba.core import event, funcdesc, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import (
    Compiler,
    CompileResult,
    DefaultPassBuilder,
    PassManager,
    _LowerResult,
    compile_result,
)
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.environment import lookup_environment
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NoPythonBackend,
    NoPythonSupportedFeatureValidation,
)

from trivium.kernel.sources import PACKAGE, is_ours, named_tuples

Signature = tuple[Any, ...]
"""The types of the arguments, as Numba has them."""
Name = tuple[str, str, Signature]
"""A function of this package for some types: its module, its name there, and those."""

_COMPILED = "_ZN"
"""Begins the names of compiled functions in LLVM's code."""
_FOR_PYTHON = "_ZN7cpython"
"""Begins those of what Python calls, which calls the function in turn."""


class Part(JITCodeLibrary):  # type: ignore[misc]  # numba is untyped
    """A function's code for LLVM, not optimised as a whole, and the parts that it calls."""

    def __init__(self, codegen: Any, symbol: str, find_called: Callable[[], list[Part]]) -> None:
        """`symbol` is what the function is called in it."""
        super().__init__(codegen, symbol)
        self._symbol = symbol
        self._find_called = find_called
        self.name_of_function: Name | None = None
        """None for a function that other processes may not know under a name."""

    @classmethod
    def of_bitcode(
        cls, codegen: Any, symbol: str, bitcode: bytes, find_called: Callable[[], list[Part]]
    ) -> Part:
        """Return a part as it was kept."""
        part = cls(codegen, symbol, find_called)
        part._final_module = llvm.parse_bitcode(bitcode)
        part._finalized = True
        return part

    @property
    def bitcode(self) -> bytes:
        """The code of the function itself."""
        return bytes(self._final_module.as_bitcode())

    def called(self) -> list[Part]:
        """Return the parts that this one calls."""
        return self._find_called()

    def finalize(self) -> None:
        """Take in what is not a part, such as functions of Numba's own, and go no further."""
        called = []
        for library in dict.fromkeys(self._linking_libraries):
            if isinstance(library, Part):
                called.append(library)
            elif library is not rtsys.library:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name.startswith(_COMPILED):
                # Several wholes have the function; what it has taken in is called by it alone.
                own = function.name == self._symbol
                function.linkage = "linkonce_odr" if own else "internal"
        self._find_called = lambda: called
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return all that compiled functions of others need to call this one."""
        self._ensure_finalized()
        return _linked(self, self._final_module.clone())


class Whole(JITCodeLibrary):  # type: ignore[misc]  # numba is untyped
    """A function that Python calls, with all parts that it needs."""

    def take_in(self, part: Part) -> None:
        """Link a part and those behind it. LLVM leaves out what nothing calls that is there."""
        self._final_module.link_in(part._final_module, preserve=True)
        _linked(part, self._final_module)

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            for_python = function.name.startswith(_FOR_PYTHON)
            if not function.is_declaration and function.name.startswith(_COMPILED):
                # What nobody else calls may be changed freely.
                function.linkage = "external" if for_python else "internal"
        super()._optimize_final_module()

    def _verify_declare_only_symbols(self) -> None:
        for function in self._final_module.functions:
            if function.is_declaration and function.name.startswith(_COMPILED):
                raise AssertionError(f"{function.name} is called and not there")

    def serialize_using_object_code(self) -> Any:
        """Return what is to be kept: machine code, and as little as suffices to find it there."""
        stubs = [
            f'define void @"{function.name}"() {{ ret void }}'
            for function in self._final_module.functions
            if not function.is_declaration and function.name.startswith(_FOR_PYTHON)
        ]
        stub = llvm.parse_assembly("\n".join(stubs))
        return self.name, "object", (self._get_compiled_object(), stub.as_bitcode())


def _linked(part: Part, module: Any) -> Any:
    """Link all parts that `part` needs into a module that has itself."""
    seen, waiting = {part}, [part]
    while waiting:
        for called in waiting.pop().called():
            if called not in seen:
                called._ensure_finalized()
                module.link_in(called._final_module, preserve=True)
                seen.add(called)
                waiting.append(called)
    return module


def _mangled(name: str, kinds: Signature, *, abi_tags: Any = (), uid: Any = None) -> str:
    """Return LLVM's name of a function for these types, the same in every process.

    Numba numbers functions in the order in which a process meets them. Those of others may have
    the same name and types with the same names, so they keep their numbers.
    """
    classes = named_tuples(kinds)
    ours = name.removeprefix(".NumbaEnv.").startswith(f"{PACKAGE.name}.")
    if ours and all(map(is_ours, classes)):
        homes = sorted(f"{cls.__module__}.{cls.__qualname__}" for cls in classes)
        uid = hashlib.sha256(repr(homes).encode()).hexdigest()[:8]
    return str(funcdesc.default_mangler(name, kinds, abi_tags=abi_tags, uid=uid))


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerToPart(LoweringPass):  # type: ignore[misc]  # numba is untyped
    """Makes a part of a function, where Numba's own pass makes machine code at once."""

    _name = "trivium_lower_to_part"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        context, flags = state.targetctx, state.flags
        described = funcdesc.PythonFunctionDescriptor.from_specialized_function(
            state.func_ir,
            state.typemap,
            state.return_type,
            state.calltypes,
            mangler=context.mangler,
            inline=flags.forceinline,
            noalias=flags.noalias,
            abi_tags=[flags.get_mangle_string()],
        )
        part = Part(context.codegen(), described.llvm_func_name, list)
        with context.push_code_library(part):
            lower = Lower(context, part, described, state.func_ir, metadata=state.metadata)
            lower.lower()
        part.finalize()
        state.library = part
        entry = object()
        context.insert_user_function(entry, described, [part])
        state["cr"] = _LowerResult(described, lower.call_helper, cfunc=entry, env=lower.env)
        return True


class _PartCompiler(Compiler):  # type: ignore[misc]  # numba is untyped
    """Numba's compiler up to parts."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.targetctx.mangler = _mangled

    def define_pipelines(self) -> list[Any]:
        builder = DefaultPassBuilder
        passes = PassManager("trivium")
        passes.passes.extend(builder.define_untyped_pipeline(self.state).passes)
        passes.passes.extend(builder.define_typed_pipeline(self.state).passes)
        for last in (
            NoPythonSupportedFeatureValidation,
            IRLegalization,
            AnnotateTypes,
            _LowerToPart,
            NoPythonBackend,
        ):
            passes.add_pass(last, last.__name__)
        passes.finalize()
        return [passes]


class Dispatcher(CPUDispatcher):  # type: ignore[misc]  # numba is untyped
    """A compiled function: parts of it for the types it was called with, and wholes."""

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,
        targetoptions: dict[str, Any] | None = None,
        pipeline_class: type[Compiler] = _PartCompiler,
    ) -> None:
        super().__init__(py_func, locals or {}, targetoptions or {}, pipeline_class)
        self.kept: Any = None
        """Where its code is kept, if anywhere; see `trivium.kernel.code_cache`."""
        self._entry_points: dict[Signature, Any] = {}
        self._wholes: list[CompileResult] = []

    def signature_of(self, arguments: Iterable[Any]) -> Signature:
        """Return the types of the arguments of a call."""
        return tuple(map(self.typeof_pyval, arguments))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Part of Numba's interface; constants need no part of their own."""
        names = {name: types.unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(types.unliteral, args)), names)

    def add_overload(self, cres: CompileResult) -> None:
        """Part of Numba's interface: take a part, which Python cannot call."""
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *arguments: Any) -> Any:
        """Return what a call from Python calls. Numba asks this for each signature once."""
        return self.entry_point(self.signature_of(arguments))

    def entry_point(self, signature: Signature) -> Any:
        """Return what Python calls for arguments of these types."""
        with global_compiler_lock:
            if signature not in self._entry_points:
                whole = self.kept.load_whole(signature, self.targetctx) if self.kept else None
                if whole is None:
                    self._compilation_chain_init_hook()
                    self.compile(signature)
                    with event.trigger_event("numba:compile", data={"dispatcher": self}):
                        whole = make_whole(self.overloads[signature])
                    if self.kept:
                        self.kept.save_whole(signature, whole)
                self._wholes.append(whole)  # its environments live as long as its code
                self._entry_points[signature] = whole.entry_point
                self._insert([kind._code for kind in signature], whole.entry_point, False)
            return self._entry_points[signature]


def make_whole(part: CompileResult) -> CompileResult:
    """Return machine code that Python can call."""
    # What was kept does not say so, but whatever is compiled here counts references: without that
    # an array that was made on the way would come back as nothing.
    context, described = part.target_context.subtarget(enable_nrt=True), part.fndesc
    library = Whole(context.codegen(), part.library.name)
    library.enable_object_caching()
    library.add_linking_library(rtsys.library)
    with context.push_code_library(library):
        context.create_cpython_wrapper(
            library, described, part.environment, part.call_helper, release_gil=True
        )
    library.take_in(part.library)
    entry = context.get_executable(library, described, part.environment)
    for variable in library._final_module.global_variables:
        environment = lookup_environment(variable.name)
        if environment is not None:
            library.codegen.set_env(variable.name, environment)
    return part._replace(library=library, entry_point=entry)


def rebuilt_part(
    context: Any, part: Part, described: Any, environment: Any, signature: Any
) -> CompileResult:
    """Return the result of a compilation whose part was kept."""
    return compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=object(),
        library=part,
        signature=signature,
        objectmode=False,
        lifted=(),
        fndesc=described,
        environment=environment,
        reload_init=[],
    )

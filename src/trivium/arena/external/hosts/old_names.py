"""Names that Python and NumPy had in the courses' years, put back for the agents of that time.

The Python host loads this file into its process, and nobody else does. A library is mended the
moment it has been imported, by whomever and however late, so an agent finds it as it was. It runs
on Python 3.8 too, because an agent may bring an interpreter of its own.
"""

from __future__ import annotations

import ast
import collections
import collections.abc
import contextlib
import errno
import functools
import gc
import importlib
import importlib.util
import math
import pickle
import sys
import types
import warnings
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any


def put_back() -> None:
    """Mend what is loaded, and everything else when it is imported."""
    for name, mend in _MENDS.items():
        if name in sys.modules or name in sys.builtin_module_names:
            mend(importlib.import_module(name))
    sys.meta_path.insert(0, _Mender())
    sys.meta_path.append(_Vanished())


class _Mender(MetaPathFinder):
    """Finds a library as usual, and mends it when its own code has run."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: Any = None
    ) -> ModuleSpec | None:
        """Return how to import a library that is to be mended; None for all others."""
        spec = PathFinder.find_spec(name, path) if name in _MENDS else None
        loader: Any = spec and spec.loader
        if loader is None:
            return None
        run = loader.exec_module

        def run_and_mend(module: Any) -> None:
            run(module)
            _MENDS[name](module)

        loader.exec_module = run_and_mend
        return spec


class _Vanished(MetaPathFinder):
    """Finds modules that are no more; it is asked last, after all who could have one."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: Any = None
    ) -> ModuleSpec | None:
        """Return how to import a module that was moved or removed; None for all others."""
        if name == "imp":
            return ModuleSpec(name, _Filling(_IMP))
        if name in _MOVED:
            with contextlib.suppress(ModuleNotFoundError):  # not every Python has setuptools
                found = vars(importlib.import_module(_MOVED[name]))
                return ModuleSpec(name, _Filling(found), is_package="__path__" in found)
        home, _, last = name.rpartition(".")
        moved = f"numpy.lib._{last}_impl"
        if home == "numpy.lib" and PathFinder.find_spec(moved, path):
            return ModuleSpec(name, _Filling(vars(importlib.import_module(moved))))
        return None


class _Filling(Loader):
    """Makes a module of names."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = {name: it for name, it in names.items() if not name.startswith("__")}

    def create_module(self, spec: ModuleSpec) -> types.ModuleType | None:
        """Leave that to Python."""
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        """Fill the module."""
        vars(module).update(self._names)


def _load_source(name: str, path: str) -> Any:
    """Import a file as a module."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no module", name=name, path=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_IMP = {
    "reload": importlib.reload,
    "new_module": types.ModuleType,
    "load_source": _load_source,
}


def _restore(home: Any, **names: Any) -> None:
    """Give a module or a class the names that it no longer has."""
    for name, it in names.items():
        if name not in vars(home):
            setattr(home, name, it)


def _restore_methods(kind: type, example: Any, **methods: Any) -> None:
    """Do the same for a class that is written in C, which refuses new attributes.

    What an `example` of it lacks is missing: NumPy kept names that only say that they are gone.
    """
    own = gc.get_referents(vars(kind))[0]  # the dictionary behind the read-only view
    for name, method in methods.items():
        if not hasattr(example, name):
            own[name] = method
    with contextlib.suppress(ImportError):
        import ctypes

        ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


def _mend_array(module: Any) -> None:
    kind = module.array
    _restore_methods(kind, kind("b"), tostring=kind.tobytes, fromstring=kind.frombytes)


def _mend_asyncio(module: Any) -> None:
    _restore(module, coroutine=types.coroutine)


def _mend_base64(module: Any) -> None:
    _restore(module, encodestring=module.encodebytes, decodestring=module.decodebytes)


def _mend_builtins(module: Any) -> None:
    """Let files be opened with universal newlines, which are usual now, and no longer a mode."""
    opened = module.open

    @functools.wraps(opened)
    def open_also_universal(file: Any, mode: Any = "r", *options: Any, **named: Any) -> Any:
        if isinstance(mode, str) and "U" in mode:
            mode = "r" + mode.replace("U", "").replace("r", "")
        return opened(file, mode, *options, **named)

    module.open = open_also_universal


def _mend_collections(module: Any) -> None:
    _restore(module, **{name: getattr(collections.abc, name) for name in collections.abc.__all__})


def _mend_configparser(module: Any) -> None:
    _restore(module, SafeConfigParser=module.ConfigParser)
    _restore(module.RawConfigParser, readfp=module.RawConfigParser.read_file)


def _mend_fractions(module: Any) -> None:
    _restore(module, gcd=math.gcd)


def _mend_inspect(module: Any) -> None:
    ArgSpec = collections.namedtuple("ArgSpec", "args varargs keywords defaults")

    def getargspec(function: Any) -> Any:
        return ArgSpec(*module.getfullargspec(function)[:4])

    _restore(module, ArgSpec=ArgSpec, getargspec=getargspec)


def _mend_json(module: Any) -> None:
    """Let texts be read with an encoding, which meant nothing even then."""
    read = module.loads

    @functools.wraps(read)
    def loads(text: Any, *, encoding: Any = None, **options: Any) -> Any:
        return read(text, **options)

    module.loads = loads  # which `load` calls


def _mend_math(module: Any) -> None:
    module.factorial = _with_whole_floats(module.factorial)


def _mend_os(module: Any) -> None:
    _restore(module, errno=errno)


def _mend_random(module: Any) -> None:
    """Let sets be sampled, and allow what else `random` was patient with."""
    kind = module.Random
    sample, shuffle, seed = kind.sample, kind.shuffle, kind.seed

    def sample_also_sets(self: Any, population: Any, k: int, **options: Any) -> Any:
        ordered = tuple(population) if isinstance(population, collections.abc.Set) else population
        return sample(self, ordered, k, **options)

    def shuffle_also_by(self: Any, x: Any, random: Any = None) -> None:
        if random is None:
            shuffle(self, x)
            return
        for i in reversed(range(1, len(x))):
            j = int(random() * (i + 1))
            x[i], x[j] = x[j], x[i]

    def seed_with_anything(self: Any, a: Any = None, version: int = 2) -> None:
        plain = a is None or isinstance(a, (int, float, str, bytes, bytearray))
        seed(self, a if plain else hash(a), version)

    kind.sample, kind.shuffle, kind.seed = sample_also_sets, shuffle_also_by, seed_with_anything
    kind.randrange = _with_whole_floats(kind.randrange)
    for name in ("sample", "shuffle", "seed", "randrange"):
        setattr(module, name, getattr(module._inst, name))


def _with_whole_floats(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of whole numbers that takes 3.0 for 3."""

    @functools.wraps(function)
    def patient(*values: Any, **named: Any) -> Any:
        whole = (int(v) if isinstance(v, float) and v.is_integer() else v for v in values)
        return function(*whole, **named)

    return patient


def _mend_sys(module: Any) -> None:
    _restore(module, setcheckinterval=lambda n: None, getcheckinterval=lambda: 100)


def _mend_threading(module: Any) -> None:
    _restore(module.Thread, isAlive=module.Thread.is_alive)


def _mend_time(module: Any) -> None:
    _restore(module, clock=module.process_time)


def _mend_unittest(module: Any) -> None:
    tests = module.TestCase
    _restore(tests, **{old: getattr(tests, new) for old, new in _ASSERTIONS.items()})


def _mend_numpy(numpy: Any) -> None:
    """Give NumPy what it had before its versions 1.24 and 2."""
    plain = {kind.__name__: kind for kind in (bool, int, float, complex, object, str)}
    _restore(numpy, unicode=str, math=math, sys=sys, warnings=warnings, **plain)
    errors = getattr(numpy, "exceptions", None)
    names = {
        **{old: getattr(numpy, new) for old, new in _RENAMED.items() if hasattr(numpy, new)},
        **{name: getattr(errors, name) for name in _ERRORS if hasattr(errors, name)},
        **_values_and_functions(numpy),
    }
    numpy.__all__ = sorted({*numpy.__all__, *names})
    for home in ("numpy", "numpy._core.numeric", "numpy._core.fromnumeric"):
        if home in sys.modules:
            _restore(sys.modules[home], **names)
    _mend_reading_and_sums(numpy)
    _mend_loading_and_showing(numpy)
    _mend_making(numpy)
    _mend_arrays(numpy)
    _mend_numpy_lib(numpy)


def _values_and_functions(numpy: Any) -> dict[str, Any]:
    """Return what NumPy has no other name for."""

    def in1d(ar1: Any, ar2: Any, *options: Any, **named: Any) -> Any:
        return numpy.isin(numpy.ravel(ar1), ar2, *options, **named)

    return {
        **dict.fromkeys(("Inf", "Infinity", "infty", "PINF"), numpy.inf),
        **dict.fromkeys(("NaN", "NAN"), numpy.nan),
        "NINF": -numpy.inf,
        "PZERO": 0.0,
        "NZERO": -0.0,
        "in1d": in1d,
        "asscalar": lambda a: a.item(),
        "asfarray": lambda a, dtype=numpy.float64: numpy.asarray(a, dtype=dtype),
        "alen": lambda a: len(numpy.atleast_1d(a)),
        "msort": lambda a: numpy.sort(a, axis=0),
        "loads": pickle.loads,
        **_about_types(numpy),
        "byte_bounds": getattr(getattr(numpy.lib, "array_utils", None), "byte_bounds", None),
        "disp": lambda mesg, device=None, linefeed=True: print(
            mesg, file=device, end="\n" if linefeed else ""
        ),
        "fastCopyAndTranspose": lambda a: numpy.array(numpy.transpose(a)),
        "safe_eval": ast.literal_eval,
        "set_string_function": lambda f, repr=True: None,
    }


def _about_types(numpy: Any) -> dict[str, Any]:
    """Return what told something about NumPy's types of numbers."""

    def issubclass_(arg1: Any, arg2: Any) -> bool:
        return isinstance(arg1, type) and issubclass(arg1, arg2)

    def find_common_type(array_types: Any, scalar_types: Any) -> Any:
        return numpy.result_type(*array_types, *scalar_types)

    def obj2sctype(rep: Any, default: Any = None) -> Any:
        if issubclass_(rep, numpy.generic):
            return rep
        try:
            return numpy.dtype(rep).type
        except TypeError:
            return default

    kinds = {kind for kind in numpy.sctypeDict.values() if kind is not numpy.void}
    sctypes = {
        name: sorted(
            {kind for kind in kinds if issubclass(kind, base)},
            key=lambda k: numpy.dtype(k).itemsize,
        )
        for name, base in (
            ("int", numpy.signedinteger),
            ("uint", numpy.unsignedinteger),
            ("float", numpy.floating),
            ("complex", numpy.complexfloating),
        )
    }
    sctypes["others"] = [bool, object, bytes, str, numpy.void]
    return {
        "cast": {kind: functools.partial(numpy.asarray, dtype=kind) for kind in {*kinds, *_PLAIN}},
        "find_common_type": find_common_type,
        "issctype": lambda rep: issubclass_(obj2sctype(rep), numpy.generic),
        "issubclass_": issubclass_,
        "issubsctype": lambda arg1, arg2: issubclass_(obj2sctype(arg1), obj2sctype(arg2)),
        "nbytes": {kind: numpy.dtype(kind).itemsize for kind in kinds},
        "obj2sctype": obj2sctype,
        "sctype2char": lambda sctype: numpy.dtype(sctype).char,
        "sctypes": sctypes,
    }


def _mend_reading_and_sums(numpy: Any) -> None:
    """Let bytes be read as an array, and generators be summed."""
    read, total = numpy.fromstring, numpy.sum

    def fromstring(string: Any, dtype: Any = float, count: int = -1, sep: str = "") -> Any:
        if sep:
            return read(string, dtype=dtype, count=count, sep=sep)
        data = string.encode("latin-1") if isinstance(string, str) else string
        return numpy.frombuffer(data, dtype=dtype, count=count).copy()

    @functools.wraps(total)
    def sum_also_of(a: Any, *options: Any, **named: Any) -> Any:
        given = sum(a) if isinstance(a, types.GeneratorType) else a
        return total(given, *options, **named)

    numpy.fromstring, numpy.sum = fromstring, sum_also_of


def _mend_loading_and_showing(numpy: Any) -> None:
    """Let objects be loaded unasked, and numbers be shown as numbers, not as their types."""
    load = numpy.load

    @functools.wraps(load)
    def load_objects_too(
        file: Any, mmap_mode: Any = None, allow_pickle: Any = True, *options: Any, **named: Any
    ) -> Any:
        return load(file, mmap_mode, allow_pickle, *options, **named)

    numpy.load = load_objects_too
    with contextlib.suppress(Exception):  # an older one shows them so anyway
        numpy.set_printoptions(legacy="1.25")


def _mend_making(numpy: Any) -> None:
    """Let arrays be made of rows of unequal length, of copies "if need be", and of generators."""
    for name in ("array", "asarray"):
        setattr(numpy, name, _patient_maker(getattr(numpy, name)))
    for name in ("vstack", "row_stack", "hstack", "dstack", "stack", "column_stack"):
        setattr(numpy, name, _with_generators(getattr(numpy, name)))


def _patient_maker(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that makes an array of objects where rows have unequal lengths.

    ``copy=False`` asks it for no copy where that can be, and no longer forbids one.
    """

    @functools.wraps(make)
    def patient(*values: Any, **named: Any) -> Any:
        if named.get("copy", True) is False:
            named["copy"] = None
        try:
            return make(*values, **named)
        except ValueError as error:
            if len(values) != 1 or named.get("dtype") is not None or _UNEQUAL not in str(error):
                raise
            return make(*values, **{**named, "dtype": object})

    return patient


def _with_generators(join: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of a sequence that takes a generator as well."""

    @functools.wraps(join)
    def patient(arrays: Any, *options: Any, **named: Any) -> Any:
        given = list(arrays) if isinstance(arrays, (types.GeneratorType, map)) else arrays
        return join(given, *options, **named)

    return patient


def _mend_numpy_lib(numpy: Any) -> None:
    """Give the inner modules that are still there the functions that they had."""
    public = {name: getattr(numpy, name) for name in numpy.__all__ if hasattr(numpy, name)}
    home = {name: it for name, it in public.items() if callable(it) and not isinstance(it, type)}
    for module in (numpy.lib, getattr(numpy.lib, "npyio", None)):
        if module is not None:
            _restore(module, **home)


def _mend_arrays(numpy: Any) -> None:
    def tostring(self: Any, order: str = "C") -> bytes:
        data: bytes = self.tobytes(order)
        return data

    def itemset(self: Any, *place_and_value: Any) -> None:
        *place, value = place_and_value
        if place and isinstance(place[0], tuple):
            self[place[0]] = value
        else:
            self.flat[place[0] if place else 0] = value

    def ptp(self: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        most, least = self.max(axis, keepdims=keepdims), self.min(axis, keepdims=keepdims)
        return numpy.subtract(most, least, out)

    def newbyteorder(self: Any, new_order: str = "S") -> Any:
        return self.view(self.dtype.newbyteorder(new_order))

    methods = {"tostring": tostring, "itemset": itemset, "ptp": ptp, "newbyteorder": newbyteorder}
    _restore_methods(numpy.ndarray, numpy.zeros(1), **methods)
    _restore_methods(numpy.generic, numpy.int64(), tostring=tostring)


_PLAIN = (bool, int, float, complex)
_UNEQUAL = "inhomogeneous shape"
"""What NumPy says of rows of unequal length."""
_MOVED = {
    "_dummy_thread": "_thread",
    "_dummy_threading": "threading",
    "distutils": "setuptools._distutils",
    "distutils.util": "setuptools._distutils.util",
    "distutils.version": "setuptools._distutils.version",
    "dummy_threading": "threading",
    "numpy.core.umath_tests": "numpy._core._umath_tests",
    "numpy.dual": "numpy.linalg",
    "numpy.fft.fftpack": "numpy.fft",
    "numpy.fft.pocketfft": "numpy.fft",
    "numpy.linalg.linalg": "numpy.linalg",
    "xml.etree.cElementTree": "xml.etree.ElementTree",
}
"""Modules that are no more, and where their names are."""
_RENAMED = {
    "alltrue": "all",
    "sometrue": "any",
    "product": "prod",
    "cumproduct": "cumprod",
    "row_stack": "vstack",
    "trapz": "trapezoid",
    "round_": "round",
    "rank": "ndim",
    "mat": "asmatrix",
    "float_": "float64",
    "complex_": "complex128",
    "cfloat": "complex128",
    "singlecomplex": "complex64",
    "longfloat": "longdouble",
    "longcomplex": "clongdouble",
    "string_": "bytes_",
    "unicode_": "str_",
    "bool8": "bool_",
    "int0": "intp",
    "uint0": "uintp",
    "object0": "object_",
    "str0": "str_",
    "bytes0": "bytes_",
    "void0": "void",
    "typeDict": "sctypeDict",
}
"""What NumPy has by another name."""
_ERRORS = (
    "AxisError",
    "ComplexWarning",
    "RankWarning",
    "TooHardError",
    "VisibleDeprecationWarning",
)
"""What NumPy has moved into its module of errors."""
_ASSERTIONS = {
    "assert_": "assertTrue",
    "failUnless": "assertTrue",
    "failIf": "assertFalse",
    "assertEquals": "assertEqual",
    "failUnlessEqual": "assertEqual",
    "assertNotEquals": "assertNotEqual",
    "failIfEqual": "assertNotEqual",
    "assertAlmostEquals": "assertAlmostEqual",
    "assertNotAlmostEquals": "assertNotAlmostEqual",
    "failUnlessRaises": "assertRaises",
    "assertRaisesRegexp": "assertRaisesRegex",
    "assertRegexpMatches": "assertRegex",
    "assertNotRegexpMatches": "assertNotRegex",
}
_MENDS: dict[str, Callable[[Any], None]] = {
    "array": _mend_array,
    "asyncio": _mend_asyncio,
    "base64": _mend_base64,
    "builtins": _mend_builtins,
    "collections": _mend_collections,
    "configparser": _mend_configparser,
    "fractions": _mend_fractions,
    "inspect": _mend_inspect,
    "json": _mend_json,
    "math": _mend_math,
    "os": _mend_os,
    "random": _mend_random,
    "sys": _mend_sys,
    "threading": _mend_threading,
    "time": _mend_time,
    "unittest": _mend_unittest,
    "numpy": _mend_numpy,
}
"""What is done to a library that has been imported."""

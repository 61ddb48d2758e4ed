"""What Python and NumPy once had is there for an agent that uses it, and for nobody else."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

from tests.arena.external.playing import play, write_agent

NUMPY_NAMES = """
    bool int float complex object str unicode math sys warnings Inf Infinity infty PINF NINF NaN NAN
    PZERO NZERO alltrue sometrue product cumproduct row_stack trapz round_ rank mat float_ complex_
    cfloat singlecomplex longfloat longcomplex string_ unicode_ bool8 int0 uint0 object0 str0 bytes0
    void0 typeDict AxisError ComplexWarning RankWarning VisibleDeprecationWarning in1d asscalar
    asfarray alen msort loads fromstring
"""

USES = {
    "array": """
        import array
        a = array.array('B', [1, 2])
        a.fromstring(b'3')
        assert a.tostring() == bytes([1, 2, 51])
    """,
    "asyncio": """
        import asyncio
        @asyncio.coroutine
        def three():
            yield
            return 3
        assert asyncio.run(asyncio.wait_for(three(), 5)) == 3
    """,
    "base64": """
        import base64
        assert base64.decodestring(base64.encodestring(b'abc')) == b'abc'
    """,
    "builtins": """
        assert open('helper.py', 'rU').read() == open('helper.py', mode='U').read()
        assert open('helper.py', 'Urb').read(6) == b'NUMBER'
    """,
    "collections": """
        from collections import Iterable, Mapping, MutableMapping, Callable, Sequence, Hashable
        assert isinstance([], Iterable) and isinstance({}, Mapping)
    """,
    "configparser": """
        from configparser import SafeConfigParser
        found = SafeConfigParser()
        found.readfp(['[team]', 'number = 42'])
        assert found.get('team', 'number') == '42'
    """,
    "modules that were renamed": """
        from dummy_threading import Thread
        from _dummy_thread import allocate_lock
        from xml.etree import cElementTree
        from distutils.util import strtobool
        assert strtobool('yes')
    """,
    "fractions": "from fractions import gcd; assert gcd(12, 18) == 6",
    "imp": """
        import imp, os
        assert imp.load_source('other', 'helper.py').NUMBER == 7
        assert imp.reload(os) is os and imp.new_module('x').__name__ == 'x'
    """,
    "inspect": """
        import inspect
        found = inspect.getargspec(lambda a, b=3, *c, **d: 0)
        assert found == (['a', 'b'], 'c', 'd', (3,)) and found.keywords == 'd'
    """,
    "json": """
        import io, json
        assert json.loads('[1]', encoding='utf-8') == [1]
        assert json.load(io.StringIO('[1]'), encoding='utf-8') == [1]
    """,
    "math": "import math; assert math.factorial(5.0) == 120",
    "os": "import os; os.errno.ENOENT",
    "random": """
        import random
        random.seed((1, 'two'))
        chance = random.Random(frozenset([3]))
        assert random.sample({4}, 1) == chance.sample({4}, 1) == [4]
        assert random.sample([4], k=1) == [4]
        letters = list('abc')
        random.shuffle(letters, lambda: 0.0)
        assert letters == list('bca')
        random.shuffle(letters)
        assert random.randint(3.0, 3.0) == random.randrange(3.0, 4) == 3
    """,
    "sys": "import sys; sys.setcheckinterval(sys.getcheckinterval())",
    "threading": "import threading; assert threading.current_thread().isAlive()",
    "time": "import time; assert time.clock() > 0",
    "unittest": """
        import unittest
        case = unittest.TestCase()
        case.assertEquals(1, 1); case.assertNotEquals(1, 2); case.assert_(True)
        case.failUnless(True); case.failIf(False); case.assertAlmostEquals(1, 1 + 1e-9)
        case.assertRaisesRegexp(ValueError, 'invalid', int, 'x')
    """,
    "numpy: its names": f"""
        import numpy
        from numpy import *
        for name in {NUMPY_NAMES.split()}: getattr(numpy, name)
        assert Inf == Infinity == float('inf') and product([2, 3]) == 6
        assert int('3') == 3
    """,
    "numpy: types": """
        import numpy as np
        assert np.zeros(2, dtype=np.int).dtype == np.zeros(2, dtype=int).dtype
        assert np.float is float and np.bool(1) and np.float_(1) == np.float64(1)
    """,
    "numpy: functions": """
        import numpy as np
        assert np.alltrue([1, 1]) and not np.sometrue([0]) and np.cumproduct([2, 3])[-1] == 6
        assert list(np.in1d([[1, 2], [3, 4]], [2, 4])) == [False, True, False, True]
        assert np.row_stack([[1], [2]]).shape == (2, 1) and np.asscalar(np.array([3])) == 3
        assert np.asfarray([1]).dtype == np.float64 and np.alen([1, 2]) == 2
        assert np.msort([[2], [1]])[0, 0] == 1 and np.NINF == -np.inf and np.NaN != np.NaN
    """,
    "numpy: what it told of types": """
        import numpy as np
        assert np.find_common_type([np.int8], [np.float64]) == np.float64
        assert np.cast[int](3.5) == 3 and np.cast[np.float32]([1]).dtype == np.float32
        assert np.issctype(np.int8) and not np.issctype(3)
        assert np.issubsctype(np.int8, np.integer) and not np.issubsctype(np.int8, np.floating)
        assert np.issubclass_(bool, int) and not np.issubclass_(3, int)
        assert np.obj2sctype(float) is np.float64 and np.obj2sctype('what', 7) == 7
        assert np.sctype2char(float) == 'd' and np.nbytes[np.int16] == 2
        assert np.sctypes['int'][0] is np.int8 and np.float64 in np.sctypes['float']
        low, high = np.byte_bounds(np.zeros(2))
        assert high - low == 16
        np.disp('hello')
        np.set_string_function(repr)
        assert np.safe_eval('[1]') == [1]
    """,
    "numpy: rows of unequal length": """
        import numpy as np
        rows = np.array([[1, 2], [3]])
        assert rows.dtype == object and rows.tolist() == [[1, 2], [3]]
        assert np.asarray([(1, 2), 3]).shape == (2,)
        try: np.array([[1, 2], [3]], dtype=int)
        except ValueError: pass
        else: assert False
    """,
    "numpy: what it loads and shows": """
        import numpy as np
        np.save('weights.npy', np.array([{'a': 1}], dtype=object))
        assert np.load('weights.npy')[0] == {'a': 1}
        assert str([np.int64(3)]) == '[3]' and repr((np.float64(0.5),)) == '(0.5,)'
        assert repr(np.array([1.0, 2.0])) == 'array([1., 2.])'
    """,
    "numpy: copies if need be": """
        import numpy as np
        a = np.zeros(3)
        assert np.array(a, copy=False) is a and np.array([1], copy=False)[0] == 1
        assert np.array(a, copy=True) is not a and np.array(a) is not a
    """,
    "numpy: generators of arrays": """
        import numpy as np
        for join in (np.vstack, np.row_stack, np.stack):
            assert join(np.zeros(2) for i in range(3)).shape == (3, 2)
        assert np.hstack(map(np.zeros, [1, 2])).shape == (3,)
    """,
    "numpy: bytes": """
        import numpy as np
        a = np.fromstring(b'ab', dtype=np.uint8)
        a[0] = 98
        assert a.tostring() == b'bb' and np.uint8(98).tostring() == b'b'
        assert list(np.fromstring('1 2', dtype=int, sep=' ')) == [1, 2]
    """,
    "numpy: methods": """
        import numpy as np
        a = np.zeros((2, 2))
        a.itemset((0, 1), 5)
        a.itemset(2, 7)
        assert a.tolist() == [[0, 5], [7, 0]] and a.ptp() == 7 and list(a.ptp(0)) == [7, 5]
        one = np.zeros(1)
        one.itemset(3)
        assert one[0] == 3 and np.matrix([[1, 3]]).ptp() == 2
        assert np.ones(1, '<i2').newbyteorder()[0] == 256
    """,
    "numpy: sums": "import numpy as np; assert np.sum(x for x in [1, 2]) == np.sum([1, 2]) == 3",
    "numpy: inner modules": """
        from numpy.core.numeric import Infinity, inf
        from numpy.core.fromnumeric import product
        from numpy.lib.function_base import average
        from numpy.lib.arraysetops import unique
        from numpy.lib.npyio import load
        from numpy.lib import pad
        from numpy.linalg.linalg import norm
        from numpy.fft.fftpack import fft
        from numpy.core.umath_tests import inner1d
        assert average([1, 3]) == 2 and list(unique([1, 1])) == [1]
    """,
    "numpy: in a helper": "import helper; helper.best()",
}


@pytest.mark.parametrize("use", USES)
def test_what_python_and_numpy_once_had_is_there(tmp_path: Path, use: str) -> None:
    (tmp_path / "helper.py").write_text(
        "NUMBER = 7\ndef best():\n    import numpy\n    return numpy.float_(numpy.Inf)\n"
    )
    result = play(write_agent(tmp_path, "", before=USES[use]), size="3")
    assert result.kind in (None, "illegal move"), result.detail  # it forgets captures


def test_numpy_may_be_imported_as_late_as_an_agent_likes(tmp_path: Path) -> None:
    code = "def action(self): import numpy as np; np.zeros(3, dtype=np.int); return self.place()"
    assert play(write_agent(tmp_path, code), size="3").kind in (None, "illegal move")


def test_a_module_is_imported_once_even_if_it_uses_old_names(tmp_path: Path) -> None:
    before = "import sys, numpy\nsys.stderr.write('hello\\n')\nnumpy.Inf\n"
    code = "def action(self): raise RuntimeError"
    assert play(write_agent(tmp_path, code, before)).detail.count("hello") == 1


@pytest.mark.parametrize(
    "used", ["from numpy import Sponge", "import numpy.lib.sponge", "import imp.sponge"]
)
def test_a_name_that_never_was_is_still_missing(tmp_path: Path, used: str) -> None:
    result = play(write_agent(tmp_path, "", before=used), size="4")
    assert result.kind == "crash" and "ponge" in result.detail


def test_an_agent_s_own_module_comes_before_one_that_python_no_longer_has(tmp_path: Path) -> None:
    for name in ("imp", "old_names", "fractions"):
        (tmp_path / f"{name}.py").write_text("OWN = True\ngcd = 5\n")
    used = "import imp, fractions, old_names; assert fractions.gcd == 5 and old_names.OWN"
    result = play(write_agent(tmp_path, "", before=used), size="3")
    assert result.kind in (None, "illegal move"), result.detail


def test_the_referee_s_own_libraries_stay_as_they_are(tmp_path: Path) -> None:
    play(write_agent(tmp_path, "", before="import numpy; numpy.Inf"), size="3")
    assert not hasattr(numpy, "Infinity")
    assert not hasattr(numpy.ndarray, "tostring")

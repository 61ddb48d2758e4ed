"""Agents that fail in every way: they lose with a clear reason, and nobody else is harmed."""

from __future__ import annotations

import os
import platform
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent

import pytest

from tests.arena.external.playing import play, write_agent
from trivium.agents.agent import Choice
from trivium.agents.simple import RandomAgent
from trivium.arena.clocks import TimeControl
from trivium.arena.external.census import take_census
from trivium.arena.external.cgroup import make_group
from trivium.arena.external.fence import Room, fence_around
from trivium.arena.external.jail import MARK, Jail, bubblewrap, sandbox_trouble
from trivium.arena.external.limits import AgentLimits
from trivium.arena.players import make_player
from trivium.arena.referee import Terms, play_game
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit

FENCES = [False] if sandbox_trouble() else [True, False]
QUICK = Limit(forfeit_after=0.6)


@pytest.fixture(autouse=True)
def nothing_is_left_running() -> Iterator[None]:
    """Every agent's processes carry the mark of their referee, wherever they have gone."""
    mark = f"{MARK}={os.getpid()}-"
    yield
    assert not [process for process in Path("/proc").glob("[0-9]*") if _carries(process, mark)]


def _carries(process: Path, mark: str) -> bool:
    try:
        return int(process.name) != os.getpid() and mark.encode() in (
            (process / "environ").read_bytes()
        )
    except OSError:
        return False


def both(kinds: list[tuple[str, ...]]) -> list[tuple[object, ...]]:
    return [(*kind, fence) for kind in kinds for fence in FENCES]


@pytest.mark.parametrize(
    ("code", "before", "kind", "words", "sandbox"),
    both(
        [
            ("", "raise RuntimeError('at import')", "crash", "RuntimeError: at import"),
            ("", "import no_such_module", "crash", "No module named 'no_such_module'"),
            ("", "def f(:", "crash", "SyntaxError"),
            ("", "import sys; sys.exit(3)", "crash", "SystemExit: 3"),
            ("", "import os; os._exit(7)", "crash", "exit code 7"),
            ("def __init__(self, player, n): 1 / 0", "", "crash", "ZeroDivisionError"),
            ("def action(self): return self.nothing", "", "crash", "no attribute 'nothing'"),
            ("def action(self): return self.action()", "", "crash", "RecursionError"),
            ("def turn(self, player, action): {}[player]", "", "crash", "KeyError: 'red'"),
            ("def action(self): raise KeyboardInterrupt", "", "crash", "KeyboardInterrupt"),
            ("def action(self): import os; os._exit(0)", "", "crash", "exit code 0"),
            (
                "def action(self): import os; os.kill(os.getpid(), 9)",
                "",
                "crash",
                "exit code 137 (SIGKILL)",
            ),
            ("def action(self): import os; os.killpg(0, 9)", "", "crash", "SIGKILL"),
            ("def action(self): import os; os.abort()", "", "crash", "SIGABRT"),
            ("def action(self): import ctypes; ctypes.string_at(0)", "", "crash", "SIGSEGV"),
            (
                "def action(self): import os; os.closerange(0, 256); return self.place()",
                "",
                "crash",
                "",
            ),
            (
                """
                def action(self):
                    import os, time
                    os.closerange(3, 256)
                    time.sleep(600)
                """,
                "",
                "crash",
                "closed its connection",
            ),
        ]
    ),
)
def test_an_agent_that_crashes_loses_and_its_last_words_are_told(
    tmp_path: Path, code: str, before: str, kind: str, words: str, sandbox: bool
) -> None:
    result = play(write_agent(tmp_path, code, before), limits=AgentLimits(sandbox=sandbox))
    assert (result.kind, result.loser) == (kind, "red")
    assert words in result.detail


def test_the_first_line_of_a_crash_tells_the_error_and_the_rest_where_it_was(
    tmp_path: Path,
) -> None:
    result = play(write_agent(tmp_path, "def action(self): return 1 / 0"))
    first, *rest = result.detail.splitlines()
    assert first == "ZeroDivisionError: division by zero; its last words:"
    assert "agent.py" in rest[1] and "in action" in rest[1]
    assert "python_host" not in result.detail
    result = play(write_agent(tmp_path, "def action(self): open('gone.txt')"))
    assert "gone.txt" in result.detail and "old_names" not in result.detail
    result = play(write_agent(tmp_path, "", "def f() pass"))
    assert result.detail.startswith("SyntaxError: expected ':' (agent.py, line 1); its last words:")
    result = play(write_agent(tmp_path, "", "raise ValueError('x' * 1000)"))
    assert result.detail.startswith("ValueError: xxx")
    assert "importlib" not in result.detail


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def __init__(self, colour): pass", "TypeError: Player.__init__() takes 2 positional"),
        ("def turn(self, colour): pass", "TypeError: Player.turn() takes 2 positional"),
        ("action = None", "TypeError: 'NoneType' object is not callable"),
    ],
)
def test_an_agent_that_cannot_be_called_is_told_how_it_is_called(
    tmp_path: Path, code: str, error: str
) -> None:
    result = play(write_agent(tmp_path, code))
    assert result.kind == "crash"
    assert result.detail.startswith(error) and "last words" not in result.detail
    assert result.detail.endswith(
        "(it is called as Player(colour, n), then action() and turn(colour, action))"
    )


def test_an_error_inside_an_agent_is_not_about_how_it_is_called(tmp_path: Path) -> None:
    result = play(write_agent(tmp_path, "def action(self): return None + 1"))
    assert result.detail.startswith("TypeError: unsupported operand")
    assert "it is called as" not in result.detail


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("None", "None"),
        ("('PLACE', 1)", "('PLACE', 1)"),
        ("['PLACE', 0, 0]", "['PLACE', 0, 0] is of type list, not a tuple"),
        ("('PLACE', 0.0, 0)", "('PLACE', 0.0, 0), in which 0.0 is of type float, not a plain int"),
        ("('PLACE', True, 0)", "in which True is of type bool"),
        ("('PLACE', __import__('numpy').int64(3), 0)", "is of type numpy.int64, not a plain int"),
        ("('PLACE', float('nan'), 0)", "nan"),
        ("('PLACE', 10 ** 5000, 0)", "cannot be shown is too large"),
        ("b'PLACE'", "of type bytes"),
        ("'a1'", "'a1'"),
        ("('place', 0, 0)", 'an action is ("PLACE", r, q) or ("STEAL",)'),
        ("('STEAL', 0, 0)", "('STEAL', 0, 0)"),
        ("('PLACE', 0, 0, 0)", "('PLACE', 0, 0, 0)"),
        ("()", "()"),
        ("[0] * 10_000_000", "[0, 0, 0, 0, 0, 0, ...]"),
        ("'x' * 10_000_000", "xxx...xxx"),
        ("lambda: 0", "function"),
        ("(yield)", "generator"),
        ("Nasty()", "cannot be shown"),
        ("Nasty", "Nasty"),
        ("type('int', (int,), {})(3)", "int"),
    ],
)
def test_nonsense_loses_and_is_shown(tmp_path: Path, value: str, words: str) -> None:
    before = """
    class Nasty:
        def __repr__(self):
            raise SystemExit
        __str__ = __reduce__ = __len__ = __repr__
    """
    code = f"def action(self): return {value}"
    result = play(write_agent(tmp_path, code, before))
    assert result.kind == "nonsense"
    assert words in result.detail
    assert len(result.detail) < 500


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (
            "('PLACE', 2, 2)",
            "('PLACE', 2, 2) (c3 is not possible: Red may not begin in the centre.)",
        ),
        ("('PLACE', 5, 0)", "('PLACE', 5, 0) (there is no such place on the board)"),
        ("('PLACE', -1, 0)", "('PLACE', -1, 0)"),
        ("('STEAL',)", "('STEAL',) (steal is not possible: only Blue may steal, on turn 2.)"),
    ],
)
def test_an_illegal_move_loses_with_the_offending_text(
    tmp_path: Path, action: str, words: str
) -> None:
    result = play(write_agent(tmp_path, f"def action(self): return {action}"))
    assert result.kind == "illegal move"
    assert words in result.detail


@pytest.mark.parametrize(
    "error",
    [
        "class Odd(Exception):\n    def __str__(self): raise Odd",
        "class Odd(Exception):\n    __str__ = __repr__ = None",
        "class Odd(BaseException):\n    def __str__(self): return 'x' * 10_000_000",
        "class Odd(Exception):\n    def __str__(self): return '\\ud800\\x00\\n\\n= a1'",
    ],
)
def test_exceptions_that_cannot_be_shown_are_still_told(tmp_path: Path, error: str) -> None:
    result = play(write_agent(tmp_path, "def action(self): raise Odd", error))
    assert result.kind == "crash"
    assert len(result.detail) < 2000
    assert all(letter.isprintable() or letter == "\n" for letter in result.detail)


@pytest.mark.parametrize(
    "code",
    [
        "def action(self): print(EVIL, file=sys.stderr); sys.stderr.flush(); os._exit(1)",
        "def action(self): raise RuntimeError(EVIL)",
        "def action(self): return (EVIL, 1, 2)",
        """
        def action(self):
            for handle in range(3, 64):
                try: os.write(handle, (EVIL + '\\n').encode())
                except OSError: pass
        """,
    ],
)
def test_nothing_that_an_agent_says_can_play_tricks_on_a_terminal(
    tmp_path: Path, code: str
) -> None:
    before = """
    import os, sys
    EVIL = '\\x1b]0;title\\x07 \\x1b[2J \\x9b31m \\u202e \\x00 \\x7f \\r \\x08 evil'
    """
    result = play(write_agent(tmp_path, code, before))
    assert "evil" in result.detail
    assert all(letter.isprintable() or letter == "\n" for letter in result.detail)


@pytest.mark.parametrize("sandbox", FENCES)
@pytest.mark.parametrize(
    ("code", "before"),
    [
        ("def action(self): \n    while True: pass", ""),
        ("def action(self): import time; time.sleep(600)", ""),
        ("def __init__(self, player, n): import time; time.sleep(600)", ""),
        (
            "def action(self):\n    while True: pass",
            "import signal\nfor s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)",
        ),
        ("def action(self): import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", ""),
    ],
)
def test_an_agent_that_hangs_loses_on_time(
    tmp_path: Path, code: str, before: str, sandbox: bool
) -> None:
    description = write_agent(tmp_path, code, before)
    result = play(description, limits=AgentLimits(sandbox=sandbox), limit=QUICK)
    assert result.kind == "time"
    assert "no answer after 0." in result.detail


def test_a_game_without_a_clock_cannot_be_stalled_move_by_move(tmp_path: Path) -> None:
    description = write_agent(
        tmp_path, "def action(self): import time; time.sleep(0.4); return self.place()"
    )
    limits = AgentLimits(move=30, patience=1.0)
    result = play(description, limits=limits, limit=UNLIMITED)
    assert (result.kind, result.detail) == ("time", "the 1 s for a game without a clock are over")
    assert len(result.position.moves) == 4
    assert play(description, limits=limits).fault is None, "the referee's own clock is enough"


def test_an_agent_that_hangs_while_it_is_loaded_loses(tmp_path: Path) -> None:
    description = write_agent(tmp_path, "", "import time; time.sleep(600)")
    result = play(description, limits=AgentLimits(start=0.5))
    assert result.kind == "time"


@pytest.mark.parametrize("sandbox", FENCES)
@pytest.mark.parametrize("stream", [1, 2])
def test_a_flood_of_output_loses_and_costs_the_referee_nothing(
    tmp_path: Path, stream: int, sandbox: bool
) -> None:
    code = f"def action(self):\n    import os\n    while True: os.write({stream}, b'x' * 65536)"
    limits = AgentLimits(output=8, sandbox=sandbox)
    result = play(write_agent(tmp_path, code), limits=limits)
    assert result.kind == "output"
    assert "more than 8 MB" in result.detail


def test_much_output_within_the_limit_blocks_nobody(tmp_path: Path) -> None:
    code = """
    def action(self):
        print('x' * 300_000)
        import sys; print('y' * 300_000, file=sys.stderr)
        return self.place()
    """
    assert play(write_agent(tmp_path, code)).fault is None


@pytest.mark.parametrize("sandbox", FENCES)
def test_eating_memory_loses(tmp_path: Path, sandbox: bool) -> None:
    code = """
    def action(self):
        self.heap = []
        while True: self.heap.append(bytearray(1 << 20))
    """
    limits = AgentLimits(memory=100, sandbox=sandbox)
    result = play(write_agent(tmp_path, code), limits=limits)
    assert result.kind == "memory"
    assert "100 MB allowed" in result.detail


def test_memory_that_was_given_back_counts_too(tmp_path: Path) -> None:
    code = """
    def action(self):
        if not self.board: len(bytearray(150 << 20))
        return self.place()
    """
    description = write_agent(tmp_path, code)
    assert play(description, limits=AgentLimits(memory=100)).kind == "memory"
    assert play(description, limits=AgentLimits(memory=200)).fault is None
    assert play(description, limits=AgentLimits(memory=None)).fault is None


def test_memory_of_child_processes_counts(tmp_path: Path) -> None:
    code = """
    def action(self):
        import os, time
        if os.fork() == 0:
            hoard = bytearray(b'x') * (150 << 20)
            time.sleep(600)
        time.sleep(600)
    """
    result = play(write_agent(tmp_path, code), limits=AgentLimits(memory=100))
    assert result.kind == "memory"


HIDDEN_MEMORY = {
    "an unnamed file": """
        import os
        handle = os.memfd_create('hoard')
        for _ in range(300): os.write(handle, bytes(1 << 20))
    """,
    "an unnamed file that is mapped no more": """
        import mmap, os
        handle = os.memfd_create('hoard')
        os.ftruncate(handle, 300 << 20)
        hoard = mmap.mmap(handle, 300 << 20)
        for n in range(300): hoard[n << 20 : (n + 1) << 20] = bytes(b'x') * (1 << 20)
        hoard.close()
    """,
    "shared memory that nobody has in use": """
        import mmap
        hoard = mmap.mmap(-1, 300 << 20)
        for n in range(300):
            hoard[n << 20 : (n + 1) << 20] = bytes(b'x') * (1 << 20)
            hoard.madvise(mmap.MADV_DONTNEED, n << 20, 1 << 20)
    """,
    "a table of pages": """
        import mmap
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
        hoard = mmap.mmap(-1, 120 << 30, flags=flags)
        hoard.madvise(mmap.MADV_NOHUGEPAGE)
        for n in range(0, 120 << 30, 2 << 20): hoard[n]
    """,
}


@pytest.mark.parametrize("sandbox", FENCES)
@pytest.mark.parametrize("hoard", HIDDEN_MEMORY)
def test_memory_cannot_be_hidden(tmp_path: Path, hoard: str, sandbox: bool) -> None:
    code = f"def action(self):\n{indent(dedent(HIDDEN_MEMORY[hoard]), '    ')}"
    code += "\n    import time; time.sleep(600)"
    limits = AgentLimits(memory=100, sandbox=sandbox)
    result = play(write_agent(tmp_path, code), limits=limits)
    if sandbox and "unnamed file" in hoard:
        assert (result.kind, "Function not implemented" in result.detail) == ("crash", True)
    else:
        assert result.kind == "memory"
        assert "100 MB allowed" in result.detail


@pytest.mark.skipif(sandbox_trouble() is not None, reason="needs bubblewrap")
@pytest.mark.parametrize(("count", "size"), [(5, 30 << 20), (200_000, 0)])
def test_files_in_memory_count_and_so_do_empty_ones(tmp_path: Path, count: int, size: int) -> None:
    code = f"""
    def action(self):
        import itertools, time
        places = itertools.cycle(['/tmp', '/dev/shm', '.'])
        for n in range({count}):
            with open(f'{{next(places)}}/{{n}}', 'wb') as file: file.write(bytes({size}))
        time.sleep(600)
    """
    result = play(write_agent(tmp_path, code), limits=AgentLimits(memory=100))
    assert result.kind == "memory"


def test_an_engine_cannot_have_any_footprint_it_likes(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text("hoard = b'x' * (1200 << 20)\ninput()\ninput()\n")
    command = f"gtp:{sys.executable} {tmp_path / 'engine.py'}"
    result = play(command, limits=AgentLimits(memory=100))
    assert result.kind == "memory"


def test_cpu_time_is_limited_for_the_whole_game(tmp_path: Path) -> None:
    code = """
    def action(self):
        import time
        until = time.process_time() + 0.12
        while time.process_time() < until: pass
        return self.place()
    """
    description = write_agent(tmp_path, code)
    result = play(description, limits=AgentLimits(cpu=0.3))
    assert result.kind == "time"
    assert "of CPU time, of 0.3 s allowed" in result.detail
    assert len(result.position.moves) >= 2


@pytest.mark.parametrize("sandbox", FENCES)
@pytest.mark.parametrize(
    "code",
    [
        # a child that outlives its parent, in a session of its own
        """
        def action(self):
            import os, time
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    time.sleep(600)
                os._exit(0)
            os.wait()
            return self.place()
        """,
        "def action(self):\n    import os\n    while True: os.fork()",
        "def action(self):\n    import subprocess\n"
        "    self.all = [subprocess.Popen(['sleep', '600']) for _ in range(20)]\n"
        "    return self.place()",
    ],
)
def test_processes_left_behind_and_too_many_processes_lose(
    tmp_path: Path, code: str, sandbox: bool
) -> None:
    limits = AgentLimits(processes=8, sandbox=sandbox)
    result = play(write_agent(tmp_path, code), limits=limits)
    assert result.kind == "processes"


@pytest.mark.parametrize("sandbox", FENCES)
def test_child_processes_within_the_limit_are_allowed_and_end_with_the_game(
    tmp_path: Path, sandbox: bool
) -> None:
    code = """
    def action(self):
        import subprocess
        if not hasattr(self, 'child'):
            self.child = subprocess.Popen(['sleep', '600'], start_new_session=True)
        return self.place()
    """
    assert play(write_agent(tmp_path, code), limits=AgentLimits(sandbox=sandbox)).fault is None


def test_a_fork_that_comes_back_does_not_answer_twice(tmp_path: Path) -> None:
    code = """
    def action(self):
        import os
        os.fork()
        return self.place()
    """
    assert play(write_agent(tmp_path, code)).fault is None


@pytest.mark.parametrize(("number", "kind"), [(signal.SIGKILL, "crash"), (signal.SIGSTOP, "time")])
def test_nothing_is_left_behind_even_if_the_keeper_is_attacked(
    tmp_path: Path, number: int, kind: str
) -> None:
    code = f"""
    def action(self):
        import os, subprocess, time
        subprocess.Popen(['sleep', '600'], start_new_session=True)
        os.kill(os.getppid(), {int(number)})
        time.sleep(600)
    """
    limits = AgentLimits(sandbox=False)
    result = play(write_agent(tmp_path, code), limits=limits, limit=Limit(forfeit_after=1.0))
    assert result.kind == kind


@pytest.mark.skipif(sandbox_trouble() is not None, reason="needs bubblewrap")
def test_the_kernel_bounds_what_an_ordinary_user_s_agent_can_start() -> None:
    bomb = "i=0; while [ $i -lt 600 ]; do sleep 600 & i=$((i+1)); done; echo all"
    with bubblewrap(fence_around(Room(Path("/"))), processes=1) as (words, handles):
        trial = subprocess.run(
            [*words, "sh", "-c", bomb], pass_fds=handles, capture_output=True, text=True
        )
    assert "Cannot fork" in trial.stderr
    assert "all" not in trial.stdout


def test_answers_forged_in_the_pipe_lose(tmp_path: Path) -> None:
    code = """
    def action(self):
        import os
        for handle in range(3, 64):
            try: os.write(handle, b'99 ok ["PLACE", 0, 0]\\\\n')
            except OSError: pass
        return self.place()
    """
    result = play(write_agent(tmp_path, code))
    assert result.kind == "nonsense"
    assert "99 ok" in result.detail


def test_an_endless_answer_loses(tmp_path: Path) -> None:
    code = """
    def action(self):
        import os
        while True:
            for handle in range(3, 64):
                try: os.write(handle, b'9' * 4096)
                except OSError: pass
    """
    result = play(write_agent(tmp_path, code))
    assert result.kind == "nonsense"


def test_an_agent_does_not_run_while_the_other_side_thinks(tmp_path: Path) -> None:
    code = """
    def action(self):
        import threading, time
        if not hasattr(self, 'count'):
            self.count = 0
            threading.Thread(target=self.work, daemon=True).start()
            return self.place()
        raise RuntimeError(f'counted {self.count}')

    def work(self):
        import time
        while True:
            self.count += 1
            time.sleep(0.01)
    """
    description = write_agent(tmp_path, code)

    def counted(ponder: bool) -> int:
        result = play(description, limits=AgentLimits(ponder=ponder), other=Slow(1))
        return int(result.detail.rpartition("counted ")[2])

    assert counted(ponder=False) < 10 <= counted(ponder=True)


@pytest.fixture(params=["census", "group"])
def guard(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who guards an agent: the census everywhere, and control groups where they can be made."""
    if request.param == "census":
        monkeypatch.setattr("trivium.arena.external.jail.make_group", lambda: None)
    elif (group := make_group()) is None:
        pytest.skip("control groups cannot be made here")
    else:
        group.end()


CHAIN = (
    "7f454c4602010100000000000000000002003e00010000007800400000000000400000000000000000000000000000"
    "000000000040003800010000000000000001000000050000000000000000000000000040000000000000004000000000"
    "00a400000000000000a4000000000000000010000000000000"
    "b8390000000f05"  # again: fork
    "85c07409"  # if in the child, leave out the next line
    "b83c00000031ff0f05"  # exit(0)
    "b801000000bf01000000be00004000ba010000000f05"  # write a byte to standard output
    "ebd4"  # again
)
"""A program for 64-bit x86 that replaces itself by a child as fast as the machine can."""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="it is a program for another machine")
@pytest.mark.usefixtures("guard")
@pytest.mark.parametrize("sandbox", FENCES)
def test_a_child_that_replaces_itself_all_the_time_does_not_escape(
    tmp_path: Path, sandbox: bool
) -> None:
    code = f"""
    def action(self):
        import ctypes, fcntl, os, signal, time
        if hasattr(self, 'reader'):
            late = len(os.read(self.reader, 1 << 20))
            raise RuntimeError(f'{{self.early}} before, {{late}} after')
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # its children's children stay with it
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        with open('chain', 'wb') as file: file.write(bytes.fromhex('{CHAIN}'))
        os.chmod('chain', 0o755)
        self.reader, writer = os.pipe()
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 1 << 20)
        if os.fork() == 0:
            os.dup2(writer, 1)
            os.setsid()
            os.execv('./chain', ['chain'])
        time.sleep(0.5)
        self.early = len(os.read(self.reader, 1 << 20))
        return self.place()
    """
    result = play(write_agent(tmp_path, code), limits=AgentLimits(sandbox=sandbox), other=Slow(1))
    if result.kind != "processes":
        counted = re.search(r"RuntimeError: (\d+) before, (\d+) after", result.detail)
        assert counted is not None, result.detail
        assert int(counted[2]) < int(counted[1]), "it has worked as long as the other side thought"


@pytest.mark.usefixtures("guard")
@pytest.mark.parametrize("sandbox", FENCES)
def test_processes_that_wake_each_other_gain_nothing(tmp_path: Path, sandbox: bool) -> None:
    code = """
    def action(self):
        import mmap, os, signal, struct, time
        if hasattr(self, 'notes'):
            back = time.monotonic()
            times = [t for (t,) in struct.iter_unpack('d', self.notes[:]) if t]
            late = [t for t in times if self.left + 0.3 < t < back - 0.1]
            raise RuntimeError(f'worked {len(late)} of {len(times)} times')
        self.notes = mmap.mmap(-1, 8 << 16)
        if os.fork() == 0:
            os.setsid()
            first = os.getpid()
            other = os.fork() or first
            while True:
                os.kill(other, signal.SIGCONT)
                now = time.monotonic()
                struct.pack_into('d', self.notes, 8 * (int(now * 10000) % (1 << 16)), now)
        time.sleep(0.2)
        self.left = time.monotonic()
        return self.place()
    """
    result = play(write_agent(tmp_path, code), limits=AgentLimits(sandbox=sandbox), other=Slow(1))
    assert result.kind == "processes" or "RuntimeError: worked 0 of " in result.detail
    assert "worked 0 of 0 times" not in result.detail


@pytest.mark.parametrize("wall_clock", [True, False])
def test_cpu_time_while_the_other_side_thinks_is_charged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wall_clock: bool
) -> None:
    used = [0.0]
    go_on = Jail.go_on

    def use_more_and_go_on(jail: Jail) -> int:
        used[0] += 25.0
        return go_on(jail)

    monkeypatch.setattr(Jail, "cpu", lambda *_: used[0])
    monkeypatch.setattr(Jail, "go_on", use_more_and_go_on)
    terms = Terms(TimeControl(game=60.0, margin=10.0), agents=AgentLimits(wall_clock=wall_clock))
    player = make_player(write_agent(tmp_path, ""), "cachex", 1, terms.agents)
    game = play_game(GAMES["cachex"].start("5"), (player, RandomAgent(1)), terms)
    assert game.fault == "time"
    assert game.by_cpu == (not wall_clock, False)
    ahead = [seconds for seconds, mover in zip(game.clock, game.movers, strict=True) if not mover]
    assert len(ahead) == 3, "twice as much would be too much after two moves"
    assert all(seconds > 25.0 if wall_clock else seconds == 25.0 for seconds in ahead)


@dataclass
class Slow(RandomAgent):
    """Takes its time."""

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        time.sleep(0.5)
        return super().choose(position, limit)


def test_a_crash_after_the_last_move_changes_nothing_but_is_remarked(tmp_path: Path) -> None:
    code = """
    def turn(self, player, action):
        self.board[action[1:]] = player
        if len(self.board) == 5: raise RuntimeError('too late')
    """
    # Red's third stone in the first column connects; that is the fifth turn.
    column = "def place(self): return ('PLACE', len(self.board) // 2, 0)\n"
    other = Column(1)
    result = play(write_agent(tmp_path, column + dedent(code)), size="3", other=other)
    assert result.fault is None and str(result.position.outcome()) == "Red wins (connection)"
    assert "after the game: crash" in result.player.remarks[-1]  # type: ignore[attr-defined]


@dataclass
class Column(RandomAgent):
    """Places in the last column, from the top."""

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        return Choice(position.read_move(f"c{len(position.moves) // 2 + 1}"), "always")


@pytest.mark.parametrize("sandbox", FENCES)
def test_games_leave_no_open_files_in_the_referee(tmp_path: Path, sandbox: bool) -> None:
    good, bad = write_agent(tmp_path, ""), write_agent(tmp_path, "", "1 / 0", "bad")
    counts = []
    for _ in range(3):
        for description in (good, bad):
            play(description, size="3", limits=AgentLimits(sandbox=sandbox))
        counts.append(len(list(Path("/proc/self/fd").iterdir())))
    assert counts[0] == counts[-1]


@pytest.mark.parametrize("sandbox", FENCES)
def test_agents_die_with_a_referee_that_is_killed(tmp_path: Path, sandbox: bool) -> None:
    description = write_agent(tmp_path, "def action(self): import time; time.sleep(600)")
    program = (
        "import sys\n"
        "from tests.arena.external.playing import play\n"
        "from trivium.arena.external.limits import AgentLimits\n"
        "print('go', flush=True)\n"
        f"play({description!r}, limits=AgentLimits(sandbox={sandbox}))\n"
    )
    root = Path(__file__).parents[3]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    referee = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment
    )
    assert referee.stdout is not None and referee.stdout.readline() == b"go\n"
    deadline = time.monotonic() + 20
    while not _agents_under(referee.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    agents = _agents_under(referee.pid)
    assert agents
    referee.kill()
    referee.wait()
    referee.stdout.close()
    while any(Path(f"/proc/{pid}").exists() for pid in agents) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in agents)


def _agents_under(pid: int) -> list[int]:
    """Return the agents that run, not the sandboxes that are still being put up around them."""
    found = []
    for process in take_census(pid).everybody:
        program, *arguments = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        if program != b"bwrap" and any(b"python_host" in part for part in arguments):
            found.append(process)
    return found

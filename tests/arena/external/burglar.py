"""An agent that tries every way out of the sandbox and reports those that worked.

It runs as a course agent does and imports nothing of Trivium. ``plan.json`` beside it tells what
has been hidden, and where. Each attempt is a function that does something forbidden, or raises.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import mmap
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
_PLAN = Path("plan.json")
PLAN = json.loads(_PLAN.read_text()) if _PLAN.exists() else {}
"""Who looks for tests imports this too, where there is no plan."""
ATTEMPTS: list[Callable[[], object]] = []
_DEVICES = {
    *("full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin", "stdout", "tty"),
    *("urandom", "zero", "fd", "core"),
}
_SYSTEM = ("/proc", "/usr", "/lib", "/bin", "/sbin", "/dev", "/etc/alternatives", "/etc/java")
_NEW_NAMESPACES = {
    "mounts": 0x00020000,
    "cgroups": 0x02000000,
    "names": 0x04000000,
    "messages": 0x08000000,
    "users": 0x10000000,
    "processes": 0x20000000,
    "network": 0x40000000,
}


class Failed(Exception):
    """The attempt has come to nothing."""


def attempt(function: Callable[[], object]) -> Callable[[], object]:
    """Put something on the list; it has worked if it returns anything that is true, or None."""
    ATTEMPTS.append(function)
    return function


def call(name: str, *arguments: Any) -> int:
    """Call a function of the C library that fails with -1."""
    result: int = getattr(LIBC, name)(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), name)
    return result


# Files.


@attempt
def write_outside_the_own_folder_and_scratch() -> list[str]:
    own = (str(Path.cwd()), "/tmp", "/dev/shm", "/proc")
    found = []
    for folder, folders, _ in os.walk("/"):
        if folder.startswith(_SYSTEM):
            folders.clear()  # they are many, and all of one mount
        if not folder.startswith(own):
            with contextlib.suppress(OSError):
                (Path(folder) / "burglar").write_text("was here")
                found.append(folder)
    return found


@attempt
def change_a_file_of_the_system() -> None:
    Path(sys.executable).resolve().open("r+b").close()


@attempt
def change_trivium() -> None:
    Path(PLAN["package"], "__init__.py").open("r+b").close()


@attempt
def change_the_original_of_the_own_files() -> list[str]:
    found = []
    for file in Path("/run").rglob("*"):
        with contextlib.suppress(OSError):
            file.open("r+b").close()
            found.append(str(file))
    return found


@attempt
def find_a_secret_in_a_file() -> list[str]:
    found = []
    for folder, _, files in os.walk("/"):
        if folder.startswith((*_SYSTEM, sys.prefix, sys.base_prefix)):
            continue
        for name in files:
            with contextlib.suppress(OSError):
                if PLAN["secret"].encode() in Path(folder, name).read_bytes():
                    found.append(name)
    return sorted(set(found) - {"plan.json"})


@attempt
def look_into_other_folders() -> list[str]:
    return [place for place in PLAN["places"] if Path(place).exists()]


@attempt
def follow_a_link_out_of_the_own_folder() -> str:
    return Path("way_out").read_text()


@attempt
def fill_more_than_the_scratch_space() -> bool:
    written = 0
    chunk = bytes(1 << 20)
    for place in ("/tmp", "/dev/shm", "."):
        with contextlib.suppress(OSError):
            for number in range(64):
                with Path(place, f"filling-{number}").open("wb") as file:
                    for _ in range(16):
                        written += file.write(chunk)
        for filling in Path(place).glob("filling-*"):
            filling.unlink()
    return written > 300 << 20


@attempt
def find_a_secret_in_the_environment() -> bool:
    return PLAN["secret"] in " ".join(os.environ.values())


@attempt
def find_unexpected_variables() -> list[str]:
    return sorted(set(os.environ) - set(PLAN["variables"]))


# /proc, /sys and /dev.


@attempt
def write_kernel_settings() -> list[str]:
    found = []
    for folder, _, files in os.walk("/proc/sys"):
        for name in files:
            with contextlib.suppress(OSError):
                os.close(os.open(f"{folder}/{name}", os.O_WRONLY))
                found.append(f"{folder}/{name}")
    return found


@attempt
def write_anything_in_proc() -> list[str]:
    found = []
    places = [Path("/proc"), Path("/proc/self"), Path("/proc/1"), Path("/proc/self/task")]
    for file in [file for place in places for file in place.iterdir()]:
        with contextlib.suppress(OSError):
            if not file.is_dir():
                os.close(os.open(file, os.O_WRONLY))
                found.append(str(file))
    return found


@attempt
def read_memory_of_the_kernel() -> bytes:
    return Path("/proc/kcore").open("rb").read(1)


@attempt
def read_addresses_of_the_kernel() -> bool:
    with Path("/proc/kallsyms").open() as lines:
        return any(int(line.split()[0], 16) for line in lines)


@attempt
def see_foreign_processes() -> list[int]:
    processes = [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]
    return [pid for pid in processes if pid not in (1, os.getpid())]


@attempt
def look_into_the_first_process() -> bytes:
    """The sandbox's own process has nothing to hide, but its root must not be another one."""
    for name in ("root/root", "root/home", "root/etc/passwd", "cwd/home"):
        with contextlib.suppress(OSError):
            Path(f"/proc/1/{name}/../../{PLAN['places'][0]}").stat()
            return name.encode()
    raise Failed


@attempt
def find_a_secret_in_the_first_process() -> bool:
    text = Path("/proc/1/environ").read_bytes() + Path("/proc/1/cmdline").read_bytes()
    return PLAN["secret"].encode() in text


@attempt
def find_sys() -> list[Path]:
    return list(Path("/sys").iterdir())


@attempt
def find_unexpected_devices() -> list[str]:
    return sorted({entry.name for entry in Path("/dev").iterdir()} - _DEVICES)


@attempt
def make_a_device() -> None:
    os.mknod("/tmp/disk", 0o60600, os.makedev(8, 0))


@attempt
def change_a_device_for_all() -> None:
    Path("/dev/null").chmod(0o666)


@attempt
def type_into_a_terminal() -> None:
    terminal = os.open("/dev/tty", os.O_RDWR)
    os.write(terminal, b"hello")


@attempt
def find_unexpected_handles() -> list[str]:
    found = []
    for handle in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            target = str(handle.readlink())
            if not target.startswith(("pipe:", "/dev/null", "/proc/")):
                found.append(target)
    return found


# Sockets.


@attempt
def reach_a_socket_file() -> None:
    socket.socket(socket.AF_UNIX).connect(PLAN["socket"])


@attempt
def reach_an_abstract_socket() -> None:
    socket.socket(socket.AF_UNIX).connect("\0" + PLAN["abstract"])


@attempt
def reach_a_port_of_this_machine() -> None:
    socket.create_connection(("127.0.0.1", PLAN["port"]), timeout=2)


@attempt
def find_a_network() -> list[str]:
    return [name for _, name in socket.if_nameindex() if name != "lo"]


@attempt
def send_a_packet_to_the_world() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as world:
        world.sendto(b"hello", ("192.0.2.1", 9))


@attempt
def hear_the_kernel() -> bool:
    """A kernel's message about devices would come through a netlink socket of this kind."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, 15) as kernel:
        kernel.bind((0, 0xFFFFFFFF))
        return bool(select.select([kernel], [], [], 0.2)[0])


@attempt
def open_sockets_of_other_families() -> list[int]:
    found = []
    for family in range(64):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            with contextlib.suppress(OSError):
                socket.socket(family, kind).close()
                found.append(family)
    return sorted(set(found) - {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, 16})


@attempt
def open_pairs_of_sockets_of_other_families() -> list[int]:
    found, pair = [], (ctypes.c_int * 2)()
    for family in set(range(64)) - {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, 16}:
        if LIBC.socketpair(family, socket.SOCK_STREAM, 0, pair) != -1 or ctypes.get_errno() != 97:
            found.append(family)
    return found


@attempt
def open_raw_sockets() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)


# Other processes.


def forked(work: Callable[[int], object]) -> object:
    """Do something to a child that waits."""
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    try:
        return work(child)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@attempt
def trace_a_process() -> object:
    return forked(lambda pid: call("ptrace", 16, pid, 0, 0) == 0)


@attempt
def read_the_memory_of_a_process() -> object:
    buffer = ctypes.create_string_buffer(8)
    span = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 8)
    return forked(lambda pid: call("process_vm_readv", pid, span, 1, span, 1, 0) > 0)


@attempt
def trace_the_first_process() -> bool:
    return call("ptrace", 16, 1, 0, 0) == 0


@attempt
def hide_from_the_census() -> bool:
    return call("prctl", 4, 0, 0, 0, 0) == 0


@attempt
def run_before_everybody_else() -> None:
    os.setpriority(os.PRIO_PROCESS, 0, -5)


@attempt
def run_in_real_time() -> None:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


@attempt
def open_more_files_than_allowed() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))


@attempt
def start_more_processes_than_allowed() -> None:
    resource.setrlimit(resource.RLIMIT_NPROC, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


# Powers.


@attempt
def be_the_administrator() -> bool:
    if os.getuid() == 0:
        return True
    os.setuid(0)
    return True


@attempt
def be_a_member_of_groups() -> bool:
    return bool(set(os.getgroups()) - {os.getgid(), 65534})


@attempt
def have_capabilities() -> list[str]:
    lines = Path("/proc/self/status").read_text().splitlines()
    held = [line for line in lines if line.startswith(("CapPrm", "CapEff", "CapAmb"))]
    return [line for line in held if int(line.split()[1], 16)]


@attempt
def become_more_by_a_program() -> bool:
    for program in ("su", "mount", "passwd", "ping"):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            command = ["sh", "-c", f"exec $(command -v {program}) --help; id -u"]
            if b"\n0\n" in subprocess.run(command, capture_output=True, timeout=5).stdout:
                return True
    raise Failed


@attempt
def make_namespaces_at_once() -> list[str]:
    return [name for name, flag in _NEW_NAMESPACES.items() if LIBC.unshare(flag) == 0]


@attempt
def start_a_process_in_a_new_namespace() -> list[str]:
    found = []
    number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
    for name, flag in _NEW_NAMESPACES.items():
        pid = LIBC.syscall(number, ctypes.c_long(flag | signal.SIGCHLD), 0, 0, 0, 0)
        if pid == 0:
            os._exit(0)
        if pid > 0:
            os.waitpid(pid, 0)
            found.append(name)
    return found


@attempt
def mount_something() -> None:
    call("mount", b"none", b"/tmp", b"tmpfs", 0, None)


@attempt
def change_the_root() -> None:
    os.chroot("/tmp")


@attempt
def change_the_name_of_the_machine() -> None:
    socket.sethostname("burglar")


@attempt
def change_the_time() -> None:
    time.clock_settime(time.CLOCK_REALTIME, time.time())


@attempt
def call_what_is_forbidden() -> list[str]:
    """With arguments that make no sense: whatever reaches the kernel fails in another way."""
    found = []
    for name, number in PLAN["forbidden"].items():
        if LIBC.syscall(number, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != 38:
            found.append(name)
    return found


@attempt
def call_the_kernel_as_an_older_machine() -> bool:
    """The 32-bit entry of a 64-bit kernel has other numbers: 20 is getpid."""
    if os.uname().machine != "x86_64":
        raise Failed
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    child = os.fork()
    if child == 0:
        os._exit(0 if ctypes.CFUNCTYPE(ctypes.c_int)(address)() == os.getpid() else 1)
    return os.waitpid(child, 0)[1] == 0


# Memory that no census of processes finds.


@attempt
def keep_memory_in_a_file_without_a_name() -> int:
    return os.memfd_create("burglar") + 1


@attempt
def keep_memory_in_a_shared_segment() -> int:
    return call("shmget", 0, 1 << 20, 0o1600) + 1


@attempt
def keep_memory_in_the_buffers_of_sockets() -> bool:
    """So much fits unasked that it takes many; asked for it, the kernel would give much more."""
    with contextlib.ExitStack() as stack:
        one, other = map(stack.enter_context, socket.socketpair())
        one.setblocking(False)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
        other.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 30)
        kept = 0
        with contextlib.suppress(BlockingIOError):
            while kept < 1 << 20:
                kept += one.send(bytes(1 << 16))
    return kept >= 1 << 20


@attempt
def keep_memory_in_a_message_queue() -> int:
    return call("msgget", 0, 0o1600) + 1


def report() -> list[str]:
    """Try everything; return what worked."""
    worked = []
    for function in ATTEMPTS:
        try:
            result = function()
        except (Failed, OSError, ValueError, AttributeError, KeyError, MemoryError):
            continue
        if result is None or result:
            words = f"{result}"[:60]
            worked.append(f"{function.__name__}: {words}")
    return worked


class Player:
    """What the course's referee makes."""

    def __init__(self, player: str, n: int) -> None:
        pass

    def action(self) -> tuple[str, int, int]:
        """Report instead of playing."""
        raise RuntimeError(f"of {len(ATTEMPTS)} these worked: {report()}")

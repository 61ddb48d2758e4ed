"""The filter of system calls that a command in the sandbox lives under, as the kernel reads it.

Namespaces and another user take away files, network and powers; this takes away what they leave:
other processes' memory, keys of the user, sockets that belong to no network namespace, ways into
new namespaces, and memory that no census of processes would find: large buffers of sockets, too.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass
from typing import Final

_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_LOAD, _IF_EQUAL, _IF_ANY_BIT, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_CALL, _MACHINE, _ARGUMENTS = 0, 4, 16
"""Where things are in what the kernel shows to a filter."""
_FOREIGN: Final = 0x40000000
"""From here on the numbers of calls mean something else on x86."""

_NEW_NAMESPACES = 0x7E020000
_SET_DUMPABLE = 4
_FAMILIES = (1, 2, 10, 16)
"""Unix, the two of the Internet, and the kernel's own: each network namespace has its own."""
_OF_SOCKETS, _BUFFERS = 1, (7, 8)
"""The options of all sockets, and of those the sizes of what waits to be sent or received."""


@dataclass(frozen=True)
class _Machine:
    """A kind of processor: how the kernel names it, and the numbers of its system calls."""

    name: int
    forbidden: dict[str, int]
    clone: int
    prctl: int
    socket: int
    socketpair: int
    setsockopt: int


_NEW_CALLS = {
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "clone3": 435,
    "pidfd_getfd": 438,
    "process_madvise": 440,
    "mount_setattr": 442,
    "memfd_secret": 447,
}
"""The newer ones have the same numbers everywhere."""
_MACHINES = {
    "x86_64": _Machine(
        0xC000003E,
        {
            "shmget": 29,
            "semget": 64,
            "msgget": 68,
            "ptrace": 101,
            "syslog": 103,
            "pivot_root": 155,
            "chroot": 161,
            "mount": 165,
            "umount2": 166,
            "quotactl": 179,
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "unshare": 272,
            "vmsplice": 278,
            "perf_event_open": 298,
            "fanotify_init": 300,
            "open_by_handle_at": 304,
            "setns": 308,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "kcmp": 312,
            "memfd_create": 319,
            "bpf": 321,
            "userfaultfd": 323,
        },
        clone=56,
        prctl=157,
        socket=41,
        socketpair=53,
        setsockopt=54,
    ),
    "aarch64": _Machine(
        0xC00000B7,
        {
            "umount2": 39,
            "mount": 40,
            "pivot_root": 41,
            "chroot": 51,
            "quotactl": 60,
            "vmsplice": 75,
            "unshare": 97,
            "syslog": 116,
            "ptrace": 117,
            "msgget": 186,
            "semget": 190,
            "shmget": 194,
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "perf_event_open": 241,
            "fanotify_init": 262,
            "open_by_handle_at": 265,
            "setns": 268,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "kcmp": 272,
            "memfd_create": 279,
            "bpf": 280,
            "userfaultfd": 282,
        },
        clone=220,
        prctl=167,
        socket=198,
        socketpair=199,
        setsockopt=208,
    ),
}


def forbidden_calls() -> dict[str, int]:
    """Return the names and numbers of the system calls that always fail under the filter."""
    machine = _MACHINES.get(platform.machine())
    return {} if machine is None else machine.forbidden | _NEW_CALLS


def call_filter() -> bytes | None:
    """Return the filter for this machine; None where its system calls are not known to us.

    A forbidden call fails as on a kernel that does not have it, so that a program which has
    another way takes that. Buffers of sockets keep their size, and whoever sets it is told that
    this was done: the size is a wish anyway.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return None
    steps = [
        _step(_LOAD, _MACHINE),
        _step(_IF_EQUAL, machine.name, 1, 0),
        _fail(errno.ENOSYS),
        _step(_LOAD, _CALL),
        _step(_IF_AT_LEAST, _FOREIGN, 0, 1),
        _fail(errno.ENOSYS),
    ]
    for number in sorted(forbidden_calls().values()):
        steps += [_step(_IF_EQUAL, number, 0, 1), _fail(errno.ENOSYS)]
    namespaces = [_step(_IF_ANY_BIT, _NEW_NAMESPACES, 0, 1), _fail(errno.EPERM)]
    steps += _if_call(machine.clone, [_argument(0), *namespaces])
    dumpable = [_step(_IF_EQUAL, _SET_DUMPABLE, 0, 1), _fail(errno.EPERM)]
    steps += _if_call(machine.prctl, [_argument(0), *dumpable])
    for number in (machine.socket, machine.socketpair):
        families = [*_leave_unless(_FAMILIES), _fail(errno.EAFNOSUPPORT)]
        steps += _if_call(number, [_argument(0), *families])
    smallest, largest = _BUFFERS
    sizes = [_step(_IF_AT_LEAST, largest + 1, 2, 0), _step(_IF_AT_LEAST, smallest, 0, 1), _fail(0)]
    of_sockets = _step(_IF_EQUAL, _OF_SOCKETS, 0, 1 + len(sizes))
    steps += _if_call(machine.setsockopt, [_argument(1), of_sockets, _argument(2), *sizes])
    return b"".join([*steps, _step(_RETURN, _ALLOW)])


def _if_call(number: int, steps: list[bytes]) -> list[bytes]:
    """Return steps about the arguments of one system call, after which it is allowed."""
    whole = [*steps, _step(_RETURN, _ALLOW)]
    return [_step(_IF_EQUAL, number, 0, len(whole)), *whole]


def _leave_unless(values: tuple[int, ...]) -> list[bytes]:
    """Return steps that leave out the one behind them for one of these values."""
    return [_step(_IF_EQUAL, value, len(values) - n, 0) for n, value in enumerate(values)]


def _argument(number: int) -> bytes:
    """Return the step that looks at the lower half of an argument."""
    return _step(_LOAD, _ARGUMENTS + 8 * number)


def _step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    """Return one step: what to do with a value, and how many steps to leave out then."""
    return struct.pack("=HBBI", code, if_so, if_not, value)


def _fail(error: int) -> bytes:
    return _step(_RETURN, _FAIL | error)

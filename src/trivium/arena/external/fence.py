"""What a command in the sandbox sees, and where it can write: its room, in bubblewrap's words.

It sees the system's programs and libraries, the Python that runs Trivium, Trivium itself, and what
the room names; nothing else is there. It can write beside its own files, because those are a
private copy, and to two scratch folders; all three are in memory, small, and gone with the game.
"""

from __future__ import annotations

import contextlib
import functools
import os
import secrets
import site
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from trivium.errors import TriviumError
from trivium.files import cache_directory

HOSTS = Path(__file__).parent / "hosts"
SCRATCH = (Path("/tmp"), Path("/dev/shm"))
"""Folders of its own that a command in the sandbox can write to."""
_MEGABYTES = 64
SPACE = _MEGABYTES << 20
"""Bytes that it can write to each of them, and beside its files; as much is copied of those."""
_BLOCK = 4096
_ORIGINALS = Path("/run/originals")
"""Where those files are seen of which the command gets a copy."""
_SYSTEM = (
    *("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "nix/store", "gnu/store"),
    *("etc/ld.so.c*", "etc/ld-musl*", "etc/alternatives", "etc/localtime", "etc/java*"),
)
_CACHED = ("compiled", "tables")
"""What Trivium itself reads in its cache; the rest comes from other agents."""
_NAMESPACES = (
    *("--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--hostname", "agent", "--cap-drop", "ALL"),
)
_USHERS_POWERS = ("CAP_SETUID", "CAP_SETGID", "CAP_CHOWN", "CAP_DAC_OVERRIDE")
"""What the administrator's usher needs, and loses by becoming another user."""
_NOBODY = 65534
_FIRST_STRANGER, _STRANGERS = 1879048192, 1 << 28
"""User numbers that no convention gives to anybody."""
_PASSED_ON = (
    *("LANG", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME", "VIRTUAL_ENV"),
    *("TRIVIUM_AGENT", "TRIVIUM_TIME", "TRIVIUM_MOVE", "TRIVIUM_SEED"),
)
"""The only variables that an agent gets from us as they are; the last ones set our own players."""


@dataclass(frozen=True)
class Room:
    """Where a command starts, which files are its own, and what else it may read."""

    folder: Path
    own: tuple[Path, ...] = ()
    """The agent's files and folders, of which it gets a copy."""
    readable: tuple[Path, ...] = ()
    """Further files and folders, such as packages that it needs."""

    def plain(self) -> Room:
        """Return the same with whole paths that do not go up and down; links stay."""
        folder, *others = (
            Path(os.path.normpath(place.absolute()))
            for place in (self.folder, *self.own, *self.readable)
        )
        return Room(folder, tuple(others[: len(self.own)]), tuple(others[len(self.own) :]))


@dataclass(frozen=True)
class Fence:
    """The sandbox around a command."""

    words: tuple[str, ...]
    """What to tell bubblewrap."""
    copies: tuple[tuple[str, str], ...]
    """What the usher is to copy, and where to."""
    left: tuple[str, ...]
    """What is not copied of it, because it is seen there anyway."""
    spaces: tuple[Path, ...]
    """Where it can write."""
    user: int | None
    """Who the command is to run as; None for who runs the referee."""
    remark: str | None
    """What a reader of the result should know."""


def fence_around(room: Room) -> Fence:
    """Return the sandbox for a room; raises `TriviumError` if that shows too much or too little."""
    room = room.plain()
    for place in (*room.own, *room.readable):
        _check_modest(place)
    user = stranger()
    shown = [*_system(), *_trivium(), *room.readable]
    weights = _weights(_outermost(room.own), set(shown))
    copied = weights or {}
    bound = room.readable if weights is not None else (*room.readable, *room.own)
    for place in bound if user is not None else ():
        _check_open(place)
    spaces = _spaces(room, copied)
    mounts = _mounts([*shown, *bound], spaces, list(copied))
    powers = [word for name in _USHERS_POWERS for word in ("--cap-add", name)]
    words = [
        *_NAMESPACES,
        *(powers if user is not None else []),
        *(word for place in sorted(mounts, key=_depth) for word in (*mounts[place], str(place))),
        *(word for place in ("/proc", "/dev", "/") for word in ("--remount-ro", place)),
        *("--chdir", str(room.folder)),
    ]
    return Fence(
        words=tuple(words),
        copies=tuple((str(_original(n)), str(place)) for n, place in enumerate(copied)),
        left=tuple(str(place) for place in shown if any(map(place.is_relative_to, copied))),
        spaces=tuple(spaces),
        user=user,
        remark=None if weights is not None else f"its files are read-only: over {_MEGABYTES} MB",
    )


def _check_modest(place: Path) -> None:
    home, shown = _home(), place.resolve()
    if shown == Path("/") or (home is not None and home.is_relative_to(shown)):
        raise TriviumError(
            f"An agent in the sandbox would see all of {place}. Put the agent into a folder of "
            "its own, or play without the sandbox."
        )


def _home() -> Path | None:
    with contextlib.suppress(RuntimeError):
        return Path.home().resolve()
    return None


def _check_open(place: Path) -> None:
    if place.exists() and not place.stat().st_mode & stat.S_IROTH:
        raise TriviumError(
            f"Only its owner may read {place}, but an agent of the administrator's runs as another "
            f"user, and more than {_MEGABYTES} MB are not copied for it. Let everybody read it "
            "(chmod -R a+rX), or run Trivium as an ordinary user."
        )


def _outermost(places: Iterable[Path]) -> list[Path]:
    """Return the places without those that lie inside others."""
    found: list[Path] = []
    for place in sorted(set(places), key=_depth):
        if not any(place.is_relative_to(outer) for outer in found):
            found.append(place)
    return found


def _weights(places: Sequence[Path], left: set[Path]) -> dict[Path, int] | None:
    """Return the bytes that a copy of what is at each place needs; None if it is too much."""
    found = dict.fromkeys((place for place in places if place not in left), 0)
    for place in found:
        for size in _sizes(place, left):
            found[place] += -(-size // _BLOCK) * _BLOCK
            if sum(found.values()) > SPACE:
                return None
    return found


def _sizes(place: Path, left: set[Path]) -> Iterator[int]:
    """Yield the sizes of all files at a place, and something for what is no file."""
    if not place.is_dir():
        yield place.stat().st_size
    for folder, folders, files in os.walk(place):
        folders[:] = [name for name in folders if Path(folder, name) not in left]
        yield len(folders) * _BLOCK
        yield from (max(Path(folder, name).lstat().st_size, _BLOCK) for name in files)


def _spaces(room: Room, copied: Mapping[Path, int]) -> dict[Path, int]:
    """Return where there is to be space to write to, and how much.

    That is the scratch space, the folder that the command starts in unless that is read-only, and
    where copies go.
    """
    homes = {place: place if place.is_dir() else place.parent for place in copied}
    if copied or not any(room.folder.is_relative_to(place) for place in room.own):
        spaces = _outermost([*homes.values(), room.folder])
    else:
        spaces = []
    found = dict.fromkeys(SCRATCH, SPACE)
    for space in spaces:
        if space != Path("/"):
            found[space] = SPACE if room.folder.is_relative_to(space) else _BLOCK
            found[space] += sum(copied[place] for place in copied if place.is_relative_to(space))
    return found


def _mounts(
    shown: Sequence[Path], spaces: Mapping[Path, int], copied: Sequence[Path]
) -> dict[Path, list[str]]:
    """Return what is to be at which place: bubblewrap's words for it, without the place."""
    mounts = {place: ["--ro-bind", str(place)] for place in shown if place.exists()}
    mounts |= {Path("/proc"): ["--proc"], Path("/dev"): ["--dev"]}
    for place, size in spaces.items():
        mounts[place] = ["--size", str(size), "--perms", "1777", "--tmpfs"]
    for number, place in enumerate(copied):
        mounts[_original(number)] = ["--ro-bind", str(place)]
    return {parent: ["--dir"] for place in mounts for parent in place.parents[:-1]} | mounts


def _original(number: int) -> Path:
    return _ORIGINALS / str(number)


def _depth(place: Path) -> int:
    """What lies inside something else has to come after it."""
    return len(place.parts)


@functools.cache
def _system() -> tuple[Path, ...]:
    return tuple(place for pattern in _SYSTEM for place in Path("/").glob(pattern))


def is_system(place: Path) -> bool:
    """Tell whether everybody in a sandbox sees a file or folder anyway."""
    return any(place.is_relative_to(known) for known in _system())


def _package() -> Path:
    return Path(__file__).parents[2]


def _prefixes() -> tuple[Path, ...]:
    places = {Path(sys.prefix), Path(sys.base_prefix), *python_at(Path(sys.executable))}
    if site.ENABLE_USER_SITE:
        places.add(Path(site.getusersitepackages()))
    return tuple(places)


def _trivium() -> tuple[Path, ...]:
    """Return where Trivium is, what it runs with, and what it has compiled."""
    cached = [cache_directory() / name for name in _CACHED]
    return (*_prefixes(), _package(), *(place.absolute() for place in cached))


def python_at(program: Path) -> tuple[Path, ...]:
    """Return the folders with all that belongs to a Python, in a virtual environment or not.

    There are none if the program is something else.
    """
    found = []
    while True:
        prefix = program.parent.parent
        if (prefix / "pyvenv.cfg").is_file() or any(prefix.glob("lib*/py*3*/os.py")):
            found.append(prefix)
        if not program.is_symlink():
            return tuple(found)
        program = program.parent / program.readlink()


def environment(sandboxed: bool) -> dict[str, str]:
    """Return the variables that every agent gets: a fixed list, and none that tells a secret."""
    found = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    found["PATH"] = search_path()
    found |= {"USER": "agent", "LOGNAME": "agent"}
    found["HOME"] = str(SCRATCH[0] if sandboxed else _home() or "/")
    found["TMPDIR"] = str(SCRATCH[0] if sandboxed else SCRATCH[1])
    found["TRIVIUM_CACHE_DIR"] = str(cache_directory().absolute())
    if site.ENABLE_USER_SITE:
        found["PYTHONUSERBASE"] = site.getuserbase()
    if path := trivium_path():
        found["PYTHONPATH"] = path
    return found


def search_path() -> str:
    """Return where programs are looked for by their names: `python` is the one that runs Trivium.

    So it is for agents of the courses, and whoever has not activated the virtual environment, or
    writes ``#!/usr/bin/env python3``, gets the same.
    """
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def trivium_path() -> str | None:
    """Return what our Python must be told to find Trivium; None if it does so anyway."""
    installed = any(_package().is_relative_to(place) for place in _prefixes())
    return None if installed else str(_package().parent)


def stranger() -> int | None:
    """Return the number of a user who owns nothing, for an agent of the administrator's.

    The kernel grants the user with the number 0 more than capabilities tell. None for everybody
    else, who cannot become another user, and where there is no other user.
    """
    if os.geteuid() != 0:
        return None
    candidates = (_FIRST_STRANGER + secrets.randbelow(_STRANGERS), _NOBODY)
    return next(filter(_is_user, candidates), None)


def _is_user(number: int) -> bool:
    """Tell whether there can be a user and a group of that number in this user namespace."""
    maps = [Path(f"/proc/self/{kind}").read_text() for kind in ("uid_map", "gid_map")]
    return all(any(_covers(line, number) for line in text.splitlines()) for text in maps)


def _covers(line: str, number: int) -> bool:
    first, _, count = map(int, line.split())
    return first <= number < first + count

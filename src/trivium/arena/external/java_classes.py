"""Java classes of agents: found on a class path, or compiled from their source and kept.

Our declaration of the course's interface is compiled with an agent that brings none. What was
compiled stays in the cache directory, under a name that tells what it was made of.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from trivium.arena.external.fence import HOSTS
from trivium.arena.external.places import place_of
from trivium.errors import TriviumError
from trivium.files import cache_directory

SOURCES = HOSTS / "java"
"""Our host, and the course's interface."""
_INSTALL = "install a Java development kit, for example with 'apt-get install default-jdk-headless'"
_NAME = re.compile(r"[\w$]+(\.[\w$]+)*")
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_MOST_COMPLAINTS = 12
"""Lines of the compiler's that are shown."""
_COMPILE_SECONDS = 120
"""Seconds after which the compiler is given up."""
_MOST_NAMED = 8
"""Classes that are named to somebody who asks for one that is not there."""


@dataclass(frozen=True)
class JavaClass:
    """A class and where it is looked for."""

    path: tuple[Path, ...]
    name: str

    @classmethod
    def find(cls, text: str, base: Path | None = None) -> JavaClass:
        """Return what ``classpath#Class`` means; the class path has colons between its places.

        See `places` for `base`.
        """
        places, mark, name = text.rpartition("#")
        if not mark or not places or not _NAME.fullmatch(name):
            raise TriviumError(f"'{text}' is no Java class; write it like path/to/classes#Class.")
        path = []
        for place in filter(None, places.split(os.pathsep)):
            path.append(place_of(place, base).resolve())
            if not path[-1].exists():
                raise TriviumError(f"There is no folder or jar {place}.")
        file = _folder(name)
        if any(_holds(place, f"{file}.class") for place in path):
            return cls(tuple(path), name)
        for home in path:
            source = home / f"{file}.java"
            if source.is_file() and _package_of(source, home) == name.rpartition(".")[0]:
                return cls((*path, agent_classes(home, source, path)), name)
        raise TriviumError(f"There is no class {name} in {places}. {_advice(path, name)}")

    @property
    def folder(self) -> Path:
        """The folder that it is started in."""
        first = self.path[0]
        return first if first.is_dir() else first.parent


def _holds(place: Path, file: str) -> bool:
    if place.is_dir():
        return (place / file).is_file()
    try:
        with zipfile.ZipFile(place) as jar:
            return file in jar.namelist()
    except (zipfile.BadZipFile, OSError):
        raise TriviumError(f"{place} is neither a folder nor a jar.") from None


def _advice(path: Sequence[Path], name: str) -> str:
    """Say where a class is that was looked for in the wrong place, or what there is instead."""
    package, _, simple = name.rpartition(".")
    for place in path:
        for file in _files_called(place, simple):
            found = _package_of(file, place, package)
            full = f"{found}.{simple}" if found else simple
            root = _root_of(file, found)
            if root is None:
                return f"{file} is of the package {found}, but is not in a folder {_folder(found)}."
            return f"It is in {file}: write hexifence-java:{root}#{full}."
    names = sorted({file.stem for place in path for file in _files_called(place, "*")})
    if not names:
        return "There are neither classes nor sources."
    more = " and others" if len(names) > _MOST_NAMED else ""
    return f"The class path has {', '.join(names[:_MOST_NAMED])}{more}."


def _files_called(place: Path, simple: str) -> Iterator[Path]:
    """Yield the sources and the compiled classes of a name within a place, also in a jar."""
    if place.is_dir():
        for kind in ("java", "class"):
            yield from sorted(place.rglob(f"{simple}.{kind}"))
    else:
        with zipfile.ZipFile(place) as jar:
            inside = [place / file for file in sorted(jar.namelist())]
        yield from (file for file in inside if file.match(f"{simple}.class"))


def _package_of(file: Path, place: Path, asked: str = "") -> str:
    """Return the package of a class: what its source says, or else what its folder suggests.

    `asked` is the package that somebody thinks it is of, `place` where it was found.
    """
    if file.suffix == ".java":
        found = _PACKAGE.search(file.read_text(errors="replace"))
        return found[1] if found else ""
    if asked and _root_of(file, asked) is not None:
        return asked
    return ".".join(file.parent.relative_to(place).parts)


def _root_of(file: Path, package: str) -> Path | None:
    """Return where the packages begin, if the file is in the folder of its package."""
    steps = package.split(".") if package else []
    home = file.parent
    if steps and home.parts[-len(steps) :] != tuple(steps):
        return None
    return home.parents[len(steps) - 1] if steps else home


def _folder(package: str) -> str:
    return package.replace(".", "/")


def find_tool(name: str) -> str:
    """Return the path of a program of the Java kit."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which(name, path=f"{home}/bin" if home else None) or shutil.which(name)
    if found is None:
        raise TriviumError(f"Java agents need the program '{name}'; {_INSTALL}.")
    return found


@functools.cache
def host_classes() -> Path:
    """Return the folder with the compiled host; compile it if it is not there yet."""
    return _compiled(_sources_in(SOURCES), [SOURCES])


def agent_classes(place: Path, source: Path, path: Sequence[Path]) -> Path:
    """Return a folder with an agent's class and what it needs, compiled from its source.

    `place` is where the source's packages begin, `path` where else classes are looked for.
    """
    return _compiled([source], [place, SOURCES], path)


def _sources_in(*places: Path) -> list[Path]:
    return [file for place in places for file in sorted(place.rglob("*.java"))]


def _compiled(sources: list[Path], roots: list[Path], path: Sequence[Path] = ()) -> Path:
    """Return the folder with `sources` compiled, and with what they need from `roots`.

    `path` is where compiled classes are looked for that they need.
    """
    home = cache_directory() / "java" / _digest(sources, roots, path)
    if home.is_dir():
        return home
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=home.parent, prefix="draft-"))
    except OSError:
        draft = Path(tempfile.mkdtemp(prefix="trivium-java-"))
        return _compile(sources, roots, path, draft)
    _compile(sources, roots, path, draft)
    try:
        draft.rename(home)
    except OSError:  # another process was faster
        shutil.rmtree(draft, ignore_errors=True)
    return home


def _digest(sources: list[Path], roots: list[Path], path: Sequence[Path]) -> str:
    """Return a short text that differs whenever something differs that the result depends on."""
    parts = [str(Path(find_tool("java")).resolve()), "sources", *map(str, sources)]
    parts += ["path", *(mark for place in path for mark in _marks_of(place))]
    digest = hashlib.sha256("\0".join(parts).encode(errors="surrogateescape"))
    for file in _sources_in(*roots):
        digest.update(b"\0%b\0%b" % (bytes(file), file.read_bytes()))
    return digest.hexdigest()[:16]


def _marks_of(place: Path) -> Iterator[str]:
    """Yield texts that differ if the classes or jars in a place of a class path are others."""
    compiled = [place] if place.is_file() else sorted(place.rglob("*.class"))
    yield str(place)
    for file in compiled:
        state = file.stat()
        yield f"{file} {state.st_size} {state.st_mtime_ns}"


def _compile(sources: list[Path], roots: list[Path], path: Sequence[Path], target: Path) -> Path:
    command = [find_tool("javac"), "-nowarn", "-proc:none", "-encoding", _encoding(roots)]
    if path:
        command += ["-cp", joined(path)]
    names = ["-sourcepath", joined(roots), "-d", str(target), *map(str, sources)]
    try:
        done = subprocess.run(
            [*command, *names],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_COMPILE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        shutil.rmtree(target, ignore_errors=True)
        raise TriviumError(
            f"{sources[0]} is not compiled after {_COMPILE_SECONDS} s; bring compiled classes."
        ) from None
    if done.returncode != 0:
        shutil.rmtree(target, ignore_errors=True)
        words = "\n".join(done.stderr.strip().splitlines()[:_MOST_COMPLAINTS])
        raise TriviumError(f"{sources[0]} cannot be compiled:\n{words}")
    return target


def _encoding(roots: list[Path]) -> str:
    """Return how the sources are written: old editors wrote one byte for each letter."""
    try:
        for file in _sources_in(*roots):
            file.read_bytes().decode()
    except UnicodeDecodeError:
        return "ISO-8859-1"
    return "UTF-8"


def joined(places: Iterable[Path]) -> str:
    """Return places as one text, as Java's tools read them."""
    return os.pathsep.join(map(str, places))

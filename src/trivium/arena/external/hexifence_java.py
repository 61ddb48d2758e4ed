"""Java agents of the original Hexifence course, unchanged.

A small host program of ours runs them. It is compiled once with the machine's ``javac`` and
kept; our declaration of the course's interface is compiled with it, and comes last on the class
path, so that an agent's own copies of those classes are used where it brings them. An agent of
which there is only the source is compiled and kept in the same way.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from trivium.agents.agent import Forfeit
from trivium.arena.external.agent import News, legal_move
from trivium.arena.external.fence import HOSTS, Room
from trivium.arena.external.hosted import HostedAgent
from trivium.arena.external.limits import AgentLimits
from trivium.arena.external.process import AgentProcess
from trivium.errors import TriviumError
from trivium.files import cache_directory
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.search.limits import Limit

SOURCES = HOSTS / "java"
_PIECES = {"blue": 1, "red": 2}
_INSTALL = "install a Java development kit, for example with 'apt-get install default-jdk-headless'"
_NAME = re.compile(r"[\w$]+(\.[\w$]+)*")
_MOST_COMPLAINTS = 12
"""Lines of the compiler's that are shown."""
_JAVA_OVERHEAD = 256
"""Megabytes that the virtual machine itself may grow by, beside the agent's objects."""


@dataclass(frozen=True)
class JavaClass:
    """A class and where it is looked for."""

    path: tuple[Path, ...]
    name: str

    @classmethod
    def find(cls, text: str) -> JavaClass:
        """Return what ``classpath#Class`` means; the class path has colons between its places."""
        places, mark, name = text.rpartition("#")
        if not mark or not places or not _NAME.fullmatch(name):
            raise TriviumError(f"'{text}' is no Java class; write it like path/to/classes#Class.")
        path = []
        for place in filter(None, places.split(os.pathsep)):
            path.append(Path(place).expanduser().resolve())
            if not path[-1].exists():
                raise TriviumError(f"There is no folder or jar {place}.")
        file = name.replace(".", "/")
        if any(_holds(place, f"{file}.class") for place in path):
            return cls(tuple(path), name)
        for home in path:
            if (source := home / f"{file}.java").is_file():
                return cls((*path, agent_classes(home, source, path)), name)
        raise TriviumError(
            f"There is no class {name} in {places}; write its full name, with the package."
        )

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
    sources = sorted(SOURCES.rglob("*.java"))
    return _compiled(sources, sources, [])


def agent_classes(place: Path, source: Path, path: Sequence[Path]) -> Path:
    """Return a folder with an agent's class and what it needs, compiled from its source.

    `place` is where the source's packages begin, `path` where else classes are looked for.
    """
    sources = sorted(place.rglob("*.java"))
    known = ["-cp", os.pathsep.join(map(str, path)), "-sourcepath", f"{place}{os.pathsep}{SOURCES}"]
    return _compiled([source], sources, known)


def _compiled(sources: list[Path], everything: list[Path], options: list[str]) -> Path:
    """Return the folder with compiled sources; `everything` is what the result depends on."""
    texts = [name for file in everything for name in (bytes(file), file.read_bytes())]
    digest = hashlib.sha256(b"\0".join([*texts, *map(os.fsencode, options)])).hexdigest()
    home = cache_directory() / "java" / digest[:16]
    if home.is_dir():
        return home
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=home.parent, prefix="draft-"))
    except OSError:
        return _compile(sources, Path(tempfile.mkdtemp(prefix="trivium-java-")), options)
    _compile(sources, draft, options)
    try:
        draft.rename(home)
    except OSError:  # another process was faster
        shutil.rmtree(draft, ignore_errors=True)
    return home


def _compile(sources: list[Path], target: Path, options: list[str]) -> Path:
    command = [find_tool("javac"), "-nowarn", "-proc:none", "-encoding", "UTF-8"]
    names = [*options, "-d", str(target), *map(str, sources)]
    done = subprocess.run([*command, *names], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        shutil.rmtree(target, ignore_errors=True)
        words = "\n".join(done.stderr.strip().splitlines()[:_MOST_COMPLAINTS])
        raise TriviumError(f"{sources[0]} cannot be compiled:\n{words}")
    return target


@dataclass
class HexifenceJavaAgent(HostedAgent):
    """A Java class with `init`, `makeMove` and `opponentMove`."""

    name = "hexifence-java"
    games = ("hexifence",)
    takes_openings = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self._java = JavaClass.find(self.description)
        find_tool("java")

    def _launch(self) -> AgentProcess:
        path = os.pathsep.join(map(str, (*self._java.path, host_classes())))
        java, folder = Path(find_tool("java")).resolve(), self._java.folder
        command = [str(java), "-XX:-UsePerfData", "-Xshare:auto", "-cp", path]
        return AgentProcess(
            [*command, *self._heap(), "trivium.HexifenceHost"],
            Room(folder, (folder, *self._java.path, host_classes()), (java.parents[1],)),
            {"LANG": "C.UTF-8"},
            self._limits_with_room(),
            own_pipes=True,
        )

    def _heap(self) -> list[str]:
        """Return the options for a small virtual machine, within the limit if there is one."""
        most = [] if self.limits.memory is None else [f"-Xmx{max(int(self.limits.memory), 4)}m"]
        return ["-XX:+UseSerialGC", *most]

    def _limits_with_room(self) -> AgentLimits:
        if self.limits.memory is None:
            return self.limits
        return dataclasses.replace(self.limits, memory=self.limits.memory + _JAVA_OVERHEAD)

    def _load(self, process: AgentProcess, start: Position, deadline: float) -> None:
        self._request(process, "hello", deadline)
        process.settle()
        self._request(process, f"load {self._java.name}", deadline)
        process.check()
        process.forgive_cpu()

    def _begin(self, process: AgentProcess, position: Position, deadline: float) -> None:
        colour = _PIECES[position.turn]
        self._request(process, f"make {position.size} {colour}", deadline)

    def _ask(
        self, process: AgentProcess, position: Position, news: News, limit: Limit, deadline: float
    ) -> Move:
        answer = self._request(process, f"call{self._told(news)}", deadline)
        place = re.fullmatch(r"(-?\d{1,9}) (-?\d{1,9})", answer)
        if place is None:
            raise Forfeit("nonsense", f"a move with row and column {answer[:200]}")
        action = int(place[1]), int(place[2])
        return legal_move(position, action, str(action))

    def _tell(self, process: AgentProcess, news: News, deadline: float) -> None:
        self._request(process, f"tell{self._told(news)}", deadline)

    def _told(self, news: News) -> str:
        """Return the moves of the opponent as the host reads them."""
        words = ""
        for colour, move in news:
            if colour != self._colour and move.action is not None:
                words += " {} {} {}".format(*move.action, _PIECES[colour])
        return words

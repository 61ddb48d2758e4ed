"""Python agents of the original courses: Cachex and Watch Your Back! modules, unchanged."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import sys
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from trivium.agents.agent import Forfeit
from trivium.agents.descriptions import Setting
from trivium.arena.external.agent import News, legal_move
from trivium.arena.external.fence import HOSTS, Room, python_at, trivium_path
from trivium.arena.external.hosted import HostedAgent
from trivium.arena.external.places import place_of
from trivium.arena.external.process import AgentProcess
from trivium.errors import TriviumError
from trivium.games.moves import Action, Move
from trivium.games.position import Position
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.search.limits import Limit

_MODULE = re.compile(r"[^./]+(\.[^./]+)*")
"""What the original referees import: a name with a hyphen is one too."""
_OF_OUR_PYTHON = ("PYTHONPATH", "PYTHONUSERBASE", "VIRTUAL_ENV")
"""What another interpreter must not be told."""
_SINGLE_THREADED = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class CourseModule:
    """Where a module is, and how it is to be imported."""

    folder: Path
    """The working directory, first on the import path."""
    module: str
    player: str
    extra_path: tuple[Path, ...]
    """Folders that come last on the import path."""
    own: Path
    """The folder with all that is the agent's."""
    python: Path | None = None
    """The interpreter that the agent brings, if it brings one."""
    packages: Path | None = None
    """The folder with the packages that the agent brings, if it brings any."""

    @property
    def room(self) -> Room:
        """What the agent gets to see; what it brings is read-only."""
        brought: list[Path] = []
        if self.python is not None:
            brought += python_at(self.python) or (self.python.parent,)
        if self.packages is not None:
            brought.append(self.packages)
        return Room(self.folder, (self.own,), tuple(brought))

    @classmethod
    def find(cls, text: str, base: Path | None = None) -> CourseModule:
        """Return the module that ``folder#module`` or ``folder#module:Class`` means.

        After it may come ``,python=PLACE`` and ``,packages=PLACE``. See `places` for `base`.
        """
        place, mark, rest = text.rpartition("#")
        name, settings = _settings_of(rest)
        module, _, player = name.partition(":")
        if not mark or not place or not _MODULE.fullmatch(module):
            like = f"{text[:-3].rpartition('/')[0] or '.'}#{Path(text).stem}"
            raise TriviumError(
                f"'{text}' is no module; write it like "
                f"{like if text.endswith('.py') else 'path/to/folder#module'}."
            )
        folder = place_of(place, base).resolve()
        if not folder.is_dir():
            raise TriviumError(f"There is no folder {place}.")
        found = _find_home(folder, module)
        if found is None:
            hint = f"; write #{module[:-3]}, without .py" if module.endswith(".py") else ""
            raise TriviumError(f"There is no module {module} in {place}{hint}.")
        home, file = found
        player = player or "Player"
        if not _may_define(file, player):
            there = ", ".join(_classes_of(file)) or "none at all"
            raise TriviumError(
                f"The module {module} in {place} has no class {player}; it has {there}."
            )
        extra = (folder,) if home != folder else (folder.parent,)
        for setting in settings.keys() - {"python", "packages"}:
            raise TriviumError(f"A module has no setting '{setting}', only python and packages.")
        return cls(
            home,
            module,
            player,
            extra,
            folder,
            _find_python(settings["python"], base) if "python" in settings else None,
            _find_packages(settings["packages"], base) if "packages" in settings else None,
        )


def _settings_of(text: str) -> tuple[str, dict[str, str]]:
    """Return what stands before the settings in a text, and the settings."""
    name, *more = text.split(",")
    return name, {one.key: one.value or "" for one in map(Setting.read, more)}


def _find_python(text: str, base: Path | None) -> Path:
    """Return the interpreter that a text names: a program, or the folder of an environment.

    The program may be a link, by which it knows its environment; its folder is none.
    """
    place = place_of(text, base)
    if (place / "bin/python").is_file():
        return (place / "bin").resolve() / "python"
    found = shutil.which(place) or shutil.which(text)
    if found is None:
        raise TriviumError(f"There is no interpreter or virtual environment {text}.")
    return Path(found).parent.resolve() / Path(found).name


def _find_packages(text: str, base: Path | None) -> Path:
    place = place_of(text, base)
    if not text or not place.is_dir():
        raise TriviumError(f"There is no folder {text} with packages.")
    return place.resolve()


def _find_home(folder: Path, module: str) -> tuple[Path, Path] | None:
    """Return the folder to import from, and the module's file.

    It is the folder itself, or its parent where the folder is the package.
    """
    steps = module.split(".")
    candidates = [folder, folder.parent] if steps[0] == folder.name else [folder]
    for home in candidates:
        place = home.joinpath(*steps)
        for file in (place / "__init__.py", place.with_name(f"{place.name}.py")):
            if file.is_file():
                return home, file
        if place.is_dir() and (place / "player.py").is_file():
            return home, place / "player.py"
    return None


def _may_define(file: Path, name: str) -> bool:
    """Tell whether a module could have a class called `name`, without running it.

    A package may also keep it in its module ``player``.
    """
    if file.name == "__init__.py" and (file.parent / "player.py").is_file():
        return True
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True  # it will fail when it is loaded, and the outcome tells how
    return any(_binds(node, name) for node in ast.walk(tree))


def _classes_of(file: Path) -> list[str]:
    """Return the names of the classes that a module defines."""
    nodes = ast.parse(file.read_bytes()).body
    return [node.name for node in nodes if isinstance(node, ast.ClassDef)]


def _binds(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return node.name in (name, "__getattr__")
    if isinstance(node, ast.alias):
        return (node.asname or node.name) in (name, "*")
    if isinstance(node, ast.Name):
        return node.id == name or node.id in ("globals", "exec", "setattr")
    return False


@dataclass
class CoursePythonAgent(HostedAgent):
    """A Python module with a class `Player`."""

    form = "FOLDER#MODULE"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._module = CourseModule.find(self.description, self.home)

    @classmethod
    def parts(cls, description: str, home: Path | None) -> tuple[list[Path], list[str]]:
        """Return its folder and the packages that it brings, its module and its interpreter."""
        place, _, rest = description.rpartition("#")
        name, settings = _settings_of(rest)
        brought = [settings["packages"]] if "packages" in settings else []
        others = [f"{key}={value}" for key, value in settings.items() if key != "packages"]
        return [place_of(one, home) for one in (place, *brought)], [name, *others]

    @property
    def folder(self) -> Path:
        """The one that its module is imported from."""
        return self._module.folder

    def _hints(self) -> dict[str, str]:
        own = re.escape(self._module.module.partition(".")[0])
        return super()._hints() | {
            "attempted relative import with no known parent package": (
                "It is a part of a package, which is the folder that it is in; write "
                f"{self._module.own}#{self._module.own.name}.{self._module.module}"
            ),
            rf"No module named '({own}\.[\w.]+)": (
                f"{{0}} would be a part of the agent itself, and is not in {self._module.own}."
            ),
            rf"No module named '(?!{own}\b)(\w+)": (
                "If it is a package that the agent may use, the agent can bring it: 'pip install "
                "--target DIR {0}', and ',packages=DIR' after its description; or ',python=VENV' "
                "for the interpreter of a virtual environment that has it."
            ),
            r"python_host\.py\".*SyntaxError": (
                "An interpreter that an agent brings must be Python 3.8 or later."
            ),
        }

    def _launch(self) -> AgentProcess:
        return AgentProcess(
            [str(self._module.python or sys.executable), str(HOSTS / "python_host.py")],
            self._module.room,
            self._environment(),
            self.limits,
            own_pipes=True,
        )

    def _environment(self) -> dict[str, str]:
        own: dict[str, str] = {}
        if self._module.python is not None:
            own |= dict.fromkeys(_OF_OUR_PYTHON, "")
        if self._module.packages is not None:
            ours = trivium_path() if self._module.python is None else None
            own["PYTHONPATH"] = os.pathsep.join(filter(None, [str(self._module.packages), ours]))
        return (
            own
            | dict.fromkeys(_SINGLE_THREADED, "1")
            | {"PYTHONHASHSEED": str(self.seed % 2**32), "PYTHONDONTWRITEBYTECODE": "1"}
            | {"PYTHONIOENCODING": "utf-8:replace"}
        )

    def _load(self, process: AgentProcess, start: Position, deadline: float) -> None:
        self._host(process, deadline, "hello")
        process.settle()
        module = self._module
        path = [str(module.folder), *map(str, module.extra_path)]
        names = module.module, module.player
        self._host(process, deadline, "load", self.name, path, *names, self.seed)
        process.check()
        process.forgive_cpu()

    def _host(self, process: AgentProcess, deadline: float, *request: object) -> Any:
        """Return the value that the host answers, with tuples for lists."""
        answer = self._request(process, json.dumps(request), deadline)
        try:
            return _tuples(json.loads(answer))
        except (ValueError, RecursionError):
            raise Forfeit("nonsense", f"an answer that is no JSON: {answer[:200]}") from None

    def _begin(self, process: AgentProcess, position: Position, deadline: float) -> None:
        self._host(process, deadline, "make", self._arguments(position))

    def _ask(
        self, process: AgentProcess, position: Position, news: News, limit: Limit, deadline: float
    ) -> Move:
        calls = [*self._calls(news), self._question(position)]
        action = self._host(process, deadline, "call", calls)
        if not self._is_action(action):
            raise Forfeit("nonsense", f"{action!r:.200}, which the host has not written")
        return legal_move(position, action, repr(action))

    def _tell(self, process: AgentProcess, news: News, deadline: float) -> None:
        self._host(process, deadline, "tell", self._calls(news))

    @abstractmethod
    def _arguments(self, position: Position) -> list[object]:
        """Return what the agent's object is made with."""

    @abstractmethod
    def _calls(self, news: News) -> list[list[object]]:
        """Return the method calls that tell the news: names and arguments."""

    @abstractmethod
    def _question(self, position: Position) -> list[object]:
        """Return the method call that asks for an action."""

    @abstractmethod
    def _is_action(self, value: object) -> TypeGuard[Action]:
        """Tell whether a value has the form in which the host tells an action."""


@dataclass
class CachexPythonAgent(CoursePythonAgent):
    """``Player(colour, n)`` with `action()`, told of every turn by `turn(colour, action)`."""

    name = "cachex-py"
    games = ("cachex",)

    @classmethod
    def course_clock(cls, size: str) -> float | None:
        """Return n² seconds."""
        return float(int(size) ** 2)

    def _arguments(self, position: Position) -> list[object]:
        return [position.turn, int(position.size)]

    def _calls(self, news: News) -> list[list[object]]:
        return [["turn", colour, move.action] for colour, move in news]

    def _question(self, position: Position) -> list[object]:
        return ["action"]

    def _is_action(self, value: object) -> TypeGuard[Action]:
        return value == ("STEAL",) or (
            isinstance(value, tuple) and value[:1] == ("PLACE",) and _is_pair(value[1:])
        )


@dataclass
class WatchYourBackPythonAgent(CoursePythonAgent):
    """``Player(colour)`` with `action(turns)`, told the opponent's actions by `update(action)`."""

    name = "wyb-py"
    games = ("watch-your-back",)
    takes_openings = False

    @classmethod
    def course_clock(cls, size: str) -> float | None:
        """Return 60 seconds; later years gave 120."""
        return 60.0

    def _arguments(self, position: Position) -> list[object]:
        return [position.turn]

    def _calls(self, news: News) -> list[list[object]]:
        return [["update", move.action] for colour, move in news if colour != self._colour]

    def _question(self, position: Position) -> list[object]:
        assert isinstance(position, WatchYourBack)
        return ["action", position.turns]

    def _is_action(self, value: object) -> TypeGuard[Action]:
        if value is None or _is_pair(value):
            return True
        return isinstance(value, tuple) and len(value) == 2 and all(map(_is_pair, value))


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value

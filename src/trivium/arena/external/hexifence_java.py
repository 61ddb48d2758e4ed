"""Java agents of the original Hexifence course, unchanged.

A small host program of ours runs them. Our declaration of the course's interface is compiled with
it, and comes last on the class path, so that an agent's own copies of those classes are used where
it brings them.
"""

from __future__ import annotations

import dataclasses
import os
import re
from dataclasses import dataclass
from pathlib import Path

from trivium.agents.agent import Forfeit
from trivium.arena.external.agent import News, legal_move
from trivium.arena.external.fence import Room
from trivium.arena.external.hosted import HostedAgent
from trivium.arena.external.java_classes import JavaClass, find_tool, host_classes, joined
from trivium.arena.external.limits import AgentLimits
from trivium.arena.external.places import place_of
from trivium.arena.external.process import AgentProcess
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.search.limits import Limit

_PIECES = {"blue": 1, "red": 2}
_JAVA_OVERHEAD = 256
"""Megabytes that the virtual machine itself may grow by, beside the agent's objects."""


@dataclass
class HexifenceJavaAgent(HostedAgent):
    """A Java class with `init`, `makeMove` and `opponentMove`."""

    name = "hexifence-java"
    form = "CLASSPATH#CLASS"
    games = ("hexifence",)
    takes_openings = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self._java = JavaClass.find(self.description, self.home)
        find_tool("java")

    @property
    def folder(self) -> Path:
        """That of the class path's first place."""
        return self._java.folder

    @classmethod
    def parts(cls, description: str, home: Path | None) -> tuple[list[Path], list[str]]:
        """Return the places of the class path, without what we compile, and the class."""
        places, _, name = description.rpartition("#")
        return [place_of(one, home) for one in places.split(os.pathsep) if one], [name]

    def _launch(self) -> AgentProcess:
        path = (*self._java.path, host_classes())
        java = Path(find_tool("java")).resolve()
        command = [str(java), "-XX:-UsePerfData", "-Xshare:auto", "-cp", joined(path)]
        return AgentProcess(
            [*command, *self._heap(), "trivium.HexifenceHost"],
            Room(self.folder, (self.folder, *path), (java.parents[1],)),
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

"""Games whose results are known beforehand: the stronger wins, and equals draw."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import TypeVar

from trivium.arena.bulk import Here
from trivium.arena.fixtures import Entrant, Fixture
from trivium.arena.openings import Openings
from trivium.arena.records import Record
from trivium.arena.referee import Terms
from trivium.arena.tournament import Section, Tournament

Task = TypeVar("Task")
Result = TypeVar("Result")


class Scripted(Here):
    """Plays nothing; notes in each record which versions have met."""

    def __init__(self, strengths: Mapping[str, int], versions: Mapping[str, str]) -> None:
        self.strengths = strengths
        self.versions = versions
        self.played: list[Fixture] = []

    def run(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Result]]:
        for task in tasks:
            assert isinstance(task, Fixture)
            self.played.append(task)
            yield task, self._record(task)  # type: ignore[misc]

    def _record(self, fixture: Fixture) -> Record:
        first, second = fixture.entrants
        edge = self.strengths[first.name] - self.strengths[second.name]
        return Record(
            game=fixture.game,
            size=str(fixture.size),
            start="",
            moves=(),
            players=(
                first.recorded("blue", 0, self.versions[first.name]),
                second.recorded("red", 0, self.versions[second.name]),
            ),
            winner="blue" if edge > 0 else "red" if edge < 0 else None,
            reason="cells",
            round=fixture.round,
            key=fixture.key,
            began=f"2026-03-01T00:00:00.{len(self.played):06}",
        )


def tournament(
    format: str, names: Iterable[str], rounds: int = 1, heroes: tuple[str, ...] = ()
) -> Tournament:
    """A tournament of two games an encounter on one board."""
    entrants = tuple(Entrant(name, "random") for name in names)
    section = Section("hexifence", "1", entrants, Terms(), Openings("none"))
    return Tournament("cup", format, (section,), rounds=rounds, heroes=heroes)

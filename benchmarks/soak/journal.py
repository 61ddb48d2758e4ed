"""What a soak has seen, kept in a file after every round, so that it goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from trivium.files import write_whole
from trivium.kernel.sources import PACKAGE


def program_state() -> str:
    """Name the state of the program: what another one has gone through proves nothing."""
    files = sorted(path for path in PACKAGE.rglob("*") if path.is_file())
    combined = hashlib.sha256()
    for path in files:
        if "__pycache__" not in path.parts:
            combined.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    return combined.hexdigest()[:16]


@dataclass
class Round:
    """What happened in one round."""

    number: int
    database: str = ""
    """SQLite or PostgreSQL."""
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    """How often what was done or met."""
    faults: list[str] = field(default_factory=list)
    """What must not be."""
    remarks: list[str] = field(default_factory=list)
    """What could not be tried here, and why."""
    figures: dict[str, float] = field(default_factory=dict)
    """What the server holds before and after the guests: megabytes, handles, threads."""

    def fault(self, sentence: str) -> None:
        """Note what must not be; the same thing again and again is noted a few times only."""
        self.counts["faults"] += 1
        if len(self.faults) < 50:
            self.faults.append(sentence)


@dataclass
class Journal:
    """All rounds of a soak."""

    path: Path
    rounds: list[Round] = field(default_factory=list)

    @classmethod
    def open(cls, folder: Path) -> Journal:
        """Return what an earlier run with this state of the program has left in the folder."""
        path = folder / f"journal-{program_state()}.json"
        if not path.exists():
            return cls(path)
        rounds = [
            Round(**told | {"counts": Counter(told["counts"])})
            for told in json.loads(path.read_text("utf-8"))
        ]
        return cls(path, rounds)

    @property
    def seconds(self) -> float:
        """How long all rounds took."""
        return sum(one.seconds for one in self.rounds)

    @property
    def counts(self) -> Counter[str]:
        """What happened in all rounds."""
        return sum((one.counts for one in self.rounds), Counter())

    @property
    def faults(self) -> list[str]:
        """What must not be, with the round that it was in."""
        return [f"round {one.number}: {fault}" for one in self.rounds for fault in one.faults]

    def add(self, done: Round) -> None:
        """Keep a round."""
        self.rounds.append(done)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, json.dumps([vars(one) for one in self.rounds], indent=1))

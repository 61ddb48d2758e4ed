"""Which weights a result was made from: fingerprints, so that a change of the weights is noticed.

Results of matches keep the fingerprints themselves. What has no place for them is noted in
``benchmarks/weights.json``, by name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from trivium.agents.experts import EXPERTS
from trivium.files import write_whole

Fingerprints = dict[str, str]
"""By the name of the file of weights that comes along."""

NOTES = Path(__file__).with_name("weights.json")
SIGNATURE = Path(__file__).with_name("signature.json")

SUBJECTS = {subject.file: subject for expert in EXPERTS.values() for subject in expert.subjects}
"""By file, what the weights are for."""

PLAYERS = {
    "hexifence-learned": {("hexifence", "learned"), ("dots-and-boxes", "learned")},
    "cachex-champion": {("cachex", "champion"), ("cachex", "hasty"), ("cachex", "novice")},
    "cachex-five-factors": {("cachex", "five-factors")},
    "watch-your-back": {
        ("watch-your-back", name) for name in ("champion", "booked", "hasty", "novice")
    },
}
"""By file, which agents of which games play by it. Levels are these agents, under other names."""


def fingerprints(files: Iterable[str]) -> Fingerprints:
    """Return what is the same as long as the numbers in these files are; words do not matter."""
    return {file: _fingerprint(file) for file in files}


def _fingerprint(file: str) -> str:
    numbers = json.dumps(SUBJECTS[file].read(), sort_keys=True)
    return hashlib.sha256(numbers.encode()).hexdigest()[:12]


def played_by(game: str, *agents: str) -> Fingerprints:
    """Return the fingerprints of the weights that agents of a game, as described, play by."""
    playing = {(game, agent.partition(":")[0]) for agent in agents}
    return fingerprints(file for file, players in PLAYERS.items() if playing & players)


def champion_of(game: str) -> str:
    """Return what is the same as long as a game's champion plays as it does, by its signature."""
    signature = json.loads(SIGNATURE.read_text(encoding="utf-8"))
    known = {where: what for where, what in signature.items() if "champion plays" in where}
    own = [f"{where}: {what}" for where, what in known.items() if where.startswith(game)]
    return hashlib.sha256("\n".join(sorted(own)).encode()).hexdigest()[:12]


def noted() -> dict[str, Fingerprints]:
    """Return by name what was noted of the weights that something was made from."""
    notes: dict[str, Fingerprints] = json.loads(NOTES.read_text(encoding="utf-8"))
    return notes


def note(name: str, files: Iterable[str]) -> None:
    """Note that something was made from these files as they are now."""
    notes = noted() | {name: fingerprints(files)}
    write_whole(NOTES, json.dumps(dict(sorted(notes.items())), indent=2) + "\n")

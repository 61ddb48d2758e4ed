"""Weights, and what was made from them: what is out of date since they were changed?

``trivium bench weights [GAME]`` looks at everything that was measured, fitted or searched with
weights that come along, and says of each whether it was made from them as they are now, or else
how to make it anew. It leaves with an error if something is out of date.

``python -m benchmarks.weights NAME …`` notes that something has been made anew, where that does
not note itself.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import typer

from benchmarks import levels, strength
from benchmarks.fingerprints import SUBJECTS, Fingerprints, fingerprints, note, noted
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game

Marks = Callable[[], list[tuple[Fingerprints, Fingerprints]]]
"""Returns what each part was made from, beside what it would be made from now."""


@dataclass(frozen=True)
class Artefact:
    """Something that was made from weights."""

    name: str
    games: frozenset[str]
    remake: tuple[str, ...]
    """What makes it anew, as lines for a shell."""
    marks: Marks
    files: tuple[str, ...] = ()
    """The weights it is made from, if it does not keep their fingerprints itself."""

    def changed(self) -> list[str]:
        """Return the weights that have been changed since it, or a part of it, was made."""
        return sorted(
            {
                file
                for before, now in self.marks()
                for file, fingerprint in now.items()
                if before.get(file) != fingerprint
            }
        )


def _with_a_note(name: str, files: tuple[str, ...], *remake: str) -> Artefact:
    return Artefact(
        name,
        frozenset(SUBJECTS[file].game for file in files),
        (*remake, f"python -m benchmarks.weights {name}"),
        lambda: [(noted().get(name, {}), fingerprints(files))],
        files,
    )


def _chances(game: str, expert: str, file: str) -> Artefact:
    return _with_a_note(
        f"{game}-chances",
        (file,),
        "trivium bench chances",
        f"# set chance_scale in {expert}, and its figure in docs/review-and-puzzles.md",
    )


def _puzzles(game: str, file: str) -> Artefact:
    return _with_a_note(
        f"{game}-puzzles",
        (file,),
        f"rm src/trivium/study/puzzle-book/{game}.jsonl",
        f"trivium puzzles make {game}",
        f"trivium puzzles rate {game}",
    )


def _levels(game: str) -> Artefact:
    def marks() -> list[tuple[Fingerprints, Fingerprints]]:
        played = levels.stored()
        pairings = (pairing for pairing in levels.pairings() if pairing.game == game)
        return [(played[p]["weights"] if p in played else {}, p.weights()) for p in pairings]

    return Artefact(f"{game}-levels", frozenset({game}), ("trivium bench levels",), marks)


def _strength(game: str) -> Artefact:
    def marks() -> list[tuple[Fingerprints, Fingerprints]]:
        played = strength.stored()
        pairings = (pairing for pairing in strength.pairings() if pairing.game == game)
        return [(played[p]["weights"] if p in played else {}, p.weights()) for p in pairings]

    return Artefact(f"{game}-strength", frozenset({game}), ("trivium bench strength",), marks)


_SEARCHED = ("cachex-champion", "cachex-five-factors", "watch-your-back")
"""What the signature and the benchmark of search go by."""

# In the order in which to make them: a player's opening comes before its matches, for example.
ARTEFACTS = (
    _with_a_note("signature", _SEARCHED, "python -m benchmarks.signature"),
    _with_a_note(
        "search-figures",
        _SEARCHED,
        "trivium bench search",
        "# copy its figures to docs/benchmarks.md",
    ),
    _strength("hexifence"),
    _with_a_note(
        "cachex-first-stones",
        ("cachex-champion",),
        "# search the first stones with the champion, as src/trivium/agents/cachex/opening.py says",
    ),
    _levels("cachex"),
    _chances("cachex", "src/trivium/agents/cachex/expert.py", "cachex-champion"),
    _strength("cachex"),
    _puzzles("cachex", "cachex-champion"),
    _with_a_note(
        "watch-your-back-book",
        ("watch-your-back",),
        "python -m trivium.agents.watch_your_back.book_maker",
    ),
    _levels("watch-your-back"),
    _chances("watch-your-back", "src/trivium/agents/watch_your_back/expert.py", "watch-your-back"),
    _strength("watch-your-back"),
    _puzzles("watch-your-back", "watch-your-back"),
)


def main(
    as_json: bool,
    game: Annotated[str | None, typer.Argument(help="Only what concerns this game.")] = None,
) -> None:
    """Print what is up to date and what is not, of one game or of all."""
    wanted = None if game is None else find_game(game).name
    found = [
        (artefact, artefact.changed())
        for artefact in ARTEFACTS
        if wanted is None or wanted in artefact.games
    ]
    for artefact, changed in found:
        older = f"older than the weights {', '.join(changed)}; this makes it anew:"
        print(f"{artefact.name}: {older if changed else 'up to date'}")
        for line in artefact.remake if changed else ():
            print(f"    {line}")
    if as_json:
        rows = [
            {"name": artefact.name, "changed": changed, "remake": artefact.remake}
            for artefact, changed in found
        ]
        print(json.dumps({"benchmark": "weights", "complete": True, "artefacts": rows}))
    if any(changed for _, changed in found):
        sys.exit(1)


def made_anew(name: str) -> None:
    """Note that something was made from the weights as they are now."""
    names = [artefact.name for artefact in ARTEFACTS if artefact.files]
    if name not in names:
        raise TriviumError(f"Nothing is noted of '{name}', only of {', '.join(names)}.")
    note(name, next(artefact.files for artefact in ARTEFACTS if artefact.name == name))


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        made_anew(argument)

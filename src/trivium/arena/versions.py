"""Versions of players: what tells an agent from what it was when its games were played.

The version of an external agent is a hash of the files that its description names, and of what
else that says. The version of a built-in one is Trivium's; where it has parameters or weights, a
hash of those follows. Of a folder the names of its files count and what is in them, wherever
the folder is.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
import re
import stat
from collections.abc import Iterable, Iterator
from importlib.metadata import version as release_of
from pathlib import Path

from trivium.agents.descriptions import PlayerDescription
from trivium.agents.experts import expert_of
from trivium.agents.weight_files import shipped
from trivium.arena.external.kinds import EXTERNAL
from trivium.files import cache_directory

MOST_FILES = 10_000
MOST_BYTES = 256 * 2**20
"""Only so many files of an agent are looked at, and so much of what is in them; of the others
among those files their names and sizes count."""
_LETTERS = 10
_PASSING = re.compile(r"\..*|__pycache__|.*\.(pyc|log|sqlite(-\w+)?)")
"""What lies beside an agent and comes and goes: hidden files, caches, logs and databases."""


def version_of(player: PlayerDescription, game: str) -> str:
    """Return the version of a player as it is now."""
    kind = EXTERNAL.get(player.name)
    if kind is not None:
        files, rest = kind.parts(player.rest or "", player.home)
        return _digest(files, [kind.name, *rest])
    parameters = sorted(one.text for one in player.settings if one.key != "weights")
    weights = _weights(player, game)
    if not parameters and not weights:
        return _release()
    return f"{_release()}-{_digest(weights, [player.name, *parameters])}"


@functools.cache
def _release() -> str:
    return release_of("trivium")


def _weights(player: PlayerDescription, game: str) -> list[Path]:
    """Return the file of weights that a built-in agent uses, if it uses one."""
    for setting in player.settings:
        if setting.key == "weights" and setting.value:
            return [Path(setting.value)]
    return [shipped(one.file) for one in expert_of(game).subjects if one.agent == player.name]


def _digest(places: Iterable[Path], texts: Iterable[str]) -> str:
    """Return a short hash of files, folders and texts."""
    combined = hashlib.sha256()
    for text in texts:
        _add(combined, text.encode(errors="surrogateescape"))
    left = MOST_BYTES
    found = itertools.chain.from_iterable(map(_files, places))
    for name, path in itertools.islice(found, MOST_FILES):
        _add(combined, os.fsencode(name))
        try:
            facts = path.stat()
            if not stat.S_ISREG(facts.st_mode):
                continue
            _add(combined, str(facts.st_size).encode())
            if facts.st_size <= left:
                left -= facts.st_size
                _add(combined, _content(path, facts.st_size, facts.st_mtime_ns, facts.st_ino))
        except OSError:
            _add(combined, b"cannot be read")
    return combined.hexdigest()[:_LETTERS]


def _add(combined: hashlib._Hash, part: bytes) -> None:
    """Add a part so that no other sequence of parts gives the same."""
    combined.update(len(part).to_bytes(8, "big") + part)


def _files(place: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a place with their names within it, always in the same order."""
    if not place.is_dir():
        yield "", place
        return
    own = cache_directory().resolve()
    for folder, folders, names in os.walk(place):
        here = Path(folder)
        folders[:] = sorted(
            name
            for name in folders
            if not _PASSING.fullmatch(name) and (here / name).resolve() != own
        )
        for name in sorted(names):
            if not _PASSING.fullmatch(name):
                yield (here / name).relative_to(place).as_posix(), here / name


@functools.lru_cache(maxsize=100_000)
def _content(path: Path, size: int, changed: int, number: int) -> bytes:
    """Return a hash of what is in a file; it is read again only if it looks changed."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()

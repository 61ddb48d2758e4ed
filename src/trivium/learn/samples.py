"""Samples: positions with what they are worth, kept as the moves that lead to them.

A row of the file is a game: its board size, its moves, at which turns samples were taken and
what each is worth to the player to move, in search units, and how the game ended. Games are
compact and know nothing of features, so the same samples serve any evaluation. Files are
Parquet; their metadata tells how they were made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trivium.errors import TriviumError
from trivium.files import draft_of

PROVENANCE = b"trivium"
"""The key of the metadata."""


@dataclass(frozen=True)
class SampledGame:
    """One game with its samples."""

    size: str
    moves: tuple[int, ...]
    """As the kernel numbers them."""
    at: tuple[int, ...]
    """The turns, in rising order, before whose move a sample was taken."""
    values: tuple[int, ...]
    """What each sample is worth to its mover, in search units."""
    result: int
    """The score at the end from the point of view of the player who began."""


def write_part(path: Path, games: Iterable[SampledGame], provenance: dict[str, Any]) -> None:
    """Write a file of samples whole or not at all."""
    arrow, parquet = need_pyarrow()
    games = list(games)
    schema = arrow.schema(
        [
            ("size", arrow.string()),
            ("moves", arrow.list_(arrow.int16())),
            ("at", arrow.list_(arrow.int16())),
            ("values", arrow.list_(arrow.int32())),
            ("result", arrow.int16()),
        ],
        metadata={PROVENANCE: json.dumps(provenance).encode()},
    )
    columns = {
        name: [getattr(game, name) for game in games]
        for name in ("size", "moves", "at", "values", "result")
    }
    with draft_of(path) as draft:
        parquet.write_table(arrow.table(columns, schema=schema), draft, compression="zstd")


def parts_of(folder: Path) -> list[Path]:
    """Return the files of samples in a folder, in their order; raises if there are none."""
    parts = sorted(folder.glob("part-*.parquet"))
    if not parts:
        raise TriviumError(f"There are no samples in {folder}; 'trivium learn samples' makes some.")
    return parts


def read_samples(folder: Path) -> Iterator[SampledGame]:
    """Yield all games in a folder."""
    _, parquet = need_pyarrow()
    for path in parts_of(folder):
        try:
            rows = parquet.read_table(path).to_pylist()
        except (OSError, ValueError) as error:
            raise TriviumError(f"The samples {path} cannot be read: {error}.") from None
        for row in rows:
            yield SampledGame(
                row["size"],
                tuple(row["moves"]),
                tuple(row["at"]),
                tuple(row["values"]),
                row["result"],
            )


def read_provenance(path: Path) -> dict[str, Any]:
    """Return how the samples in a file were made."""
    _, parquet = need_pyarrow()
    try:
        metadata = parquet.read_schema(path).metadata or {}
    except (OSError, ValueError) as error:
        raise TriviumError(f"The samples {path} cannot be read: {error}.") from None
    if PROVENANCE not in metadata:
        raise TriviumError(f"{path} does not tell how its samples were made.")
    found: dict[str, Any] = json.loads(metadata[PROVENANCE])
    return found


def need_pyarrow() -> tuple[Any, Any]:
    """Return the modules that read and write the files; raises where they are not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise TriviumError(
            "PyArrow is not installed; pip install 'trivium[learn]' brings it."
        ) from None
    return pyarrow, parquet

"""What the tables of Cachex 3 and 4 say: first stones, who wins with how many stones, how fast.

``trivium bench solved-cachex`` prints the figures of ``docs/solved.md``, and builds the tables if
they are not there; ``python -m benchmarks.solved_cachex`` draws the picture on that page anew. What
it shows of size 5, ``trivium bench first-stones`` has proven; ``first-stones.json`` keeps it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from trivium.files import write_whole
from trivium.games import svg as paper
from trivium.games.cachex.drawing import label_spots, outline, side_lines, spot_of
from trivium.games.cachex.position import Cachex
from trivium.solve.tables import cachex_small
from trivium.solve.tables.cachex_retrograde import OVER, Values

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "cachex-solved.svg"

SIZES = tuple(cachex_small.SHA256)
PROVEN = Path(__file__).with_name("first-stones.json")
"""The first stones of a larger board, with the result for Red where they stay."""
PROVEN_SIZE = 5


@dataclass(frozen=True)
class FirstStone:
    """What becomes of the game after a first stone."""

    stone: str
    steal: bool
    """Whether stealing is the best answer."""
    turns: int
    """Turns until Blue has won, this one included."""
    answers: tuple[str, ...]
    """What wins as fast."""


@dataclass(frozen=True)
class Verdicts:
    """How positions end for the player to move."""

    positions: int
    wins: int
    draws: int
    losses: int
    longest: int
    """Turns of the longest win or loss."""

    @classmethod
    def of(cls, values: Values) -> Verdicts:
        """Count values of the table."""
        known = values[values != OVER].astype(np.int64)
        wins, losses = int(np.sum(known > 0)), int(np.sum(known < 0))
        longest = int(np.abs(known).max(initial=0))
        return cls(len(known), wins, len(known) - wins - losses, losses, longest)


def main(as_json: bool) -> None:
    """Print the figures as tables, or as one JSON object."""
    if as_json:
        facts: dict[str, Any] = {"benchmark": "solved-cachex"}
        for size in SIZES:
            facts[f"cachex {size}"] = {
                "first_stones": [asdict(stone) for stone in first_stones(size)],
                "by_stones": {n: asdict(here) for n, here in verdicts_by_stones(size).items()},
            }
        print(json.dumps(facts))
        return
    for size in SIZES:
        print(f"Cachex {size}\n")
        print("\n".join(_stone_lines(size)))
        print()
        print("\n".join(_verdict_lines(size)))
        print()


def first_stones(size: int) -> list[FirstStone]:
    """Return the first stones, each of which stands for its half turn too."""
    found = []
    start = Cachex(size)
    for move in start.legal_moves:
        r, q = divmod(move.code, size)
        if move.code > (size - 1 - r) * size + (size - 1 - q):
            continue
        position = Cachex(size)
        position.push(move)
        turns = cachex_small.move_turns(position.copy().kernel, cachex_small.table(size))
        best = cachex_small.best_of(turns.values())
        answers = tuple(str(position.move(code)) for code in turns if turns[code] == best)
        found.append(FirstStone(str(move), "steal" in answers, best + 1, answers))
    return found


def verdicts_by_stones(size: int) -> dict[int, Verdicts]:
    """Return how positions end by the number of stones on the board."""
    values = np.asarray(cachex_small.table(size))
    stones = np.zeros(1, np.int8)
    for _ in range(size * size):
        stones = np.concatenate([stones, stones + np.int8(1), stones + np.int8(1)])
    found = {n: Verdicts.of(values[stones == n]) for n in range(size * size + 1)}
    return {n: here for n, here in found.items() if here.positions}


def _stone_lines(size: int) -> Iterator[str]:
    yield "first stone  worth stealing  Blue wins by turn  fastest answers"
    for stone in first_stones(size):
        steal = "yes" if stone.steal else "no"
        yield f"{stone.stone:<13}{steal:<16}{stone.turns:>17}  {' '.join(stone.answers)}"


def _verdict_lines(size: int) -> Iterator[str]:
    yield "stones   positions   mover wins   draws   loses  longest"
    rows: list[tuple[str, Verdicts]] = [
        (str(n), here) for n, here in verdicts_by_stones(size).items()
    ]
    rows.append(("all", Verdicts.of(np.asarray(cachex_small.table(size)))))
    for name, here in rows:
        shares = (here.wins, here.draws, here.losses)
        wins, draws, losses = (f"{count / here.positions:.2%}" for count in shares)
        yield f"{name:>6}{here.positions:>12,}{wins:>13}{draws:>8}{losses:>8}{here.longest:>9}"


# The picture

_SPACE = 260
_WIDER = 70
"""By so much more for each row that a board has more."""


@dataclass(frozen=True)
class _Mark:
    """What the picture says of a first stone."""

    tint: str
    text: str


_STEAL, _LEAVE, _EVEN, _NOTHING = "red", "blue", "even", "unknown"
"""The tints of stones that are worth stealing, that are not, that draw, and of other cells."""


def picture() -> str:
    """Draw which first stones are worth stealing, and by which turn Blue wins."""
    parts: list[str] = []
    spots: list[paper.Spot] = []
    boards = [(size, _marks(size)) for size in SIZES] + [(PROVEN_SIZE, _proven_marks())]
    shift = 0.0
    for size, marks in boards:
        parts += _board(size, marks, shift, spots)
        shift += _SPACE + _WIDER * (size - SIZES[0])
    return paper.document(
        "Cachex 3, 4 and 5: first stones",
        "First stones that are worth stealing (orange) and that are not (blue), on 3 and 4 with "
        "the turn by which Blue has won; = is a draw",
        spots,
        parts,
    )


def _marks(size: int) -> dict[str, _Mark]:
    return {
        stone.stone: _Mark(_STEAL if stone.steal else _LEAVE, str(stone.turns))
        for stone in first_stones(size)
    }


def _proven_marks() -> dict[str, _Mark]:
    stones = json.loads(PROVEN.read_text(encoding="utf-8"))["stones"]
    marks = {1: _Mark(_STEAL, ""), 0: _Mark(_EVEN, "="), -1: _Mark(_LEAVE, "")}
    return {stone["stone"]: marks[stone["result"]] for stone in stones}


def _board(
    size: int, marks: dict[str, _Mark], shift: float, spots: list[paper.Spot]
) -> Iterator[str]:
    def moved(spot: paper.Spot) -> paper.Spot:
        return spot[0] + shift, spot[1]

    board = Cachex(size).board
    tints: dict[str, list[str]] = {_STEAL: [], _LEAVE: [], _EVEN: [], _NOTHING: []}
    texts: dict[paper.Spot, str] = {}
    for code in range(size * size):
        cell = divmod(code, size)
        turned = str(board.moves[size * size - 1 - code])
        mark = marks.get(str(board.moves[code])) or marks.get(turned) or _Mark(_NOTHING, "")
        corners = [moved(spot) for spot in outline(cell)]
        spots += corners
        tints[mark.tint].append(paper.polygon(corners, str(board.moves[code])))
        if mark.text:
            texts[moved(spot_of(cell))] = mark.text
    for tint, cells in tints.items():
        yield paper.group(f"tint {tint}", cells)
    for colour in ("red", "blue"):
        sides = [line for owner, line in side_lines(size) if owner == colour]
        yield paper.group(
            f"side {colour}", (paper.polyline([moved(spot) for spot in line]) for line in sides)
        )
    labels = {moved(spot): name for spot, name in label_spots(size).items()}
    spots += labels
    yield paper.labels(labels | texts)


if __name__ == "__main__":
    write_whole(PICTURE, picture())

"""Rates the puzzles: every level tries each of them, and what they solve says how difficult it is.

``trivium puzzles rate [GAME]`` goes on where it was stopped, and begins anew where the levels have
changed since. A puzzle counts as solved if all its moves are found.

The scale is that of the levels: level 1 stands at `LOWEST`, each further one a `STEP` above the
one before, and a puzzle of somebody's own rating is solved half of the time, as in Elo. What is
thought of a puzzle before anybody has tried depends on how many moves it asks for.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from trivium.agents.agent import Agent
from trivium.agents.catalogue import make_agent
from trivium.agents.levels import LEVELS, level_name, skill_of
from trivium.files import write_whole
from trivium.search.limits import Limit
from trivium.study.puzzle_maker import FOLDER
from trivium.study.puzzles import RATINGS, Difficulty, Puzzle, guessed, read_book

LOWEST = 600
"""The rating of level 1."""
STEP = 200
"""By how much each level is above the one before."""
TRIES = 3
"""How often each level tries a puzzle."""
_LIMIT = Limit(nodes=5_000)
"""For each move; levels may have a lower limit of their own."""
_GROWTH = math.log(10) / 400
"""By how much the logarithm of the odds grows with a point of rating."""
_RANGE = (0.0, 4000.0)


def rate(game: str, folder: Path = FOLDER) -> Iterator[tuple[str, Difficulty]]:
    """Yield the names and ratings of puzzles that have none by these levels, after storing them."""
    file = folder / RATINGS / f"{game}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    header = {"tries": TRIES, "solvers": [str(skill_of(game, level)) for level in LEVELS]}
    rated = _rated(file, header)
    # Making a champion takes its time, for its memory; each tries all the puzzles.
    solvers = [
        [make_agent(level_name(level), game, seed) for seed in range(TRIES)] for level in LEVELS
    ]
    for puzzle in read_book(game, (folder / f"{game}.jsonl").read_text(encoding="utf-8")):
        if puzzle.id in rated:
            continue
        solved = [sum(_solves(solver, puzzle) for solver in level) for level in solvers]
        found = fitted(solved, guessed(puzzle.asked))
        row = {
            "id": puzzle.id,
            "rating": found.rating,
            "deviation": found.deviation,
            "solved": "".join(map(str, solved)),
        }
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(row) + "\n")
        yield puzzle.id, found


def fitted(solved: Sequence[int], before: Difficulty) -> Difficulty:
    """Return how difficult a puzzle is that the levels have solved so often, from the lowest on.

    It is the most probable rating, where `before` is what was thought of it.
    """
    strengths = [LOWEST + STEP * place for place in range(len(solved))]
    prior = 1 / before.deviation**2

    def chances(rating: float) -> list[float]:
        return [1 / (1 + math.exp(_GROWTH * (rating - strength))) for strength in strengths]

    def surplus(rating: float) -> float:
        """Return how strongly the results speak for a higher rating; it falls as that grows."""
        expected = TRIES * sum(chances(rating))
        return _GROWTH * (expected - sum(solved)) - prior * (rating - before.rating)

    low, high = _RANGE
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (middle, high) if surplus(middle) > 0 else (low, middle)
    precision = prior + _GROWTH**2 * TRIES * sum(p * (1 - p) for p in chances(low))
    return Difficulty(round(low), round(precision**-0.5))


def _solves(solver: Agent, puzzle: Puzzle) -> bool:
    board = puzzle.board()
    line, found = iter(puzzle.solution), 0
    for move in line:
        if board.turn == puzzle.turn:
            if str(solver.choose(board, _LIMIT).move) != move:
                return False
            found += 1
            if found == puzzle.asked:
                break
        board.push(move)
    return True


def _rated(file: Path, header: dict[str, Any]) -> set[str]:
    """Return the puzzles that these levels have tried; begin the file anew if others have."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    if lines and json.loads(lines[0]) == header:
        return {json.loads(line)["id"] for line in lines[1:]}
    write_whole(file, json.dumps(header) + "\n")
    return set()

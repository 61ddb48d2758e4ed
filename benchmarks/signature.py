"""The signature: what the search, the champions and the solver do on a fixed set of positions.

``trivium bench signature``: a change that is said not to change what they do must not change a
single entry here. `tests/search/test_signature.py` compares them with the recorded ones in
``benchmarks/signature.json``; ``python -m benchmarks.signature`` records them anew.

The rules and the search itself are counted with the plainest evaluator; then some positions with
those of the games' own agents, whose weights are part of what is counted. The champion of each
game plays a few moves against itself, and the solver proves some values. Nothing here depends on
a clock, on chance or on the number of cores.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

from benchmarks.evaluators import POINTS, champion_searcher, new_evaluator, usual
from benchmarks.positions import suite_position
from trivium.agents.catalogue import make_agent
from trivium.files import write_whole
from trivium.games.catalogue import GAMES
from trivium.games.hexifence.position import FencesPosition
from trivium.games.position import Position
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit
from trivium.solve.strings_and_coins.memory import Reductions
from trivium.solve.strings_and_coins.solver import Solver

RECORDED = Path(__file__).with_suffix(".json")

CHAMPION = "champion"
CHOICES = 8
"""So many moves in a row the champion chooses, for both sides."""
MEGABYTES = 4

ALL = Reductions()
NONE = Reductions(*(False for _ in ALL))


class Start(NamedTuple):
    """A position of `benchmarks.positions`."""

    game: str
    size: str
    moves: int

    def __str__(self) -> str:
        return f"{self.game} {self.size} after {self.moves}"

    @property
    def position(self) -> Position:
        """A new position, the same on every machine."""
        return suite_position(*self)


class Board(NamedTuple):
    """A position that no random game leads to."""

    game: str
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.game}, {self.what}"

    @property
    def position(self) -> Position:
        """A new position."""
        return GAMES[self.game].read(self.text)


DRAWN_ENDING = """

    X - O X
    O O - -
    @ - @ -
    X @ - X


turns: 254
"""

SEARCHES = (
    (Start("hexifence", "2", 10), POINTS, 5),
    (Start("hexifence", "3", 0), POINTS, 5),
    (Start("hexifence", "3", 30), POINTS, 5),
    (Start("hexifence", "4", 60), POINTS, 5),
    (Start("dots-and-boxes", "3x3", 6), POINTS, 7),
    (Start("dots-and-boxes", "4x4", 16), POINTS, 7),
    (Start("cachex", "5", 4), POINTS, 4),
    (Start("cachex", "7", 10), POINTS, 4),
    (Start("cachex", "9", 12), POINTS, 4),
    (Start("watch-your-back", "8", 0), POINTS, 5),
    (Start("watch-your-back", "8", 16), POINTS, 5),
    (Start("watch-your-back", "8", 60), POINTS, 5),
    (Start("hexifence", "2", 10), "fence weights", 4),
    (Start("hexifence", "3", 30), "fence weights", 4),
    (Start("dots-and-boxes", "3x3", 6), "fence weights", 6),
    (Start("dots-and-boxes", "4x4", 16), "fence weights", 6),
    (Start("cachex", "5", 4), "five factors", 3),
    (Start("cachex", "5", 4), CHAMPION, 5),
    (Start("cachex", "7", 10), "five factors", 3),
    (Start("cachex", "7", 10), CHAMPION, 5),
    (Start("watch-your-back", "8", 16), "weighed", 4),
    (Start("watch-your-back", "8", 60), "weighed", 4),
)
"""Where, with which evaluator or whose search, and how deep is searched."""

PLAY = (
    (Start("hexifence", "2", 10), Limit()),  # by the table
    (Start("hexifence", "3", 0), Limit(nodes=20_000)),  # too many safe edges to search at all
    (Start("hexifence", "3", 33), Limit(nodes=20_000)),  # from no time for the solver to estimates
    (Start("hexifence", "3", 37), Limit(nodes=100_000)),  # from estimates to proofs
    (Start("dots-and-boxes", "3x3", 0), Limit(nodes=20_000)),
    (Start("dots-and-boxes", "4x4", 10), Limit(nodes=20_000)),  # begins with captures
    (Start("cachex", "5", 0), Limit(depth=5)),  # a first stone that is known to be worth stealing
    (Start("cachex", "7", 0), Limit(depth=5)),  # one that is not
    (Start("cachex", "7", 1), Limit(depth=5)),  # one that the search finds worth stealing
    (Start("cachex", "9", 12), Limit(depth=5)),
    (Start("watch-your-back", "8", 0), Limit(depth=5)),
    (Start("watch-your-back", "8", 18), Limit(depth=5)),  # from placing to moving
    (Start("watch-your-back", "8", 60), Limit(depth=5)),
    (Start("watch-your-back", "8", 212), Limit(depth=6)),  # across the last shrink
    (Start("watch-your-back", "8", 226), Limit(depth=6)),  # by the table of endings
    (Board("watch-your-back", "a drawn ending", DRAWN_ENDING), Limit(depth=6)),
)
"""Where the champion chooses, and within which limit."""

PROOFS = (
    (Start("hexifence", "3", 40), ALL),
    (Start("hexifence", "3", 43), ALL),
    (Start("dots-and-boxes", "3x3", 0), ALL),
    (Start("dots-and-boxes", "3x3", 6), ALL),
    (Start("dots-and-boxes", "3x3", 6), NONE),
    (Start("dots-and-boxes", "3x4", 9), ALL),
)
"""What the solver proves, and by which reductions."""


def signature() -> dict[str, int | str]:
    """Return the nodes of each search, what is chosen and proven, and the sum of those nodes."""
    counts = dict(_searched())
    return counts | dict(_chosen()) | dict(_proven()) | {"signature": sum(counts.values())}


def _searched() -> Iterator[tuple[str, int]]:
    for start, evaluator, depth in SEARCHES:
        position = start.position
        searcher = _searcher(position, evaluator)
        found = searcher.search(position.kernel, position.colours, Limit(depth=depth))
        yield str(start) if evaluator == POINTS else f"{start}, {evaluator}", found.nodes


def _searcher(position: Position, evaluator: str) -> Searcher:
    if evaluator == CHAMPION:
        return champion_searcher(position)
    options = usual(Options(), position.game, evaluator)
    return Searcher(new_evaluator(evaluator, position), options, MEGABYTES)


def _chosen() -> Iterator[tuple[str, str]]:
    for start, limit in PLAY:
        position = start.position
        champion = make_agent(CHAMPION, position.game, seed=1)
        moves: list[str] = []
        nodes = 0
        while len(moves) < CHOICES and not position.is_over:
            choice = champion.choose(position, limit)
            moves.append(str(choice.move))
            nodes += choice.report.nodes if choice.report else 0
            position.push(choice.move)
        yield f"{start}, {CHAMPION} plays", f"{' '.join(moves)}, {nodes} nodes"


def _proven() -> Iterator[tuple[str, str]]:
    for start, reductions in PROOFS:
        position = cast(FencesPosition, start.position)
        found = Solver(position.board, MEGABYTES, reductions=reductions).solve(position.kernel)
        assert found.exact
        how = "solver" if all(reductions) else "solver without reductions"
        yield f"{start}, {how}", f"{found.low:+}, {found.nodes} nodes"


def main(as_json: bool) -> None:
    """Print all entries, the signature last."""
    entries = signature()
    if as_json:
        print(json.dumps(entries))
        return
    for name, entry in entries.items():
        print(f"{name}: {entry}")


if __name__ == "__main__":
    write_whole(RECORDED, json.dumps(signature(), indent=2) + "\n")

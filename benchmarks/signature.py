"""The signature: node counts of the search over a fixed set of positions.

``trivium bench signature``: a change that is said not to change what the search does must not
change a single number here. `tests/search/test_signature.py` compares them with the recorded
ones in ``benchmarks/signature.json``; ``python -m benchmarks.signature`` records them anew.

The rules and the search itself are counted with the plainest evaluator; then some positions with
those of the games' own agents, whose weights are part of what is counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.evaluators import EVALUATORS, POINTS, champion_searcher, new_evaluator, usual
from benchmarks.positions import SUITE, suite_position
from trivium.files import write_whole
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit

RECORDED = Path(__file__).with_suffix(".json")

DEPTHS = {"hexifence": 5, "dots-and-boxes": 7, "cachex": 4, "watch-your-back": 5}
OWN_DEPTHS = {"hexifence": 4, "dots-and-boxes": 6, "cachex": 3, "watch-your-back": 4}
OWN_SUITE = (
    ("hexifence", "2", 10),
    ("hexifence", "3", 30),
    ("dots-and-boxes", "3x3", 6),
    ("dots-and-boxes", "4x4", 16),
    ("cachex", "5", 4),
    ("cachex", "7", 10),
    ("watch-your-back", "8", 16),
    ("watch-your-back", "8", 60),
)
"""The positions that are counted with the games' own evaluators."""
CHAMPION_DEPTH = 5


def signature() -> dict[str, int]:
    """Return the nodes that each position takes to its depth, and their sum."""
    counts = dict(_counts())
    return counts | {"signature": sum(counts.values())}


def _counts() -> Iterator[tuple[str, int]]:
    for entry in SUITE:
        yield _name(entry), _nodes(entry, POINTS, DEPTHS[entry[0]])
    for entry in OWN_SUITE:
        for evaluator in EVALUATORS[entry[0]]:
            if evaluator != POINTS:
                name = f"{_name(entry)}, {evaluator}"
                yield name, _nodes(entry, evaluator, OWN_DEPTHS[entry[0]])
        if entry[0] == "cachex":
            yield f"{_name(entry)}, champion", _champion_nodes(entry)


def _name(entry: tuple[str, str, int]) -> str:
    return "{} {} after {}".format(*entry)


def _nodes(entry: tuple[str, str, int], evaluator: str, depth: int) -> int:
    position = suite_position(*entry)
    options = usual(Options(), position.game, evaluator)
    searcher = Searcher(new_evaluator(evaluator, position), options, megabytes=4)
    return searcher.search(position.kernel, position.colours, Limit(depth=depth)).nodes


def _champion_nodes(entry: tuple[str, str, int]) -> int:
    position = suite_position(*entry)
    limit = Limit(depth=CHAMPION_DEPTH)
    return champion_searcher(position).search(position.kernel, position.colours, limit).nodes


def main(as_json: bool) -> None:
    """Print the counts, the signature last."""
    counts = signature()
    if as_json:
        print(json.dumps(counts))
        return
    for name, nodes in counts.items():
        print(f"{name}: {nodes}")


if __name__ == "__main__":
    write_whole(RECORDED, json.dumps(signature(), indent=2) + "\n")

"""The signature: node counts of the search over a fixed set of positions.

``trivium bench signature``: a change that is said not to change what the search does must not
change a single number here. `tests/search/test_signature.py` compares them with the recorded
ones in ``benchmarks/signature.json``; ``python -m benchmarks.signature`` records them anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.positions import SUITE, suite_position
from trivium.search.engine import Options, Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import Limit

RECORDED = Path(__file__).with_suffix(".json")

DEPTHS = {"hexifence": 5, "dots-and-boxes": 7, "cachex": 4, "watch-your-back": 5}


def signature() -> dict[str, int]:
    """Return the nodes that each position takes to its depth, and their sum."""
    counts = {}
    for game, size, moves in SUITE:
        position = suite_position(game, size, moves)
        report = Searcher(PointsOnly(), Options(), megabytes=4).search(
            position.kernel, position.colours, Limit(depth=DEPTHS[game])
        )
        counts[f"{game} {size} after {moves}"] = report.nodes
    return counts | {"signature": sum(counts.values())}


def main(as_json: bool) -> None:
    """Print the counts, the signature last."""
    counts = signature()
    if as_json:
        print(json.dumps(counts))
        return
    for name, nodes in counts.items():
        print(f"{name}: {nodes}")


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(signature(), indent=2) + "\n", encoding="utf-8")

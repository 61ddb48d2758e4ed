"""Measures speeds for `benchmarks.ratio`, with the code of the checkout it is started for."""

from __future__ import annotations

import contextlib
import io
import json
import sys

sys.path.insert(0, sys.argv[1])

from dataclasses import asdict

from benchmarks.progress import Steps
from benchmarks.search import measure_speeds


def answer_all() -> None:
    """Answer until the pipe is closed."""
    for line in sys.stdin:
        with contextlib.redirect_stderr(io.StringIO()):  # how far it is
            speeds = [asdict(speed) for speed in measure_speeds(json.loads(line)["game"], Steps(0))]
        print(json.dumps({"speeds": speeds}), flush=True)


if __name__ == "__main__":
    answer_all()

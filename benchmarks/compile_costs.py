"""What compiling costs, by function: everything compiled anew, in one process.

``trivium bench compile-costs`` does all runs of ``trivium warmup`` one after the other with an
empty cache of its own. A function's seconds are CPU time without that of the functions which are
compiled for it; one with several signatures is compiled for each. A function that Python calls is
compiled twice: as a part for other functions, and as a whole.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from typing import Any

from benchmarks.progress import Steps

MOST = 10


def main(as_json: bool) -> None:
    """Measure and print; with `as_json`, one object as the last line."""
    rows: list[dict[str, Any]] = []

    def show(complete: bool) -> None:
        for row in rows[:MOST]:
            print(f"{row['seconds']:6.1f} s {row['times']:4} times  {row['function']}")
        seconds, times = sum(row["seconds"] for row in rows), sum(row["times"] for row in rows)
        print(f"in all {seconds:.1f} s of {len(rows)} functions, compiled {times} times")
        if as_json:
            told = {"benchmark": "compile-costs", "complete": complete, "times": times}
            print(json.dumps(told | {"seconds": round(seconds, 1), "functions": rows[:MOST]}))

    with Steps(1, show) as steps, tempfile.TemporaryDirectory() as cache:
        steps.begin("everything that is compiled")
        settings = {"TRIVIUM_CACHE_DIR": cache, "TRIVIUM_CODE_DIR": cache}
        command = [sys.executable, "-m", "benchmarks.compile_costs"]
        told = subprocess.check_output(command, env=os.environ | settings, text=True)
        rows += json.loads(told)


def _measure() -> None:
    """Compile everything in this process, and print what each function has cost."""
    from numba.core import event

    from trivium.warm import all_tasks

    seconds: defaultdict[str, float] = defaultdict(float)
    times: Counter[str] = Counter()
    open_since: list[list[float]] = []

    class Listener(event.Listener):  # type: ignore[misc]  # numba is untyped
        def on_start(self, event: Any) -> None:
            open_since.append([time.process_time(), 0.0])

        def on_end(self, event: Any) -> None:
            began, inside = open_since.pop()
            whole = time.process_time() - began
            if open_since:
                open_since[-1][1] += whole
            function = event.data["dispatcher"].py_func
            name = f"{function.__module__}.{function.__name__}"
            seconds[name] += whole - inside
            times[name] += 1

    event.register("numba:compile", Listener())
    for task in all_tasks():
        task.run()
    rows = [
        {"function": name, "seconds": round(spent, 2), "times": times[name]}
        for name, spent in sorted(seconds.items(), key=lambda row: -row[1])
    ]
    print(json.dumps(rows))


if __name__ == "__main__":
    _measure()

"""A champion that answers over a pipe, with the code of the checkout that it is started for.

`benchmarks.before` starts one for each of two checkouts, so this uses nothing that either of them
might lack. A line with a game begins a new one; a line with moves asks for the next.
"""

from __future__ import annotations

import json
import sys

sys.path.insert(0, sys.argv[1])

from benchmarks.cpu_clock import cpu_clock
from trivium.agents.catalogue import make_agent
from trivium.arena.openings import start_position
from trivium.search.limits import Limit


def answer_all() -> None:
    """Answer until the pipe is closed."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "game" in asked:
            position = start_position(asked["game"], asked["size"])
            agent = make_agent("champion", asked["game"], seed=asked["seed"])
            agent.prepare(position)
            agent.reserve(position)
            answer = "ready"
        else:
            for move in asked["moves"][len(position.moves) :]:
                position.push(move)
            with cpu_clock():
                answer = str(agent.choose(position, Limit(seconds=asked["seconds"])).move)
        print(json.dumps({"move": answer}), flush=True)


if __name__ == "__main__":
    answer_all()

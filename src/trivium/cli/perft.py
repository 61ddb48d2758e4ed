"""``trivium perft``: how many games there are to a depth."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import (
    FileArgument,
    GameArgument,
    JsonOption,
    SizeOption,
    compile_notice,
    load_position,
)
from trivium.cli.terminal import make_console, say

if TYPE_CHECKING:
    from trivium.games.position import Position


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Option(min=0, max=500, help="The number of moves.")],
    file: FileArgument = None,
    size: SizeOption = None,
    divide: Annotated[bool, typer.Option(help="Also print the count of each first move.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the move sequences of exactly DEPTH moves; an ended game has none."""
    with compile_notice():
        position = load_position(game, size, file)
        counts, seconds = _count(position, depth, divide)
    nodes = sum(counts.values())
    if as_json:
        answer = {
            "game": position.game,
            "size": position.size,
            "depth": depth,
            "nodes": nodes,
            "seconds": round(seconds, 6),
        }
        if divide:
            answer["divide"] = counts
        say(json.dumps(answer))
        return
    if divide:
        for move, count in counts.items():
            say(f"{move}: {count}")
    say(nodes)


def _count(position: Position, depth: int, divide: bool) -> tuple[dict[str, int], float]:
    """Return the count below each first move, and the seconds it took without compiling."""
    from rich.progress import track

    from trivium.search.running import interruptible, new_stop_flag
    from trivium.search.walks import perft

    stop = new_stop_flag()
    perft(position.kernel, 0, stop)
    began = time.perf_counter()
    if depth == 0:
        return {"": perft(position.kernel, 0, stop)}, time.perf_counter() - began
    counts = {}
    progress = track(
        position.legal_moves,
        "Counting",
        console=make_console(stderr=True),
        transient=True,
        disable=not make_console(stderr=True).is_terminal,
    )
    for move in progress:
        position.push(move)
        counts[str(move)] = interruptible(
            lambda: int(perft(position.kernel, depth - 1, stop)), stop
        )
        position.pop()
    return counts, time.perf_counter() - began

"""The compiled rules against the oracles: as many random games as the time allows.

``trivium bench agreement --minutes 60`` plays random games of every game through the compiled
rules, plays the same moves through the slow oracles of the tests, and compares the boards and the
endings. The oracle checks every single move; boards and lists of moves are compared at the end of
each game and at some places before. Most games are short ones, of which an hour gives millions:
small boards, few turns. Some games are steered towards what is rare: a board's seventh occurrence
and the 343rd turn in Cachex, both shrinks, forfeited turns and the move limit in Watch Your Back!.
It prints how often each of these was met, and fails at the first difference with the moves that
lead there.

A batch depends on its number alone. ``--first N`` goes on where an earlier run has stopped.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from tests.games.both import (
    Choice,
    Pair,
    cachex,
    crowded_ending,
    dots_and_boxes,
    goes_round,
    hems_in,
    hexifence,
    keeps_the_board_empty,
    nothing_that_wins,
    watch_your_back,
)

from benchmarks.progress import Steps
from trivium.arena.bulk import Processes
from trivium.arena.interrupts import held_back
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.kernel.chance import Chance, seeded
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import over, pick, play

MINUTES = 1.0


@dataclass(frozen=True)
class Case:
    """Games of one kind."""

    name: str
    pair: Callable[[random.Random], Pair]
    """Draws the board."""
    choose: Choice | None = None
    """How moves are chosen; None for any legal one, drawn by the compiled rules themselves."""
    games: int = 20
    """In a batch, so that a batch of each case takes about the same time."""
    longest: int = 600


CASES = (
    Case("hexifence", lambda dice: hexifence(dice.randint(1, 4)), games=300),
    Case("hexifence, small", lambda dice: hexifence(dice.randint(1, 2)), games=1500),
    Case(
        "dots-and-boxes",
        lambda dice: dots_and_boxes(dice.randint(1, 5), dice.randint(1, 5)),
        games=500,
    ),
    Case(
        "dots-and-boxes, small",
        lambda dice: dots_and_boxes(dice.randint(1, 3), dice.randint(1, 3)),
        games=1500,
    ),
    Case("cachex", lambda dice: cachex(dice.randint(3, 9)), games=150),
    Case("cachex, small", lambda dice: cachex(dice.randint(3, 4)), games=1000),
    Case("cachex, captures", lambda dice: cachex(dice.randint(6, 8)), keeps_the_board_empty, 1),
    Case("cachex, round and round", lambda dice: cachex(dice.randint(4, 6)), goes_round, 2),
    Case("watch-your-back", lambda dice: watch_your_back(), games=60),
    Case("watch-your-back, short", lambda dice: watch_your_back(dice.randint(1, 12)), games=1000),
    Case("watch-your-back, no end", lambda dice: watch_your_back(), nothing_that_wins, 4, 280),
    Case("watch-your-back, crowded", crowded_ending, hems_in, 10, 60),
    Case(
        "watch-your-back, limited",
        lambda dice: watch_your_back(dice.randint(1, 200)),
        nothing_that_wins,
        4,
    ),
)


@dataclass(frozen=True)
class Difference(Exception):
    """Where the two versions disagree."""

    case: str
    moves: tuple[str, ...]
    what: str


Counts = Counter[str]


def main(
    as_json: bool,
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to play.")] = MINUTES,
    first: Annotated[int, typer.Option(min=0, help="The number of the first batch.")] = 0,
    processes: Annotated[
        int | None, typer.Option(min=1, help="How many play; as many as there are cores.")
    ] = None,
) -> None:
    """Play until the time is up; print how many games agreed, and what happened in them."""
    counts: dict[str, Counts] = {case.name: Counter() for case in CASES}
    difference: Difference | None = None
    last = first
    ends = time.monotonic() + 60 * minutes

    def tasks() -> Iterator[tuple[int, int]]:
        for number in itertools.count(first):
            for case in range(len(CASES)):
                if time.monotonic() > ends:
                    return
                yield case, number

    def show(complete: bool) -> None:
        _show(counts, difference, last, complete, as_json)

    workers = Processes(processes or os.cpu_count() or 1)
    with held_back(), workers, Steps(1, show) as steps:
        steps.begin("random games")
        for (case, number), found in workers.run(play_batch, tasks()):
            if isinstance(found, Difference):
                difference = found
                break
            counts[CASES[case].name].update(found)
            last = max(last, number)
            steps.note(f"{sum(count['games'] for count in counts.values()):,} games")
    if difference is not None:
        sys.exit(1)


def play_batch(task: tuple[int, int]) -> Counts | Difference:
    """Return what happened in one batch of a case, or the first difference."""
    case, number = CASES[task[0]], task[1]
    dice = random.Random(f"{case.name} {number}")
    counts: Counts = Counter()
    try:
        for _ in range(case.games):
            counts.update(_play(case, dice))
    except Difference as difference:
        return difference
    return counts


def _play(case: Case, dice: random.Random) -> Counts:
    """Play one game through both versions; compare at its end, and now and then before."""
    pair = case.pair(dice)
    position, oracle = pair.position(), pair.oracle()
    chance = seeded(dice.getrandbits(60))
    line: list[Move] = []
    compare_at = dice.randrange(1, 60)
    while not position.is_over and len(line) < case.longest:
        few = min(compare_at, case.longest - len(line))
        for move in _play_few(case, position, few, chance, dice):
            line.append(move)
            try:
                oracle.play(move.action)
            except ValueError as error:
                what = f"the oracle refuses the last move: {error}"
                raise _difference(case, line, what) from None
        _compare(case, pair, position, oracle, line)
    counts: Counts = Counter(games=1, moves=len(line))
    counts["forfeited turns"] += sum(move.action is None for move in line)
    counts[f"ended: {_ending(position)}"] += 1
    counts["first shrinks"] += getattr(position, "stage", 0) >= 1
    counts["second shrinks"] += getattr(position, "stage", 0) >= 2
    return counts


def _play_few(
    case: Case, position: Position, most: int, chance: Chance, dice: random.Random
) -> list[Move]:
    """Make so many moves, or fewer if the game ends; return them."""
    if case.choose is None:
        codes = np.empty(most, np.int64)
        played = _random_moves(position.kernel, chance, codes)
        return [position.move(code) for code in codes[:played].tolist()]
    line: list[Move] = []
    while not position.is_over and len(line) < most:
        line.append(position.push(case.choose(position, dice)))
    return line


@compiled
def _random_moves(position: Any, chance: Chance, codes: NDArray[np.int64]) -> int:
    """Play random moves until the game ends or `codes` is full; return how many."""
    played = 0
    while played < codes.size and not over(position):
        codes[played] = pick(position, chance)
        play(position, codes[played])
        played += 1
    return played


def _compare(case: Case, pair: Pair, position: Position, oracle: Any, line: list[Move]) -> None:
    ours = (pair.facts(position), position.is_over, _ending(position), _winner(position))
    theirs = (pair.oracle_facts(oracle), oracle.over, oracle.reason, oracle.winner)
    if ours != theirs:
        raise _difference(case, line, f"compiled {ours}, oracle {theirs}")
    if not position.is_over:
        legal = {move.action for move in position.legal_moves}
        if legal != set(oracle.legal_moves()) or position.turn != oracle.turn:
            raise _difference(case, line, "other legal moves, or another turn")


def _ending(position: Position) -> str | None:
    outcome = position.outcome()
    return None if outcome is None else outcome.reason


def _winner(position: Position) -> str | None:
    outcome = position.outcome()
    return None if outcome is None else outcome.winner


def _difference(case: Case, line: list[Move], what: str) -> Difference:
    return Difference(case.name, tuple(str(move) for move in line), what)


def _show(
    counts: dict[str, Counts],
    difference: Difference | None,
    last: int,
    complete: bool,
    as_json: bool,
) -> None:
    if as_json:
        report = {"benchmark": "agreement", "complete": complete, "next": last + 1}
        found = None if difference is None else vars(difference)
        print(json.dumps(report | {"cases": counts, "difference": found}))
        return
    for name, count in counts.items():
        told = ", ".join(f"{what} {number:,}" for what, number in count.items() if number)
        print(f"{name}: {told or 'nothing yet'}")
    if difference is None:
        print(f"No difference. --first {last + 1} goes on.")
    else:
        print(f"DIFFERENCE in {difference.case} after {' '.join(difference.moves)}:")
        print(difference.what)

"""Steps a second of random legal play with observations and masks, here and in other libraries.

``trivium bench envs``: thousands of games at once in `trivium.envs.boards.Boards`, the same game
in PettingZoo's loop, a batch of OpenSpiel's C++ states, and Pgx, whose games JAX compiles. Nobody
else has Cachex or Watch Your Back!; Hex and Othello have the same boards. All take turns in one
run, and the best round counts. Ratios are of CPU time, so that a busy machine disturbs less.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from benchmarks.progress import Steps
from trivium.envs.boards import Boards

BOARDS = 4096
OPENSPIEL_BOARDS = 64
ROUNDS = 4
SECONDS = 1.5
"""Of CPU time, for a round of one contestant."""

Runner = Callable[[], int]
"""Makes some steps, and returns how many."""


@dataclass(frozen=True)
class Case:
    """A board, and what others have that is closest to it."""

    game: str
    size: str
    openspiel: str | None = None
    pgx: str | None = None


CASES = (
    Case("dots-and-boxes", "3x3", "dots_and_boxes(num_rows=3,num_cols=3)"),
    Case("cachex", "9", "hex(board_size=9)"),
    Case("cachex", "11", "hex(board_size=11)", "hex"),
    Case("watch-your-back", "8", "othello", "othello"),
    Case("hexifence", "3"),
)

AIMS = {"PettingZoo": 20.0, "OpenSpiel": 5.0, "Pgx": 1.0}
"""How many times the steps of each there should be at least."""


@dataclass(frozen=True)
class Result:
    """One contestant on one board."""

    game: str
    size: str
    library: str
    plays: str
    steps_per_cpu_second: int
    steps_per_second: int
    """By the wall clock."""
    times: float
    """Trivium's steps in CPU time, as a multiple of these."""
    aim: float | None


def main(as_json: bool) -> None:
    """Measure everything and print a table, or one JSON object."""
    results: list[Result] = []
    with Steps(len(CASES), lambda complete: _show(results, complete, as_json)) as steps:
        for case in CASES:
            steps.begin(f"{case.game} {case.size}")
            results += measure(case)


def measure(case: Case, rounds: int = ROUNDS, seconds: float = SECONDS) -> list[Result]:
    """Let all contestants of a case take turns."""
    contestants: dict[tuple[str, str], Runner] = {
        ("Trivium", f"{case.game} {case.size}"): _trivium(case)
    }
    for library, plays, make in (
        ("PettingZoo", f"{case.game} {case.size}", _pettingzoo),
        ("OpenSpiel", case.openspiel or "", _openspiel),
        ("Pgx", case.pgx or "", _pgx),
    ):
        runner = make(case)
        if runner is not None:
            contestants[library, plays] = runner
    best = dict.fromkeys(contestants, (0.0, 0.0))
    for runner in contestants.values():
        runner()  # compiles
    for _ in range(rounds):
        for name, runner in contestants.items():
            best[name] = max(best[name], _speed(runner, seconds))
    ours = best["Trivium", f"{case.game} {case.size}"][0]
    return [
        Result(
            case.game,
            case.size,
            library,
            plays,
            round(by_cpu),
            round(by_wall),
            round(ours / by_cpu, 1),
            AIMS.get(library),
        )
        for (library, plays), (by_cpu, by_wall) in best.items()
    ]


def _speed(runner: Runner, seconds: float) -> tuple[float, float]:
    """Return the steps per second of CPU time and of the wall clock."""
    steps, cpu, wall = 0, time.process_time(), time.perf_counter()
    while (used := time.process_time() - cpu) < seconds:
        steps += runner()
    return steps / used, steps / (time.perf_counter() - wall)


def _trivium(case: Case) -> Runner:
    boards = Boards(case.game, case.size, BOARDS, seed=1)

    def run() -> int:
        for _ in range(20):
            boards.step(boards.random_actions())
        return 20 * BOARDS

    return run


def _pettingzoo(case: Case) -> Runner | None:
    try:
        from trivium.envs.pettingzoo_env import pettingzoo_env
    except ImportError:
        return None
    env = pettingzoo_env(case.game, case.size)
    env.reset()
    dice = random.Random(1)

    def run() -> int:
        for _ in range(200):
            observation, _, over, _, _ = env.last()
            if over:
                env.reset()
                observation = env.last()[0]
            env.step(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        return 200

    return run


def _openspiel(case: Case) -> Runner | None:
    if case.openspiel is None:
        return None
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(case.openspiel)
    states = [game.new_initial_state() for _ in range(OPENSPIEL_BOARDS)]
    shape = game.observation_tensor_shape()
    observations = np.zeros((len(states), int(np.prod(shape))), np.float32)
    masks = np.zeros((len(states), game.num_distinct_actions()), np.bool_)
    dice = random.Random(1)

    def run() -> int:
        for _ in range(10):
            for number, state in enumerate(states):
                if state.is_terminal():
                    state = states[number] = game.new_initial_state()
                state.apply_action(dice.choice(state.legal_actions()))
                if not state.is_terminal():
                    observations[number] = state.observation_tensor()
                    masks[number] = state.legal_actions_mask()
        return 10 * len(states)

    return run


def _pgx(case: Case) -> Runner | None:
    if case.pgx is None:
        return None
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return None
    env: Any = pgx.make(case.pgx)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def play(state: Any, key: Any) -> tuple[Any, Any, Any]:
        key, chosen, begun = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(chosen, logits, axis=1)
        state = step(state, actions, jax.random.split(begun, BOARDS))
        return state, key, (state.observation, state.legal_action_mask)

    key = jax.random.PRNGKey(1)
    now = [jax.jit(jax.vmap(env.init))(jax.random.split(key, BOARDS)), key]

    def run() -> int:
        for _ in range(5):
            state, key, arrays = play(*now)
            now[:] = [state, key]
        jax.block_until_ready(arrays)
        return 5 * BOARDS

    return run


def _show(results: list[Result], complete: bool, as_json: bool) -> None:
    if as_json:
        rows = [asdict(result) for result in results]
        print(json.dumps({"benchmark": "envs", "complete": complete, "results": rows}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title="steps of random play, with observations and masks")
    for heading in ("board", "library", "plays", "steps/CPU s", "steps/s", "Trivium, times", "aim"):
        left = heading in ("board", "library", "plays")
        table.add_column(heading, justify="left" if left else "right")
    for r in results:
        table.add_row(
            f"{r.game} {r.size}",
            r.library,
            r.plays,
            f"{r.steps_per_cpu_second:,}",
            f"{r.steps_per_second:,}",
            "" if r.aim is None else f"{r.times:,.1f}",
            "" if r.aim is None else f"{r.aim:g}",
        )
    Console().print(table)
    there = {r.library for r in results}
    if missing := [library for library in AIMS if library not in there]:
        print(f"Not installed, so not compared with: {', '.join(missing)}.")

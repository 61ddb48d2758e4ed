"""Dispatch of verbs on position types, compiled and uncompiled."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from tests.kernel.toy import Doubling, Halving, run_twice, step
from trivium.games import weights
from trivium.games.catalogue import GAMES
from trivium.kernel import verbs


def test_each_position_type_has_its_own_implementation() -> None:
    doubling, halving = Doubling(np.array([6])), Halving(np.array([6]), np.array([0.5]))
    step(doubling, 1)
    step(halving, 1)
    assert (doubling.value[0], halving.value[0]) == (13, 4)


def test_compiled_code_picks_the_implementation_by_type() -> None:
    doubling, halving = Doubling(np.array([6])), Halving(np.array([6]), np.array([0.5]))
    run_twice(doubling)
    run_twice(halving)
    assert (doubling.value[0], halving.value[0]) == (27, 3)


def test_a_type_without_an_implementation_is_an_error() -> None:
    with pytest.raises(KeyError):
        step((1, 2), 1)


def test_every_game_implements_every_verb() -> None:
    of_evaluators = (verbs.evaluate, verbs.advise, verbs.urgent, verbs.forced, verbs.known)
    of_learning = (weights.describe, weights.most_described)
    others = (*of_evaluators, *of_learning, verbs.elapsed)
    declared = [
        by_type
        for verb, by_type in verbs._implementations.items()
        if verb not in others and verb.__module__ in (verbs.__name__, weights.__name__)
    ]
    assert len(declared) == 18
    for game in GAMES.values():
        assert all(type(game.start().kernel) in by_type for by_type in declared)


UNCOMPILED = """
from trivium.kernel.compiler import COMPILING
from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES
from trivium.search.walks import perft, random_line
from trivium.search.running import new_stop_flag
from trivium.kernel.chance import seeded
assert COMPILING == EXPECTED
for game in GAMES.values():
    position = game.start()
    print(perft(position.kernel, 2, new_stop_flag()))
    agent = RandomAgent(1)
    for _ in range(60):
        if position.is_over:
            break
        position.push(agent.choose(position).move)
    print(position.to_text(), [str(move) for move in position.legal_moves])
    while position.moves:
        position.pop()
    print(position.to_text(), random_line(position.kernel, seeded(2), 40))
"""


def test_all_games_run_the_same_uncompiled() -> None:
    answers = []
    for disabled in ("0", "1"):
        program = UNCOMPILED.replace("EXPECTED", str(disabled == "0"))
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        answers.append(
            subprocess.run(
                [sys.executable, "-W", "error", "-c", program],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
                timeout=300,
            ).stdout
        )
    assert answers[0] == answers[1]

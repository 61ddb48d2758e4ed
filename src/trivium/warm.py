"""What there is to compile: small runs that reach every compiled entry point."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES, Game
from trivium.games.position import Position
from trivium.kernel import verbs
from trivium.kernel.chance import seeded, split
from trivium.search.running import new_stop_flag
from trivium.search.walks import perft, random_lines
from trivium.solve.exercises import watch_your_back

_MOVES = 30
"""Enough for every phase of every game."""


def warm_tasks() -> list[Callable[[], object]]:
    """Return the runs; each takes some seconds the first time and nothing later."""
    tasks: list[Callable[[], object]] = [
        partial(work, game)
        for game in GAMES.values()
        for work in (_play_a_little, _load, _count, _play_lines)
    ]
    tasks.append(lambda: split(seeded(0)))
    tasks.append(watch_your_back.warm_up)
    return tasks


def _count(game: Game) -> None:
    perft(game.start().kernel, 2, new_stop_flag())


def _play_lines(game: Game) -> None:
    random_lines(game.start().kernel, seeded(0), 1, 1)


def _play_a_little(game: Game) -> None:
    position = game.start()
    agent = RandomAgent(0)
    for _ in range(_MOVES):
        if position.is_over:
            break
        position.push(agent.choose(position).move)
        verbs.key(position.kernel)
    verbs.score(position.kernel)
    while position.moves:
        position.pop()


def _load(game: Game) -> Position:
    position = game.start()
    agent = RandomAgent(0)
    for _ in range(_MOVES // 2):
        position.push(agent.choose(position).move)
    return game.read(position.to_text())

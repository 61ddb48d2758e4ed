"""What there is to compile: small runs that reach every compiled entry point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from trivium.agents.agent import Agent
from trivium.agents.catalogue import agents_of, make_agent
from trivium.agents.experts import expert_of
from trivium.agents.hexifence import steering
from trivium.agents.levels import LevelAgent
from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES
from trivium.games.game import Game
from trivium.games.hexifence.rules import Fences
from trivium.games.position import Position
from trivium.games.watch_your_back.rules import Pieces
from trivium.kernel import verbs
from trivium.kernel.chance import seeded, split
from trivium.learn.choices import choices_of
from trivium.learn.datasets import describe_samples
from trivium.learn.sampling import SamplePlan, make_part
from trivium.learn.subjects import SUBJECTS, find_subject
from trivium.search.engine import Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import Limit
from trivium.search.running import new_stop_flag
from trivium.search.walks import perft, random_lines
from trivium.solve.strings_and_coins.solver import LARGE, compile_first
from trivium.solve.tables import hexifence_two
from trivium.study.exercises import watch_your_back
from trivium.web.describe.nimbers import describe_nimbers
from trivium.web.describe.positions import describe

_MOVES = 30
"""Enough for every phase of every game."""
_LATE = 50
"""Moves after which the end of a game is in sight, or it is over."""


@dataclass(frozen=True)
class Task:
    """A run, which takes some seconds the first time and nothing later.

    It can be sent to another process.
    """

    work: Callable[[], object]
    games: tuple[str, ...]
    """Those that need it."""
    basic: bool = False
    """Whether other runs need it, which then find its code."""
    levels: bool = False
    """Whether it is what playing against the levels of these games needs, besides the basic."""

    def run(self) -> None:
        """Do it."""
        self.work()


def all_tasks() -> list[Task]:
    """Return all runs. Those that are not basic have little in common with each other."""
    groups: dict[type, list[Game]] = {}
    for game in GAMES.values():
        groups.setdefault(type(game.start().kernel), []).append(game)
    basic = [
        Task(partial(_try_games, group), _names(group), basic=True) for group in groups.values()
    ]
    fences = _names(groups[Fences])
    others = [
        Task(watch_your_back.warm_up, _names(groups[Pieces])),
        Task(_solve_hexifence_two, fences, levels=True),
        Task(compile_first, fences, levels=True),
        Task(_solve_large, fences),
        Task(steering.compile_first, fences),
        *(Task(partial(_learn, name), (find_subject(name).game,)) for name in SUBJECTS),
    ]
    agents = [task for group in groups.values() for task in _agent_tasks(group)]
    return sorted(basic + agents + others, key=lambda task: (not task.basic, not task.levels))


def _agent_tasks(games: list[Game]) -> list[Task]:
    """Return a run for each agent of games that have their rules, and so their code, in common."""
    players: dict[type[Agent], tuple[str, list[Game]]] = {}
    for game in games:
        for name, agent in agents_of(game.name).items():
            if name != "human" and not issubclass(agent, LevelAgent):  # those are others anyway
                players.setdefault(agent, (name, []))[1].append(game)
    skills = [skill for game in games for skill in expert_of(game.name).skills]
    needed = {skill.agent.partition(":")[0] for skill in skills}
    return [
        Task(partial(_prepare_all, name, those), _names(those), levels=name in needed)
        for name, those in players.values()
    ]


def _names(games: list[Game]) -> tuple[str, ...]:
    return tuple(game.name for game in games)


class Schedule:
    """What is to be run next, where several processes share the runs."""

    def __init__(self, tasks: list[Task]) -> None:
        self.favourite: str | None = None
        """The game that somebody waits for."""
        self.total = len(tasks)
        self._needed = [task for task in tasks if task.basic or task.levels]
        self._waiting = list(tasks)
        self._running: list[Task] = []

    def take(self) -> Task | None:
        """Return the next run; None if there is none, or all must wait for those going on."""
        open_basics = [task for task in self._unfinished() if task.basic]
        needed = {game for task in open_basics for game in task.games}
        ready = [
            task for task in self._waiting if task.basic or not needed.intersection(task.games)
        ]
        if not ready:
            return None
        first = min(ready, key=lambda task: self.favourite not in task.games)
        self._waiting.remove(first)
        self._running.append(first)
        return first

    def finish(self, task: Task) -> None:
        """Note that a run is done."""
        self._running.remove(task)

    def take_back(self) -> None:
        """Let others do the runs that are going on: those who did them are gone."""
        self._waiting = self._running + self._waiting
        self._running = []

    def lacking(self) -> dict[str, tuple[int, int]]:
        """Return the games whose levels still lack machine code.

        With each come the runs that are done for them, and all that there are.
        """
        unfinished = self._unfinished()
        found = {}
        for game in sorted({game for task in self._needed for game in task.games}):
            mine = [task for task in self._needed if game in task.games]
            done = sum(task not in unfinished for task in mine)
            if done < len(mine):
                found[game] = done, len(mine)
        return found

    def _unfinished(self) -> list[Task]:
        return self._waiting + self._running


def _try_games(games: list[Game]) -> None:
    """Use what all games of the same rules have in common."""
    for game in games:
        for work in (_play_a_little, _load, _count, _play_lines, _search, _show):
            work(game)
    split(seeded(0))


def _prepare_all(agent: str, games: list[Game]) -> None:
    for game in games:
        _prepare(game, agent)


def _prepare(game: Game, agent: str) -> None:
    """Let an agent choose at the start and near the end, where it may work differently."""
    position = game.start()
    random_agent = RandomAgent(0)
    make_agent(agent, game.name).prepare(position)
    for _ in range(_LATE):
        position.push(random_agent.choose(position).move)
        if position.is_over:
            position.pop()
            break
    make_agent(agent, game.name).prepare(position)


def _learn(subject: str) -> None:
    """Make a few samples and look at them."""
    learned = find_subject(subject)
    plan = SamplePlan(subject, samples=4, sizes=learned.warm_sizes, nodes=1, per_game=1)
    games = make_part((plan, 0))
    describe_samples(learned, games)
    if learned.learns_moves:
        choices_of(games, seed=1, held_out=0.5)


def _count(game: Game) -> None:
    perft(game.start().kernel, 2, new_stop_flag())


def _search(game: Game) -> None:
    position = game.start()
    Searcher(PointsOnly(), megabytes=1).search(position.kernel, position.colours, Limit(depth=1))


def _show(game: Game) -> None:
    """Describe positions from the start to the end, as the page is told of them."""
    position = game.start()
    agent = RandomAgent(0)
    for _ in range(_LATE):
        describe(position)
        if position.is_over:
            break
        position.push(agent.choose(position).move)
    describe_nimbers(position)


def _solve_large() -> None:
    compile_first(LARGE)


def _solve_hexifence_two() -> None:
    start = GAMES["hexifence"].start(str(hexifence_two.DIMENSION))
    hexifence_two.move_values(start.kernel)


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

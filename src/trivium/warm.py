"""What there is to compile: small runs that reach every compiled entry point."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from trivium.agents.catalogue import agents_of, make_agent
from trivium.agents.levels import LevelAgent
from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES
from trivium.games.game import Game
from trivium.games.position import Position
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


Task = Callable[[], object]
"""A run; it can be sent to another process."""


def warm_rounds() -> list[list[Task]]:
    """Return the runs, each of which takes some seconds the first time and nothing later.

    Those of a round have little in common, so that several processes can share them; what they
    have in common with other rounds is compiled in the rounds before.
    """
    by_rules: dict[type, list[Game]] = {}
    for game in GAMES.values():
        by_rules.setdefault(type(game.start().kernel), []).append(game)
    games: list[Task] = [partial(_try_games, group) for group in by_rules.values()]
    agents: list[Task] = [
        partial(_prepare, game, name)
        for game in GAMES.values()
        for name, agent in agents_of(game.name).items()
        if name != "human" and not issubclass(agent, LevelAgent)  # those are others anyway
    ]
    subjects: list[Task] = [partial(_learn, name) for name in SUBJECTS]
    return [
        [
            *games,
            watch_your_back.warm_up,
            _solve_hexifence_two,
            compile_first,
            _solve_large,
        ],
        agents + subjects,
    ]


def run_task(task: Task) -> None:
    """Do one of the runs."""
    task()


def _try_games(games: list[Game]) -> None:
    """Use what all games of the same rules have in common."""
    for game in games:
        for work in (_play_a_little, _load, _count, _play_lines, _search, _show):
            work(game)
    split(seeded(0))


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
        describe_nimbers(position)
        if position.is_over:
            break
        position.push(agent.choose(position).move)


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

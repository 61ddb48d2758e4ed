"""The expert of Hexifence; that of Dots-and-Boxes goes by it too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from trivium.agents.expert import CHAMPION_SECONDS, Expert, PuzzleSource
from trivium.agents.hexifence.champion import FencesChampion
from trivium.agents.hexifence.classic import DoubleAgent, GreedyAgent, StagesAgent
from trivium.agents.hexifence.history import HistoryAgent
from trivium.agents.hexifence.learned import FILE, OPTIONS, LearnedAgent
from trivium.agents.hexifence.proving import THEMES, FencesProver
from trivium.agents.hexifence.why import FencesExplainer
from trivium.agents.skill import Skill
from trivium.agents.subject import Subject
from trivium.games.hexifence.evaluation import EVALUATION, fence_weights, new_fence_weights
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.safety import count_safe
from trivium.games.position import Position
from trivium.kernel.verbs import POINT
from trivium.search.engine import Options, Searcher
from trivium.search.mcts_engine import MonteCarloOptions
from trivium.solve.exact import ExactSource
from trivium.solve.fences import exact_source
from trivium.solve.nimstring import POSITIONS_A_SECOND, nimbers
from trivium.solve.strings_and_coins.solver import Solver, compile_first

_LONGEST_RUN = 1.8
"""What the longest run is worth beside a captured cell, as the agent `learned` has it."""
_SOLVABLE = 30
"""With more safe edges than this, the solver would only waste its time."""


def new_searcher(position: Position, megabytes: float) -> Searcher:
    """Return a search by what is captured and what can be captured next."""
    board = cast(FencesPosition, position).board
    weights = fence_weights(board, margin=1.0, longest_run=_LONGEST_RUN)
    return Searcher(weights, megabytes=megabytes)


def at_a_glance(position: Position, megabytes: float) -> Searcher:
    """Return a search by the same, without looking at captures beyond its depth."""
    board = cast(FencesPosition, position).board
    margin = fence_weights(board, margin=1.0, longest_run=1.0)
    return Searcher(margin, Options(quiescence=0), megabytes)


def new_exact(position: Position, megabytes: float) -> ExactSource:
    """Return the table of Hexifence 2, or a solver."""
    return exact_source(cast(FencesPosition, position), megabytes)


def new_solver(position: Position, megabytes: float, threads: int) -> Solver:
    """Return a solver that is compiled, also where a table would know the answer."""
    board = cast(FencesPosition, position).board
    compile_first(board)
    return Solver(board, megabytes, threads)


@dataclass(frozen=True)
class Ladder:
    """What the levels of a board of edges differ in, as matches recommend it."""

    overlooks: float
    """Of level 2: the share of the moves that it does not see."""
    hurries: tuple[float, float, float, float]
    """Of levels 2, 3, 4 and 9: the share of their moves that they make in a hurry."""
    horizons: tuple[int, int, int, int]
    """Of levels 5 to 8: from how many safe edges on they see the end."""


def fence_skills(ladder: Ladder) -> tuple[Skill, ...]:
    """Return the skills of the levels."""
    second, third, fourth, ninth = ladder.hurries

    def sees_the_end(says: str, horizon: int) -> Skill:
        return Skill(says, f"stages:middle={horizon}", nodes=20_000)

    return (
        Skill(
            "Captures when it sees a chance, and otherwise plays anywhere.",
            "novice:depth=0,overlooks=0.1,follows=0",
        ),
        Skill(
            "Looks at what an edge gives away, overlooks some of it, and often hurries.",
            f"novice:overlooks={ladder.overlooks}",
            hurries=second,
            hurried="novice:depth=0,overlooks=0.1,follows=0",
        ),
        Skill(
            "Captures all it can and gives away as little as it must; mostly thinks no further.",
            "double",
            hurries=third,
            hurried="greedy",
        ),
        Skill(
            "Knows that two left behind may win the rest, but forgets it in a hurry.",
            "double",
            hurries=fourth,
            hurried="greedy",
        ),
        sees_the_end("Counts the chains when the last safe edges are near.", ladder.horizons[0]),
        sees_the_end("Sees the end coming when few safe edges are left.", ladder.horizons[1]),
        sees_the_end("Sees the end coming from far away.", ladder.horizons[2]),
        sees_the_end(
            "Steers for the right number of chains from the middle of the game.",
            ladder.horizons[3],
        ),
        Skill(
            "Plays like the champion, except when it hurries.",
            "champion",
            seconds=CHAMPION_SECONDS,
            hurries=ninth,
            hurried="greedy",
        ),
        Skill(
            "The champion: proves the result as soon as it can.",
            "champion",
            seconds=CHAMPION_SECONDS,
        ),
    )


HEXIFENCE = Expert(
    game="hexifence",
    agents=(GreedyAgent, DoubleAgent, StagesAgent, HistoryAgent, LearnedAgent, FencesChampion),
    skills=fence_skills(
        Ladder(overlooks=0.15, hurries=(0.2, 0.9, 0.18, 0.15), horizons=(5, 11, 15, 20))
    ),
    new_searcher=new_searcher,
    at_a_glance=at_a_glance,
    # Where a position is not solved, a few cells more say next to nothing about the end: the fit
    # goes to the end of its range, so a large scale is set.
    chance_scale=11.0,
    unit="cells",
    explainer=FencesExplainer(),
    monte_carlo=MonteCarloOptions(exploration=0.1, rave=300.0),
    new_exact=new_exact,
    new_solver=new_solver,
    within_reach=lambda position: int(count_safe(position.kernel)) <= _SOLVABLE,
    nimbers=lambda position, seconds: nimbers(position.kernel, int(seconds * POSITIONS_A_SECOND)),
    new_prover=FencesProver,
    themes=THEMES,
    puzzles=(
        PuzzleSource("2", 130, ("double", "stages:middle=6"), last=18, single=0.75),
        PuzzleSource("3", 130, ("double", "stages:middle=10"), last=32),
    ),
    subjects=(
        Subject(
            EVALUATION,
            agent="learned",
            file=FILE,
            new_evaluator=lambda position, weights: new_fence_weights(position.board, weights),
            unit=POINT,
            options=OPTIONS,
            exact=True,
            warm_sizes=("2",),
        ),
    ),
)

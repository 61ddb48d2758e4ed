"""The expert of Hexifence; that of Dots-and-Boxes goes by it too."""

from __future__ import annotations

from typing import cast

from trivium.agents.expert import CHAMPION_SECONDS, Expert, PuzzleSource
from trivium.agents.hexifence.champion import FencesChampion
from trivium.agents.hexifence.classic import DoubleAgent, GreedyAgent, StagesAgent
from trivium.agents.hexifence.history import HistoryAgent
from trivium.agents.hexifence.learned import FILE, OPTIONS, LearnedAgent
from trivium.agents.hexifence.proving import FencesProver
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
from trivium.solve.nimstring import nimbers
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


def fence_skills(
    errors: tuple[float, float], horizons: tuple[int, int, int, int]
) -> tuple[Skill, ...]:
    """Return the skills of the levels: two errors in cells, four horizons in safe edges."""
    much, little = errors
    near, middle, far, further = horizons

    def stages(says: str, horizon: int) -> Skill:
        return Skill(says, f"stages:middle={horizon}", nodes=20_000)

    return (
        Skill(
            "Takes a cell when it sees one, and often gives some away.",
            f"hasty:depth=1,error={much}",
        ),
        Skill(
            "Takes what there is, and rarely gives a cell away for nothing.",
            f"hasty:depth=1,error={little}",
        ),
        Skill("Knows that two cells left behind may win the rest.", "double"),
        stages("Counts the chains when the last safe edges are near.", near),
        stages(f"Sees the end of the game from {middle} safe edges away.", middle),
        stages(f"Sees the end of the game from {far} safe edges away.", far),
        stages("Steers for the right number of chains from the middle of the game.", further),
        Skill(
            "The champion: proves the result as soon as it can.",
            "champion",
            seconds=CHAMPION_SECONDS,
        ),
    )


HEXIFENCE = Expert(
    game="hexifence",
    agents=(GreedyAgent, DoubleAgent, StagesAgent, HistoryAgent, LearnedAgent, FencesChampion),
    skills=fence_skills(errors=(1.2, 0.2), horizons=(5, 12, 18, 26)),
    new_searcher=new_searcher,
    at_a_glance=at_a_glance,
    # Where a position is not solved, a few cells more say next to nothing about the end: the fit
    # goes to the end of its range, so a large scale is set.
    chance_scale=11.0,
    unit="cells",
    monte_carlo=MonteCarloOptions(exploration=0.1, rave=300.0),
    new_exact=new_exact,
    new_solver=new_solver,
    within_reach=lambda position: int(count_safe(position.kernel)) <= _SOLVABLE,
    nimbers=lambda position: nimbers(position.kernel),
    new_prover=FencesProver,
    puzzles=(
        PuzzleSource("2", 20, ("double", "stages:middle=6"), last=18),
        PuzzleSource("3", 20, ("double", "stages:middle=10"), last=32),
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

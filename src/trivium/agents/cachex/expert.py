"""The expert of Cachex."""

from __future__ import annotations

from typing import Any, cast

from trivium.agents.cachex import selective_search
from trivium.agents.cachex.champion import FILE, OPTIONS, CachexChampion, champion_searcher
from trivium.agents.cachex.five_factors import FILE as FIVE_FACTORS_FILE
from trivium.agents.cachex.five_factors import OPTIONS as FIVE_FACTORS_OPTIONS
from trivium.agents.cachex.five_factors import FiveFactorsAgent
from trivium.agents.cachex.proving import THEMES, CachexProver
from trivium.agents.cachex.why import CachexExplainer
from trivium.agents.expert import CHAMPION_SECONDS, Expert, PuzzleSource
from trivium.agents.simple import GreedyAgent
from trivium.agents.skill import Skill
from trivium.agents.subject import Subject
from trivium.games.cachex import evaluation as five_factors
from trivium.games.cachex import shape_evaluation
from trivium.games.cachex.position import Cachex
from trivium.games.position import Position
from trivium.games.weights import FOR_ALL, Weights
from trivium.search.engine import Options, Searcher
from trivium.search.mcts_engine import MonteCarloOptions
from trivium.solve import cachex
from trivium.solve.exact import ExactSource, PatientSource


def new_searcher(position: Position, megabytes: float) -> Searcher:
    """Return the champion's search with the weights that come along."""
    return champion_searcher(cast(Cachex, position).board, megabytes=megabytes)


def at_a_glance(position: Position, megabytes: float) -> Searcher:
    """Return the same search without leaving moves out."""
    board = cast(Cachex, position).board
    return champion_searcher(board, options=Options(), megabytes=megabytes)


def new_exact(position: Position, megabytes: float) -> ExactSource | None:
    """Return the table of a small board, if it is there."""
    return cachex.table_at_hand(cast(Cachex, position).board.size)


def new_solver(position: Position, megabytes: float, threads: int) -> PatientSource:
    """Return the table of a small board, which is built if it is not there; else a solver."""
    return cachex.new_solver(cast(Cachex, position).board, megabytes)


def _shapes_completed(position: Any, weights: Weights) -> Any:
    """Return the evaluator with shapes that weigh nothing and no order of moves, if none are."""
    nothing: Weights = {
        "shapes": {},
        "hints": dict.fromkeys(shape_evaluation.HINTS, 0.0),
        "moves": {},
    }
    return shape_evaluation.new_shape_evaluation(position.board, nothing | weights)


_AIMLESS = "novice:depth=0,overlooks=0.6,follows=0.1"
_CAREFUL, _CARELESS = "hasty:depth=2,error=0.2", "hasty:error=0.2"

CACHEX = Expert(
    game="cachex",
    agents=(GreedyAgent, FiveFactorsAgent, CachexChampion),
    skills=(
        Skill(
            "Captures when it sees a chance, and otherwise puts stones here and there.",
            _AIMLESS,
        ),
        Skill(
            "Puts a stone where it helps now and then, but mostly hurries.",
            "novice:overlooks=0.5",
            hurries=0.875,
            hurried=_AIMLESS,
        ),
        Skill(
            "Builds towards its sides, overlooks half of what there is, and hurries a lot.",
            "novice:overlooks=0.5",
            hurries=0.64,
            hurried=_AIMLESS,
        ),
        Skill(
            "Builds towards its sides, and still hurries a good third of its moves.",
            "novice:overlooks=0.45",
            hurries=0.4,
            hurried=_AIMLESS,
        ),
        Skill(
            "Has an eye for good shapes, overlooks some, and seldom hurries.",
            "novice:overlooks=0.35",
            hurries=0.14,
            hurried=_AIMLESS,
        ),
        Skill("Has an eye for good shapes, but does not look ahead.", "novice:overlooks=0.15"),
        Skill("Looks two or three moves ahead.", "champion", nodes=300),
        Skill("Looks ahead and knows good shapes well.", "champion", nodes=1_200),
        Skill("Plans its connections, and rarely errs.", "champion", nodes=5_000),
        Skill("The champion: looks far ahead.", "champion", seconds=CHAMPION_SECONDS),
    ),
    new_searcher=new_searcher,
    at_a_glance=at_a_glance,
    chance_scale=2.0,
    unit="log-odds",
    explainer=CachexExplainer(),
    monte_carlo=MonteCarloOptions(exploration=0.3, rave=300.0),
    new_exact=new_exact,
    new_solver=new_solver,
    new_prover=CachexProver,
    themes=THEMES,
    puzzles=(
        PuzzleSource("5", 150, (_CARELESS, _CARELESS), last=9, obvious=0.8),
        PuzzleSource("6", 100, (_CARELESS, _CAREFUL), last=10, obvious=0.8),
    ),
    subjects=(
        Subject(
            five_factors.EVALUATION,
            agent="five-factors",
            file=FIVE_FACTORS_FILE,
            new_evaluator=lambda position, weights: five_factors.new_five_factors(
                position.board, weights[FOR_ALL]
            ),
            unit=1.0,
            options=FIVE_FACTORS_OPTIONS,
            anchor=(FOR_ALL, "shortest_win", 1000.0),
        ),
        Subject(
            shape_evaluation.EVALUATION,
            agent="champion",
            file=FILE,
            new_evaluator=_shapes_completed,
            unit=1.0,
            options=OPTIONS,
            search=selective_search.search,
            learns_moves=True,
        ),
    ),
)

"""The expert of Watch Your Back!"""

from __future__ import annotations

from trivium.agents.expert import CHAMPION_SECONDS, Expert, PuzzleSource
from trivium.agents.simple import GreedyAgent
from trivium.agents.skill import Skill
from trivium.agents.subject import Subject
from trivium.agents.watch_your_back.champion import (
    ChampionAgent,
    champion_evaluator,
    champion_searcher,
)
from trivium.agents.watch_your_back.proving import THEMES, PiecesProver
from trivium.agents.watch_your_back.searching import (
    FILE,
    BookedAgent,
    NegamaxAgent,
    NegamaxTableAgent,
    NegascoutAgent,
)
from trivium.agents.watch_your_back.why import PiecesExplainer
from trivium.agents.weight_files import read_shipped
from trivium.games.position import Position
from trivium.games.watch_your_back.evaluation import EVALUATION, weighed
from trivium.kernel.verbs import POINT
from trivium.search.engine import Options, Searcher
from trivium.search.mcts_engine import MonteCarloOptions
from trivium.solve import watch_your_back
from trivium.solve.exact import PatientSource
from trivium.solve.tables.watch_your_back_endings import (
    covers,
    move_results,
    read_endings,
)


def new_searcher(position: Position, megabytes: float) -> Searcher:
    """Return the champion's search, with the table of endings."""
    return champion_searcher(megabytes=megabytes)


def known_results(position: Position) -> dict[int, int] | None:
    """Look up what comes of every move after the last shrink."""
    return move_results(position.kernel) if covers(position.kernel) else None


def at_a_glance(position: Position, megabytes: float) -> Searcher:
    """Return a search by the champion's weights, without looking beyond its depth."""
    evaluator = weighed(read_shipped(FILE, EVALUATION))
    return Searcher(evaluator, Options(quiescence=0), megabytes)


def new_solver(position: Position, megabytes: float, threads: int) -> PatientSource:
    """Return a solver that knows the endings."""
    return watch_your_back.new_solver(megabytes)


WATCH_YOUR_BACK = Expert(
    game="watch-your-back",
    agents=(
        GreedyAgent,
        NegamaxAgent,
        NegamaxTableAgent,
        NegascoutAgent,
        BookedAgent,
        ChampionAgent,
    ),
    skills=(
        Skill(
            "Takes a piece when it sees a chance, and otherwise moves about.",
            "novice:depth=0,overlooks=0.1,follows=0",
        ),
        Skill(
            "Looks around now and then, but mostly moves in a hurry.",
            "novice:overlooks=0.4",
            hurries=0.55,
        ),
        Skill(
            "Takes a piece when it can, overlooks much, and loses some carelessly.",
            "novice:overlooks=0.4",
            hurries=0.27,
        ),
        Skill("Guards its pieces, but does not look ahead.", "novice:overlooks=0.3"),
        Skill("Considers your answer, and overlooks some.", "novice:depth=2,overlooks=0.33"),
        Skill("Sees what your next move can do.", "novice:depth=2,overlooks=0.05"),
        Skill("Looks a turn or two ahead.", "champion", nodes=80),
        Skill("Looks a few turns ahead.", "champion", nodes=350),
        Skill("Plans ahead, and rarely errs.", "champion", nodes=2_500),
        Skill(
            "The champion: looks far ahead, and ends perfectly.",
            "champion",
            seconds=CHAMPION_SECONDS,
        ),
    ),
    new_searcher=new_searcher,
    at_a_glance=at_a_glance,
    chance_scale=1.8,
    unit="pieces",
    explainer=PiecesExplainer(),
    monte_carlo=MonteCarloOptions(bias=0.1, longest_playout=40),
    new_solver=new_solver,
    known_results=known_results,
    new_prover=PiecesProver,
    themes=THEMES,
    puzzles=(
        PuzzleSource(
            "8",
            260,
            ("hasty:depth=2,error=0.5", "hasty:depth=2,error=0.2"),
            last=400,
            every=3,
            obvious=0.6,
        ),
    ),
    subjects=(
        Subject(
            EVALUATION,
            agent="champion",
            file=FILE,
            new_evaluator=lambda position, weights: champion_evaluator(weights),
            unit=POINT,
            options=ChampionAgent.options,
            new_judge=lambda: weighed({}, read_endings()),
            anchor=("moving", "pieces", 1.0),
        ),
    ),
)

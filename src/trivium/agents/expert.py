"""What an expert is: everything that Trivium knows about playing one game, said in one place.

The expert of a game is in ``agents/<game>/expert.py``, and `trivium.agents.experts` lists them.
Review, analysis, puzzles, levels, learning and the evaluation bar ask it, so that none of them can
search or judge otherwise than the others do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from trivium.agents.agent import Agent
from trivium.agents.plain import PlainChampion, plain_searcher
from trivium.agents.proof import Prover
from trivium.agents.skill import Skill
from trivium.agents.subject import Subject
from trivium.agents.why import Explainer, PlainExplainer
from trivium.games.position import Position
from trivium.search.engine import Searcher
from trivium.search.mcts_engine import MonteCarloOptions
from trivium.solve.exact import ExactSource, PatientSource
from trivium.solve.nimstring import Nimbers

__all__ = [
    "CHAMPION_SECONDS",
    "Expert",
    "NewSearcher",
    "PuzzleSource",
    "plain_expert",
]

CHAMPION_SECONDS = 1.0
"""What the champion takes for a move as the highest level, if the clock allows it."""

NewSearcher = Callable[[Position, float], Searcher]
"""Makes a searcher for boards like that of a position, with so many megabytes of memory."""


@dataclass(frozen=True)
class PuzzleSource:
    """Where puzzles of one board come from."""

    size: str
    wanted: int
    players: tuple[str, str]
    last: int
    """Only so many moves before the end of a game are looked at."""
    every: int = 1
    """Of so many positions there one is looked at."""
    fewest: int = 6
    """A position with fewer legal moves than this is no riddle."""
    single: float = 1.0
    """The share of puzzles with a single move to be found is no greater than this."""
    obvious: float = 0.15
    """The share of those that are solved by who looks only at the board as it is, likewise."""


@dataclass(frozen=True)
class Expert:
    """What is known about playing one game."""

    game: str
    agents: tuple[type[Agent], ...]
    """Those that play this game, besides the ones that play every game; one is `champion`."""
    skills: tuple[Skill, ...]
    """Those of levels 1, 2, … up to the champion."""
    new_searcher: NewSearcher
    """The champion's alpha-beta search; where the champion proves instead, what it falls back on
    for an estimate."""
    at_a_glance: NewSearcher
    """A search for a depth of one to three moves, with the evaluation that sees most at once."""
    chance_scale: float
    """By how many points of an estimate the odds of winning grow e-fold, fitted to games by
    ``trivium bench chances``."""
    unit: str = "points"
    """What scores are counted in."""
    explainer: Explainer = field(default_factory=PlainExplainer)
    """Finds words for moves."""
    monte_carlo: MonteCarloOptions = field(default_factory=MonteCarloOptions)
    """What short matches between variants recommend."""
    new_exact: Callable[[Position, float], ExactSource | None] = lambda position, megabytes: None
    """Makes the source of exact values for a board, with so many megabytes of memory; None if
    there is none, or none that would be ready at once."""
    new_solver: Callable[[Position, float, int], PatientSource] | None = None
    """Makes a solver for a board, with so many megabytes and threads: for long proofs. It may take
    its time to get ready."""
    known_results: Callable[[Position], Mapping[int, int] | None] = lambda position: None
    """Tells of every move whether it wins, draws or loses (1, 0 or -1), where a table knows."""
    within_reach: Callable[[Position], bool] = lambda position: True
    """Tells whether that source has a chance to answer about a position within seconds."""
    nimbers: Callable[[Position, float], Nimbers] | None = None
    """Tells within about so many seconds what a position is worth in Nimstring, if the game has
    it."""
    new_prover: Callable[[], Prover] | None = None
    """Makes somebody who proves that a position is a puzzle."""
    themes: Mapping[str, str] = field(default_factory=dict)
    """What puzzles can be about, and a sentence for each."""
    puzzles: tuple[PuzzleSource, ...] = ()
    subjects: tuple[Subject, ...] = ()
    """The evaluations that can be learned."""

    @property
    def champion(self) -> type[Agent]:
        """The strongest of the agents."""
        return next(agent for agent in self.agents if agent.name == "champion")

    def chance(self, points: float) -> float:
        """Return the chance to win, a draw counting half, of who is ahead by an estimate."""
        return 1 / (1 + math.exp(-points / self.chance_scale))


def plain_expert(game: str) -> Expert:
    """Return the expert of a game that has none of its own: it counts points and looks ahead."""
    return Expert(
        game=game,
        agents=(PlainChampion,),
        skills=(
            Skill("Takes what it sees, and plays on without a plan.", "novice:depth=0"),
            Skill("Mostly plays without a plan.", "novice:overlooks=0.4", hurries=0.6),
            Skill("Takes what looks good, in a hurry.", "novice:overlooks=0.3", hurries=0.3),
            Skill("Takes what looks good, and overlooks some of it.", "novice:overlooks=0.2"),
            Skill("Considers your answer, and overlooks many.", "novice:depth=2,overlooks=0.3"),
            Skill("Considers your answer, and overlooks few.", "novice:depth=2,overlooks=0.1"),
            Skill("Looks a few moves ahead.", "champion", nodes=300),
            Skill("Looks further ahead.", "champion", nodes=1_500),
            Skill("Looks far ahead.", "champion", nodes=7_500),
            Skill("The champion: looks as far as it can.", "champion", seconds=CHAMPION_SECONDS),
        ),
        new_searcher=plain_searcher,
        at_a_glance=plain_searcher,
        chance_scale=2.0,
    )

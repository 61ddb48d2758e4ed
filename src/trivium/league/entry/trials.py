"""Trials: what was handed in is started, and plays one game against `random` and one with itself.

Everything happens in the sandbox and under the league's own terms. What goes wrong is told to the
owner alone, with the traceback.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from trivium.arena.external import jail
from trivium.arena.external.agent import ExternalAgent
from trivium.arena.fixtures import Entrant, Fixture, play_fixture
from trivium.arena.openings import Openings, start_position
from trivium.arena.records import Record
from trivium.errors import TriviumError
from trivium.foreign_text import printable
from trivium.league.entry.archives import told_shortly
from trivium.league.plan import Plan
from trivium.words import how_many

LONGEST_REPORT = 30_000


@dataclass(frozen=True)
class Trial:
    """What came of a trial."""

    passed: bool
    report: str
    """For the owner."""


def check_sandbox(plan: Plan) -> None:
    """Raise `TriviumError` where uploads would run without the sandbox and nobody wants that."""
    if plan.sandbox and (trouble := jail.sandbox_trouble()) is not None:
        raise TriviumError(
            f"There is no sandbox here ({trouble}), so nothing can be handed in. Install "
            "bubblewrap, or make a league with --no-sandbox if you trust everybody in it."
        )


def try_out(entrant: Entrant, plan: Plan) -> Trial:
    """Start a bot and let it play; say what came of it."""
    try:
        check_sandbox(plan)
        trouble = _rehearsed(entrant, plan)
        if trouble is not None:
            return _failed(f"It cannot be started: {trouble}")
        told = []
        for title, opponent in (("random", Entrant("random", "random")), ("itself", None)):
            record = _play(entrant, opponent, plan)
            failed = record.failed
            if failed is not None and failed.name != "random" and record.fault != "resignation":
                return _failed(
                    f"In a game against {title} on {record.game} {record.size} it lost as "
                    f"{failed.colour} after {how_many(len(record.moves), 'move')} by "
                    f"{record.reason}",
                    failed.output,
                )
            told.append(f"Against {title}: {record.winner or 'draw'} ({record.headline}).")
    except TriviumError as error:
        return _failed(f"It cannot be started: {error}")
    return Trial(True, "\n".join(["It starts, answers and plays.", *told]))


def _rehearsed(entrant: Entrant, plan: Plan) -> str | None:
    agent = entrant.make(plan.game, plan.seed, plan.terms().agents)
    if not isinstance(agent, ExternalAgent):
        raise TriviumError("this is none of the programs that can be handed in.")
    return agent.rehearse(start_position(plan.game, plan.sizes[0]))


def _play(entrant: Entrant, opponent: Entrant | None, plan: Plan) -> Record:
    other = opponent or replace(entrant, name=f"{entrant.name} (again)")
    return play_fixture(
        Fixture(
            key="trial",
            game=plan.game,
            size=plan.sizes[0],
            entrants=(entrant, other),
            seeds=(plan.seed, plan.seed + 1),
            openings=Openings("none"),
            opening_seed=0,
            opening_number=0,
            terms=plan.terms(),
        )
    )


def _failed(sentence: str, output: str | None = None) -> Trial:
    parts = [sentence]
    if output and output.strip() not in sentence:
        parts += ["", "Standard error:", output.rstrip()]
    text = told_shortly(printable("\n".join(parts)))
    cut = (
        text
        if len(text) <= LONGEST_REPORT
        else f"{text[:2000]}\n…\n{text[2000 - LONGEST_REPORT :]}"
    )
    return Trial(False, cut)

"""Rehearsals: every external agent is started once before the first game.

A package that is not installed, a data file that is not there, a class that lacks its helpers: what
is wrong with the set-up is found here, and is nobody's loss.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trivium.arena.bulk import Workers
from trivium.arena.external.agent import ExternalAgent
from trivium.arena.external.kinds import EXTERNAL
from trivium.arena.external.limits import AgentLimits
from trivium.arena.fixtures import Entrant
from trivium.arena.openings import start_position
from trivium.arena.players import make_player
from trivium.errors import TriviumError


@dataclass(frozen=True)
class Candidate:
    """Somebody who is to play on a board."""

    entrant: Entrant
    game: str
    size: str
    limits: AgentLimits

    def __str__(self) -> str:
        return f"{self.entrant.name} on {self.game} {self.size}"

    @property
    def is_external(self) -> bool:
        """Whether there is anything to be started."""
        return self.entrant.player.name in EXTERNAL


def rehearse(
    candidates: Iterable[Candidate], workers: Workers
) -> Iterator[tuple[Candidate, str | None]]:
    """Yield every candidate with what is wrong, None if nothing is, as soon as it is known."""
    candidates = list(candidates)
    yield from ((one, None) for one in candidates if not one.is_external)
    yield from workers.run(_trouble_of, [one for one in candidates if one.is_external])


def _trouble_of(candidate: Candidate) -> str | None:
    """Start an agent and say why it cannot play; None if it can."""
    player, game = candidate.entrant.player, candidate.game
    try:
        agent = make_player(player, game, limits=candidate.limits)
        if isinstance(agent, ExternalAgent):
            return agent.rehearse(start_position(game, candidate.size))
    except TriviumError as error:
        return str(error)
    return None


def check_all(rehearsed: Iterable[tuple[Candidate, str | None]]) -> None:
    """Raise `TriviumError` with all that is wrong, if anything is."""
    wrong = [_complaint(one, trouble) for one, trouble in rehearsed if trouble is not None]
    if wrong:
        raise TriviumError("\n".join([*wrong, "No game has been played or counted."]))


def _complaint(candidate: Candidate, trouble: str) -> str:
    """Say what is wrong with a candidate: in the first line what, then where and what to do."""
    first, _, rest = trouble.partition("\n")
    head = f"{candidate} cannot be started: {first}"
    return f"{head}\n{textwrap.indent(rest, '  ')}" if rest else head

"""Moves of Watch Your Back! in words: eliminations, threats, and the shrinking board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from trivium.agents.why import after, ending, other_colour, things
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.games.watch_your_back.geometry import PLAYABLE, Square, square_index, squares_of
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.games.watch_your_back.threats import threats
from trivium.saying import Saying, colour_word, number_of, say

_ELIMINATES = "It eliminates {pieces}."
_SAVES = "It saves the piece at {square}."
_THREATENS = "It threatens the piece at {square}."
_LEAVES_RIM = "It leaves the rim, which is gone in {turns}."
_NO_DANGER = "It leaves no piece in danger."
_SOON = 16
"""Turns before a shrink from which it is spoken of."""


@dataclass(frozen=True)
class PiecesExplainer:
    """Sees who can be eliminated, and who stands where the board will be gone."""

    harmless: frozenset[str] = frozenset({_NO_DANGER})
    praise: frozenset[str] = frozenset({_ELIMINATES, _SAVES, _THREATENS, _LEAVES_RIM})

    def idea(self, position: Position, best: Move) -> Saying:
        view = _View(cast(WatchYourBack, position), best)
        if view.eliminated:
            return say("A piece can be eliminated: get on both sides of it.")
        if view.saved:
            return say("Watch your back: one of your pieces can be eliminated.")
        if view.leaves_rim:
            turns = number_of(view.shrinks_in or 0, "one turn", "{n} turns")
            return say("The board shrinks in {turns}: leave its rim.", turns=turns)
        if view.threatened_after:
            return say("There is a threat to make: stand beside a piece that you can close in on.")
        if view.placing:
            return say("Place where nobody can get behind you.")
        return say("Nothing is in danger: bring your pieces together, towards the middle.")

    def deeds(self, position: Position, move: Move) -> list[Saying]:
        view = _View(cast(WatchYourBack, position), move)
        said: list[Saying] = []
        if view.eliminated:
            pieces = things(position, view.eliminated)
            said.append(say(_ELIMINATES, pieces=pieces))
        if view.own_lost:
            said.append(say("It loses {pieces} at once.", pieces=things(position, view.own_lost)))
        if over := ending(view.after):
            return said + over
        if view.endangered:
            said.append(
                say(
                    "{other} can eliminate the piece at {square}.",
                    other=view.other,
                    square=view.name(view.endangered[0]),
                )
            )
        if view.saved and not view.endangered:
            said.append(say(_SAVES, square=view.name(view.saved[0])))
        if view.threatened_after:
            square = view.name(view.threatened_after[0])
            said.append(say(_THREATENS, square=square))
        if view.leaves_rim:
            turns = number_of(view.shrinks_in or 0, "one turn", "{n} turns")
            said.append(say(_LEAVES_RIM, turns=turns))
        return said or [Saying(_NO_DANGER)]


class _View:
    """What a move changes for who makes it."""

    def __init__(self, position: WatchYourBack, move: Move) -> None:
        self._position = position
        self.after = cast(WatchYourBack, after(position, move))
        self._own, self._foe = position.turn, other_colour(position)
        self.other = colour_word(self._foe)
        self.placing = position.phase == "placing"
        effect = self.after.scene().effect
        removed = effect.removed if effect is not None else ()
        self.eliminated = sum(taken.colour == self._foe for taken in removed)
        self.own_lost = sum(taken.colour == self._own for taken in removed)
        before, now = self._in_danger(position), self._in_danger(self.after)
        self.endangered = [square for square in now if self._owner_after(square) == self._own]
        self.threatened_after = [
            square
            for square in now
            if self._owner_after(square) == self._foe and square not in before
        ]
        self.saved = [
            square
            for square in before
            if position.pieces.get(square) == self._own and square not in now
        ]

    @staticmethod
    def _in_danger(position: WatchYourBack) -> list[Square]:
        return sorted(threats(position))

    def _owner_after(self, square: Square) -> str | None:
        return self.after.pieces.get(square)

    @property
    def shrinks_in(self) -> int | None:
        """Turns until the board shrinks, if that is soon."""
        phase = self._position.scene().phase
        turns = None if phase is None else phase.shrinks_in
        return turns if turns is not None and turns <= _SOON else None

    @property
    def leaves_rim(self) -> bool:
        """Whether fewer own pieces stand on the rim after the move, shortly before a shrink."""
        if self.shrinks_in is None or self.after.is_over:
            return False
        return self._on_rim(self.after) < self._on_rim(self._position)

    def _on_rim(self, position: WatchYourBack) -> int:
        inner = set(squares_of(PLAYABLE[self._position.stage + 1]))
        own = [square for square, owner in position.pieces.items() if owner == self._own]
        return sum(square not in inner for square in own)

    def name(self, square: Square) -> str:
        """Return what a square is called."""
        return self._position.layout().cells[square_index(*square)].name

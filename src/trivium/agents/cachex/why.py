"""Moves of Cachex in words: connections, captures, bridges, and what stands in the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import numpy as np

from trivium.agents.why import after, ending, other_colour, things
from trivium.games.cachex import rules
from trivium.games.cachex.connections import shortest_connection
from trivium.games.cachex.geometry import STEPS
from trivium.games.cachex.notation import Cell
from trivium.games.cachex.position import Cachex
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.kernel.verbs import most_moves, tactical
from trivium.saying import Saying, colour_word, number_of, say

_CAPTURES = "It captures {stones}."
_STOPS = "It stops {other}, who could have connected."
_FORKS = "It threatens to connect in two ways at once."
_THREATENS = "It threatens to connect."
_SAVES = "It saves stones that could have been captured."
_BRIDGES = "It makes a bridge to {cell}: of two cells one is enough."
_BLOCKS = "It is in the way: {other} needs {stones}."
_NEARER = "After it {stones} missing to connect."
_AT_MOST = "Whatever {other} answers, no more than {stones} missing then."


@dataclass(frozen=True)
class CachexExplainer:
    """Sees how far both sides are from connecting, and what can be captured."""

    harmless: frozenset[str] = frozenset({_NEARER, _AT_MOST})
    praise: frozenset[str] = frozenset(
        {_CAPTURES, _STOPS, _FORKS, _THREATENS, _SAVES, _BRIDGES, _BLOCKS}
    )

    def idea(self, position: Position, best: Move) -> Saying:
        view = _View(cast(Cachex, position), best)
        if view.after.is_over:
            return say("You can connect your sides now.")
        if view.steals:
            return say("That first stone stands well: it can be yours.")
        if view.other_missing == 1:
            return say("{other} threatens to connect.", other=view.other)
        if view.captured:
            return say("A capture is there.")
        if view.saves:
            return say("{other} threatens to capture.", other=view.other)
        if view.blocks:
            return say("Stand in the way of {other}.", other=view.other)
        if view.bridge is not None:
            return say("A bridge reaches further than a neighbour, and holds as well.")
        if view.nears:
            stones = view.own_stones()
            return say("Go on with your own connection: {stones} missing.", stones=stones)
        if view.most_when_blocked() < view.most_when_blocked_before():
            return say("Your way can be blocked too easily: make it surer.")
        return say(
            "The best stone now neither captures nor shortens your way: it prepares something."
        )

    def deeds(self, position: Position, move: Move) -> list[Saying]:
        view = _View(cast(Cachex, position), move)
        if said := ending(view.after):
            return said
        if view.steals:
            return [say("It takes over {other}'s first stone.", other=view.other)]
        said = []
        if view.captured:
            said.append(say(_CAPTURES, stones=things(position, view.captured)))
        if view.other_missing == 1 and view.other_missing_after != 1:
            said.append(say(_STOPS, other=view.other))
        if view.winning_cells() > 1:
            said.append(say(_FORKS))
        elif view.own_missing_after == 1:
            said.append(say(_THREATENS))
        if view.other_missing_after == 1:
            said.append(say("{other} can connect now.", other=view.other))
        if view.in_danger:
            danger = things(position, view.in_danger)
            said.append(say("{other} can capture {stones}.", other=view.other, stones=danger))
        elif view.saves:
            said.append(say(_SAVES))
        if view.bridge is not None:
            said.append(say(_BRIDGES, cell=view.bridge))
        return said or view.distances()


class _View:
    """What a move changes for who makes it."""

    def __init__(self, position: Cachex, move: Move) -> None:
        self.position = position
        self.after = cast(Cachex, after(position, move))
        self._own, self._other = position.turn, other_colour(position)
        self.other = colour_word(self._other)
        self.steals = move.code == position.board.steal
        self.captured = _count(position, self._other) - _count(self.after, self._other)
        self.own_missing = _missing(position, self._own)
        self.own_missing_after = _missing(self.after, self._own)
        self.other_missing = _missing(position, self._other)
        self.other_missing_after = _missing(self.after, self._other)
        self.in_danger = 0 if self.after.is_over else _most_captured(self.after, self._own)
        before = _most_captured(_with_turn_of(position, self._other), self._own)
        self.saves = not self.steals and self.in_danger < before
        self.bridge = None if self.steals else self._bridge(_cell(position, move))

    @property
    def blocks(self) -> bool:
        """Whether the other side needs more stones after the move, and the own no fewer."""
        if self.other_missing is None:
            return False
        longer = self.other_missing_after is None or self.other_missing_after > self.other_missing
        return longer and self.own_missing_after == self.own_missing

    @property
    def nears(self) -> bool:
        """Whether the own side needs fewer stones after the move."""
        missing, before = self.own_missing_after, self.own_missing
        return missing is not None and (before is None or missing < before)

    def most_when_blocked(self) -> float:
        """Return how many stones are missing at most after the move and any answer to it."""
        return _most_when_blocked(self.after, self._own)

    def most_when_blocked_before(self) -> float:
        """Return the same if the other side could move instead."""
        return _most_when_blocked(_with_turn_of(self.position, self._other), self._own)

    def own_stones(self) -> Saying:
        """Return how many stones are missing before the move."""
        return number_of(self.own_missing or 0, "one stone is", "{n} stones are")

    def winning_cells(self) -> int:
        """Return with how many different stones the mover could connect next."""
        if self.own_missing_after != 1 or self.after.is_over:
            return 0
        mine = _with_turn_of(self.after, self._own)
        return sum(after(mine, move).is_over for move in mine.legal_moves)

    def distances(self) -> list[Saying]:
        """Return how far both sides are from connecting, if the move has changed that."""
        said = []
        if self.own_missing_after is not None and self.own_missing_after != self.own_missing:
            stones = number_of(self.own_missing_after, "one stone is", "{n} stones are")
            said.append(say(_NEARER, stones=stones))
        if self.blocks and self.other_missing_after is not None:
            stones = things(self.position, self.other_missing_after)
            way = say(_BLOCKS, other=self.other, stones=stones)
            said.append(way)
        return said or [self._in_the_worst_case()]

    def _in_the_worst_case(self) -> Saying:
        """Return what the best block would leave, if the move changes no distance."""
        most = self.most_when_blocked()
        if math.isinf(most):
            return say("{other} can block your way altogether.", other=self.other)
        stones = number_of(int(most), "one stone is", "{n} stones are")
        return say(_AT_MOST, other=self.other, stones=stones)

    def _bridge(self, cell: Cell) -> str | None:
        """Return a stone that the new one is joined with by two empty cells, by its name."""
        stones = self.after.stones
        if stones.get(cell) != self._own or any(
            stones.get(_step(cell, step)) == self._own for step in STEPS
        ):
            return None
        for index, step in enumerate(STEPS):
            between = (_step(cell, step), _step(cell, STEPS[index - 1]))
            far = _step(between[0], STEPS[index - 1])
            if stones.get(far) == self._own and all(
                self._is_empty(spot, stones) for spot in between
            ):
                return self.position.move(_number(self.position, far)).text
        return None

    def _is_empty(self, cell: Cell, stones: dict[Cell, str]) -> bool:
        size = self.position.board.size
        return cell not in stones and min(cell) >= 0 and max(cell) < size


def _step(cell: Cell, step: tuple[int, int]) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _count(position: Cachex, colour: str) -> int:
    return list(position.stones.values()).count(colour)


def _missing(position: Cachex, colour: str) -> int | None:
    """Return how many stones a side lacks to connect; None if it is cut off."""
    connection = shortest_connection(position, colour)
    return None if connection is None else len(connection.missing)


def _most_when_blocked(position: Cachex, colour: str) -> float:
    """Return how many stones a side lacks at most after any move of the other, who is to move."""
    answers = (after(position, move) for move in position.legal_moves)
    missing = (_missing(cast(Cachex, board), colour) for board in answers)
    return max(math.inf if number is None else number for number in missing)


def _cell(position: Cachex, move: Move) -> Cell:
    return divmod(move.code, position.board.size)


def _number(position: Cachex, cell: Cell) -> int:
    return cell[0] * position.board.size + cell[1]


def _with_turn_of(position: Cachex, colour: str) -> Cachex:
    """Return the same board with a colour to move, a turn later if it is not its turn."""
    if position.turn == colour:
        return position
    stones = {
        _number(position, cell): position.colours.index(owner)
        for cell, owner in position.stones.items()
    }
    state = rules.set_up(position.board, stones, position.turns + 1)
    return Cachex(position.board.size, state)


def _most_captured(position: Cachex, colour: str) -> int:
    """Return how many stones of a colour the mover can capture with one move."""
    moves = np.empty(most_moves(position.kernel), np.int64)
    captures = moves[: int(tactical(position.kernel, moves))].tolist()
    now = _count(position, colour)
    return max((now - _count(_played(position, code), colour) for code in captures), default=0)


def _played(position: Cachex, code: int) -> Cachex:
    return cast(Cachex, after(position, position.move(code)))

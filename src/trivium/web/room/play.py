"""What happens at a table: moves, failures, endings, and how it is stored and drawn.

For one thread at a time. A change that is not possible raises an error and changes nothing.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from trivium.agents.agent import Choice, Forfeit
from trivium.arena.records import AGREEMENT, Record
from trivium.errors import TriviumError
from trivium.games.position import Outcome, Position
from trivium.web import messages as m
from trivium.web.describe.games import draw
from trivium.web.describe.positions import push
from trivium.web.room.clock import TurnClock
from trivium.web.room.records import record_of_table
from trivium.web.room.store import StorageTrouble, WebDatabase
from trivium.web.room.table import Played, Table

_log = logging.getLogger("trivium.web")

_LATENESS = 1.0
"""Seconds by which an agent may overrun its clock unpunished: machines stumble."""

Turn = tuple[tuple[str, str], int, bool]
"""The colours, which of them is to move in what is drawn, and whether that is an agent."""


class Play:
    """The play of one game."""

    def __init__(
        self, table: Table, position: Position, clock: TurnClock, database: WebDatabase
    ) -> None:
        self.position = position
        self.offers: dict[str, int] = {}
        """What a player has offered to the other, by kind."""
        self._draws_offered: dict[int, int] = {}
        """How many moves had been made when a player offered a draw for the last time."""
        self._table = table
        self._clock = clock
        self._database = database
        self._record: Record | None = None
        """Of a game that has ended, until it is stored."""
        self.stored = True
        """Whether the database has the game as it is."""

    @property
    def agent_to_move(self) -> bool:
        """Whether it is the turn of an agent that has not failed."""
        table = self._table
        going_on = table.ending is None and table.problem is None
        return going_on and table.seats[self.position.mover].kind != "person"

    def has_moved(self, player: int) -> bool:
        """Whether a player has made a move at this table."""
        return any(move.by == player for move in self._table.moves)

    def may_offer_draw(self, player: int) -> bool:
        """Whether something has happened since a player offered a draw for the last time."""
        return self._draws_offered.get(player) != len(self._table.moves)

    def offer(self, kind: str, player: int) -> None:
        """Offer something to the other player, instead of what was offered to them before."""
        if kind == "draw":
            self._draws_offered[player] = len(self._table.moves)
        theirs = {kind: by for kind, by in self.offers.items() if by != player}
        self.offers = theirs | {kind: player}

    def change(self, change: Callable[[], None] | None) -> tuple[m.GameState, Turn]:
        """Make a change, if any, store what comes of it, and draw that.

        Where the database cannot be used the game goes on all the same, and `stored` tells.
        """
        if change is not None:
            change()
        self._table.version += 1
        return self.store()

    def store(self) -> tuple[m.GameState, Turn]:
        """Store the game if that is possible now, and draw it."""
        with contextlib.suppress(StorageTrouble):  # which is in the log
            self.save()
        return self.draw()

    def draw(self) -> tuple[m.GameState, Turn]:
        """Return the game as everybody sees it, and whose turn it is."""
        turn = (self.position.colours, self.position.mover, self.agent_to_move)
        return draw(self._table, self.position, self.offers, self.stored), turn

    def save(self) -> None:
        """Store the game as it is; raises `StorageTrouble` if that is not possible now."""
        table = self._table
        self.stored = False
        self._database.save(
            table.id,
            table.version,
            table.as_json(),
            over=table.ending is not None,
            agent_to_move=self.agent_to_move and not table.watched,
            record=self._record,
        )
        self._record = None
        self.stored = True

    def make(
        self, move: int | str, seconds: float, info: str | None = None, lateness: float = 0.0
    ) -> None:
        """Make a move; who was too late with it has lost."""
        player = self.position.mover
        text = push(self.position, move).text
        late = self._clock.spend(player, seconds, lateness)
        self._table.moves.append(Played(text, player, round(seconds, 2), info))
        self.offers = {}
        if late:
            self.lose(player, "time")
        elif (outcome := self.position.outcome()) is not None:
            self._end(outcome)

    def make_choice(self, choice: Choice, seconds: float) -> None:
        """Make the move that an agent has chosen; if that is not possible, it has failed."""
        try:
            self.make(choice.move.code, seconds, choice.reason, _LATENESS)
        except TriviumError as error:
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Say that the game is stuck because an agent failed."""
        table, seat = self._table, self._table.seats[self.position.mover]
        _log.warning("game %s: %s failed", table.id, seat.agent, exc_info=error)
        told = isinstance(error, TriviumError | Forfeit)
        shown = str(error) if told else type(error).__name__
        table.problem = f"{seat.name} has failed: {shown}"

    def undo(self, players: list[int]) -> None:
        """Go back to before the last move of these players."""
        self.offers = {}
        self._table.problem = None
        self._table.casual = True
        while self._table.moves:
            self.position.pop()
            if self._table.moves.pop().by in players:
                break

    def lose(self, player: int, reason: str) -> None:
        """End the game in favour of the other player."""
        self._end(Outcome(self.position.colours[1 - player], reason))

    def agree_on_draw(self) -> None:
        """End the game without a winner."""
        self._end(Outcome(None, AGREEMENT))

    def _end(self, outcome: Outcome) -> None:
        """Note how the game ended; its record is stored with the table."""
        self._table.ending = (outcome.winner, outcome.reason)
        self.offers = {}
        if self._table.moves:
            self._record = record_of_table(self._table, self.position, outcome)

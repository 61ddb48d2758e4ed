"""A table as it is shown: the part of a game's state that is the same for all viewers."""

from __future__ import annotations

from trivium.arena.listed import LISTED
from trivium.games.position import Position
from trivium.web import messages as m
from trivium.web.describe.positions import describe, describe_ending, describe_move
from trivium.web.room.table import NOBODY, Played, Table


def draw(table: Table, position: Position, offers: dict[str, int], stored: bool) -> m.GameState:
    """Return the state of a game as a spectator sees it whom nobody else watches with."""
    colours = position.colours
    first, second = (_seat(table, player, colours[player]) for player in (0, 1))
    return m.GameState(
        id=table.id,
        version=table.version,
        game=position.game,
        size=position.size,
        created=table.created,
        start=table.start,
        moves=_moves(table, position),
        position=describe(position),
        seats=(first, second),
        you=[],
        host=False,
        clock=None,
        thinking=None,
        waiting=False,
        watched=table.watched,
        paused=table.paused,
        pace=table.pace,
        offers=[m.Offer(kind=kind, by=colours[by]) for kind, by in offers.items()],  # type: ignore[arg-type]
        ending=describe_ending(table.outcome),
        problem=table.problem,
        stored=stored,
        next=table.next,
        drawable=position.can_be_drawn and all(seat.kind == "person" for seat in table.seats),
        casual=table.casual,
        said=[],
        spectators=0,
        compiling=False,
        getting_ready=None,
        compiled=0,
    )


def _seat(table: Table, player: int, colour: str) -> m.SeatState:
    seat = table.seats[player]
    return m.SeatState(
        colour=colour,
        kind=seat.kind,
        name=seat.name,
        named=seat.kind != "person" or seat.name != NOBODY,
        agent=seat.agent,
        level=seat.level,
        seconds=seat.seconds,
        listed=(table.game, seat.agent) in LISTED,
        present=seat.kind != "person",
    )


def _moves(table: Table, position: Position) -> list[m.PlayedMove]:
    opening = zip(table.opening, position.movers() if table.opening else (), strict=False)
    before = [Played(text, position.colours.index(by)) for text, by in opening]
    return [
        m.PlayedMove(
            **describe_move(position, made).model_dump(),
            by=position.colours[move.by],
            seconds=move.seconds,
            info=move.info,
        )
        for made, move in zip(position.moves, (*before, *table.moves), strict=True)
    ]

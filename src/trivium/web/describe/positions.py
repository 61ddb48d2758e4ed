"""Positions in and out: what the page asks about, and everything it draws of the answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import find_game
from trivium.games.moves import Move
from trivium.games.position import Outcome, Position
from trivium.games.scene import Effect, Scene
from trivium.web import messages as m
from trivium.web.describe.editor import set_up

_HEADLINE = 100
"""Letters of a reason that are told where there is one line for it."""


def read_line(line: m.Line | m.NewGame) -> Position:
    """Return the position at the end of a line; what is wrong with it is a `TriviumError`."""
    game = find_game(line.game)
    if line.start is not None and line.board is not None:
        raise BadText("A line begins with a text or with an edited board, not with both.")
    if line.start is not None:
        position = game.read(line.start)
    elif line.board is not None:
        position = set_up(game, line.size, line.board)
    else:
        position = game.start(line.size)
    for number, move in enumerate(line.moves, 1):
        try:
            push(position, move)
        except TriviumError as error:
            raise type(error)(f"Move {number}: {error}") from None
    return position


def push(position: Position, move: int | str) -> Move:
    """Make a move that is given by its number or in its notation."""
    return position.push(named(position, move))


def named(position: Position, move: int | str) -> str:
    """Return the notation of a move that is given by its number, or in it."""
    if isinstance(move, str):
        return move
    try:
        return str(position.move(move))
    except KeyError:
        raise BadText(f"There is no move number {move} in this game.") from None


def describe(position: Position) -> m.Position:
    """Return everything that the page draws of a position."""
    outcome = position.outcome()
    scene = position.scene()
    last = None if scene.effect is None else _last_move(position, scene.effect)
    turn = None if outcome else position.turn
    legal = [] if outcome else [describe_move(position, move) for move in position.legal_moves]
    return m.Position(
        game=position.game,
        size=position.size,
        text=position.to_text(),
        ply=len(position.moves),
        turn=turn,
        status=position.status(),
        ending=describe_ending(outcome),
        score=dict(scene.score),
        owners=dict(scene.owners),
        cells=dict(scene.cells),
        legal=legal,
        last=last,
        moves_again=last is not None and last.by == turn,
        may_steal=scene.may_steal,
        phase=None if scene.phase is None else m.Phase(**asdict(scene.phase)),
        path=list(scene.path),
        features=_features(position, scene),
    )


def describe_move(position: Position, move: Move) -> m.Move:
    """Return a move with where it is on the board."""
    return m.Move(code=move.code, text=move.text, **asdict(position.places(move)))


def describe_moves(position: Position, codes: Iterable[int]) -> list[m.Move]:
    """Return the moves with these numbers."""
    return [describe_move(position, position.move(code)) for code in codes]


def describe_ending(outcome: Outcome | None) -> m.Ending | None:
    """Return how a game ended, if it has."""
    if outcome is None:
        return None
    short = Outcome(outcome.winner, headline(outcome.reason))
    return m.Ending(winner=outcome.winner, reason=outcome.reason, text=str(short))


def headline(reason: str) -> str:
    """Return what fits on a line of a reason: that of a crash may be a whole traceback."""
    first = reason.partition("\n")[0][:_HEADLINE].rstrip()
    return first if first == reason else f"{first} …"


def _last_move(position: Position, effect: Effect) -> m.LastMove:
    before = position.copy()
    move = before.pop()
    return m.LastMove(
        code=move.code,
        text=move.text,
        **asdict(effect.places),
        by=before.turn,
        captured=list(effect.captured),
        removed=[m.Taken(place=taken.place, colour=taken.colour) for taken in effect.removed],
        shrank=effect.shrank,
    )


def _features(position: Position, scene: Scene) -> m.Features:
    return m.Features(
        chains=[m.Chain(**asdict(chain)) for chain in scene.chains],
        connections={
            colour: m.Connection(cells=list(link.cells), missing=list(link.missing))
            for colour, link in scene.links.items()
        },
        threats=[
            m.Threat(
                place=threat.place,
                colour=threat.colour,
                by=[describe_move(position, move) for move in threat.by],
            )
            for threat in scene.threats
        ],
    )

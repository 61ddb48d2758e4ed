"""Positions in and out: what the page asks about, and everything it draws of the answer."""

from __future__ import annotations

from collections.abc import Iterable

from trivium.errors import BadText, TriviumError
from trivium.games import svg as paper
from trivium.games.cachex import drawing as cachex_drawing
from trivium.games.cachex.connections import shortest_connection
from trivium.games.cachex.position import Cachex
from trivium.games.catalogue import find_game
from trivium.games.hexifence.drawing import named_features
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import NOBODY, UNKNOWN
from trivium.games.moves import Move
from trivium.games.position import Outcome, Position
from trivium.games.watch_your_back.geometry import (
    PLAYABLE,
    SHRINK_TURNS,
    SQUARES,
    ZONES,
    Square,
    square_index,
    square_of,
    squares_of,
    stage_corners,
)
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.games.watch_your_back.rules import PLACING_TURNS
from trivium.games.watch_your_back.threats import threats
from trivium.web import messages as m
from trivium.web.describe.editor import set_up


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
    if isinstance(move, str):
        return position.push(move)
    try:
        return position.push(position.move(move))
    except KeyError:
        raise BadText(f"There is no move number {move} in this game.") from None


def describe(position: Position) -> m.Position:
    """Return everything that the page draws of a position."""
    outcome = position.outcome()
    last = _last_move(position)
    turn = None if outcome else position.turn
    legal = [] if outcome else [describe_move(position, move) for move in position.legal_moves]
    owners, cells = _owners(position)
    return m.Position(
        game=position.game,
        size=position.size,
        text=position.to_text(),
        ply=len(position.moves),
        turn=turn,
        status=position.status(),
        ending=describe_ending(outcome),
        score=_score(position),
        owners=owners,
        cells=cells,
        legal=legal,
        last=last,
        moves_again=last is not None and last.by == turn,
        may_steal=any(move.text == "steal" for move in legal),
        phase=_phase(position) if isinstance(position, WatchYourBack) else None,
        path=_winning_path(position) if isinstance(position, Cachex) else [],
        features=_features(position),
    )


def describe_move(position: Position, move: Move) -> m.Move:
    """Return a move with where it is on the board."""
    place, origin, over = _places(position, move)
    return m.Move(code=move.code, text=move.text, place=place, origin=origin, over=over)


def describe_moves(position: Position, codes: Iterable[int]) -> list[m.Move]:
    """Return the moves with these numbers."""
    return [describe_move(position, position.move(code)) for code in codes]


def describe_ending(outcome: Outcome | None) -> m.Ending | None:
    """Return how a game ended, if it has."""
    if outcome is None:
        return None
    return m.Ending(winner=outcome.winner, reason=outcome.reason, text=str(outcome))


def movers(position: Position) -> list[str]:
    """Return who made each of a position's moves."""
    replay = position.origin()
    colours = []
    for move in position.moves:
        colours.append(replay.turn)
        replay.push(move)
    return colours


def _places(position: Position, move: Move) -> tuple[int | None, int | None, int | None]:
    """Return where a move goes to, where it comes from, and what it jumps over."""
    if isinstance(position, FencesPosition):
        return move.code, None, None
    match move.action:
        case ("PLACE", int(), int()):
            return move.code, None, None
        case ((int(x), int(y)), (int(to_x), int(to_y))):
            jump = abs(to_x - x) + abs(to_y - y) == 2
            over = square_index((x + to_x) // 2, (y + to_y) // 2) if jump else None
            return square_index(to_x, to_y), square_index(x, y), over
        case (int(x), int(y)):
            return square_index(x, y), None, None
    return None, None, None


def _owners(position: Position) -> tuple[dict[int, str], dict[int, str]]:
    """Return who owns each place, and each cell on a board of edges."""
    if isinstance(position, FencesPosition):
        names = {**dict(enumerate(position.colours)), UNKNOWN: "unknown"}
        edges, cells = position.kernel.edge_owner, position.kernel.cell_owner
        return _named(edges.tolist(), names), _named(
            cells[: len(position.board.cells)].tolist(), names
        )
    return {_number(position, at): colour for at, colour in _men(position).items()}, {}


def _named(owners: list[int], names: dict[int, str]) -> dict[int, str]:
    return {number: names[owner] for number, owner in enumerate(owners) if owner != NOBODY}


def _men(position: Position) -> dict[tuple[int, int], str]:
    """Return the stones or pieces by their coordinates."""
    if isinstance(position, Cachex):
        return position.stones
    return position.pieces if isinstance(position, WatchYourBack) else {}


def _number(position: Position, at: tuple[int, int]) -> int:
    """Return the number of the place with these coordinates."""
    if isinstance(position, Cachex):
        return at[0] * position.board.size + at[1]
    return square_index(*at)


def _score(position: Position) -> dict[str, int]:
    if isinstance(position, FencesPosition):
        return position.cells
    standing = list(_men(position).values())
    return {colour: standing.count(colour) for colour in position.colours}


def _last_move(position: Position) -> m.LastMove | None:
    if not position.moves:
        return None
    before = position.copy()
    move = before.pop()
    place, origin, over = _places(position, move)
    by, captured, removed = before.turn, [], []
    if isinstance(position, FencesPosition):
        captured = sorted(set(_owners(position)[1]) - set(_owners(before)[1]))
    else:
        left = paper.taken_off(position, _men)
        removed = [(_number(position, at), colour) for at, colour in left.items()]
        removed = [taken for taken in removed if taken[0] != origin]
        if isinstance(position, WatchYourBack):
            if place is not None and square_of(place) not in position.pieces:
                removed.append((place, by))
        elif place is None and isinstance(position, Cachex):
            place = next(_number(position, at) for at in position.stones)
    return m.LastMove(
        code=move.code,
        text=move.text,
        place=place,
        origin=origin,
        over=over,
        by=by,
        captured=captured,
        removed=[m.Taken(place=number, colour=colour) for number, colour in removed],
        shrank=isinstance(position, WatchYourBack)
        and isinstance(before, WatchYourBack)
        and position.stage != before.stage,
    )


def _phase(position: WatchYourBack) -> m.Phase:
    placing, stage = position.phase == "placing", position.stage
    corners = stage_corners(stage)
    there = {*squares_of(PLAYABLE[stage]), *corners}
    shrinks = SHRINK_TURNS[stage] if stage < len(SHRINK_TURNS) else None
    placed = position.turns if placing else PLACING_TURNS
    in_hand = [PLACING_TURNS // 2 - (placed + 1 - player) // 2 for player in (0, 1)]
    zone = squares_of(ZONES[position.mover] & PLAYABLE[0]) if placing else []
    return m.Phase(
        name="placing" if placing else "moving",
        turns=position.turns,
        stage=stage,
        corners=_numbers(corners),
        gone=[number for number in range(SQUARES) if square_of(number) not in there],
        zone=_numbers(zone),
        to_place=dict(zip(position.colours, in_hand, strict=True)),
        shrinks_in=None if placing or shrinks is None else shrinks - position.turns,
    )


def _numbers(squares: Iterable[Square]) -> list[int]:
    return [square_index(x, y) for x, y in squares]


def _winning_path(position: Cachex) -> list[int]:
    return [_number(position, cell) for cell in cachex_drawing.winning_path(position)]


def _features(position: Position) -> m.Features:
    if isinstance(position, FencesPosition):
        return m.Features(chains=_chains(position))
    if isinstance(position, Cachex):
        return m.Features(connections=_connections(position))
    assert isinstance(position, WatchYourBack)
    return m.Features(threats=_threats(position))


def _chains(position: FencesPosition) -> list[m.Chain]:
    return [
        m.Chain(
            letter=letter,
            kind=feature.kind,  # type: ignore[arg-type]  # one of KINDS
            text=str(feature),
            cells=list(feature.cells),
            edges=list(feature.edges),
            junctions=list(feature.junctions),
        )
        for letter, feature in named_features(position)
    ]


def _connections(position: Cachex) -> dict[str, m.Connection]:
    found = {colour: shortest_connection(position, colour) for colour in position.colours}
    return {
        colour: m.Connection(
            cells=[_number(position, cell) for cell in connection.cells],
            missing=[_number(position, cell) for cell in connection.missing],
        )
        for colour, connection in found.items()
        if connection is not None
    }


def _threats(position: WatchYourBack) -> list[m.Threat]:
    pieces = position.pieces
    return [
        m.Threat(
            place=square_index(*square),
            colour=pieces[square],
            by=[describe_move(position, move) for move in moves],
        )
        for square, moves in threats(position).items()
    ]

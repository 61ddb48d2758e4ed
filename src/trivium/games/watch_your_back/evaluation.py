"""What a position of Watch Your Back! is worth: named features times weights.

Every feature is a whole number from the mover's point of view, worked out for all pieces at
once by shifting words of squares. There is one set of weights for placing and one for moving;
the features are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.watch_your_back.endings import NO_ENDINGS, Endings, ending_number
from trivium.games.watch_your_back.geometry import (
    CORNERS,
    FIRST_STEP,
    FORFEIT,
    PLAYABLE,
    SHRINK_TURNS,
    STAGES,
    ZONES,
    stage_span,
    word_of,
)
from trivium.games.watch_your_back.rules import (
    LIMIT,
    PLACING_TURNS,
    STAGE,
    TURNS,
    Pieces,
    count_moves,
    empty_squares,
    jumps_to,
    origin_of,
    steps_to,
    target_of,
    towards,
)
from trivium.games.weights import Evaluation, WeightTable, describe, most_described
from trivium.kernel.bits import ZERO, Word, bit, popcount
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import (
    DECIDED,
    POINT,
    UNKNOWN,
    WIN,
    Moves,
    advise,
    evaluate,
    implements,
    known,
    promise,
)

PHASES = ("placing", "moving")

FEATURES = {
    "pieces": "pieces on the board or still to be placed",
    "majority": "the lead in pieces, in percent of all pieces",
    "mobility": "steps and jumps that could be made; while placing, once moving has begun",
    "threatened": "pieces that the enemy can eliminate with one turn",
    "initiative": "enemy pieces that the player to move can eliminate at once",
    "exposed": "pieces with something hostile on one side and an empty square opposite",
    "protected": "pieces that no one can take, because both lines through them are blocked",
    "unsafe": "empty squares where a piece could be eliminated with the enemy's next turn",
    "edge": "pieces on the outermost ring",
    "cornered": "pieces beside a corner",
    "central": "pieces, each counted by the rings around it",
    "shrinking": "pieces that the next shrink takes, times how near it is (0 to 16)",
    "stranded": "of those, the ones there are not enough turns left to move away",
    "approach": "nearness of the enemies to each other, times the lead (at most 3)",
}
"""What is counted, own less the enemy's."""

MOVE_FEATURES = {
    "elimination": "pieces that the move eliminates, less the piece that it loses",
    "rescue": "1 if it takes a piece out of danger",
    "risk": "1 if it ends where the enemy can eliminate the piece, eliminating nothing itself",
    "attack": "enemies beside its end that have an empty square behind them",
    "inwards": "rings around its end, less those around its beginning",
    "evacuation": "1 if it leaves squares that the next shrink takes, -1 if it enters them",
}
"""What tells good moves from bad ones before they are searched."""

# Their places in `Weighed.move_weights`
ELIMINATION, RESCUE, RISK, ATTACK, INWARDS, EVACUATION = range(len(MOVE_FEATURES))

EVALUATION = Evaluation(
    name="watch-your-back",
    game="watch-your-back",
    unit="pieces",
    most=100.0,
    tables=tuple(WeightTable(phase, FEATURES) for phase in PHASES),
    phased=True,
)

_FEATURE_COUNT = len(FEATURES)
_WARNING = 32
"""So many turns before a shrink the pieces that it takes begin to count."""
_MOST_NEAR = 16
_MOST_LEAD = 3
_PERCENT = 100
_DRAWN_SHARE = 16
"""A drawn ending is worth this part of what it looks like: the enemy may yet go wrong."""
_OPPOSITE = np.array([1, 0, 3, 2])
_OPPOSITE.flags.writeable = False


def _frozen(words: Any) -> NDArray[np.uint64]:
    array = np.array(words, np.uint64)
    array.flags.writeable = False
    return array


def _rim(stage: int, columns: bool) -> np.uint64:
    """Return the first and last columns, or rows, of the board at a stage."""
    span = stage_span(stage)
    ends = (span[0], span[-1])
    lines = ((end, other) if columns else (other, end) for end in ends for other in span)
    return word_of(lines)


_SIDE_RIMS = _frozen([_rim(stage, columns=True) for stage in range(STAGES)])
"""The squares with nothing to their left or right."""
_LEVEL_RIMS = _frozen([_rim(stage, columns=False) for stage in range(STAGES)])
"""The squares with nothing above or below them."""
_INNER = _frozen(
    [word_of((x, y) for x in range(n, 8 - n) for y in range(n, 8 - n)) for n in (1, 2, 3)]
)
"""The squares with at least one, two and three rings around them."""
_DOOMED = _frozen(
    [PLAYABLE[stage] & ~PLAYABLE[stage + 1] for stage in range(STAGES - 1)] + [np.uint64(0)]
)
"""The squares that the next shrink takes or makes a corner of."""
_NEXT_SHRINK = np.array([*(PLACING_TURNS + turn for turn in SHRINK_TURNS), 0])
_NEXT_SHRINK.flags.writeable = False


class Weighed(NamedTuple):
    """An evaluator: the weights of the features, in search units, one row a phase."""

    weights: NDArray[np.int64]
    endings: Endings
    """The table of endings; it may be `NO_ENDINGS`."""
    move_weights: NDArray[np.int64]
    """The weights of `MOVE_FEATURES`, by which moves are ordered."""


ELIMINATIONS_ALONE = {"elimination": 1}
"""Weights that order moves as the game's `promise` does."""


def weighed(
    weights: Mapping[str, Mapping[str, float]],
    endings: Endings = NO_ENDINGS,
    move_weights: Mapping[str, int] = ELIMINATIONS_ALONE,
) -> Weighed:
    """Return the evaluator with these weights by phase and feature, in pieces.

    `move_weights` are those of `MOVE_FEATURES`, by which moves are ordered. Features that are
    not named weigh nothing. What weights may be is checked by those who read them.
    """
    vector = np.rint(POINT * EVALUATION.vector(weights)).astype(np.int64)
    rows = vector.reshape(len(PHASES), _FEATURE_COUNT)
    return Weighed(rows, endings, np.array([move_weights.get(name, 0) for name in MOVE_FEATURES]))


@compiled
def around(word: Word) -> Word:
    """Return the squares of `word` and all their neighbours."""
    return word | towards(word, 0) | towards(word, 1) | towards(word, 2) | towards(word, 3)


@compiled
def arrivals(position: Pieces, player: int, forbidden_jump: int) -> Word:
    """Return the squares that a piece of the player can come to with one turn.

    While placing that is by a placement; later by a step or jump, but jumps in the direction
    `forbidden_jump` (-1 for none) are left out.
    """
    if position.tally[TURNS] < PLACING_TURNS:
        return empty_squares(position) & ZONES[player]
    squares = ZERO
    for direction in range(4):
        squares |= steps_to(position, player, direction)
        if direction != forbidden_jump:
            squares |= jumps_to(position, player, direction)
    return squares


@compiled
def in_danger(position: Pieces, player: int) -> Word:
    """Return the squares where a piece of the player is or would be eliminated by one turn.

    Holds exactly for the pieces that are there, and for an empty square if a piece came to it
    out of nowhere. (Who jumps over a piece has left the square that was hostile to it.)
    """
    enemy = 1 - player
    hostile = position.sides[enemy] | CORNERS[position.tally[STAGE]]
    squares = ZERO
    for direction in range(4):
        squares |= towards(hostile, direction) & towards(
            arrivals(position, enemy, direction), _OPPOSITE[direction]
        )
    return squares


@compiled
def half_surrounded(position: Pieces, player: int) -> Word:
    """Return the player's pieces between something hostile and an empty square."""
    hostile = position.sides[1 - player] | CORNERS[position.tally[STAGE]]
    empty = empty_squares(position)
    squares = ZERO
    for direction in range(4):
        squares |= towards(hostile, direction) & towards(empty, _OPPOSITE[direction])
    return squares & position.sides[player]


@compiled
def protected(position: Pieces, player: int) -> Word:
    """Return the player's pieces with an own piece or the rim beside them on both lines."""
    own = position.sides[player]
    stage = position.tally[STAGE]
    across = towards(own, 0) | towards(own, 1) | _SIDE_RIMS[stage]
    along = towards(own, 2) | towards(own, 3) | _LEVEL_RIMS[stage]
    return own & across & along


@compiled
def attacked_from(position: Pieces, square: Word, player: int) -> int:
    """Return how many enemies beside a square have an empty square behind them."""
    enemies, empty = position.sides[1 - player], empty_squares(position)
    attacked = 0
    for direction in range(4):
        beside = towards(square, direction) & enemies
        attacked += towards(beside, direction) & empty != ZERO
    return attacked


@compiled
def ring_count(word: Word) -> int:
    """Return the sum over all squares of the number of rings around them."""
    return popcount(word & _INNER[0]) + popcount(word & _INNER[1]) + popcount(word & _INNER[2])


@compiled
def nearness(own: Word, enemies: Word) -> int:
    """Return how near each piece is to the nearest enemy (0 far to 3 beside it), summed."""
    near = around(enemies)
    nearer = around(near)
    return popcount(own & near) + popcount(own & nearer) + popcount(own & around(nearer))


@compiled
def stranded(position: Pieces, doomed: int, player: int) -> int:
    """Return how many of a player's `doomed` pieces cannot get away before the next shrink."""
    turns = position.tally[TURNS]
    left = max(0, _NEXT_SHRINK[position.tally[STAGE]] - max(turns, PLACING_TURNS))
    moves_first = (turns & 1) == player
    return max(0, doomed - (left + moves_first) // 2)


@compiled
def features(position: Pieces) -> tuple[int, ...]:
    """Return the numbers of `FEATURES`, in that order, from the mover's point of view."""
    turns, stage = position.tally[TURNS], position.tally[STAGE]
    player = turns & 1
    enemy = 1 - player
    own, others = position.sides[player], position.sides[enemy]
    rim = (_SIDE_RIMS[stage] | _LEVEL_RIMS[stage]) & PLAYABLE[stage]
    beside_corner = around(CORNERS[stage])
    empty = empty_squares(position)
    own_danger = in_danger(position, player)
    other_danger = in_danger(position, enemy)
    lead = popcount(own) - popcount(others)
    total = popcount(own) + popcount(others)
    targets = popcount(other_danger & others)
    own_doomed = popcount(own & _DOOMED[stage])
    other_doomed = popcount(others & _DOOMED[stage])
    near = min(_MOST_NEAR, max(0, turns + _WARNING - _NEXT_SHRINK[stage]))
    # White has placed one more than Black whenever Black is to place.
    to_place = player if turns < PLACING_TURNS else np.int64(0)
    short_lead = min(_MOST_LEAD, max(-_MOST_LEAD, lead))
    return (
        np.int64(lead + to_place),
        np.int64(_PERCENT * lead // max(1, total) if lead >= 0 else -(_PERCENT * -lead // total)),
        np.int64(count_moves(position, player) - count_moves(position, enemy)),
        np.int64(popcount(own_danger & own) - targets),
        np.int64(targets),
        np.int64(
            popcount(half_surrounded(position, player)) - popcount(half_surrounded(position, enemy))
        ),
        np.int64(popcount(protected(position, player)) - popcount(protected(position, enemy))),
        np.int64(popcount(own_danger & empty) - popcount(other_danger & empty)),
        np.int64(popcount(own & rim) - popcount(others & rim)),
        np.int64(popcount(own & beside_corner) - popcount(others & beside_corner)),
        np.int64(ring_count(own) - ring_count(others)),
        np.int64((own_doomed - other_doomed) * near),
        np.int64(stranded(position, own_doomed, player) - stranded(position, other_doomed, enemy)),
        np.int64(short_lead * (nearness(own, others) + nearness(others, own))),
    )


@implements(evaluate, Weighed)
def weighed_sum(evaluator: Weighed, position: Pieces) -> int:
    numbers = features(position)
    weights = evaluator.weights[np.int64(position.tally[TURNS] >= PLACING_TURNS)]
    total = 0
    for index in range(_FEATURE_COUNT):
        total += numbers[index] * weights[index]
    return min(DECIDED - 1, max(1 - DECIDED, total))


@compiled
def add_quiet_ranks(
    position: Pieces, move_weights: NDArray[np.int64], moves: Moves, ranks: Moves, count: int
) -> None:
    """Add to the ranks, in which eliminations count already, what else there is to the moves."""
    player = position.tally[TURNS] & 1
    danger = in_danger(position, player)
    doomed = _DOOMED[position.tally[STAGE]]
    for index in range(count):
        move = moves[index]
        if move == FORFEIT:
            continue
        end = bit(target_of(move))
        beginning = bit(origin_of(move)) if move >= FIRST_STEP else ZERO
        risky = ranks[index] == 0 and danger & end != ZERO
        ranks[index] += (
            move_weights[RESCUE] * (danger & beginning != ZERO)
            + move_weights[RISK] * risky
            + move_weights[ATTACK] * attacked_from(position, end, player)
            + move_weights[INWARDS] * (ring_count(end) - ring_count(beginning))
            + move_weights[EVACUATION]
            * (int(doomed & beginning != ZERO) - int(doomed & end != ZERO))
        )


@implements(advise, Weighed)
def rank_by_features(
    evaluator: Weighed, position: Pieces, moves: Moves, ranks: Moves, count: int
) -> None:
    move_weights = evaluator.move_weights
    for index in range(count):
        ranks[index] = move_weights[ELIMINATION] * promise(position, moves[index])
    if move_weights[RESCUE:].any():
        add_quiet_ranks(position, move_weights, moves, ranks, count)


@implements(describe, Weighed)
def described(
    evaluator: Weighed,
    position: Pieces,
    columns: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> int:
    found = features(position)
    first = _FEATURE_COUNT * np.int64(position.tally[TURNS] >= PLACING_TURNS)
    for index in range(_FEATURE_COUNT):
        columns[index] = first + index
        numbers[index] = found[index]
    return _FEATURE_COUNT


@implements(most_described, Weighed)
def all_features(evaluator: Weighed) -> int:
    return _FEATURE_COUNT


@implements(known, Weighed)
def looked_up(evaluator: Weighed, position: Pieces) -> int:
    """After the last shrink everything is known to those with a table of endings."""
    tally = position.tally
    if tally[STAGE] < STAGES - 1 or len(evaluator.endings) == 0:
        return UNKNOWN
    player = tally[TURNS] & 1
    number = ending_number(position.sides[player], position.sides[1 - player])
    distance = np.int64(evaluator.endings[number])
    end = tally[TURNS] + abs(distance)
    if distance == 0 or (tally[LIMIT] != 0 and end - PLACING_TURNS > tally[LIMIT]):
        return np.int64(evaluate(evaluator, position) / _DRAWN_SHARE)
    return WIN - end if distance > 0 else end - WIN

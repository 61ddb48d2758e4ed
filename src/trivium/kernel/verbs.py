"""The verbs: what every game can do, declared once here and implemented by each game.

A *position type* is a ``NamedTuple`` of NumPy arrays. A *verb* is a generic function whose
first argument is a position; ``implements`` gives it one implementation for each position
type. Compiled code picks the implementation at compile time from the argument's type, plain
Python picks it at run time, and so does everything under ``NUMBA_DISABLE_JIT=1``. Search is
written once against the verbs.

A position changes in place. Players are 0 (moves first) and 1. Moves are small non-negative
integers; their meaning is the game's own.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import Word
from trivium.kernel.chance import Chance
from trivium.kernel.compiler import call_instead, types
from trivium.kernel.compiling import inlined, inlined_uncounted
from trivium.kernel.plain import plain

__all__ = [
    "DECIDED",
    "ENDLESS",
    "HOPELESS",
    "POINT",
    "SURE",
    "UNDO_DEPTH",
    "UNKNOWN",
    "WIN",
    "Moves",
    "advise",
    "all_tactical",
    "allowed",
    "as_promised",
    "banked",
    "elapsed",
    "evaluate",
    "final",
    "folded_key",
    "forced",
    "implements",
    "key",
    "known",
    "legal",
    "most_left",
    "most_moves",
    "move_codes",
    "mover",
    "never_counted",
    "never_forced",
    "never_known",
    "over",
    "pick",
    "play",
    "play_out",
    "promise",
    "score",
    "tactical",
    "undo",
    "urgent",
    "verb",
]

Verb = TypeVar("Verb", bound=Callable[..., Any])

Moves = NDArray[np.int64]
"""Room for moves, each by its number."""

UNDO_DEPTH = 1000
"""The number of moves that every game can take back."""

POINT = 1000
"""The value of one captured cell in search units."""
WIN = 1_000_000
"""The value of a win before anything has been played."""
DECIDED = 900_000
"""Values at least this far from 0 are proven wins or losses."""
SURE = 800_000
"""Values at least this far from 0 are wins or losses in sight, proven or not."""
HOPELESS = -(1 << 15)
"""The rank of a move that is certainly no better than one that is not hopeless."""
UNKNOWN = 1 << 30
"""What `known` says of a position whose value it does not know."""
ENDLESS = 1 << 30
"""What `most_left` says of a game without a limit."""

_implementations: dict[object, dict[type, Callable[..., Any]]] = {}


def verb(declaration: Verb) -> Verb:
    """Make a generic function of `declaration`, which gives the signature and the contract."""
    by_type: dict[type, Callable[..., Any]] = {}

    @functools.wraps(declaration)
    def call(position: Any, *arguments: Any) -> Any:
        implementation = by_type.get(type(position)) or by_type[object]
        return implementation(position, *arguments)

    def call_plain(position: Any, *arguments: Any) -> Any:
        implementation = by_type.get(type(position)) or by_type[object]
        return plain(implementation)(position, *arguments)

    def choose(position: Any, *arguments: Any) -> Callable[..., Any] | None:
        if isinstance(position, types.BaseNamedTuple):
            return by_type.get(position.instance_class) or by_type.get(object)
        return None

    call_instead(call, choose)
    call.plain_twin = call_plain  # type: ignore[attr-defined]
    _implementations[call] = by_type
    return cast(Verb, call)


def implements(verb: Verb, position_type: type, counts: bool = True) -> Callable[[Verb], Verb]:
    """Decorate a function as the implementation of `verb` for `position_type`.

    The one for `object` serves all types that have none of their own. One that makes no arrays nor
    parts of any need not count references, which can take most of the time of a short function.
    """

    def register(function: Verb) -> Verb:
        # Inlining is worth a third of the speed: a position is a dozen arrays, passed by value.
        compile_in = inlined if counts else inlined_uncounted
        _implementations[verb][position_type] = compile_in(function)
        return function

    return register


@verb
def most_moves(position: Any) -> int:
    """Return an upper bound on the number of legal moves of any position of this size."""
    raise NotImplementedError


@verb
def legal(position: Any, moves: Moves) -> int:
    """Write all legal moves to the front of `moves`, and return how many there are.

    Their order depends on the position alone, not on how it came about. None if the game
    is over. `moves` must hold at least ``most_moves(position)``.
    """
    raise NotImplementedError


@verb
def allowed(position: Any, move: int) -> bool:
    """Return whether a move, any number below ``move_codes(position)``, is legal."""
    raise NotImplementedError


@verb
def pick(position: Any, chance: Chance) -> int:
    """Return one legal move, all equally likely, drawn from `chance`.

    Requires that the game is not over.
    """
    raise NotImplementedError


@verb
def play(position: Any, move: int) -> None:
    """Make a legal move. Legality is not checked here."""
    raise NotImplementedError


@verb
def undo(position: Any) -> None:
    """Take back the last ``play``; every verb answers as it did before it.

    At least the last `UNDO_DEPTH` moves can be taken back.
    """
    raise NotImplementedError


@verb
def mover(position: Any) -> int:
    """Return the player to move, 0 or 1. The same player may be it twice in a row.

    When the game is over it is the player who would be next.
    """
    raise NotImplementedError


@verb
def over(position: Any) -> bool:
    """Return whether the game has ended."""
    raise NotImplementedError


@verb
def score(position: Any) -> int:
    """Return the result so far from the mover's point of view.

    Hexifence and Dots-and-Boxes: the mover's cells less the opponent's, at any time.
    Elsewhere: 1, 0 or -1 when the game is over, and 0 before.
    """
    raise NotImplementedError


@verb
def key(position: Any) -> Word:
    """Return 64 bits that are equal for positions with the same rest of the game.

    "The same" is from the mover's point of view and leaves out points already made and
    counts towards a repetition or a turn limit. Unequal positions have unequal keys but
    for an accident of about one in 2**64.
    """
    raise NotImplementedError


@verb
def move_codes(position: Any) -> int:
    """Return a number above every move that any position of this size can have."""
    raise NotImplementedError


@verb
def most_left(position: Any) -> int:
    """Return an upper bound on the moves until the game ends; `ENDLESS` if there is none."""
    raise NotImplementedError


@verb
def final(position: Any) -> int:
    """Return the value of an ended game from the mover's point of view, in search units.

    Hexifence and Dots-and-Boxes: `POINT` for each cell of the margin. Elsewhere a win is worth
    `WIN` less the turns played, so that an earlier win is better; a draw is worth 0.
    """
    raise NotImplementedError


@verb
def banked(position: Any) -> int:
    """Return the part of every future `final` that is already decided, mover's point of view.

    ``final - banked`` depends on nothing but the rest of the game, as does `key`: what a
    transposition table may store. It is 0 in the games that only know win, draw and loss.
    """
    raise NotImplementedError


@verb
def elapsed(position: Any) -> int:
    """Return the turns that `final` takes off a win that comes now.

    Search stores wins without them, because `key` does not know how many there were.
    """
    raise NotImplementedError


@implements(elapsed, object)
def never_counted(position: Any) -> int:
    """Take nothing off."""
    return 0


@verb
def folded_key(position: Any) -> Word:
    """Return a key that is also equal for positions that symmetry makes equal.

    Where looking for symmetry does not pay it is just `key`.
    """
    raise NotImplementedError


@verb
def promise(position: Any, move: int) -> int:
    """Return how early a legal move should be tried: the higher the earlier, 0 for most."""
    raise NotImplementedError


@verb
def tactical(position: Any, moves: Moves) -> int:
    """Write the legal moves that change the balance at once to `moves`; return how many.

    They are what quiescence looks at. Requires that the game is not over.
    """
    raise NotImplementedError


@verb
def play_out(position: Any, scratch: Any, chance: Chance, line: Moves) -> tuple[int, int]:
    """Play at random to the end of the game; return the number of moves and the result.

    The moves are those that `pick` draws from `chance`. They are written to `line`, each as
    twice its number plus the player who made it, and there are at most ``len(line)``. The
    result is the `score` at the end, but always from the point of view of player 0. If `line`
    was full first, it is the difference of the cells or the sign of that of the pieces, and a
    draw in Cachex. Leaves the position as it was; `scratch` is another position of the same
    size, which may be overwritten.
    """
    raise NotImplementedError


@verb
def evaluate(evaluator: Any, position: Any) -> int:
    """Return an estimate of a position from the mover's point of view, in search units.

    This verb belongs to the evaluator, its first argument: a NamedTuple type with the weights.
    Requires that the game is not over. Stays strictly between -`DECIDED` and `DECIDED`.
    """
    raise NotImplementedError


@verb
def advise(evaluator: Any, position: Any, moves: Moves, ranks: Moves, count: int) -> None:
    """Write to `ranks` how early each of the first `count` of `moves` should be tried.

    The higher the earlier, from -2**14 to 2**15; `HOPELESS` for moves that need no look if there is
    another, or if one hopeless move has been looked at. This verb belongs to the evaluator;
    one without an implementation of its own goes by `promise`. The game must not be over.
    """
    raise NotImplementedError


@implements(advise, object)
def as_promised(evaluator: Any, position: Any, moves: Moves, ranks: Moves, count: int) -> None:
    """Go by `promise`."""
    for index in range(count):
        ranks[index] = promise(position, moves[index])


@verb
def urgent(evaluator: Any, position: Any, moves: Moves) -> int:
    """Write the legal moves that quiescence should look at to `moves`; return how many.

    This verb belongs to the evaluator; one without an implementation of its own takes what is
    `tactical`. Requires that the game is not over.
    """
    raise NotImplementedError


@implements(urgent, object)
def all_tactical(evaluator: Any, position: Any, moves: Moves) -> int:
    """Take what is tactical."""
    return tactical(position, moves)


@verb
def forced(evaluator: Any, position: Any) -> bool:
    """Return whether hardly any move can be chosen, so that search should go one move deeper.

    This verb belongs to the evaluator; for one without an implementation of its own nothing is
    forced. Requires that the game is not over.
    """
    raise NotImplementedError


@implements(forced, object)
def never_forced(evaluator: Any, position: Any) -> bool:
    """Force nothing."""
    return False


@verb
def known(evaluator: Any, position: Any) -> int:
    """Return the value of a position that need not be searched, `UNKNOWN` for most.

    In search units, from the mover's point of view. This verb belongs to the evaluator; one
    without an implementation of its own knows none. Requires that the game is not over.
    """
    raise NotImplementedError


@implements(known, object)
def never_known(evaluator: Any, position: Any) -> int:
    """Know none."""
    return UNKNOWN

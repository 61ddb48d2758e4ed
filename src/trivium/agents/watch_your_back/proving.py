"""Puzzles of Watch Your Back!: only one move wins, or wins a piece, or loses none.

After the last shrink the table of endings knows the result after every move. Before it, one move
wins by force within some turns and no other does, by a search of all lines of that length; or else
one move wins a piece, or loses none, within five turns, and no other does, by such a search too.
"""

from __future__ import annotations

import dataclasses

from trivium.agents.proof import SHOWN, Proof, Prover, after_others, opponent_of, played_on
from trivium.agents.watch_your_back.champion import ChampionAgent, champion_searcher
from trivium.games.position import Position
from trivium.games.watch_your_back.evaluation import weighed
from trivium.games.watch_your_back.geometry import FIRST_STEP, FORFEIT, SHRINK_TURNS, STAGES
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.kernel.verbs import DECIDED, WIN, elapsed
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit

_MEGABYTES = 32
_DEEPEST = 7
"""Turns within which a win is looked for."""
_FEW = 4
"""The game is not won within these turns against more pieces than this, or hardly ever."""
_NEAR, _FAR = 3, 5
"""Turns within which a piece is won or saved; the nearer one only sorts out most positions."""

ENDING, LAST, GAIN, TWO = "ending", "last pieces", "win a piece", "win two pieces"
SAVE, JUMP, SHRINK = "save your piece", "jump", "before the shrink"

THEMES = {
    ENDING: "The board has shrunk for the last time; from here on every result is known.",
    LAST: "They have few pieces left: hunt them down.",
    GAIN: "Surround a piece, or threaten two so that only one can get away.",
    TWO: "More than one piece can be won.",
    SAVE: "A piece of yours is in danger, and one move loses nothing.",
    JUMP: "The move is a jump over another piece.",
    SHRINK: "The board is about to lose its outermost ring.",
}


class PiecesProver(Prover):
    """Searches all lines of some turns, by the champion's evaluation or by the pieces alone."""

    def __init__(self) -> None:
        count = {"pieces": 1.0}
        # Every move is searched as deep as any other: what is claimed holds for all lines.
        everything = dataclasses.replace(ChampionAgent.options, reduce=0, steepness=0)
        self._by_evaluation = champion_searcher(options=everything, megabytes=_MEGABYTES)
        self._by_pieces = Searcher(
            weighed({"placing": count, "moving": count}), Options(quiescence=0), _MEGABYTES
        )

    def prove(self, position: Position) -> Proof | None:
        assert isinstance(position, WatchYourBack)
        if position.phase == "placing":
            return None
        for searcher in (self._by_evaluation, self._by_pieces):
            searcher.forget()
        few = list(position.pieces.values()).count(opponent_of(position).lower()) <= _FEW
        return (self._prove_win(position) if few else None) or self._prove_piece(position)

    def _prove_win(self, position: WatchYourBack) -> Proof | None:
        """Find a forced win, and that no other move wins within as many turns."""
        searcher = self._by_evaluation
        at_end = position.stage == STAGES - 1
        deepest = Limit(depth=1 if at_end else _DEEPEST)
        best = searcher.search(position.kernel, position.colours, deepest)
        turns = WIN - best.score.value - int(elapsed(position.kernel))
        if best.score.value < DECIDED or (turns > _DEEPEST and not at_end):
            return None
        move, as_deep = best.line[0], Limit(depth=1 if at_end else turns)
        others = searcher.search(position.kernel, position.colours, as_deep, banned=(move,))
        if others.score.value >= DECIDED:
            return None
        if at_end:
            text = f"{position.move(move)} wins and no other move does, by the table of endings."
        elif turns == 1:
            text = f"{position.move(move)} wins at once, and no other move does."
        else:
            text = (
                f"{position.move(move)} wins by force within {turns} turns, and no other move "
                "does; all lines of that length were searched."
            )
        replies = after_others(searcher, position, move, as_deep)
        return Proof(
            move,
            "win",
            _themes(position, move, ENDING if at_end else LAST),
            text,
            played_on(searcher, position, move, as_deep),
            {other: reply.line[0] for other, reply in replies.items()},
        )

    def _prove_piece(self, position: WatchYourBack) -> Proof | None:
        """Find the only move that wins a piece, or that loses none, within `_FAR` turns."""
        searcher = self._by_pieces
        for depth in (_NEAR, _FAR):
            limit = Limit(depth=depth)
            best = searcher.search(position.kernel, position.colours, limit)
            others = searcher.search(
                position.kernel, position.colours, limit, banned=(best.line[0],)
            )
            now = _margin(position)
            gain, other_gain = (round(found.score.points) - now for found in (best, others))
            decided = max(abs(best.score.value), abs(others.score.value)) >= DECIDED
            if decided or other_gain >= gain or not (gain == 0 or (gain > 0 >= other_gain)):
                return None
        move = best.line[0]
        if gain > 0:
            claim = f"wins {_counted(gain)} within {_FAR} turns, and no other move wins any"
            aim, themes = "gain", (GAIN, TWO) if gain > 1 else (GAIN,)
        else:
            claim = f"loses nothing within {_FAR} turns, and every other move loses a piece"
            aim, themes = "save", (SAVE,)
        replies = after_others(searcher, position, move, Limit(depth=_FAR - 1))
        return Proof(
            move,
            aim,
            _themes(position, move, *themes),
            f"{position.move(move)} {claim}; all lines of that length were searched.",
            best.line[:SHOWN],
            {other: reply.line[0] for other, reply in replies.items()},
            settled=aim == "save" or _takes(position, move),
        )


def _themes(position: WatchYourBack, move: int, *main: str) -> tuple[str, ...]:
    """Return the themes of a puzzle: the main ones, and what else is worth knowing."""
    found = list(main)
    if FIRST_STEP <= move < FORFEIT and (move - FIRST_STEP) % 2:  # see `move_code`
        found.append(JUMP)
    if any(0 <= turns - position.turns <= _FAR for turns in SHRINK_TURNS):
        found.append(SHRINK)
    return tuple(found)


def _takes(position: WatchYourBack, move: int) -> bool:
    """Return whether a move eliminates a piece at once."""
    board = position.copy()
    board.push(board.move(move))
    return len(board.pieces) < len(position.pieces)


def _margin(position: WatchYourBack) -> int:
    """Return by how many pieces the player to move is ahead."""
    colours = list(position.pieces.values())
    return 2 * colours.count(position.turn) - len(colours)


def _counted(pieces: int) -> str:
    return "a piece" if pieces == 1 else f"{pieces} pieces"

"""Why, in words: what a move does, what a better one would have done, and what is proven.

The rules of each game find the words (`trivium.agents.why`); what a search or a proof knows is
added here, and called proven only where it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from trivium.agents.experts import expert_of
from trivium.agents.why import after
from trivium.games.catalogue import find_game
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.saying import Saying, colour_word, say
from trivium.study.judging import Opinion

MOST = 3
"""Sentences that are said about one move at most."""


def reasons(position: Position, move: Move) -> tuple[Saying, ...]:
    """Return what a move in a position does."""
    return tuple(expert_of(position.game).explainer.deeds(position, move)[:MOST])


def objections(position: Position, line: Sequence[int]) -> tuple[Saying, ...]:
    """Return what speaks against the first move of a line: what it does, then the answer to it.

    What may be true of a good move as well is left out, so perhaps there is nothing to be said.
    """
    move = position.move(line[0])
    said = _telling(position, move, expert_of(position.game).explainer.praise)
    board = after(position, move)
    if len(line) == 1 or board.is_over or board.turn == position.turn:
        return tuple(said)
    answer = board.move(line[1])
    colour = colour_word(board.turn)
    answers = [
        say("{colour} answers {move}: {deed}", colour=colour, move=str(answer), deed=deed)
        for deed in _telling(board, answer)
    ]
    return (*said, *answers)


def _telling(position: Position, move: Move, besides: frozenset[str] = frozenset()) -> list[Saying]:
    """Return the most important thing that a move does, if it is more than harmless.

    Some words may be passed over besides.
    """
    explainer = expert_of(position.game).explainer
    deeds = explainer.deeds(position, move)
    return [deed for deed in deeds if deed.words not in explainer.harmless | besides][:1]


def faults(position: Position, line: Sequence[int], better: Move) -> tuple[Saying, ...]:
    """Return what the first move of a line leads to, and what a better one would have done."""
    said = objections(position, line)
    deeds = expert_of(position.game).explainer.deeds(position, better)
    others = [deed for deed in deeds if deed not in said]
    instead = (say("Instead, {move}: {deed}", move=str(better), deed=deed) for deed in others[:1])
    return (*said, *instead)


def worth_words(position: Position, opinion: Opinion) -> tuple[Saying, ...]:
    """Return who wins, and by how much, where that is proven or in sight; else nothing."""
    score = opinion.score
    colour = colour_word(score.pov)
    if score.value == 0:
        return (say("A draw: proven."),) if opinion.settled else ()
    wins = score.value > 0
    if not opinion.settled and not opinion.sure:
        return ()
    if not opinion.settled:
        return (
            say(
                "{colour} is about to win." if wins else "{colour} is about to lose.",
                colour=colour,
            ),
        )
    if find_game(position.game).margins and score.exact:
        return (
            say(
                "{colour} wins by {n}: proven." if wins else "{colour} loses by {n}: proven.",
                colour=colour,
                n=abs(round(score.points)),
            ),
        )
    return (say("{colour} wins: proven." if wins else "{colour} loses: proven.", colour=colour),)

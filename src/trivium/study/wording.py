"""Scores in words, for those who do not count in the units of a search."""

from __future__ import annotations

from trivium.games.position import Outcome
from trivium.kernel.verbs import DECIDED, SURE, WIN
from trivium.saying import Saying, colour_word, say
from trivium.search.limits import Score


def score_words(score: Score) -> Saying:
    """Return a score in words: "+3 for Blue (proven)", "Red wins by turn 31"."""
    colour, good, size = colour_word(score.pov), score.value > 0, abs(score.value)
    if size >= DECIDED:
        return say(
            "{colour} wins by turn {turn}" if good else "{colour} loses by turn {turn}",
            colour=colour,
            turn=WIN - size,
        )
    if size >= SURE:
        return say(
            "{colour} is about to win" if good else "{colour} is about to lose", colour=colour
        )
    if score.exact:
        return say("{points} for {colour} (proven)", points=f"{score.points:+.0f}", colour=colour)
    return say("{points} for {colour}", points=f"{score.points:+.2f}", colour=colour)


def result_words(colour: str, sign: int) -> Saying:
    """Return a proven result without a margin: 1 for a win of the colour, 0 for a draw."""
    return say(
        ("{colour} draws (proven)", "{colour} wins (proven)", "{colour} loses (proven)")[sign],
        colour=colour_word(colour),
    )


def outcome_words(outcome: Outcome) -> Saying:
    """Return how a game ended: "Blue wins (cells)"."""
    if outcome.winner is None:
        return say("Draw ({reason})", reason=Saying(outcome.reason))
    colour, reason = colour_word(outcome.winner), Saying(outcome.reason)
    return say("{colour} wins ({reason})", colour=colour, reason=reason)


def share_words(colour: str, share: float) -> Saying:
    """Return what simulated games say: the share of the points that they won for a colour."""
    return say(
        "{colour} wins {share} % of simulated games (estimate)",
        colour=colour_word(colour),
        share=f"{100 * share:.0f}",
    )

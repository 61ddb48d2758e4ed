"""Mistakes of the people who use Trivium, told in one sentence that says what would be right."""

__all__ = [
    "BadSize",
    "BadText",
    "IllegalMove",
    "TriviumError",
]


class TriviumError(Exception):
    """Something a user can mend; its text is meant for that user."""


class BadSize(TriviumError):
    """A board size that the game does not have."""


class BadText(TriviumError):
    """A board, move or file that cannot be read."""


class IllegalMove(TriviumError):
    """A move that exists in the game but not in this position."""

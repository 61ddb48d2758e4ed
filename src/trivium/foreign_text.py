"""Text that others have written: names are checked, everything else is made harmless.

What is told to a terminal, a file or a database must be letters and nothing else. Control
characters can rewrite a terminal, and what changes the direction of writing or cannot be seen
makes one name look like another.
"""

from __future__ import annotations

import unicodedata

from trivium.errors import TriviumError

LONGEST_NAME = 1_000
"""Letters; an agent without a name of its own goes by its description, which may be long."""
_MOST_MARKS = 5
"""Marks on one letter; more of them cover the lines above and below."""
_MARKS = ("Mn", "Me")
_HARMFUL = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of Unicode: control, format (direction, zero width), half letters, separators."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their category that show nothing."""


def check_name(name: str, what: str = "A name") -> str:
    """Return a name; raises `TriviumError` for one that is empty, endless or more than can be seen.

    Of spaces only the plain one is allowed: others look like it.
    """
    if len(name) > LONGEST_NAME:
        raise TriviumError(f"{what} may have {LONGEST_NAME:,} letters, not {len(name):,}.")
    marks = 0
    for place, letter in enumerate(name, 1):
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks > _MOST_MARKS:
            raise TriviumError(
                f"{what} has too many marks on one letter, at place {place}; "
                f"{_MOST_MARKS} are enough for any language."
            )
        space = unicodedata.category(letter) == "Zs" and letter != " "
        if space or letter in _BLANK or not _is_harmless(letter):
            raise TriviumError(
                f"{what} must consist of letters that can be seen; "
                f"the one at place {place} is U+{ord(letter):04X}."
            )
    if not name.strip():
        raise TriviumError(f"{what} must not be empty.")
    return name


def printable(text: str) -> str:
    """Return a text without what would upset a terminal, a file or a database."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter in "\n\t" or _is_harmless(letter) else "\ufffd" for letter in text
    )


def _is_harmless(letter: str) -> bool:
    return unicodedata.category(letter) not in _HARMFUL

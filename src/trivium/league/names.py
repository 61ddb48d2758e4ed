"""Names that people give: to leagues, and to themselves. They are shown as text everywhere."""

from __future__ import annotations

from trivium import foreign_text
from trivium.errors import TriviumError

LONGEST = 40


def check_name(name: str, what: str) -> str:
    """Return a name; raise `TriviumError` if it cannot be one."""
    if not name or name != name.strip() or len(name) > LONGEST:
        raise TriviumError(
            f"{what} has a name of 1 to {LONGEST} letters, without spaces at its ends, "
            f"not {name[: 2 * LONGEST]!r}."
        )
    return foreign_text.check_name(name, f"The name of {what.lower()}")

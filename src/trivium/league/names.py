"""Names that people give: to leagues, and to themselves. They are shown as text everywhere."""

from __future__ import annotations

from trivium.errors import TriviumError

LONGEST = 40


def check_name(name: str, what: str) -> str:
    """Return a name; raise `TriviumError` if it cannot be one."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST:
        raise TriviumError(
            f"{what} has a name of 1 to {LONGEST} letters that can be read, without spaces at "
            f"its ends, not {name[: 2 * LONGEST]!r}."
        )
    try:
        name.encode()
    except UnicodeEncodeError:
        raise TriviumError(f"{what} has a name of whole letters, not {name!r}.") from None
    return name

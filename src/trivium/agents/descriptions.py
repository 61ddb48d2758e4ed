"""How a player is described in a text: ``champion``, ``stages:timeout=2,seed=7``, ``gtp:COMMAND``.

Before the first colon stands a name: that of an agent in the catalogue, or the kind of an external
one. After it stand the settings of the agent, or where to find the external one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "PlayerDescription",
    "Setting",
    "described",
]


@dataclass(frozen=True)
class Setting:
    """One setting of an agent, like ``timeout=2``."""

    key: str
    value: str | None
    """None if there is no ``=``."""
    text: str
    """The setting as it was written."""

    @classmethod
    def read(cls, text: str) -> Setting:
        """Return the setting that a text is."""
        key, equals, value = text.partition("=")
        return cls(key.strip(), value.strip() if equals else None, text)


@dataclass(frozen=True)
class PlayerDescription:
    """What a text says about a player; whether there is such a player is not known yet."""

    name: str
    rest: str | None = None
    """What stands after the colon; None if there is no colon."""
    home: Path | None = None
    """The folder of the file that the text is from, where its paths begin; None if it is from no
    file."""

    @classmethod
    def read(cls, text: str, home: Path | None = None) -> PlayerDescription:
        """Return what a text says; any text says something."""
        name, colon, rest = text.partition(":")
        return cls(name, rest if colon else None, home)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What is set of an agent in the catalogue."""
        return tuple(Setting.read(text) for text in (self.rest or "").split(",") if text)

    def __str__(self) -> str:
        """The text again."""
        return self.name if self.rest is None else f"{self.name}:{self.rest}"


def described(player: str | PlayerDescription) -> PlayerDescription:
    """Return a description that may still be a text."""
    return player if isinstance(player, PlayerDescription) else PlayerDescription.read(player)

"""Texts that come from agents, made harmless."""

from __future__ import annotations


def printable(text: str) -> str:
    """Return a text of an agent's without what would upset a terminal, a file or a database."""
    harmless = "".join(
        letter if letter.isprintable() or letter in "\n\t" else "�" for letter in text
    )
    return harmless.encode(errors="replace").decode()

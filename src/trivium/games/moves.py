"""Moves as people see them: a number for the engine, a short text, and coordinates.

The short text names a square the way chess does: a letter for the column and a number from 1
for the row, so (row 3, column 4) is ``e4``. After ``z`` comes ``aa``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "Action",
    "Move",
    "MoveReader",
    "column_name",
    "square_name",
]

Action = tuple[object, ...] | None
"""A move as the original course interfaces write it; the games' own pages say how."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one game. ``str(move)`` is its short text."""

    code: int
    """The number that the compiled rules know it by."""
    text: str
    action: Action

    def __str__(self) -> str:
        return self.text


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: a … z, aa, ab …"""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def square_name(column: int, row: int) -> str:
    """Return the short text of a square; column and row count from 0."""
    return f"{column_name(column)}{row + 1}"


class MoveReader:
    """Finds the move that a person means by a text, among all moves of a game.

    Accepts the short text in any case, and the coordinates in the order of the rule page with
    any punctuation between them: ``e4``, ``(3, 4)`` and ``3 4``.
    """

    def __init__(self, moves: Iterable[Move]) -> None:
        self._by_text: dict[str, Move] = {}
        self._by_numbers: dict[tuple[int, ...], Move] = {}
        for move in moves:
            self._by_text[_plain(move.text)] = move
            numbers = tuple(int(n) for n in re.findall(r"\d+", repr(move.action)))
            if numbers:
                self._by_numbers[numbers] = move

    def find(self, text: str) -> Move | None:
        """Return the move, or None if the text names none."""
        if re.fullmatch(r"[\s\d(),;>-]+", text):
            return self._by_numbers.get(tuple(int(n) for n in re.findall(r"\d+", text)))
        return self._by_text.get(_plain(text))


def _plain(text: str) -> str:
    return re.sub(r"[\s>-]+", "-", text.strip().lower())

"""Square Dots-and-Boxes for people."""

from __future__ import annotations

import re
from numbers import Integral
from typing import Self

from trivium.errors import BadSize
from trivium.games.dots_and_boxes import geometry
from trivium.games.hexifence import drawing, notation
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import Fences

__all__ = [
    "DotsAndBoxes",
]


class DotsAndBoxes(FencesPosition):
    """A game of Dots-and-Boxes.

    >>> position = DotsAndBoxes(1, 2)
    >>> len(position.legal_moves)
    7
    """

    game = "dots-and-boxes"
    shape = drawing.SQUARE

    def __init__(self, height: int = 3, width: int = 3, state: Fences | None = None) -> None:
        check_size(height, width)
        super().__init__(geometry.rectangle(height, width), state)
        self._size = (height, width)

    @property
    def size(self) -> str:
        return "{}x{}".format(*self._size)

    @classmethod
    def of_size(cls, text: str) -> Self:
        return cls(*read_size(text))

    @classmethod
    def from_text(cls, text: str) -> Self:
        header, state = notation.read_board(text, lambda line: geometry.rectangle(*read_size(line)))
        return cls(*read_size(header), state)


def check_size(height: int, width: int) -> None:
    """Raise `BadSize` unless there is a board of this size."""
    if not (isinstance(height, Integral) and isinstance(width, Integral)):
        raise BadSize(
            f"Dots-and-Boxes has no size {height!r} x {width!r}; height and width are whole "
            f"numbers, as in DotsAndBoxes(3, 4)."
        )
    if not (1 <= height <= geometry.LARGEST and 1 <= width <= geometry.LARGEST):
        raise BadSize(
            f"Dots-and-Boxes has no size {height}x{width}; "
            f"height and width go from 1 to {geometry.LARGEST}."
        )


def read_size(text: str) -> tuple[int, int]:
    """Return the height and width that `text` means, or raise `BadSize`."""
    match = re.fullmatch(r"(\d{1,9})\s*[xX× ]\s*(\d{1,9})", text.strip())
    if match is None:
        raise BadSize(f"'{text}' is no size of Dots-and-Boxes; write height x width, like 3x4.")
    height, width = (int(number) for number in match.groups())
    check_size(height, width)
    return height, width

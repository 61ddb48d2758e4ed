"""What the drawings of all games share: SVG text, one palette, and the terminal's styles.

Most functions return pieces of SVG as strings; `document` makes a picture of them. A piece is
painted by the *roles* of the group it is in, such as ``line blue``: what it is, and whose. Roles
become CSS classes that are bound to the pictures of this project, so that several of them can
stand in one page and all of them follow its light or dark mode. (No CSS variables: some programs
that turn SVG into bitmaps do not know them.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from trivium.games.position import Position

AnyPosition = TypeVar("AnyPosition", bound="Position")

Spot = tuple[float, float]
"""A place on paper: x to the right, y downwards."""

COLOURS = frozenset({"blue", "red", "white", "black"})
"""The colours that players can have."""
_TERMINAL_COLOURS = {"blue": "bold bright_blue", "red": "bold bright_red"}

_CAPTION_SIZE = 14
_LONGEST_CAPTION = 36
"""Letters that there is room for, so that all pictures of a game are of one size."""
_MARGIN = 10

_LOOK = {
    "paper": "fill:#fff",
    "cell": "fill:#f4f3ef;stroke:#c9c7c0;stroke-width:1",
    "plain": "fill:#f4f3ef",
    "gone": "fill:none;stroke:#d8d6d0;stroke-width:1;stroke-dasharray:3 4",
    "free": "stroke:#a3a19a;stroke-width:2;stroke-linecap:round;stroke-dasharray:0 5",
    "cross": "stroke:#8a8880;stroke-width:3;stroke-linecap:round",
    "zone": "fill:#009e73;fill-opacity:.13",
    "label": "fill:#6b6963;font-size:12px",
    "guide": "stroke:#a3a19a;stroke-width:1",
    "caption": f"fill:#33322f;font-size:{_CAPTION_SIZE}px",
    "dot": "fill:#33322f",
    "line": "stroke:currentColor;stroke-width:5;stroke-linecap:round",
    "side": "fill:none;stroke:currentColor;stroke-width:12;stroke-linejoin:round",
    "path": "fill:none;stroke:currentColor;stroke-width:12;stroke-linejoin:round;"
    "stroke-linecap:round",
    "tint": "fill:currentColor;fill-opacity:.22",
    "letter": "fill:currentColor;font-size:17px;font-weight:bold",
    "stone": "fill:currentColor;stroke:#33322f;stroke-width:1.5",
    "ring": "fill:none;stroke:#fff;stroke-width:2",
    "ghost": "fill:currentColor;fill-opacity:.4;stroke:#8a8880;stroke-width:1.5;"
    "stroke-dasharray:3 3",
    "last": "fill:#f7d774",
    "halo": "stroke:#f2c230;stroke-width:13;stroke-linecap:round",
    "blue": "color:#0072b2",
    "red": "color:#d55e00",
    "white": "color:#fff",
    "black": "color:#222",
    "unknown": "color:#6b6963",
    "chain": "color:#009e73",
    "loop": "color:#b4578f",
    "junction": "color:#8a8880",
    "open": "color:#c79a00",
}
"""What each role looks like on light paper."""

_DARK_LOOK = {
    "paper": "fill:#1c1e22",
    "cell": "fill:#2a2d33;stroke:#4b4f57",
    "plain": "fill:#2a2d33",
    "gone": "stroke:#3a3d44",
    "free": "stroke:#777b84",
    "cross": "stroke:#8f939b",
    "zone": "fill:#2cc49a",
    "label": "fill:#a4a8b0",
    "guide": "stroke:#777b84",
    "caption": "fill:#e4e6ea",
    "dot": "fill:#e4e6ea",
    "stone": "stroke:#c9ccd2",
    "ghost": "stroke:#8f939b",
    "tint": "fill-opacity:.3",
    "last": "fill:#7d6516",
    "halo": "stroke:#a8861a",
    "blue": "color:#56b4e9",
    "red": "color:#ee7733",
    "black": "color:#101114",
    "unknown": "color:#a4a8b0",
    "chain": "color:#2cc49a",
    "loop": "color:#dd8fbe",
    "open": "color:#f2c230",
    "ring": "stroke:#1c1e22",
}
"""What differs on dark paper."""


def element(name: str, *content: str, **attributes: str | float) -> str:
    """Return an element around markup; an underscore in an attribute's name is a hyphen."""
    written = "".join(
        f" {key.strip('_').replace('_', '-')}={_quoted(_plain(value))}"
        for key, value in attributes.items()
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def escape(text: str) -> str:
    """Return a text as it stands between tags.

    The library's own function for this brings half of what speaks to the network along with it.
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(text: str) -> str:
    """Return a text as the value of an attribute."""
    return '"' + escape(text).replace('"', "&quot;").replace("\n", "&#10;") + '"'


def group(roles: str, members: Iterable[str]) -> str:
    """Return the members painted by the given roles; nothing if there are none."""
    inside = "".join(members)
    return element("g", inside, class_=_classes(roles)) if inside else ""


def line(start: Spot, end: Spot, name: str = "") -> str:
    """Return a line; a pointer resting on it shows its name."""
    return element("line", _hint(name), x1=start[0], y1=start[1], x2=end[0], y2=end[1])


def polyline(spots: Iterable[Spot]) -> str:
    """Return the open line through the spots."""
    return element("polyline", points=_spots(spots))


def polygon(spots: Iterable[Spot], name: str = "") -> str:
    """Return the polygon with these corners; a pointer resting on it shows its name."""
    return element("polygon", _hint(name), points=_spots(spots))


def square(centre: Spot, side: float, name: str = "") -> str:
    """Return a square; a pointer resting on it shows its name."""
    x, y = centre[0] - side / 2, centre[1] - side / 2
    return element("rect", _hint(name), x=x, y=y, width=side, height=side)


def disc(centre: Spot, radius: float, name: str = "") -> str:
    """Return a circle; a pointer resting on it shows its name."""
    return element("circle", _hint(name), cx=centre[0], cy=centre[1], r=radius)


def words(centre: Spot, text: str) -> str:
    """Return a text whose middle is the given spot."""
    return element("text", escape(text), x=centre[0], y=centre[1], dy=".35em")


def labels(names: dict[Spot, str]) -> str:
    """Return the names of columns and rows, each at its spot."""
    return group("label", (words(spot, name) for spot, name in names.items()))


def hexagon(centre: Spot, width: float) -> list[Spot]:
    """Return the corners of a hexagon that stands on a corner, clockwise from the top."""
    x, y = centre
    half, radius = width / 2, width / math.sqrt(3)
    return [
        (x, y - radius),
        (x + half, y - radius / 2),
        (x + half, y + radius / 2),
        (x, y + radius),
        (x - half, y + radius / 2),
        (x - half, y - radius / 2),
    ]


def document(title: str, caption: str, reach: Iterable[Spot], drawing: Iterable[str]) -> str:
    """Return a picture with a caption below the drawing, which lies within `reach`.

    `reach` are spots that have to fit into the picture, such as corners and labels; a margin
    for the thickness of what stands there is added.
    """
    xs, ys = zip(*reach, strict=True)
    middle = (min(xs) + max(xs)) / 2
    letters = max(len(caption), _LONGEST_CAPTION)
    width = max(max(xs) - min(xs), 0.55 * _CAPTION_SIZE * letters) + 4 * _MARGIN
    left, top = middle - width / 2, min(ys) - 2 * _MARGIN
    height = max(ys) - top + 2 * _MARGIN + 2 * _CAPTION_SIZE
    caption_spot = (middle, top + height - _MARGIN - _CAPTION_SIZE / 2)
    paper = element("rect", x=left, y=top, width=width, height=height, rx=8)
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(caption)),
        element("style", _STYLE),
        group("paper", [paper]),
        *drawing,
        group("caption", [words(caption_spot, caption)]),
        xmlns="http://www.w3.org/2000/svg",
        class_="trivium",
        role="img",
        width=width,
        height=height,
        viewBox=" ".join(_plain(value) for value in (left, top, width, height)),
    )


def terminal_style(owner: str | None, marked: bool = False) -> str:
    """Return the style in which a terminal shows what `owner` owns, or the bare board.

    `marked` is for the last move, and is visible without colours too.
    """
    style = _TERMINAL_COLOURS.get(owner, "bold") if owner else "dim"
    return f"{style} reverse" if marked else style


def taken_off(
    position: AnyPosition, men: Callable[[AnyPosition], dict[tuple[int, int], str]]
) -> dict[tuple[int, int], str]:
    """Return the places that the last move emptied, each with the colour that stood there.

    `men` tells which colour stands where. Nothing if no move has been made since the set-up.
    """
    if not position.moves:
        return {}
    before = position.copy()
    before.pop()
    now = men(position)
    return {place: colour for place, colour in men(before).items() if place not in now}


def _classes(roles: str) -> str:
    return " ".join(f"trivium-{role}" for role in roles.split())


def _rules(look: dict[str, str]) -> str:
    return "".join(f"svg.trivium .trivium-{role}{{{rule}}}" for role, rule in look.items())


def _plain(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def _spots(spots: Iterable[Spot]) -> str:
    return " ".join(f"{_plain(x)},{_plain(y)}" for x, y in spots)


def _hint(name: str) -> str:
    return element("title", escape(name)) if name else ""


_STYLE = (
    "svg.trivium{font-family:sans-serif;text-anchor:middle;max-width:100%;height:auto}"
    + _rules(_LOOK)
    + f"@media (prefers-color-scheme:dark){{{_rules(_DARK_LOOK)}}}"
)

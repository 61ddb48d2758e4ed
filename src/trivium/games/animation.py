"""A game as one moving picture: an SVG that browsers play, or a GIF for everywhere else."""

from __future__ import annotations

import io
import re

from trivium.errors import TriviumError
from trivium.games.pictures import image_of
from trivium.games.position import Position

__all__ = [
    "SECONDS",
    "animated_svg",
    "frames_of",
    "gif_of",
]

SECONDS = 0.8
"""For each move."""
_LAST = 3
"""How many moves' time the end is shown for."""
_WIDTH = 420
_TITLE = re.compile(r"<(title|desc)>.*?</\1>", re.DOTALL)
_ROOT = re.compile(r"<svg[^>]*>")


def frames_of(position: Position) -> list[str]:
    """Return the drawing of every position of a game, from its start to its end."""
    board = position.origin()
    frames = [board.svg()]
    for move in position.moves:
        board.push(move)
        frames.append(board.svg())
    return frames


def animated_svg(position: Position, seconds: float = SECONDS) -> str:
    """Return a picture in which one position of a game follows the other, again and again.

    Where nothing moves, it is a picture of the last one.
    """
    frames = frames_of(position)
    root = _ROOT.match(frames[0])
    style = re.search(r"<style>.*?</style>", frames[0], re.DOTALL)
    if root is None or style is None:
        raise TriviumError(f"The drawing of {position.game} cannot be animated.")
    whole = (len(frames) - 1 + _LAST) * seconds
    groups = []
    for number, frame in enumerate(frames):
        is_last = number == len(frames) - 1
        begin = number * seconds / whole
        end = 1.0 if is_last else (number + 1) * seconds / whole
        body = _TITLE.sub("", _ROOT.sub("", frame, count=1)).replace("</svg>", "")
        body = body.replace(style[0], "")
        still = int(is_last)  # what a program shows that plays nothing
        groups.append(f'<g opacity="{still}">{_shown(begin, end, whole)}{body}</g>')
    title = f"<title>A game of {position.game}</title><desc>{position.status()}</desc>"
    return f"{root[0]}{title}{style[0]}{''.join(groups)}</svg>\n"


def _shown(begin: float, end: float, whole: float) -> str:
    """Return what shows a group from one share of the time to another."""
    times, values = ["0"], ["1" if begin == 0 else "0"]
    if begin > 0:
        times.append(f"{begin:.5f}")
        values.append("1")
    if end < 1:
        times.append(f"{end:.5f}")
        values.append("0")
    return (
        f'<animate attributeName="opacity" calcMode="discrete" dur="{whole:g}s" '
        f'repeatCount="indefinite" keyTimes="{";".join(times)}" values="{";".join(values)}"/>'
    )


def gif_of(position: Position, seconds: float = SECONDS, width: int = _WIDTH) -> bytes:
    """Return the content of a GIF file that shows a game again and again."""
    images = [image_of(frame, width) for frame in frames_of(position)]
    images = [image.quantize(64) for image in images]
    durations = [round(1000 * seconds)] * len(images)
    durations[-1] *= _LAST
    content = io.BytesIO()
    images[0].save(
        content, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0
    )
    return content.getvalue()

"""Pictures made of dots, from the drawings: PNG files and arrays of pixels (extra ``pictures``)."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from trivium.errors import TriviumError

if TYPE_CHECKING:
    from PIL import Image

_PAPER = "#ffffff"


def is_possible() -> bool:
    """Return whether the extra is installed."""
    return find_spec("resvg_py") is not None and find_spec("PIL") is not None


def png_of(svg: str, width: int | None = None) -> bytes:
    """Return a drawing as the content of a PNG file, so many dots wide or as wide as it says."""
    try:
        import resvg_py
    except ImportError:
        raise TriviumError(
            "Pictures other than SVG need the extra 'pictures': pip install 'trivium[pictures]'."
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, background=_PAPER))


def image_of(svg: str, width: int | None = None) -> Image.Image:
    """Return a drawing as an image of Pillow's."""
    png = png_of(svg, width)
    from PIL import Image

    return Image.open(io.BytesIO(png)).convert("RGB")


def pixels_of(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """Return a drawing as an array of rows, columns and the colours red, green, blue."""
    return np.asarray(image_of(svg, width), np.uint8)

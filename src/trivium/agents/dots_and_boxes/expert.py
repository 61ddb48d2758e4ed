"""The expert of Dots-and-Boxes: that of Hexifence, with levels and puzzles of its own.

What was tuned or fitted for Hexifence is taken to be right here too.
"""

from __future__ import annotations

import dataclasses

from trivium.agents.expert import PuzzleSource
from trivium.agents.hexifence.expert import HEXIFENCE, fence_skills

DOTS_AND_BOXES = dataclasses.replace(
    HEXIFENCE,
    game="dots-and-boxes",
    skills=fence_skills(errors=(2.0, 0.4), horizons=(7, 13, 19, 28)),
    puzzles=(
        PuzzleSource("3x3", 16, ("double", "stages:middle=6"), last=16),
        PuzzleSource("4x4", 16, ("double", "stages:middle=10"), last=24),
    ),
    subjects=(),
)

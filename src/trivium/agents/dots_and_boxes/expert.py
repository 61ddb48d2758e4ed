"""The expert of Dots-and-Boxes: that of Hexifence, with levels and puzzles of its own.

What was tuned or fitted for Hexifence is taken to be right here too.
"""

from __future__ import annotations

import dataclasses

from trivium.agents.expert import PuzzleSource
from trivium.agents.hexifence.expert import HEXIFENCE, Ladder, fence_skills

DOTS_AND_BOXES = dataclasses.replace(
    HEXIFENCE,
    game="dots-and-boxes",
    skills=fence_skills(
        Ladder(overlooks=0.25, hurries=(0.4, 0.95, 0.28, 0.2), horizons=(4, 8, 12, 15))
    ),
    puzzles=(
        PuzzleSource("3x3", 100, ("double", "stages:middle=6"), last=16, single=0.6),
        PuzzleSource("4x4", 120, ("double", "stages:middle=10"), last=24, single=0.7),
        PuzzleSource("5x5", 60, ("double", "stages:middle=10"), last=26),
    ),
    subjects=(),
)

"""Random positions of every game that are a few moves from a certain end."""

from __future__ import annotations

import json
import random

from trivium import Cachex, DotsAndBoxes, Hexifence, Position, WatchYourBack
from trivium.games.cachex.rules import TURN_LIMIT


def fences(position: Hexifence | DotsAndBoxes, dice: random.Random, left: int) -> Position:
    while len(position.legal_moves) > left:
        position.push(dice.choice(position.legal_moves))
    return position


def cachex(dice: random.Random, left: int) -> Position:
    """A random board shortly before the turn limit, with neither side connected."""
    while True:
        size = dice.choice((3, 4))
        cells = [(r, q) for r in range(size) for q in range(size)]
        dice.shuffle(cells)
        stones = [[dice.choice("rb"), r, q] for r, q in cells[: len(cells) - 5]]
        text = {"n": size, "board": stones, "turns": TURN_LIMIT - left}
        try:
            position = Cachex.from_text(json.dumps(text))
        except Exception:
            continue
        if not position.is_over:
            return position


def watch_your_back(dice: random.Random, left: int) -> Position:
    """A random game shortly before its move limit, in a small corner of the board."""
    while True:
        limit = dice.randrange(10, 210)
        position = WatchYourBack(move_limit=limit)
        while not position.is_over and position.turns < limit - left:
            position.push(dice.choice(position.legal_moves))
            if position.phase == "placing":
                continue
        if not position.is_over and position.phase == "moving":
            return position


def random_position(game: str, seed: int) -> Position:
    """Return a position of which the whole rest of the game can be searched by brute force."""
    dice = random.Random(seed)
    if game == "hexifence":
        return fences(Hexifence(2), dice, dice.randrange(1, 7))
    if game == "dots-and-boxes":
        shape = dice.choice(((1, 3), (2, 2), (2, 3), (3, 3)))
        return fences(DotsAndBoxes(*shape), dice, dice.randrange(1, 7))
    if game == "cachex":
        return cachex(dice, dice.randrange(1, 5))
    return watch_your_back(dice, dice.randrange(1, 3))

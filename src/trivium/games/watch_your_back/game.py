"""Watch Your Back! in the catalogue."""

from __future__ import annotations

from trivium.games.game import Game, Look
from trivium.games.watch_your_back.geometry import SIDE
from trivium.games.watch_your_back.position import WatchYourBack

WATCH_YOUR_BACK = Game(
    name="watch-your-back",
    title="Watch Your Back!",
    summary="Place twelve pieces, then move and jump; two hostile squares around a piece eliminate "
    "it, and the board shrinks.",
    rules="Place twelve pieces each, then move or jump one a turn: a piece between two enemies, or "
    "an enemy and a corner, is eliminated. The board shrinks after 128 and 192 turns, and who has "
    "fewer than two pieces loses.",
    ends="a player has fewer than 2 pieces",
    sizes=str(SIDE),
    offered_sizes=(str(SIDE),),
    default_size=str(SIDE),
    thing="piece",
    things="pieces",
    position=WatchYourBack,
    look=Look(
        style="squares",
        picture="squares",
        behind={"white": 180},  # the own rows are in front
        shows_score=True,
        features="Dangers",
        phases=("placing", "moving"),
    ),
    text_begins=r"^[XO@-](\s|$)",
)

"""Every game brings all that a game has to bring; what is missing is named, all of it at once.

docs/adding-a-game.md says what each of these is for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import resources
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.games import both, golden_games
from tests.toy_game.position import NOUGHTS_AND_CROSSES, NoughtsAndCrosses
from trivium.errors import BadText, TriviumError
from trivium.games import svg
from trivium.games.catalogue import GAMES, find_game, registered
from trivium.games.game import Game
from trivium.kernel import verbs

ROOT = Path(__file__).parents[2]
STUDY = resources.files("trivium.study")

TEXTS = ("title", "summary", "rules", "ends", "sizes", "thing", "things")
VERBS = (
    verbs.most_moves,
    verbs.legal,
    verbs.allowed,
    verbs.pick,
    verbs.play,
    verbs.undo,
    verbs.mover,
    verbs.over,
    verbs.score,
    verbs.key,
    verbs.move_codes,
    verbs.most_left,
    verbs.final,
    verbs.banked,
    verbs.folded_key,
    verbs.promise,
    verbs.tactical,
    verbs.play_out,
)
"""What search and simulation need of a position; the others have something for all types."""


def missing(game: Game) -> list[str]:
    """Return what a game lacks, each in a few words."""
    return [what for what, is_there in entries(game) if not _holds(is_there)]


def entries(game: Game) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Yield everything that a game has to bring, with how to tell whether it is there."""
    name = game.name
    for text in TEXTS:
        yield f"the fact '{text}'", partial(_says, game, text)
    yield "a name of small letters and hyphens", lambda: find_game(name.upper()).name == name
    yield "sizes to offer", lambda: len(game.offered_sizes) > 0
    yield (
        "boards of all sizes that it offers",
        lambda: all(game.start(size).size == size for size in game.offered_sizes),
    )
    yield "the default size among those offered", lambda: game.default_size in game.offered_sizes
    yield "its own name in its position class", lambda: game.position.game == name
    yield (
        "two colours that the drawings know",
        lambda: len(set(game.colours)) == 2 and set(game.colours) <= svg.COLOURS,
    )
    for verb in VERBS:
        yield f"the verb '{verb.__name__}'", partial(_does, game, verb)
    yield "a text that is read back", lambda: game.read(game.start().to_text()) == game.start()
    yield (
        "a beginning by which its text is known from others",
        lambda: _known_by(game.start().to_text()) == [game],
    )
    yield "a cell for each place", lambda: bool(game.start().layout().cells)
    yield "planes that show it to a learner", lambda: bool(game.start().observation().planes)
    yield "lessons", (STUDY / "lessons" / f"{name}.toml").is_file
    yield "a puzzle book", (STUDY / "puzzle-book" / f"{name}.jsonl").is_file
    yield "an oracle in tests/games/both.py", lambda: hasattr(both, name.replace("-", "_"))
    yield (
        "a golden game in tests/games/golden_games.py",
        lambda: name in [recorded for recorded, _, _ in golden_games.RECORDED],
    )
    yield (
        "tests of the engine by GTP in tests/regression",
        (ROOT / "tests" / "regression" / f"{name}.tst").is_file,
    )
    yield (
        "an example in docs/examples",
        lambda: bool([*(ROOT / "docs" / "examples").glob(f"{name}.*")]),
    )
    yield "a picture in docs/images", (ROOT / "docs" / "images" / f"{name}.svg").is_file
    yield (
        "a section in docs/games.md",
        lambda: f"## {game.title}\n" in (ROOT / "docs" / "games.md").read_text(encoding="utf-8"),
    )


def _holds(is_there: Callable[[], bool]) -> bool:
    try:
        return is_there()
    except TriviumError:
        return False


def _says(game: Game, fact: str) -> bool:
    """Whether a fact is told."""
    return bool(getattr(game, fact).strip())


def _does(game: Game, verb: object) -> bool:
    """Whether a verb has an implementation for the positions of a game."""
    by_type = verbs._implementations[verb]
    return type(game.start().kernel) in by_type or object in by_type


def _known_by(text: str) -> list[Game]:
    """Return the games that a text is taken for by its first line, as the page does it."""
    first = text.strip().split("\n")[0]
    return [game for game in GAMES.values() if re.search(game.text_begins or "$^", first)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_brings_all_that_a_game_has_to(game: Game) -> None:
    lacks = missing(game)
    assert not lacks, f"{game.title} lacks " + "; ".join(lacks)


def test_a_new_game_is_told_all_that_it_lacks() -> None:
    with registered(NOUGHTS_AND_CROSSES):
        assert missing(NOUGHTS_AND_CROSSES) == [
            "planes that show it to a learner",
            "lessons",
            "a puzzle book",
            "an oracle in tests/games/both.py",
            "a golden game in tests/games/golden_games.py",
            "tests of the engine by GTP in tests/regression",
            "an example in docs/examples",
            "a picture in docs/images",
            "a section in docs/games.md",
        ]


class Bare(NamedTuple):
    """A position that no verb knows."""

    board: NDArray[np.int64]


class Unfinished(NoughtsAndCrosses):
    """A position of players that nobody can draw, and a text that nobody can read."""

    colours = ("green", "green")

    @classmethod
    def of_size(cls, text: str) -> Self:
        position = super().of_size(text)
        position._state = Bare(position.kernel.board)
        return position

    @classmethod
    def from_text(cls, text: str) -> Self:
        raise BadText("This is not finished.")


def test_a_game_that_is_hardly_begun_is_told_all_that_it_lacks() -> None:
    unfinished = Game(
        name="un_finished",
        title="",
        summary=" ",
        rules="",
        ends="",
        sizes="",
        offered_sizes=(),
        default_size="3",
        thing="",
        things="",
        position=Unfinished,
    )
    with registered(unfinished):
        there = {what for what, _ in entries(unfinished)} - set(missing(unfinished))
    assert there == {
        "boards of all sizes that it offers",  # which are none
        "a cell for each place",  # as every game has
    }

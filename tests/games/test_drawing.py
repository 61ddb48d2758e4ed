"""The drawings show what the position holds, and name every place that a move can name."""

from __future__ import annotations

import math
import random
import re
from itertools import pairwise
from textwrap import dedent
from xml.etree import ElementTree

import pytest

from trivium.games.cachex.drawing import last_cells, winning_path
from trivium.games.cachex.geometry import STEPS
from trivium.games.cachex.position import Cachex
from trivium.games.catalogue import GAMES
from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.hexifence.position import FencesPosition, Hexifence
from trivium.games.moves import square_name
from trivium.games.position import Position
from trivium.games.watch_your_back.drawing import last_squares
from trivium.games.watch_your_back.position import WatchYourBack

SVG = "{http://www.w3.org/2000/svg}"

SHRUNK_ONCE = """
  X - O @ - X
  - - - - - -
  - O - - @ -
  - - - - - -
  - - - - - -
  X - - - - X

turns: 150
"""
SHRUNK_TWICE = """

    X - O X
    - @ - -
    - @ - O
    X - - X


turns: 201
"""

EXAMPLES = [
    ("hexifence", "1", 0),
    ("hexifence", "2", 22),
    ("hexifence", "3", 72),
    ("hexifence", "6", 250),
    ("hexifence", "12", 600),
    ("dots-and-boxes", "3x4", 25),
    ("dots-and-boxes", "2x30", 60),
    ("cachex", "3", 0),
    ("cachex", "4", 2),
    ("cachex", "5", 343),
    ("cachex", "9", 343),
    ("cachex", "15", 120),
    ("watch-your-back", "8", 0),
    ("watch-your-back", "8", 13),
    ("watch-your-back", "8", 24),
    ("watch-your-back", "8", 60),
    ("watch-your-back", SHRUNK_ONCE, 0),
    ("watch-your-back", SHRUNK_ONCE, 5),
    ("watch-your-back", SHRUNK_TWICE, 0),
    ("watch-your-back", SHRUNK_TWICE, 5),
]
"""A game, its size or a board, and the random moves to play from there."""


@pytest.fixture(params=EXAMPLES, ids=lambda example: f"{example[0]}-{example[2]}")
def position(request: pytest.FixtureRequest) -> Position:
    name, start, moves = request.param
    game = GAMES[name]
    return played(game.read(start) if "\n" in start else game.start(start), moves)


def played(position: Position, moves: int, seed: int = 1) -> Position:
    """Play up to so many random moves."""
    choice = random.Random(seed)
    for _ in range(moves):
        if position.is_over:
            break
        position.push(choice.choice(position.legal_moves))
    return position


def parsed(position: Position) -> ElementTree.Element:
    return ElementTree.fromstring(position.svg())


def drawn(position: Position, roles: str) -> list[ElementTree.Element]:
    """Return what the picture paints with exactly these roles."""
    classes = " ".join(f"trivium-{role}" for role in roles.split())
    groups = [group for group in parsed(position).iter(f"{SVG}g") if group.get("class") == classes]
    return [member for group in groups for member in group]


def names(elements: list[ElementTree.Element]) -> list[str]:
    return [element.findtext(f"{SVG}title", "") for element in elements]


def labels(position: Position) -> dict[str, tuple[float, float]]:
    """Return where the picture has the names of columns and rows."""
    return {
        label.text or "": (float(label.get("x", "")), float(label.get("y", "")))
        for label in drawn(position, "label")
    }


def square_names(position: Position) -> set[str]:
    """Return the squares that legal moves name."""
    return {
        square for move in position.legal_moves for square in re.findall(r"[a-z]+\d+", move.text)
    }


def lines(text: str) -> str:
    return dedent(text).strip("\n")


def test_picture_is_well_formed_and_tells_its_game_and_status(position: Position) -> None:
    root = parsed(position)
    assert root.tag == f"{SVG}svg"
    assert (root.findtext(f"{SVG}title") or "").startswith(GAMES[position.game].title[:4])
    assert root.findtext(f"{SVG}desc") == position.status()
    assert [caption.text for caption in drawn(position, "caption")] == [position.status()]


def test_picture_shares_a_page_with_others(position: Position) -> None:
    root = parsed(position)
    style = root.findtext(f"{SVG}style") or ""
    selectors = re.findall(r"(?:^|[{}])\s*([^{}@]+)\{", style)
    assert all(selector.startswith("svg.trivium") for selector in selectors)
    assert root.get("class") == "trivium"
    used = {name for part in root.iter(f"{SVG}g") for name in part.get("class", "").split()}
    assert used <= {selector.removeprefix("svg.trivium .") for selector in selectors}
    assert not [part for part in root.iter() if part.get("id")]


def test_picture_has_everything_inside_its_frame(position: Position) -> None:
    root = parsed(position)
    left, top, width, height = (float(part) for part in root.get("viewBox", "").split())
    for part in root.iter():
        points = [spot.split(",") for spot in part.get("points", "").split()]
        xs = [part.get(key) for key in ("x", "x1", "x2", "cx")] + [x for x, _ in points]
        ys = [part.get(key) for key in ("y", "y1", "y2", "cy")] + [y for _, y in points]
        assert all(left <= float(x) <= left + width for x in xs if x is not None)
        assert all(top <= float(y) <= top + height for y in ys if y is not None)


def test_drawing_changes_nothing_and_is_always_the_same(position: Position) -> None:
    def everything() -> tuple[object, ...]:
        state = tuple(part.tobytes() for part in position.kernel)
        return state, position.moves, position.legal_moves, position.outcome()

    before = everything()
    picture, characters = position.svg(), position.terminal()
    assert everything() == before
    assert position.copy().svg() == picture
    assert position.copy().terminal() == characters


def test_every_square_of_a_legal_move_can_be_named_from_the_drawing(position: Position) -> None:
    in_picture = set(labels(position))
    in_terminal = set(re.findall(r"[a-z]+|\d+", position.terminal().plain))
    hints = set(names(list(parsed(position).iter())))
    for square in square_names(position):
        column, row = re.findall(r"[a-z]+|\d+", square)
        assert {column, row} <= in_picture
        assert {column, row} <= in_terminal
        assert square in hints


def test_terminal_marks_the_last_move_without_colours_too(position: Position) -> None:
    reversed_ones = [span for span in position.terminal().spans if "reverse" in str(span.style)]
    assert bool(reversed_ones) == bool(position.moves)


@pytest.mark.parametrize(
    ("game", "size", "down"),
    [(Hexifence, "3", (-1 / 2, math.sqrt(3) / 2)), (DotsAndBoxes, "3x4", (0.0, 1.0))],
)
def test_edges_lie_below_their_letter_and_beside_their_number(
    game: type[FencesPosition], size: str, down: tuple[float, float]
) -> None:
    position = game.of_size(size)
    places = labels(position)
    edges = drawn(position, "free")
    assert len(edges) == len(position.legal_moves)
    for edge in edges:
        column, row = re.findall(r"[a-z]+|\d+", names([edge])[0])
        x1, y1, x2, y2 = (float(edge.get(key, "")) for key in ("x1", "y1", "x2", "y2"))
        x, y = (x1 + x2) / 2 - places[column][0], (y1 + y2) / 2 - places[column][1]
        assert y > 0
        assert x * down[1] == pytest.approx(y * down[0], abs=0.2)
        assert (y1 + y2) / 2 == pytest.approx(places[row][1], abs=0.2)
        assert (x1 + x2) / 2 > places[row][0]


@pytest.mark.parametrize("moves", [0, 30, 60, 72])
@pytest.mark.parametrize(("game", "size"), [(Hexifence, "3"), (DotsAndBoxes, "5x6")])
def test_fences_show_each_edge_and_each_captured_cell_once(
    game: type[FencesPosition], size: str, moves: int
) -> None:
    position = game.of_size(size)
    played(position, moves)
    board = position.board
    for colour, count in position.cells.items():
        letters = [letter.text for letter in drawn(position, f"letter {colour}")]
        assert letters == [colour[0].upper()] * count
        assert len(drawn(position, f"tint {colour}")) == count
    assert len(drawn(position, "plain")) == len(board.cells) - sum(position.cells.values())
    assert set(names(drawn(position, "free"))) == {str(move) for move in position.legal_moves}
    claimed = [*drawn(position, "line blue"), *drawn(position, "line red")]
    assert sorted(names(claimed)) == sorted(str(move) for move in position.moves)
    assert len(drawn(position, "halo")) == min(moves, 1)


def test_a_large_picture_stays_small() -> None:
    assert len(played(Hexifence(6), 200).svg().encode()) < 60_000


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("moves", [0, 1, 10, 60, 343])
def test_cachex_shows_the_stones_in_their_colours(moves: int, seed: int) -> None:
    position = Cachex(7)
    played(position, moves, seed)
    for colour in position.colours:
        cells = [cell for cell, owner in position.stones.items() if owner == colour]
        squares = sorted(square_name(q, r) for r, q in cells)
        assert sorted(names(drawn(position, f"stone {colour}"))) == squares
    assert len(drawn(position, "ring")) == len(drawn(position, "stone red"))
    assert len(drawn(position, "cell")) == 49
    assert len(drawn(position, "last")) == len(last_cells(position)) == min(moves, 1)


def test_cachex_shows_what_was_captured() -> None:
    position = Cachex(5)
    for move in ("c2", "e5", "b3", "c3"):
        position.push(move)
    assert not drawn(position, "ghost red")
    position.push("a5")
    position.push("b2")
    assert sorted(names(drawn(position, "ghost red"))) == ["b3", "c2"]


def test_cachex_marks_the_stolen_stone_and_where_it_came_from() -> None:
    position = Cachex(5)
    position.push("b4")
    position.push("steal")
    assert last_cells(position) == [(1, 3)]
    assert names(drawn(position, "ghost red")) == ["b4"]


@pytest.mark.parametrize("seed", range(10))
def test_winning_path_joins_the_winners_sides_stone_by_stone(seed: int) -> None:
    position = Cachex(4)
    while not position.is_over:
        assert winning_path(position) == []
        played(position, 1, seed)
    outcome = position.outcome()
    assert outcome is not None
    path = winning_path(position)
    if outcome.winner is None:
        assert path == []
        return
    across = position.colours.index(outcome.winner)
    assert (path[0][across], path[-1][across]) == (0, 3)
    assert all(position.stones[cell] == outcome.winner for cell in path)
    assert all((there[0] - here[0], there[1] - here[1]) in STEPS for here, there in pairwise(path))
    assert len(drawn(position, f"path {outcome.winner}")) == 1


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("moves", [0, 1, 12, 24, 80, 160])
def test_watch_your_back_shows_the_pieces_in_their_colours(moves: int, seed: int) -> None:
    position = WatchYourBack()
    played(position, moves, seed)
    for colour in position.colours:
        squares = [square_name(*at) for at, owner in position.pieces.items() if owner == colour]
        assert names(drawn(position, f"stone {colour}")) == squares
    assert len(drawn(position, "last")) == len(last_squares(position))


@pytest.mark.parametrize(("board", "side"), [(SHRUNK_ONCE, 6), (SHRUNK_TWICE, 4)])
def test_watch_your_back_tells_squares_that_are_gone(board: str, side: int) -> None:
    position = WatchYourBack.from_text(board)
    assert len(drawn(position, "cell")) == side * side
    assert len(drawn(position, "gone")) == 64 - side * side
    assert len(drawn(position, "cross")) == 8  # two strokes at each corner


def test_watch_your_back_shades_the_zone_of_the_player_to_place() -> None:
    position = WatchYourBack()
    assert set(names(drawn(position, "zone"))) == {str(move) for move in position.legal_moves}
    position.push("d4")
    assert set(names(drawn(position, "zone"))) == {str(move) for move in position.legal_moves} | {
        "d4"
    }
    played(position, 23)
    assert position.phase == "moving"
    assert not drawn(position, "zone")


def test_watch_your_back_shows_what_a_shrink_eliminated() -> None:
    position = WatchYourBack.from_text(
        lines("""
            X - - O - - - X
            - - - - - - - -
            - - O - - - - -
            - - O - - - - -
            - - - - - - - -
            - - - - @ @ - -
            - - - - - - @ -
            X - - - - - - X
            turns: 127
        """)
    )
    position.push("e6-e5")
    assert names(drawn(position, "ghost white")) == ["d1"]
    assert names(drawn(position, "ghost black")) == ["g7"]
    assert sorted(names(drawn(position, "last"))) == ["e5", "e6"]


def test_hexifence_in_the_terminal() -> None:
    position = Hexifence(2)
    assert position.terminal().plain.splitlines() == [
        "      a b c d",
        "   1 · · · · e",
        "  2 ·   ·   · f",
        " 3 · · · · · · g",
        "4 ·   ·   ·   ·",
        " 5 · · · · · ·",
        "  6 ·   ·   ·",
        "   7 · · · ·",
    ]
    for move in ("a1", "b1", "a2", "c2", "b3", "c3", "g4", "f7"):
        position.push(move)
    assert position.terminal().plain.splitlines() == [
        "      a b c d",
        "   1 / \\ · · e",
        "  2 | R |   · f",
        " 3 · \\ / · · · g",
        "4 ·   ·   ·   |",
        " 5 · · · · · ·",
        "  6 ·   ·   ·",
        "   7 · · \\ ·",
    ]


def test_dots_and_boxes_in_the_terminal() -> None:
    position = DotsAndBoxes(2, 2)
    for move in ("b1", "a2", "c2", "b3", "e4"):
        position.push(move)
    assert position.terminal().plain == lines("""
           a  b  c  d  e
        1  +-----+  ·  +
        2  |  R  |     ·
        3  +-----+  ·  +
        4  ·     ·     |
        5  +  ·  +  ·  +
    """)


def test_columns_beyond_z_keep_the_board_aligned() -> None:
    letters, top, *_ = DotsAndBoxes(1, 14).terminal().plain.splitlines()
    assert letters.endswith("y  z  aa ab ac")
    assert letters.index("ac") == top.rindex("+")


def test_cells_of_an_unknown_owner_show_a_question_mark() -> None:
    position = DotsAndBoxes.from_text("1x1\n- B -\nR - B\n- R -\n")
    assert [letter.text for letter in drawn(position, "letter unknown")] == ["?"]
    assert position.terminal().plain.splitlines()[2] == "2  |  ?  |"


def test_cachex_in_the_terminal() -> None:
    position = Cachex(3)
    for move in ("a1", "c2", "b3"):
        position.push(move)
    assert position.terminal().plain.splitlines() == [
        "   a b c",
        " 1 R . .",
        "  2 . . B",
        "   3 . R .",
    ]


def test_watch_your_back_in_the_terminal() -> None:
    position = WatchYourBack()
    position.push("c1")
    position.push("e6")
    assert position.terminal().plain == lines("""
          a b c d e f g h
        1 X - O - - - - X
        2 - - - - - - - -
        3 - - - - - - - -
        4 - - - - - - - -
        5 - - - - - - - -
        6 - - - - @ - - -
        7 - - - - - - - -
        8 X - - - - - - X
    """)


def test_a_shrunk_board_in_the_terminal() -> None:
    assert WatchYourBack.from_text(SHRUNK_TWICE).terminal().plain == lines("""
          a b c d e f g h
        1
        2
        3     X - O X
        4     - @ - -
        5     - @ - O
        6     X - - X
        7
        8
    """)

"""The exercises of the rule pages: samples, brute force, and bad input."""

from __future__ import annotations

import json
import random
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hexifence.test_hexifence import SAMPLE
from tests.oracles.watch_your_back import WatchYourBackOracle
from trivium import Hexifence, TriviumError
from trivium.study.exercises import EXERCISES

Square = tuple[int, int]
CORNERS = ((0, 0), (7, 0), (0, 7), (7, 7))


def answer(exercise: str, text: str) -> list[str]:
    return list(EXERCISES[exercise](text).lines)


def board(white: list[Square], black: list[Square], exercise: str) -> str:
    rows = [["-"] * 8 for _ in range(8)]
    for symbol, squares in (("X", CORNERS), ("O", white), ("@", black)):
        for x, y in squares:
            rows[y][x] = symbol
    return "\n".join([*(" ".join(row) for row in rows), exercise, ""])


# Hexifence


def test_the_figures_of_the_sample_board() -> None:
    # 36 free edges; every cell that is still open has at least two of them.
    assert answer("hexifence-board", SAMPLE) == ["36", "0", "0"]


@settings(max_examples=50)
@given(st.integers(1, 4), st.integers(0, 10**6))
def test_the_figures_agree_with_playing(size: int, seed: int) -> None:
    position = Hexifence(size)
    dice = random.Random(seed)
    for _ in range(dice.randrange(len(position.board.edges))):
        position.push(dice.choice(position.legal_moves))
    moves, most, in_this_turn = (
        int(line) for line in answer("hexifence-board", position.to_text())
    )
    assert moves == len(position.legal_moves)
    mover = position.turn
    before = position.cells[mover]
    gains = []
    for move in position.legal_moves:
        position.push(move)
        gains.append(position.cells[mover] - before)
        position.pop()
    assert most == max(gains)
    while any(_captures(position, str(move)) for move in position.legal_moves):
        position.push(next(m for m in position.legal_moves if _captures(position, str(m))))
    assert in_this_turn == position.cells[mover] - before


def _captures(position: Hexifence, move: str) -> bool:
    mover = position.turn
    before = position.cells[mover]
    position.push(move)
    captured = position.cells[mover] > before
    position.pop()
    return captured


# Cachex

PATH_SAMPLE = {
    "n": 5,
    "board": [["b", 1, 0], ["b", 1, 1], ["b", 3, 2], ["b", 1, 3]],
    "start": [4, 2],
    "goal": [0, 0],
}


def path(**changes: object) -> list[str]:
    return answer("cachex-path", json.dumps(PATH_SAMPLE | changes))


def test_the_path_of_the_sample() -> None:
    lines = path()
    assert lines[0] == "8" and len(lines) == 9
    assert lines[1] == "(4,2)" and lines[-1] == "(0,0)"


def test_a_path_from_a_cell_to_itself_is_that_cell() -> None:
    assert path(goal=[4, 2]) == ["1", "(4,2)"]


def test_where_there_is_no_path_the_answer_is_0_alone() -> None:
    wall = [["r", 2, q] for q in range(5)]
    assert path(board=wall) == ["0"]
    assert path(board=[["r", 4, 2]]) == ["0"]
    assert path(board=[["b", 0, 0]]) == ["0"]


@settings(max_examples=80)
@given(st.integers(3, 8), st.integers(0, 10**6))
def test_paths_are_valid_and_as_short_as_breadth_first_search_finds(size: int, seed: int) -> None:
    dice = random.Random(seed)
    cells = [(r, q) for r in range(size) for q in range(size)]
    start, goal = dice.choice(cells), dice.choice(cells)
    taken = {c for c in cells if dice.random() < 0.4 and c not in (start, goal)}
    stones = [[dice.choice("rb"), *cell] for cell in taken]
    text = {"n": size, "board": stones, "turns": 343, "start": start, "goal": goal}
    if not stones:
        del text["turns"]
    lines = answer("cachex-path", json.dumps(text))
    free = set(cells) - taken
    assert int(lines[0]) == _breadth_first(free, start, goal)
    found = [tuple(json.loads(line.replace("(", "[").replace(")", "]"))) for line in lines[1:]]
    assert len(found) == int(lines[0])
    assert set(found) <= free
    assert all(b in _neighbours(a) for a, b in pairwise(found))


def _neighbours(cell: Square) -> list[Square]:
    r, q = cell
    return [(r + 1, q - 1), (r + 1, q), (r, q + 1), (r - 1, q + 1), (r - 1, q), (r, q - 1)]


def _breadth_first(free: set[Square], start: Square, goal: Square) -> int:
    steps = {start: 1}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for beside in _neighbours(cell):
            if beside in free and beside not in steps:
                steps[beside] = steps[cell] + 1
                waiting.append(beside)
    return steps.get(goal, 0)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"start": [5, 0]}, '"start" is [5, 0]; it must be [r, q] with numbers from 0 to 4'),
        ({"goal": "a1"}, '"goal" is "a1"; it must be [r, q]'),
        ({"n": 99}, '"n" is 99'),
    ],
)
def test_a_bad_path_exercise_is_explained(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(TriviumError) as caught:
        path(**changes)
    assert complaint in str(caught.value)


def test_a_path_exercise_without_a_goal_is_explained() -> None:
    with pytest.raises(TriviumError, match='"goal" is missing; it must be a cell'):
        answer("cachex-path", '{"n": 5, "board": [], "start": [0, 0]}')


# Watch Your Back!


@pytest.mark.parametrize(
    ("white", "black", "counts"),
    [
        (
            [(1, 1), (4, 1), (5, 1), (2, 2), (3, 3)],
            [(2, 3), (5, 3), (3, 6), (4, 6), (6, 6)],
            ["20", "20"],
        ),
        ([(2, 3), (3, 3), (3, 4), (4, 4)], [(4, 3), (1, 4), (2, 4), (6, 4)], ["13", "13"]),
        ([], [], ["0", "0"]),
    ],
)
def test_moves_are_counted_for_both(
    white: list[Square], black: list[Square], counts: list[str]
) -> None:
    assert answer("watch-your-back", board(white, black, "Moves")) == counts


@pytest.mark.parametrize(
    ("white", "black", "length"),
    [
        ([(2, 3), (3, 5)], [(2, 4)], 1),
        ([(3, 2), (4, 4)], [(2, 3), (3, 3)], 3),
        ([(3, 3), (1, 6)], [(2, 4), (3, 4)], 5),
        ([(3, 3)], [], 0),
        ([(2, 2)], [(1, 0)], 2),
    ],
)
def test_massacres_are_shortest(white: list[Square], black: list[Square], length: int) -> None:
    result = EXERCISES["watch-your-back"](board(white, black, "Massacre"))
    assert len(result.lines) == length
    assert result.remark is None
    replay(white, black, list(result.lines))


def replay(white: list[Square], black: list[Square], lines: list[str]) -> None:
    """Fail unless the moves are legal and leave no black piece."""
    oracle = massacre_oracle(white, black)
    for line in lines:
        origin, target = (json.loads(f"[{part.strip()[1:-1]}]") for part in line.split("->"))
        make_move(oracle, (tuple(origin), tuple(target)))
    assert "black" not in oracle.pieces.values()


def massacre_oracle(white: list[Square], black: list[Square]) -> WatchYourBackOracle:
    oracle = WatchYourBackOracle()
    oracle.phase = "moving"
    oracle.pieces = dict.fromkeys(white, "white") | dict.fromkeys(black, "black")
    return oracle


def make_move(oracle: WatchYourBackOracle, move: tuple[Square, Square]) -> None:
    origin, target = move
    assert oracle.pieces[origin] == "white"
    assert target in oracle.targets(origin)
    oracle.pieces[target] = oracle.pieces.pop(origin)
    oracle.eliminate_around(target)
    oracle.eliminate_if_surrounded(target)


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_massacres_are_as_short_as_breadth_first_search_finds(seed: int) -> None:
    dice = random.Random(seed)
    squares = [(x, y) for x in range(8) for y in range(8) if (x, y) not in CORNERS]
    dice.shuffle(squares)
    pieces = dice.randrange(1, 4)
    white, black = squares[:2], squares[2 : 2 + pieces]
    text = board(white, black, "Massacre")
    shortest = _shortest_massacre(white, black)
    if shortest is None:
        with pytest.raises(TriviumError, match="White cannot eliminate every Black piece"):
            answer("watch-your-back", text)
        return
    lines = answer("watch-your-back", text)
    assert len(lines) == shortest
    replay(white, black, lines)


def _shortest_massacre(white: list[Square], black: list[Square]) -> int | None:
    seen = {(frozenset(white), frozenset(black))}
    layer, length = set(seen), 0
    while layer:
        if any(not blacks for _, blacks in layer):
            return length
        following = set()
        for whites, blacks in layer:
            for move in _white_moves(whites, blacks):
                oracle = massacre_oracle(list(whites), list(blacks))
                make_move(oracle, move)
                sides = {"white": set[Square](), "black": set[Square]()}
                for square, colour in oracle.pieces.items():
                    sides[colour].add(square)
                following.add((frozenset(sides["white"]), frozenset(sides["black"])))
        layer = following - seen
        seen |= layer
        length += 1
    return None


def _white_moves(
    whites: frozenset[Square], blacks: frozenset[Square]
) -> list[tuple[Square, Square]]:
    oracle = massacre_oracle(list(whites), list(blacks))
    return [(origin, target) for origin in whites for target in oracle.targets(origin)]


def test_where_there_is_no_massacre_that_is_said() -> None:
    with pytest.raises(TriviumError, match="White cannot eliminate every Black piece"):
        answer("watch-your-back", board([(3, 3)], [(5, 5)], "Massacre"))


@pytest.mark.parametrize("ending", ["", "Dance", "moves please"])
def test_another_exercise_is_refused(ending: str) -> None:
    with pytest.raises(TriviumError):
        answer("watch-your-back", board([(3, 3)], [], ending))

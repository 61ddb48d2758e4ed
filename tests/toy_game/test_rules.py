"""The toy game itself, and how it is drawn without a drawing of its own."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.toy_game.position import NOUGHTS_AND_CROSSES, NoughtsAndCrosses
from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import GAMES, find_game, registered


def played(seed: int, moves: int, size: int = 3) -> NoughtsAndCrosses:
    position, dice = NoughtsAndCrosses(size), random.Random(seed)
    while not position.is_over and len(position.moves) < moves:
        position.push(dice.choice(position.legal_moves))
    return position


positions = st.builds(played, st.integers(0, 10_000), st.integers(0, 16), st.sampled_from([3, 4]))


def has_line(position: NoughtsAndCrosses, symbol: str) -> bool:
    """The rules again, slow and obvious."""
    rows = [line.split() for line in position.to_text().splitlines()[1:]]
    size = range(len(rows))
    lines = [*rows, *([row[at] for row in rows] for at in size)]
    lines += [[rows[at][at] for at in size], [rows[at][-1 - at] for at in size]]
    return any(line == [symbol] * len(rows) for line in lines)


@given(position=positions)
@settings(max_examples=60)
def test_a_line_wins_and_a_full_board_is_a_draw(position: NoughtsAndCrosses) -> None:
    blue, red = has_line(position, "O"), has_line(position, "X")
    full = "-" not in position.to_text()
    outcome = position.outcome()
    assert position.is_over == (blue or red or full)
    if outcome is not None:
        assert outcome.winner == ("blue" if blue else "red" if red else None)
    again = NoughtsAndCrosses.from_text(position.to_text())
    assert again == position
    assert again.outcome() == outcome


@given(position=positions)
@settings(max_examples=60)
def test_without_a_drawing_there_is_a_cell_for_each_move(position: NoughtsAndCrosses) -> None:
    layout, scene = position.layout(), position.scene()
    assert [cell.name for cell in layout.cells] == [m.text for m in position.all_moves.values()]
    rows = {cell.centre[1] for cell in layout.cells}
    assert len(rows) == int(position.size)
    made = dict(zip(position.moves, position.movers(), strict=True))
    assert {layout.cells[at].name: owner for at, owner in scene.owners.items()} == {
        move.text: colour for move, colour in made.items()
    }
    assert scene.score == {}
    picture = position.svg()
    assert all(f"<title>{move}</title>" in picture for move in position.all_moves.values())
    assert picture.count("<circle") == len(position.moves)


def test_without_a_drawing_the_terminal_shows_names_and_owners() -> None:
    position = NoughtsAndCrosses()
    for move in ("b2", "a1"):
        position.push(move)
    assert position.terminal().plain.splitlines() == [
        "a1 R  b1 .  c1 .",
        "a2 .  b2 B  c2 .",
        "a3 .  b3 .  c3 .",
    ]


def test_a_game_without_an_editor_says_so() -> None:
    assert not NOUGHTS_AND_CROSSES.editable
    with pytest.raises(BadText, match="cannot be set up by hand"):
        NoughtsAndCrosses().edited_text(None)  # type: ignore[arg-type]  # it is not looked at


def test_a_registered_game_is_in_the_catalogue_until_it_is_not() -> None:
    assert find_game("Noughts and Crosses") is NOUGHTS_AND_CROSSES
    with pytest.raises(TriviumError, match="already a game"), registered(NOUGHTS_AND_CROSSES):
        pass
    assert NOUGHTS_AND_CROSSES.name in GAMES

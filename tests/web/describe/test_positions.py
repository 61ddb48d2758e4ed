"""Boards and positions as the page gets them: the rules' own, whatever they are asked with."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from trivium.games.cachex.connections import shortest_connection
from trivium.games.cachex.evaluation import distance
from trivium.games.cachex.features import BLOCKED, new_cell_sets, read_stones
from trivium.games.cachex.position import Cachex
from trivium.games.catalogue import GAMES
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.games.watch_your_back.threats import threats
from trivium.web import messages as m
from trivium.web.describe.boards import board
from trivium.web.describe.positions import describe, read_line

SIZES = [("hexifence", "3"), ("cachex", "4"), ("watch-your-back", "8"), ("dots-and-boxes", "2x3")]


def wandered(game: str, size: str, choices: list[int]) -> Any:
    """A position after random moves, one for each choice."""
    position = GAMES[game].start(size)
    for choice in choices:
        if position.is_over:
            break
        moves = position.legal_moves
        position.push(moves[choice % len(moves)])
    return position


walks = st.lists(st.integers(0, 10_000), max_size=90)


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_every_place_of_a_board_is_a_move_with_the_same_name(game: str, size: str) -> None:
    drawn = board(game, size)
    position = GAMES[game].start(size)
    places = drawn.edges or drawn.cells
    assert [place.name for place in places] == [
        position.move(number).text for number in range(len(places))
    ]
    assert [special.text for special in drawn.specials] == [
        position.move(special.code).text for special in drawn.specials
    ]


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_everything_lies_within_the_view(game: str, size: str) -> None:
    drawn = board(game, size)
    view = drawn.view
    spots = [
        *(spot for cell in drawn.cells for spot in (*cell.outline, cell.centre)),
        *(spot for edge in drawn.edges for spot in edge.ends),
        *(label.at for label in drawn.labels),
        *(spot for side in drawn.sides for spot in side.path),
    ]
    assert all(view.x <= x <= view.x + view.width for x, _ in spots)
    assert all(view.y <= y <= view.y + view.height for _, y in spots)


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_the_page_draws_where_the_picture_does(game: str, size: str) -> None:
    drawn = board(game, size)
    picture = GAMES[game].start(size).svg()
    for edge in drawn.edges:
        (x1, y1), (x2, y2) = edge.ends
        assert re.search(rf'x1="{_near(x1)}" y1="{_near(y1)}"', picture)
        assert re.search(rf'x2="{_near(x2)}" y2="{_near(y2)}"', picture)
    names = re.findall(r"<title>([^<]*)</title>", picture)[1:]
    assert set(names) == {place.name for place in drawn.edges or drawn.cells}


def _near(value: float) -> str:
    return re.escape(f"{round(value, 1) + 0.0:.1f}".removesuffix(".0"))


@pytest.mark.parametrize(("game", "size"), SIZES)
@given(walk=walks)
@settings(max_examples=25)
def test_a_position_is_what_the_rules_say(game: str, size: str, walk: list[int]) -> None:
    position = wandered(game, size, walk)
    shown = describe(position)
    assert [move.code for move in shown.legal] == [move.code for move in position.legal_moves]
    assert shown.turn == (None if position.is_over else position.turn)
    assert shown.text == position.to_text()
    assert (shown.ending is None) == (position.outcome() is None)
    again = m.Position.model_validate_json(shown.model_dump_json())
    assert again == shown


@pytest.mark.parametrize(("game", "size"), SIZES)
@given(walk=walks)
@settings(max_examples=25)
def test_a_board_goes_to_the_editor_and_comes_back(game: str, size: str, walk: list[int]) -> None:
    position = wandered(game, size, walk)
    if position.is_over:
        return
    shown = describe(position)
    edited = m.EditedBoard(
        owners=shown.owners,
        cells=shown.cells,
        turn=shown.turn,
        turns=shown.phase.turns if shown.phase else getattr(position, "turns", None),
        phase=shown.phase.name if shown.phase else None,
        stage=shown.phase.stage if shown.phase else 0,
    )
    assert read_line(m.Line(game=game, size=size, board=edited)) == position


@pytest.mark.parametrize(("game", "size"), SIZES)
@given(walk=walks.filter(bool))
@settings(max_examples=25)
def test_what_the_last_move_did_explains_the_difference(
    game: str, size: str, walk: list[int]
) -> None:
    position = wandered(game, size, walk)
    after = describe(position)
    before = position.copy()
    before.pop()
    earlier, last = describe(before), after.last
    assert last is not None
    assert last.by == earlier.turn
    owners = dict(earlier.owners)
    if last.origin is not None:
        del owners[last.origin]
    if last.place is not None:
        owners[last.place] = last.by
    for taken in last.removed:
        assert owners.pop(taken.place) == taken.colour
    assert owners == after.owners
    assert {**earlier.cells, **dict.fromkeys(last.captured, last.by)} == after.cells


@given(walk=walks)
@settings(max_examples=40)
def test_a_shortest_connection_is_one_and_has_the_length_that_the_engine_finds(
    walk: list[int],
) -> None:
    position = wandered("cachex", "5", walk)
    assert isinstance(position, Cachex)
    cell_sets = new_cell_sets(position.board)
    read_stones(cell_sets, position.kernel)
    for player, colour in enumerate(position.colours):
        cost = distance(cell_sets, player)
        found = shortest_connection(position, colour)
        if found is None:
            assert cost == BLOCKED
            continue
        assert len(found.missing) == cost
        assert found.cells[0][player] == 0
        assert found.cells[-1][player] == 4
        own = {cell for cell, owner in position.stones.items() if owner == colour}
        assert set(found.cells) - own == set(found.missing)
        assert not set(found.missing) & set(position.stones)


@given(walk=walks)
@settings(max_examples=40)
def test_threatened_pieces_are_those_that_a_move_eliminates(walk: list[int]) -> None:
    position = wandered("watch-your-back", "8", walk)
    assert isinstance(position, WatchYourBack)
    found = threats(position)
    if position.is_over:
        assert not found
        return
    enemy = next(colour for colour in position.colours if colour != position.turn)
    pieces = position.pieces
    for move in position.legal_moves:
        after = position.copy()
        after.push(move)
        if after.stage != position.stage:
            continue
        gone = {
            square
            for square, colour in pieces.items()
            if colour == enemy and square not in after.pieces
        }
        assert gone == {
            square for square, moves in found.items() if pieces[square] == enemy and move in moves
        }


def test_a_piece_of_the_player_to_move_can_be_threatened_too() -> None:
    text = "\n".join(
        [
            "X - - - - - - X",
            "- - - - - - - -",
            "- - O @ - O - -",
            "- - - - - - - -",
            "- - - - - - - -",
            "- @ - - - - - -",
            "- @ - - - - - -",
            "X - - - - - - X",
        ]
    )
    white, black = (WatchYourBack.from_text(f"{text}\nturns: {turns}") for turns in (0, 1))
    assert threats(white) == threats(black)
    assert [str(move) for move in threats(black)[3, 2]] == ["f3-e3"]


def test_a_wrong_text_is_named_with_its_place(client: TestClient) -> None:
    answer = client.post("/api/positions", json={"game": "hexifence", "start": "1\n+ + x"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("line ")


def test_the_swap_the_extra_turn_and_the_shrink_countdown_are_told(client: TestClient) -> None:
    def position(**line: Any) -> dict[str, Any]:
        return dict(client.post("/api/positions", json=line).json())

    offer = position(game="cachex", size="5", moves=["b2"])
    assert offer["may_steal"]
    stolen = position(game="cachex", size="5", moves=["a2", "steal"])
    assert (stolen["last"]["place"], stolen["last"]["removed"]) == (
        1,
        [{"place": 5, "colour": "red"}],
    )
    edges = ["b1", "a2", "b3", "c2"]
    boxed = position(game="dots-and-boxes", size="1x2", moves=edges)
    assert boxed["moves_again"]
    assert boxed["last"]["captured"] == [0]
    placing = position(game="watch-your-back")
    assert placing["phase"]["to_place"] == {"white": 12, "black": 12}
    assert placing["phase"]["shrinks_in"] is None
    board = {"owners": {"27": "white", "28": "white", "35": "black", "36": "black"}, "turns": 100}
    assert position(game="watch-your-back", board=board)["phase"]["shrinks_in"] == 28


def test_pictures_are_svg_and_can_do_nothing(client: TestClient) -> None:
    answer = client.get("/api/pictures/cachex.svg", params={"size": "5", "moves": "b2,steal"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


def test_the_catalogue_offers_what_can_be_played(client: TestClient) -> None:
    games = client.get("/api/catalogue").json()["games"]
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        assert game["default_size"] in game["sizes"]
        assert len(game["levels"]) == 10
        assert "human" not in [agent["name"] for agent in game["agents"]]
        for size in game["sizes"]:
            assert client.get(f"/api/boards/{game['name']}/{size}").status_code == 200
        assert not any(
            parameter["name"] == "weights"
            for agent in game["agents"]
            for parameter in agent["parameters"]
        )


def test_the_description_of_the_api_is_served_with_a_page_of_our_own(client: TestClient) -> None:
    described = json.loads(client.get("/openapi.json").text)
    page = client.get("/api").text
    for path in described["paths"]:
        assert path in page
    assert "//" not in page.replace("<!doctype", "")

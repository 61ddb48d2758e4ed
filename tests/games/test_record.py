"""Game records: written, read back, and refused with a reason."""

from __future__ import annotations

import json

import pytest

from trivium import Cachex, Hexifence, TriviumError, WatchYourBack
from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES, find_game
from trivium.games.record import parse_record, read_record, record_of, write_record


@pytest.mark.parametrize("name", GAMES)
def test_a_record_brings_back_the_game_with_all_its_moves(name: str) -> None:
    position = GAMES[name].start()
    agent = RandomAgent(4)
    for _ in range(30):
        if not position.is_over:
            position.push(agent.choose(position).move)
    again = read_record(write_record(position))
    assert again == position
    assert again.moves == position.moves
    assert again.origin() == GAMES[name].start()


def test_a_record_that_starts_elsewhere_keeps_its_start() -> None:
    start = Cachex.from_text('{"n": 5, "board": [["r", 1, 1], ["b", 2, 2]], "turns": 6}')
    start.push("a1")
    record = json.loads(write_record(start))
    assert json.loads(record["start"])["turns"] == 6
    again = read_record(write_record(start))
    assert isinstance(again, Cachex) and again.turns == 7


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no game record"),
        ("[1, 2]", '"game" is missing'),
        ('{"game": "go"}', '"rules" is missing'),
        ('{"game": "go", "rules": 1, "start": "", "moves": []}', "There is no game 'go'"),
        ('{"game": "hexifence", "rules": 9, "start": "", "moves": []}', "rules version 9"),
    ],
)
def test_a_bad_record_is_explained(text: str, complaint: str) -> None:
    with pytest.raises(TriviumError, match=complaint):
        read_record(text)


def test_an_impossible_move_in_a_record_is_named_by_its_number() -> None:
    record = json.loads(write_record(Hexifence(2)))
    record["moves"] = ["a1", "a1"]
    with pytest.raises(TriviumError, match="Move 2 of the record: a1 is not possible"):
        read_record(json.dumps(record))


def test_games_are_found_by_any_spelling_and_near_misses_are_suggested() -> None:
    assert find_game("Watch Your Back!").position is WatchYourBack
    assert find_game("dots_and_boxes").name == "dots-and-boxes"
    with pytest.raises(TriviumError, match="did you mean hexifence"):
        find_game("hexifense")
    with pytest.raises(TriviumError, match="there are hexifence, cachex"):
        find_game("chess")


def test_a_record_keeps_the_house_rule_that_drew_the_game() -> None:
    position = WatchYourBack(move_limit=2)
    agent = RandomAgent(1)
    while not position.is_over:
        position.push(agent.choose(position).move)
    again = read_record(write_record(position))
    assert str(again.outcome()) == "Draw (move limit)"
    assert read_record(write_record(WatchYourBack())).outcome() is None


@pytest.mark.parametrize(
    ("limit", "complaint"),
    [
        ("soon", "positive whole number, not 'soon'"),
        (True, "positive whole number, not True"),
        (0, "positive whole number, not 0"),
        (10**30, "must be 1000000000 at most"),
    ],
)
def test_a_wrong_house_rule_is_explained(limit: object, complaint: str) -> None:
    record = record_of(WatchYourBack()).as_json() | {"move_limit": limit}
    with pytest.raises(TriviumError, match=complaint):
        read_record(json.dumps(record))


def test_games_that_end_by_themselves_ignore_the_house_rule() -> None:
    assert Cachex(5).with_move_limit(3).move_limit is None
    record = record_of(Cachex(5)).as_json()
    assert "move_limit" not in record
    assert read_record(json.dumps(record | {"move_limit": "soon"})) == Cachex(5)


def test_a_house_rule_is_set_on_a_position_of_its_own() -> None:
    position = WatchYourBack()
    assert position.with_move_limit(None).move_limit is None
    assert position.with_move_limit(7).move_limit == 7
    assert position.move_limit is None


def test_a_saved_game_is_replayed_as_far_as_wanted_and_keeps_what_else_it_tells() -> None:
    position = Hexifence(2)
    for move in ("a1", "b1", "d1"):
        position.push(move)
    told = json.loads(write_record(position)) | {"comment": ["nice"], "opening": 2}
    saved = parse_record(json.dumps(told))
    assert saved.moves == ("a1", "b1", "d1")
    assert saved.replay(2).moves == position.moves[:2]
    assert saved.replay() == position
    assert saved.rest == {"comment": ["nice"], "opening": 2}
    assert saved.as_json() == told

"""A person at the terminal: whatever is typed, the game goes on."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from trivium.agents.agent import Choice
from trivium.agents.simple import RandomAgent
from trivium.cli.main import run
from trivium.games.position import Position
from trivium.games.record import read_record
from trivium.search.limits import Limit

SMALLEST = "play hexifence --size 1 --agent random --seed 1"


class Typist:
    """Types lines into ``trivium`` and reads what it says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def plays(
        self,
        *lines: str,
        command: str = "play hexifence --size 2 --agent random --seed 1",
    ) -> str:
        keyboard = io.StringIO("".join(f"{line}\n" for line in lines))
        self._monkeypatch.setattr(sys, "stdin", keyboard)
        assert run(command.split()) == 0
        return self._capsys.readouterr().out


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typist:
    return Typist(monkeypatch, capsys)


def test_bad_input_is_explained_and_never_fatal(typist: Typist) -> None:
    said = typist.plays("", "zz", "a99", "a1", "a1", "undo now", "save", "ünï", "(0,", "quit")
    assert "'zz' is not a move of this game; write it like a1 or" in said
    assert "a1 is not possible: the edge is already claimed" in said
    assert "Say where to: save FILE" in said
    assert said.endswith("Goodbye.\n")


def test_the_end_of_input_ends_the_game_politely(typist: Typist) -> None:
    assert "Goodbye." in typist.plays("a1")


def test_the_agent_answers_and_both_moves_can_be_taken_back(typist: Typist) -> None:
    said = typist.plays("a1", "undo", "undo", "quit")
    assert "random plays" in said
    assert said.count("Blue to move, Blue 0 : 0 Red") == 3
    assert "You have no move to take back" in said


def test_help_moves_and_board(typist: Typist) -> None:
    said = typist.plays("help", "moves", "board", "quit")
    assert "take your last move back" in said
    assert "a1 b1 c1 d1 a2" in said


def test_a_hint_tells_the_idea_first_and_then_the_move_and_why(typist: Typist) -> None:
    said = typist.plays("hint", "quit")
    assert "A safe edge lets nothing be captured" in said and "would play" not in said
    said = typist.plays("hint", "hint", "quit")
    assert "The champion would play" in said and "It is safe" in said
    said = typist.plays("hint", "a1", "hint", "quit")
    assert "would play" not in said


def test_the_agent_begins_where_the_person_is_second(typist: Typist) -> None:
    said = typist.plays("quit", command="play cachex --size 5 --as blue --agent random")
    assert said.startswith("You are Blue, against random.")
    assert "random plays" in said and "Blue to move, turn 2" in said


def test_a_game_is_saved_and_goes_on_where_it_was(typist: Typist, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typist.plays("a1", f"save {file}", "quit")
    saved = json.loads(file.read_text())
    assert saved["moves"][0] == "a1" and len(saved["moves"]) >= 2
    said = typist.plays("undo", "quit", command=f"play hexifence {file} --agent random")
    assert said.count("Blue to move, Blue 0 : 0 Red") == 2


def test_a_place_that_cannot_be_written_loses_nothing(typist: Typist) -> None:
    said = typist.plays("a1", "save /no/such/place", "moves", "quit")
    assert "/no/such/place cannot be written" in said
    assert "b1" in said


def test_a_whole_game_is_played_to_its_end(typist: Typist, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    edges = ["a1", "b1", "a2", "c2", "b3", "c3"] * 3
    said = typist.plays(*edges, f"save {file}", "quit", command=SMALLEST)
    assert "wins (cells)" in said
    assert read_record(file.read_text()).is_over


def test_the_champion_is_the_opponent_if_none_is_named(typist: Typist) -> None:
    said = typist.plays("a1", "quit", command="play hexifence --size 1 --time 0.05")
    assert said.startswith("You are Blue, against champion.")
    assert "champion plays" in said


def test_the_agent_says_why_it_plays_what_it_plays(typist: Typist) -> None:
    said = typist.plays("a1", "quit")
    assert "random plays" in said and said.count("  at random") == 1


def test_a_game_can_be_given_up(typist: Typist) -> None:
    assert typist.plays("a1", "resign").endswith("You resign; random wins.\n")
    edges = ["a1", "b1", "a2", "c2", "b3", "c3"] * 3
    said = typist.plays(*edges, "resign", "quit", command=SMALLEST)
    assert "there is nothing to resign" in said


def test_a_mistyped_command_is_guessed(typist: Typist) -> None:
    said = typist.plays("udno", "quit")
    assert "Did you mean 'undo'?" in said


def test_a_place_without_a_move_gets_those_of_its_row(typist: Typist) -> None:
    assert "Row 4 has a4 c4 e4 g4." in typist.plays("d4", "quit")


def test_ctrl_c_does_not_lose_the_game(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    choose, interruptions = RandomAgent.choose, [KeyboardInterrupt]

    def choose_later(agent: RandomAgent, position: Position, limit: Limit) -> Choice:
        if limit == Limit(seconds=1.0) and interruptions:
            raise interruptions.pop()
        return choose(agent, position, limit)

    monkeypatch.setattr(RandomAgent, "choose", choose_later)
    said = typist.plays("a1", "", "undo", "quit")
    assert "Stopped: undo" in said
    assert "random plays" in said


def test_a_record_of_another_game_is_refused(
    tmp_path: Path, typist: Typist, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    typist.plays(f"save {file}", "quit")
    assert run(["play", "cachex", str(file)]) == 2
    assert "holds a game of hexifence, not of cachex" in capsys.readouterr().err

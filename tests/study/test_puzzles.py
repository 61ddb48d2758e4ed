"""Puzzles: every one of them is what it says, and answers are told right from wrong."""

from __future__ import annotations

import json

import pytest

from trivium import Position
from trivium.agents.experts import expert_of
from trivium.agents.levels import LEVELS
from trivium.agents.proof import AIMS, Proof
from trivium.cli.main import run
from trivium.errors import BadText, IllegalMove, TriviumError
from trivium.games.catalogue import GAMES
from trivium.solve.tables import hexifence_two
from trivium.study.puzzle_maker import play_game
from trivium.study.puzzles import Puzzle, check, find_puzzle, puzzles, read_book, write_line
from trivium.study.tutorials import tutorial

EVERY = puzzles()
SAMPLE = [puzzle for game in GAMES for puzzle in sorted(puzzles(game), key=lambda p: p.id)[2::9]]


def name(puzzle: Puzzle) -> str:
    return puzzle.id


def prove(position: Position) -> Proof | None:
    new_prover = expert_of(position.game).new_prover
    assert new_prover is not None
    return new_prover().prove(position)


def lesson(game: str, title: str) -> Position:
    return next(step for step in tutorial(game).steps if step.title == title).board()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_thirty_puzzles_of_several_themes_and_grades(game: str) -> None:
    found = puzzles(game)
    assert len(found) >= 30
    assert len({puzzle.theme for puzzle in found}) >= 3
    assert len({puzzle.grade for puzzle in found}) >= 4
    assert [puzzle.grade for puzzle in found] == sorted(puzzle.grade for puzzle in found)


@pytest.mark.parametrize("puzzle", EVERY, ids=name)
def test_a_puzzle_is_complete_and_its_moves_lead_to_its_position(puzzle: Puzzle) -> None:
    board = puzzle.board()
    assert board.to_text() == puzzle.position
    assert (board.turn, board.game, board.size) == (puzzle.turn, puzzle.game, puzzle.size)
    assert puzzle.aim in AIMS and puzzle.grade in LEVELS
    assert puzzle.theme and puzzle.source and puzzle.solution[0] in puzzle.proof
    for move in puzzle.solution:
        board.push(move)


@pytest.mark.parametrize("puzzle", EVERY, ids=name)
def test_only_the_solution_is_right_and_replies_are_legal(puzzle: Puzzle) -> None:
    board = puzzle.board()
    for move in board.legal_moves:
        answer = check(puzzle, str(move))
        assert answer.right == (str(move) == puzzle.solution[0])
        assert answer.text
        board.push(move)
        if answer.reply is not None:
            assert board.turn != puzzle.turn
            assert answer.reply in [str(reply) for reply in board.legal_moves]
            whose = f"{board.turn.capitalize()} answers {answer.reply}."
            assert answer.right or answer.text.endswith(whose), "or it reads as the solution"
        else:
            assert board.is_over or board.turn == puzzle.turn
        board.pop()


@pytest.mark.parametrize("puzzle", [p for p in EVERY if (p.game, p.size) == ("hexifence", "2")])
def test_the_table_agrees_with_every_puzzle_of_hexifence_2(puzzle: Puzzle) -> None:
    kernel = puzzle.board().kernel
    winning = [move for move, value in hexifence_two.move_values(kernel).items() if value > 0]
    assert [str(puzzle.board().move(move)) for move in winning] == [puzzle.solution[0]]


@pytest.mark.parametrize("puzzle", SAMPLE, ids=name)
def test_a_sample_can_be_proven_again(puzzle: Puzzle) -> None:
    board = puzzle.board()
    proof = prove(board)
    assert proof is not None
    assert str(board.move(proof.move)) == puzzle.solution[0]
    assert (proof.aim, proof.theme, proof.text) == (puzzle.aim, puzzle.theme, puzzle.proof)


def test_a_game_of_the_maker_can_be_played_again() -> None:
    source = expert_of("hexifence").puzzles[0]
    puzzle = min((p for p in puzzles("hexifence") if p.size == source.size), key=lambda p: p.id)
    number = int(puzzle.source.split()[1])
    moves = [str(move) for move in play_game("hexifence", source, number).moves]
    assert tuple(moves[: len(puzzle.moves)]) == puzzle.moves


def test_a_position_with_two_ways_to_win_is_no_puzzle() -> None:
    assert prove(lesson("cachex", "Red joins the red sides")) is None
    assert prove(lesson("hexifence", "Chains")) is None
    proof = prove(lesson("hexifence", "Leave two"))
    assert proof is not None and proof.theme == "leave some"


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_of_a_game_have_the_same_title(game: str) -> None:
    found = puzzles(game)
    assert len({puzzle.title for puzzle in found}) == len(found)
    assert all(puzzle.title.lower().startswith(puzzle.theme) for puzzle in found)


def test_a_puzzle_survives_being_written_and_read() -> None:
    puzzle = EVERY[0]
    assert read_book(write_line(puzzle)) == [puzzle]


def test_what_is_no_legal_move_is_an_error() -> None:
    puzzle = puzzles("cachex")[0]
    with pytest.raises(BadText):
        check(puzzle, "nonsense")
    with pytest.raises(IllegalMove):
        check(puzzle, puzzle.moves[-1])
    with pytest.raises(TriviumError, match=r"did you mean hexifence-2-"):
        find_puzzle("hexifence-2-0x")


def test_the_command_lists_shows_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = puzzles("hexifence")[0]
    assert run(["puzzles", "list", "hexifence"]) == 0
    assert puzzle.id in capsys.readouterr().out
    assert run(["puzzles", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(EVERY)
    assert run(["puzzles", "show", puzzle.id]) == 0
    shown = capsys.readouterr().out
    assert puzzle.task in shown and puzzle.proof not in shown
    assert run(["puzzles", "show", puzzle.id, "--json"]) == 0
    assert "solution" not in json.loads(capsys.readouterr().out)
    assert run(["puzzles", "answer", puzzle.id, puzzle.solution[0]]) == 0
    assert "Right" in capsys.readouterr().out
    wrong = next(iter(puzzle.refutations))
    assert run(["puzzles", "answer", puzzle.id, wrong]) == 0
    board = puzzle.board()
    for move in (wrong, puzzle.refutations[wrong]):
        board.push(move)
    assert board.terminal().plain in capsys.readouterr().out, "what follows is shown on the board"
    assert run(["puzzles", "answer", puzzle.id, wrong, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reply"] == puzzle.refutations[wrong]
    assert run(["puzzles", "answer", "hexifence-2-99", "a1"]) == 2

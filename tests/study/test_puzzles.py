"""Puzzles: every one of them is what it says, and answers are told right from wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trivium import Position
from trivium.agents.expert import PuzzleSource
from trivium.agents.experts import expert_of
from trivium.agents.levels import LEVELS, skill_of
from trivium.agents.proof import AIMS, Proof
from trivium.cli.main import run
from trivium.errors import BadText, IllegalMove, TriviumError
from trivium.games.catalogue import GAMES
from trivium.solve.tables import hexifence_two
from trivium.study.puzzle_maker import FOLDER, make, play_game
from trivium.study.puzzle_ratings import LOWEST, STEP, TRIES, fitted, rate
from trivium.study.puzzles import (
    LENGTHS,
    RATINGS,
    Puzzle,
    check,
    find_puzzle,
    guessed,
    played,
    puzzles,
    read_book,
    theme_words,
    write_line,
)
from trivium.study.tutorials import tutorial

EVERY = puzzles()
SAMPLE = [puzzle for game in GAMES for puzzle in sorted(puzzles(game), key=lambda p: p.id)[7::40]]
LONG = next(puzzle for puzzle in puzzles("dots-and-boxes") if puzzle.asked > 1)


def name(puzzle: Puzzle) -> str:
    return puzzle.id


def own_moves(puzzle: Puzzle) -> list[str]:
    """Return the moves that are to be found."""
    board, found = puzzle.board(), []
    for move in puzzle.solution:
        if board.turn == puzzle.turn:
            found.append(move)
        board.push(move)
    return found[: puzzle.asked]


def prove(position: Position) -> Proof | None:
    new_prover = expert_of(position.game).new_prover
    assert new_prover is not None
    return new_prover().prove(position)


def lesson(game: str, title: str) -> Position:
    return next(step for step in tutorial(game).steps if step.title == title).board()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_two_hundred_puzzles_of_several_themes_and_ratings(game: str) -> None:
    found = puzzles(game)
    assert len(found) >= 200
    assert len({puzzle.themes[0] for puzzle in found}) >= 3
    assert any(puzzle.asked > 1 for puzzle in found)
    ratings = [puzzle.difficulty.rating for puzzle in found]
    assert ratings == sorted(ratings)
    lines = (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(found), "no name is there twice"


@pytest.mark.parametrize("game", GAMES)
def test_every_theme_is_explained_and_can_be_trained(game: str) -> None:
    explained = theme_words(game)
    assert {theme for puzzle in puzzles(game) for theme in puzzle.tags} <= set(explained)
    assert all(words.endswith(".") for words in explained.values())
    for theme in explained:
        assert all(theme in puzzle.tags for puzzle in puzzles(game, theme))


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_complete_and_its_moves_are_legal(game: str) -> None:
    for puzzle in puzzles(game):
        board = puzzle.board()
        assert (board.turn, board.game, board.size) == (puzzle.turn, game, puzzle.size), puzzle.id
        assert puzzle.aim in AIMS and puzzle.source and puzzle.solution[0] in puzzle.proof
        assert len(puzzle.refutations) == puzzle.asked <= len(own_moves(puzzle))
        for move in puzzle.solution:
            assert not board.is_over, puzzle.id
            board.push(move)


@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_move_is_told_from_the_solution_and_answered(game: str) -> None:
    for puzzle in puzzles(game):
        found: list[str] = []
        for right, answers in zip(own_moves(puzzle), puzzle.refutations, strict=True):
            board = played(puzzle, found)
            legal = {str(move) for move in board.legal_moves}
            assert right in legal and set(answers) <= legal - {right}, puzzle.id
            for move in legal - {right}:
                board.push(move)
                if board.is_over or board.turn == puzzle.turn:
                    assert move not in answers, puzzle.id
                else:
                    assert answers[move] in {str(reply) for reply in board.legal_moves}, puzzle.id
                board.pop()
            found.append(right)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=name)
def test_answers_are_judged(puzzle: Puzzle) -> None:
    found: list[str] = []
    for right in own_moves(puzzle):
        wrong, reply = next(iter(puzzle.refutations[len(found)].items()))
        answer = check(puzzle, [*found, wrong])
        assert (answer.right, answer.done, answer.reply) == (False, False, (reply,))
        assert str(answer.text).endswith(f" answers {reply}.")
        answer = check(puzzle, [*found, right])
        found.append(right)
        assert answer.right and answer.done == (len(found) == puzzle.asked)
    with pytest.raises(TriviumError, match="no more than"):
        check(puzzle, [*found, found[-1]])


def test_the_best_reply_is_made_before_the_next_move_is_asked_for() -> None:
    first, second = own_moves(LONG)[:2]
    answer = check(LONG, [first])
    assert answer.right and not answer.done
    board = LONG.board()
    for move in (first, *answer.reply, second):
        board.push(move)
    assert check(LONG, [first, second]).right
    wrong = next(iter(LONG.refutations[0]))
    with pytest.raises(TriviumError, match="nothing follows it"):
        check(LONG, [wrong, second])


@pytest.mark.parametrize("puzzle", [p for p in EVERY if (p.game, p.size) == ("hexifence", "2")])
def test_the_table_agrees_with_every_puzzle_of_hexifence_2(puzzle: Puzzle) -> None:
    found: list[str] = []
    for right in own_moves(puzzle):
        board = played(puzzle, found)
        values = hexifence_two.move_values(board.kernel)
        assert [str(board.move(move)) for move, value in values.items() if value > 0] == [right]
        found.append(right)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=name)
def test_a_sample_can_be_proven_again(puzzle: Puzzle) -> None:
    board = puzzle.board()
    proof = prove(board)
    assert proof is not None
    assert str(board.move(proof.move)) == puzzle.solution[0]
    assert (proof.aim, proof.themes, proof.text) == (puzzle.aim, puzzle.themes, puzzle.proof)


def test_a_game_of_the_maker_can_be_played_again() -> None:
    source = expert_of("hexifence").puzzles[0]
    puzzle = min((p for p in puzzles("hexifence") if p.size == source.size), key=lambda p: p.id)
    number = int(puzzle.source.split()[1])
    moves = [str(move) for move in play_game("hexifence", source, number).moves]
    assert tuple(moves[: len(puzzle.moves)]) == puzzle.moves


def test_the_maker_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    source = PuzzleSource("2", 6, ("double", "stages:middle=6"), last=18)
    whole = list(make("hexifence", source, tmp_path / "whole"))
    halves = make("hexifence", source, tmp_path / "halves")
    first = [next(halves), next(halves)]
    games = {puzzle.source for puzzle in first}
    rest = list(make("hexifence", source, tmp_path / "halves"))
    assert len(first + rest) == len(whole) == 6
    assert len({puzzle.id for puzzle in first + rest}) == 6
    assert not games & {puzzle.source for puzzle in rest}, "it begins with the next game"


def test_puzzles_are_rated_by_the_levels_once(tmp_path: Path) -> None:
    source = PuzzleSource("2", 2, ("double", "stages:middle=6"), last=18)
    made = list(make("hexifence", source, tmp_path))
    assert [id for id, _ in rate("hexifence", tmp_path)] == [puzzle.id for puzzle in made]
    assert list(rate("hexifence", tmp_path)) == []
    file = tmp_path / "ratings" / "hexifence.jsonl"
    header, *rows = file.read_text().splitlines()
    assert len(json.loads(header)["solvers"]) == len(LEVELS) == len(json.loads(rows[0])["solved"])
    file.write_text(header.replace('solvers": ["', 'solvers": ["not ') + "\n" + rows[0] + "\n")
    assert len(list(rate("hexifence", tmp_path))) == 2, "the levels have changed"


@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_are_rated_by_the_levels_as_they_are(game: str) -> None:
    header, *rows = (FOLDER / RATINGS / f"{game}.jsonl").read_text().splitlines()
    solvers = json.loads(header)["solvers"]
    assert solvers == [str(skill_of(game, level)) for level in LEVELS], "trivium puzzles rate"
    assert {json.loads(row)["id"] for row in rows} == {puzzle.id for puzzle in puzzles(game)}


def test_the_more_levels_fail_the_higher_is_the_rating() -> None:
    ratings = []
    for failing in range(len(LEVELS) + 1):
        solved = [0 if place < failing else TRIES for place in range(len(LEVELS))]
        ratings.append(fitted(solved, guessed(1)).rating)
    assert ratings == sorted(set(ratings))
    middle = len(LEVELS) // 2
    assert abs(ratings[middle] - (LOWEST + STEP * (middle - 0.5))) < STEP
    untried = guessed(2)
    assert untried.rating > guessed(1).rating


def test_a_position_with_two_ways_to_win_is_no_puzzle() -> None:
    assert prove(lesson("cachex", "Red joins the red sides")) is None
    assert prove(lesson("hexifence", "Chains")) is None
    proof = prove(lesson("hexifence", "Leave two"))
    assert proof is not None and proof.themes[0] == "leave some"


def test_the_number_of_moves_is_a_theme() -> None:
    assert LONG.tags[-1] == LENGTHS[min(LONG.asked, 3)]


def test_a_puzzle_survives_being_written_and_read() -> None:
    for puzzle in SAMPLE:
        assert read_book(puzzle.game, write_line(puzzle)) == [puzzle]


def test_what_is_no_legal_move_is_an_error() -> None:
    puzzle = puzzles("cachex")[0]
    with pytest.raises(BadText):
        check(puzzle, ["nonsense"])
    with pytest.raises(IllegalMove):
        check(puzzle, [puzzle.moves[-1]])
    with pytest.raises(TriviumError, match=r"did you mean hexifence-2-"):
        find_puzzle("hexifence-2-0x1")


def test_the_command_lists_shows_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = next(puzzle for puzzle in puzzles("hexifence") if puzzle.asked == 1)
    assert run(["puzzles", "list", "hexifence"]) == 0
    assert puzzle.id in capsys.readouterr().out
    assert run(["puzzles", "list", "--theme", "sacrifice", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(puzzles(theme="sacrifice"))
    assert run(["puzzles", "show", puzzle.id]) == 0
    shown = capsys.readouterr().out
    assert str(puzzle.task) in shown and puzzle.proof not in shown
    assert run(["puzzles", "show", puzzle.id, "--json"]) == 0
    assert "solution" not in json.loads(capsys.readouterr().out)
    assert run(["puzzles", "answer", puzzle.id, puzzle.solution[0]]) == 0
    assert "Right" in capsys.readouterr().out
    wrong, reply = next(iter(puzzle.refutations[0].items()))
    assert run(["puzzles", "answer", puzzle.id, wrong]) == 0
    board = puzzle.board()
    for move in (wrong, reply):
        board.push(move)
    assert board.terminal().plain in capsys.readouterr().out, "what follows is shown on the board"
    assert run(["puzzles", "answer", puzzle.id, wrong, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reply"] == [reply]
    assert run(["puzzles", "answer", "hexifence-2-999", "a1"]) == 2


def test_the_command_goes_through_several_moves(capsys: pytest.CaptureFixture[str]) -> None:
    moves = own_moves(LONG)
    assert run(["puzzles", "answer", LONG.id, moves[0]]) == 0
    assert f"Go on with 'trivium puzzles answer {LONG.id} {moves[0]} MOVE'" in (
        capsys.readouterr().out
    )
    assert run(["puzzles", "answer", LONG.id, *moves]) == 0
    assert LONG.proof in capsys.readouterr().out

"""Puzzles and tutorials over the API: everything in them can be answered, and is judged right."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from trivium.games.catalogue import GAMES
from trivium.study.puzzles import puzzles
from trivium.study.tutorials import tutorial


def test_every_puzzle_is_solved_by_its_solution_and_by_nothing_else(client: TestClient) -> None:
    listed = client.get("/api/puzzles").json()
    assert [entry["id"] for entry in listed] == [puzzle.id for puzzle in puzzles()]
    for puzzle in puzzles():
        shown = client.get(f"/api/puzzles/{puzzle.id}").json()
        assert shown["position"]["turn"] == puzzle.turn
        assert not set(shown) & {"solution", "refutations", "proof"}, "that would be telling"
        path = f"/api/puzzles/{puzzle.id}/answers"
        right = client.post(path, json={"moves": [puzzle.solution[0]]}).json()
        assert right["right"], puzzle.id
        assert [move["text"] for move in right["solution"]] == list(puzzle.solution)
        wrong = next(
            move for move in shown["position"]["legal"] if move["text"] != puzzle.solution[0]
        )
        answer = client.post(path, json={"moves": [wrong["code"]]}).json()
        assert not answer["right"], puzzle.id
        made = [step["last"]["text"] for step in answer["steps"]]
        reply = answer["reply"]
        assert made == [wrong["text"], *([] if reply is None else [reply["text"]])]


def test_an_illegal_answer_is_refused(client: TestClient) -> None:
    puzzle = puzzles("hexifence")[0]
    path = f"/api/puzzles/{puzzle.id}/answers"
    answer = client.post(path, json={"moves": [puzzle.moves[0]]})
    assert (answer.status_code, answer.json()["kind"]) == (400, "illegal-move")


def test_puzzles_of_one_game_can_be_listed(client: TestClient) -> None:
    for game in GAMES:
        listed = client.get("/api/puzzles", params={"game": game}).json()
        assert {entry["game"] for entry in listed} <= {game}
        assert [entry["difficulty"] for entry in listed] == sorted(
            entry["difficulty"] for entry in listed
        )


def test_there_is_no_puzzle_that_is_not_in_the_book(client: TestClient) -> None:
    assert client.get("/api/puzzles/nothing").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_tutorial_can_be_answered(client: TestClient, game: str) -> None:
    shown = client.get(f"/api/tutorials/{game}").json()
    steps = tutorial(game).steps
    assert shown["steps"] == len(shown["all_steps"]) == len(steps)
    for number, (step, told) in enumerate(zip(steps, shown["all_steps"], strict=True)):
        path = f"/api/tutorials/{game}/{number}/answers"
        if told["asks"] is None:
            assert client.post(path, json={"answer": "a1"}).status_code == 400
            continue
        right = step.squares if told["asks"] == "place" else step.moves
        verdict = client.post(path, json={"answer": right[0]}).json()
        assert verdict["right"], (number, verdict)
        if told["asks"] == "move":
            assert verdict["moves"][0] == right[0]
            assert [move["last"]["text"] for move in verdict["steps"]] == verdict["moves"]


def test_a_step_beyond_the_last_is_not_found(client: TestClient) -> None:
    answer = client.post("/api/tutorials/cachex/999/answers", json={"answer": "a1"})
    assert answer.status_code == 404

"""Puzzles and tutorials over the API: everything in them can be answered, and is judged right."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from trivium.games.catalogue import GAMES
from trivium.study.puzzles import puzzles
from trivium.study.tutorials import lessons


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_solved_by_their_solutions_and_by_nothing_else(
    client: TestClient, game: str
) -> None:
    listed = client.get("/api/puzzles", params={"game": game}).json()
    assert [entry["id"] for entry in listed] == [puzzle.id for puzzle in puzzles(game)]
    for puzzle in puzzles(game)[::20]:
        shown = client.get(f"/api/puzzles/{puzzle.id}").json()
        assert shown["position"]["turn"] == puzzle.turn
        assert not set(shown) & {"solution", "refutations", "proof"}, "that would be telling"
        path = f"/api/puzzles/{puzzle.id}/answers"
        found: list[str] = []
        while len(found) < puzzle.asked:
            wrong = next(iter(puzzle.refutations[len(found)]))
            answer = client.post(path, json={"moves": [*found, wrong]}).json()
            assert not answer["right"] and not answer["done"], puzzle.id
            made = [step["last"]["text"] for step in answer["steps"]]
            assert made == [wrong, *(move["text"] for move in answer["reply"])]
            found.append(answer["solution"][0]["text"])
            answer = client.post(path, json={"moves": found}).json()
            assert answer["right"] and answer["done"] == (len(found) == puzzle.asked), puzzle.id
        assert puzzle.proof in answer["text"]
        assert client.post(path, json={"moves": [*found, found[0]]}).status_code == 400


@pytest.mark.parametrize("game", GAMES)
def test_themes_are_explained_and_select(client: TestClient, game: str) -> None:
    themes = client.get(f"/api/puzzle-themes/{game}").json()
    assert all(theme["words"] for theme in themes)
    theme = puzzles(game)[0].themes[0]
    assert theme in [known["name"] for known in themes]
    listed = client.get("/api/puzzles", params={"game": game, "theme": theme}).json()
    assert listed and all(theme in entry["themes"] for entry in listed)


def test_an_illegal_answer_is_refused(client: TestClient) -> None:
    puzzle = puzzles("hexifence")[0]
    path = f"/api/puzzles/{puzzle.id}/answers"
    answer = client.post(path, json={"moves": [puzzle.moves[0]]})
    assert (answer.status_code, answer.json()["kind"]) == (400, "illegal-move")


def test_puzzles_of_one_game_can_be_listed(client: TestClient) -> None:
    for game in GAMES:
        listed = client.get("/api/puzzles", params={"game": game}).json()
        assert {entry["game"] for entry in listed} <= {game}
        ratings = [entry["rating"] for entry in listed]
        assert ratings == sorted(ratings)


def test_there_is_no_puzzle_that_is_not_in_the_book(client: TestClient) -> None:
    assert client.get("/api/puzzles/nothing").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_lesson_can_be_answered(client: TestClient, game: str) -> None:
    listed = [entry for entry in client.get("/api/tutorials").json() if entry["game"] == game]
    assert [entry["lesson"] for entry in listed] == [lesson.name for lesson in lessons(game)]
    for lesson in lessons(game):
        asked = {"lesson": lesson.name}
        shown = client.get(f"/api/tutorials/{game}", params=asked).json()
        assert shown["steps"] == len(shown["all_steps"]) == len(lesson.steps)
        for number, (step, told) in enumerate(zip(lesson.steps, shown["all_steps"], strict=True)):
            path = f"/api/tutorials/{game}/{number}/answers"
            if told["asks"] is None:
                answer = client.post(path, params=asked, json={"answer": "a1"})
                assert answer.status_code == 400
                continue
            right = step.squares if told["asks"] == "place" else step.moves
            verdict = client.post(path, params=asked, json={"answer": right[0]}).json()
            assert verdict["right"], (lesson.name, number, verdict)
            if told["asks"] == "move":
                assert verdict["moves"][0] == right[0]
                assert [move["last"]["text"] for move in verdict["steps"]] == verdict["moves"]


def test_there_is_no_lesson_of_another_name(client: TestClient) -> None:
    answer = client.get("/api/tutorials/cachex", params={"lesson": "ladders"})
    assert answer.status_code == 404


def test_a_step_beyond_the_last_is_not_found(client: TestClient) -> None:
    answer = client.post("/api/tutorials/cachex/999/answers", json={"answer": "a1"})
    assert answer.status_code == 404

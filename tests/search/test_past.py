"""A search knows which boards of the game came back, and so does not circle into a draw."""

from __future__ import annotations

import pytest

from trivium import Cachex, WatchYourBack
from trivium.agents.catalogue import make_agent
from trivium.games.position import Position
from trivium.kernel.repetition import came_back
from trivium.kernel.verbs import WIN, key
from trivium.search.engine import Searcher
from trivium.search.limits import Limit, Report

OPENING = ("a1", "d5", "b2", "e4")
AGAIN = ("e5", "a2", "d4", "b1", "b2", "d5", "a1", "e4")
"""In two far corners each side takes two stones of the other."""

DEEP = Limit(depth=4)


def searcher_of(agent: str, position: Position) -> Searcher:
    searcher = make_agent(agent, "cachex", seed=1).searcher_for(position)
    assert searcher is not None
    return searcher


def after_rounds(rounds: int, move: str) -> Cachex:
    """The position before a move of the cycle that has gone round so often."""
    position = Cachex(5)
    for text in OPENING + AGAIN * rounds + AGAIN[: AGAIN.index(move)]:
        position.push(text)
    return position


def look(searcher: Searcher, position: Cachex, moves: tuple[str, ...] = ()) -> Report:
    """What a search finds; of these moves only, if some are given."""
    others = [move.code for move in position.legal_moves if moves and move.text not in moves]
    return searcher.search(position.kernel, position.colours, DEEP, banned=tuple(others))


@pytest.mark.parametrize(
    ("agent", "back", "other"), [("champion", "b2", "d1"), ("five-factors", "a2", "b1")]
)
def test_a_side_that_stands_better_leaves_a_cycle(agent: str, back: str, other: str) -> None:
    searcher = searcher_of(agent, Cachex(5))
    for rounds in (0, 2, 3, 4, 5):  # in the second it is there for the second time
        position = after_rounds(rounds, back)
        found = look(searcher, position, (back, other))
        assert position.move(found.move).text == (other if rounds else back)
        assert found.score.value > 0


@pytest.mark.parametrize("agent", ["champion", "five-factors"])
def test_a_way_back_is_worth_a_draw_that_is_not_called_proven(agent: str) -> None:
    position = after_rounds(2, "b2")
    found = look(searcher_of(agent, position), position, ("b2",))
    assert found.score.value == 0
    assert not found.score.exact


@pytest.mark.parametrize("agent", ["champion", "five-factors"])
def test_in_a_cycle_a_search_that_remembers_finds_what_one_without_memory_does(agent: str) -> None:
    kept = searcher_of(agent, Cachex(5))
    position = after_rounds(0, AGAIN[0])
    for number, text in enumerate(AGAIN * 2):
        found = look(kept, position)
        if number >= len(AGAIN):
            fresh = look(searcher_of(agent, position), position)
            assert (found.line, found.score, found.nodes) == (fresh.line, fresh.score, fresh.nodes)
        position.push(text)


def test_boards_come_back_from_the_second_time_on() -> None:
    assert len(came_back(after_rounds(0, "e4").kernel)) == 0
    position = after_rounds(1, "e5")
    assert came_back(position.kernel).tolist() == [int(key(position.kernel))]
    assert len(came_back(after_rounds(3, "e5").kernel)) == 1 + 2 * len(AGAIN)
    position.pop()
    assert len(came_back(position.kernel)) == 0


def test_a_board_that_was_set_up_has_no_past() -> None:
    assert len(came_back(Cachex.from_text(after_rounds(3, "b2").to_text()).kernel)) == 0


@pytest.mark.parametrize("agent", ["champion", "five-factors"])
def test_a_win_is_told_by_the_turn_that_it_comes_on(agent: str) -> None:
    """Also if the table has the board from earlier, or later, in a game."""
    rows = '"board": [["r", 0, 0], ["r", 1, 0], ["b", 0, 2], ["b", 1, 2]]'
    searcher = searcher_of(agent, Cachex(3))
    for turns in (4, 8, 6):
        position = Cachex.from_text(f'{{"n": 3, {rows}, "turns": {turns}}}')
        assert look(searcher, position).score.value == WIN - (turns + 1)


def test_keys_know_the_turns_left_where_the_moves_are_limited() -> None:
    board = "\n".join([
        "", "", "    X - O X", "    O O - -", "    @ - @ -", "    X @ - X", "", "", "turns: {}", ""
    ])  # fmt: skip
    free = [WatchYourBack.from_text(board.format(turns)) for turns in (254, 256)]
    assert key(free[0].kernel) == key(free[1].kernel)
    limited = [position.with_move_limit(300) for position in free]
    assert len({int(key(position.kernel)) for position in (*free, *limited)}) == 3

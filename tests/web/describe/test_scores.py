"""What a score means on the page: in a few characters for the bar, and in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.kernel.verbs import POINT, SURE, WIN
from trivium.search.limits import Score
from trivium.study.tutorials import tutorial
from trivium.web.describe.scores import describe_result, describe_score, describe_share

STARTS = {name: game.start() for name, game in GAMES.items()}
LONGEST = 4
"""Characters that fit on the bar."""


@given(
    position=st.sampled_from(list(STARTS.values())),
    value=st.integers(-WIN, WIN),
    exact=st.booleans(),
    first=st.booleans(),
)
def test_every_score_fits_on_the_bar(
    position: Position, value: int, exact: bool, first: bool
) -> None:
    pov = position.colours[0 if first else 1]
    margin = abs(value) // POINT < 100 or not exact
    if margin or not GAMES[position.game].margins:
        shown = describe_score(position, Score(value, pov, exact)).short
        assert 0 < len(shown) <= LONGEST


@given(position=st.sampled_from(list(STARTS.values())), share=st.floats(0, 1))
def test_every_share_fits_on_the_bar(position: Position, share: float) -> None:
    assert len(describe_share(position, position.colours[1], share).short) <= LONGEST


@pytest.mark.parametrize(
    ("game", "value", "exact", "short"),
    [
        ("cachex", WIN - 31, True, "won"),
        ("cachex", 31 - WIN, False, "won"),
        ("cachex", SURE, False, "win"),
        ("watch-your-back", 0, True, "draw"),
        ("watch-your-back", 1234, False, "+1.2"),
        ("watch-your-back", -40, False, "0"),
        ("hexifence", -3 * POINT, True, "−3"),
        ("hexifence", 0, False, "0"),
        ("hexifence", 12_600, False, "+13"),
    ],
)
def test_proven_wins_are_words_and_margins_numbers(
    game: str, value: int, exact: bool, short: str
) -> None:
    position = STARTS[game]
    seen_by_first = Score(value, position.colours[0], exact)
    assert describe_score(position, seen_by_first).short == short
    seen_by_second = seen_by_first.seen_by(position.colours[1])
    assert describe_score(position, seen_by_second).short == short


def test_a_win_in_sight_is_told_in_words_and_not_as_hundreds_of_points() -> None:
    told = describe_score(STARTS["cachex"], Score(-SURE, "blue", False)).text
    assert told == "Blue is about to lose"


def test_the_result_of_a_game_is_its_margin_or_a_word() -> None:
    for game, short in (("hexifence", "+1"), ("cachex", "won"), ("watch-your-back", "won")):
        step = next(step for step in tutorial(game).steps if step.title == ENDS[game])
        position = step.board()
        position.push(step.moves[0])
        outcome = position.outcome()
        assert outcome is not None
        assert describe_result(position, outcome).short == short


ENDS = {
    "hexifence": "The end",
    "cachex": "Red joins the red sides",
    "watch-your-back": "The end",
}

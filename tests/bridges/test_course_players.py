"""Our agents as players for the original referees, which are imitated here with the oracles."""

from __future__ import annotations

import importlib
import random
from pathlib import Path

import pytest

from tests.arena.external.playing import play
from tests.oracles.cachex import CachexOracle
from tests.oracles.watch_your_back import WatchYourBackOracle
from trivium import TriviumError
from trivium.arena.external.limits import AgentLimits
from trivium.bridges import cachex_player, wyb_player
from trivium.search.limits import Limit


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIVIUM_AGENT", "greedy")


def plain(action: object) -> bool:
    """Whether an action consists of plain values only, as the original referees want it."""
    if isinstance(action, tuple):
        return type(action) is tuple and all(map(plain, action))
    return action is None or type(action) in (int, str)


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_cachex_is_played_as_the_original_referee_asks(colour: str) -> None:
    chance, game = random.Random(3), CachexOracle(5)
    player = cachex_player.Player(colour, 5)
    while not game.over:
        mover = game.turn
        action = player.action() if mover == colour else chance.choice(game.legal_moves())
        assert plain(action) and action in game.legal_moves()
        game.play(action)
        player.turn(mover, action)
    assert game.turns > 5


@pytest.mark.parametrize("colour", ["white", "black"])
def test_watch_your_back_is_played_as_the_original_referee_asks(colour: str) -> None:
    chance, game = random.Random(4), WatchYourBackOracle(move_limit=60)
    player = wyb_player.Player(colour)
    while not game.over:
        if game.turn == colour:
            action = player.action(game.turns)
            assert plain(action) and action in game.legal_moves()
        else:
            action = chance.choice(game.legal_moves())
            player.update(action)
        game.play(action)
    assert game.phase == "moving"


def test_the_champion_keeps_within_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIVIUM_AGENT", "champion")
    monkeypatch.setenv("TRIVIUM_TIME", "2")
    player = cachex_player.Player("red", 5)
    first = player._player._left
    assert first == pytest.approx(1.8)
    player.turn("red", player.action())
    assert 0 < player._player._left < first
    player._player._left = 0.0
    player.turn("blue", player._player.position.legal_moves[-1].action)
    assert plain(player.action())  # out of time, it still answers at once


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("TRIVIUM_AGENT", "nobody", "There is no agent 'nobody'"),
        ("TRIVIUM_TIME", "soon", "TRIVIUM_TIME is 'soon'; it must be a number"),
        ("TRIVIUM_MOVE", "-1", "TRIVIUM_MOVE is '-1'"),
        ("TRIVIUM_SEED", "nan", "TRIVIUM_SEED is 'nan'"),
    ],
)
def test_a_mistake_in_the_environment_is_explained(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(TriviumError, match=sentence):
        cachex_player.Player("red", 5)


def test_an_impossible_action_of_the_referee_is_explained() -> None:
    with pytest.raises(TriviumError, match="not possible for red"):
        cachex_player.Player("blue", 5).turn("red", ("STEAL",))


@pytest.mark.parametrize(
    ("kind", "game", "module"),
    [("cachex-py", "cachex", "cachex_player"), ("wyb-py", "watch-your-back", "wyb_player")],
)
def test_a_module_of_one_line_is_an_agent_for_our_own_referee_too(
    tmp_path: Path, kind: str, game: str, module: str
) -> None:
    (tmp_path / "ours.py").write_text(f"from trivium.bridges.{module} import Player\n")
    importlib.invalidate_caches()
    size = "5" if game == "cachex" else "8"
    result = play(f"{kind}:{tmp_path}#ours", game, size, AgentLimits(), Limit(forfeit_after=20))
    assert result.fault is None, result.detail

"""An external agent can be asked about any position, whatever was taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivium import Cachex
from trivium.agents.agent import Forfeit
from trivium.arena.listed import ListedAgent, listing, read_agents_file
from trivium.arena.players import make_companion
from trivium.cli.main import run
from trivium.errors import TriviumError
from trivium.games.record import write_record

FIRST_FREE = """
import sys
class Player:
    def __init__(self, colour, n):
        self.taken, self.n, self.turns = set(), n, 0
        print("I am", colour, file=sys.stderr)
    def action(self):
        self.turns += 1
        cells = [(r, q) for r in range(self.n) for q in range(self.n)]
        free = [cell for cell in cells if cell not in self.taken]
        print("asked", self.turns, "times", file=sys.stderr)
        return ("PLACE", *free[0]) if len(self.taken) < 6 else "nonsense"
    def turn(self, colour, action):
        if action[0] == "PLACE":
            self.taken.add(action[1:])
"""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.py").write_text(FIRST_FREE)
    return f"cachex-py:{tmp_path / 'bot'}#bot"


def test_one_process_follows_a_game_and_another_one_begins_when_moves_are_taken_back(
    bot: str,
) -> None:
    agent, position = make_companion(bot, "cachex"), Cachex(5)
    choice = agent.choose(position)
    assert (str(choice.move), choice.reason) == ("a1", "I am red\nasked 1 times")
    position.push(choice.move)
    position.push("e5")
    second = agent.choose(position)
    assert (str(second.move), second.reason) == ("b1", "asked 2 times")  # the same process
    position.pop()
    advice = agent.choose(position)
    assert advice.reason == "I am blue\nasked 1 times"  # for the other side: another process
    position.pop()
    assert agent.choose(position).reason == "I am red\nasked 1 times"
    agent.finish(position)


def test_who_fails_is_asked_anew_after_a_move_was_taken_back(bot: str) -> None:
    agent, position = make_companion(bot, "cachex"), Cachex(5)
    for move in ("a1", "b1", "c1", "d1", "e1", "a2"):
        position.push(move)
    with pytest.raises(Forfeit, match="nonsense"):
        agent.choose(position)
    position.pop()
    assert str(agent.choose(position).move) == "a2"
    agent.finish(position)


def test_commands_take_agents_of_ones_own(
    bot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", "cachex", "--size", "5", "--agent", bot, "--time", "1"]) == 0
    assert "would play a1: I am red" in capsys.readouterr().out
    position = Cachex(5)
    for move in ("a1", "c3"):
        position.push(move)
    record = tmp_path / "game.json"
    record.write_text(write_record(position))
    assert run(["review", str(record), "--by", bot, "--nodes", "200"]) == 0
    assert "Red: accuracy" in capsys.readouterr().out


def test_a_file_lists_agents_by_name(bot: str, tmp_path: Path) -> None:
    file = tmp_path / "agents.toml"
    file.write_text(
        '[agents.mine]\ngame = "cachex"\nagent = "cachex-py:bot#bot"\nabout = "A toy."\n'
    )
    (agent,) = read_agents_file(file)
    assert isinstance(agent, ListedAgent) and agent.about == "A toy."
    with listing([agent]):
        companion = make_companion("mine", "cachex")
        assert companion.name == "mine"
        assert str(companion.choose(Cachex(5)).move) == "a1"
        companion.finish(Cachex(5))
    with pytest.raises(TriviumError, match="no agent 'mine'"):
        make_companion("mine", "cachex")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[agents]\n", "a table"),
        ("nonsense", "is no TOML"),
        ('[agents.A]\ngame = "cachex"\nagent = "gtp:node"\n', "small letters"),
        ('[agents.a]\ngame = "chess"\nagent = "gtp:node"\n', "no game 'chess'"),
        ('[agents.a]\ngame = "cachex"\nagent = "level1"\n', "begins with one of cachex-py:"),
        ('[agents.a]\ngame = "cachex"\nagent = "wyb-py:x#y"\n', "begins with one of cachex-py:"),
        ('[agents.random]\ngame = "cachex"\nagent = "gtp:node"\n', "already an agent"),
        ('[agents.a]\ngame = "cachex"\n', "'game' and 'agent'"),
        ('[agents.a]\ngame = "cachex"\nagent = 3\n', "are texts"),
    ],
)
def test_mistakes_in_the_file_are_told(text: str, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "agents.toml"
    file.write_text(text)
    with pytest.raises(TriviumError, match=complaint):
        read_agents_file(file)

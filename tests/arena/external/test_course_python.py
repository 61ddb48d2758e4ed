"""Python agents of the original courses run as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.external.playing import CACHEX, play, write_agent
from trivium import Cachex, TriviumError, WatchYourBack
from trivium.agents.agent import Choice, Forfeit
from trivium.agents.descriptions import PlayerDescription
from trivium.agents.simple import GreedyAgent, RandomAgent
from trivium.arena.players import make_player, takes_openings
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit

WYB = """
import json
class Player:
    def __init__(self, colour):
        self.colour, self.log = colour, [["init", colour]]

    def action(self, turns):
        self.log.append(["action", turns])
        action = ACTIONS[sum(1 for entry in self.log if entry[0] == "action") - 1]
        if isinstance(action, str) and action == "tell":
            raise RuntimeError("log " + json.dumps(self.log))
        return action

    def update(self, action):
        assert type(action) in (tuple, type(None))
        self.log.append(["update", action])
"""


def told(result_detail: str) -> str:
    return result_detail.rpartition("log ")[2]


def test_a_game_is_played_to_its_end_from_either_side(tmp_path: Path) -> None:
    description = write_agent(tmp_path, "")
    for first in (True, False):
        result = play(description, external_first=first, size="4")
        assert result.fault is None or result.kind == "illegal move"  # it forgets captures
        assert len(result.position.moves) > 3


def test_every_turn_of_both_sides_is_told_in_plain_values(tmp_path: Path) -> None:
    code = """
    def __init__(self, player, n):
        self.log = [(player, n)]
        assert type(player) is str and type(n) is int
    def turn(self, player, action):
        self.log.append((player, action))
        assert type(action) is tuple and all(type(part) in (str, int) for part in action)
    def action(self):
        if len(self.log) > 4: raise RuntimeError(f'log {self.log}')
        return ('PLACE', 3, len(self.log))
    """
    description = write_agent(tmp_path, code)
    position = Cachex(5)
    agent = make_player(description, "cachex")
    position.push(agent.choose(position).move)
    for move in ("steal", "e5", "a5"):  # the second red move is an opening move, say
        position.push(move)
    with pytest.raises(Forfeit) as fault:
        agent.choose(position)
    agent.finish(position)
    assert told(fault.value.detail) == str(
        [
            ("red", 5),
            ("red", ("PLACE", 3, 1)),
            ("blue", ("STEAL",)),
            ("red", ("PLACE", 4, 4)),
            ("blue", ("PLACE", 4, 0)),
        ]
    )


def test_an_agent_may_steal(tmp_path: Path) -> None:
    code = "def action(self): return ('STEAL',) if len(self.board) == 1 else self.place()"
    description = write_agent(tmp_path, code)
    position = Cachex(5)
    position.push("b4")
    agent = make_player(description, "cachex")
    assert str(agent.choose(position).move) == "steal"
    agent.finish(position)


@pytest.mark.parametrize(
    "action",
    ["'STEAL'", "type('Word', (str,), {})('STEAL')", "type('Pair', (tuple,), {})(('STEAL',))"],
)
def test_an_agent_may_steal_in_every_way_that_the_referee_of_the_course_took(
    tmp_path: Path, action: str
) -> None:
    position = Cachex(5)
    position.push("b4")
    agent = make_player(write_agent(tmp_path, f"def action(self): return {action}"), "cachex")
    assert str(agent.choose(position).move) == "steal"
    agent.finish(position)


KINDS = """
import collections, enum
Square = collections.namedtuple("Square", "x y")
Number = enum.IntEnum("Number", {"THREE": 3})
class Vector:
    def __init__(self, *parts): self.parts = parts
    def __iter__(self): return iter(self.parts)
    def __add__(self, other): return Vector(*(a + b for a, b in zip(self, other)))
"""


@pytest.mark.parametrize(
    "action",
    [
        "[3, 3]",
        "Square(3, 3)",
        "(number for number in (3, 3))",
        "(Number.THREE, 3)",
        "bytes([3, 3])",
    ],
)
def test_watch_your_back_takes_placements_as_the_referee_of_the_course_unpacked_them(
    tmp_path: Path, action: str
) -> None:
    (tmp_path / "agent.py").write_text(f"{KINDS}\nACTIONS = [{action}]" + WYB)
    result = play(f"wyb-py:{tmp_path}#agent", "watch-your-back", "8", other=Bottom(1))
    assert str(result.position.moves[0]) == "d4"


@pytest.mark.parametrize(
    "action",
    [
        "[[1, 1], [1, 2]]",
        "([1, 1], [1, 2])",
        "[(1, 1), (1, 2)]",
        "[Square(1, 1), (True, 2)]",
        "Vector(Vector(1, 1), Vector(1, 2))",
    ],
)
def test_watch_your_back_takes_moves_as_the_referee_of_the_course_unpacked_them(
    tmp_path: Path, action: str
) -> None:
    placed = [[x, y] for y in (0, 1) for x in range(1, 7)]
    (tmp_path / "agent.py").write_text(f"{KINDS}\nACTIONS = [*{placed}, {action}]" + WYB)
    result = play(f"wyb-py:{tmp_path}#agent", "watch-your-back", "8", other=Bottom(1))
    assert result.position.moves[24].action == ((1, 1), (1, 2))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("(numpy.int64(3), 3)", "in which 3 is of type numpy.int64, not int"),
        ("numpy.array([3, 3])", "is of type numpy.int64, not int"),
        ("(3.0, 3)", "in which 3.0 is of type float, not int"),
        ("((1, 2), [1, 3])", "((1, 2), [1, 3])"),
        ("((1, 2), (1, 3.0))", "in which 3.0 is of type float"),
        ("(1, 2, 3)", "(1, 2, 3); an action is (x, y), ((x1, y1), (x2, y2)) or None"),
        ("'d4'", "in which 'd' is of type str"),
        ("7", "7; an action is (x, y)"),
        ("(3, 10 ** 9)", "1000000000 is too large"),
    ],
)
def test_watch_your_back_refuses_what_the_referee_of_the_course_refused(
    tmp_path: Path, action: str, words: str
) -> None:
    (tmp_path / "agent.py").write_text(f"import numpy\nACTIONS = [{action}]" + WYB)
    result = play(f"wyb-py:{tmp_path}#agent", "watch-your-back", "8")
    assert result.kind == "nonsense", result.detail
    assert words in result.detail


def test_watch_your_back_agents_are_told_of_the_opponent_and_the_turns_of_the_phase(
    tmp_path: Path,
) -> None:
    (tmp_path / "agent.py").write_text("ACTIONS = [(2, 2), (3, 2), 'tell']" + WYB)
    agent = make_player(f"wyb-py:{tmp_path}#agent", "watch-your-back")
    position = WatchYourBack()
    for answer in ("c6", "d6"):
        position.push(agent.choose(position).move)
        position.push(answer)
    with pytest.raises(Forfeit) as fault:
        agent.choose(position)
    assert told(fault.value.detail) == (
        '[["init", "white"], ["action", 0], ["update", [2, 5]], ["action", 2], '
        '["update", [3, 5]], ["action", 4]]'
    )


def test_watch_your_back_agents_may_forfeit_a_turn_and_only_when_they_must(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("ACTIONS = [None]" + WYB)
    result = play(f"wyb-py:{tmp_path}#agent", "watch-your-back", "8")
    assert result.kind == "illegal move"
    assert "None (pass is not possible" in result.detail


def test_watch_your_back_counts_the_turns_of_each_phase_from_0(tmp_path: Path) -> None:
    code = """
    class Player:
        def __init__(self, colour):
            self.seen = []
        def action(self, turns):
            self.seen.append(turns)
            if len(self.seen) == 13: raise RuntimeError(f'log {self.seen}')
            return SQUARES[len(self.seen) - 1]
        def update(self, action): pass
    """
    squares = [(x, y) for y in (0, 1) for x in range(1, 7)]
    (tmp_path / "agent.py").write_text(
        f"SQUARES = {squares}\n" + __import__("textwrap").dedent(code)
    )
    result = play(f"wyb-py:{tmp_path}#agent", "watch-your-back", "8", other=Bottom(1))
    assert told(result.detail) == str([*range(0, 24, 2), 0])


class Bottom(RandomAgent):
    """Places on the rows farthest away from White."""

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        return Choice(max(position.legal_moves, key=lambda move: move.code), "far away")


def test_agents_read_files_print_and_import_siblings_as_in_the_course(tmp_path: Path) -> None:
    (tmp_path / "sibling.py").write_text("NUMBER = 1")
    (tmp_path / "weights.txt").write_text("2")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "__init__.py").write_text("")
    (tmp_path / "parts" / "three.py").write_text("from . import four\nTHREE = four.FOUR - 1")
    (tmp_path / "parts" / "four.py").write_text("FOUR = 4")
    before = f"""
    print('= a1 {{"noise": true}}')
    import os, sys
    import sibling
    from parts.three import THREE
    from {tmp_path.name}.parts import four
    assert os.getcwd() == {str(tmp_path)!r}
    assert (sibling.NUMBER, int(open('weights.txt').read()), THREE) == (1, 2, 3)
    print('noise', file=sys.stderr)
    """
    code = "def action(self): print('1 ok null', flush=True); return self.place()"
    result = play(write_agent(tmp_path, code, before), size="3")
    assert result.kind in (None, "illegal move"), result.detail


@pytest.mark.parametrize("name", ["my-agent", "agent 2", "player(1_0)", "teams.my-agent"])
def test_a_module_may_be_called_as_the_original_referees_allowed(tmp_path: Path, name: str) -> None:
    file = tmp_path.joinpath(*name.split("."))
    result = play(write_agent(file.parent, "", name=file.name).replace(file.name, name), size="3")
    assert result.kind in (None, "illegal move"), result.detail


@pytest.mark.parametrize("entry", ["__init__", "player", "both"])
def test_a_folder_may_be_the_package_itself(tmp_path: Path, entry: str) -> None:
    package = tmp_path / "team"
    package.mkdir()
    (package / "data.txt").write_text("here")
    check = "import os\nassert open('team/data.txt').read() == 'here'\nimport helper\n"
    (package / "helper.py").write_text("")
    home = "player" if entry in ("player", "both") else "__init__"
    (package / f"{home}.py").write_text(check + CACHEX)
    if entry == "both":
        (package / "__init__.py").write_text("from team.player import Player")
    result = play(f"cachex-py:{package}#team", size="3")
    assert result.kind in (None, "illegal move"), result.detail


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    before = "import random"
    code = """
    def place(self):
        free = {(r, q) for r in range(self.n) for q in range(self.n)} - set(self.board)
        return ('PLACE', *random.choice(sorted(free)))
    """
    description = write_agent(tmp_path, code, before)
    games = [play(description, size="7").position.moves for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("description", "game", "sentence"),
    [
        ("cachex-py:{}/none#agent", "cachex", "There is no folder"),
        ("cachex-py:~nobody-has-that-name/x#agent", "cachex", "There is no folder ~nobody"),
        ("cachex-py:{}/" + "x" * 300 + "#agent", "cachex", "cannot be the path of a file"),
        ("cachex-py:{}\0#agent", "cachex", "cannot be the path of a file"),
        ("cachex-py:{}#none", "cachex", "There is no module none in"),
        (
            "cachex-py:{}#empty",
            "cachex",
            "The module empty in .* has no class Player; it has Player2",
        ),
        ("cachex-py:{}#agent:Other", "cachex", "has no class Other; it has Player"),
        ("cachex-py:{}", "cachex", "is no module; write it like path/to/folder#module"),
        ("cachex-py:{}/agent.py", "cachex", "is no module; write it like /.*#agent"),
        ("cachex-py:{}#", "cachex", "is no module"),
        ("cachex-py:#agent", "cachex", "is no module"),
        ("cachex-py:{}#../agent", "cachex", "is no module"),
        ("cachex-py:{}#agent", "hexifence", "cachex-py agents play Cachex, not Hexifence"),
        ("wyb-py:{}/none#agent", "watch-your-back", "There is no folder"),
        ("nobody:{}", "cachex", "There is no agent 'nobody'"),
        ("wyb-pi", "watch-your-back", "There is no agent 'wyb-pi' .*; did you mean wyb-py"),
        (
            "watch-your-back-py:{}#agent",
            "watch-your-back",
            r"is written wyb-py:FOLDER#MODULE or gtp:COMMAND \(for other games: cachex-py, hex",
        ),
        ("{}/agent.py", "cachex", "is written cachex-py:FOLDER#MODULE or gtp:COMMAND"),
        ("python agent.py", "cachex", "is written cachex-py:FOLDER#MODULE or gtp:COMMAND"),
        ("cachex-py:{}#agent.py", "cachex", "no module agent.py in .*; write #agent, without .py"),
    ],
)
def test_mistakes_in_a_description_are_explained(
    tmp_path: Path, description: str, game: str, sentence: str
) -> None:
    write_agent(tmp_path, "")
    (tmp_path / "empty.py").write_text("class Player2: pass")
    with pytest.raises(TriviumError, match=sentence):
        make_player(description.format(tmp_path), game)


def test_what_cannot_be_told_to_an_agent_is_an_error_and_no_loss(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("ACTIONS = [(2, 2)]" + WYB)
    description = f"wyb-py:{tmp_path}#agent"
    assert not takes_openings(PlayerDescription.read(description))
    assert takes_openings(PlayerDescription.read("greedy"))
    position = WatchYourBack()
    for move in ("c3", "c6"):
        position.push(move)
    agent = make_player(description, "watch-your-back")
    with pytest.raises(TriviumError, match="opening moves made in their name"):
        agent.choose(position)
    agent.finish(position)
    board = Cachex.from_text('{"n": 5, "board": [["r", 0, 0], ["b", 1, 1]]}')
    with pytest.raises(TriviumError, match="only play from the start"):
        make_player(write_agent(tmp_path, ""), "cachex").prepare(board)


def test_an_opening_by_the_opponent_is_told(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("ACTIONS = ['tell']" + WYB)
    position = WatchYourBack()
    position.push("c3")
    agent = make_player(f"wyb-py:{tmp_path}#agent", "watch-your-back")
    with pytest.raises(Forfeit, match=r'\["init", "black"\], \["update", \[2, 2\]\]'):
        agent.choose(position)


def test_built_in_agents_come_from_the_catalogue() -> None:
    assert isinstance(make_player("greedy", "cachex", 3), GreedyAgent)


def test_texts_are_the_same_objects_as_the_constants_of_an_agent(tmp_path: Path) -> None:
    code = """
    def __init__(self, player, n):
        self.log = [player is 'red']
    def turn(self, player, action):
        self.log += [player is 'red', action[0] is 'PLACE']
    def action(self):
        if len(self.log) > 1: raise RuntimeError(f'log {self.log}')
        return ('PLACE', 0, 0)
    """
    result = play(write_agent(tmp_path, code), size="4")
    assert told(result.detail).startswith("[True, True, True, False, True]")

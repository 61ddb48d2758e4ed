"""Engines that speak the text protocol, as agents; most of them are small scripts."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.arena.external.playing import play
from trivium import Cachex, Hexifence, TriviumError
from trivium.agents.agent import Forfeit
from trivium.agents.descriptions import PlayerDescription
from trivium.arena.external.gtp import EngineCommand
from trivium.arena.external.limits import AgentLimits
from trivium.arena.players import make_player
from trivium.games.catalogue import GAMES
from trivium.search.limits import Limit

SCRIPT = """
import sys
moves = MOVES
known = "protocol_version list_commands boardsize clear_board play genmove time_left".split()
for line in sys.stdin:
    word, *rest = line.split()
    print(line.strip(), file=sys.stderr, flush=True)
    if word == "genmove":
        print("=", moves.pop(0), flush=True)
    elif word == "list_commands":
        print("=", *known, sep="\\n", flush=True)
    elif word in known:
        print("= 2", flush=True)
    else:
        print("? unknown command", flush=True)
    print(flush=True)
"""


def engine(folder: Path, moves: list[str], script: str = SCRIPT) -> str:
    """Write an engine that answers with these moves; return its description."""
    file = folder / "engine.py"
    file.write_text(script.replace("MOVES", repr(moves)))
    return f"gtp:{shlex.quote(sys.executable)} {file}"


def own_engine(game: str, agent: str) -> str:
    return f"gtp:{sys.executable} -m trivium gtp {game} --agent {agent} --time 0.02"


@pytest.mark.parametrize(("game", "size"), [("hexifence", "2"), ("watch-your-back", "8")])
def test_our_own_engine_plays_a_whole_game_in_another_process(game: str, size: str) -> None:
    result = play(own_engine(game, "greedy"), game, size, AgentLimits(memory=None))
    assert result.fault is None, result.detail
    assert result.position.is_over


def test_a_game_may_start_from_any_board_if_the_engine_can() -> None:
    board = '{"n": 5, "board": [["r", 0, 0], ["b", 0, 4], ["r", 1, 0], ["b", 1, 4]]}'
    position = GAMES["cachex"].read(board)
    agent = make_player(own_engine("cachex", "greedy"), "cachex")
    agent.prepare(position)
    position.push(agent.choose(position).move)
    agent.finish(position)


def test_an_engine_is_told_the_board_the_moves_and_its_clock(tmp_path: Path) -> None:
    agent = make_player(engine(tmp_path, ["b2", "c1", "nonsense"]), "cachex")
    position = Cachex(5)
    for move in ("a1", "a2"):
        position.push(move)  # an opening
    position.push(agent.choose(position, Limit(seconds=0.5)).move)
    position.push("e5")
    position.push(agent.choose(position, Limit(remaining=12.5)).move)
    position.push("e4")
    with pytest.raises(Forfeit) as fault:
        agent.choose(position)
    assert (fault.value.kind, fault.value.detail) == ("nonsense", "'nonsense' is no move")
    agent.finish(position)


def test_the_commands_come_in_order(tmp_path: Path) -> None:
    script = SCRIPT.replace("moves.pop(0)", "moves.pop(0) if moves else sys.exit(1)")
    agent = make_player(engine(tmp_path, ["a1"], script), "hexifence")
    position = Hexifence(1)
    position.push(agent.choose(position, Limit(remaining=7)).move)
    position.push("b1")
    with pytest.raises(Forfeit) as fault:
        agent.choose(position, Limit(seconds=2))
    assert fault.value.detail.splitlines()[-6:] == [
        "clear_board",
        "time_left blue 7.000 0",
        "genmove blue",
        "play red b1",
        "time_left blue 2.000 1",
        "genmove blue",
    ]


def test_swap_is_understood_in_the_words_of_hex(tmp_path: Path) -> None:
    agent = make_player(engine(tmp_path, ["swap-pieces"]), "cachex")
    position = Cachex(5)
    position.push("b4")
    assert str(agent.choose(position).move) == "steal"
    agent.finish(position)


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        (SCRIPT.replace("moves.pop(0)", "'c3'"), "illegal move", "Red may not begin in the centre"),
        (SCRIPT.replace("moves.pop(0)", "'resign'"), "resignation", ""),
        (SCRIPT.replace("moves.pop(0)", "''"), "nonsense", "'' is no move"),
        (SCRIPT.replace('"=", moves.pop(0)', '"hello"'), "nonsense", "begins with 'hello'"),
        (SCRIPT.replace('"=", moves.pop(0)', '"? no idea"'), "nonsense", "refuses 'genmove red'"),
        (SCRIPT.replace("moves.pop(0)", "'x' * 10**6"), "nonsense", "more than 65536 bytes"),
        (SCRIPT.replace("moves.pop(0)", "'a1\\n' * 10**5"), "nonsense", "more than 2000 lines"),
        (SCRIPT.replace('"=", moves.pop(0)', '"\\n" * 10**5'), "nonsense", "nothing but empty"),
        (SCRIPT.replace("boardsize", "bordsize"), "nonsense", "refuses 'boardsize 5'"),
        ("import sys; sys.exit('no licence')", "crash", "no licence"),
        ("import time; time.sleep(600)", "time", "no answer"),
        ("print('noise', flush=True)\n" + SCRIPT, "nonsense", "begins with 'noise'"),
        ("import sys\nwhile True: sys.stderr.write('x' * 65536)", "output", "more than 8 MB"),
    ],
)
def test_engines_at_fault_lose_with_a_reason(
    tmp_path: Path, script: str, kind: str, words: str
) -> None:
    limits = AgentLimits(start=2 if kind == "time" else 30, output=8)
    result = play(engine(tmp_path, [], script), limits=limits)
    assert result.kind == kind
    assert words in result.detail
    assert len(result.detail) < 1000


@pytest.mark.parametrize(
    ("description", "sentence"),
    [
        ("gtp:", "An engine needs a command"),
        ("gtp:/no/such/engine --fast", "There is no program /no/such/engine"),
        ("gtp:./engine --fast", r"There is no program \./engine"),
        ("gtp:no-such-engine", "There is no program no-such-engine to run as an engine.$"),
        ("gtp:text.txt", r"There is no program text\.txt .* The one in .* is \./text\.txt"),
        ("gtp:./text.txt", r"text\.txt cannot be run as an engine; 'chmod \+x' would allow it"),
        ("gtp:'unfinished", "cannot be read: No closing quotation"),
    ],
)
def test_mistakes_in_a_description_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, description: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_text("no program")
    with pytest.raises(TriviumError, match=sentence):
        make_player(description, "cachex")


def write_program(file: Path) -> None:
    """Write an engine that is a program by itself, and moves where its first argument says."""
    file.parent.mkdir(parents=True, exist_ok=True)
    script = SCRIPT.replace("MOVES", "[sys.argv[1]]")
    file.write_text(f"#!{sys.executable}\n{script}")
    file.chmod(0o755)


@pytest.mark.parametrize("program", ["./my-engine", "bots/engine", "'./my engine'", "{}/my-engine"])
def test_a_program_of_the_working_directory_plays_whose_arguments_have_spaces_and_quotes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my-engine", "bots/engine", "my engine"):
        write_program(tmp_path / name)
    agent = make_player(f"gtp:{program.format(tmp_path)} 'it\"s b2'", "cachex")
    with pytest.raises(Forfeit, match="'it\"s b2' is no move"):
        agent.choose(Cachex(5))
    agent = make_player(f'gtp:{program.format(tmp_path)} "b2"', "cachex")
    assert str(agent.choose(Cachex(5)).move) == "b2"
    agent.finish(Cachex(5))


def test_a_program_beside_the_file_that_names_it_is_found_and_started_there(tmp_path: Path) -> None:
    write_program(tmp_path / "bots/engine")
    wanted = PlayerDescription.read("gtp:bots/engine b2", tmp_path)
    agent = make_player(wanted, "cachex")
    assert str(agent.choose(Cachex(5)).move) == "b2"
    agent.finish(Cachex(5))
    assert EngineCommand.read("bots/engine b2", tmp_path).folder == tmp_path
    assert EngineCommand.read(f"{tmp_path}/bots/engine b2", tmp_path).folder == Path.cwd()


def test_an_engine_sees_the_files_that_it_is_told_of_wherever_its_path_leads(
    tmp_path: Path,
) -> None:
    write_program(tmp_path / "bots/engine")
    engine = tmp_path / "bots/engine"
    engine.write_text(engine.read_text().replace("[sys.argv[1]]", "open(sys.argv[1]).readlines()"))
    for place in ("event", "books"):
        (tmp_path / place).mkdir()
    (tmp_path / "books/first").write_text("b2")
    wanted = PlayerDescription.read("gtp:../bots/engine ../books/first", tmp_path / "event")
    agent = make_player(wanted, "cachex")
    assert str(agent.choose(Cachex(5)).move) == "b2"
    agent.finish(Cachex(5))

"""The engine of the text protocol."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.agents.catalogue import make_agent
from trivium.bridges.clock import Clock
from trivium.bridges.gtp import LONGEST_LINE, Engine, serve
from trivium.bridges.regression import read_steps, run_steps
from trivium.cli.main import run
from trivium.errors import BadText
from trivium.games.catalogue import GAMES

REGRESSION = Path(__file__).parents[1] / "regression"


def engine(game: str = "cachex", size: str | None = None, agent: str = "random") -> Engine:
    return Engine(game, size, lambda: make_agent(agent, game, 1), 0.05)


@pytest.mark.parametrize("game", GAMES)
def test_the_known_answers_of_the_regression_files_are_given(game: str) -> None:
    own = engine(game, agent="champion")
    steps = read_steps((REGRESSION / f"{game}.tst").read_text())
    verdicts = list(run_steps(steps, lambda command: own.answer(command) or "="))
    assert len(verdicts) >= 4
    assert [verdict for verdict in verdicts if verdict.surprising] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_can_be_played_undone_and_scored(game: str) -> None:
    own = engine(game, agent="greedy")
    if game == "watch-your-back":  # two moves from its end
        empty = "- - - - - - - -\\n"
        row = "- - - O @ - - O\\n"
        board = f"X - - - - - - X\\n{empty}{row}{empty * 3}- @ - - - - - -\\nX - - - - - - X"
        assert own.answer(f"trivium-setup {board}") == "="
    start = own.answer("trivium-text")
    colours = GAMES[game].colours
    moves = 0
    while own.answer("final_score") == "? cannot score: the game is not over" and moves < 200:
        colour = str(own.answer("trivium-turn"))[2:]
        assert colour in colours
        move = str(own.answer(f"genmove {colour}"))
        assert move.startswith("= ")
        moves += 1
    assert moves and str(own.answer("genmove " + colours[0])).startswith("? the game is over")
    assert str(own.answer("final_score")).partition("+")[0] in {"= 0", *(f"= {c}" for c in colours)}
    for _ in range(moves):
        assert own.answer("undo") == "="
    assert own.answer("undo") == "? cannot undo"
    assert own.answer("trivium-text") == start


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2"),
        ("17 protocol_version", "=17 2"),
        ("17\tprotocol_version # why not", "=17 2"),
        ("  protocol_version\r\n", "= 2"),
        ("", None),
        ("   \t ", None),
        ("# remark", None),
        ("dance", "? unknown command"),
        ("3 dance", "?3 unknown command"),
        ("3", "?3 a command is missing after the number"),
        ("known_command genmove", "= true"),
        ("known_command dance", "= false"),
        ("known_command", "? write it like: known_command NAME"),
        ("play red", "? write it like: play COLOUR MOVE"),
        ("play green a1", "? 'green' is no colour; they are red and blue"),
        ("play blue a1", "? it is red's turn"),
        ("play red z99", "? illegal move ('z99' is not a move of this game; write it …"),
        ("play red steal", "? illegal move (steal is not possible: only Blue may steal…"),
        ("play black a1", "="),
        ("play RED A1", "="),
        ("genmove", "? write it like: genmove COLOUR"),
        ("genmove w", "? it is red's turn"),
        ("boardsize", "? boardsize needs a size"),
        ("boardsize 99", "? unacceptable size (Cachex has no size 99; it goes from 3 to 15.)"),
        ("boardsize 11 11", "="),
        ("boardsize x", "? unacceptable size ('x' is no size of Cachex; …"),
        ("time_settings 1 2", "? write it like: time_settings MAIN PERIOD MOVES"),
        ("time_settings a b c", "? write it like: time_settings MAIN PERIOD MOVES, with numbers"),
        ("time_settings nan 0 0", "? numbers go from 0 to 1e9"),
        ("time_left red -1 0", "? numbers go from 0 to 1e9"),
        ("time_left red 10 0", "="),
        ("trivium-analyze", "? random does not search"),
        ("trivium-setup rubbish", "? line 1, column 1: this is no JSON (Expecting value); …"),
        ("trivium-game", "= cachex 9"),
        ("trivium-outcome", "= none"),
    ],
)  # fmt: skip
def test_answers(line: str, answer: str | None) -> None:
    given_answer = engine().answer(line)
    if answer is not None and answer.endswith("…"):
        assert given_answer is not None and given_answer.startswith(answer[:-1])
    else:
        assert given_answer == answer


@given(st.text(max_size=60), st.sampled_from(["", "play ", "genmove ", "boardsize ", "time_left "]))
def test_no_line_can_break_the_engine(text: str, verb: str) -> None:
    own = engine("dots-and-boxes", "1x1")
    answer = own.answer(verb + text)
    assert answer is None or (answer[0] in "=?" and "\n\n" not in answer)
    assert own.answer("protocol_version") == "= 2"


def test_the_loop_answers_until_quit_and_survives_endless_lines() -> None:
    commands = "1 name\n" + "x" * (3 * LONGEST_LINE) + "\n2 version\nquit\nname\n"
    output = io.StringIO()
    serve(engine(), io.StringIO(commands), output)
    answers = output.getvalue().split("\n\n")
    assert answers[0] == "=1 Trivium random"
    assert answers[1] == "? the line is too long"
    assert answers[2].startswith("=2 0.")
    assert answers[3:] == ["=", ""]


def test_every_listed_command_is_known_and_analysis_commands_exist() -> None:
    own = engine("cachex", "5", "champion")
    for name in str(own.answer("list_commands"))[2:].split("\n"):
        assert own.answer(f"known_command {name}") == "= true"
    for line in str(own.answer("hexgui-analyze_commands"))[2:].split("\n"):
        assert line.split("/")[2] in own.commands
    assert " depth " in str(own.answer("trivium-analyze 0.05"))


def test_the_board_is_shown_without_empty_lines() -> None:
    shown = str(engine("hexifence", "2").answer("showboard"))
    assert "Blue to move" in shown and "\n\n" not in shown


def test_clocks_leave_time_for_later_moves() -> None:
    position = GAMES["cachex"].start("9")
    assert Clock().limit(position, 3.0).seconds == 3.0
    assert 0 < (Clock(stock=60.0).limit(position, 3.0).seconds or 0) < 10
    assert Clock(None, 10.0, 5).limit(position, 3.0).seconds == pytest.approx(1.9)
    assert Clock(stock=0.0).limit(position, 3.0).seconds == pytest.approx(0.001)
    clock = Clock(stock=60.0)
    clock.spend(70.0)
    assert clock.stock == 0.0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#? [a1]", "line 1: there is no command before this answer"),
        ("name\n#? a1", "line 2: write a known answer like"),
        ("name\n#? [(]", "line 2: the pattern is wrong"),
        ("name\n#? [a]\n#? [b]", "line 3: there is no command before this answer"),
    ],
)
def test_mistakes_in_a_regression_file_are_explained(text: str, sentence: str) -> None:
    with pytest.raises(BadText, match=sentence.replace("(", r"\(")):
        read_steps(text)


def test_wrong_answers_and_refusals_are_told_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.tst"
    file.write_text(
        "1 protocol_version\n#? [3]\n2 dance\n"
        "protocol_version\n#? [!2]*\nprotocol_version\n#? [2]*\n"
    )
    assert run(["gtp", "cachex", "--agent", "random", "--regress", str(file)]) == 1
    told = capsys.readouterr().out
    assert f"{file}:1: protocol_version: = 2, not 3" in told
    assert f"{file}:3: dance: ? unknown command" in told
    assert f"{file}:6: protocol_version: passes now" in told
    assert told.endswith("2 of 4 answers are right\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("gtp chess", "There is no game 'chess'"),
        ("gtp cachex --agent nobody", "There is no agent 'nobody'"),
        ("gtp cachex --agent human", "A person cannot be an engine"),
        ("gtp cachex --size 99", "Cachex has no size 99"),
        ("gtp cachex --regress /no/file", "trivium: /no/file cannot be read"),
        ("gtp cachex --engine cat", "--engine is for regression files"),
        ("gtp cachex --engine /no/engine --regress {}", "There is no program /no/engine"),
    ],
)
def test_mistakes_on_the_command_line_are_explained(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.format(REGRESSION / "cachex.tst").split()) == 2
    assert sentence in capsys.readouterr().err


def test_a_separate_process_is_an_engine_and_another_can_examine_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = [sys.executable, "-m", "trivium", "gtp", "cachex", "--agent", "random", "--size", "3"]
    began = time.monotonic()
    process = subprocess.run(
        command, input=b"1 genmove red\n\xff\xfe\x00\n2 undo\n", capture_output=True, timeout=120
    )
    answers = process.stdout.decode().split("\n\n")
    assert answers[0].startswith("=1 ") and answers[1] == "? unknown command"
    assert answers[2:] == ["=2", ""]
    assert process.returncode == 0 and time.monotonic() > began
    file = str(REGRESSION / "cachex.tst")
    other = " ".join([sys.executable, "-m", "trivium", "gtp", "cachex", "--time", "0.2"])
    assert run(["gtp", "cachex", "--regress", file, "--engine", other]) == 0
    assert "9 of 9 answers are right" in capsys.readouterr().out

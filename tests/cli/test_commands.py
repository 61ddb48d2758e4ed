"""The command line, as a person or script uses it."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from trivium import Cachex
from trivium.cli.main import run
from trivium.games.record import write_record

BOARD = "1\n+ B -\nR - +\n- + +\n"


def say(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let `text` be what comes on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must fail with one sentence; return that.

    Notices that something is compiled, as where nothing has been yet, are not part of it.
    """
    assert run(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines(keepends=True)
    said = [line for line in lines if not line.startswith(("Compiling", "…"))]
    assert len(said) == 1
    return said[0]


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    table = output(capsys, "games")
    listed = json.loads(output(capsys, "games", "--json"))
    assert [entry["game"] for entry in listed] == [
        "hexifence",
        "cachex",
        "watch-your-back",
        "dots-and-boxes",
    ]
    assert all(entry["game"][:8] in table for entry in listed)


@pytest.mark.parametrize(
    ("game", "size", "depth", "nodes"),
    [
        ("hexifence", "1", 4, 360),
        ("hexifence", "1", 7, 0),
        ("cachex", "5", 3, 13_824),
        ("cachex", "5", 0, 1),
        ("watch-your-back", "8", 2, 2_084),
        ("dots-and-boxes", "2x3", 2, 17 * 16),
    ],
)
def test_perft_prints_the_count_alone_on_the_last_line(
    capsys: pytest.CaptureFixture[str], game: str, size: str, depth: int, nodes: int
) -> None:
    command = ["perft", game, "--size", size, "--depth", str(depth)]
    assert output(capsys, *command).splitlines()[-1] == str(nodes)
    answer = json.loads(output(capsys, *command, "--json"))
    assert answer.pop("seconds") >= 0
    assert answer == {"game": game, "size": size, "depth": depth, "nodes": nodes}


def test_perft_divides_by_first_move(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "perft", "hexifence", "--size", "1", "--depth", "3", "--divide")
    edges = ("a1", "b1", "a2", "c2", "b3", "c3")
    assert lines.splitlines() == [*(f"{edge}: 20" for edge in edges), "120"]


def test_perft_counts_from_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    assert output(capsys, "perft", "hexifence", str(file), "--depth", "4") == "24\n"
    say(monkeypatch, BOARD)
    assert output(capsys, "perft", "hexifence", "-", "--depth", "1") == "4\n"


def test_show_prints_the_board_without_colour_codes_where_nobody_sees_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BOARD + "turn: red\n")
    shown = output(capsys, "show", "hexifence", str(file))
    assert "Red to move, Blue 0 : 0 Red" in shown
    assert "\x1b" not in shown


def test_show_writes_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert output(capsys, "show", "cachex", "--size", "5", "--svg", str(picture)) == ""
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_show_marks_features_in_terminal_and_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board = "docs/examples/hexifence.txt"
    assert "chain of" in output(capsys, "show", "hexifence", board, "--features")
    picture = tmp_path / "marked.svg"
    output(capsys, "show", "hexifence", board, "--features", "--svg", str(picture))
    assert "trivium-tint trivium-chain" in picture.read_text()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "chess"], "There is no game 'chess'"),
        (["show", "hexifence", "--size", "0"], "Hexifence has no size 0; it goes from 1 to 12"),
        (["show", "hexifence", "--size", "3x3"], "'3x3' is no size of Hexifence"),
        (["show", "cachex", "--size", "2"], "Cachex has no size 2; it goes from 3 to 15"),
        (["show", "cachex", "--size", "-1"], "'-1' is no size of Cachex"),
        (["show", "watch-your-back", "--size", "9"], "its board is always 8"),
        (["show", "dots-and-boxes", "--size", "3"], "write height x width, like 3x4"),
        (["show", "dots-and-boxes", "--size", "99x1"], "height and width go from 1 to 32"),
        (["show", "cachex", "--features"], "chains, loops and junctions, which cachex does not"),
        (["show", "hexifence", "/no/such/file"], "/no/such/file cannot be read: No such file"),
        (["show", "hexifence", "/"], "/ cannot be read: Is a directory"),
        (["show", "hexifence", "--svg", "/no/such/place.svg"], "cannot be written: No such file"),
        (["perft", "hexifence"], "Missing option '--depth'"),
        (["perft", "hexifence", "--depth", "-1"], "'--depth': Input should be greater than or"),
        (["perft", "hexifence", "--depth", "x"], "'--depth': Input should be a valid integer"),
        (["exercise", "sudoku"], "There is no exercise 'sudoku'; there are hexifence-board"),
        (["bench", "nothing"], "There is no benchmark 'nothing'; there are"),
        (["play", "hexifence", "--as", "green"], "There is no side 'green'; it is blue or red"),
        (["dance"], "No such command 'dance'"),
        (["--port", "9"], "No such option: --port; without a command there is none like it"),
        (["puzzles", "list", "cachex", "--theme", "jump"], "no theme 'jump' among the puzzles of"),
        (["puzzles", "list", "hexifence", "--theme", "take"], "did you mean take it?"),
        (["show", "hexifence", "docs/examples/cachex.json"], "cachex.json: line 1: '{' is no size"),
        (
            ["show", "cachex", "docs/examples/hexifence.txt"],
            "hexifence.txt: line 2, column 1: this",
        ),
        (["review", "README.md"], "README.md: This is no game record: line 1, column 1: it is no"),
        (
            ["show", "--animate", "docs/examples/cachex.json"],
            "'save FILE' in 'trivium play' and",
        ),
        (["serve", "--host", "192.0.2.1"], "192.0.2.1 is no address of this machine"),
    ],
)
def test_a_mistake_is_explained_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert sentence in complaint(capsys, *arguments)


def test_a_benchmark_says_which_package_it_lacks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "benchmarks.first_minute", raising=False)
    monkeypatch.setitem(sys.modules, "httpx2", None)
    told = complaint(capsys, "bench", "first-minute")
    assert "needs the package 'httpx2', which is not installed: it comes with ./test" in told


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00", "is no text in UTF-8 (byte 0 is wrong)"),
        (b"", "its first line must tell the size"),
        (b"1\n+ B\n+ - +\n- + +\n", "line 2, symbol 3 (column 5): the line ends here"),
        (b"x" * 10_000_001, "is larger than 10 MB"),
    ],
)
def test_a_corrupt_file_is_explained_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, sentence: str
) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes(content)
    assert sentence in complaint(capsys, "show", "hexifence", str(file))


def test_a_saved_game_is_read_wherever_a_board_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, position = tmp_path / "game.json", Cachex(4)
    for move in ("b2", "c3", "c2"):
        position.push(move)
    file.write_text(write_record(position))
    assert output(capsys, "show", "cachex", str(file)).startswith(str(position.terminal()))
    told = output(capsys, "analyse", "cachex", str(file), "--time", "0.1", "--lines", "1")
    assert told.startswith("Blue to move, turn 4")
    assert output(capsys, "perft", "cachex", str(file), "--depth", "1") == "13\n"
    assert "holds a game of cachex, not of hex" in complaint(
        capsys, "solve", "hexifence", str(file)
    )
    assert "has size 4, not 5" in complaint(capsys, "play", "cachex", str(file), "--size", "5")


def test_a_mistake_in_a_file_is_told_with_the_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, position = tmp_path / "game.json", Cachex(4)
    position.push("b2")
    file.write_text(write_record(position).replace("b2", "z9"))
    assert f"{file}: Move 1 of the record: 'z9' is not" in complaint(capsys, "review", str(file))
    say(monkeypatch, "2\n")
    assert "standard input: line 2: the board ends" in complaint(capsys, "show", "hexifence", "-")


def test_where_no_code_can_be_kept_nothing_is_compiled_beforehand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivium.kernel.compiling.code_directory", lambda: None)
    told = complaint(capsys, "warmup")
    assert "nothing can be written to" in told and "TRIVIUM_CACHE_DIR names another" in told


def test_a_size_that_contradicts_the_file_is_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    assert "has size 1, not 2" in complaint(capsys, "show", "hexifence", str(file), "--size", "2")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--version").startswith("trivium 0.")


def trivium(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "trivium", *arguments],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )


@pytest.mark.parametrize("command", [["games"], ["games", "--json"]])
def test_a_closed_pipe_ends_quietly(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(
        [sys.executable, "-m", "trivium", *command],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    _, errors = process.communicate(timeout=60)
    assert errors == ""
    assert process.returncode == 1


@pytest.mark.parametrize("command", [["games"], ["--help"], ["agents"]])
def test_a_standard_output_that_is_closed_is_told_in_a_sentence(command: list[str]) -> None:
    script = 'exec "$0" -m trivium "$@" >&-'
    ran = subprocess.run(
        ["sh", "-c", script, sys.executable, *command], capture_output=True, text=True, timeout=60
    )
    assert (ran.returncode, ran.stderr) == (1, "trivium: Bad file descriptor: output.\n")


@pytest.mark.parametrize("address", ["*", "localhost", "0.0.0.0/0", ""])
def test_a_server_in_front_is_one_address_so_that_nobody_else_is_believed(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--no-browser", "--proxy", address]) == 2
    assert "such as 127.0.0.1" in capsys.readouterr().err


def test_a_file_that_is_written_never_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    board = tmp_path / "board.svg"
    script = 'exec "$0" -m trivium show cachex --size 4 --svg "$1" >&- 2>&- <&-'
    subprocess.run(["sh", "-c", script, sys.executable, str(board)], check=False, timeout=60)
    assert board.read_text().startswith("<svg") and board.read_text().rstrip().endswith("</svg>")


def test_a_full_disk_is_explained() -> None:
    if not Path("/dev/full").exists():
        return
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "trivium", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert process.returncode == 1
    assert process.stderr == "trivium: No space left on device: output.\n"


def test_ctrl_c_stops_compiled_work_at_once() -> None:
    process = trivium("perft", "hexifence", "--size", "3", "--depth", "20")
    time.sleep(6)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.endswith("trivium: Interrupted.\n")
    assert "Traceback" not in errors


def test_ctrl_c_while_a_library_is_loaded_is_no_error_of_the_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(*arguments: object, **options: object) -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ImportError("half a library") from None

    monkeypatch.setattr(sys.modules["trivium.cli.main"], "command_line", load)
    before = signal.getsignal(signal.SIGINT)
    assert run(["games"]) == 130
    assert capsys.readouterr().err == "trivium: Interrupted.\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_an_ascii_terminal_gets_a_board_too() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    process = trivium("show", "hexifence", environment=environment)
    board, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Blue to move" in board


def test_without_a_command_the_page_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[object, ...]] = []
    monkeypatch.setattr("trivium.web.server.serve", lambda *given: served.append(given))
    assert run([]) == 0
    assert run(["serve", "--port", "9000", "--no-browser", "--name", "games.example"]) == 0
    (_, host, port, browser), (settings, _, chosen, without) = served
    assert (host, port, browser) == ("127.0.0.1", None, True)
    assert (chosen, without) == (9000, False)
    assert getattr(settings, "hosts", None) == ("games.example",)


def test_what_simulated_games_say_is_told_as_a_share_and_not_as_points(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("analyse", "hexifence", "--size", "3", "--agent", "mcts", "--time", "0.2")
    told = output(capsys, *asked)
    lines = re.findall(r"^\d\. \S+ +Blue wins \d+ % of simulated games \(estimate\),", told, re.M)
    assert len(lines) == 3
    for line in json.loads(output(capsys, *asked, "--json"))["lines"]:
        assert line["value"] is None and 0 <= line["share"] <= 1


@pytest.mark.parametrize(
    "command",
    [
        "show hexifence FILE",
        "analyse cachex FILE",
        "solve hexifence FILE",
        "review FILE",
        "exercise hexifence-board FILE",
        "gtp cachex --regress FILE",
        "tournament FILE",
        "match cachex greedy random --openings FILE",
        "match hexifence learned:weights=FILE random --games 2",
        "learn again FILE --to nowhere",
        "learn compare FILE",
    ],
)
def test_a_file_that_is_no_text_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    told = complaint(capsys, *command.replace("FILE", str(file)).split())
    assert f"{file} is no text in UTF-8 (byte 0 is wrong)." in told


@pytest.mark.parametrize("command", [["games"], ["show", "cachex"], ["agents"], ["--help"]])
def test_a_command_that_does_not_search_does_not_load_the_compiler(command: list[str]) -> None:
    program = (
        "import sys; from trivium.cli.main import run; code = run(sys.argv[1:]);"
        "sys.exit(code or 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, *command], capture_output=True)
    assert done.returncode == 0, done.stderr


def test_a_command_whose_code_is_kept_does_not_load_what_compiles() -> None:
    program = (
        "import sys; from trivium.cli.main import run;"
        "code = run('analyse hexifence --size 1 --time 0.01'.split());"
        "sys.exit(code or 'numba.np.arraymath' in sys.modules)"
    )
    first = subprocess.run([sys.executable, "-c", program], capture_output=True)
    assert b"Blue to move" in first.stdout, first.stderr  # and its code is kept now
    second = subprocess.run([sys.executable, "-c", program], capture_output=True)
    assert second.returncode == 0, second.stderr
    assert b"Blue to move" in second.stdout


@pytest.mark.parametrize("words", ["trivium pl", "trivium play ca", "trivium show w"])
def test_a_shell_completes_commands_and_games(words: str) -> None:
    where = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv = ['trivium']; import trivium.__main__"],
        capture_output=True,
        text=True,
        env=os.environ | where | {"_TRIVIUM_COMPLETE": "complete_bash"},
    )
    assert done.stdout.split() == [
        {"pl": "play", "ca": "cachex", "w": "watch-your-back"}[words.split()[-1]]
    ]


def test_the_examples_of_the_manual_are_written_where_its_commands_look(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "docs/examples holds" in output(capsys, "examples")
    assert "Blue to move" in output(capsys, "show", "hexifence", "docs/examples/hexifence.txt")
    assert "docs/examples is there already" in complaint(capsys, "examples")
    output(capsys, "examples", "elsewhere")
    assert (tmp_path / "elsewhere" / "tournament.toml").exists()


def test_an_installation_without_its_manual_has_no_examples_and_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("trivium.web.manual.SOURCES", tmp_path)
    monkeypatch.setattr("trivium.web.manual.SHIPPED", tmp_path)
    assert "without its manual" in complaint(capsys, "examples")

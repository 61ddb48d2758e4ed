"""Java agents of the original Hexifence course, really compiled and played."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.arena.external.playing import play
from trivium import Hexifence, TriviumError
from trivium.agents.agent import Forfeit
from trivium.agents.simple import RandomAgent
from trivium.arena.external import java_classes
from trivium.arena.external.limits import AgentLimits
from trivium.arena.players import make_player
from trivium.search.limits import Limit

HONEST = """
import {interface}.*;
import java.util.*;

public class {name} implements Player {{
    int n, p;
    Set<List<Integer>> taken = new HashSet<>();

    public int init(int n, int p) {{ this.n = n; this.p = p; {init} return 0; }}

    boolean edge(int row, int column) {{
        int[][] around = {{{{-1, -1}}, {{-1, 0}}, {{0, -1}}, {{0, 1}}, {{1, 0}}, {{1, 1}}}};
        for (int i = 0; i < 2 * n - 1; i++)
            for (int j = 0; j < 2 * n - 1; j++)
                for (int[] way : around)
                    if (Math.abs(i - j) < n && row == 2 * i + 1 + way[0]
                            && column == 2 * j + 1 + way[1]) return true;
        return false;
    }}

    public Move makeMove() {{
        {makeMove}
        for (int row = 0; row < 4 * n - 1; row++)
            for (int column = 0; column < 4 * n - 1; column++)
                if (edge(row, column) && taken.add(List.of(row, column))) {{
                    Move move = new Move();
                    move.Row = row; move.Col = column; {mark}
                    return move;
                }}
        return null;
    }}

    public int opponentMove(Move m) {{
        {opponentMove}
        return taken.add(List.of((int) m.Row, (int) m.Col)) ? 0 : -1;
    }}

    public int getWinner() {{ return 0; }}
    public void printBoard(java.io.PrintStream output) {{ }}
}}
"""

VARIANTS = {
    "Honest": {},
    "Reader": {
        "init": "System.out.println(\"ok 1 1\");"
        " if (!new java.io.File(\"weights.txt\").exists()) throw new RuntimeException(\"where?\");"
    },
    "Crash": {"makeMove": "if (taken.size() > 3) throw new IllegalStateException(\"oops\");"},
    "Null": {"makeMove": "if (n > 0) return null;"},
    "Exit": {"makeMove": "System.exit(5);"},
    "Hang": {"makeMove": "while (n > 0);"},
    "Hog": {"makeMove": "List<long[]> all = new ArrayList<>();"
            " while (n > 0) all.add(new long[1 << 20]);"},
    "Refuser": {"init": "if (n > 0) return -1;"},
    "Again": {"makeMove": "if (n > 0) { Move m = new Move(); m.Row = 0; m.Col = 0; return m; }"},
    "Flood": {"makeMove": "while (n > 0) System.out.println(\"x\".repeat(100000));"},
    "Told": {
        "opponentMove": "System.err.println(m.P + \":\" + m.Row + \",\" + m.Col);",
        "makeMove": "if (taken.size() > 4) throw new IllegalStateException(\"enough\");",
    },
}  # fmt: skip

MOVES = {
    "own.text": ("String P; public int Row, Col;", 'if (!m.P.equals("R")) throw new Error(m.P);'),
    "own.wide": ("long P; public short Row; public long Col;", "if (m.P != 2) throw new Error();"),
    "own.colour": (
        "enum Colour { BLUE, RED } public Colour P; public int Row, Col;",
        "if (m.P != Move.Colour.RED) throw new Error();",
    ),
    "own.box": ("Integer P; public Integer Row, Col;", "if (m.P != 2) throw new Error();"),
}
"""Agents that bring their own interface, with a field P of another type."""


def source(name: str, interface: str = "aiproj.hexifence", **parts: str) -> str:
    blank = dict.fromkeys(("init", "makeMove", "opponentMove", "mark"), "")
    return HONEST.format(name=name, interface=interface, **(blank | parts))


@pytest.fixture(scope="session")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all agents of these tests, compiled."""
    if shutil.which("javac") is None:
        pytest.skip("needs a Java development kit")
    folder = tmp_path_factory.mktemp("java")
    for name, parts in VARIANTS.items():
        (folder / f"{name}.java").write_text(source(name, **parts))
    interface = (java_classes.SOURCES / "aiproj/hexifence/Player.java").read_text()
    for number, (package, (fields, check)) in enumerate(MOVES.items()):
        home = folder / package.replace(".", "/")
        home.mkdir(parents=True)
        (home / "Player.java").write_text(interface.replace("aiproj.hexifence", package))
        (home / "Move.java").write_text(
            f"package {package};\npublic class Move {{ public {fields} }}"
        )
        (folder / f"Own{number}.java").write_text(
            source(f"Own{number}", package, opponentMove=check)
            .replace("Row = row;", f"Row = {'(short) ' if 'short' in fields else ''}row;")
            .replace("List.of((int) m.Row, (int) m.Col)", "List.of(+m.Row + 0, (int) (m.Col + 0))")
        )
    sources = [str(source) for source in folder.rglob("*.java")]
    options = ["-implicit:none", "-sourcepath", f"{folder}:{java_classes.SOURCES}"]
    subprocess.run(["javac", *options, "-d", str(folder), *sources], check=True)
    (folder / "weights.txt").write_text("")
    return folder


@pytest.mark.parametrize("first", [True, False])
def test_an_agent_plays_to_the_end_with_all_extra_turns(classes: Path, first: bool) -> None:
    result = play(f"hexifence-java:{classes}#Honest", "hexifence", "2", external_first=first)
    assert result.fault is None
    assert len(result.position.moves) == 30


def test_a_jar_works_and_its_folder_is_the_working_directory(classes: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "team.jar", "w") as jar:
        jar.write(classes / "Reader.class", "Reader.class")
    description = f"hexifence-java:{tmp_path / 'team.jar'}#Reader"
    assert "where?" in play(description, "hexifence", "1").detail
    (tmp_path / "weights.txt").write_text("")
    assert play(description, "hexifence", "1").fault is None


@pytest.mark.parametrize("number", range(len(MOVES)))
def test_agents_may_bring_their_own_interface_with_other_types(classes: Path, number: int) -> None:
    result = play(f"hexifence-java:{classes}#Own{number}", "hexifence", "2")
    assert result.fault is None, result.detail


def test_the_opponents_moves_are_told_one_by_one_with_their_colour(classes: Path) -> None:
    agent = make_player(f"hexifence-java:{classes}#Told", "hexifence")
    position = Hexifence(2)
    position.push("f3")
    position.push(agent.choose(position).move)
    position.push("g4")
    position.push(agent.choose(position).move)
    position.push("g7")
    with pytest.raises(Forfeit) as fault:
        agent.choose(position)
    told = [line for line in fault.value.detail.splitlines() if line.startswith("1:")]
    assert told == ["1:2,5", "1:3,6", "1:6,6"]


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Crash", "crash", "oops"),
        ("Null", "nonsense", "makeMove returned null"),
        ("Exit", "crash", "exit code 5"),
        ("Hang", "time", "no answer after"),
        ("Hog", "memory", "OutOfMemoryError"),
        ("Refuser", "crash", "init(2, 1) returned -1"),
        ("Again", "illegal move", "(0, 0) (a1 is not possible: the edge is already claimed.)"),
        ("Flood", "output", "more than 8 MB"),
    ],
)
def test_agents_at_fault_lose_with_a_reason(
    classes: Path, name: str, kind: str, words: str
) -> None:
    limits = AgentLimits(memory=100, output=8)
    limit = Limit(forfeit_after=1.0 if name == "Hang" else 20.0)
    result = play(f"hexifence-java:{classes}#{name}", "hexifence", "2", limits, limit)
    assert result.kind == kind
    assert words in result.detail


@pytest.mark.parametrize(
    ("description", "sentence"),
    [
        ("{}/none#Honest", "There is no folder or jar"),
        ("{}#None", "There is no class None in .* The class path has Again, .* and others"),
        ("{}", "is no Java class; write it like path/to/classes#Class"),
        ("{}#", "is no Java class"),
        ("{}/Honest.java#Honest", "is neither a folder nor a jar"),
    ],
)
def test_mistakes_in_a_description_are_explained(
    classes: Path, description: str, sentence: str
) -> None:
    with pytest.raises(TriviumError, match=sentence):
        make_player("hexifence-java:" + description.format(classes), "hexifence")


def test_an_agent_of_several_files_that_is_not_compiled_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, classes: Path
) -> None:
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path / "cache"))
    home = tmp_path / "team/seven"
    home.mkdir(parents=True)
    (tmp_path / "weights.txt").write_text("")
    parts = VARIANTS["Reader"] | {"makeMove": "new Helper();"}
    (home / "Reader.java").write_text(f"package team.seven;\n{source('Reader', **parts)}")
    (home / "Helper.java").write_text("package team.seven; class Helper { }")
    description = f"hexifence-java:{tmp_path}#team.seven.Reader"
    assert play(description, "hexifence", "1").fault is None
    (home / "Helper.java").write_text("package team.seven; class Helper { oops }")
    with pytest.raises(TriviumError, match=r"(?s)Reader.java cannot be compiled:.*Helper.java:1"):
        make_player(description, "hexifence")


def test_every_class_of_a_folder_of_sources_plays_and_not_only_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, classes: Path
) -> None:
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("First", "Second"):
        (tmp_path / f"{name}.java").write_text(source(name))
    for name in ("First", "Second", "First"):
        result = play(f"hexifence-java:{tmp_path}#{name}", "hexifence", "1")
        assert result.fault is None, result.detail


def test_what_a_source_was_compiled_against_is_noticed_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, classes: Path
) -> None:
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path / "cache"))
    for folder in ("src", "lib"):
        (tmp_path / folder).mkdir()
    crash = 'if (Level.HIGH > 1) throw new Error("of " + Level.HIGH);'
    (tmp_path / "src/Team.java").write_text(source("Team", makeMove=crash))
    description = f"hexifence-java:{tmp_path / 'src'}:{tmp_path / 'lib'}#Team"
    for level in (1, 2):  # a constant is copied into the classes that use it
        (tmp_path / "Level.java").write_text(f"class Level {{ static final int HIGH = {level}; }}")
        options = ["-d", str(tmp_path / "lib")]
        subprocess.run(["javac", *options, str(tmp_path / "Level.java")], check=True)
        fault = play(description, "hexifence", "1").fault
        assert (fault is None) == (level == 1), fault


def test_sources_with_letters_of_one_byte_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, classes: Path
) -> None:
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "Team.java").write_text(f"// année\n{source('Team')}", encoding="latin-1")
    assert play(f"hexifence-java:{tmp_path}#Team", "hexifence", "1").fault is None


@pytest.mark.parametrize(
    ("kind", "wrong", "name"),
    [
        ("java", ".", "team.seven.Agent"),
        ("java", ".", "Agent"),
        ("java", "src", "Agent"),
        ("java", "src/team/seven", "team.seven.Agent"),
        ("java", "src/team/seven", "Agent"),
        ("class", ".", "team.seven.Agent"),
        ("class", "src", "Agent"),
        ("class", "src/team/seven", "team.seven.Agent"),
    ],
)
def test_who_names_the_wrong_root_is_told_where_the_class_is_and_what_to_write(
    tmp_path: Path, kind: str, wrong: str, name: str
) -> None:
    home = tmp_path / "src/team/seven"
    home.mkdir(parents=True)
    (home / f"Agent.{kind}").write_text("// an agent\npackage team.seven;\n")
    with pytest.raises(TriviumError) as error:
        make_player(f"hexifence-java:{tmp_path / wrong}#{name}", "hexifence")
    assert str(error.value) == (
        f"There is no class {name} in {tmp_path / wrong}. It is in {home / f'Agent.{kind}'}: "
        f"write hexifence-java:{tmp_path / 'src'}#team.seven.Agent."
    )


def test_a_source_that_is_not_in_the_folder_of_its_package_is_explained(tmp_path: Path) -> None:
    (tmp_path / "Agent.java").write_text("package team.seven;\n")
    with pytest.raises(TriviumError, match=r"of the package team\.seven, but is not in a folder"):
        make_player(f"hexifence-java:{tmp_path}#Agent", "hexifence")


def test_a_folder_without_classes_is_explained(tmp_path: Path) -> None:
    with pytest.raises(TriviumError, match="There are neither classes nor sources"):
        make_player(f"hexifence-java:{tmp_path}#Agent", "hexifence")


def test_a_missing_java_is_an_error(classes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(TriviumError, match="need the program 'java'; install a Java"):
        make_player(f"hexifence-java:{classes}#Honest", "hexifence")


def test_the_host_is_compiled_once_and_anew_where_the_cache_is_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, classes: Path
) -> None:
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path))
    java_classes.host_classes.cache_clear()
    try:
        home = java_classes.host_classes()
        assert home.is_relative_to(tmp_path)
        written = (home / "trivium/HexifenceHost.class").stat().st_mtime_ns
        java_classes.host_classes.cache_clear()
        assert java_classes.host_classes() == home
        assert (home / "trivium/HexifenceHost.class").stat().st_mtime_ns == written
    finally:
        java_classes.host_classes.cache_clear()


def test_nothing_is_asked_of_java_when_a_game_starts_with_an_opening(classes: Path) -> None:
    position = Hexifence(2)
    for move in ("a1", "b1"):
        position.push(move)
    agent = make_player(f"hexifence-java:{classes}#Honest", "hexifence")
    with pytest.raises(TriviumError, match="opening moves"):
        agent.choose(position)
    agent.finish(position)
    assert RandomAgent(1).choose(position)

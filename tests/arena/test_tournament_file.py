"""Tournament files: every mistake is named before the first game."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivium.arena.clocks import TimeControl
from trivium.arena.external.limits import AgentLimits
from trivium.arena.openings import Opening
from trivium.arena.tournament import Tournament
from trivium.arena.tournament_file import read_tournament
from trivium.cli.main import run
from trivium.errors import TriviumError

AGENTS = 'agents = ["greedy", "random"]\n'
BOARD = '[[board]]\ngame = "cachex"\nsize = 5\n'


def read(tmp_path: Path, text: str) -> Tournament:
    path = tmp_path / "cup.toml"
    path.write_text(text)
    return read_tournament(path)


def test_a_small_file_has_sensible_defaults(tmp_path: Path) -> None:
    plan = read(tmp_path, AGENTS + BOARD)
    assert (plan.name, plan.format, plan.games, plan.rounds) == ("cup", "round-robin", 2, 1)
    section = plan.sections[0]
    assert (section.game, section.size) == ("cachex", "5")
    assert [entrant.name for entrant in section.entrants] == ["greedy", "random"]
    assert section.terms.control == TimeControl(move=0.1)
    assert section.openings.kind == "balanced"


def test_settings_of_a_board_go_before_those_of_the_tournament(tmp_path: Path) -> None:
    text = (
        "time = 2\nmargin = 0.5\nmove_limit = 90\n" + AGENTS + BOARD
        + '[[board]]\ngame = "cachex"\nsize = 6\nclock = "60+1"\nopenings = "none"\n'
    )  # fmt: skip
    first, second = read(tmp_path, text).sections
    assert first.terms.control == TimeControl(move=2, margin=0.5)
    assert second.terms.control == TimeControl(game=60, increment=1, margin=0.5)
    assert second.terms.adjudication.move_limit == 90
    assert (first.openings.kind, second.openings.kind) == ("balanced", "none")


def test_agents_may_have_names_and_games(tmp_path: Path) -> None:
    text = (
        AGENTS + '[[agent]]\nname = "Anna"\nuse = "double"\ngames = ["hexifence"]\n' + BOARD
        + '[[board]]\ngame = "hexifence"\nagents = ["Anna", "greedy"]\n'
    )  # fmt: skip
    cachex, hexifence = read(tmp_path, text).sections
    assert [entrant.name for entrant in cachex.entrants] == ["greedy", "random"]
    assert [entrant.agent for entrant in hexifence.entrants] == ["double", "greedy"]


def test_openings_are_read_from_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("# mine\na1 b2\n1. b3 2. d4\n")
    plan = read(tmp_path, 'openings = "book.txt"\n' + AGENTS + BOARD)
    assert [opening.moves for opening in plan.sections[0].openings.book] == [
        ("a1", "b2"),
        ("b3", "d4"),
    ]
    assert isinstance(plan.sections[0].openings.book[0], Opening)


def test_the_paths_of_agents_begin_beside_the_file_and_its_place_is_no_part_of_the_plan(
    tmp_path: Path,
) -> None:
    plans = []
    for place in ("here", "there"):
        folder = tmp_path / place
        (folder / "teams").mkdir(parents=True)
        (folder / "teams/seven.py").write_text("class Player: pass\n")
        text = 'agents = ["greedy", "cachex-py:teams#seven"]\n' + BOARD
        plan = read(folder, text)
        assert plan.sections[0].entrants[1].player.home == folder
        plans.append(plan.plan())
    assert plans[0] == plans[1]
    assert str(tmp_path) not in plans[0]


def test_a_path_that_is_not_beside_the_file_begins_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("teams", "events"):
        (tmp_path / folder).mkdir()
    (tmp_path / "teams/seven.py").write_text("class Player: pass\n")
    monkeypatch.chdir(tmp_path)
    text = 'agents = ["greedy", "cachex-py:teams#seven"]\n' + BOARD
    assert len(read(tmp_path / "events", text).sections[0].entrants) == 2
    with pytest.raises(TriviumError, match="There is no folder others"):
        read(tmp_path / "events", text.replace("teams", "others"))


def test_limits_of_external_agents_are_set_for_all_and_for_a_board(tmp_path: Path) -> None:
    text = (
        AGENTS + "[limits]\ncourse = true\ncpu = 60\n" + BOARD
        + '[[board]]\ngame = "cachex"\nsize = 6\n[board.limits]\nprocesses = 4\nsandbox = false\n'
    )  # fmt: skip
    first, second = read(tmp_path, text).sections
    assert first.terms.agents == AgentLimits(memory=100, processes=1, cpu=60)
    assert second.terms.agents == AgentLimits(memory=100, processes=4, cpu=60, sandbox=False)


def test_an_agent_that_takes_no_openings_plays_without_them(tmp_path: Path) -> None:
    (tmp_path / "team.py").write_text("class Player: pass\n")
    text = f'agents = ["greedy", "wyb-py:{tmp_path}#team"]\n[[board]]\ngame = "watch-your-back"\n'
    with pytest.raises(TriviumError, match=r'made in its name; set openings = "none"\.'):
        read(tmp_path, 'openings = "random"\n' + text)
    assert read(tmp_path, text).sections[0].openings.kind == "none"
    assert (
        not read(tmp_path, 'openings = "random"\nopening_moves = 0\n' + text)
        .sections[0]
        .openings.makes_moves
    )


def test_agents_may_have_clocks_of_their_own_and_those_of_courses_have_one_unless_told(
    tmp_path: Path,
) -> None:
    (tmp_path / "team.py").write_text("class Player: pass\n")
    own = '[[agent]]\nname = "hasty"\nuse = "random"\nclock = "9+1"\n'
    text = f'agents = ["greedy", "cachex-py:{tmp_path}#team"]\n' + own + BOARD
    clocks = [entrant.control for entrant in read(tmp_path, text).sections[0].entrants]
    assert clocks == [None, TimeControl(game=25), TimeControl(game=9, increment=1)]
    told = read(tmp_path, "time = 2\nmargin = 3\n" + text)
    clocks = [entrant.control for entrant in told.sections[0].entrants]
    assert clocks == [None, None, TimeControl(game=9, increment=1, margin=3)]


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("x = [", "is not a TOML file"),
        (AGENTS, "no \\[\\[board\\]\\] to play on"),
        (AGENTS + BOARD + BOARD, "several boards cachex 5"),
        (BOARD, "needs two agents, here are 0"),
        ('agents = ["random"]\n' + BOARD, "needs two agents, here are 1"),
        ('agents = ["random", "random"]\n' + BOARD, "several agents 'random'"),
        ('agents = ["random", 3]\n' + BOARD, "a list of texts, not of 3"),
        ('[[agents]]\nname = "x"\n' + BOARD, r"not of {'name': 'x'}; begin .* \[\[agent\]\]"),
        (
            '[[agent]]\nname = "team 1"\nuse = "cachex-py:no"\n' + BOARD,
            "1: team 1: 'no' is no module",
        ),
        ('agents = ["random", "stages"]\n' + BOARD, "board 1: There is no agent 'stages'"),
        ("tiem = 3\n" + AGENTS + BOARD, "no setting 'tiem'; did you mean time?"),
        ('format = "swis"\n' + AGENTS + BOARD, "no format 'swis'; did you mean swiss?"),
        ("games = 3\n" + AGENTS + BOARD, "games must be even"),
        ("games = 0\n" + AGENTS + BOARD, "games must be from 1"),
        ("games = true\n" + AGENTS + BOARD, "games must be a whole number, not True"),
        ('time = "fast"\n' + AGENTS + BOARD, "time must be a whole number or a number"),
        ("time = -1\n" + AGENTS + BOARD, "A clock's move must be positive"),
        ('clock = "5:00"\n' + AGENTS + BOARD, "'5:00' is no clock"),
        ("solved = 99\n" + AGENTS + BOARD, "1 to 40 free edges, not 99"),
        ("move_limit = 0\n" + AGENTS + BOARD, "move limit must be at least 1"),
        ('openings = "no.txt"\n' + AGENTS + BOARD, "cannot be read"),
        ('heroes = ["random"]\n' + AGENTS + BOARD, "heroes belong to the format gauntlet"),
        (
            'format = "gauntlet"\nheroes = ["me"]\n' + AGENTS + BOARD,
            "heroes: there is no agent 'me'",
        ),
        ('anchor = "me=0"\n' + AGENTS + BOARD, "anchor: there is no agent 'me'"),
        (AGENTS + "[[board]]\nsize = 3\n", "board 1: game is missing"),
        (AGENTS + '[[board]]\ngame = "chess"\n', "board 1: There is no game 'chess'"),
        (AGENTS + '[[board]]\ngame = "cachex"\nsize = 99\n', "board 1: Cachex has no size 99"),
        (AGENTS + BOARD + 'agents = ["nobody"]\n', "board 1: there is no agent 'nobody'"),
        (AGENTS + '[[agent]]\nname = "x"\n' + BOARD, "agent 1: use is missing"),
        ("board = 3\n" + AGENTS, "board must be a list"),
        (AGENTS + '[board]\ngame = "cachex"\n', r"tables that begin with \[\[board\]\]"),
        (AGENTS + BOARD + "agents = [[3]]\n", "board 1: there is no agent '\\[3\\]'"),
        ('name = " "\n' + AGENTS + BOARD, "name must not be empty"),
        (AGENTS + '[[agent]]\nname = "\\u0000"\nuse = "random"\n' + BOARD, "an agent's name must"),
        (AGENTS + '[[agent]]\nname = "x"\nuse = "random"\ntime = 0\n' + BOARD, "x: A clock's move"),
        ("limits = 3\n" + AGENTS + BOARD, "limits must be a table, not 3"),
        (AGENTS + "[limits]\nmemroy = 9\n" + BOARD, "limits: .* did you mean memory"),
        (AGENTS + "[limits]\nmemory = nan\n" + BOARD, "memory of an agent must be at least 1"),
        (AGENTS + BOARD + "[board.limits]\nprocesses = 0\n", "board 1: The limit processes"),
        (AGENTS + BOARD + "[board.limits]\ncourse = 1\n", "1: limits: course must be true or"),
        ("board = [3]\n" + AGENTS, "must be written as"),
    ],
)
def test_a_mistake_is_explained(tmp_path: Path, text: str, mistake: str) -> None:
    with pytest.raises(TriviumError, match=mistake):
        read(tmp_path, text)


def test_all_mistakes_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup.toml"
    path.write_text('games = 3\nspeed = 1\nagents = ["greedie", "random"]\n' + BOARD)
    assert run(["tournament", str(path)]) == 2
    complaint = capsys.readouterr().err
    assert "has 3 mistakes" in complaint and complaint.count("\n  - ") == 3
    assert run(["tournament", str(tmp_path / "none.toml")]) == 2
    assert "none.toml cannot be read" in capsys.readouterr().err

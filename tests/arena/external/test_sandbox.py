"""What an agent in the sandbox sees and can do. The list of what must not work is `burglar`."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import trivium
from tests.arena.external.playing import play, write_agent
from trivium.arena.external import syscalls
from trivium.arena.external.fence import SPACE, Room, fence_around, python_at
from trivium.arena.external.jail import MARK, bubblewrap, sandbox_trouble
from trivium.arena.external.limits import AgentLimits
from trivium.errors import TriviumError

SECRET = "the password is sesame"
VARIABLES = (
    "HOME LANG LC_ALL LC_CTYPE TZ JAVA_HOME LOGNAME PATH PWD USER TMPDIR VIRTUAL_ENV PYTHONPATH "
    "PYTHONUSERBASE PYTHONHASHSEED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING OMP_NUM_THREADS "
    "OPENBLAS_NUM_THREADS MKL_NUM_THREADS TRIVIUM_AGENT TRIVIUM_TIME TRIVIUM_MOVE TRIVIUM_SEED "
    f"TRIVIUM_CACHE_DIR {MARK}"
).split()

fenced = pytest.mark.skipif(sandbox_trouble() is not None, reason="needs bubblewrap")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home directory with secrets, a database, two agents and services; return the first."""
    home = tmp_path / "home"
    places = [home / ".ssh" / "id", home / "data" / "games.sqlite", home / "agents/other/agent.py"]
    places.append(home / "report.txt")
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(SECRET)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("TRIVIUM_DATA_DIR", str(home / "data"))
    monkeypatch.setenv("TRIVIUM_PASSWORD", SECRET)
    monkeypatch.setenv("PASSWORD", SECRET)
    agent = home / "agents" / "mine"
    agent.mkdir()
    with ExitStack() as services:
        file = services.enter_context(socket.socket(socket.AF_UNIX))
        abstract = services.enter_context(socket.socket(socket.AF_UNIX))
        port = services.enter_context(socket.socket(socket.AF_INET))
        monkeypatch.chdir(home)  # the path of a socket must be short
        file.bind("service")
        abstract.bind(f"\0trivium-{os.getpid()}")
        port.bind(("127.0.0.1", 0))
        for service in (file, abstract, port):
            service.listen()
        plan = {
            "secret": SECRET,
            "places": [*map(str, places), "/etc/passwd", "/etc/ssh", "/var/log", "/boot"],
            "package": str(Path(trivium.__file__).parent),
            "socket": str(home / "service"),
            "abstract": f"trivium-{os.getpid()}",
            "port": port.getsockname()[1],
            "variables": VARIABLES,
            "forbidden": syscalls.forbidden_calls(),
        }
        (agent / "plan.json").write_text(json.dumps(plan))
        (agent / "own.txt").write_text(SECRET)
        (agent / "way_out").symlink_to(home / "report.txt")
        yield agent


@fenced
def test_nothing_on_the_burglars_list_works(house: Path) -> None:
    shutil.copy(Path(__file__).with_name("burglar.py"), house / "burglar.py")
    result = play(f"cachex-py:{house}#burglar", limits=AgentLimits(memory=None))
    tried, _, worked = result.detail.splitlines()[0].partition(" these worked: ")
    assert tried.startswith("RuntimeError: of ") and int(tried.split()[2]) > 50, result.detail
    assert worked.partition(";")[0] == "[\"find_a_secret_in_a_file: ['own.txt']\"]"


@fenced
def test_an_agent_can_write_beside_itself_and_nothing_of_it_stays(tmp_path: Path) -> None:
    folder = tmp_path / "team"
    code = """
    def action(self):
        from pathlib import Path
        learned = Path('weights.txt')
        learned.write_text(learned.read_text() + '!')
        for place in ('log.txt', __file__, Path.home() / 'note', '/tmp/note', '/dev/shm/note'):
            with open(place, 'a') as file: file.write('# note')
        raise RuntimeError(learned.read_text())
    """
    folder.mkdir()
    (folder / "weights.txt").write_text("weights")
    (folder / "weights.txt").chmod(0o400)
    description = write_agent(folder, code)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    for _ in range(2):
        assert play(description).detail.startswith("RuntimeError: weights!;")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


@fenced
def test_a_folder_that_is_too_large_to_copy_is_read_only_and_that_is_remarked(
    tmp_path: Path,
) -> None:
    code = """
    def action(self):
        import os
        size = os.path.getsize('table')
        try: open('log.txt', 'w')
        except OSError as error: raise RuntimeError(f'{size} {error.strerror}')
    """
    description = write_agent(tmp_path, code)
    with (tmp_path / "table").open("wb") as file:
        file.truncate(SPACE)
    tmp_path.chmod(0o755)
    result = play(description)
    assert result.detail.startswith(f"RuntimeError: {SPACE} Read-only file system")
    assert "its files are read-only: over 64 MB" in result.player.remarks  # type: ignore[attr-defined]


@pytest.mark.parametrize("way", ["", "agents/..", "link"])
def test_a_home_directory_is_shown_to_no_agent_whatever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "agents").mkdir()
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(TriviumError, match="folder of its own"):
        fence_around(Room(tmp_path / "agents", (tmp_path / way,)))


def test_what_an_administrators_agent_could_not_read_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivium.arena.external.fence.stranger", lambda: 4711)
    (tmp_path / "packages").mkdir(mode=0o700)
    with pytest.raises(TriviumError, match=r"Only its owner may read .*/packages"):
        fence_around(Room(tmp_path, (), (tmp_path / "packages",)))


@fenced
def test_special_files_and_links_in_an_agents_folder_do_no_harm(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "up").symlink_to("..")
    code = "def action(self): import os; raise RuntimeError(sorted(os.listdir()))"
    result = play(write_agent(tmp_path, code))
    assert "RuntimeError: ['agent.py', 'circle', 'endless', 'parts']" in result.detail


@fenced
@pytest.mark.parametrize("place", ["home", "parent"])
def test_an_agent_that_would_see_a_whole_home_is_refused(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    folder = tmp_path / "home" if place == "home" else tmp_path
    with pytest.raises(TriviumError, match="Put the agent into a folder of its own"):
        play(write_agent(folder, ""))


@fenced
def test_packages_in_an_agents_own_folder_are_shown_and_not_copied(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    with (packages / "table").open("wb") as file:
        file.truncate(2 * SPACE)
    (tmp_path / "weights").write_text("own")
    script = "cat weights; stat -c %s packages/table; touch log && touch packages/log"
    fence = fence_around(Room(tmp_path, (tmp_path,), (packages,)))
    with bubblewrap(fence, None) as (words, handles):
        trial = subprocess.run(
            [*words, "sh", "-c", script], pass_fds=handles, capture_output=True, text=True
        )
    assert trial.stdout == f"own{2 * SPACE}\n"
    assert "packages/log" in trial.stderr and "Read-only" in trial.stderr


@fenced
def test_a_room_may_name_more_to_read(tmp_path: Path) -> None:
    for name in ("mine", "packages", "other"):
        (tmp_path / name).mkdir()
    words = fence_around(Room(tmp_path / "mine", (), (tmp_path / "packages",))).words
    assert str(tmp_path / "packages") in words
    assert str(tmp_path / "other") not in words


@fenced
def test_paths_that_go_up_and_down_mean_what_they_mean(tmp_path: Path) -> None:
    here, engines = tmp_path / "here", tmp_path / "engines"
    for folder in (here, engines):
        folder.mkdir()
    (engines / "words").write_text("found")
    fence = fence_around(Room(here, (here / ".." / "engines",)))
    with bubblewrap(fence, None) as (words, handles):
        command = [*words, "cat", "../engines/words"]
        trial = subprocess.run(command, pass_fds=handles, capture_output=True, text=True)
    assert trial.stdout == "found", trial.stderr


def test_all_that_belongs_to_a_python_is_found_through_its_links(tmp_path: Path) -> None:
    base, venv = tmp_path / "base", tmp_path / "venv"
    (base / "lib" / "python3.99").mkdir(parents=True)
    (base / "lib" / "python3.99" / "os.py").touch()
    for home in (base, venv):
        (home / "bin").mkdir(parents=True, exist_ok=True)
    (base / "bin" / "python3.99").touch()
    (venv / "pyvenv.cfg").touch()
    (venv / "bin" / "python").symlink_to("python3")
    (venv / "bin" / "python3").symlink_to(base / "bin" / "python3.99")
    assert set(python_at(venv / "bin" / "python")) == {venv, base}
    (tmp_path / "bin").mkdir()
    assert python_at(tmp_path / "bin" / "engine") == ()


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    sandbox_trouble.cache_clear()
    yield
    monkeypatch.undo()
    sandbox_trouble.cache_clear()


@pytest.mark.usefixtures("no_sandbox")
def test_a_missing_sandbox_is_remarked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    result = play(write_agent(tmp_path, ""))
    assert result.fault is None
    remarks = result.player.remarks  # type: ignore[attr-defined]
    assert "without a sandbox: bubblewrap is not installed" in remarks


@pytest.mark.usefixtures("no_sandbox")
def test_the_administrator_is_not_served_without_a_sandbox_unless_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    description = write_agent(tmp_path, "")
    with pytest.raises(TriviumError, match="would run as the administrator"):
        play(description)
    assert play(description, limits=AgentLimits(sandbox=False)).fault is None

"""Every starter kit plays at once, and a new agent's folder is never written over."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from trivium.arena.external.jail import sandbox_trouble
from trivium.arena.listed import read_agents_file
from trivium.arena.match import Match, MatchResult, play_match
from trivium.arena.openings import Openings, start_position
from trivium.arena.players import make_companion
from trivium.bridges.starting import KITS, new_agent
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.league.entry.archives import packed, read_archive
from trivium.league.entry.entrants import HandedIn
from trivium.league.entry.manifest import manifest_of
from trivium.league.entry.trials import Trial, try_out
from trivium.league.plan import Plan
from trivium.search.limits import Limit

TOOLS = {"java": "javac", "gtp-c": "cc", "gtp-js": "node", "python": "python"}


@pytest.mark.parametrize(
    ("language", "game", "size"),
    [
        ("python", "hexifence", "2"),
        ("java", "hexifence", "2"),
        ("gtp-c", "cachex", "4"),
        ("gtp-js", "dots-and-boxes", "2x2"),
    ],
)
def test_a_starter_kit_plays_a_pair_without_a_failure(
    language: str, game: str, size: str, tmp_path: Path
) -> None:
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"there is no {TOOLS[language]} here")
    made = new_agent(game, "my-bot", language, tmp_path)
    assert made.built
    plan = Match(game, made.description, "random", size=size, openings=Openings("none"))
    result = MatchResult(plan, tuple(play_match(plan)))
    assert result.faults[0] == {}
    assert len((made.folder / "README.md").read_text().splitlines()) <= 14
    compile((made.folder / "test_my_bot.py").read_text(), "test_my_bot.py", "exec")
    if language != "java":  # whose interface knows no boards
        board = start_position(game, size)
        board.push(board.legal_moves[0])
        told = find_game(game).read(board.to_text())
        companion = make_companion(made.description, game)
        assert companion.choose(told, Limit(5.0)).move in told.legal_moves
        companion.finish(told)
    assert trial_of(made.folder, game, size).passed
    (listed,) = read_agents_file(made.folder / "agents.toml")
    assert (listed.name, listed.game) == ("my-bot", game)
    begin = start_position(game, size)
    on_the_page = make_companion(listed.description, game)
    assert on_the_page.choose(begin, Limit(5.0)).move in begin.legal_moves
    on_the_page.finish(begin)


def test_the_test_of_a_kit_passes_in_its_own_folder(tmp_path: Path) -> None:
    made = new_agent("dots-and-boxes", "my-bot", "python", tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=made.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout


def trial_of(folder: Path, game: str, size: str) -> Trial:
    """Hand in a folder as it is, and return what comes of its trial."""
    archive = read_archive(packed(folder))
    manifest = manifest_of(archive, game)
    entrant = HandedIn(
        "my-bot v1",
        manifest.agent,
        archive=archive.digest,
        folder=manifest.folder,
        runnable=manifest.runnable,
        luggage=archive.content,
    )
    fenced = sandbox_trouble() is None
    return try_out(entrant, Plan(game, (size,), clock="30", references=(), sandbox=fenced))


def test_there_is_a_kit_for_every_language_that_is_offered() -> None:
    assert set(KITS) == set(TOOLS)


def test_what_cannot_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(TriviumError, match=r"java is for Hexifence; for Cachex there are python"):
        new_agent("cachex", "bot", "java", tmp_path)
    with pytest.raises(TriviumError, match="no starter kit for 'cobol'"):
        new_agent("cachex", "bot", "cobol", tmp_path)
    with pytest.raises(TriviumError, match="no name for an agent"):
        new_agent("cachex", "../bot", "python", tmp_path)
    (tmp_path / "bot").mkdir()
    with pytest.raises(TriviumError, match="already something"):
        new_agent("cachex", "bot", "python", tmp_path)
    assert not list((tmp_path / "bot").iterdir())

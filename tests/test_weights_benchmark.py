"""What was made from weights is known to be out of date once they have been changed."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from benchmarks import fingerprints, levels, strength, weights
from benchmarks.fingerprints import played_by

from trivium.agents import weight_files
from trivium.agents.catalogue import agents_of, make_agent
from trivium.cli.main import run
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.search.limits import Limit

MADE_FROM = {
    "hexifence-learned": {"hexifence-strength"},
    "cachex-five-factors": {"signature", "search-figures", "cachex-strength"},
    "cachex-champion": {
        "signature",
        "search-figures",
        "cachex-chances",
        "cachex-first-stones",
        "cachex-levels",
        "cachex-puzzles",
        "cachex-strength",
    },
    "watch-your-back": {
        "signature",
        "search-figures",
        "watch-your-back-book",
        "watch-your-back-chances",
        "watch-your-back-levels",
        "watch-your-back-puzzles",
        "watch-your-back-strength",
    },
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the weights that come along, in their place."""
    copy = tmp_path / "weights"
    shutil.copytree(weight_files.FOLDER, copy)
    monkeypatch.setattr(weight_files, "FOLDER", copy)
    return copy


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the notes, in their place."""
    copy = shutil.copy(fingerprints.NOTES, tmp_path)
    monkeypatch.setattr(fingerprints, "NOTES", Path(copy))
    return Path(copy)


def change(path: Path) -> None:
    """Change the last number of a file of weights a little."""
    text = path.read_text()
    *_, last = re.finditer(r"= (-?\d+)", text)
    path.write_text(f"{text[: last.start(1)]}{int(last[1]) + 1}{text[last.end(1) :]}")


def older_than(file: str) -> set[str]:
    """What is out of date because of a file of weights."""
    return {artefact.name for artefact in weights.ARTEFACTS if file in artefact.changed()}


@pytest.mark.parametrize("file", MADE_FROM)
def test_a_changed_file_of_weights_is_noticed_in_all_that_was_made_from_it(
    file: str, folder: Path
) -> None:
    others = {other: older_than(other) for other in MADE_FROM if other != file}
    change(folder / f"{file}.toml")
    assert older_than(file) == MADE_FROM[file]
    assert {other: older_than(other) for other in others} == others


def test_the_command_fails_and_says_what_to_do_once_something_is_out_of_date(
    folder: Path,
    notes: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = next(each for each in weights.ARTEFACTS if each.name == "watch-your-back-book")
    monkeypatch.setattr(weights, "ARTEFACTS", (book,))
    weights.made_anew(book.name)
    assert run(["bench", "weights", "watch-your-back"]) == 0
    assert capsys.readouterr().out == "watch-your-back-book: up to date\n"
    change(folder / "watch-your-back.toml")
    assert run(["bench", "weights", "cachex"]) == 0
    assert capsys.readouterr().out == ""
    with pytest.raises(SystemExit, match="1"):
        run(["bench", "weights", "--json"])
    *lines, facts = capsys.readouterr().out.splitlines()
    assert lines == [
        "watch-your-back-book: older than the weights watch-your-back; this makes it anew:",
        "    python -m trivium.agents.watch_your_back.book_maker",
        "    python -m benchmarks.weights watch-your-back-book",
    ]
    assert json.loads(facts)["artefacts"][0]["changed"] == ["watch-your-back"]


def test_a_benchmark_takes_only_what_its_main_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "solved", "hexifence"]) == 2
    assert "unexpected extra argument" in capsys.readouterr().err
    assert run(["bench", "weights", "--nonsense"]) == 2
    assert "No such option: --nonsense" in capsys.readouterr().err


def test_only_the_numbers_of_a_file_of_weights_matter(folder: Path) -> None:
    path = folder / "cachex-five-factors.toml"
    before = fingerprints.fingerprints([path.stem])
    path.write_text("# A remark.\n" + path.read_text().replace("not tuned", "still not tuned"))
    assert fingerprints.fingerprints([path.stem]) == before
    change(path)
    assert fingerprints.fingerprints([path.stem]) != before


def test_what_has_been_made_anew_can_be_noted(folder: Path, notes: Path) -> None:
    change(folder / "watch-your-back.toml")
    assert "watch-your-back-book" in older_than("watch-your-back")
    weights.made_anew("watch-your-back-book")
    assert "watch-your-back-book" not in older_than("watch-your-back")
    with pytest.raises(TriviumError, match=r"Nothing is noted of 'cachex-levels'"):
        weights.made_anew("cachex-levels")


def test_every_note_is_of_something_that_is_made() -> None:
    assert set(fingerprints.noted()) == {each.name for each in weights.ARTEFACTS if each.files}


def unplayed(match: levels.Pairing) -> dict[str, Any]:
    """A result for a match of levels that nobody has played yet."""
    result = next(iter(levels.stored().values()))
    players = {"players": [match.a, match.b], "are": match.are(), "games": match.games}
    return result | {"game": match.game, "size": match.size} | players


@pytest.mark.parametrize("bench", [levels, strength])
def test_matches_are_played_anew_once_the_weights_of_a_player_have_changed(
    bench: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in {"RESULTS", "PAGE", "RATINGS"} & set(vars(bench)):
        monkeypatch.setattr(bench, name, Path(shutil.copy(getattr(bench, name), tmp_path)))
    played = []

    def play(match: Any, progress: Any) -> dict[str, Any]:
        played.append(match.game)
        row: dict[str, Any] = bench.stored().get(match) or unplayed(match)
        now = {"weights": match.weights()}
        return row | now | ({"champion": match.champion()} if bench is levels else {})

    monkeypatch.setattr(bench, "play", play)
    bench.main(as_json=False)
    played.clear()
    assert "have been replaced" not in bench.PAGE.read_text()
    change(folder / "watch-your-back.toml")
    assert "have been replaced" in bench.page(bench.stored())
    bench.main(as_json=False)
    assert set(played) == {"watch-your-back"}
    assert "have been replaced" not in bench.PAGE.read_text()


def test_a_champion_that_plays_otherwise_plays_its_matches_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = levels.stored()
    with_champion = {match for match in results if match.champion() is not None}
    before = {match for match in results if levels._holds(results, match)}
    monkeypatch.setattr(levels, "champion_of", lambda game: "another")
    assert {match for match in results if levels._holds(results, match)} == before - with_champion


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_by_which_weights_is_known(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = weight_files._read
    opened: set[str] = set()

    def note(path: Path) -> dict[str, Any]:
        opened.add(path.stem)
        return read(path)

    monkeypatch.setattr(weight_files, "_read", note)
    for name in agents_of(game):
        if name == "human" or name.startswith("level"):
            continue
        weight_files.read_shipped.cache_clear()
        opened.clear()
        position = GAMES[game].start()
        for _ in range(2):
            position.push(position.legal_moves[0])
        make_agent(name, game).choose(position, Limit(nodes=1, seconds=1))
        # The default parameters of five-factors are its weights, read when it is imported.
        own = {"cachex-five-factors"} if name == "five-factors" else set()
        assert set(played_by(game, f"{name}:seed=1")) == opened | own, name

"""Records: complete, checked when they come back, and one bad line does not spoil the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.arena.clocks import TimeControl
from trivium.arena.database.storage import Database
from trivium.arena.fixtures import Entrant, play_fixture
from trivium.arena.match import Match
from trivium.arena.openings import Openings, start_position
from trivium.arena.ratings.report import html_report
from trivium.arena.ratings.standings import standings
from trivium.arena.records import Record, make_record, read_line, read_lines, write_line
from trivium.arena.referee import PlayedGame, Terms
from trivium.cli.main import run
from trivium.errors import BadText
from trivium.games.catalogue import GAMES
from trivium.games.position import Outcome
from trivium.games.record import RULES_VERSION

GAME = play_fixture(
    Match("hexifence", "greedy", "random:seed=4", "2", 2, openings=Openings("random")).fixtures()[0]
)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_has_everything_and_comes_back_whole(game: str) -> None:
    terms = Terms(TimeControl(move=1), keep_info=True)
    match = Match(game, "greedy", "random:seed=3", games=2, terms=terms)
    record = play_fixture(match.fixtures()[0])
    assert read_line(write_line(record)) == record
    assert record.rules == RULES_VERSION
    assert [player.agent for player in record.players] == ["greedy", "random:seed=3"]
    assert all(isinstance(player.seed, int) for player in record.players)
    assert len(record.clock) == len(record.info) == len(record.moves) - record.opening
    assert record.control == {"move": 1, "margin": 1.0}
    assert record.reason and record.began
    assert sum(record.points) == 1
    assert "\n" not in write_line(record)


PINNED = (
    r'''{"game":"watch-your-back","rules":1,"size":"8","start":"'''
    r"""X - - - - - - X\n- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n"""
    r"""- - - - - - - -\n- - - - - - - -\n- - - - - - - -\nX - - - - - - X\n","""
    r""""moves":["d4","e5","c3"],"winner":"white","reason":"crash: boom\nat line 3","""
    r""""move_limit":400,"opening":1,"players":["""
    r"""{"colour":"white","name":"A–B","agent":"greedy:seed=3","seed":7},"""
    r"""{"colour":"black","name":"c","agent":"wyb-py:x#y","""
    r""""control":{"game":60.0,"margin":0.5},"seed":8}],"""
    r""""control":{"move":1,"margin":1.0},"clock":[0.12346,2.0,0.25],"""
    r""""seconds":[2.0,0.37346],"slowest":[2.0,0.25],"fault":"crash","""
    r""""event":"cup","round":2,"key":"1-2a","began":"2026-03-01T18:30:00.000+00:00","""
    r""""remarks":["black: no sandbox"],"info":[{"reason":"a whim"},{"reason":"é"}]}"""
)
"""What records looked like when they were still dictionaries."""


def test_a_record_is_written_letter_by_letter_as_always() -> None:
    position = start_position("watch-your-back", None)
    for move in ("d4", "e5", "c3"):
        position.push(move)
    game = PlayedGame(
        Outcome("white", "crash: boom\nat line 3"),
        moves=("d4", "e5", "c3"),
        opening=1,
        clock=(0.1234567, 2.0, 0.25),
        movers=(1, 0, 1),
        fault="crash",
        info=({"reason": "a whim"}, {"reason": "é"}),
        remarks=("black: no sandbox",),
    )
    own = TimeControl(game=60.0, margin=0.5)
    record = make_record(
        position,
        game,
        (
            Entrant("A–B", "greedy:seed=3").recorded("white", 7),
            Entrant("c", "wyb-py:x#y", own).recorded("black", 8),
        ),
        TimeControl(move=1),
        datetime(2026, 3, 1, 18, 30, tzinfo=UTC),
        event="cup",
        round=2,
        key="1-2a",
    )
    assert write_line(record) == PINNED
    assert read_line(PINNED) == record
    assert record.named_remarks == ["c: no sandbox"]
    assert (record.ending, record.headline) == ("crash", "crash: boom")


def changed(**changes: object) -> str:
    return json.dumps(GAME.as_json() | changes)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "no game record"),
        ("[]", '"game" is missing'),
        (changed(rules=99), "rules version 99"),
        (changed(moves=[*GAME.moves[:-1], "a1"]), "Move 30 of the record"),
        (changed(moves=GAME.moves[:-1]), "not over after the moves"),
        (changed(winner="green"), "none of blue and red"),
        (changed(winner=None), "the moves end in"),
        (changed(reason=None), '"reason" is missing'),
        (changed(players=[]), "must be a list of two"),
        (changed(players=[{}, {}]), "colours blue and red"),
        (changed(players=[{"colour": "blue", "name": 3}, {"colour": "red"}]), '"name" of the'),
        (changed(seconds=["x", 1]), '"seconds" must be two numbers'),
        (changed(clock={}), '"clock" must be a list'),
        (changed(opening=-1), '"opening" must be a whole number'),
        (changed(opening=True), '"opening" must be a whole number'),
        (changed(opening=99), '"opening" must be a whole number from 0 to 30'),
        (changed(slowest=[float("nan"), 1]), '"slowest" must be two numbers'),
        (changed(seconds=[10**400, 1]), '"seconds" must be two numbers'),
        (changed(fault="weather"), '"fault" must be null or one of'),
        (changed(began="yesterday"), '"began" must be a moment'),
        (changed(event="a\x00b"), r"place 2 is U\+0000"),
        (changed(remarks=5), '"remarks" must be a list'),
        (changed(event="\ud800"), r"place 1 is U\+D800"),
        (changed(reason="\n"), '"reason" is missing'),
        (changed(event=[]), '"event" must be a text'),
    ],
)
def test_a_wrong_line_is_explained(line: str, complaint: str) -> None:
    with pytest.raises(BadText, match=complaint):
        read_line(line)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    database = Database(tmp_path_factory.mktemp("records") / "games.sqlite")
    yield database
    database.close()


@given(field=st.sampled_from([*GAME.as_json(), "remarks", "info", "comment"]), value=junk)
def test_any_field_may_hold_anything_without_breaking_reader_database_or_ratings(
    kept: Database, field: str, value: object
) -> None:
    (number, answer), *_ = read_lines([changed(**{field: value})])
    assert number == 1
    if isinstance(answer, Record):
        assert kept_whole(answer, GAME.as_json() | {field: value})
        kept.add(answer)
        assert html_report("", [standings([answer], "")], {})
        assert len(answer.named_remarks) == len(answer.remarks)


def kept_whole(record: Record, told: dict[str, object]) -> bool:
    """Whether a record says all that was told, but for the size and texts that were null."""
    texts = {name: told[name] or "" for name in ("event", "key", "began")}
    expected = told | {"size": GAME.size} | texts
    return json.dumps(record.as_json(), sort_keys=True) == json.dumps(expected, sort_keys=True)


@given(own=st.dictionaries(st.sampled_from(["seed", "control", "country"]), junk))
def test_what_else_is_told_of_a_player_is_kept(own: dict[str, object]) -> None:
    blue, red = (player.as_json() for player in GAME.players)
    players = [blue, {name: red[name] for name in ("colour", "name", "agent")} | own]
    record = read_line(changed(players=players))
    assert kept_whole(record, GAME.as_json() | {"players": players})


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_is_explained(text: str) -> None:
    for _, answer in read_lines([text]):
        assert isinstance(answer, Record | BadText)


def test_a_saved_game_of_play_is_a_record_too() -> None:
    told = GAME.as_json()
    plain = {key: told[key] for key in ("game", "rules", "start", "moves", "winner", "reason")}
    record = read_line(json.dumps(plain))
    assert record.names == ("blue", "red")
    assert record.size == GAME.size
    assert record.as_json() == plain | {
        "size": GAME.size,
        "opening": 0,
        "players": [
            {"colour": "blue", "name": "blue", "agent": ""},
            {"colour": "red", "name": "red", "agent": ""},
        ],
        "clock": [],
        "seconds": [0.0, 0.0],
        "slowest": [0.0, 0.0],
        "fault": None,
        "event": "",
        "round": 0,
        "key": "",
        "began": "",
    }


def database(tmp_path: Path, *commands: str) -> list[int]:
    return [run(["games-db", *c.split(), "--db", str(tmp_path / "db.sqlite")]) for c in commands]


def test_corrupt_lines_are_named_and_the_rest_goes_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    second = replace(GAME, key="other")
    good = [write_line(GAME).encode(), write_line(second).encode()]
    file.write_bytes(b"\n".join([good[0], b"{broken", b"\xff\xfe", b"", good[1], good[0][:-40]]))
    assert database(tmp_path, f"import {file} --json", f"import {file}") == [0, 0]
    captured = capsys.readouterr()
    assert json.loads(captured.out.splitlines()[0]) == {"new": 2, "known": 0, "corrupt": 3}
    assert "0 games stored, 2 known already, 3 lines skipped" in captured.out
    for number in (2, 3, 6):
        assert f"line {number}: This is no game record" in captured.err


def test_a_mark_at_the_beginning_and_an_endless_line_spoil_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivium.arena.records.LONGEST_LINE", 5000)
    file = tmp_path / "games.jsonl"
    lines = [b"\xef\xbb\xbf" + write_line(GAME).encode(), b"x" * 30_000, b"{"]
    second = replace(GAME, key="other")
    file.write_bytes(b"\n".join([*lines, write_line(second).encode()]))
    assert database(tmp_path, f"import {file} --json") == [0]
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"new": 2, "known": 0, "corrupt": 2}
    assert "line 2: the line is too long" in captured.err and "line 3: " in captured.err


def test_games_are_listed_shown_replayed_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, copy = tmp_path / "games.jsonl", tmp_path / "copy.jsonl"
    file.write_text(write_line(GAME) + "\n")
    assert database(tmp_path, f"import {file}", f"export {copy}") == [0, 0]
    assert copy.read_text() == file.read_text()
    capsys.readouterr()
    assert database(tmp_path, "list", "list --game cachex", "list --json") == [0, 0, 0]
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == 2 and "greedy – random:seed=4" in listed[0]
    assert json.loads(listed[1]) == {"games": 1}
    assert database(tmp_path, "show 1") == [0]
    shown = json.loads(capsys.readouterr().out)
    assert (shown["event"], shown["key"] == GAME.key) == ("imported", False)
    assert shown | {"event": GAME.event, "key": GAME.key} == GAME.as_json()
    assert database(tmp_path, "replay 1 --move 3", "events") == [0, 0]
    assert f"3. {GAME.moves[2]}" in capsys.readouterr().out
    assert database(tmp_path, "show 7", "replay 1 --move 99", "list --since x") == [2, 2, 2]
    complaints = capsys.readouterr().err
    assert "There is no game 7" in complaints and "has only 30 moves" in complaints


def test_elo_rates_what_the_filters_leave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = str(tmp_path / "db.sqlite")
    for game in ("hexifence --size 2", "dots-and-boxes --size 2x2"):
        command = f"match {game} greedy random --games 4 --nodes 5 --db {address}"
        assert run(command.split()) == 0
    capsys.readouterr()
    assert run(["elo", "--db", address, "--json", "--anchor", "random=100"]) == 0
    both = json.loads(capsys.readouterr().out)
    assert (both["games"], len(both["ratings"])) == (8, 2)
    anchored = {p["player"]: p["elo"] for p in both["ratings"][0]["players"]}
    assert anchored["random"] == 100 < anchored["greedy"]
    assert run(["elo", "--db", address, "--game", "hexifence"]) == 0
    assert "hexifence 2, 4 games" in capsys.readouterr().out
    assert run(["elo", "--db", address, "--game", "cachex"]) == 2
    assert run(["elo", "--db", address, "--anchor", "nobody"]) == 2
    complaints = capsys.readouterr().err
    assert "There are no such games" in complaints and "'nobody' has played none" in complaints


def test_a_database_without_such_games_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "games.sqlite"
    Database(kept).close()
    assert run(["games-db", "list", "--db", str(kept)]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert f"There are no such games in {kept}." in told.err


@pytest.mark.parametrize(
    "command",
    [["games-db", "list"], ["games-db", "export", "-"], ["elo"], ["league", "status"]],
)
def test_who_looks_into_a_database_that_is_not_there_makes_none(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mistyped = tmp_path / "gmes.sqlite"
    assert run([*command, "--db", str(mistyped)]) == 2
    assert f"There is no database {mistyped}." in capsys.readouterr().err
    assert not mistyped.exists()

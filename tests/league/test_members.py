"""Members are let in by tokens of which only a hash is kept, and everything is written down."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.league.bots import HONEST, hand_in, small_league, zipped
from trivium.agents.levels import LEVELS
from trivium.arena.database.storage import Database
from trivium.errors import TriviumError
from trivium.league import audit
from trivium.league.entry.archives import Archive, read_archive
from trivium.league.entry.versions import (
    TooMuch,
    claim_trial,
    entrant_of,
    finish_trial,
    submit,
    versions_of,
)
from trivium.league.ladder.ledger import LeagueLedger
from trivium.league.leagues import find_league, freeze, make_league, thaw
from trivium.league.members import (
    NotAllowed,
    add_members,
    find_member,
    member_by_token,
    members_of,
    read_csv,
    renew,
    revoke,
    write_csv,
)
from trivium.league.moments import read_moment
from trivium.league.plan import Plan, Quotas
from trivium.league.tables import SCHEMA, create_tables, schema


def test_a_token_lets_in_until_it_is_renewed_or_revoked(database: Database) -> None:
    league = small_league(database)
    [(_, _, token)] = add_members(database, league.id, [("ann", "member")], "tutor")
    assert member_by_token(database, token).name == "ann"
    with database.reading() as connection:
        stored = connection.execute(sa.text("SELECT * FROM league_members")).all()
    assert token not in str(stored)
    new = renew(database, league.id, "ann", "tutor")
    with pytest.raises(NotAllowed):
        member_by_token(database, token)
    assert member_by_token(database, new).role == "member"
    revoke(database, league.id, "ann", "tutor")
    for worthless in (new, "", "revoked", "\ud800"):
        with pytest.raises(NotAllowed):
            member_by_token(database, worthless)


def test_all_of_a_class_come_in_or_nobody(database: Database) -> None:
    league = small_league(database)
    before = len(members_of(database, league.id))
    with pytest.raises(TriviumError, match="already"):
        add_members(database, league.id, [("a", "member"), ("b", "member"), ("a", "member")], "t")
    assert len(members_of(database, league.id)) == before


@pytest.mark.parametrize(
    "name", ["", " ann", "a\nb", "a" * 41, "level1", "random", "\u202eann", "\u3164"]
)
def test_a_name_can_be_read_and_is_nobody_elses(database: Database, name: str) -> None:
    league = small_league(database)
    with pytest.raises(TriviumError):
        add_members(database, league.id, [(name, "member")], "tutor")


def test_the_last_tutor_stays(database: Database) -> None:
    league = small_league(database)
    with pytest.raises(TriviumError, match="last tutor"):
        revoke(database, league.id, "tutor", "tutor")
    add_members(database, league.id, [("dora", "tutor")], "tutor")
    revoke(database, league.id, "tutor", "dora")


def test_a_table_of_members_comes_in_and_goes_out() -> None:
    assert read_csv("name,role\nann,\n\nbob,tutor\n") == [("ann", "member"), ("bob", "tutor")]
    assert read_csv("Name;Role\nann;tutor\n") == [("ann", "tutor")]
    with pytest.raises(TriviumError, match="Line 3"):
        read_csv("name,role\n\nzoe,king\n")
    with pytest.raises(TriviumError, match="Line 2: ann is in the table twice"):
        read_csv("ann\nann\n")
    assert "'=cmd" in write_csv([("=cmd", "member", "t")], ("name", "role", "token"))


def test_who_did_what_is_written_down(database: Database) -> None:
    league = small_league(database, "ann")
    hand_in(database, league, "ann")
    freeze(database, league, "tutor")
    said = [f"{entry.who} {entry.what}" for entry in audit.entries(database, league.id)]
    assert said[0] == "tutor froze the versions"
    assert said[1].startswith("ann handed in version 1")
    assert said[-1] == "tutor made the league"


def test_a_frozen_league_takes_no_version_and_a_thawed_one_does(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = small_league(database, "ann")
    freeze(database, league, "tutor")
    with pytest.raises(TriviumError, match="frozen"):
        hand_in(database, find_league(database, "cup"), "ann")
    with pytest.raises(TriviumError, match="over already"):
        thaw(database, league, "tutor", "2020-01-01")
    thaw(database, league, "tutor", "2999-01-01")
    assert find_league(database, "cup").stage == "open"
    monkeypatch.setattr("trivium.league.leagues.utc_now", lambda: "2999-01-01T00:00:00+00:00")
    late = find_league(database, "cup")
    assert (late.state, late.stage) == ("open", "frozen")
    with pytest.raises(TriviumError, match="frozen"):
        hand_in(database, late, "ann")
    thaw(database, late, "tutor")
    assert hand_in(database, find_league(database, "cup"), "ann").label == "ann v1"


def test_uploads_and_storage_have_quotas(database: Database) -> None:
    league = small_league(database, "ann", "bob", quotas=Quotas(2, 0.006, 1))
    hand_in(database, league, "ann")
    hand_in(database, league, "ann")
    with pytest.raises(TooMuch, match="24 hours"):
        hand_in(database, league, "ann")
    bob = find_member(database, league.id, "bob")
    with pytest.raises(TooMuch, match="MB"):
        submit(database, league, bob, zipped(team=HONEST + "#" * 7000))
    assert len(versions_of(database, league.id)) == 2


def test_what_counts_is_the_size_unpacked_and_what_has_failed_is_not_kept(
    database: Database, unpacked_elsewhere: Path
) -> None:
    league = small_league(database, "ann", quotas=Quotas(9, 1.0, 1))
    ann = find_member(database, league.id, "ann")
    content = zipped({"team.py": HONEST, "zeros": bytes(600_000)}, zipfile.ZIP_DEFLATED)
    assert len(content) < 5_000
    submit(database, league, ann, content)
    with pytest.raises(TooMuch, match=r"1 MB unpacked, .* this one of 0\.6 MB"):
        submit(database, league, ann, content)
    version = claim_trial(database, league, LeagueLedger(database, league).sign_on())
    assert version is not None
    entrant_of(database, version)
    assert len(list(unpacked_elsewhere.iterdir())) == 1
    assert finish_trial(database, version, False, "why")
    assert list(unpacked_elsewhere.iterdir()) == []
    again = submit(database, league, ann, content)
    assert again.archive is not None
    assert [one.state for one in versions_of(database, league.id)] == ["waiting", "failed"]


def test_many_uploads_of_one_do_not_make_others_wait(database: Database) -> None:
    league = small_league(database, "ann", "bob")
    for name in ("ann", "ann", "ann", "bob"):
        hand_in(database, league, name)
    runner, tried = LeagueLedger(database, league).sign_on(), []
    while (version := claim_trial(database, league, runner)) is not None:
        tried.append(version.label)
        finish_trial(database, version, True, "")
    assert tried == ["ann v1", "bob v1", "ann v2", "ann v3"]


def test_a_version_that_was_on_its_way_at_the_freeze_is_too_late(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = small_league(database, "ann")

    def slowly(content: bytes) -> Archive:
        freeze(database, league, "tutor")
        return read_archive(content)

    monkeypatch.setattr("trivium.league.entry.versions.read_archive", slowly)
    with pytest.raises(TriviumError, match="frozen"):
        hand_in(database, league, "ann")
    assert versions_of(database, league.id) == []


def test_uploads_at_the_same_time_share_one_quota(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = small_league(database, "ann", quotas=Quotas(1, 1.0, 1))
    read = []

    def while_another_comes(content: bytes) -> Archive:
        read.append(content)
        if len(read) == 1:
            hand_in(database, league, "ann")
        return read_archive(content)

    monkeypatch.setattr("trivium.league.entry.versions.read_archive", while_another_comes)
    with pytest.raises(TooMuch, match="24 hours"):
        hand_in(database, league, "ann")
    assert len(versions_of(database, league.id)) == 1


def test_spectators_have_no_bot(database: Database) -> None:
    league = small_league(database)
    add_members(database, league.id, [("eve", "spectator")], "tutor")
    with pytest.raises(TriviumError, match="Spectators"):
        hand_in(database, league, "eve")


def test_a_plan_is_read_as_it_was_written_and_checked() -> None:
    plan = Plan("Cachex", ("4", "5"), time=1.0, references=(2, 1), quotas=Quotas(1, 2, 3))
    assert Plan.from_text(plan.to_text()) == plan
    wrong: dict[str, Any]
    for wrong in (
        {"references": (LEVELS[-1] + 1,)},
        {"final_games": 3},
        {"final_format": "gauntlet"},
        {"narrow": 0},
        {"openings": "file"},
        {"clock": "soon"},
    ):
        with pytest.raises(TriviumError):
            Plan("cachex", **wrong)


def test_names_of_leagues_differ_and_unknown_ones_are_told(database: Database) -> None:
    small_league(database)
    with pytest.raises(TriviumError, match="already"):
        make_league(database, "cup", Plan("hexifence"))
    with pytest.raises(TriviumError, match="there are cup"):
        find_league(database, "cop")
    with pytest.raises(TriviumError, match="no moment"):
        read_moment("tomorrow")


def test_tables_of_a_later_trivium_are_left_alone(database: Database) -> None:
    create_tables(database)
    with database.writing() as connection:
        connection.execute(sa.update(schema).values(version=SCHEMA + 1))
    with pytest.raises(TriviumError, match="later version"):
        create_tables(database)

"""A league from the first upload to the last table, with real bots in the real sandbox."""

from __future__ import annotations

import csv
import io
import json
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
import sqlalchemy as sa

from tests.league.bots import CRASHING, HONEST, LOOPING, UNLUCKY, hand_in, small_league
from trivium.arena.database.storage import Database, Filter
from trivium.arena.database.tables import schedule
from trivium.arena.fixtures import play_fixture
from trivium.cli.league import _line
from trivium.errors import TriviumError
from trivium.league import exports
from trivium.league.entry.versions import (
    bots_of,
    pardon,
    players_of,
    reference,
    report_of,
    version_named,
    versions_of,
)
from trivium.league.final import begin_final, final_standings
from trivium.league.ladder.drawing import fixture_of
from trivium.league.ladder.ledger import LeagueLedger
from trivium.league.ladder.standings import history_of, table_of
from trivium.league.ladder.worker import Worker
from trivium.league.leagues import find_league, freeze, thaw
from trivium.league.tables import notes


def worked(database: Database, most: int = 60) -> None:
    """Play until there is nothing to do."""
    worker = Worker(database, "cup")
    for _ in range(most):
        if not worker.work():
            worker._publisher.publish(bots_of(database, worker._league))
            worker._ledger.release()
            return
    raise AssertionError("the league does not come to rest")


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_class_hands_in_and_the_table_says_who_is_best(database: Database) -> None:
    league = small_league(database, "ann", "bob", "cid", clock="1")
    for name, code in (("ann", HONEST), ("bob", CRASHING), ("cid", LOOPING)):
        hand_in(database, league, name, code)
    worked(database)

    states = {one.label: one.state for one in versions_of(database, league.id)}
    assert states["ann v1"] == "passed"
    assert states["bob v1"] == states["cid v1"] == "failed"
    told = report_of(database, version_named(database, league, "bob v1"))
    assert "Traceback" in told
    assert "a secret of mine" in told
    assert "time" in report_of(database, version_named(database, league, "cid v1"))

    rows = {row["label"]: row for row in json.loads(table_of(database, league.id).body)["rows"]}
    assert rows["ann v1"]["games"] >= 4
    assert rows["ann v1"]["rank"] == 1
    assert rows["level1"]["reference"]
    assert rows["level1"]["elo"] == 0
    assert history_of(database, league.id, "ann v1")

    # What failed is for its owner alone: no game that everybody may read tells more than a kind.
    everything = "".join(database.lines(Filter()))
    assert "secret" not in everything
    assert "Traceback" not in everything
    assert "/league/" not in everything

    # Frozen, the final is played, and marks are taken away.
    freeze(database, league, "tutor")
    hand_in_late = find_league(database, "cup")
    with pytest.raises(TriviumError, match="frozen"):
        hand_in(database, hand_in_late, "ann")
    with pytest.raises(TriviumError, match="Freeze"):
        begin_final(database, league, "tutor", 7)
    with pytest.raises(TriviumError, match="two bots"):
        begin_final(database, hand_in_late, "tutor", 7)


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_final_is_played_once_and_marks_are_taken_away(database: Database) -> None:
    league = small_league(database, "ann", "=bob", "cid")
    hand_in(database, league, "ann")
    hand_in(database, league, "=bob")
    worked(database)
    freeze(database, league, "tutor")
    assert begin_final(database, find_league(database, "cup"), "tutor", 7)
    with pytest.raises(TriviumError, match="begun"):
        begin_final(database, find_league(database, "cup"), "tutor", 8)
    worked(database)
    over = find_league(database, "cup")
    assert over.stage == "over"
    [table] = final_standings(database, over)
    assert table.games == 2
    assert sorted(table.names) == ["=bob v1", "ann v1"]
    with pytest.raises(TriviumError, match="final"):
        thaw(database, over, "tutor")

    rows = list(csv.DictReader(io.StringIO(exports.marks_csv(database, over))))
    assert {row["name"] for row in rows} == {"ann", "'=bob", "cid"}
    best = rows[0]
    assert best["rank"] == "1"
    assert float(best["final points"]) >= 1
    assert best["rating"]
    assert any(row["score against level1"] for row in rows)
    lines = [json.loads(line) for line in exports.event_lines(database, over)]
    assert lines[0]["type"] == "league"
    assert sum("moves" in line for line in lines) == database.count()
    assert "<h2>" in exports.report(database, over)


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_bot_that_fails_three_times_is_benched_until_it_is_pardoned(database: Database) -> None:
    league = small_league(database, "ann", narrow=60.0)
    hand_in(database, league, "ann", UNLUCKY)
    worked(database)
    version = version_named(database, league, "ann v1")
    assert version.state == "passed"
    assert version.benched is not None
    assert "3 failures in a row" in version.benched
    assert players_of(bots_of(database, league)) == []
    rows = {row["label"]: row for row in json.loads(table_of(database, league.id).body)["rows"]}
    assert rows["ann v1"]["faults"] == rows["ann v1"]["games"] - rows["ann v1"]["wins"]
    assert rows["ann v1"]["benched"]
    assert _line(rows["ann v1"]).endswith(", benched")
    with database.reading() as connection:
        told = connection.execute(sa.select(notes.c.reason, notes.c.output)).all()
    assert any("late secret" in reason and "Traceback" in output for reason, output in told)
    pardon(database, version, "tutor")
    assert [one.label for one in players_of(bots_of(database, league))] == ["ann v1"]
    played = database.count()
    worked(database)
    assert database.count() >= played + 3
    assert version_named(database, league, "ann v1").benched is not None


def test_games_that_end_at_once_keep_their_own_secrets(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = small_league(database)
    ledger = LeagueLedger(database, league)
    played = {}
    for key in ("7a", "8a"):
        assert ledger.claim_new(key, ("level1", "level2"))
        pair = reference("level1"), reference("level2")
        record = play_fixture(fixture_of(league.plan, key, pair))
        told = replace(record.players[0], output=f"said in {key}")
        played[key] = replace(record, players=(told, record.players[1]))
    writing = database.writing

    def while_another_ends() -> AbstractContextManager[sa.Connection]:
        monkeypatch.setattr(database, "writing", writing)
        ledger.finish("8a", played["8a"])
        return writing()

    monkeypatch.setattr(database, "writing", while_another_ends)
    ledger.finish("7a", played["7a"])
    ledger.release()
    columns = schedule.c.key, notes.c.output
    query = sa.select(*columns).join(notes, notes.c.game_id == schedule.c.game_id)
    with database.reading() as connection:
        rows = connection.execute(query.order_by(schedule.c.key)).all()
    assert [tuple(row) for row in rows] == [("7a", "said in 7a"), ("8a", "said in 8a")]
    assert "said in" not in "".join(database.lines(Filter()))


def test_a_game_of_a_connected_bot_is_its_servers_from_the_beginning(database: Database) -> None:
    ledger = LeagueLedger(database, small_league(database))
    assert ledger.claim_new("7a", ("ann v1", "level1"))
    assert not ledger.claim_new("7a", ("ann v1", "level1"))
    assert ledger.claim_new("7b", ("level1", "ann v1"))
    assert ledger.claim() is None
    ledger.release()

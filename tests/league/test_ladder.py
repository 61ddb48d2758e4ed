"""A league from the first upload to the last table, with real bots in the real sandbox."""

from __future__ import annotations

import json

import pytest

from tests.league.bots import CRASHING, HONEST, LATE, LOOPING, hand_in, small_league
from trivium.arena.database.storage import Database, Filter
from trivium.league.entry.versions import (
    bots_of,
    report_of,
    version_named,
    versions_of,
)
from trivium.league.ladder.standings import history_of, table_of
from trivium.league.ladder.worker import Worker


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
    league = small_league(database, "ann", "bob", "cid", "dan")
    for name, code in (("ann", HONEST), ("bob", CRASHING), ("cid", LOOPING), ("dan", LATE)):
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

"""Databases as the arena's tests have them, and a place to unpack that is not the user's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.conftest import address, database, server

__all__ = ["address", "database", "server"]


@pytest.fixture(autouse=True)
def unpacked_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "unpacked"
    monkeypatch.setattr("trivium.league.entry.archives.unpacked_place", lambda name: place / name)
    monkeypatch.setattr("trivium.league.entry.entrants.unpacked_place", lambda name: place / name)
    monkeypatch.setattr("trivium.league.entry.versions.unpacked_place", lambda name: place / name)
    return place

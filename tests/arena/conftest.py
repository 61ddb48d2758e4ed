"""An empty database for every test, on SQLite and on a PostgreSQL server that is really started."""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena import postgres
from trivium.arena.database.storage import Database


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with postgres.server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    server: str = request.getfixturevalue("server")
    name = f"test_{secrets.token_hex(8)}"
    subprocess.run(
        [postgres.programs() / "psql", "-q", "-h", server.partition("host=")[2], "-U", "trivium",
         "-d", "postgres", "-c", f"CREATE DATABASE {name}"],
        check=True,
    )  # fmt: skip
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    database = Database(address)
    yield database
    database.close()

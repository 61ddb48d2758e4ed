"""A server that the tests of a module share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.web.serving import serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with a database of its own."""
    with serving(tmp_path_factory.mktemp("web")) as client:
        yield client

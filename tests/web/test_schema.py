"""The API is what its OpenAPI description says, whatever schemathesis thinks up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import unsupported_method

from tests.web.serving import listening


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """The description of a server that is running."""
    with listening(
        tmp_path_factory.mktemp("api"), request_burst=1_000_000, game_burst=1_000_000
    ) as address:
        yield schemathesis.openapi.from_url(f"{address}/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(case: Case) -> None:
    case.call_and_validate(excluded_checks=[unsupported_method])

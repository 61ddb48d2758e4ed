"""The API is what its OpenAPI description says, whatever schemathesis thinks up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.web.serving import listening
from trivium.web.api import create_api
from trivium.web.settings import ServerSettings

schema = schemathesis.openapi.from_dict(create_api(ServerSettings()).openapi())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server is running that lets one test as much as one likes."""
    many = 1_000_000
    with listening(tmp_path_factory.mktemp("api"), request_burst=many, game_burst=many) as address:
        yield address


@schema.parametrize()
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(case: Case[Any], address: str) -> None:
    # What is well-formed may still be impossible: no schema says which moves are legal.
    case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance])

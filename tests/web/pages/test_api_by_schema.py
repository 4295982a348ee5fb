"""Test the API against its own description with Schemathesis, as a watching phone, a player's and the
steward's."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings

from tests.web.access.test_roles import phone
from tests.web.conftest import Keyring
from web.access.roles import Role
from web.pages.description import api_description
from web.responses import PageContext
from web.server import create_app
from web.snapshot import Choice, Question, Snapshot
from web.snapshot_hub import SnapshotHub

schemathesis = pytest.importorskip("schemathesis")
positive_data_acceptance = pytest.importorskip("schemathesis.specs.openapi.checks").positive_data_acceptance

Operations = dict[str, Any]


@pytest.fixture(scope="module")
def api(table: Snapshot) -> Iterator[Flask]:
    """Provide the pages of a table that accepts every request and does nothing."""
    asks = Question("q1", "Which pile?", (Choice("stock", "The stock"),))
    hub = SnapshotHub(
        replace(table, question=asks, turn=1, picture=None, buttons=replace(table.buttons, may_foresee=True))
    )
    yield create_app(hub, lambda _: None, keys=Keyring().gate)
    hub.close()


@pytest.fixture(scope="module")
def operations(api: Flask) -> Operations:
    """Return the operations that the API describes, by their paths."""
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", api)
    return {one.path: one for one in (found.ok() for found in schema.get_all_operations())}


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("path", api_description()["paths"])
def test_whoever_asks_is_answered_as_described(
    api: Flask, operations: Operations, path: str, role: Role
) -> None:
    desk: PageContext = api.extensions["page_context"]
    desk.gate.seats.release(1)
    caller, operation = phone(api, role), operations[path]
    cookie = caller.get_cookie("table")
    assert cookie is not None
    answered: set[int] = set()

    @settings(max_examples=20, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def answers(case: Any) -> None:
        headers = {"X-CSRF-Token": caller.token, "Accept-Encoding": "identity"}
        answer = case.call(headers=headers, cookies={"table": cookie.value})
        # A schema calls 1.0 an integer, and the table does not.
        case.validate_response(answer, headers=headers, excluded_checks=[positive_data_acceptance])
        answered.add(answer.status_code)

    answers()
    assert answered <= {200, 400, 403} if role is Role.WATCHING else answered & {200, 202, 400, 409}

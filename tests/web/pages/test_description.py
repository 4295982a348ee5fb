"""Test that the API keeps to its own description for any request."""

import json
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.conftest import Caller, watcher
from web.pages.description import ANSWERS, REQUEST_TYPES, api_description

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3), max_leaves=5)
FIELDS = st.sampled_from(["by", "question", "choice", "picture", "card", "letter", "do", "minutes"])
KINDS = st.sampled_from(
    [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "text/plain",
        "",
        "a/b; c",
    ]
)


def test_every_address_of_the_api_is_described(app: Flask) -> None:
    rules = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    assert rules == {*api_description()["paths"], "/api/openapi.json"}
    assert set(REQUEST_TYPES) == {rule for rule in rules if rule not in ("/api/state", "/api/openapi.json")}


def test_the_description_names_what_is_asked_for(app: Flask) -> None:
    told = json.loads(watcher(app).get("/api/openapi.json").data)
    challenge = told["components"]["schemas"]["Challenge"]
    assert challenge["required"] == ["by"]
    assert challenge["properties"]["by"] == {"type": "integer", "minimum": 0, "maximum": 31}
    answer = told["components"]["schemas"]["Answer"]
    assert answer["description"] == "Answer an open question."
    assert answer["properties"]["question"]["description"] == "The identity of the question."
    assert "hand" in told["components"]["schemas"]["Snapshot"]["properties"]


def test_the_snapshot_describes_its_own_fields_and_those_of_its_parts() -> None:
    fields = api_description()["components"]["schemas"]["Snapshot"]["properties"]
    assert all("description" in field for field in fields.values())
    assert fields["hand"]["description"].startswith("The number of the hand or race, 0 before")
    assert fields["stock"]["description"] == "The number of cards in the stock; None if unknown."


def test_a_field_that_is_another_class_has_its_own_text() -> None:
    """A field whose type is another class has a description beside its `$ref`, as OpenAPI 3.1 allows."""
    pins = api_description()["components"]["schemas"]["Snapshot"]["properties"]["pins"]
    assert pins["description"] == "The virtual pins; None at a table with real pins."
    assert {"$ref": "#/components/schemas/Pins"} in pins["anyOf"]


def test_every_wish_says_that_it_needs_a_body() -> None:
    wishes = [path["post"] for path in api_description()["paths"].values() if "post" in path]
    assert wishes
    assert all(wish["requestBody"]["required"] for wish in wishes)


def seated(app: Flask) -> Caller:
    """Return the phone of player 1. It is made once for a web application, so all random examples of a test
    use the same phone."""
    caller = app.extensions.get("caller") or watcher(app).seated(1)
    app.extensions["caller"] = caller
    assert isinstance(caller, Caller)
    return caller


def _answered(caller: Caller, address: str, body: bytes, kind: str) -> None:
    answer = caller.post(address, data=body, content_type=kind, headers={"Accept": "application/json"})
    assert answer.status_code in ANSWERS, (address, body, kind, answer.status_code)
    said = answer.get_json()
    assert set(said) == ({"accepted"} if answer.status_code == 202 else {"error"})


@pytest.mark.parametrize("address", REQUEST_TYPES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=st.dictionaries(FIELDS, ANYTHING, max_size=4), kind=KINDS)
def test_whatever_fields_are_sent_the_answer_is_a_described_one(
    app: Flask, address: str, fields: dict[str, Any], kind: str
) -> None:
    _answered(seated(app), address, json.dumps(fields).encode(), kind)


@pytest.mark.parametrize("address", REQUEST_TYPES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=60), kind=KINDS)
def test_whatever_bytes_are_sent_the_answer_is_a_described_one(
    app: Flask, address: str, body: bytes, kind: str
) -> None:
    _answered(seated(app), address, body, kind)

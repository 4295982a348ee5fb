"""Describe the JSON API with OpenAPI, from the types by which requests are checked."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from flask import Blueprint, Response

from engine.table.commands import GoOn, Hold, Refocus, StillPlaying
from web import snapshot
from web.access.identity import TOKEN_HEADER
from web.requests import (
    Answer,
    Blank,
    Challenge,
    Correct,
    Finished,
    Foresee,
    NamePrize,
    NotFinished,
    Time,
    TurnOver,
)
from web.responses import json

pages = Blueprint("description", __name__, url_prefix="/api")

WISHES: Final[Mapping[str, type]] = MappingProxyType(
    {
        "/api/confirm": TurnOver,
        "/api/finished": Finished,
        "/api/unfinished": NotFinished,
        "/api/hold": Hold,
        "/api/going": StillPlaying,
        "/api/next": GoOn,
        "/api/challenge": Challenge,
        "/api/answer": Answer,
        "/api/correct": Correct,
        "/api/timer": Time,
        "/api/winnable": Foresee,
        "/api/prize": NamePrize,
        "/api/blank": Blank,
        "/api/refocus": Refocus,
    }
)
"""The type of the request that each path takes."""

ANSWERS: Final[Mapping[int, str]] = MappingProxyType(
    {
        202: "The table has heard it.",
        400: "It is malformed; the answer says where.",
        403: "This phone may not, or its form has grown old.",
        409: "It no longer fits what lies on the table.",
        413: "It is too long.",
        415: "It is in a form the table does not read.",
        421: "The table does not go by that name.",
        503: "The table is busy. Try again.",
    }
)
"""The possible answers to a request, by status."""


@pages.get("/openapi.json")
def openapi() -> Response:
    """Answer with the OpenAPI description of the table's API."""
    return json(described())


def described() -> dict[str, Any]:
    """Return the OpenAPI 3.1 description."""
    kinds = (snapshot.JSON, *WISHES.values())
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    state, *wishes = schemas
    paths: dict[str, Any] = {"/api/state": {"get": _seen(state)}}
    for address, schema in zip(WISHES, wishes, strict=True):
        paths[address] = {"post": _wished(WISHES[address], schema)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lexicon table", "version": "1"},
        "paths": paths,
        "components": {"schemas": {**components, "Problem": _PROBLEM}},
    }


_PROBLEM: Final = {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}


def _seen(schema: Any) -> dict[str, Any]:
    content = {"application/json": {"schema": schema}}
    return {
        "summary": "What the phones show.",
        "responses": {"200": {"description": "All.", "content": content}},
    }


def _wished(kind: type, schema: Any) -> dict[str, Any]:
    token = {
        "name": TOKEN_HEADER,
        "in": "header",
        "required": True,
        "description": "The token of any form on the page, which belongs to this phone's cookie.",
        "schema": {"type": "string"},
    }
    return {
        "summary": " ".join((kind.__doc__ or "").split()),
        "parameters": [token],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {str(status): _answer(status, text) for status, text in ANSWERS.items()},
    }


def _answer(status: int, text: str) -> dict[str, Any]:
    if status == 202:
        return {"description": text}
    problem = {"$ref": "#/components/schemas/Problem"}
    return {"description": text, "content": {"application/json": {"schema": problem}}}

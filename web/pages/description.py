"""Describe the JSON API with OpenAPI. The description comes from the types of the requests and their
docstrings."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

import msgspec
from flask import Blueprint, Response

from engine.table.commands import GoOn, Hold, Refocus, StillPlaying
from web import snapshot
from web.access.identity import TOKEN_HEADER
from web.requests import (
    Answer,
    AskWinnable,
    Blank,
    Challenge,
    ChangeTimer,
    Correct,
    NamePrize,
    NotFinished,
    PlayerFinished,
    TurnOver,
)
from web.responses import json

pages = Blueprint("description", __name__, url_prefix="/api")

REQUEST_TYPES: Final[Mapping[str, type]] = MappingProxyType(
    {
        "/api/confirm": TurnOver,
        "/api/finished": PlayerFinished,
        "/api/unfinished": NotFinished,
        "/api/hold": Hold,
        "/api/going": StillPlaying,
        "/api/next": GoOn,
        "/api/challenge": Challenge,
        "/api/answer": Answer,
        "/api/correct": Correct,
        "/api/timer": ChangeTimer,
        "/api/winnable": AskWinnable,
        "/api/prize": NamePrize,
        "/api/blank": Blank,
        "/api/refocus": Refocus,
    }
)
"""The class of the request that each path takes, by path. The OpenAPI description is made from it."""

ANSWERS: Final[Mapping[int, str]] = MappingProxyType(
    {
        202: "The table has taken the request.",
        400: "The request is malformed; the answer says where.",
        403: "This phone may not do that, or its form is too old.",
        409: "The request no longer fits the table.",
        413: "The request is too long.",
        415: "The table does not read this format.",
        421: "The table does not answer to this name.",
        503: "The table is busy. Try again.",
    }
)
"""The meaning of each HTTP status as the answer to a phone's request. The OpenAPI description has these
texts."""


@pages.get("/openapi.json")
def openapi() -> Response:
    """Answer with the OpenAPI description of the table's API."""
    return json(api_description())


def api_description() -> dict[str, Any]:
    """Return the OpenAPI 3.1 description of the addresses under `/api`."""
    kinds = (snapshot.JSON, *REQUEST_TYPES.values())
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    _describe(components, kinds)
    state, *wishes = schemas
    paths: dict[str, Any] = {"/api/state": {"get": _state_operation(state)}}
    for address, schema in zip(REQUEST_TYPES, wishes, strict=True):
        paths[address] = {"post": _request_operation(REQUEST_TYPES[address], schema)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lexicon table", "version": "1"},
        "paths": paths,
        "components": {"schemas": {**components, "Problem": _PROBLEM}},
    }


@cache
def field_texts(kind: type) -> Mapping[str, str]:
    """Return the docstrings under the fields of a class, by field. A field without a docstring is left
    out."""
    (found,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(kind))).body
    assert isinstance(found, ast.ClassDef)
    return MappingProxyType(
        {
            name.id: " ".join(text.split())
            for one, after in pairwise(found.body)
            for name, text in _documented(one, after)
        }
    )


def _documented(one: ast.stmt, after: ast.stmt) -> Iterator[tuple[ast.Name, str]]:
    """Yield the name of a field with its docstring, if the statement `one` declares a field and the next
    statement `after` is its docstring."""
    match one, after:
        case ast.AnnAssign(target=ast.Name() as name), ast.Expr(value=ast.Constant(value=str(text))):
            yield name, text


def _describe(components: Mapping[str, dict[str, Any]], kinds: tuple[type, ...]) -> None:
    """Put the docstrings of the classes `kinds` and of their fields into the schemas `components`."""
    for kind in _classes(msgspec.inspect.multi_type_info(kinds)):
        schema = components[kind.__name__]
        if "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
        for source in snapshot.JSON_FIELDS_OF if kind is snapshot.JSON else (kind,):
            for name, text in field_texts(source).items():
                if name in schema["properties"]:
                    schema["properties"][name]["description"] = text


def _classes(info: object) -> Iterator[type]:
    """Yield every class of the API's requests and answers, and the classes of their fields. `info` is
    msgspec's description of them. A class may come more than once."""
    match info:
        case tuple() | list():
            for one in info:
                yield from _classes(one)
        case msgspec.inspect.DataclassType(cls=kind):
            yield kind
            yield from _classes(tuple(field.type for field in info.fields))
        case msgspec.inspect.Type():
            yield from _classes(tuple(getattr(info, name) for name in info.__struct_fields__))


_PROBLEM: Final = {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}


def _state_operation(schema: Any) -> dict[str, Any]:
    content = {"application/json": {"schema": schema}}
    return {
        "summary": "What the phones show.",
        "responses": {"200": {"description": "The latest snapshot.", "content": content}},
    }


def _request_operation(kind: type, schema: Any) -> dict[str, Any]:
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
        "responses": {str(status): _answer_schema(status, text) for status, text in ANSWERS.items()},
    }


def _answer_schema(status: int, text: str) -> dict[str, Any]:
    if status == 202:
        return {"description": text}
    problem = {"$ref": "#/components/schemas/Problem"}
    return {"description": text, "content": {"application/json": {"schema": problem}}}

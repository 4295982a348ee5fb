"""Describe the allowed values of a key in words, for a settings file or a question in JSON. The words come
from the types, so that both always agree."""

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import inspect

_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.+)`")
_MISSING: Final = re.compile(r"Object missing required field `(.+)`")
_WRONG_VALUE_MESSAGES: Final = ("Expected `", "Invalid enum value")
_MAX_SHOWN_CHARACTERS: Final = 60
"""Number of characters shown of a wrong value. They fit on one line and are enough to find the value."""


def explain(message: str, schema: type[msgspec.Struct], data: Mapping[str, Any]) -> str:
    """Return a sentence for people about `message`, with which msgspec refused `data` as a value of
    the type `schema`. It names the key, the wrong value and the allowed values."""
    what, key = message.partition(" - at ")[0], key_in_message(message)
    wanted = None if "..." in key else _type_at(inspect.type_info(schema), key)
    unknown = _UNKNOWN.match(what)
    if unknown is not None and isinstance(wanted, inspect.StructType):
        return _unknown(key, unknown[1], wanted)
    if missing := _MISSING.match(what):
        return f"{key}.{missing[1]} is missing".removeprefix(".")
    if key and what.startswith(_WRONG_VALUE_MESSAGES) and wanted is not None:
        return f"{key}: {_short(_value_at(data, key))}, but it must be {describe_type(wanted)}"
    text = what[:1].lower() + what[1:]
    return f"{key}: {text}" if key else text


def key_in_message(message: str) -> str:
    """Return the key that an error message of msgspec names, such as `bell.pin`. Return an empty text
    if the message is about the whole value."""
    return message.partition(" - at ")[2].strip("`").removeprefix("$").lstrip(".")


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the name in `known` nearest to `name`; None if none resembles it."""
    plain = {_plain(one): one for one in known}
    close_names = difflib.get_close_matches(_plain(name), plain, 1)
    return plain[close_names[0]] if close_names else None


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


def describe_type(wanted: inspect.Type) -> str:
    """Return words for the values that the type `wanted` allows, such as "a whole number from 0 to
    27"."""
    match wanted:
        case inspect.LiteralType(values):
            return "one of " + ", ".join(str(value) for value in values)
        case inspect.UnionType(types):
            return " or ".join(
                describe_type(kind) for kind in types if not isinstance(kind, inspect.NoneType)
            )
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"a whole number{_range(wanted)}"
        case inspect.FloatType():
            return f"a number{_range(wanted)}"
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"a list{_count(wanted)}, each {describe_type(item)}"
        case inspect.StrType(max_length=None):
            return "text"
        case inspect.StrType(max_length=most):
            return f"text of at most {most} characters"
        case _:
            return "a table of its own"


def _range(number: inspect.IntType | inspect.FloatType) -> str:
    low = number.ge if number.ge is not None else number.gt
    high = number.le if number.le is not None else number.lt
    least = "" if low is None else f" {'over' if number.ge is None else 'from'} {low:.15g}"
    most = "" if high is None else f" {'up to' if number.ge is None else 'to'} {high:.15g}"
    return least + most


def _count(items: inspect.VarTupleType | inspect.ListType) -> str:
    low, high = items.min_length or 0, items.max_length
    if low == high:
        return f" of {low}"
    if high is None:
        return f" of at least {low}" if low else ""
    return f" of {low} to {high}"


def _unknown(key: str, name: str, table: inspect.StructType) -> str:
    known = tuple(field.encode_name for field in table.fields)
    meant = nearest(name, known)
    suggestion = f"did you mean {meant!r}? Known: " if meant else "known: "
    return f"{key}.{name}: there is no such key; {suggestion}{', '.join(known)}".removeprefix(".")


def _steps(key: str) -> list[str | int]:
    return [int(index) if index else name for name, index in _STEP.findall(key)]


def _type_at(kind: inspect.Type, key: str) -> inspect.Type | None:
    """Return the type that the value at `key` must have, in a value of the type `kind`. Return None if
    any type is allowed there."""
    for step in _steps(key):
        kind = _if_any(kind)
        if isinstance(step, int) and isinstance(kind, inspect.UnionType):
            kind = next((one for one in kind.types if isinstance(one, inspect.ListType)), kind)
        if isinstance(kind, inspect.StructType):
            kind = next(field.type for field in kind.fields if field.encode_name == step)
        elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
            kind = kind.item_type
        else:
            return None
    return kind


def _if_any(kind: inspect.Type) -> inspect.Type:
    """Return the type of a value that may be None, without the None."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    some = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    return some[0] if len(some) == 1 else kind


def _value_at(data: Any, key: str) -> Any:
    for step in _steps(key):
        data = data[step]
    return data


def _short(value: Any) -> str:
    shown = "a table" if isinstance(value, dict) else repr(value)
    return shown if len(shown) <= _MAX_SHOWN_CHARACTERS else f"{shown[: _MAX_SHOWN_CHARACTERS - 1]}…"

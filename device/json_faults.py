"""Explain a fault of a piece of JSON in plain words, because the parser's own message is for programmers."""

import re
from typing import Final

import msgspec

_PLACE: Final = re.compile(r"\(byte (\d+)\)")
_KNOWN_TEXTS: Final = (
    ("truncated", "it ends too soon: a bracket or a quotation mark is left open"),
    ("trailing comma", "a comma stands before the closing bracket"),
    ("expected ':'", "a colon is missing"),
    ("expected ','", "a comma or a closing bracket is missing"),
    ("keys must be strings", "a key stands in double quotation marks"),
    ("invalid number", "a number is not written so"),
    ("escape", "a backslash stands before a character that takes none"),
    ("trailing characters", "more follows what was closed"),
    ("out of range", "a number is too large"),
    ("recursion", "brackets are nested too deeply"),
)
_LATE_POSITIONS: Final = ("invalid number", "trailing characters")
"""The messages of the parser that report a position one character after the wrong character."""
_KINDS: Final = {
    "int": "a whole number", "float": "a number", "str": "text", "array": "a list", "object": "an object",
    "bool": "true or false", "null": "nothing",
}  # fmt: skip
_EXPECTED: Final = re.compile(r"Expected `([\w| ]+)`, got `(\w+)`")
DECODING_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions that decoding JSON may raise."""


def not_json(fault: Exception, data: bytes) -> str:
    """Return the reason why `data` is no JSON, such as "not JSON, at character 3: a colon is missing".
    `fault` is one of `DECODING_ERRORS`, which decoding `data` has raised."""
    try:
        data.decode()
    except UnicodeDecodeError as wrong:
        return f"not JSON, at byte {wrong.start + 1}: not UTF-8 text"
    place = _PLACE.search(str(fault))
    if place is None:
        return f"not JSON: {_plain_words(str(fault), '')}"
    late = any(sign in str(fault) for sign in _LATE_POSITIONS)
    before = data[: int(place[1]) - late].decode("utf-8", "ignore")
    character = data.decode()[len(before) : len(before) + 1]
    return f"not JSON, at character {len(before) + 1}: {_plain_words(str(fault), character)}"


def _plain_words(text: str, character: str) -> str:
    known = next((words for sign, words in _KNOWN_TEXTS if sign in text), None)
    if known is not None:
        return known
    if character == "'":
        return "text stands in double quotation marks"
    return f"{character!r} cannot stand there" if character else "it cannot end there"


def mismatch_text(fault: Exception) -> str:
    """Return msgspec's message about JSON of the wrong form, with the place if known."""
    what, _, where = str(fault).partition(" - at ")
    place = where.strip("`").removeprefix("$").lstrip(".")
    if found := _EXPECTED.match(what):
        wanted = " or ".join(_KINDS.get(kind.strip(), kind.strip()) for kind in found[1].split("|"))
        what = f"{wanted} is wanted, not {_KINDS.get(found[2], found[2])}"
    what = what.replace("Object contains unknown field", "there is no key").replace("`", "'")
    what = re.sub(r"^Object missing required field ('.+')", r"\1 is missing", what)
    return f"{place}: {what}" if place and "..." not in place else what

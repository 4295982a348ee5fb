"""Explain a fault of a piece of TOML in plain words, because the parser's own message is for programmers."""

import re
from typing import Final

_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")
_KNOWN_TEXTS: Final = (
    ("'=' after a key", "a setting is written NAME = VALUE"),
    ("table declaration", "the name of a table stands in brackets, [bell]"),
    ("Illegal character '\\n'", "a quotation mark is left open"),
    ("Unclosed", "a bracket is left open"),
    ("Unescaped", "a backslash stands before a character that takes none"),
    ("Cannot overwrite", "it is set already further up"),
    ("twice", "this table is there already further up"),
    ("end of document after a statement", "more follows the value"),
    ("Invalid statement", "a setting is written NAME = VALUE"),
    ("Invalid value", 'a value is a number, true or false, or text in "quotation marks"'),
)
_MAX_SHOWN_CHARACTERS: Final = 60
"""Number of characters shown of the faulty line."""


def not_toml(fault: Exception, text: str) -> str:
    """Return the reason why `text` is no TOML, after its parser raised `fault`: "not TOML, at line 2,
    'lamp on': …"."""
    line, words = line_of(fault), _plain_words(str(fault))
    if line is None:
        return "not TOML: it ends too soon: a bracket or a quotation mark is left open"
    shown = [*text.splitlines(), ""][line - 1].strip()
    cut = shown if len(shown) <= _MAX_SHOWN_CHARACTERS else shown[: _MAX_SHOWN_CHARACTERS - 1] + "…"
    return f"not TOML, at line {line}" + (f", {cut!r}" if cut else "") + f": {words}"


def line_of(fault: Exception) -> int | None:
    """Return the line at which TOML's parser raised `fault`; None if the text ends too early."""
    place = _PLACE.search(str(fault))
    return None if place is None else int(place[1])


def _plain_words(text: str) -> str:
    known = next((words for sign, words in _KNOWN_TEXTS if sign in text), None)
    return known or _PLACE.sub("", text).strip()

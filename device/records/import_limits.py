"""Limit imported events. An imported file may hold only values that a table can have written."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Final

from device.records.event_codec import decode, encode
from engine.events import AnyEvent, MatchSetUp
from engine.shared import player_names

MAX_TEXT_LENGTH: Final = 10_000
"""Maximum number of characters of a text. A board's profile has a thousand characters; a full table's
position has fewer."""

MAX_LIST_ENTRIES: Final = 500
"""Maximum number of entries of a list. A question shows at most the cards on the table."""

MAX_NUMBER: Final = 1_000_000
"""The highest value of any number in an imported event, such as points or seconds."""

MAX_NESTING: Final = 8
"""Maximum nesting of lists in lists, and of sentences in sentences."""

_COUNT: Final = re.compile(r"\d{5}")
"""Pattern of five digits in a row. In notation such a number is too high for any table."""

_FREE: Final = frozenset({"players", "options", "question", "reason"})
"""The fields of events with free text, written by people or the program. The texts of all other fields are
notation."""


def stored_form(body: bytes) -> bytes:
    """Return the JSON of an imported event in the form that is stored. Raise ValueError if `body` is no
    event, or a value is out of range."""
    event = decode(body)
    checked = checked_event(event)
    return body if checked == event else encode(checked)


def checked_event(event: AnyEvent) -> AnyEvent:
    """Return the event with its players' names normalised. Raise ValueError if a value is out of range; the
    message names the value."""
    if isinstance(event, MatchSetUp):
        event = replace(event, players=_players(event.players))
    for field in fields(event):
        _check(getattr(event, field.name), field.name, 0, notation=field.name not in _FREE)
    return event


def _players(given: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players' names normalised. Raise ValueError for equal or empty names. Names that only look
    alike are accepted, because old journals may contain them."""
    written = tuple(player_names.checked_names([name]) for name in given)
    names = tuple(name for one in written for name in one)
    if len({*names}) != len(given):
        raise ValueError("players: a name is empty, or two are the same")
    return names


def _check(value: object, where: str, depth: int, *, notation: bool) -> None:
    if depth > MAX_NESTING:
        raise ValueError(f"{where}: lists are nested too deeply")
    if isinstance(value, str):
        _check_text(value, where, notation=notation)
    elif isinstance(value, int | float):
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise ValueError(f"{where}: a number out of its range")
    elif isinstance(value, Mapping):
        _check(tuple(value.items()), where, depth + 1, notation=notation)
    elif isinstance(value, tuple | list):
        if len(value) > MAX_LIST_ENTRIES:
            raise ValueError(f"{where}: {len(value):,} entries; at most {MAX_LIST_ENTRIES} are taken in")
        for item in value:
            _check(item, where, depth + 1, notation=notation)
    elif is_dataclass(value):
        for field in fields(value):
            _check(getattr(value, field.name), f"{where}.{field.name}", depth + 1, notation=False)


def _check_text(text: str, where: str, *, notation: bool) -> None:
    if len(text) > MAX_TEXT_LENGTH:
        raise ValueError(f"{where}: {len(text):,} characters; at most {MAX_TEXT_LENGTH:,} are taken in")
    if any(unicodedata.category(one) in ("Cc", "Cf", "Cs") and one not in "\n\t" for one in text):
        raise ValueError(f"{where}: a character that is not seen")
    if notation and _COUNT.search(text):
        raise ValueError(f"{where}: a number out of its range")

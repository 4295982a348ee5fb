"""Check imported events. An imported file may hold only values that a table can have written."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Final

from device.records.event_codec import decode, encode
from engine.events import AnyEvent, MatchSetUp
from engine.shared import player_names

MAX_TEXT_LENGTH: Final = 10_000
"""The greatest number of characters of a text in an imported event. A board's profile has a thousand
characters. The position of a full table has fewer."""

MAX_LIST_ENTRIES: Final = 500
"""The greatest number of entries of a list in an imported event. The longest lists have an entry for each
card on the table."""

MAX_NUMBER: Final = 1_000_000
"""The greatest absolute value of a number in an imported event, such as points or seconds."""

MAX_NESTING: Final = 8
"""The greatest depth to which lists, or sentences within sentences, may be nested in an imported
event. An event with deeper nesting is refused."""

_COUNT: Final = re.compile(r"\d{5}")
"""A pattern of five digits in a row. An imported event with such a number in its notation is
refused, because no table has so many cards."""

_FREE: Final = frozenset({"players", "options", "question", "reason"})
"""The fields of events that hold free text. The texts of all other fields are in notation."""


def stored_form(body: bytes) -> bytes:
    """Return an imported event as the JSON that the journal stores.

    Raise ValueError if the JSON `body` is not an event, or if a value in it is out of range.
    """
    event = decode(body)
    checked = checked_event(event)
    return body if checked == event else encode(checked)


def checked_event(event: AnyEvent) -> AnyEvent:
    """Return an imported event, with the players' names in normal form. Raise ValueError, which names
    the field, if a value is out of range."""
    if isinstance(event, MatchSetUp):
        event = replace(event, players=_players(event.players))
    for field in fields(event):
        _check(getattr(event, field.name), field.name, 0, notation=field.name not in _FREE)
    return event


def _players(given: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players' names in normal form. Raise ValueError if a name is empty, or if two are equal.

    Names that only look alike are accepted, because old journals may contain them.
    """
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

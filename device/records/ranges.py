"""What an imported event may say: a file from elsewhere is held to what a table can have written."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Final

from device.records.eventcodec import decode, encode
from engine import names
from engine.events import AnyEvent, MatchSetUp

LONGEST: Final = 10_000
"""Characters of a text: a board's profile has a thousand, a full table's position fewer."""

MOST: Final = 500
"""Entries of a list: a question shows as many cards as lie there."""

GREATEST: Final = 1_000_000
"""A number: of events in a journal, of points, of seconds."""

DEEPEST: Final = 8
"""Lists in lists and sentences in sentences."""

_COUNT: Final = re.compile(r"\d{5}")
"""A number in notation that no table's cards have."""

_FREE: Final = frozenset({"players", "options", "question", "reason"})
"""What people or the house wrote, and is no notation."""


def taken_in(body: bytes) -> bytes:
    """An event's JSON as it is taken in. Raises ValueError where it is none, or out of range."""
    event = decode(body)
    kept = checked(event)
    return body if kept == event else encode(kept)


def checked(event: AnyEvent) -> AnyEvent:
    """The event, names written as they are kept. Raises ValueError, naming the part that is out of its
    range."""
    if isinstance(event, MatchSetUp):
        event = replace(event, players=_players(event.players))
    for field in fields(event):
        _check(getattr(event, field.name), field.name, 0, notation=field.name not in _FREE)
    return event


def _players(given: tuple[str, ...]) -> tuple[str, ...]:
    """Names as they are kept; of an old journal some may look alike, but none be the same or empty."""
    written = tuple(names.proper([name]) for name in given)
    kept = tuple(name for one in written for name in one)
    if len({*kept}) != len(given):
        raise ValueError("players: a name is empty, or two are the same")
    return kept


def _check(value: object, where: str, depth: int, *, notation: bool) -> None:
    if depth > DEEPEST:
        raise ValueError(f"{where}: lists are nested too deeply")
    if isinstance(value, str):
        _check_text(value, where, notation=notation)
    elif isinstance(value, int | float):
        if not -GREATEST <= value <= GREATEST:
            raise ValueError(f"{where}: a number out of its range")
    elif isinstance(value, Mapping):
        _check(tuple(value.items()), where, depth + 1, notation=notation)
    elif isinstance(value, tuple | list):
        if len(value) > MOST:
            raise ValueError(f"{where}: {len(value):,} entries; at most {MOST} are taken in")
        for one in value:
            _check(one, where, depth + 1, notation=notation)
    elif is_dataclass(value):
        for field in fields(value):
            _check(getattr(value, field.name), f"{where}.{field.name}", depth + 1, notation=False)


def _check_text(text: str, where: str, *, notation: bool) -> None:
    if len(text) > LONGEST:
        raise ValueError(f"{where}: {len(text):,} characters; at most {LONGEST:,} are taken in")
    if any(unicodedata.category(one) in ("Cc", "Cf", "Cs") and one not in "\n\t" for one in text):
        raise ValueError(f"{where}: a character that is not seen")
    if notation and _COUNT.search(text):
        raise ValueError(f"{where}: a number out of its range")

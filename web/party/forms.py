"""Parse the forms of a party's pages into frozen values, checked before they are used."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from flask import request

from engine.events import ChallengeVerdict
from engine.game import MAX_HANDS, MAX_POINTS
from engine.party import (
    MAX_MINUTES,
    MAX_NAMES_DAYS,
    MIN_MINUTES,
    SEATS_PER_TABLE,
    USUAL_FINE_POINTS,
    USUAL_NAMES_DAYS,
)
from web.languages import translate as _
from web.requests import MalformedError, malformed

Table = Annotated[int, msgspec.Meta(ge=0, le=999)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=SEATS_PER_TABLE)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=MAX_HANDS)]
Key = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
Word = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{2,20}$")]
Player = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Points = Annotated[int, msgspec.Meta(ge=-MAX_POINTS, le=MAX_POINTS)]


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The fields that all forms about a round have in common."""

    round: RoundNumber
    key: Key


@dataclass(frozen=True, slots=True)
class ReadyForm:
    """The fields of the form in which a table reports that it is ready for the bell of a round, or is not
    ready."""

    round: RoundNumber
    key: Key
    ready: bool = True


@dataclass(frozen=True, slots=True)
class InitialForm:
    """The fields of the form in which a player initials a neighbour's score. `points` is the score that the
    player has checked."""

    round: RoundNumber
    seat: Seat
    points: Points
    key: Key


@dataclass(frozen=True, slots=True)
class StewardCallForm:
    """The fields of the form in which player `by` calls the steward about a word of player `against`."""

    round: RoundNumber
    word: Word
    by: Seat
    against: Seat
    key: Key


@dataclass(frozen=True, slots=True)
class RulingForm:
    """The fields of the form in which a steward rules on a call."""

    table: Table
    call: Annotated[int, msgspec.Meta(ge=1)]
    verdict: ChallengeVerdict
    key: Key


@dataclass(frozen=True, slots=True)
class TableForm:
    """The fields that forms about a table in a round have in common."""

    round: RoundNumber
    table: Table
    key: Key
    how: Literal["app", "cut"] = "app"


@dataclass(frozen=True, slots=True)
class SeatForm:
    """The fields that forms about a seat in a round have in common."""

    round: RoundNumber
    table: Table
    seat: Seat
    key: Key


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """The fields that forms about a player have in common."""

    player: Player
    key: Key


@dataclass(frozen=True, slots=True)
class SetUpForm:
    """The fields of the form with which the host sets up a party: the game, the number and length of the
    hands, the players' names."""

    name: Annotated[str, msgspec.Meta(max_length=60)]
    game: Literal["lexicon-party", "keyword-party"]
    hands: RoundNumber
    minutes: Annotated[float, msgspec.Meta(ge=MIN_MINUTES, le=MAX_MINUTES)]
    names: str
    key: Key
    prizes: str = ""
    fine: Annotated[int, msgspec.Meta(ge=0, le=MAX_POINTS)] = USUAL_FINE_POINTS
    names_days: Annotated[int, msgspec.Meta(ge=0, le=MAX_NAMES_DAYS)] = USUAL_NAMES_DAYS


W = TypeVar("W")


def posted_form(kind: type[W], **instead: Any) -> W:
    """Return the posted form as a value of the class `kind`. The values in `instead` replace those of posted
    fields. Raise MalformedError if a field is missing or wrong; no page of this version sends such a form."""
    try:
        return msgspec.convert({**request.form, **instead}, type=kind, strict=False)
    except msgspec.ValidationError as fault:
        raise malformed(str(fault)) from fault


def points_by_seat() -> dict[int, int]:
    """Return the points that players have entered, by seat. The form has them in the fields `points-0`,
    `points-1` … Raise MalformedError if a field holds no number of points."""
    found = {}
    for seat in range(SEATS_PER_TABLE):
        text = request.form.get(f"points-{seat}", "").strip()
        if text:
            found[seat] = _points(text)
    return found


def _points(text: str) -> int:
    sign = -1 if text[0] in "-−" else 1
    digits = text.lstrip("-−+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MAX_POINTS))):
        raise MalformedError(_("Write the points as a number from 0 to {most}.").format(most=MAX_POINTS))
    return sign * int(digits)


def letters_by_seat() -> dict[int, str]:
    """Return the letters that players have cut, by seat. The form has them in the fields `card-0`, `card-1`
    …"""
    return {seat: request.form.get(f"card-{seat}", "").strip().upper() for seat in range(SEATS_PER_TABLE)}


def posted_word() -> str:
    """Return the word in the form, in capitals. Raise MalformedError with a sentence for people if the
    field holds no word."""
    text = "".join(request.form.get("word", "").split()).upper()
    if not (text.isascii() and text.isalpha() and 2 <= len(text) <= 20):
        raise MalformedError(_("Write the word with 2 to 20 letters from A to Z."))
    return text

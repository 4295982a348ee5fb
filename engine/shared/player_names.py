"""Put players' names into the form in which they are stored, and refuse names that are invisible or look
alike."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from engine.i18n import UserError

MAX_NAME_LENGTH: Final = 40
"""Greatest number of characters in a player's name. A longer name is refused."""

MAX_MARKS_PER_LETTER: Final = 2
"""Greatest number of accents and other marks on one letter of a name. Further marks are removed, because
they would reach into other lines."""

_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Invisible characters that Unicode classes as letters, marks or symbols. They are removed from players'
names."""

_LOOKALIKES: Final = str.maketrans(
    {
        **dict(zip("АВЕЅІЈКМНОРСТУХԚԜҺаеѕіјкорсухԁԛԝһ", "ABESIJKMHOPCTYXQWhaesijkopcyxdqwh", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαιορνυκχ", "ABEZHIKMNOPTYXaiopvukx", strict=True)),
        **dict.fromkeys("Iiı1|l!", "l"),
        "0": "O",
        "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE",
    }
)  # fmt: skip
"""Characters that look like others, each with the character that it looks like. Two players' names may not
look alike.

Examples are Cyrillic and Greek letters, and 1, l and I. Letters with an accent or a stroke are not among
them (UTS 39): André and Andre are two people.
"""


def clean_name(name: str) -> str:
    """Return a player's name as it is stored: in Unicode's form NFKC, without invisible characters, with
    single spaces, and with at most `MAX_MARKS_PER_LETTER` marks on a letter."""
    visible: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFKC", name):
        if character.isspace():
            marks = 0
            visible.append(" ")
        elif not _is_invisible(character):  # an invisible character does not separate marks
            marks = marks + 1 if unicodedata.combining(character) else 0
            if marks <= MAX_MARKS_PER_LETTER:
                visible.append(character)
    return unicodedata.normalize("NFKC", " ".join("".join(visible).split()))


def _is_invisible(character: str) -> bool:
    selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return selector or character in _INVISIBLE or unicodedata.category(character)[0] == "C"


def skeleton(name: str) -> str:
    """Return a key that is equal for two names that look alike, such as ANNA with Latin and with Cyrillic
    letters. It follows the skeletons of UTS 39, without regard to case."""
    bare = (
        unicodedata.normalize("NFKD", clean_name(name).translate(_LOOKALIKES))
        .casefold()
        .translate(_LOOKALIKES)
    )
    letters = "".join(
        character
        for character in unicodedata.normalize("NFKD", bare)
        if unicodedata.category(character)[0] in "LMNS"
    )
    return letters.replace("rn", "m").replace("vv", "w") or clean_name(name)


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return players' names as they are stored, without empty ones.

    Raise UserError if a name is invisible or too long, or if two names look alike.
    """
    names_by_look: dict[str, str] = {}
    for name in names:
        if not name.strip():
            continue
        written = clean_name(name)
        if not written:
            raise UserError("A name has no visible letter. Write it again.")
        if len(written) > MAX_NAME_LENGTH:
            raise UserError(
                "The name {name} is too long. A name may have {most} letters.",
                name=f"{written[:12]}…",
                most=MAX_NAME_LENGTH,
            )
        look = skeleton(written)
        if look in names_by_look:
            raise _alike(names_by_look[look], written)
        names_by_look[look] = written
    return tuple(names_by_look.values())


def _alike(one: str, other: str) -> UserError:
    if one == other:
        return UserError("Two players are called {name}. Give one of them another name.", name=one)
    return UserError("{name} and {other} look alike. Give one of them another name.", name=one, other=other)

"""The signals of a table's bell, and the rhythm of each.

A rhythm is written as people tap it: `.` a short beat, `-` a long one, a blank a rest. A bell that is struck
makes one stroke for either beat, so the signals differ in the number of beats and their grouping.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

Signal = Literal[
    "an illegal play",
    "a challenge is settled",
    "play begins",
    "the hand is over",
    "the match is over",
    "a minute left",
    "ten seconds left",
    "grace begins",
    "time is up",
]
"""The reasons to ring, in the words that phones show."""

SIGNALS: Final[tuple[Signal, ...]] = get_args(Signal)

RHYTHMS: Final[Mapping[Signal, str]] = MappingProxyType(
    {
        "an illegal play": "- -",
        "a challenge is settled": "...",
        "play begins": ".-",
        "the hand is over": "---",
        "the match is over": "--- ---",
        "a minute left": "-",
        "ten seconds left": "..",
        "grace begins": ".",
        "time is up": "-----",
    }
)
"""The rhythm of each signal unless the settings give another."""

MOST_BEATS: Final = 12
"""Most beats of a rhythm: a longer one tells nothing more, and keeps a bell at work too long."""

_URGENT: Final[tuple[Signal, ...]] = (
    "time is up",
    "the match is over",
    "the hand is over",
    "an illegal play",
    "a challenge is settled",
    "ten seconds left",
    "a minute left",
    "grace begins",
    "play begins",
)


@dataclass(frozen=True, slots=True)
class Beat:
    """One beat: whether it is a `long` one, and how many `rests` follow it."""

    long: bool
    rests: int = 1


def beats(rhythm: str) -> tuple[Beat, ...]:
    """Return the beats of a rhythm. Raise ValueError, for people to read, if it is none."""
    text = " ".join(rhythm.split())
    if not text or set(text) - {".", "-", " "}:
        raise ValueError(f"a rhythm is written with . and - and blanks, not {rhythm!r}")
    if len(text.replace(" ", "")) > MOST_BEATS:
        raise ValueError(f"a rhythm has at most {MOST_BEATS} beats, not those of {rhythm!r}")
    pairs = zip(text, f"{text[1:]}.", strict=True)
    return tuple(Beat(mark == "-", 3 if after == " " else 1) for mark, after in pairs if mark != " ")


def more_urgent(one: Signal, other: Signal) -> bool:
    """Tell whether `one` must be heard rather than `other` if there is time for only one."""
    return _URGENT.index(one) < _URGENT.index(other)

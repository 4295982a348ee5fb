"""Define the signals of a table's bell, and the rhythm of each.

In a rhythm `.` is a short beat, `-` a long one, a blank a rest. A struck bell gives the same stroke for
either beat, so the signals also differ in the number of beats and their grouping.
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
"""The rhythm of each signal, unless the settings give another."""

MAX_BEATS: Final = 12
"""Maximum number of beats of a rhythm. More beats tell nothing more, and the bell would ring too long."""

_BY_URGENCY: Final[tuple[Signal, ...]] = (
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
    """One stroke or tone of the bell in a rhythm, and the pause after it."""

    long: bool
    """True if the beat is long."""
    rests: int = 1
    """The length of the pause after the beat, in rests."""


def beats(rhythm: str) -> tuple[Beat, ...]:
    """Return the beats of `rhythm`, such as "- .". Raise ValueError, with a sentence for people, if it
    is not a valid rhythm."""
    text = " ".join(rhythm.split())
    if not text or set(text) - {".", "-", " "}:
        raise ValueError(f"a rhythm is written with . and - and blanks, not {rhythm!r}")
    if len(text.replace(" ", "")) > MAX_BEATS:
        raise ValueError(f"a rhythm has at most {MAX_BEATS} beats, not those of {rhythm!r}")
    pairs = zip(text, f"{text[1:]}.", strict=True)
    return tuple(Beat(mark == "-", 3 if after == " " else 1) for mark, after in pairs if mark != " ")


def more_urgent(one: Signal, other: Signal) -> bool:
    """Return True if the signal `one` takes precedence over `other` when only one of them can be rung."""
    return _BY_URGENCY.index(one) < _BY_URGENCY.index(other)

"""The devices on the table's pins and their state: the bell, the timer, the lamp."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Bell:
    """The bell: how often it rang since the match began, the reason for the last ring, and `at`: ISO 8601,
    local time.
    """

    rings: int = 0
    reason: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Timer:
    """Seconds left when the snapshot was published, and whether they are running down; the `player` whose own
    they are, None when they are everybody's, and whether they are a turn's `grace`, their own being spent.
    `pace`: how many of them go by in a second, at a virtual table that is in a hurry."""

    left: float
    running: bool = False
    player: int | None = None
    grace: bool = False
    pace: float = 1.0


@dataclass(frozen=True, slots=True)
class Lead:
    """One pin: its number, what the settings call it, and its level from 0 to 1."""

    pin: int
    key: str
    level: float


@dataclass(frozen=True, slots=True)
class Pins:
    """Hold the state of the pins of a table with virtual hardware. `struck`: the bell sounds; `time`: the
    display's text; `lamp`: its colour, `dark` for none; `down`: the pressed buttons.
    """

    struck: bool = False
    time: str = ""
    lamp: Literal["dark", "red", "green", "blue"] = "dark"
    down: tuple[str, ...] = ()
    leads: tuple[Lead, ...] = ()


@dataclass(frozen=True, slots=True)
class Hardware:
    """The parts on the table's pins, and what they show."""

    bell: Bell = Bell()
    """The bell."""
    timer: Timer | None = None
    """The timer, None while none runs."""
    pins: Pins | None = None
    """The pretended pins, None at a table that has its own."""

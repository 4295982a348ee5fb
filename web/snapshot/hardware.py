"""The devices on the table's pins and their state: the bell, the timer, the lamp."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Bell:
    """The state of the bell."""

    rings: int = 0
    """The number of rings since the match began."""
    reason: str | None = None
    """The reason for the last ring."""
    at: str | None = None
    """The time of the last ring, ISO 8601, local time."""


@dataclass(frozen=True, slots=True)
class Timer:
    """The state of the timer."""

    left: float
    """Seconds left when the snapshot was published."""
    running: bool = False
    """Whether the seconds are running down."""
    player: int | None = None
    """The player whose own time it is; None for everybody's time."""
    grace: bool = False
    """Whether a turn's grace is running, because its own time is spent."""
    pace: float = 1.0
    """Seconds of the timer in a real second; more than 1 at a virtual table in a hurry."""


@dataclass(frozen=True, slots=True)
class Lead:
    """One pin."""

    pin: int
    """Its number."""
    key: str
    """Its name in the settings."""
    level: float
    """Its level from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The state of the pins of a table with virtual hardware."""

    struck: bool = False
    """Whether the bell sounds."""
    time: str = ""
    """The text on the display."""
    lamp: Literal["dark", "red", "green", "blue"] = "dark"
    """The colour of the lamp, `dark` if it is off."""
    down: tuple[str, ...] = ()
    """The pressed buttons."""
    leads: tuple[Lead, ...] = ()
    """The level of every pin."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """The parts on the table's pins, and their state."""

    bell: Bell = Bell()
    """The state of the bell."""
    timer: Timer | None = None
    """The timer; None while none runs."""
    pins: Pins | None = None
    """The virtual pins; None at a table with real pins."""

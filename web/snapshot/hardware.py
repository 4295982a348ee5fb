"""The devices on the table's pins and their state: the bell, the timer, the lamp."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Bell:
    """The rings of the bell: their number, and the time and reason of the last."""

    rings: int = 0
    """The number of rings since the table was switched on."""
    reason: str | None = None
    """The reason for the last ring, as a sentence; None if there is none."""
    at: str | None = None
    """The time of the last ring, ISO 8601, local time."""


@dataclass(frozen=True, slots=True)
class Timer:
    """The timer of a turn: the seconds left, and whose time is running."""

    left: float
    """Seconds left when the snapshot was published."""
    running: bool = False
    """True if the timer is running and not paused."""
    player: int | None = None
    """The seat of the player whose own time is running; None if the timer runs for all players together."""
    grace: bool = False
    """True if the extra time of a turn is running, because the player's own time is spent."""
    pace: float = 1.0
    """Seconds of the timer in a real second: 1, or more at a fast virtual table."""


@dataclass(frozen=True, slots=True)
class Lead:
    """One pin (a contact to which the table's devices are wired) and its level."""

    pin: int
    """The number of the pin."""
    key: str
    """The name of the pin in the settings file."""
    level: float
    """The level at the pin, from 0 (off) to 1 (on)."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The pins and the devices on them, at a table with virtual hardware."""

    struck: bool = False
    """True if the bell is sounding."""
    time: str = ""
    """The text that the timer's display shows."""
    lamp: Literal["dark", "red", "green", "blue"] = "dark"
    """The colour of the lamp, `dark` if it is off."""
    down: tuple[str, ...] = ()
    """The names of the pressed buttons."""
    leads: tuple[Lead, ...] = ()
    """The pins with their levels."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """The bell, the timer and the virtual pins."""

    bell: Bell = Bell()
    """The rings of the bell: their number, and the time and reason of the last."""
    timer: Timer | None = None
    """The timer; None while none runs."""
    pins: Pins | None = None
    """The virtual pins; None at a table with real pins."""

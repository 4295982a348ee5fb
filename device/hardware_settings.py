"""Define the settings of the devices on a table's pins: bell, display, lamp and buttons.

Pins are BCM numbers, as in gpiozero. Each kind of bell has its defaults here, so that a settings file needs
little more than the kind.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec

from device.signals import RHYTHMS, SIGNALS, Signal, beats

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
BellKind = Literal["buzzer", "solenoid", "tones", "servo", "none"]
SEGMENT_PINS: Final = (5, 6, 12, 13, 16, 19, 20)
"""The default pins (BCM numbers) of the segments a to g of a display without a driver chip, as
wired in docs/hardware.md."""
Angle = Annotated[float, msgspec.Meta(ge=-90.0, le=90.0)]


@dataclass(frozen=True, slots=True)
class Tempo:
    """The times of a bell's rhythm in seconds. Raises ValueError if a beat is longer than the limit."""

    short: float = 0.15
    """The length of a short beat of the bell, seconds."""
    long: float = 0.15
    """The length of a long beat of the bell, seconds."""
    gap: float = 0.25
    """The length of one rest between beats of the bell, seconds."""
    limit: float = 1.0
    """Seconds that the bell's pin may stay on. After them a watchdog switches it off."""

    def __post_init__(self) -> None:
        for beat in (self.short, self.long):
            if not 0 < beat < self.limit:
                raise ValueError(f"a beat of {beat:g} s must be shorter than the limit of {self.limit:g} s")


TEMPOS: Final[Mapping[BellKind, Tempo]] = MappingProxyType(
    {
        # A beep of a tenth of a second is audible, and three of them in a second can be counted.
        "buzzer": Tempo(0.12, 0.45, 0.15, 2.0),
        "tones": Tempo(0.12, 0.45, 0.15, 2.0),
        # Small push solenoids strike within 30 ms; most are rated to be on for a quarter of the time, and
        # this one is on for a sixth.
        "solenoid": Tempo(0.06, 0.06, 0.3, 0.25),
        # A small servo swings 60 degrees in 0.1 to 0.15 s, and has to swing back.
        "servo": Tempo(0.18, 0.18, 0.35, 1.0),
        "none": Tempo(),
    }
)

MAX_SOLENOID_DUTY: Final = 1 / 3
"""Maximum share of a rhythm's time, 0 to 1, for which a solenoid may be on. Settings with a larger
share are refused, because the coil would get too hot."""


class Rhythms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[bell.rhythms]`: the rhythm of each signal. `.` is a short beat, `-` a long one, a blank a rest."""

    illegal_play: str = RHYTHMS["an illegal play"]
    challenge_settled: str = RHYTHMS["a challenge is settled"]
    play_begins: str = RHYTHMS["play begins"]
    hand_over: str = RHYTHMS["the hand is over"]
    match_over: str = RHYTHMS["the match is over"]
    minute_left: str = RHYTHMS["a minute left"]
    ten_seconds_left: str = RHYTHMS["ten seconds left"]
    grace_begins: str = RHYTHMS["grace begins"]
    time_up: str = RHYTHMS["time is up"]

    def __post_init__(self) -> None:
        for name, rhythm in msgspec.structs.asdict(self).items():
            try:
                beats(rhythm)
            except ValueError as fault:
                raise ValueError(f"{name}: {fault}") from fault

    def by_signal(self) -> Mapping[Signal, str]:
        """Return the rhythm of each signal, by the signal. The fields of `Rhythms` must be in the order of
        `SIGNALS`."""
        return dict(zip(SIGNALS, msgspec.structs.astuple(self), strict=True))


class BellSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[bell]`: the kind of bell, its pin, and its times."""

    kind: BellKind = "buzzer"
    pin: Pin = 17
    active_high: bool = True
    """True if the bell sounds when its pin is high."""
    stroke: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] | None = None
    """Seconds of a short beat; None for the usual time of this kind of bell."""
    long: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] | None = None
    """Seconds of a long beat; None for the usual time of this kind of bell, or for `stroke` if that is
    longer."""
    gap: Annotated[float, msgspec.Meta(ge=0.05, le=5.0)] | None = None
    """Seconds of a rest between two beats; None for the usual time of this kind of bell."""
    limit: Annotated[float, msgspec.Meta(gt=0.0, le=2.0)] | None = None
    """Seconds that the bell's pin may stay on. After them a watchdog switches it off. None stands for
    the usual time of this kind of bell."""
    away: Angle = 0.0
    """The angle at which a servo's arm rests, degrees."""
    struck: Angle = 35.0
    """The angle at which a servo's arm strikes, degrees."""
    rhythms: Rhythms = Rhythms()
    """The rhythm in which the bell gives each signal."""

    def __post_init__(self) -> None:
        tempo = self.tempo
        share = tempo.long / (tempo.long + tempo.gap)
        if self.kind == "solenoid" and share > MAX_SOLENOID_DUTY:
            raise ValueError(
                f"a solenoid that strikes {tempo.long:g} s and rests {tempo.gap:g} s grows hot;"
                f" gap must be at least {tempo.long * (1 / MAX_SOLENOID_DUTY - 1):g}"
            )

    @property
    def tempo(self) -> Tempo:
        """Return the tempo of the bell's kind, with the changes in the settings. Raise ValueError for an
        impossible tempo."""
        usual = TEMPOS[self.kind]
        return Tempo(
            self.stroke or usual.short,
            self.long or max(self.stroke or 0.0, usual.long),
            self.gap or usual.gap,
            self.limit or usual.limit,
        )

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield each pin of the bell with its key in the settings."""
        if self.kind != "none":
            yield "bell.pin", self.pin


class DisplaySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[display]`: four seven-segment digits. They are wired to the pins themselves, or are on a
    TM1637 module."""

    kind: Literal["digits", "tm1637", "none"] = "none"
    segments: Annotated[tuple[Pin, ...], msgspec.Meta(min_length=7, max_length=7)] = SEGMENT_PINS
    """The pins of the segments a to g of a display without a driver chip."""
    point: Pin | None = 21
    """The pin of the decimal points of a display without a driver chip; None if it has no points."""
    digits: Annotated[tuple[Pin, ...], msgspec.Meta(min_length=4, max_length=4)] = (22, 23, 24, 25)
    """The four pins that each select a digit of a display without a driver chip, from the left digit
    on."""
    common: Literal["cathode", "anode"] = "cathode"
    """The common end of a digit's LEDs, in a display without a driver chip."""
    # A digit's current is too much for a pin, so a transistor switches it. Most transistors conduct on
    # high.
    digits_active_high: bool = True
    """For a display without a driver chip: true if a digit is on when its pin in `digits` is high."""
    clock: Pin = 23
    """The clock pin of a TM1637."""
    data: Pin = 24
    """The data pin of a TM1637."""
    brightness: Annotated[int, msgspec.Meta(ge=0, le=7)] = 4
    """The brightness of a TM1637, 0 to 7."""

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield each pin of the display with its key in the settings."""
        if self.kind == "tm1637":
            yield from (("display.clock", self.clock), ("display.data", self.data))
        if self.kind == "digits":
            yield from ((f"display.segments[{n}]", pin) for n, pin in enumerate(self.segments))
            yield from ((f"display.digits[{n}]", pin) for n, pin in enumerate(self.digits))
            if self.point is not None:
                yield "display.point", self.point


class LampSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[lamp]`: an RGB LED, or three LEDs: red for illegal, green for legal, blue for look at the phone."""

    kind: Literal["rgb", "three", "none"] = "none"
    red: Pin = 9
    green: Pin = 10
    blue: Pin = 11
    active_high: bool = True
    """False for LEDs with a common anode."""
    brightness: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] = 1.0
    """The brightness of the LEDs as a share of their full brightness, up to 1."""

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield each pin of the lamp with its key in the settings."""
        if self.kind != "none":
            yield from (("lamp.red", self.red), ("lamp.green", self.green), ("lamp.blue", self.blue))


class ButtonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[buttons]`: the pins of the buttons that exist."""

    confirm: Pin | None = None
    pause: Pin | None = None
    challenge: Annotated[tuple[Pin, ...], msgspec.Meta(max_length=10)] = ()
    """The pins of the challenge buttons, by seat."""
    pull_up: bool = True
    """True if the buttons close to ground; otherwise they close to 3.3 V."""
    # Common push buttons bounce for 1 to 10 ms, worn ones for 20.
    bounce: Annotated[float, msgspec.Meta(ge=0.0, le=0.2)] = 0.03
    """Seconds for which a contact may bounce."""
    hold: Annotated[float, msgspec.Meta(ge=0.3, le=5.0)] = 1.0
    """Seconds after which a press is long."""

    def by_name(self) -> dict[str, int]:
        """Return each button's pin by the button's name: `confirm`, `pause`, `challenge[0]` …"""
        single = (("confirm", self.confirm), ("pause", self.pause))
        named = {name: pin for name, pin in single if pin is not None}
        return named | {f"challenge[{seat}]": pin for seat, pin in enumerate(self.challenge)}

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield each pin of the buttons with its key in the settings."""
        yield from ((f"buttons.{name}", pin) for name, pin in self.by_name().items())


def shared_pin(*fittings: BellSettings | DisplaySettings | LampSettings | ButtonSettings) -> str:
    """Return a sentence that names two keys with the same pin; empty if no pin is shared."""
    taken: dict[int, str] = {}
    for key, pin in (wanted for fitting in fittings for wanted in fitting.pins()):
        if pin in taken:
            return f"{taken[pin]} and {key} are both on pin {pin}; each needs its own"
        taken[pin] = key
    return ""

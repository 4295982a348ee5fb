"""Settings of the devices on a table's pins: bell, display, lamp and buttons.

Pins are BCM numbers throughout, as gpiozero counts them. The defaults of each kind of bell stand here too, so
that a settings file names little more than the kind.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec

from device.signals import RHYTHMS, Signal, beats

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
BellKind = Literal["buzzer", "solenoid", "tones", "servo", "none"]
SEGMENT_PINS: Final = (5, 6, 12, 13, 16, 19, 20)
"""The pins of segments a to g in docs/hardware.md."""
Angle = Annotated[float, msgspec.Meta(ge=-90.0, le=90.0)]


@dataclass(frozen=True, slots=True)
class Tempo:
    """Seconds: the length of a `short` and a `long` beat, the `gap` of one rest, and the `limit` after which
    everything is off, whatever fails. Raises ValueError if a beat is not within it.
    """

    short: float = 0.15
    long: float = 0.15
    gap: float = 0.25
    limit: float = 1.0

    def __post_init__(self) -> None:
        for beat in (self.short, self.long):
            if not 0 < beat < self.limit:
                raise ValueError(f"a beat of {beat:g} s must be shorter than the limit of {self.limit:g} s")


TEMPOS: Final[Mapping[BellKind, Tempo]] = MappingProxyType(
    {
        # A beep is heard from a tenth of a second on, and three of them in a second are still told apart.
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
"""Greatest share of the time that a solenoid may be on during a rhythm."""


class Rhythms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[bell.rhythms]`: the rhythm of each signal, `.` short, `-` long, a blank a rest."""

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
        """Return the rhythms by their signal."""
        return {
            "an illegal play": self.illegal_play,
            "a challenge is settled": self.challenge_settled,
            "play begins": self.play_begins,
            "the hand is over": self.hand_over,
            "the match is over": self.match_over,
            "a minute left": self.minute_left,
            "ten seconds left": self.ten_seconds_left,
            "grace begins": self.grace_begins,
            "time is up": self.time_up,
        }


class BellSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[bell]`: its kind, its pin, and the seconds that differ from its kind's usual tempo. A servo's arm
    rests at `away` and strikes at `struck`, degrees.
    """

    kind: BellKind = "buzzer"
    pin: Pin = 17
    active_high: bool = True
    stroke: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] | None = None
    long: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] | None = None
    gap: Annotated[float, msgspec.Meta(ge=0.05, le=5.0)] | None = None
    limit: Annotated[float, msgspec.Meta(gt=0.0, le=2.0)] | None = None
    away: Angle = 0.0
    struck: Angle = 35.0
    rhythms: Rhythms = Rhythms()

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
        """Return the tempo of its kind, with the changes in the settings. Raise ValueError for an impossible
        tempo.
        """
        usual = TEMPOS[self.kind]
        return Tempo(
            self.stroke or usual.short,
            self.long or max(self.stroke or 0.0, usual.long),
            self.gap or usual.gap,
            self.limit or usual.limit,
        )

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield the pins it takes, each with the key that says so."""
        if self.kind != "none":
            yield "bell.pin", self.pin


class DisplaySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[display]`: four seven-segment digits. Bare ones: the pins of `segments` a to g and of the decimal
    `point`, of the `digits` from the left, and their `common` end. A TM1637: its `clock` and `data`.
    """

    kind: Literal["digits", "tm1637", "none"] = "none"
    segments: Annotated[tuple[Pin, ...], msgspec.Meta(min_length=7, max_length=7)] = SEGMENT_PINS
    point: Pin | None = 21
    digits: Annotated[tuple[Pin, ...], msgspec.Meta(min_length=4, max_length=4)] = (22, 23, 24, 25)
    common: Literal["cathode", "anode"] = "cathode"
    # A digit's current is too much for a pin: a transistor switches it, which most kinds of make lead on
    # high.
    digits_active_high: bool = True
    clock: Pin = 23
    data: Pin = 24
    brightness: Annotated[int, msgspec.Meta(ge=0, le=7)] = 4

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield the pins it takes, each with the key that says so."""
        if self.kind == "tm1637":
            yield from (("display.clock", self.clock), ("display.data", self.data))
        if self.kind == "digits":
            yield from ((f"display.segments[{n}]", pin) for n, pin in enumerate(self.segments))
            yield from ((f"display.digits[{n}]", pin) for n, pin in enumerate(self.digits))
            if self.point is not None:
                yield "display.point", self.point


class LampSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[lamp]`: an RGB LED, or three LEDs: red for illegal, green for legal, blue for look at the phone.
    `active_high` is false for a common anode; `brightness` below 1 dims by switching quickly."""

    kind: Literal["rgb", "three", "none"] = "none"
    red: Pin = 9
    green: Pin = 10
    blue: Pin = 11
    active_high: bool = True
    brightness: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] = 1.0

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield the pins it takes, each with the key that says so."""
        if self.kind != "none":
            yield from (("lamp.red", self.red), ("lamp.green", self.green), ("lamp.blue", self.blue))


class ButtonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[buttons]`: the pins of the existing ones; `challenge` by seat. They close to ground with `pull_up`,
    else to 3.3 V. Seconds: how long a contact may `bounce`, and after which a press is a long one (`hold`).
    """

    confirm: Pin | None = None
    pause: Pin | None = None
    challenge: Annotated[tuple[Pin, ...], msgspec.Meta(max_length=10)] = ()
    pull_up: bool = True
    # Common push buttons bounce for 1 to 10 ms, worn ones for 20.
    bounce: Annotated[float, msgspec.Meta(ge=0.0, le=0.2)] = 0.03
    hold: Annotated[float, msgspec.Meta(ge=0.3, le=5.0)] = 1.0

    def by_name(self) -> dict[str, int]:
        """Return each button's pin by the button's name: `confirm`, `pause`, `challenge[0]` …"""
        single = (("confirm", self.confirm), ("pause", self.pause))
        named = {name: pin for name, pin in single if pin is not None}
        return named | {f"challenge[{seat}]": pin for seat, pin in enumerate(self.challenge)}

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield the pins they take, each with the key that says so."""
        yield from ((f"buttons.{name}", pin) for name, pin in self.by_name().items())


def shared_pin(*fittings: BellSettings | DisplaySettings | LampSettings | ButtonSettings) -> str:
    """Name the two keys that want the same pin, for people; empty if none do."""
    taken: dict[int, str] = {}
    for key, pin in (wanted for fitting in fittings for wanted in fitting.pins()):
        if pin in taken:
            return f"{taken[pin]} and {key} are both on pin {pin}; each needs its own"
        taken[pin] = key
    return ""

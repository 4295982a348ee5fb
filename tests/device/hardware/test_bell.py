"""Test on gpiozero's mock pins that the bell is never on for longer than its limit, whatever fails. Alarms
go off when the test says so."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from gpiozero import DigitalOutputDevice
from gpiozero.pins.mock import MockFactory

from device.errors import UsageFault
from device.hardware.bell import PinBell, SetAlarm, SilentBell, Striker
from device.hardware.bell_drivers import SwitchedOutput, make_bell
from device.hardware.pins import pin_factory
from device.hardware_settings import TEMPOS, BellSettings, Tempo

STRUCK = Tempo(0.15, 0.15, 0.25, 1.0)


@dataclass
class Alarm:
    due: float
    action: Callable[[], None]
    clock: "Clock"

    def start(self) -> None:
        self.due += self.clock.now
        self.clock.set.append(self)

    def cancel(self) -> None:
        if self in self.clock.set:
            self.clock.set.remove(self)


@dataclass
class Clock:
    now: float = 0.0
    set: list[Alarm] = field(default_factory=list)
    lost: int | None = None

    def alarm(self, seconds: float, action: Callable[[], None]) -> Alarm:
        return Alarm(seconds, action, self)

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while due := sorted((a for a in self.set if a.due <= end), key=lambda a: a.due):
            self.set.remove(due[0])
            self.now = max(self.now, due[0].due)
            due[0].action()
        self.now = end


@pytest.fixture
def pin() -> DigitalOutputDevice:
    return DigitalOutputDevice(17, pin_factory=MockFactory())


def rung(striker: Striker, alarm: SetAlarm) -> PinBell:
    return PinBell(striker, tempo=STRUCK, alarm=alarm)


def longest_on(bell: PinBell, pin: DigitalOutputDevice, clock: Clock, seconds: float) -> tuple[int, float]:
    """Return the number of strokes, and the longest time for which the pin was on, in seconds. The pin is
    looked at every 10 ms of the test's clock."""
    strokes, stretch, longest, before = 0, 0.0, 0.0, False
    for _ in range(round(seconds / 0.01)):
        on = bool(pin.value)
        strokes += on and not before
        stretch = stretch + 0.01 if on else 0.0
        longest, before = max(longest, stretch), on
        clock.run(0.01)
    return strokes, longest


def test_it_strikes_as_often_as_asked_and_each_stroke_is_short(pin: DigitalOutputDevice) -> None:
    clock = Clock()
    bell = rung(SwitchedOutput(pin), clock.alarm)
    bell.ring("a challenge is settled")
    strokes, longest = longest_on(bell, pin, clock, 3)
    assert strokes == 3
    assert 0.13 <= longest <= 0.17
    assert pin.value == 0
    assert clock.set == []


def test_a_stroke_whose_end_never_comes_is_cut_by_the_watchdog(pin: DigitalOutputDevice) -> None:
    clock = Clock()
    bell = rung(SwitchedOutput(pin), clock.alarm)
    bell.ring("an illegal play")
    clock.set = [a for a in clock.set if a.due > 0.5]
    _, longest = longest_on(bell, pin, clock, 3)
    assert longest <= STRUCK.limit + 0.01
    assert pin.value == 0


def test_ringing_again_and_again_never_holds_it_on(pin: DigitalOutputDevice) -> None:
    clock = Clock()
    bell = rung(SwitchedOutput(pin), clock.alarm)
    longest = stretch = 0.0
    for _ in range(500):
        bell.ring("time is up")
        stretch = stretch + 0.01 if pin.value else 0.0
        longest = max(longest, stretch)
        clock.run(0.01)
    assert longest <= 0.17


def test_no_watchdog_no_current(pin: DigitalOutputDevice) -> None:
    def none_to_be_had(seconds: float, action: Callable[[], None]) -> Alarm:
        raise RuntimeError("can't start new thread")

    bell = rung(SwitchedOutput(pin), none_to_be_had)
    with pytest.raises(RuntimeError):
        bell.ring("a minute left")
    assert pin.value == 0


def test_an_output_that_fails_half_way_is_cut(pin: DigitalOutputDevice) -> None:
    class FailsAfterGoingOn:
        def strike(self, long: bool) -> None:
            pin.on()
            raise OSError("driver")

        def rest(self) -> None:
            pin.off()

        def relax(self) -> None:
            pass

        def close(self) -> None:
            pin.close()

    bell = rung(FailsAfterGoingOn(), Clock().alarm)
    with pytest.raises(OSError, match="driver"):
        bell.ring("a minute left")
    assert pin.value == 0


def test_an_output_that_can_not_be_switched_off_is_let_go(pin: DigitalOutputDevice) -> None:
    clock = Clock()

    class StuckOn:
        stuck = False

        def strike(self, long: bool) -> None:
            pin.on()
            self.stuck = True

        def rest(self) -> None:
            if self.stuck:
                raise OSError("driver")

        def relax(self) -> None:
            pass

        def close(self) -> None:
            pin.close()

    bell = rung(StuckOn(), clock.alarm)
    bell.ring("an illegal play")
    clock.run(0.2)
    assert pin.closed
    bell.ring("a minute left")
    assert clock.set == []


def test_closing_in_the_middle_of_a_stroke_cuts_it_for_good(pin: DigitalOutputDevice) -> None:
    clock = Clock()
    line = pin.pin
    bell = rung(SwitchedOutput(pin), clock.alarm)
    bell.ring("a challenge is settled")
    assert line.state == 1
    bell.close()
    assert line.state == 0
    bell.ring("a minute left")
    clock.run(5)
    assert pin.closed


def test_a_beat_longer_than_the_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter than the limit"):
        Tempo(short=2.0, long=2.0, limit=1.0)


def test_the_settings_choose_the_bell() -> None:
    assert isinstance(make_bell(BellSettings(), pin_factory("none")), SilentBell)
    bell = make_bell(BellSettings(), pin_factory("mock"))
    assert isinstance(bell, PinBell)
    bell.close()


def test_one_pin_can_not_be_used_twice() -> None:
    factory = pin_factory("mock")
    bell = make_bell(BellSettings(pin=4), factory)
    with pytest.raises(UsageFault, match=r"bell\.pin: 4"):
        make_bell(BellSettings(pin=4), factory)
    bell.close()


def test_what_is_more_urgent_is_said_next_and_the_rest_is_not_said(pin: DigitalOutputDevice) -> None:
    clock = Clock()
    bell = rung(SwitchedOutput(pin), clock.alarm)
    bell.ring("an illegal play")
    bell.ring("a minute left")
    bell.ring("time is up")
    bell.ring("ten seconds left")
    strokes, longest = longest_on(bell, pin, clock, 10)
    assert strokes == len("--") + len("-----")
    assert longest <= 0.17
    assert clock.set == []


def test_a_kind_of_bell_has_long_and_short_beats(pin: DigitalOutputDevice) -> None:
    clock = Clock()
    bell = PinBell(
        SwitchedOutput(pin), tempo=TEMPOS["buzzer"], rhythms={"play begins": ".-"}, alarm=clock.alarm
    )
    bell.ring("play begins")
    assert longest_on(bell, pin, clock, 0.25)[1] == pytest.approx(TEMPOS["buzzer"].short, abs=0.02)
    assert longest_on(bell, pin, clock, 2)[1] == pytest.approx(TEMPOS["buzzer"].long, abs=0.02)

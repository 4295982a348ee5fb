"""Test every kind of bell on mock pins: how long the pin is on for a short and for a long stroke, and that
the pin is off after the stroke."""

import math

import pytest
from gpiozero.pins.mock import MockFactory

from device.hardware.bell import PinBell, SilentBell
from device.hardware.bell_drivers import make_bell, make_striker
from device.hardware.pins import pin_factory
from device.hardware_settings import TEMPOS, BellKind, BellSettings, Rhythms
from device.signals import RHYTHMS, SIGNALS, Beat, beats, more_urgent

KINDS: tuple[BellKind, ...] = ("buzzer", "solenoid", "tones", "servo")


@pytest.fixture
def factory() -> MockFactory:
    made: MockFactory = pin_factory("mock")
    return made


@pytest.mark.parametrize("kind", ["buzzer", "solenoid"])
def test_a_buzzer_and_a_hammer_are_on_for_a_beat(factory: MockFactory, kind: BellKind) -> None:
    striker = make_striker(BellSettings(kind=kind), factory)
    striker.strike(long=False)
    assert factory.pin(17).state == 1
    striker.rest()
    assert factory.pin(17).state == 0


def test_what_is_switched_on_by_a_low_pin_rests_high(factory: MockFactory) -> None:
    striker = make_striker(BellSettings(kind="solenoid", active_high=False), factory)
    assert factory.pin(17).state == 1
    striker.strike(long=True)
    assert factory.pin(17).state == 0
    striker.rest()
    assert factory.pin(17).state == 1


def test_tones_are_a_fifth_apart_and_the_long_one_is_lower(factory: MockFactory) -> None:
    striker, pin = make_striker(BellSettings(kind="tones"), factory), factory.pin(17)
    striker.strike(long=False)
    high = pin.frequency
    assert pin.state == 0.5
    striker.strike(long=True)
    assert math.isclose(high / pin.frequency, 4 / 3, rel_tol=0.01)
    striker.rest()
    assert pin.frequency is None
    assert pin.state == 0


def test_an_arm_swings_to_the_bell_and_back_and_then_gets_no_pulses(factory: MockFactory) -> None:
    striker, pin = make_striker(BellSettings(kind="servo", away=-90, struck=90), factory), factory.pin(17)
    assert pin.state == pytest.approx(1 / 20)  # a pulse of 1 ms in a frame of 20
    striker.strike(long=False)
    assert pin.state == pytest.approx(2 / 20)
    striker.rest()
    assert pin.state == pytest.approx(1 / 20)
    striker.relax()
    assert pin.frequency is None
    striker.close()


@pytest.mark.parametrize("kind", KINDS)
def test_closing_in_a_beat_leaves_no_current(factory: MockFactory, kind: BellKind) -> None:
    pin = factory.pin(17)
    striker = make_striker(BellSettings(kind=kind), factory)
    striker.strike(long=True)
    striker.close()
    assert pin.state == 0
    make_striker(BellSettings(kind=kind), factory).close()  # the pin is free again


def test_a_table_without_pins_or_without_a_bell_is_silent(factory: MockFactory) -> None:
    assert isinstance(make_bell(BellSettings(), None), SilentBell)
    assert isinstance(make_bell(BellSettings(kind="none"), factory), SilentBell)
    bell = make_bell(BellSettings(kind="tones"), factory)
    assert isinstance(bell, PinBell)
    bell.close()


@pytest.mark.parametrize("kind", KINDS)
def test_no_beat_of_any_kind_lasts_to_its_limit(kind: BellKind) -> None:
    tempo = BellSettings(kind=kind).tempo
    assert tempo == TEMPOS[kind]
    assert max(tempo.short, tempo.long) < tempo.limit


def test_the_settings_change_a_kind_s_tempo() -> None:
    tempo = BellSettings(kind="solenoid", stroke=0.1, gap=0.5).tempo
    assert (tempo.short, tempo.long, tempo.gap, tempo.limit) == (0.1, 0.1, 0.5, 0.25)


def test_a_rhythm_is_beats_and_rests() -> None:
    assert beats(". -.") == (Beat(False, 3), Beat(True), Beat(False))
    assert beats("  ..  ") == (Beat(False), Beat(False))


def test_every_signal_has_its_own_rhythm() -> None:
    assert set(RHYTHMS) == set(SIGNALS)
    assert Rhythms().by_signal() == RHYTHMS  # the keys stand in the order of the signals
    assert len(set(RHYTHMS.values())) == len(RHYTHMS)


def test_the_end_of_time_is_more_urgent_than_anything() -> None:
    assert all(more_urgent("time is up", other) for other in SIGNALS if other != "time is up")
    assert not more_urgent("a minute left", "an illegal play")

"""Test the lamp on mock pins."""

import pytest
from gpiozero.pins.mock import MockFactory

from device.errors import UsageFault
from device.hardware.lamps import COLOURS, Light, colour_at, make_lamp
from device.hardware.pins import pin_factory
from device.hardware_settings import LampSettings

RGB = LampSettings(kind="rgb")


@pytest.fixture
def factory() -> MockFactory:
    made: MockFactory = pin_factory("mock")
    return made


def levels(factory: MockFactory, settings: LampSettings) -> tuple[float, ...]:
    return tuple(float(factory.pin(pin).state) for pin in (settings.red, settings.green, settings.blue))


@pytest.mark.parametrize(
    ("light", "expected"),
    [("legal", (0, 1, 0)), ("illegal", (1, 0, 0)), ("look", (0, 0, 1)), ("dark", (0, 0, 0))],
)
@pytest.mark.parametrize("kind", ["rgb", "three"])
def test_each_colour_says_one_thing(
    factory: MockFactory, kind: str, light: Light, expected: tuple[float, ...]
) -> None:
    settings = LampSettings(kind=kind)  # type: ignore[arg-type]
    lamp = make_lamp(settings, factory)
    assert lamp is not None
    lamp.show(light, 0.0)
    assert levels(factory, settings) == expected
    lamp.close()
    assert levels(factory, settings) == (0, 0, 0)


def test_a_common_anode_is_lit_by_a_low_pin(factory: MockFactory) -> None:
    settings = LampSettings(kind="rgb", active_high=False)
    lamp = make_lamp(settings, factory)
    assert lamp is not None
    lamp.show("illegal", 0.0)
    assert levels(factory, settings) == (0, 1, 1)
    lamp.close()


def test_it_can_be_dimmed(factory: MockFactory) -> None:
    settings = LampSettings(kind="rgb", brightness=0.25)
    lamp = make_lamp(settings, factory)
    assert lamp is not None
    lamp.show("legal", 0.0)
    assert levels(factory, settings) == (0, 0.25, 0)
    lamp.close()


def test_a_turn_in_the_making_blinks_slowly_and_trouble_quickly() -> None:
    assert [colour_at("open", t) != COLOURS["dark"] for t in (0.0, 0.9, 1.1, 1.9, 2.1)] == [1, 1, 0, 0, 1]
    assert [colour_at("trouble", t) != COLOURS["dark"] for t in (0.0, 0.3, 0.6, 0.8)] == [1, 0, 1, 0]
    assert {colour_at("look", t) for t in (0.0, 0.3, 1.2)} == {COLOURS["look"]}


def test_without_pins_or_wish_there_is_none_and_one_pin_can_not_be_used_twice(factory: MockFactory) -> None:
    assert make_lamp(LampSettings(), factory) is None
    assert make_lamp(RGB, None) is None
    lamp = make_lamp(RGB, factory)
    with pytest.raises(UsageFault, match="lamp"):
        make_lamp(RGB, factory)
    assert lamp is not None
    lamp.close()

"""Test the fault of a machine without pins: it gives the reason and the remedy."""

import importlib
import sys
from types import ModuleType

import pytest

from device.errors import UsageFault
from device.hardware.pins import chip, pin_factory


def without(monkeypatch: pytest.MonkeyPatch, lgpio: ModuleType | None) -> str:
    """Return the text of the fault when the pins are opened on a machine without pins. The module `lgpio`
    stands in for the installed one; None means that none is installed."""
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    with pytest.raises(UsageFault) as fault:
        pin_factory("gpio")
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    return str(fault.value)


def test_pips_empty_lgpio_is_told_from_apts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "pip uninstall lgpio" in without(monkeypatch, ModuleType("lgpio"))


def test_a_missing_lgpio_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "lgpio is missing" in without(monkeypatch, None)


class Unwritable(ModuleType):
    """A stand-in for lgpio in a folder where it can't make its pipe. Like the real module it fails when it
    is imported."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")


def test_a_folder_where_lgpio_may_not_write_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "may not write into the current folder" in without(monkeypatch, Unwritable("lgpio"))


class Kernel(ModuleType):
    """A stand-in for lgpio on a board whose kernel offers the GPIO chips `chips`. Every other name in the
    module is 0."""

    def __init__(self, chips: dict[int, str]) -> None:
        super().__init__("lgpio")
        self.chips, self.opened = chips, list[int]()

    def __getattr__(self, name: str) -> int:
        if name.startswith("__"):
            raise AttributeError(name)
        return 0

    def gpiochip_open(self, number: int) -> int:
        self.opened.append(number)
        return 100 + number

    def gpiochip_close(self, handle: int) -> None:
        self.opened.remove(handle - 100)

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        return [0, 54, f"gpiochip{handle - 100}", self.chips[handle - 100]]


@pytest.mark.parametrize(
    ("board", "chips", "found"),
    [
        (0xD04170, {0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, "gpiochip4 (pinctrl-rp1)"),
        (0xD04170, {0: "pinctrl-rp1"}, "gpiochip0 (pinctrl-rp1)"),
        (0xC03111, {0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, "gpiochip0 (pinctrl-bcm2711)"),
    ],
    ids=["Pi 5, older kernel", "Pi 5", "Pi 4"],
)
def test_the_chip_of_the_header_is_named(
    board: int, chips: dict[int, str], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel(chips)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", kernel)
    library = importlib.import_module("gpiozero.pins.lgpio")
    monkeypatch.setattr(library.LGPIOFactory, "_get_revision", lambda _: board)
    there = {f"/dev/gpiochip{number}" for number in chips}
    monkeypatch.setattr(library.os.path, "exists", there.__contains__)
    factory = pin_factory("gpio")
    assert chip(factory) == found
    factory.close()
    assert kernel.opened == []
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio")


def test_mock_pins_are_on_no_chip() -> None:
    assert chip(pin_factory("mock")) == ""

"""A machine's pins: why there are none is told with what helps."""

import sys
from types import ModuleType

import pytest

from device.errors import UsageFault
from device.hardware.pins import pin_factory


def without(monkeypatch: pytest.MonkeyPatch, lgpio: ModuleType | None) -> str:
    """What is said where that is installed as lgpio; None: nothing is."""
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
    """lgpio where it may not make its pipe: it fails when its names are asked for, as it does when loaded."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")


def test_a_folder_where_lgpio_may_not_write_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "may not write into the current folder" in without(monkeypatch, Unwritable("lgpio"))

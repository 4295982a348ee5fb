"""Provide mock pins that keep their level in a file each, so that the level outlives the program that set
it."""

from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin


def filed_factory(folder: Path) -> MockFactory:
    """Return a factory of pins that write their level to `folder`, in a file named by their number."""

    class FiledPin(MockPWMPin):  # type: ignore[misc]
        def _set_state(self, value: Any) -> None:
            super()._set_state(value)
            (folder / str(self.info.name).removeprefix("GPIO")).write_text(str(float(self.state)))

    return MockFactory(pin_class=FiledPin)

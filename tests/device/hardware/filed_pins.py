"""Mock pins whose level lies in a file each: it outlives the program that set it, as a real pin's does."""

from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin


def filed_factory(folder: Path) -> MockFactory:
    """Pins that write their level to `folder`, in a file called by their number."""

    class FiledPin(MockPWMPin):  # type: ignore[misc]
        def _set_state(self, value: Any) -> None:
            super()._set_state(value)
            (folder / str(self.info.name).removeprefix("GPIO")).write_text(str(float(self.state)))

    return MockFactory(pin_class=FiledPin)

"""Run a whole demo as fast as the processor can: people, camera, loop, journal and phones.

All parts are the product's own. Only the letters are not read from pictures, but known.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from device.demo import Demo, demo
from device.hardware.camera import Frame
from device.records.value_files import read_value
from device.running.inbox import TimePassed
from device.running.loop import TableView
from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import Sitting
from device.virtual.tabletop.sketch_camera import Sketch

PICTURE_SECONDS: Final = 0.25
"""Seconds of table time between two pictures. After each move the table rests for longer, and so every rest
is seen."""
SITTING: Final = "virtual-table.json"


class FastDemo:
    """A demo whose clock moves on only when `moment` is called.

    It continues the demo that is stored in the folder `data`. If none is stored, it begins a new one with
    cards that `seed` decides.
    """

    def __init__(self, data: Path, seed: int, game: str = "lexicon") -> None:
        self._data, self._now = data, 0.0
        sketch = Sketch(seed)
        options = Demo(data, game=game, seed=seed, port=0, fps=1e6)
        self._appliance = demo(options, read=sketch.read, render=sketch.render, clock=lambda: self._now)
        self._frames: Iterator[Frame] = self._appliance.camera.frames()

    @property
    def view(self) -> TableView:
        """The view of the table that the phones show."""
        return self._appliance.loop.view

    @property
    def now(self) -> float:
        """The seconds of table time since the demo began or was resumed."""
        return self._now

    @property
    def company(self) -> Company | None:
        """The simulated players and their true cards, as last stored on the disk; None if none are stored."""
        sitting = read_value(self._data / SITTING, Sitting)
        return sitting.company if sitting else None

    def moment(self) -> None:
        """Move the clock on to the next picture. Process the picture, and all messages since the picture
        before."""
        self._now += PICTURE_SECONDS
        loop, inbox = self._appliance.loop, self._appliance.inbox
        inbox.put(next(self._frames))
        while not isinstance(message := inbox.get(0), TimePassed):
            loop.handle(message)
            loop.do_housekeeping()

    def close(self) -> None:
        """End the demo, and store its state."""
        self._appliance.camera.close()
        self._appliance.server.start()  # a server that never served can't be closed
        self._appliance.server.close()
        self._appliance.resources.close()

"""Remember the settings of the table's last start, for use when their file can't be understood any more.

They are not in the table's data folder, because the settings file itself names that folder.
"""

import contextlib
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from device.errors import UsageFault
from device.records.value_files import keep, read_value
from device.settings import Settings, load
from engine.i18n import Sentence

FOLDER = "last-settings"


class LastSettings(NamedTuple):
    """The settings in use, and the `fault` of their file if it has one."""

    settings: Settings
    fault: UsageFault | None = None

    @property
    def why(self) -> Sentence | None:
        """Return the page's sentence about the fault."""
        return None if self.fault is None else self.fault.sentence


def remember(file: Path, state: Path, settings: Settings) -> None:
    """Store the settings of a start with the file `file`, in the program's folder `state`.

    Ignore a disk error, because the journal reports it.
    """
    with contextlib.suppress(UsageFault):
        keep(_place(file, state), settings)


def remembered(file: Path, state: Path) -> Settings | None:
    """Return the settings of the last start with `file`; None when they can't be read."""
    try:
        return read_value(_place(file, state), Settings)
    except UsageFault:
        return None


def as_before(file: Path, state: Path) -> LastSettings:
    """Load the settings `file`, or those of the last start when the file can't be understood.

    Raise UsageFault if neither can be loaded.
    """
    try:
        return LastSettings(load(file))
    except UsageFault as fault:
        if (last := remembered(file, state)) is None:
            raise
        return LastSettings(last, fault)


def _place(file: Path, state: Path) -> Path:
    name = sha256(str(file.absolute()).encode()).hexdigest()[:16]
    return state / FOLDER / f"{name}.json"

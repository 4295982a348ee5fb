"""Keep the settings of the table's last start. They are used when the settings file can't be read.

They are stored outside the table's data folder, because the settings file says where that folder is.
"""

import contextlib
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from device.errors import UsageFault
from device.records.troubles import Trouble, settings_unread
from device.records.value_files import keep, read_value
from device.settings import Settings, TableSettings, load

FOLDER = "last-settings"


class LastSettings(NamedTuple):
    """The settings that the table uses, and the fault of the settings file, if any."""

    settings: Settings
    fault: UsageFault | None = None
    """The fault of the settings file; None if the file could be read."""

    remembered: bool = True
    """True if the settings come from the settings file or from the last start. False if they are the built-in
    settings."""

    @property
    def trouble(self) -> Trouble | None:
        """The trouble that the page shows if the settings file could not be read; None if it could."""
        if self.fault is None:
            return None
        return settings_unread(self.fault.sentence, remembered=self.remembered)


def remember_settings(file: Path, state: Path, settings: Settings) -> None:
    """Store the settings that were read from the file `file` at a start. They go to the program's folder
    `state`.

    A disk error is ignored, because the journal reports it.
    """
    with contextlib.suppress(UsageFault):
        keep(_place(file, state), settings)


def remembered_settings(file: Path, state: Path) -> Settings | None:
    """Return the settings that the last start read from the file `file`; None if they are not stored or can't
    be read."""
    try:
        return read_value(_place(file, state), Settings)
    except UsageFault:
        return None


def settings_or_last(file: Path, state: Path) -> LastSettings:
    """Return the settings in the file `file`. If it can't be read, return the settings of the last
    start.

    If there was no start before, return the built-in settings, with `state` as the data folder and
    without pins. Nobody has said how this table's pins are wired, so none may be switched on.
    """
    try:
        return LastSettings(load(file))
    except UsageFault as fault:
        if (last := remembered_settings(file, state)) is not None:
            return LastSettings(last, fault)
        built_in = Settings(table=TableSettings(data=str(state), pins="none"))
        return LastSettings(built_in, fault, remembered=False)


def _place(file: Path, state: Path) -> Path:
    name = sha256(str(file.absolute()).encode()).hexdigest()[:16]
    return state / FOLDER / f"{name}.json"

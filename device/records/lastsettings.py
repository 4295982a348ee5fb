"""The settings that a table was last started with, for when their file can't be understood any more.

They are kept apart from the table's data: where that lies stands in the file.
"""

import contextlib
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from device.errors import UsageFault
from device.records.keeping import keep, kept
from device.settings import Settings, load

FOLDER = "last-settings"


class Asked(NamedTuple):
    """The settings that count, and `why` their file doesn't, empty where it does."""

    settings: Settings
    why: str = ""


def remember(file: Path, state: Path, settings: Settings) -> None:
    """Keep what a table is started with by the settings `file`, in the program's folder `state`. A disk that
    doesn't take it is the journal's to complain of."""
    with contextlib.suppress(UsageFault):
        keep(_place(file, state), settings)


def remembered(file: Path, state: Path) -> Settings | None:
    """What the last table was started with by `file`; None where nothing legible says so."""
    try:
        return kept(_place(file, state), Settings)
    except UsageFault:
        return None


def as_before(file: Path, state: Path) -> Asked:
    """What `file` says; where it can't be understood, what the last start went by. Raises UsageFault where
    neither tells."""
    try:
        return Asked(load(file))
    except UsageFault as fault:
        if (last := remembered(file, state)) is None:
            raise
        return Asked(last, str(fault))


def _place(file: Path, state: Path) -> Path:
    name = sha256(str(file.absolute()).encode()).hexdigest()[:16]
    return state / FOLDER / f"{name}.json"

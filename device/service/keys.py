"""Store a table's keys in its data folder: its secret, its PIN's hash, and the phones that hold its seats."""

from functools import partial
from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.records.value_files import keep, read_or_set_aside, read_value
from web.access.gate import Gate, NotStoredError, StoredGate, new_gate

KEYS_FILE: Final = "keys.json"
"""The name of the file with a table's secret key, its PIN's hash and its seats, in its data folder."""


def first_pin(data: Path) -> str | None:
    """Make the keys of a table that has none, and return its PIN, which must be printed at once. Return
    None if the table has keys.

    Keys that can't be understood are moved to another name. Raise UsageFault if the folder can't be written.
    """
    if read_or_set_aside(data / KEYS_FILE, StoredGate) is not None:
        return None
    return new_pin(data)


def new_pin(data: Path) -> str:
    """Make new keys, and return their PIN. Every seat becomes free and every cookie void. Raise
    UsageFault if the keys can't be stored."""
    keys, pin = new_gate()
    keep(data / KEYS_FILE, keys, private=True)
    return pin


def gate(data: Path, invitation: str = "") -> Gate:
    """Return the object that decides which phones may do what at the table with the data folder
    `data`. Make the table's keys if there are none. `invitation` lets one phone in without the PIN.
    Raise UsageFault if the keys can't be read or stored."""
    first_pin(data)
    keys = read_value(data / KEYS_FILE, StoredGate)
    if keys is None:
        raise UsageFault(f"{data / KEYS_FILE}: was deleted at this moment; start again")
    return Gate(keys, partial(_keep, data / KEYS_FILE), invitation=invitation)


def _keep(file: Path, changed: StoredGate) -> None:
    try:
        keep(file, changed, private=True)
    except UsageFault as fault:
        raise NotStoredError(str(fault)) from fault

"""Keep the party's secret in its folder, readable by the owner alone. The secret signs the codes of place
cards."""

import secrets
from pathlib import Path
from typing import Final

import msgspec

from device.errors import UsageFault
from device.records.value_files import keep, read_value

SECRET_FILE: Final = "secret.json"
_SECRET_BYTES: Final = 32


class _StoredSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: bytes


def secret_of(folder: Path) -> bytes:
    """Return the secret of the party in `folder`. If the folder has none, make and store a random secret.
    Raise UsageFault if the folder can't be read or written, or the stored secret is damaged."""
    stored = read_value(folder / SECRET_FILE, _StoredSecret)
    if stored is None:
        keep(folder / SECRET_FILE, _StoredSecret(secrets.token_bytes(_SECRET_BYTES)), private=True)
        stored = read_value(folder / SECRET_FILE, _StoredSecret)
    if stored is None or len(stored.secret) < _SECRET_BYTES:
        raise UsageFault(
            f"{folder / SECRET_FILE}: the secret of the place cards is too short. Delete the file."
        )
    return stored.secret

"""Keep a party's folder: the credentials of its places, and the one-time codes by which further machines
get credentials."""

import re
import secrets
from pathlib import Path
from typing import Final

import msgspec

from device.errors import UsageFault, disk_fault
from device.party.access import Access
from device.party.broker import Address
from device.party.party_messages import Topics
from device.party.secret import secret_of
from device.party.stations import Credential
from device.records.value_files import keep, read_value

PARTY_FILE: Final = "party.json"
CREDENTIALS_FILE: Final = "pass.json"
_CODES_FOLDER: Final = "invited"
_PLACE_PATTERN: Final = re.compile(
    r"table/[0-9]{1,4}|steward/[0-9]{1,4}|(door|hub|home)/[a-z0-9]{1,20}", re.ASCII
)
CODE_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{10,40}", re.ASCII)
"""The regular expression that every one-time code matches."""
CODE_HOURS: Final = 12
"""Hours for which a one-time code is valid. A code that is made in the afternoon works all evening, but
not the day after."""
CODE_SECONDS: Final = 3600.0 * CODE_HOURS
"""Seconds for which a one-time code is valid."""


class _StoredParty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    party: str
    admin: str
    passwords: dict[str, str]


class _Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: str
    made: float = 0.0


class MachineCredentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what another machine, such as that of a table, needs to join a party: the broker's address, a
    place and a password."""

    party: str
    place: str
    """The machine's place, such as `table/3`."""
    host: str
    port: int
    password: str
    secret: bytes = b""
    """The party's secret; only a web server has it."""
    ca: str = ""
    """The certificate of the authority that signed the broker's certificate; empty without encryption."""

    @property
    def topics(self) -> Topics:
        """The MQTT topics of the party that the machine joins."""
        return Topics(self.party)

    @property
    def address(self) -> Address:
        """The address of the party's broker."""
        return Address(self.host, self.port, self.ca)

    @property
    def credential(self) -> Credential:
        """The user name and password of this machine at the broker."""
        return Credential(f"{self.party}/{self.place}", self.password)


class PartyFolder:
    """Keep the party in `folder`. Make a new party if the folder has none. Raise UsageFault if the folder
    can't be read or written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        make_folder(folder)
        stored = read_value(folder / PARTY_FILE, _StoredParty)
        if stored is None:
            stored = _StoredParty(f"party-{secrets.token_hex(4)}", secrets.token_urlsafe(24), {})
            keep(folder / PARTY_FILE, stored, private=True)
        self._kept = stored
        self.secret = secret_of(folder)

    @property
    def topics(self) -> Topics:
        """The MQTT topics of the party in this folder."""
        return Topics(self._kept.party)

    @property
    def admin(self) -> str:
        """The password of the administrator of the party's own broker."""
        return self._kept.admin

    @property
    def access(self) -> Access:
        """The credentials of all places in this party, such as `table/7`."""
        return Access({place: self.credential(place) for place in self._kept.passwords})

    def credential(self, place: str) -> Credential:
        """Return the credential of a place. If the place has none, make one and store it."""
        if place not in self._kept.passwords:
            passwords = {**self._kept.passwords, place: secrets.token_urlsafe(24)}
            self._kept = msgspec.structs.replace(self._kept, passwords=passwords)
            keep(self.folder / PARTY_FILE, self._kept, private=True)
        return Credential(f"{self._kept.party}/{place}", self._kept.passwords[place])

    def redeem(self, code: str, now: float) -> str | None:
        """Return the place for which a one-time code was made, and delete the code. Return None for an
        unknown or expired code. `now` is in seconds since 1970, as in `invite`."""
        path = self.folder / _CODES_FOLDER / f"{code}.json"
        invited = read_value(path, _Invitation) if CODE_PATTERN.fullmatch(code) else None
        if invited is None:
            return None
        try:
            path.unlink()
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise disk_fault(path, fault) from fault
        # If the clock was set back, no code may be valid for longer.
        return invited.place if abs(now - invited.made) < CODE_SECONDS else None


def invite(folder: Path, place: str, now: float) -> str:
    """Make a one-time code by which a machine gets the credential of `place`, such as `table/3`.

    The code is valid for `CODE_SECONDS` seconds from `now` (since 1970). Raise UsageFault if the place does
    not exist, or `folder` has no party.
    """
    if not _PLACE_PATTERN.fullmatch(place):
        raise UsageFault(f"{place!r} is no place of a party. Places are such as table/3, door/b and hub/b.")
    if read_value(folder / PARTY_FILE, _StoredParty) is None:
        raise UsageFault(f"{folder}: no party is held here. Begin one with: lexicon-table party")
    code = secrets.token_urlsafe(12)
    keep(folder / _CODES_FOLDER / f"{code}.json", _Invitation(place, now), private=True)
    return code


def make_folder(folder: Path) -> None:
    """Make `folder` if it does not exist, and let only its owner read it. Raise UsageFault if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as fault:
        raise disk_fault(folder, fault) from fault

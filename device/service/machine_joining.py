"""Give a further machine of a party its credentials for a one-time code, over the hub's web server."""

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from device.errors import UsageFault
from device.network import page_address
from device.party.access import Access, account_commands, carry_out
from device.party.broker import Address
from device.party.party_folder import (
    CODE_HOURS,
    CODE_PATTERN,
    CREDENTIALS_FILE,
    MachineCredentials,
    PartyFolder,
    make_folder,
)
from device.party.stations import Credential, StationBroker
from device.presence import PARTY_SERVICE, find_service
from device.records.value_files import keep, read_value

CODE_PATH: Final = "/m/"
"""The beginning of the path to which a machine that wants to join a party posts its one-time code."""
_ANSWER_SECONDS: Final = 20.0
_INVALID_CODE: Final = (
    f"This code was used already, is older than {CODE_HOURS} hours, or does not belong to this party."
)

WSGI = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class MachineAdmission:
    """Give a machine that joins the party its credentials for the broker at `address`, in exchange for a
    one-time code.

    `host` is the broker's host name, if the broker runs on another machine than the hub. If the two share a
    machine, `host` is empty, and the answer names the host that the joining machine has just asked. `clock`
    returns monotonic seconds. `today` returns seconds since 1970, by which codes expire.
    """

    def __init__(
        self,
        party_folder: PartyFolder,
        address: Address,
        admin: Credential,
        clock: Callable[[], float],
        host: str = "",
        *,
        today: Callable[[], float] = time.time,
    ) -> None:
        self._party_folder, self._address, self._admin = party_folder, address, admin
        self._clock, self._host, self._today = clock, host, today

    def admit(self, code: str, reached: str) -> MachineCredentials | None:
        """Return the credentials for the one-time code that a machine sends; None if the code is unknown,
        used or expired. `reached` is the host name under which the machine reached this one. Raise
        UsageFault if the broker or the disk fails."""
        place = self._party_folder.redeem(code, self._today())
        if place is None:
            return None
        credential = self._party_folder.credential(place)
        exchange = StationBroker(self._address.host, self._address.port, self._clock, ca=self._address.ca)
        try:
            todo = account_commands(self._party_folder.topics, Access({place: credential}))
            carry_out(exchange, self._admin, todo, again=True)
        finally:
            exchange.close()
        secret = self._party_folder.secret if place.startswith("door/") else b""
        host = self._host or reached
        party, broker = self._party_folder.topics.party, self._address
        return MachineCredentials(party, place, host, broker.port, credential.password, secret, broker.ca)


def with_admission(app: WSGI, admission: MachineAdmission) -> WSGI:
    """Return the web application `app` with one more path. A machine that wants to join the party sends
    its one-time code to this path, and gets the credentials for the broker."""

    def answering(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        if not path.startswith(CODE_PATH):
            return app(environ, start)
        plain = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        if environ.get("REQUEST_METHOD") != "POST":
            start("405 Method Not Allowed", [*plain, ("Allow", "POST")])
            return [b"This code is for a machine: lexicon-table play --party ADDRESS"]
        try:
            given = admission.admit(path.removeprefix(CODE_PATH), _host_of(environ))
        except UsageFault as fault:
            start("503 Service Unavailable", plain)
            return [str(fault).encode()]
        if given is None:
            start("404 Not Found", plain)
            return [_INVALID_CODE.encode()]
        start("200 OK", [("Content-Type", "application/json"), ("Cache-Control", "no-store")])
        return [msgspec.json.encode(given)]

    return answering


def _host_of(environ: dict[str, Any]) -> str:
    return urlsplit(f"//{environ.get('HTTP_HOST', '')}").hostname or "localhost"


def join_party(folder: Path, address: str = "") -> MachineCredentials:
    """Return this machine's credentials for a party, and store them in `folder`.

    Fetch them from `address`, such as `http://192.168.1.20:8080/m/CODE`. If `address` is a code alone, ask
    the hub that announces itself on the network. If `address` is empty or the request fails, return the
    stored credentials. Raise UsageFault if none are stored.
    """
    path = folder / CREDENTIALS_FILE
    before = read_value(path, MachineCredentials)
    if not address:
        if before is None:
            raise UsageFault(f"{folder}: this machine has joined no party. Give the address with its code.")
        return before
    try:
        credentials = _fetch_credentials(_joining_address(address))
    except UsageFault:
        if before is None:
            raise
        return before
    make_folder(folder)
    keep(path, credentials, private=True)
    return credentials


def _joining_address(address: str) -> str:
    """Return the URL to which this machine posts its code. `address` is the URL itself, or the code
    alone, for the hub that announces itself on the network. Raise UsageFault if it is neither, or
    if there is no such hub."""
    if CODE_PATTERN.fullmatch(address):
        if (hub := find_service(PARTY_SERVICE)) is None:
            raise UsageFault(
                f"No hub announces itself here. Give its address: http://HUB:8080{CODE_PATH}{address}"
            )
        return f"{page_address(*hub)}{CODE_PATH[1:]}{address}"
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or not parts.path.startswith(CODE_PATH):
        raise UsageFault(f"{address}: no address of a party, such as http://192.168.1.20:8080/m/CODE")
    return address


def _fetch_credentials(address: str) -> MachineCredentials:
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, method="POST"),
            timeout=_ANSWER_SECONDS,
        ) as answer:
            return msgspec.json.decode(answer.read(100_000), type=MachineCredentials)
    except urllib.error.HTTPError as fault:
        reason = fault.read(500).decode(errors="replace") or str(fault)
        raise UsageFault(f"{address}: {reason}") from fault
    except OSError as fault:
        raise UsageFault(f"{address}: no hub answers there ({fault})") from fault
    except msgspec.MsgspecError as fault:
        raise UsageFault(f"{address}: the machine at this address is no hub of this version") from fault

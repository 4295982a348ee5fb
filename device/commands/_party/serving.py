"""Serve a party's pages on this machine, and print their addresses."""

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

import click

from device.errors import UsageFault
from device.network import addresses_for_host, page_address, qr_code_text, search_domain_names
from device.party.gateway import Gateway
from device.party.results import as_csv, as_json
from device.presence import PARTY_SERVICE, Presence, announce_name
from device.printing.paper import PAPERS
from device.service.gateway_party import GatewayPartyService
from device.service.machine_joining import MachineAdmission, with_admission
from device.service.party_papers import PAPER_KINDS, PDF_MAKERS, PaperKind, PartyPapers
from device.words.lists import load
from engine.party import Party
from web.server import Server

_ADDRESS_CHECK_SECONDS: Final = 2.0
"""Seconds between checks of the machine's addresses."""


def bound_server(
    gateway: Gateway, secret: bytes, host: str, port: int, admission: MachineAdmission | None = None
) -> Server:
    """Return the server of a party's pages, bound to its port. Raise UsageFault if the port is in use, or
    if this installation lacks the pages."""
    try:
        from web.party.application import create_app
    except ImportError as fault:
        raise UsageFault(f"This version lacks the pages of a party ({fault.name}).") from fault
    app = create_app(
        GatewayPartyService(gateway),
        secret,
        words=load(),
        address=lambda: next(iter(addresses_for_host(host)), None),
        hosts=search_domain_names,
        results={"party.csv": _spreadsheet, "party.json": as_json},
        papers=papers(secret),
    )
    if admission is not None:
        vars(app)["wsgi_app"] = with_admission(app.wsgi_app, admission)
    try:
        return Server(app, host, port)
    except OSError as fault:
        raise UsageFault(f"{fault}.") from fault


def papers(secret: bytes) -> dict[str, Callable[[Party, str, str, str], bytes]]:
    """Return the papers that the host may print, by file name."""
    return {f"{kind}.pdf": partial(_paper, kind, secret) for kind in PAPER_KINDS}


def _paper(kind: PaperKind, secret: bytes, party: Party, root: str, language: str, size: str) -> bytes:
    """Return the PDF of one kind of paper, such as place cards, for all tables in the last round's room."""
    return PDF_MAKERS[kind](
        PartyPapers(party, len(party.rounds[-1].room), language, PAPERS[size], root, secret)
    )


def _spreadsheet(party: Party) -> bytes:
    """Return the party's results as CSV, with the byte order mark by which spreadsheets recognise
    UTF-8."""
    return as_csv(party).encode("utf-8-sig")


def address_of(secret: bytes, kind: str, number: int = 0) -> str:
    """Return the path of the page that the QR code of a table, a steward or the host opens."""
    from web.party.codes import address

    if kind == "steward":
        return address(secret, "steward", number)
    return address(secret, "host" if kind == "host" else "table", number)


@contextmanager
def report_addresses(
    host: str, port: int, lines: Callable[[str], None], *, hub: bool = True
) -> Iterator[None]:
    """While the context lasts, call `lines` with the address of the party's pages, at first and after
    each change. The address has no `/` at its end. For a `hub` also announce the party's pages on the
    network."""
    over = threading.Event()
    presence = Presence(
        lambda: addresses_for_host(host),
        port,
        on_address=lambda address: lines(page_address(address or "localhost", port).rstrip("/")),
        on_name=lambda _: None,
        announce=partial(announce_name, kind=PARTY_SERVICE),
    )
    presence.check_addresses()

    def follow() -> None:
        while not over.wait(_ADDRESS_CHECK_SECONDS):
            presence.check_addresses()
            if hub:
                presence.update_announcement(time.monotonic())
        presence.close()

    following = threading.Thread(target=follow, name="name", daemon=True)
    following.start()
    try:
        yield
    finally:
        over.set()
        following.join()


def address_code(address: str) -> str:
    """Return an address as a QR code for a terminal."""
    return qr_code_text(address)


def say(line: str) -> None:
    """Print a line for the person who started the party."""
    click.echo(line)


def until_interrupted(server: Server) -> None:
    """Serve the party's pages until Ctrl-C."""
    with suppress(KeyboardInterrupt):
        server.run()


def key() -> str:
    """Return a random key for a message to the hub. If the message arrives twice, it counts once."""
    return secrets.token_urlsafe(9)

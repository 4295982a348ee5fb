"""Host a party: this machine is its hub and serves its pages."""

import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from device.commands._party import brokers, serving
from device.commands._party.serving import say
from device.errors import UsageFault
from device.faults import version
from device.party import fact_log
from device.party.access import account_commands
from device.party.broker import Address, authority_certificate
from device.party.fact_log import LogRow
from device.party.forgetting import NameExpiry
from device.party.gateway import Gateway
from device.party.home_assistant import HomeAssistantStation
from device.party.hub import PartyHub
from device.party.message_thread import MessageThread
from device.party.party_folder import PartyFolder
from device.party.stations import Credential, StationBroker
from device.records.journal import Journal
from device.records.value_files import locked_folder
from device.service.machine_joining import MachineAdmission
from engine.party import Party, PartySetUp, PlayerEntered, is_finished, steward_of, table_sizes

HUB, GATEWAY, HOME = "hub/a", "door/a", "home/a"
JOURNAL: Final = "hub.journal"
_BEGIN_TIMEOUT_SECONDS: Final = 30.0
"""Maximum number of seconds in which a new party begins, also on a busy machine."""


@dataclass(frozen=True, slots=True)
class HeldPartyOptions:
    """Hold the options for hosting a party."""

    folder: Path
    """The folder in which the party is stored."""
    rules: PartySetUp
    """The rules of the party on which the host has agreed, such as the game and the number of hands."""
    names: tuple[str, ...]
    """The players' names; empty if the host enters them on the host's page."""
    host: str
    """The address at which the pages are served."""
    port: int
    """The port at which the pages are served."""
    broker_port: int
    """The port of this program's own broker."""
    broker: Address | None = None
    """The address of a running broker to use; None if the program starts a broker of its own."""
    admin: Path | None = None
    """The file with the password of the running broker's administrator."""
    draw: bool = False
    """True if the program draws a card for each player in a tie, to break the tie."""
    tls: Path | None = None
    """The folder of the broker's certificate and its authority; None without encryption."""


def hold(options: HeldPartyOptions) -> None:
    """Host the party until Ctrl-C. A later call with the same folder continues the party. Raise
    UsageFault, in one line, for anything missing."""
    with ExitStack() as leaving:
        leaving.enter_context(locked_folder(options.folder))
        party_folder = PartyFolder(options.folder)
        for place in (HUB, GATEWAY, HOME):
            party_folder.credential(place)
        journal: Journal[LogRow] = Journal(
            options.folder / JOURNAL, encode=fact_log.encode, decode=fact_log.decode, clock=time.time
        )
        leaving.callback(journal.close)
        hub = PartyHub(
            party_folder.topics, "a", journal, cut=options.draw, epoch=time.time() - time.monotonic()
        )
        party, goes_on = _begin(hub, options)
        address, admin = _broker(leaving, options, party_folder)
        exchange = StationBroker(address.host, address.port, time.monotonic, ca=address.ca)
        carrying = leaving.enter_context(_MessageExchange(exchange, hub, party_folder))
        machines = "" if options.broker is None else address.host
        admission = MachineAdmission(party_folder, address, admin, time.monotonic, machines)
        server = serving.bound_server(
            carrying.gateway, party_folder.secret, options.host, options.port, admission
        )
        carrying.begin()
        _await_rules(carrying.gateway, party)
        say(goes_on)
        with serving.report_addresses(
            options.host, server.port, _AddressPrinter(party_folder.secret, stewards(party))
        ):
            serving.until_interrupted(server)


class _MessageExchange:
    """Exchange messages between a party's hub, its gateway and the broker. After `begin` this happens
    in a thread of its own."""

    def __init__(self, exchange: StationBroker, hub: PartyHub, party_folder: PartyFolder) -> None:
        self.gateway = Gateway(party_folder.topics, "a", time.monotonic, wake=exchange.wake, epoch=_epoch())
        self._exchange, self._hub, self._party_folder = exchange, hub, party_folder
        self._forgetting = NameExpiry(party_folder.folder, hub.say, time.time)
        self._carrier = MessageThread(exchange, self._check)

    def __enter__(self) -> "_MessageExchange":
        return self

    def begin(self) -> None:
        """Connect hub and gateway to the broker."""
        self._exchange.add(self._hub, self._party_folder.credential(HUB))
        self._exchange.add(self.gateway, self._party_folder.credential(GATEWAY))
        self._exchange.add(
            HomeAssistantStation(self._party_folder.topics, self.gateway, version()),
            self._party_folder.credential(HOME),
        )
        self._carrier.start()

    def _check(self) -> None:
        self.gateway.check_hub()
        self._forgetting.check()

    def __exit__(self, *_: object) -> None:
        self._carrier.close()


class _AddressPrinter:
    """Print the addresses of the party's pages: the room's screen, the host's page, and each steward's
    page."""

    def __init__(self, secret: bytes, stewards: int) -> None:
        self._secret, self._stewards = secret, stewards

    def __call__(self, home: str) -> None:
        host = home + serving.address_of(self._secret, "host")
        say(f"The room's screen: {home}/tv")
        say(f"The host's page: {host}")
        for steward in range(self._stewards):
            say(f"Steward {steward + 1}: {home}{serving.address_of(self._secret, 'steward', steward)}")
        if sys.stdout.isatty():
            say(serving.address_code(host))
        say("Ctrl-C ends it. The same command goes on with the party.")


def stewards(party: Party) -> int:
    """Return the number of stewards that the party needs (PTY-1); 0 before the party is set up."""
    tables = table_sizes(len(party.players)).tables
    return steward_of(party, tables - 1) + 1 if party.rules is not None and tables else 0


def _begin(hub: PartyHub, options: HeldPartyOptions) -> tuple[Party, str]:
    """Begin a new party at the hub, or continue the one in its journal. Return the party and a line about
    it. Raise UsageFault for names that are given for a party that has begun."""
    party = hub.party
    if party.rules is not None or party.names:
        if options.names:
            raise UsageFault(
                f"{options.folder}: a party of {len(party.players)} players is held here already. "
                "Go on without --names, or begin another with --data FOLDER."
            )
        ended = "is over" if is_finished(party) else f"goes on with round {max(len(party.rounds), 1)}"
        return party, f"The party {ended}: {len(party.players)} players."
    if not options.names:
        return party, "A new party. The host enters the players on the host's page."
    entered = [PlayerEntered(f"p{n}", name) for n, name in enumerate(options.names, 1)]
    hub.say(*entered, options.rules)
    party = Party(options.rules, {one.player: one.name for one in entered})
    tables = table_sizes(len(options.names)).tables
    return party, f"{len(options.names)} players at {tables} table{'' if tables == 1 else 's'}."


def _await_rules(gateway: Gateway, party: Party) -> None:
    """Wait until the rules that the host agreed on are on the hub's disk. Do nothing if none were
    agreed. Raise UsageFault if this takes too long."""
    view, end = gateway.latest(), time.monotonic() + _BEGIN_TIMEOUT_SECONDS
    while party.rules is not None and view.party.rules is None:
        if time.monotonic() > end:
            raise UsageFault("The party does not begin: the broker does not carry the messages of the hub.")
        view = gateway.wait(view.number, 1.0)


def _broker(
    leaving: ExitStack, options: HeldPartyOptions, party_folder: PartyFolder
) -> tuple[Address, Credential]:
    todo = account_commands(party_folder.topics, party_folder.access)
    ca = authority_certificate(options.tls) if options.tls is not None else ""
    if options.broker is not None and options.admin is not None:
        return brokers.running_broker(replace(options.broker, ca=ca), options.admin, todo)
    every = Address("0.0.0.0", options.broker_port, ca)
    return leaving.enter_context(
        brokers.own_broker(options.folder / "broker", every, party_folder.admin, todo, options.tls)
    )


def _epoch() -> float:
    return time.time() - time.monotonic()

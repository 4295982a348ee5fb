"""Run further machines of a party: a web server (`door/NAME`), which serves the pages too, or a second hub,
which takes over if the first fails."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from device.commands._party import serving
from device.commands._party.serving import say
from device.errors import UsageFault
from device.party import fact_log
from device.party.gateway import Gateway
from device.party.hub import PartyHub
from device.party.message_thread import MessageThread
from device.party.party_folder import MachineCredentials
from device.party.stations import StationBroker
from device.records.journal import Journal
from device.records.value_files import locked_folder
from device.service.machine_joining import join_party


def gateway(folder: Path, address: str, host: str, port: int) -> None:
    """Serve a party's pages on this machine until Ctrl-C. The machine joins the party by a code for a
    gateway. Raise UsageFault if the code is for another kind of machine."""
    credentials = _of_kind(join_party(folder, address), "door")
    exchange = StationBroker(credentials.host, credentials.port, time.monotonic, ca=credentials.ca)
    station = Gateway(
        credentials.topics, credentials.place.partition("/")[2], time.monotonic, wake=exchange.wake
    )
    server = serving.bound_server(station, credentials.secret, host, port)
    carrier = MessageThread(exchange, station.check_hub)
    exchange.add(station, credentials.credential)
    carrier.start()
    try:
        with serving.report_addresses(
            host, server.port, lambda home: say(f"The room's screen: {home}/tv"), hub=False
        ):
            serving.until_interrupted(server)
    finally:
        carrier.close()


def standby(folder: Path, address: str, forever: Callable[[], bool] = lambda: True) -> None:
    """Wait as a second hub until Ctrl-C, and lead the party when no other hub does. Raise UsageFault if
    the code is not for a hub."""
    credentials = _of_kind(join_party(folder, address), "hub")
    with ExitStack() as leaving:
        leaving.enter_context(locked_folder(folder))
        journal = Journal(
            folder / "hub.journal", encode=fact_log.encode, decode=fact_log.decode, clock=time.time
        )
        leaving.callback(journal.close)
        name = credentials.place.partition("/")[2]
        hub = PartyHub(credentials.topics, name, journal, cut=False, epoch=time.time() - time.monotonic())
        exchange = StationBroker(credentials.host, credentials.port, time.monotonic, ca=credentials.ca)
        leaving.callback(exchange.close)
        exchange.add(hub, credentials.credential)
        led = None
        while forever():
            exchange.run_once(1.0)
            if hub.leading is not led:
                led = hub.leading
                say("This hub leads the party." if led else "This hub waits to take over.")


def _of_kind(credentials: MachineCredentials, kind: str) -> MachineCredentials:
    if not credentials.place.startswith(f"{kind}/"):
        raise UsageFault(
            f"That code is for {credentials.place}. Make one with: lexicon-table party --invite {kind}/b"
        )
    return credentials

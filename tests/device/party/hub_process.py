"""Run a hub as a process of its own, for tests that kill it or hold it up."""

import sys
import time
from pathlib import Path

from device.party import fact_log
from device.party.hub import PartyHub
from device.party.stations import Credential, StationBroker
from device.records.journal import Journal
from tests.device.party.party_broker import TOPICS, TTL, entering


def main(folder: str, name: str, host: str, port: str, user: str, password: str) -> None:
    """Serve as the hub until the process is ended."""
    path = Path(folder) / f"hub-{name}.journal"
    journal = Journal(path, encode=fact_log.encode, decode=fact_log.decode, clock=time.time)
    hub = PartyHub(TOPICS, name, journal, ttl=TTL)
    if not len(journal):
        hub.say(*entering(3))
    exchange = StationBroker(host, int(port), time.monotonic, retry=0.1, tick=0.03)
    exchange.add(hub, Credential(user, password))
    while True:
        exchange.run_once(1.0)


main(*sys.argv[1:])

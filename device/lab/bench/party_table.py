"""Run a table of a party as a process of its own. Print the time at which the pin of the table's bell goes
up.

The printed time is by this machine's clock, which all processes share. The table itself uses a clock that is
`shift` seconds ahead. So the bells of several tables ring together only if each table learns the hub's clock.
The pins are gpiozero's mock pins.
"""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from device.hardware.bell_drivers import make_bell
from device.hardware_settings import BellSettings
from device.party import party_messages
from device.party.clocks import CLOCK_SAMPLES
from device.party.link import HubLink
from device.party.party_messages import Topics
from device.party.stations import Credential, StationBroker
from device.records.journal import Journal
from device.running.inbox import Inbox
from device.service.party_table import PartyTable
from engine.events import AnyEvent, HandDealt
from engine.party import TableReady
from engine.table.commands import RecordEvent


class EdgePin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that prints the time when it goes up."""

    def _change_state(self, value: Any) -> Any:
        changed = super()._change_state(value)
        if changed and value:
            sys.stdout.write(f"edge {time.monotonic():.6f}\n")
            sys.stdout.flush()
        return changed


def _shifted(shift: float) -> Callable[[], float]:
    return lambda: time.monotonic() + shift


def main(folder: str, party: str, place: str, shift: str, *connection: str) -> None:
    """Take part in the party `party` as the place `place`, such as `table/7`, until the process is ended.

    `connection` has the broker's host and port, and this table's user name and password.
    """
    host, port, user, password = connection
    clock = _shifted(float(shift))
    journal = Journal(
        Path(folder) / "facts", encode=party_messages.encode, decode=party_messages.decode, clock=time.time
    )
    link = HubLink(Topics(party), place, journal)
    exchange = StationBroker(host, int(port), clock, retry=0.1, tick=0.05)
    exchange.add(link, Credential(user, password))
    inbox, events = Inbox(), list[AnyEvent]()
    bell = make_bell(BellSettings(kind="buzzer"), MockFactory(pin_class=EdgePin))
    table = PartyTable(link, inbox, lambda: events, bell, Path(folder), clock=clock)

    def played() -> None:
        while True:
            message = inbox.get(1.0)
            if isinstance(message, RecordEvent):
                events.append(message.event)

    threading.Thread(target=played, daemon=True).start()
    while True:
        exchange.run_once(0.05)
        table.follow_party()
        calm = len(link.clock) == CLOCK_SAMPLES
        if events and calm and TableReady(1) not in link.facts and HandDealt() not in events:
            link.say(TableReady(1))


if __name__ == "__main__":
    main(*sys.argv[1:])

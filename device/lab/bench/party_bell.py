"""Measure how exactly the bells of a party ring together. Each table is a process of its own, and reports
when the pin of its bell goes up."""

import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from device.party import fact_log
from device.party.access import account_commands, new_access
from device.party.broker import private_broker
from device.party.hub import PartyHub
from device.party.party_messages import Topics
from device.party.people import invented_names
from device.party.stations import StationBroker
from device.records.journal import Journal
from engine.party import SEATS_PER_TABLE, PartySetUp, PlayerEntered

CLOCK_SHIFT_SECONDS: Final = (0.0, 3.0)
"""Seconds by which each table's clock is ahead of this machine's clock."""
_PATIENCE_SECONDS: Final = 90.0


def edges(shifts: tuple[float, ...] = CLOCK_SHIFT_SECONDS) -> list[float]:
    """Ring the bell of a party once. Return the time at which the pin of each table's bell goes up, in
    seconds by this machine's clock.

    `shifts` has, for each table, the seconds by which the table's clock is ahead of this machine's clock.
    """
    topics, tables = Topics("bells"), [f"table/{number}" for number in range(len(shifts))]
    with ExitStack() as leaving:
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-bell-")))
        access = new_access(topics, ["hub/a", *tables])
        broker = leaving.enter_context(private_broker(folder / "broker", account_commands(topics, access)))
        exchange = StationBroker(broker.address.host, broker.address.port, time.monotonic, tick=0.05)
        leaving.callback(exchange.close)
        journal = Journal(folder / "hub", encode=fact_log.encode, decode=fact_log.decode, clock=time.time)
        leaving.callback(journal.close)
        hub = PartyHub(topics, "a", journal)
        exchange.add(hub, access.of("hub/a"))
        entered = (PlayerEntered(name, name) for name in invented_names(SEATS_PER_TABLE * len(tables)))
        hub.say(*entered, PartySetUp("Bells", "lexicon-party", 1, 7, 1))
        processes = list[subprocess.Popen[str]]()
        for place, shift in zip(tables, shifts, strict=True):
            own = folder / place.replace("/", "-")
            own.mkdir()
            access_words = (broker.address.host, broker.address.port, *access.of(place))
            arguments = map(str, (own, topics.party, place, shift, *access_words))
            command = [sys.executable, "-m", "device.lab.bench.party_table", *arguments]
            processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            leaving.callback(_ended, processes[-1])
        rung = exchange.run_until(
            lambda: bool(hub.party.rounds) and hub.party.rounds[0].rung, _PATIENCE_SECONDS
        )
        assert rung, f"the bell is rung: {hub.faults}"
        exchange.run_until(lambda: False, 3.0)
        return [_edge(process) for process in processes]


def _edge(process: subprocess.Popen[str]) -> float:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("edge "):
            return float(line.removeprefix("edge "))
    raise AssertionError("a table's bell was not rung")


def _ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()

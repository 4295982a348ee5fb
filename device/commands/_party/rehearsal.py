"""Rehearse a party with simulated players. Print it round by round, and show it in a browser if somebody
watches."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import click

from device.commands._party import brokers, serving
from device.commands._party.serving import say
from device.commands._partytext import NewsPrinter
from device.party.access import Command
from device.party.broker import Address, private_broker_address
from device.party.people import invented_names
from device.party.rehearsal import RehearsalPlan, rehearsed_party
from device.party.secret import secret_of
from engine.party import SEATS_PER_TABLE, PartySetUp

WATCHED_SECONDS_PER_PERSON: Final = 8.0
"""Seconds that each simulated person takes while somebody watches. The watcher first has to open a page."""


@dataclass(frozen=True, slots=True)
class RehearsalOptions:
    """Hold the options for a rehearsal: a party with simulated players on this machine."""

    tables: int
    """The number of tables of the party."""
    names: tuple[str, ...]
    """The players' names; empty for invented ones."""
    rules: PartySetUp
    """The rules of the party on which the host has agreed, such as the game and the number of hands."""
    watches: bool
    """True if somebody watches the rehearsal on its pages."""
    host: str
    """The address at which the rehearsal's pages are served."""
    port: int
    """The port at which the rehearsal's pages are served."""
    broker: Address | None = None
    """The address of a running broker to use; None if the program starts a broker of its own."""
    admin: Path | None = None
    """The file with the password of the running broker's administrator."""


def rehearse(options: RehearsalOptions) -> None:
    """Play a party with simulated players, and print what happens. Raise UsageFault if the party can't
    be played."""
    players = options.names or invented_names(SEATS_PER_TABLE * options.tables)
    plan = RehearsalPlan(options.rules, players, options.rules.seed)
    printed = NewsPrinter(click.echo)
    with ExitStack() as leaving:
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-party-")))
        tables, hands = _count_text(options.tables, "table"), _count_text(options.rules.hands, "hand")
        say(f"{len(players)} players at {tables}, {hands}.")
        pace = WATCHED_SECONDS_PER_PERSON if options.watches else 0.0
        evening = leaving.enter_context(
            rehearsed_party(
                plan, folder, partial(_broker, options, folder), pace=pace, with_gateway=options.watches
            )
        )
        if not options.watches:
            printed.print_end(evening.play(printed))
            return
        secret = secret_of(folder)
        server = serving.bound_server(evening.gateway, secret, options.host, options.port).start()
        leaving.callback(server.close)

        def lines(home: str) -> None:
            say(f"The room's screen: {home}/tv")
            for kind, who in (("table", "Table 1"), ("steward", "Steward 1"), ("host", "The host")):
                say(f"{who}: {home}{serving.address_of(secret, kind)}")

        leaving.enter_context(serving.report_addresses(options.host, server.port, lines, hub=False))
        try:
            printed.print_end(evening.play(printed))
            say("The pages stay until Ctrl-C.")
            while True:
                evening.exchange.run_once(1.0)
        except KeyboardInterrupt:
            return


@contextmanager
def _broker(options: RehearsalOptions, folder: Path, todo: Sequence[Command]) -> Iterator[Address]:
    if options.broker is not None and options.admin is not None:
        yield brokers.running_broker(options.broker, options.admin, todo)[0]
        return
    with private_broker_address(folder / "broker", todo) as address:
        yield address


def _count_text(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

"""Hold a party of many tables, with one bell and winners who move up.

Example: lexicon-table party --demo 12
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from device.commands._partytext import Told
from device.commands._ranges import SEED, FiniteRange
from device.errors import UsageFault, of_the_disk
from device.party.broker import ADMIN, Address, listens, private_broker
from device.party.exchange import Credential
from device.party.people import made_up, names_in
from device.party.rehearsal import Plan, gathered
from engine.party import SEATS, PartySetUp, sizes


def _address(_: click.Context, __: click.Parameter, value: str | None) -> Address | None:
    """HOST:PORT as an address. Raises click.BadParameter."""
    if value is None:
        return None
    host, port = value.rpartition(":")[::2]
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise click.BadParameter(f"{value!r} is no host and port, such as 192.168.1.20:1883.")
    return Address(host.strip("[]"), int(port))


@click.command(
    epilog="Example: lexicon-table party --demo 12",
    short_help="Hold a party of many tables, one bell for all.",
)
@click.option(
    "--demo",
    "tables",
    type=click.IntRange(1, 1000),
    required=True,
    metavar="TABLES",
    help="Play with so many tables without people, in fast time.",
)
@click.option(
    "--names",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Take the players from the first column of this CSV file.",
)
@click.option(
    "--game",
    type=click.Choice(["lexicon-party", "keyword-party"]),
    default="lexicon-party",
    show_default=True,
)
@click.option("--hands", type=click.IntRange(1, 50), default=3, show_default=True, help="Play so many hands.")
@click.option(
    "--minutes",
    type=FiniteRange(0.1, 120),
    default=7.0,
    show_default=True,
    help="Ring after so many minutes.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Draw seats and cards by this number.")
@click.option(
    "--broker",
    callback=_address,
    metavar="HOST:PORT",
    help="Use this broker, instead of starting one for the party alone.",
)
@click.option(
    "--admin",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Read the password of that broker's administrator from this file.",
)
def command(
    tables: int,
    names: Path | None,
    game: str,
    hands: int,
    minutes: float,
    seed: int,
    broker: Address | None,
    admin: Path | None,
) -> None:
    """Hold a party: tables of four, one bell for all, and winners who move up a table.

    With --demo tables without people play it through a broker of their own, and the rounds and standings
    are printed.
    """
    if (broker is None) != (admin is None):
        raise click.UsageError("--broker and --admin belong together.")
    players = names_in(names) if names else made_up(SEATS * tables)
    needed = sizes(len(players)).tables
    if needed != tables:
        raise UsageFault(f"{names}: {len(players)} players need {needed} tables, not {tables}.")
    plan = Plan(PartySetUp("Party", game, hands, minutes, seed), players, seed)
    told = Told(click.echo)
    with (
        tempfile.TemporaryDirectory(prefix="lexicon-party-") as folder,
        _broker(Path(folder), broker, admin) as (address, credential),
    ):
        click.echo(f"{len(players)} players at {_counted(tables, 'table')}, {_counted(hands, 'hand')}.")
        with gathered(plan, Path(folder), address, credential) as evening:
            told.ended(evening.play(told))


@contextmanager
def _broker(
    folder: Path, address: Address | None, admin: Path | None
) -> Iterator[tuple[Address, Credential]]:
    """The broker that somebody runs, or one of our own while the context lasts."""
    if address is None or admin is None:
        with private_broker(folder / "broker") as broker:
            yield broker.address, broker.admin
        return
    try:
        password = admin.read_text().strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise (
            of_the_disk(admin, fault) if isinstance(fault, OSError) else UsageFault(f"{admin}: no text")
        ) from fault
    if not listens(address):
        raise UsageFault(f"No broker answers at {address}. Start it, or name another with --broker.")
    yield address, Credential(ADMIN, password)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

"""Host a party of many tables, with one bell and winners who move up.

Example: lexicon-table party --names players.csv
"""

import time
from pathlib import Path
from typing import Any

import click

from device.commands._party import doors_and_standbys, hosting, rehearsal
from device.commands._ranges import SEED, FiniteRange
from device.commands._served import served_options
from device.errors import UsageFault
from device.faults import state_folder
from device.party.broker import Address
from device.party.party_folder import CODE_HOURS, invite
from device.party.people import names_in
from engine.game import MAX_HANDS, MAX_POINTS
from engine.party import (
    MAX_MINUTES,
    MAX_NAMES_DAYS,
    MIN_MINUTES,
    USUAL_FINE_POINTS,
    USUAL_HANDS,
    USUAL_MINUTES,
    USUAL_NAMES_DAYS,
    PartySetUp,
    table_sizes,
)


def _address(_: click.Context, __: click.Parameter, value: str | None) -> Address | None:
    """Return the host and the port in an option's value such as 192.168.1.20:1883. Raise
    click.BadParameter for any other value."""
    if value is None:
        return None
    host, port = value.rpartition(":")[::2]
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise click.BadParameter(f"{value!r} is no host and port, such as 192.168.1.20:1883.")
    return Address(host.strip("[]"), int(port))


@click.command(
    epilog="Example: lexicon-table party --names players.csv",
    short_help="Host a party of many tables.",
)
@click.option(
    "--demo",
    "tables",
    type=click.IntRange(1, 1000),
    metavar="TABLES",
    help="Let simulated players fill this many tables, in fast time, with all pages, until Ctrl-C.",
)
@click.option("--quick", is_flag=True, help="With --demo: play as fast as possible, without pages, and end.")
@click.option(
    "--names",
    type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True),
    help="Take the players from the first column of this CSV file. With - type their names.",
)
@click.option(
    "--game",
    type=click.Choice(["lexicon-party", "keyword-party"]),
    default="lexicon-party",
    show_default=True,
)
@click.option(
    "--hands",
    type=click.IntRange(1, MAX_HANDS),
    default=USUAL_HANDS,
    show_default=True,
    help="Play this many hands.",
)
@click.option(
    "--minutes",
    type=FiniteRange(MIN_MINUTES, MAX_MINUTES),
    default=USUAL_MINUTES,
    show_default=True,
    help="Ring the bell after this many minutes.",
)
@click.option(
    "--fine",
    type=click.IntRange(0, MAX_POINTS),
    default=USUAL_FINE_POINTS,
    show_default=True,
    help="Fine a wrong word this many points.",
)
@click.option("--prize", "prizes", multiple=True, metavar="WORD", help="Give a prize for this word.")
@click.option(
    "--draw-ties",
    is_flag=True,
    help="Draw cards for players who tie. By default they cut the pack at the table.",
)
@click.option(
    "--forget-after",
    "names_days",
    type=click.IntRange(0, MAX_NAMES_DAYS),
    default=USUAL_NAMES_DAYS,
    show_default=True,
    metavar="DAYS",
    help="Delete the players' names this many days after the party. 0 keeps them.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Draw seats and cards by this number.")
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Keep the party in this folder."
)
@served_options
@click.option(
    "--broker-port",
    type=click.IntRange(1, 65535),
    default=1884,
    show_default=True,
    help="Let the party's own broker listen on this port.",
)
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
@click.option(
    "--tls",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Encrypt the messages between computers. deploy/party-tls.sh makes FOLDER.",
)
@click.option(
    "--invite",
    metavar="PLACE",
    help="Print a code with which another computer joins as table/3 (from 0), door/b or hub/b, and end.",
)
@click.option(
    "--door",
    metavar="ADDRESS",
    help="Serve the pages of another computer's party at this address. With - take the last address.",
)
@click.option(
    "--standby",
    metavar="ADDRESS",
    help="Stand by as a second hub of this party. With - take the last address.",
)
def command(**given: Any) -> None:
    """Host a party: tables of four, one bell for all, and winners who move up a table.

    This computer is the hub. It prints the addresses of the big screen, the host and the stewards. Ctrl-C
    ends it, and the same command continues the party. With --demo simulated players fill the tables.
    """
    folder = given["data"] or state_folder() / "party"
    if (given["broker"] is None) != (given["admin"] is None):
        raise click.UsageError("--broker and --admin belong together.")
    if given["tls"] is not None and given["tables"] is not None:
        raise click.UsageError("--tls does not belong to --demo, which stays on this machine.")
    if given["quick"] and given["tables"] is None:
        raise click.UsageError("--quick belongs to --demo.")
    if given["invite"]:
        code = invite(folder, given["invite"], time.time())
        where = f"http://HUB:{given['port']}/m/{code}"
        click.echo(f"Give this in within {CODE_HOURS} hours, in the party's network, once: {where}")
    elif given["door"]:
        doors_and_standbys.gateway(
            _apart(folder, given), given["door"].strip("-"), given["host"], given["port"]
        )
    elif given["standby"]:
        doors_and_standbys.standby(_apart(folder, given), given["standby"].strip("-"))
    else:
        _hold_party(folder, given)


def _hold_party(folder: Path, given: dict[str, Any]) -> None:
    players = names_in(given["names"]) if given["names"] else ()
    rules = PartySetUp(
        "Party",
        given["game"],
        given["hands"],
        given["minutes"],
        given["seed"],
        given["prizes"],
        given["fine"],
        given["names_days"],
    )
    where = given["host"], given["port"]
    if given["tables"] is not None:
        needed = table_sizes(len(players)).tables
        if players and needed != given["tables"]:
            raise UsageFault(
                f"{given['names']}: {len(players)} players need {needed} tables, not {given['tables']}."
            )
        options = rehearsal.RehearsalOptions(
            given["tables"], players, rules, not given["quick"], *where, given["broker"], given["admin"]
        )
        rehearsal.rehearse(options)
        return
    hosting.hold(
        hosting.HeldPartyOptions(
            folder,
            rules,
            players,
            *where,
            given["broker_port"],
            given["broker"],
            given["admin"],
            given["draw_ties"],
            given["tls"],
        )
    )


def _apart(folder: Path, given: dict[str, Any]) -> Path:
    """Return the folder for a machine that joins another machine's party. Raise UsageFault if `folder`
    holds a party that this machine hosts."""
    if given["data"] is None:
        return folder.with_name("party-elsewhere")
    if (folder / "party.json").exists():
        raise UsageFault(f"{folder}: a party is held from this folder. Choose another with --data.")
    return folder

"""Write a party's results as CSV or as JSON.

Example: lexicon-table results --json > party.json
"""

from pathlib import Path
from typing import Final

import click

from device import files
from device.commands.paper import party_folder
from device.errors import UsageFault
from device.party.records import folded_log
from device.party.results import as_csv, as_json

_EXAMPLE: Final = """\b
Example:
  lexicon-table results > party.csv
  lexicon-table results party-folder --json --output party.json
"""


@click.command(epilog=_EXAMPLE, short_help="Write a party's results as CSV or JSON.")
@click.argument("source", required=False, type=click.Path(path_type=Path))
@click.option("--json", "for_programs", is_flag=True, help="Write JSON, with every call for the steward.")
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
def command(source: Path | None, for_programs: bool, output: Path | None) -> None:
    """Write a party's standings with the points of every hand, the best player first.

    SOURCE is the party's folder, or the journal of its hub. The command changes nothing, and the party may be
    going on.
    """
    party = folded_log(party_folder(source)).party
    content = as_json(party) if for_programs else as_csv(party).encode()
    if output is None:
        for line in content.decode().splitlines():
            click.echo(files.shown_json(line) if for_programs else files.terminal_line(line))
        return
    try:
        files.write(output, content)
    except OSError as fault:
        raise UsageFault(f"--output {files.terminal_line(output)}: {fault.strerror or fault}") from fault

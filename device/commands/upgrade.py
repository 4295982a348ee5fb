"""Upgrade an installed table from a signed release, or return to the previous one.

Example: sudo lexicon-table upgrade lexicon-table-1.1.0-release.tar.gz
"""

import os
import time
from pathlib import Path

import click

from device.files import terminal_line
from device.releases.places import Places
from device.releases.run_as_user import table_user
from device.releases.upgrading import Systemd, Upgrade


@click.command(epilog="Example: sudo lexicon-table upgrade lexicon-table-1.1.0-release.tar.gz")
@click.argument("archive", required=False, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Only try the release. The release in use stays.")
@click.option("--any-version", is_flag=True, help="Also accept the installed version again, or an older one.")
@click.option("--back", is_flag=True, help="Return to the previous release.")
@click.option(
    "--with-data", is_flag=True, help="With --back: also return to the data from before the last upgrade."
)
def command(archive: Path | None, check: bool, any_version: bool, back: bool, with_data: bool) -> None:
    """Upgrade a table that deploy/install.sh installed from the release in ARCHIVE.

    The archive's signature must lie beside it, under its name and .sig. The command sets the new release up
    beside the release in use, and tries it on a copy of the table's data: it must read three pictures, start,
    and count every match as before. Then the table starts with the new release. If the table does not answer,
    the old release and the old data come back. The command keeps the replaced data.
    """
    if back == (archive is not None) or (with_data and not back) or (back and (check or any_version)):
        raise click.UsageError("Name an ARCHIVE, or say --back, with or without --with-data.")
    places = Places(os.environ.get("DESTDIR", ""))
    places.current()
    user = table_user(places)
    now = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    upgrade = Upgrade(
        places, user, Systemd(places), now, lambda line: click.echo(terminal_line(line), err=True)
    )
    if archive is None:
        upgrade.revert(with_data=with_data)
    else:
        upgrade.install(archive, check=check, any_version=any_version)

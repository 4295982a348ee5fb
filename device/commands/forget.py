"""Delete a table's pictures, its matches, or the names of a party."""

import shutil
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import click

from device.commands._records.stored_journals import count_text, folder, folder_options
from device.commands.paper import party_folder
from device.errors import UsageFault
from device.files import terminal_line
from device.party.forgetting import forget as forget_names
from device.party.forgetting import players_called, players_to_forget, remembered_players
from device.party.records import folded_log
from device.records.pictures import FOLDER, delete_pictures
from device.records.rescue import BACKUP_NAMES, HEAD_FILE, JOURNAL, damaged_files
from device.records.restore import UPGRADES, replaced_folders
from device.records.value_files import locked_folder

EXAMPLE = """\b
Example:
  lexicon-table forget
  lexicon-table forget --matches --data table/
  lexicon-table forget --party --player Ada
"""


@click.command(epilog=EXAMPLE)
@click.option("--matches", is_flag=True, help="Delete the journal, its backup and damaged journals, too.")
@click.option("--party", is_flag=True, help="Delete the names of a party instead. --data names its folder.")
@click.option(
    "--player", "players", multiple=True, metavar="NAME", help="With --party: delete only this name."
)
@click.option("--due", is_flag=True, help="With --party: delete the names only if the agreed days are over.")
@folder_options
def command(
    matches: bool, party: bool, players: tuple[str, ...], due: bool, data: Path | None, file: Path | None
) -> None:
    """Delete a table's pictures. The table may be playing.

    --matches deletes everything about its matches, too. Stop the table first. Exported files, enrolled decks
    and the choice of words stay.

    --party deletes the names of a party that is over. Its scores stay. During the party, delete a name on the
    host's phone.
    """
    if party:
        if matches or (due and players):
            raise click.UsageError("--party goes with --player or with --due.")
        _forget_names(party_folder(data), players, due=due)
        return
    if players or due:
        raise click.UsageError("--player and --due go with --party.")
    target = folder(data, file)
    if not target.is_dir():
        raise UsageFault(f"no such file or folder: {target}")
    with locked_folder(target) if matches else nullcontext():  # refused before any file is deleted
        pictures = delete_pictures(target / FOLDER)
        click.echo(f"{terminal_line(target)}: {count_text(pictures, 'picture')} deleted", err=True)
        if matches:
            for path in _match_files(target):
                _delete(path)
            for path in (*replaced_folders(target), target / UPGRADES):
                if path.exists():
                    shutil.rmtree(path, onerror=_raise_deletion_fault)
            click.echo(f"{terminal_line(target)}: the matches are deleted", err=True)


def _forget_names(target: Path, names: tuple[str, ...], *, due: bool) -> None:
    """Delete players' names from the party in the folder `target`. With `due` delete the names that
    have been kept for as many days as the host promised. Otherwise delete `names`, or all names if
    none are given."""
    now = time.time()
    if due:
        players = players_to_forget(target, now)
    else:
        party = folded_log(target).party
        players = players_called(party, names) if names else remembered_players(party)
    if players or not due:
        forget_names(target, players, now)
    click.echo(f"{terminal_line(target)}: {count_text(len(players), 'name')} forgotten", err=True)


def _match_files(target: Path) -> Iterator[Path]:
    # Backups first. Alone they would look like the rest of a damaged journal.
    for name in (*BACKUP_NAMES, HEAD_FILE, JOURNAL):
        yield from sorted(target.glob(f"{name}*"), reverse=True)
    yield from damaged_files(target / JOURNAL)
    yield target / "virtual-table.json"


def _raise_deletion_fault(
    _: object, path: str, fault: tuple[type[BaseException], BaseException, object]
) -> None:
    raise UsageFault(f"{path}: {getattr(fault[1], 'strerror', None) or fault[1]}")


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault

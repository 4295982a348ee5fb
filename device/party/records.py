"""Read the journal of a party's hub without changing it, also while the party is played."""

from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.party import fact_log
from device.party.fact_log import FoldedLog, LogRow
from device.records import journal
from device.records.rescue import last_number, salvage

JOURNAL: Final = "hub.journal"
"""The name of the hub's journal in the party's folder."""


def path_of(source: Path) -> Path:
    """Return the path of a party's journal. `source` is the journal itself, or the party's folder. Raise
    UsageFault if there is no journal."""
    path = source / JOURNAL if source.is_dir() else source
    if not path.is_file():
        raise UsageFault(f"{source}: no party is kept there")
    return path


def is_party(source: Path) -> bool:
    """Return True if a folder or a file holds the journal of a party."""
    try:
        path = path_of(source)
        return path.suffix != ".jsonl" and any(True for _ in _rows(salvage(path)[:1], path))
    except UsageFault:
        return False


def rows_of(source: Path) -> tuple[tuple[float, LogRow], ...]:
    """Return all readable rows of a party's journal, each with the time when it was written (seconds since
    1970). Raise UsageFault if `source` is no journal of a party."""
    path = path_of(source)
    salvaged = salvage(path)
    if not salvaged and last_number(path) is None:
        raise UsageFault(f"{path}: this is not the journal of a party")
    return _rows(salvaged, path)


def folded_log(source: Path) -> FoldedLog:
    """Return the party and the facts in the journal at `source`. Raise UsageFault if `source` is not the
    journal of a party."""
    folded = FoldedLog()
    folded.take(row for _, row in rows_of(source))
    return folded


def _rows(journal_rows: tuple[journal.JournalRow, ...], path: Path) -> tuple[tuple[float, LogRow], ...]:
    try:
        return tuple((row.at, fact_log.decode(row.body.encode())) for row in journal_rows)
    except ValueError as fault:
        raise UsageFault(f"{path}: this is not the journal of a party") from fault

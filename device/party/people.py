"""Name the guests of a party, with names from a CSV file or invented names."""

import csv
import sys
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice, product
from pathlib import Path
from typing import IO, Final

from device.errors import UsageFault, disk_fault
from engine.shared.player_names import MAX_NAME_LENGTH, clean_name, skeleton

MIN_PLAYERS: Final = 4
"""Minimum number of players of a party: one table."""
MAX_PLAYERS: Final = 4000
"""Maximum number of players of a party: a thousand tables."""
_HEADINGS: Final = frozenset({"name", "names", "player", "players"})
_FIRST_NAMES: Final = (
    *("Ada", "Ben", "Clara", "David", "Edith", "Frank", "Grace", "Henry", "Iris", "Jack", "Kate", "Leo"),
    *("Mary", "Ned", "Olive", "Paul", "Queenie", "Rose", "Sam", "Tess", "Ursula", "Victor", "Winnie", "Zoe"),
)

_INITIALS: Final = "ABCDEFGHJKLMOPQRSTUWXYZ"
"""Initials of invented names. I, N and V are left out, because they look like other letters."""


def invented_names(count: int) -> tuple[str, ...]:
    """Return `count` invented names that are easy to tell apart. A name gets a last initial, such as `Ada
    B.`, only after all first names are used."""
    few = ("", *(f" {last}." for last in _INITIALS))
    more = (f" {middle}. {last}." for middle, last in product(_INITIALS, repeat=2))
    return tuple(islice((first + rest for rest in chain(few, more) for first in _FIRST_NAMES), count))


def names_in(path: Path) -> tuple[str, ...]:
    """Return the names in the first column of a CSV file. A first line such as "name" is a heading.

    Raise UsageFault for an unreadable file, a name that is too long, two names that look alike, too few or
    too many names.
    """
    names: dict[str, tuple[str, int]] = {}
    for line, cell in _cells(path):
        name = clean_name(cell)
        if not name or (not names and name.casefold() in _HEADINGS):
            continue
        where = f"{path}, line {line}"
        if len(name) > MAX_NAME_LENGTH:
            raise UsageFault(f"{where}: {name[:12]}… is too long. A name may have {MAX_NAME_LENGTH} letters.")
        other, before = names.setdefault(skeleton(name), (name, line))
        if before != line:
            raise UsageFault(
                f"{where}: {name} looks like {other} in line {before}. Add something to tell them apart."
            )
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise UsageFault(
            f"{path}: {len(names)} players. A party has {MIN_PLAYERS} to {MAX_PLAYERS}, "
            "one a line in the first column."
        )
    return tuple(name for name, _ in names.values())


def _cells(path: Path) -> list[tuple[int, str]]:
    """Return the line number and the first cell of each line of a CSV file that is not empty. Raise
    UsageFault if the file cannot be read."""
    try:
        with _opened(path) as file:
            rows = csv.reader(file)
            return [(rows.line_num, row[0]) for row in rows if row]
    except OSError as fault:
        raise disk_fault(path, fault) from fault
    except (UnicodeDecodeError, csv.Error) as fault:
        raise UsageFault(f"{path}: not a CSV file in UTF-8: {fault}") from fault


def _opened(path: Path) -> AbstractContextManager[IO[str]]:
    """Open the text file `path`. The path `-` is standard input."""
    return nullcontext(sys.stdin) if str(path) == "-" else path.open(encoding="utf-8-sig", newline="")

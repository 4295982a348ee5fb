"""Delete the names of players who are to be forgotten, also from the hub's journal. Scores stay.

A fact names a player by an id. Only the fact `PlayerEntered` holds the name, too. A running hub clears the
messages that the broker retains. While no hub runs, this module deletes the broker's file.
"""

import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from device.errors import UsageFault, disk_fault
from device.party import fact_log
from device.party.draft import Draft
from device.party.fact_log import FoldedLog, LogRow
from device.party.records import path_of, rows_of
from device.records.journal import Journal
from device.records.restore import UPGRADES, replaced_folders
from device.records.value_files import locked_folder
from engine.party import FORGOTTEN, Party, PlayerEntered, PlayerForgotten

DAY_SECONDS: Final = 24 * 3600.0
BROKER_FILE: Final = "broker/mosquitto.db"
"""The name of the file in the party's folder in which the party's own broker keeps retained messages."""


def without_forgotten_names(rows: Sequence[LogRow]) -> list[LogRow]:
    """Return the rows of a hub's journal without the names of those players whom a later row forgets."""
    forgotten_players, clean_rows = set[str](), list[LogRow]()
    for row in reversed(rows):
        fact = row.taken.fact if row.taken is not None else None
        if isinstance(fact, PlayerForgotten):
            forgotten_players.add(fact.player)
        if isinstance(fact, PlayerEntered) and fact.player in forgotten_players and row.taken is not None:
            row = replace(row, taken=replace(row.taken, fact=replace(fact, name="")))
        clean_rows.append(row)
    return clean_rows[::-1]


def scrub(journal: Journal[LogRow]) -> None:
    """Delete the names of forgotten players from an open journal. Also delete the copies of the party from
    before upgrades, because they hold these names. Raise UsageFault if a copy can't be deleted."""
    rows = list(journal.replay())
    clean_rows = without_forgotten_names(rows)
    if clean_rows != rows:
        after = iter(clean_rows)
        journal.rewrite(lambda _: next(after))
    folder = journal.path.parent
    try:
        for copy in (*replaced_folders(folder), folder / UPGRADES):
            if copy.exists():
                shutil.rmtree(copy)
    except OSError as fault:
        raise disk_fault(folder, fault) from fault


def remembered_players(party: Party) -> tuple[str, ...]:
    """Return the ids of the players of a party whose names are not forgotten."""
    return tuple(player for player, name in party.names.items() if name not in ("", FORGOTTEN))


def players_called(party: Party, names: Collection[str]) -> tuple[str, ...]:
    """Return the ids of the players whose names are in `names`. Raise UsageFault if nobody has one of the
    names."""
    called_players = []
    for name in names:
        players = [player for player in remembered_players(party) if party.names[player] == name]
        if not players:
            raise UsageFault(f"Nobody at the party is called {name}.")
        called_players += players
    return tuple(called_players)


def forget(folder: Path, players: Sequence[str], now: float) -> None:
    """Forget the names of `players` of the party in `folder`. Raise UsageFault when a hub runs the party,
    or the disk fails."""
    with locked_folder(folder):
        journal = Journal(path_of(folder), encode=fact_log.encode, decode=fact_log.decode, clock=lambda: now)
        try:
            folded = FoldedLog()
            folded.take(journal.replay())
            draft = Draft(folded, folded.term)
            for player in players:
                draft.add_own(PlayerForgotten(player))
            if draft.rows:
                journal.append(*draft.rows)
            scrub(journal)
        finally:
            journal.close()
        try:
            (folder / BROKER_FILE).unlink(missing_ok=True)
        except OSError as fault:
            raise disk_fault(folder / BROKER_FILE, fault) from fault


class NameExpiry:
    """Make a running hub forget the players' names when the agreed number of days has passed.

    `say` takes facts that the hub is to store as its own. `now` returns seconds since 1970.
    """

    def __init__(self, folder: Path, say: Callable[..., None], now: Callable[[], float]) -> None:
        self._folder, self._say, self._now = folder, say, now
        self._checked = float("-inf")

    def check(self) -> None:
        """If a day has passed since the last check, or the clock was set, check whether names must be
        forgotten. Raise UsageFault if the journal can't be read."""
        now = self._now()
        if abs(now - self._checked) >= DAY_SECONDS:
            self._checked = now
            self._say(*(PlayerForgotten(player) for player in players_to_forget(self._folder, now)))


def players_to_forget(folder: Path, now: float) -> tuple[str, ...]:
    """Return the players whose names must be forgotten at the time `now` (seconds since 1970).

    These are all players whose names are still known, if the agreed number of days has passed since the
    last row of the party's journal. Return no players earlier, or if no number of days was agreed.
    """
    rows = rows_of(folder)
    folded = FoldedLog()
    folded.take(row for _, row in rows)
    rules = folded.party.rules
    if rules is None or not rules.names_days or now < rows[-1][0] + rules.names_days * DAY_SECONDS:
        return ()
    return remembered_players(folded.party)

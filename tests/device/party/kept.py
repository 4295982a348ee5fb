"""Provide a party of eight that was played to its end and kept in a folder, without a network."""

from collections.abc import Sequence
from pathlib import Path

from device.party import fact_log
from device.party.draft import Draft
from device.party.fact_log import FoldedLog
from device.party.records import JOURNAL
from device.records.journal import Journal
from engine.party import (
    CallRuled,
    Party,
    PartySetUp,
    PlayerEntered,
    RoundCounted,
    RoundRung,
    SeatInitialled,
    StewardCalled,
    TableReady,
    due_facts,
    left_of,
)

NAMES = ("Ada", "Ben", "=SUM(A1)", "Dora", "Zoë", "Frank", "Grace", "Henry")
SET_UP = PartySetUp("Saturday", "lexicon-party", hands=2, minutes=7, seed=5)
HANDS = ((10, 0, 25, 30), (7, 8, 8, 7))


def played(names: Sequence[str] = NAMES, rules: PartySetUp = SET_UP) -> Draft:
    """Return the facts of a party with two tables, from its first player to its end. In every round each
    table plays `HANDS`, and Ada's table calls the steward once."""
    draft = Draft(FoldedLog(), 1)
    for number, name in enumerate(names, 1):
        draft.add_own(PlayerEntered(f"p{number}", name))
    draft.add_own(rules)
    while (follows := due_facts(draft.party, cut=True)) or not _ended(draft.party):
        for fact in follows:
            draft.add_own(fact)
            if not isinstance(fact, RoundRung):
                _ready(draft)
            else:
                _count(draft)
    return draft


def _ended(party: Party) -> bool:
    return bool(party.rounds) and party.rounds[-1].over


def _ready(draft: Draft) -> None:
    if draft.party.rounds and not draft.party.rounds[-1].rung:
        for table in range(len(draft.party.rounds[-1].room)):
            draft.add_of_table(str(table), TableReady(len(draft.party.rounds)))


def _count(draft: Draft) -> None:
    number = len(draft.party.rounds)
    for table, seats in enumerate(draft.party.rounds[-1].room):
        if table == 0 and number == 1:
            draft.add_of_table("0", StewardCalled(1, 1, "PARIS", 0, 2))
            draft.add_own(CallRuled(0, 1, "word bad"))
        draft.add_of_table(str(table), RoundCounted(number, HANDS[table]))
        for seat in range(len(seats)):
            draft.add_of_table(str(table), SeatInitialled(number, seat, left_of(seats, seat)))


def kept(folder: Path, draft: Draft, at: float = 1_000_000.0) -> Path:
    """Write the party's journal into a folder, with the time `at` in seconds since 1970 for every fact.
    Return the folder."""
    journal = Journal(folder / JOURNAL, encode=fact_log.encode, decode=fact_log.decode, clock=lambda: at)
    journal.append(*draft.rows)
    journal.close()
    return folder

"""Assign a party's tables to stewards, and check which facts a steward may state (PTY-1, PTY-6)."""

from typing import Final

from engine.party.facts import CallRuled, HubFact, PrizeWon, RoundScoreCorrected, TableLeftOut, WinnersDrawn
from engine.party.prizes import spelt_by
from engine.party.standings import lowest_wins, seats_of, tables_of
from engine.party.state import Party
from engine.rules.party import TABLES_PER_STEWARD

KEYWORD_TABLES_PER_STEWARD: Final = 5
"""Number of tables that one steward looks after at a Keyword party."""


def steward_of(party: Party, table: int) -> int:
    """Return the number of the steward who looks after the table `table`, from 0. A steward has ten tables,
    or five at Keyword (PTY-1)."""
    return table // _tables_per_steward(party)


def tables_under(party: Party, steward: int) -> range:
    """Return the numbers of the tables that `steward` looks after in the last round."""
    each = _tables_per_steward(party)
    return tables_of(party)[steward * each : (steward + 1) * each]


def numbers_under(party: Party, steward: int) -> range:
    """Return the numbers of the tables that belong to `steward`, whether or not the room has so many tables
    now."""
    each = _tables_per_steward(party)
    return range(steward * each, (steward + 1) * each)


def stewards_of(party: Party, tables: int) -> list[range]:
    """Return the numbers of the tables that each steward looks after, in a room of `tables` tables."""
    each = _tables_per_steward(party)
    return [range(first, min(first + each, tables)) for first in range(0, tables, each)]


def _tables_per_steward(party: Party) -> int:
    return TABLES_PER_STEWARD if lowest_wins(party) else KEYWORD_TABLES_PER_STEWARD


def may_state(party: Party, steward: int, fact: HubFact) -> bool:
    """Return True if `steward` may state the fact. The fact must concern one of the steward's tables.

    A fact about a round must name a round that has begun. A ruling may arrive before the call that it
    answers, because messages may arrive in any order.
    """
    match fact:
        case CallRuled(table=table):
            return steward_of(party, table) == steward
        case TableLeftOut(round=number, table=table) | WinnersDrawn(round=number, table=table):
            known = 1 <= number <= len(party.rounds) and 0 <= table < len(party.rounds[number - 1].room)
            return known and steward_of(party, table) == steward
        case PrizeWon(table=table):
            return spelt_by(party, fact) is not None and steward_of(party, table) == steward
        case RoundScoreCorrected(round=number, player=player):
            seats = seats_of(party.rounds[number - 1].room) if 1 <= number <= len(party.rounds) else {}
            return player in seats and steward_of(party, seats[player][0]) == steward
        case _:
            return False

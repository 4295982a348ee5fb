"""Check what a phone at a party states, and word the reason if it is refused (PTY-1, PTY-2, PTY-3, PTY-6)."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from engine.game import MAX_POINTS
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from engine.party.facts import (
    CallRuled,
    Fact,
    HubFact,
    PartySetUp,
    PlayerEntered,
    PlayerForgotten,
    PlayerLeft,
    PrizeWon,
    RoundCounted,
    RoundScoreCorrected,
    SeatInitialled,
    StewardCalled,
    TableFact,
    TableLeftOut,
    TableReady,
    WinnersDrawn,
)
from engine.party.seating import NOBODY
from engine.party.standings import seats_of
from engine.party.state import Party, left_of
from engine.party.stewarding import may_state, steward_of
from engine.shared.player_names import MAX_NAME_LENGTH, clean_name, skeleton

_skeleton = lru_cache(maxsize=10_000)(skeleton)
_NOT_YOURS: Final = N_("Only the steward of this table may say that.")
_NO_TABLE: Final = N_("There is no such table in this round.")


def refusal_reason(party: Party, place: str, fact: Fact) -> str:
    """Return the reason, as a sentence, why a phone at a party may not state a fact now; "" if it may.

    `place` says whose phone it is: `table/7`, `steward/0` or `host`.
    """
    kind, _, number = place.partition("/")
    if isinstance(fact, TableFact):
        return _table_fault(party, int(number), fact) if kind == "table" else _NOT_YOURS
    if kind == "steward":
        return "" if may_state(party, int(number), fact) else _NOT_YOURS
    return _host_fault(party, fact) if kind == "host" else _NOT_YOURS


def _table_fault(party: Party, table: int, fact: TableFact) -> str:
    if not party.rounds or not 0 <= table < len(party.rounds[-1].room):
        return _NO_TABLE
    party_round = party.rounds[-1]
    if fact.round != len(party.rounds) or party_round.over:
        return N_("This round is over. The steward can correct its scores.")
    if table in party_round.left_out:
        return N_("This round goes on without this table.")
    if isinstance(fact, TableReady):
        if party_round.rung:
            return N_("The bell has begun this hand already.")
        moved = fact.seats not in ((), party_round.room[table])
        return N_("Others sit at this table now. Look once more.") if moved else ""
    if not party_round.rung:
        return N_("The bell has not begun this hand yet.")
    if isinstance(fact, RoundCounted):
        return _score_fault(party_round.room[table], fact)
    if isinstance(fact, SeatInitialled):
        return _initial_fault(party, table, fact)
    return _call_fault(party, table, fact)


def _score_fault(seats: tuple[str, ...], fact: RoundCounted) -> str:
    """Return the reason, as a sentence, why a table's report of scores is refused; "" if it is accepted.
    Scores of players who have not entered them yet may be missing."""
    points_by_seat = zip(seats, fact.points, strict=False)
    if len(fact.points) != len(seats) or any(
        who == NOBODY and each is not None for who, each in points_by_seat
    ):
        return N_("Enter one score for each player at the table.")
    if any(points is not None and not 0 <= points <= MAX_POINTS for points in fact.points):
        return N_("A hand counts from 0 to 999 points.")
    return ""


def _initial_fault(party: Party, table: int, fact: SeatInitialled) -> str:
    seats = party.rounds[-1].room[table]
    if not party.card(len(party.rounds), table).reported:
        return N_("The scores of this table are not entered yet.")
    if not 0 <= fact.seat < len(seats) or seats[fact.seat] == NOBODY:
        return N_("Nobody sits there.")
    if fact.by != left_of(seats, fact.seat):
        return N_("The player on the left initials a score.")
    return ""


def _call_fault(party: Party, table: int, fact: StewardCalled) -> str:
    seats = party.rounds[-1].room[table]
    for seat in (fact.by, fact.against):
        if not 0 <= seat < len(seats) or seats[seat] == NOBODY:
            return N_("Nobody sits there.")
    if fact.by == fact.against:
        return N_("Nobody challenges their own word.")
    if (table, fact.call) in party.calls:
        return N_("Somebody at this table called the steward at the same moment. Call again.")
    return ""


def _host_fault(party: Party, fact: HubFact) -> str:
    match fact:
        case PartySetUp():
            return _rules_fault(party, fact)
        case PlayerEntered(player=player, name=name):
            return _entry_fault(party, player, name)
        case PlayerLeft(player=player) | PlayerForgotten(player=player):
            return "" if player in party.names else N_("Nobody of that name takes part.")
        case TableLeftOut(table=table) | CallRuled(table=table) | WinnersDrawn(table=table):
            return "" if may_state(party, steward_of(party, table), fact) else _NO_TABLE
        case PrizeWon(table=table):
            known = may_state(party, steward_of(party, table), fact)
            return "" if known else N_("That is not the prize word of this table.")
        case RoundScoreCorrected(round=number, player=player):
            seats = seats_of(party.rounds[number - 1].room) if 1 <= number <= len(party.rounds) else {}
            return "" if player in seats else N_("This player had no seat in that round.")
        case _:
            return N_("The hub alone says when a round begins and ends.")


def _rules_fault(party: Party, fact: PartySetUp) -> str:
    """Return the reason, as a sentence, why the rules of the party cannot become those of `fact`; "" if they
    can.

    After the first round has begun, only the number of hands can change.
    """
    if not party.rounds or party.rules is None:
        return ""
    if replace(party.rules, hands=fact.hands) != fact:
        return N_("The party has begun. Its rules stay as agreed.")
    return N_("So many hands have begun already.") if fact.hands < len(party.rounds) else ""


def _entry_fault(party: Party, player: str, name: str) -> str:
    if party.names.get(player) == name:
        return ""  # comes back; several players whose names are forgotten look alike
    if not clean_name(name):
        return N_("A player needs a name.")
    if len(clean_name(name)) > MAX_NAME_LENGTH:
        return N_("This name is too long.")
    look = _skeleton(name)
    if any(_skeleton(known) == look and one != player for one, known in party.names.items()):
        return N_("Somebody of a name like this takes part already. Add something to tell them apart.")
    return ""

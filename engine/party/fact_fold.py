"""Fold facts into the state of a party. Repeated facts, or another order, give the same state."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, assert_never

from engine.party.facts import (
    HUB,
    CallRuled,
    Entry,
    HubFact,
    PartySetUp,
    PlayerEntered,
    PlayerForgotten,
    PlayerLeft,
    PrizeWon,
    RoundBegun,
    RoundCounted,
    RoundOver,
    RoundRung,
    RoundScoreCorrected,
    SeatInitialled,
    StewardCalled,
    TableFact,
    TableLeftOut,
    TableReady,
    WinnersDrawn,
    table_of,
)
from engine.party.prizes import spelt_by
from engine.party.state import Party, Round

FORGOTTEN: Final = "?"
"""The text that pages show in place of a player's deleted name."""


def party_of(entries: Iterable[Entry]) -> Party:
    """Return the party that results from the facts `entries`, which may come in any order and repeatedly."""
    party = Party()
    for entry in entries:
        party = with_entry(party, entry)
    return party


def with_entry(party: Party, entry: Entry) -> Party:
    """Return the party after one fact has arrived. A fact that arrived before changes nothing.

    A fact that arrives before earlier facts of its origin is kept until they have come.
    """
    last = party.last_taken.get(entry.origin, 0)
    if entry.number <= last:
        return party
    if entry.number > last + 1:
        return replace(party, early_entries={**party.early_entries, (entry.origin, entry.number): entry})
    now: Entry | None = entry
    while now is not None:
        party = _applied(_marked_taken(party, now), now.origin, now.fact)
        now = party.early_entries.get((now.origin, now.number + 1))
    return party


def _marked_taken(party: Party, entry: Entry) -> Party:
    early, place = party.early_entries, (entry.origin, entry.number)
    if place in early:
        early = {key: one for key, one in early.items() if key != place}
    return replace(party, last_taken={**party.last_taken, entry.origin: entry.number}, early_entries=early)


def _applied(party: Party, origin: str, fact: HubFact | TableFact) -> Party:
    """Return the party with the effect of one fact. A fact has no effect if its origin may not state it."""
    if isinstance(fact, TableReady | RoundCounted | SeatInitialled | StewardCalled):
        table = table_of(origin)
        return party if table is None else _at_table(party, table, fact)
    return _in_room(party, fact) if origin == HUB else party


def _at_table(party: Party, table: int, fact: TableFact) -> Party:
    card = party.card(fact.round, table)
    match fact:
        case TableReady(ready=ready, seats=seats):
            card = replace(card, ready=ready, seats=seats)
        case RoundCounted(points=points):
            card = replace(card, reported=points, initials=frozenset())
        case SeatInitialled(seat=seat, by=by):
            card = replace(card, initials=card.initials | {(seat, by)})
        case StewardCalled(call=call):
            known = party.call_numbers.get(table, ())
            call_numbers = (
                party.call_numbers if call in known else {**party.call_numbers, table: (*known, call)}
            )
            return replace(party, calls={**party.calls, (table, call): fact}, call_numbers=call_numbers)
        case _:
            assert_never(fact)
    of_round = {**party.cards.get(fact.round, {}), table: card}
    return replace(party, cards={**party.cards, fact.round: of_round})


def _in_room(party: Party, fact: HubFact) -> Party:
    match fact:
        case PartySetUp():
            return replace(party, rules=fact)
        case PlayerEntered(player=player, name=name):
            return replace(party, names={**party.names, player: name}, departed=party.departed - {player})
        case PlayerLeft(player=player):
            return replace(party, departed=party.departed | {player})
        case PlayerForgotten(player=player):
            known = player in party.names
            return replace(party, names={**party.names, player: FORGOTTEN}) if known else party
        case RoundBegun():
            return _with_round_begun(party, fact)
        case PrizeWon():
            return _with_prize(party, fact)
        case RoundScoreCorrected(round=number, player=player, points=points):
            return replace(party, corrected_scores={**party.corrected_scores, (number, player): points})
        case CallRuled(table=table, call=call, verdict=verdict):
            return replace(party, verdicts={**party.verdicts, (table, call): verdict})
        case _:
            return _round_changed(party, fact)


def _with_round_begun(party: Party, fact: RoundBegun) -> Party:
    """Return the party with the seats of a new round. If the last round's bell has not rung, `fact` may also
    seat that round anew."""
    begins = Round(fact.room, previous_winners=fact.previous_winners)
    if fact.round == len(party.rounds) + 1:
        return replace(party, rounds=(*party.rounds, begins))
    waits = fact.round == len(party.rounds) and not party.rounds[-1].rung and not party.rounds[-1].over
    return replace(party, rounds=(*party.rounds[:-1], begins)) if waits else party


def _with_prize(party: Party, fact: PrizeWon) -> Party:
    sits = spelt_by(party, fact)
    known = party.prizes.get(fact.word, ())
    if sits is None or sits in known or (known and len(party.rules.prizes if party.rules else ()) == 1):
        return party
    return replace(party, prizes={**party.prizes, fact.word: (*known, sits)})


def _round_changed(party: Party, fact: TableLeftOut | RoundRung | RoundOver | WinnersDrawn) -> Party:
    if not 1 <= fact.round <= len(party.rounds):
        return party
    party_round = party.rounds[fact.round - 1]
    match fact:
        case TableLeftOut(table=table):
            party_round = replace(party_round, left_out=party_round.left_out | {table})
        case RoundRung(at=at):
            party_round = replace(party_round, rung=True, rings_at=at)
        case RoundOver():
            party_round = replace(party_round, over=True)
        case WinnersDrawn(table=table, seats=seats):
            party_round = replace(party_round, tie_winners={**party_round.tie_winners, table: seats})
        case _:
            assert_never(fact)
    return replace(party, rounds=(*party.rounds[: fact.round - 1], party_round, *party.rounds[fact.round :]))

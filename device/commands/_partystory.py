"""Tell a party from its journal: a sentence for each event, and the standings."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from device.commands._partytext import join_names, round_text, ruling_text
from device.party.fact_log import FoldedLog, LogRow
from device.party.party_messages import values_of
from engine.party import (
    NOBODY,
    CallRuled,
    Fact,
    HubFact,
    Party,
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


class StoryRow(NamedTuple):
    """A row of a party's journal, with sentences for its facts and the party after it."""

    number: int
    """The number of the row, from 1."""
    at: float
    """The time at which the row was written, seconds since 1970."""
    row: LogRow
    """The row as it was read from the journal."""
    lines: tuple[str, ...]
    """The facts of the journal's row as sentences."""
    party: Party
    """The state of the party after this row of its journal."""


def party_story(rows: Iterable[tuple[float, LogRow]]) -> Iterator[StoryRow]:
    """Yield the rows of a party's journal with the party after each, in order."""
    minutes = FoldedLog()
    for number, (at, row) in enumerate(rows, 1):
        minutes.take([row])
        taken = row.taken
        lines = () if taken is None else tuple(_lines(minutes.party, taken.origin, taken.fact))
        yield StoryRow(number, at, row, lines, minutes.party)


def as_object(one: StoryRow, moment: str | None) -> dict[str, object]:
    """Return a row of a party's journal as values for a line of JSON."""
    fact = {} if one.row.taken is None else values_of(one.row.taken.fact)
    return {
        "event": one.number,
        "at": moment,
        "term": one.row.term,
        "place": one.row.at,
        "origin": None if one.row.taken is None else one.row.taken.origin,
        "type": fact.pop("type", None),
        "fact": fact,
        "text": " ".join(line.strip() for line in one.lines),
    }


def _lines(party: Party, origin: str, fact: Fact) -> list[str]:
    table = table_of(origin)
    if isinstance(fact, TableFact):
        return [f"Table {table + 1}: {_at_table(party, table, fact)}"] if table is not None else []
    return _in_room(party, fact)


def _in_room(party: Party, fact: HubFact) -> list[str]:
    names = party.names
    match fact:
        case PartySetUp():
            return [f"{fact.name} is set up: {fact.game}, {fact.hands} hands of {fact.minutes:g} minutes."]
        case PlayerEntered(player=player):
            return [f"{names[player]} takes part."]
        case PlayerLeft(player=player):
            return [f"{names.get(player, player)} leaves."]
        case PlayerForgotten():
            return ["A name is forgotten."]
        case RoundBegun(round=number, room=room):
            tables = [
                f"  Table {at:>3}: {', '.join(names.get(one, one) for one in seats if one != NOBODY)}"
                for at, seats in enumerate(room, 1)
            ]
            return [f"Round {number}: everybody takes their seats.", *tables]
        case TableLeftOut(round=number, table=table):
            return [f"Round {number} goes on without table {table + 1}."]
        case RoundRung(round=number):
            return [f"The bell rings for round {number}."]
        case RoundOver(round=number):
            return [f"Round {number} is over.", *round_text(party, number)[1:]]
        case RoundScoreCorrected(round=number, player=player, points=points):
            return [f"The steward says what round {number} counts for {names.get(player, player)}: {points}."]
        case CallRuled(table=table, call=call, verdict=verdict):
            known = (table, call) in party.calls
            return [ruling_text(party, table, call, verdict)] if known else [f"Table {table + 1}: {verdict}."]
        case PrizeWon(round=number, table=table, seat=seat, word=word):
            room = party.rounds[number - 1].room if 1 <= number <= len(party.rounds) else ()
            spells = names.get(room[table][seat], "?") if table < len(room) else "?"
            return [f"Table {table + 1}: {spells} spells the prize word {word}."]
        case WinnersDrawn(round=number, table=table, seats=seats):
            room = party.rounds[number - 1].room if number <= len(party.rounds) else ()
            who = [names[room[table][seat]] for seat in seats] if table < len(room) else []
            moves = "moves up" if len(who) == 1 else "move up"
            return [f"Table {table + 1}: the players who tie cut, and {join_names(who)} {moves}."]


def _at_table(party: Party, table: int, fact: TableFact) -> str:
    room = party.rounds[fact.round - 1].room if 1 <= fact.round <= len(party.rounds) else ()
    seats = room[table] if table < len(room) else ()
    names = {seat: party.names.get(player, "") for seat, player in enumerate(seats) if player != NOBODY}
    match fact:
        case TableReady(ready=ready):
            return "ready." if ready else "not ready after all."
        case RoundCounted(points=points):
            counted = [
                f"{names.get(seat, '?')} {each}" for seat, each in enumerate(points) if each is not None
            ]
            return f"{', '.join(counted)}."
        case SeatInitialled(seat=seat, by=by):
            return f"{names.get(by, '?')} initials {names.get(seat, '?')}'s score."
        case StewardCalled(word=word, by=by, against=against):
            return (
                f"{names.get(by, '?')} calls the steward about {word}, which {names.get(against, '?')} laid."
            )

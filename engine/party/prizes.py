"""The prize words of a party: which word pays at which table, and who has spelt it (Keyword prizes)."""

from engine.party.facts import PrizeWon
from engine.party.seating import NOBODY
from engine.party.state import Party


def prize_of(party: Party, table: int) -> str:
    """Return the prize word of a table; "" if no prize is agreed.

    If one word is agreed, it is the word of all tables. Several words go to the tables in turn.
    """
    words = party.rules.prizes if party.rules else ()
    return words[table % len(words)] if words else ""


def spelt_by(party: Party, fact: PrizeWon) -> str | None:
    """Return the identity of the player who spelt a prize word, as `fact` states.

    Return None if the round or the seat does not exist, if the seat is free, or if the word is not the
    table's prize word, as at a party without prize words.
    """
    prize = prize_of(party, fact.table)
    if not 1 <= fact.round <= len(party.rounds) or not prize or fact.word != prize:
        return None
    room = party.rounds[fact.round - 1].room
    if not 0 <= fact.table < len(room) or not 0 <= fact.seat < len(room[fact.table]):
        return None
    return room[fact.table][fact.seat] if room[fact.table][fact.seat] != NOBODY else None

"""How a party goes on: what the hub says next by itself, without a steward or anybody else."""

from engine.party.book import Party
from engine.party.facts import HubFact, RoundBegun, RoundOver, RoundRung, WinnersDrawn
from engine.party.seating import FEWEST
from engine.party.standings import cut_for, next_room, undecided, waiting_for


def due(party: Party, *, cut: bool) -> HubFact | None:
    """Return what the hub says next, None while it waits for somebody: it seats a round, rings once every
    table is ready (PTY-2), closes the round once every score is initialled (PTY-3), and seats the next one
    until the agreed hands are played (PTY-5). `cut`: it also draws for players who tie (PTY-4), who cut
    cards at their table otherwise.
    """
    if party.agreed is None or len(party.players) < FEWEST:
        return None
    number = len(party.rounds)
    if not number or party.rounds[-1].over:
        return RoundBegun(number + 1, next_room(party)) if number < party.agreed.hands else None
    if not party.rounds[-1].rung:
        return None if unready(party) else RoundRung(number)
    if waiting_for(party):
        return None
    tied = undecided(party)
    if not tied:
        return RoundOver(number)
    table = min(tied)
    return WinnersDrawn(number, table, cut_for(party, number, table)) if cut else None


def unready(party: Party) -> tuple[int, ...]:
    """Return the tables of the last round that are not ready for the bell; those left out are not asked."""
    if not party.rounds:
        return ()
    number, one = len(party.rounds), party.rounds[-1]
    tables = (table for table in range(len(one.room)) if table not in one.left_out)
    return tuple(table for table in tables if not party.card(number, table).ready)


def finished(party: Party) -> bool:
    """Tell whether the agreed hands are played."""
    played = sum(one.over for one in party.rounds)
    return party.agreed is not None and played >= party.agreed.hands

"""Advance a party: find the facts that its hub states next without any person's help."""

from collections.abc import Iterable
from dataclasses import replace

from engine.party.facts import HubFact, RoundBegun, RoundOver, RoundRung, WinnersDrawn
from engine.party.seating import MIN_TABLE_PLAYERS, table_sizes
from engine.party.standings import (
    all_scored,
    drawn_winners,
    last_winners,
    next_room,
    reseated,
    seats_of,
    tables_of,
    undecided,
)
from engine.party.state import Party


def due_facts(party: Party, *, cut: bool) -> tuple[HubFact, ...]:
    """Return the facts that the hub of a party states next; none while it waits for people.

    The hub seats a round, rings the bell when every table is ready (PTY-2), and closes the round when
    every score is initialled (PTY-3). Then it seats the next round, until the agreed number of hands is
    played (PTY-5). Before the bell it seats a round again if a player comes or leaves, or if a score is
    corrected. If `cut` is true, the hub also draws the winners where players tie (PTY-4). Otherwise these
    players cut cards at their table. If too few players for a table are left, the hub closes the hand that
    its bell has begun, and seats no other.
    """
    if party.rules is None:
        return ()
    number, enough = len(party.rounds), len(party.players) >= MIN_TABLE_PLAYERS
    if not number or party.rounds[-1].over:
        return (_seating(party),) if enough and number < party.rules.hands else ()
    if not party.rounds[-1].rung:
        if not enough:
            return ()
        if anew := _reseating(party, cut=cut):
            return anew
        return () if any(_is_unready(party, table) for table in tables_of(party)) else (RoundRung(number),)
    if not all_scored(party):
        return ()
    if tied := undecided(party):
        return _draw_facts(party, tied) if cut else ()
    return (RoundOver(number),)


def _draw_facts(party: Party, tied: Iterable[int]) -> tuple[WinnersDrawn, ...]:
    """Return a fact for each table in `tied`: the winners, drawn by lot among players with equal scores in
    the last round."""
    number = len(party.rounds)
    return tuple(WinnersDrawn(number, table, drawn_winners(party, number, table)) for table in sorted(tied))


def _seating(party: Party) -> RoundBegun:
    """Return the fact that seats the players for the next round of a party."""
    return RoundBegun(len(party.rounds) + 1, next_room(party), last_winners(party))


def _reseating(party: Party, *, cut: bool) -> tuple[HubFact, ...]:
    """Return the facts that seat the last round anew before its bell; none if the seats stay the same.

    The seats change if a corrected score of the previous round changes its winners, or if a player came or
    left. When a player came or left, as few players as possible move. `cut` means that the program may draw
    the winners of a tie.
    """
    number, last = len(party.rounds), party.rounds[-1]
    before = replace(party, rounds=party.rounds[:-1])
    if any(one == number - 1 for one, _ in party.corrected_scores):
        if tied := undecided(before):
            return _draw_facts(before, tied) if cut else ()
        if last.previous_winners != last_winners(before):
            return (_seating(before),)
    seated_players, players = seats_of(last.room).keys(), set(party.players)
    if seated_players <= players and len(players - seated_players) == table_sizes(len(players)).sitting_out:
        return ()
    return (RoundBegun(number, reseated(before, last.room), last.previous_winners),)


def unready_tables(party: Party, among: range | None = None) -> tuple[int, ...]:
    """Return the tables whose players have not yet agreed that the last round may begin, without tables that
    the steward left out of the round.

    `among` limits the tables; None means all.
    """
    tables = tables_of(party) if among is None else among
    return tuple(table for table in tables if _is_unready(party, table))


def _is_unready(party: Party, table: int) -> bool:
    return table not in party.rounds[-1].left_out and not party.ready(table)


def is_finished(party: Party) -> bool:
    """Return True if a party has played the number of hands on which its players agreed."""
    played = sum(one.over for one in party.rounds)
    return party.rules is not None and played >= party.rules.hands

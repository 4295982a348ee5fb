"""Settle ties at a table: the seats that cut, and the winners by the letters that they have cut (PTY-4)."""

from collections.abc import Mapping

from engine.party import Party, contenders, drawn_winners, lowest_wins, scores, winners, winners_per_table
from engine.rules.party import highest_cut
from web.languages import translate as _
from web.party.party_service import FactRefusedError


def seats_to_cut(party: Party, table: int) -> tuple[int, ...]:
    """Return the seats of a table of the last round that must cut, because they tie for the last winning
    place. Return none without a tie, and when the tie is settled."""
    number = len(party.rounds)
    tied = contenders(party, number, table) if number and table < len(party.rounds[-1].room) else ()
    if not tied or winners(party, number, table):
        return ()
    points = _points(party, table, tied)
    last = (max if lowest_wins(party) else min)(points.values())
    return tuple(seat for seat in tied if points[seat] == last)


def winners_by_app(party: Party, table: int) -> tuple[int, ...]:
    """Return the winners of a tie, drawn at random by the app. Raise FactRefusedError if nobody ties."""
    _require_tie(party, table)
    return drawn_winners(party, len(party.rounds), table)


def winners_by_cut(party: Party, table: int, letters: Mapping[int, str]) -> tuple[int, ...]:
    """Return the seats of a table's winners, after players with equal points have each cut a card. `letters`
    are the letters of these cards, by seat. A is the highest (ALL-3).

    Raise FactRefusedError if nobody ties, if a letter is missing, or if the letters tie again.
    """
    _require_tie(party, table)
    cut = seats_to_cut(party, table)
    won = [seat for seat in contenders(party, len(party.rounds), table) if seat not in cut]
    cards = [letters.get(seat, "") for seat in cut]
    if not all(len(card) == 1 and "A" <= card <= "Z" for card in cards):
        raise FactRefusedError(_("Write one letter from A to Z for each player who ties."))
    while len(won) < winners_per_table(party):
        best = highest_cut(cards)
        if len(best) > winners_per_table(party) - len(won):
            raise FactRefusedError(_("Those cards tie again. Cut once more."))
        won += [cut[at] for at in best]
        cards = ["" if at in best else card for at, card in enumerate(cards)]
    return tuple(sorted(won))


def _points(party: Party, table: int, seats: tuple[int, ...]) -> dict[int, int]:
    row, found = party.rounds[-1].room[table], scores(party, len(party.rounds), table)
    return {seat: found[row[seat]] or 0 for seat in seats}


def _require_tie(party: Party, table: int) -> None:
    if not seats_to_cut(party, table):
        raise FactRefusedError(_("Nobody ties at that table any more."))

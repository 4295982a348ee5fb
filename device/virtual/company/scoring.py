"""Find what the people report between hands: cards left, initials, a cut, and the deal."""

from string import ascii_uppercase

from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from engine.events import AnyEvent, CardsCut, HandDealt, HandScored, ScoreInitialled
from engine.match import Match


def due_event(company: Company, match: Match) -> AnyEvent | None:
    """Return the next event to report before the next deal; None if all events are reported.

    The events are the cards left, the neighbour's initials on every score (PTY-3), a cut of tied players
    (PTY-4), and the deal.
    """
    if match.hand.over:
        return HandScored(left=company.hands)
    for player, mark in enumerate(match.scores.marks):
        if mark is not None:
            return ScoreInitialled(player, by=match.next_seat(player))
    if match.cutting:
        return CardsCut(cut_letters(company, match.cutting))
    return HandDealt(exposed=company.discards[-1:]) if company.round > match.hand.number else None


def cut_letters(company: Company, cutting: tuple[int, ...]) -> tuple[str, ...]:
    """Return the letter that each player in `cutting` draws; empty for other players. No two letters are
    equal."""
    letters = company_state.dice(company, "cut").sample(ascii_uppercase, len(company.names))
    return tuple(letter if seat in cutting else "" for seat, letter in enumerate(letters))

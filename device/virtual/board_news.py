"""What the people at a virtual board say because no camera can see it: which Keyword card lies open, that the
box of letters is empty and who could not fill up a rack, and that nobody can lay any more (KW-5, KW-7)."""

from collections.abc import Sequence
from typing import Final

from device.virtual.company import Company, dice
from engine.events import AnyEvent, HandCorrected, HandScored, KeywordTurned, PackExhausted
from engine.match import Match

KEYWORDS: Final = (
    *("AREA", "EAST", "IDEA", "LINE", "LION", "NOTE", "RAIN", "RATE"),
    *("ROAD", "SEAT", "STAR", "TONE", "BREAD", "HOUSE", "RIVER", "STONE"),
)
"""The Keyword cards of the virtual table. What stands on the real ones is not known; these are spelt now and
then."""


def news(company: Company, match: Match) -> Sequence[AnyEvent]:
    """What is to be said before the next play."""
    if not company.stock and match.table.stock:
        return (PackExhausted(stock=0), *_short(company, match))
    if company.passes >= len(company.names):
        return (HandScored(left=company.hands),)
    return () if match.keyword else (KeywordTurned(turned_up(company)),)


def turned_up(company: Company) -> str:
    """The next Keyword card, whichever it is."""
    return dice(company, "keyword").choice(KEYWORDS)


def _short(company: Company, match: Match) -> Sequence[AnyEvent]:
    """The racks that could not be filled up: the books know of none."""
    known = [holding.count for holding in match.table.hands]
    return [
        HandCorrected(seat, str(len(hand)))
        for seat, hand in enumerate(company.hands)
        if len(hand) != known[seat]
    ]

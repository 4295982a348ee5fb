"""Divide a long match into pages of turns, grouped by hands of play."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from web.match_history import FoldedMatch, PlayedHand, PlayedTurn

TURNS_PER_PAGE: Final = 50
"""Number of turns on a page: two or three hands of play, about twenty kilobytes."""


@dataclass(frozen=True, slots=True)
class Page:
    """The turns of one page, grouped by hands of play."""

    hands: tuple[PlayedHand, ...]
    previous_page_end: int | None = None
    """The number of the event that ends the page before this one; None if this is the first page. Links use
    it as the page's address."""
    next_page_end: int | None = None
    """The number of the event that ends the page after this one; None if this is the last page. Links use it
    as the page's address."""
    next_is_last: bool = False
    """True if no page follows the next one. The link to the next page then needs no event number."""


def page(history: FoldedMatch, until: int | None = None) -> Page:
    """Return the page that ends with event number `until`, or with the last turn before it. If `until` is
    None, return the last page."""
    turns = history.turns
    end = len(turns) if until is None else max(1, bisect_right([turn.event_number for turn in turns], until))
    end = min(end, len(turns))
    start, later = max(0, end - TURNS_PER_PAGE), min(end + TURNS_PER_PAGE, len(turns))
    return Page(
        tuple(_between(history.hands, start, end)),
        turns[start - 1].event_number if start else None,
        turns[later - 1].event_number if later > end else None,
        later == len(turns),
    )


def page_end_around(turns: tuple[PlayedTurn, ...], index: int) -> int | None:
    """Return the number of the event that ends a page of turns, chosen so that the turn at index `index` is
    in the middle of the page. Return None if the last page shows that turn."""
    end = index + TURNS_PER_PAGE // 2
    return turns[end].event_number if index < len(turns) - TURNS_PER_PAGE and end < len(turns) else None


def _between(hands: tuple[PlayedHand, ...], start: int, end: int) -> Iterator[PlayedHand]:
    """Yield the hands of a page, which has the turns with an index from `start` to `end` - 1 of the match.
    Each hand has only its turns on this page. A hand without turns is on the page of the turn before it."""
    first = 0
    for hand in hands:
        after = first + len(hand.turns)
        bare = not hand.turns and (start < first <= end or first == start == 0)
        if bare or max(first, start) < min(after, end):
            yield replace(hand, turns=hand.turns[max(start - first, 0) : max(end - first, 0)])
        first = after

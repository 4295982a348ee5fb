"""A long match on pages: so many turns each, under the hands of play they belong to."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from web.match_history import FoldedMatch, PlayedHand, PlayedTurn

TURNS_PER_PAGE: Final = 50
"""Number of turns on a page: two hands of play or three, in some twenty kilobytes."""


@dataclass(frozen=True, slots=True)
class Page:
    """Hold some turns of a match, by hand. `earlier` and `later` are the last turns of the neighbouring
    pages, None where there is none. `newest`: the later page is the last.
    """

    hands: tuple[PlayedHand, ...]
    earlier: int | None = None
    later: int | None = None
    newest: bool = False


def page(told: FoldedMatch, until: int | None = None) -> Page:
    """Return the page that ends with the turn finished as event `until`, or the last one before; None: the
    last page of all.
    """
    turns = told.turns
    end = len(turns) if until is None else max(1, bisect_right([turn.number for turn in turns], until))
    end = min(end, len(turns))
    start, later = max(0, end - TURNS_PER_PAGE), min(end + TURNS_PER_PAGE, len(turns))
    return Page(
        tuple(_between(told.hands, start, end)),
        turns[start - 1].number if start else None,
        turns[later - 1].number if later > end else None,
        later == len(turns),
    )


def listed(turns: tuple[PlayedTurn, ...], place: int) -> int | None:
    """Return the last turn of the page that shows turn `place`; None if that is the last page."""
    end = place + TURNS_PER_PAGE // 2
    return turns[end].number if place < len(turns) - TURNS_PER_PAGE and end < len(turns) else None


def _between(hands: tuple[PlayedHand, ...], start: int, end: int) -> Iterator[PlayedHand]:
    """Return the hands with their turns from `start` to before `end` of the match; a hand without turns is
    told after the turn it follows.
    """
    first = 0
    for hand in hands:
        after = first + len(hand.turns)
        bare = not hand.turns and (start < first <= end or first == start == 0)
        if bare or max(first, start) < min(after, end):
            yield replace(hand, turns=hand.turns[max(start - first, 0) : max(end - first, 0)])
        first = after

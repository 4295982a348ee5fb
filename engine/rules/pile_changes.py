"""Find the changes of each pile between two tables of a patience, before any rule is applied."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.moves import same_card
from engine.notation.error import NotationError
from engine.position import FACE_DOWN, Piles

ChangeKind = Literal["taken", "covered", "added", "strange"]


@dataclass(frozen=True, slots=True)
class PileChange:
    """A change of pile `index` (from 0).

    The `kind` is "taken" for cards taken off the top, "covered" for cards taken from beneath cards that
    stayed, "added" for cards added to the end, and "strange" for any other change.
    """

    index: int
    kind: ChangeKind
    cards: str
    """The cards that the pile lost or gained, the top card last. For a "strange" change, all cards that
    lie there now."""


def pile_changes(before: Piles, after: Piles) -> tuple[PileChange, ...]:
    """Return the change of every pile that has changed. Raise NotationError if the numbers of piles
    differ."""
    if len(before.piles) != len(after.piles):
        raise NotationError(f"before has {len(before.piles)} piles, after {len(after.piles)}")
    return tuple(_changes(before, after))


def _changes(before: Piles, after: Piles) -> Iterator[PileChange]:
    for index, (was, now) in enumerate(zip(before.piles, after.piles, strict=True)):
        if not _same_cards(was, now):
            yield PileChange(index, *_change(was, now))


def _change(was: str, now: str) -> tuple[ChangeKind, str]:
    if len(now) > len(was) and _same_cards(was, now[: len(was)]):
        return "added", now[len(was) :]
    if len(now) < len(was) and _same_cards(was[: len(now)], now):
        return "taken", was[len(now) :]
    left_out = _left_out(was, now)
    return ("covered", left_out) if left_out else ("strange", now)


def _same_cards(was: str, now: str) -> bool:
    """Return True if `was` and `now` may be the same cards. A face-down card may have been turned up, and a
    Master named."""
    if len(was) != len(now):
        return False
    return all(same_card(b, a) or b == FACE_DOWN for b, a in zip(was, now, strict=True))


def _left_out(was: str, now: str) -> str:
    """Return the cards of `was` that are missing in `now`. Return an empty text if the cards of `now` are
    not all in `was` in the same order."""
    rest, cards = list(now), []
    for card in was:
        if rest and rest[0] == card:
            rest.pop(0)
        else:
            cards.append(card)
    return "" if rest else "".join(cards)

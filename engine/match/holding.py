"""Hands as a referee knows them: how many cards, and which of them were seen going in."""

from collections import Counter
from dataclasses import dataclass

from engine.notation import Hand
from engine.position import FACE_DOWN


@dataclass(frozen=True, slots=True)
class Holding:
    """`count` cards, of which `known` (faces, sorted) are known; all are when it is as long."""

    count: int
    known: str = ""

    @property
    def hand(self) -> Hand:
        """The cards when all are known, else their count."""
        return self.known if len(self.known) == self.count else self.count

    def short_by(self, cards: str) -> int:
        """How many more cards there must have been for `cards` to have been played from them: some were drawn
        unseen, or counted wrong. 0 when they add up."""
        seen = Counter(cards) & Counter(self.known)
        return max(0, len(cards) - seen.total() - (self.count - len(self.known)))

    def holding(self, count: int) -> "Holding":
        """The same with `count` cards, as many as it must have been."""
        return Holding(max(count, len(self.known)), self.known)

    def without(self, cards: str) -> "Holding":
        """After `cards` were played; a card that was not known to be there was one of the others."""
        unseen = FACE_DOWN in cards  # it may have been any of those known
        left = Counter[str]() if unseen else Counter(self.known) - Counter(cards)
        return _holding(max(self.count - len(cards), 0), left)

    def plus(self, cards: str = "", unseen: int = 0) -> "Holding":
        """After `cards` were seen going in and `unseen` others drawn."""
        return _holding(self.count + len(cards) + unseen, Counter(self.known) + Counter(cards))


def held(hand: Hand) -> Holding:
    """The holding of a hand in notation."""
    return Holding(hand) if isinstance(hand, int) else Holding(len(hand), "".join(sorted(hand)))


def _holding(count: int, known: Counter[str]) -> Holding:
    return Holding(count, "".join(sorted(known.elements()))[:count])

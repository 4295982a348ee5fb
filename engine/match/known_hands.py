"""Players' hands as far as the table knows them: the number of cards, and the cards seen."""

from collections import Counter
from dataclasses import dataclass

from engine.notation import Hand
from engine.position import FACE_DOWN


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's hand as far as the table knows it: the number of its cards, and the cards that were seen."""

    count: int
    """The number of all cards in the hand."""
    known_cards: str = ""
    """The faces of those cards of the hand that the table has seen, sorted. All cards are known if there
    are `count` of them."""

    @property
    def hand(self) -> Hand:
        """The cards of the hand if the table knows all of them, otherwise their number."""
        return self.known_cards if len(self.known_cards) == self.count else self.count

    def short_by(self, cards: str) -> int:
        """Return how many more cards the hand must have had before `cards` were played from it; 0 if it had
        enough. Another number means that cards were drawn unseen, or counted wrong."""
        seen = Counter(cards) & Counter(self.known_cards)
        return max(0, len(cards) - seen.total() - (self.count - len(self.known_cards)))

    def with_count(self, count: int) -> "Holding":
        """Return the hand with the same known cards and `count` cards in all, or with only its known cards if
        these are more."""
        return Holding(max(count, len(self.known_cards)), self.known_cards)

    def without(self, cards: str) -> "Holding":
        """Return the hand after `cards` were played from it. A played card that was not known was one of the
        unknown cards."""
        unseen = FACE_DOWN in cards  # it may have been any of the known cards
        left = Counter[str]() if unseen else Counter(self.known_cards) - Counter(cards)
        return _holding(max(self.count - len(cards), 0), left)

    def plus(self, cards: str = "", unseen: int = 0) -> "Holding":
        """Return the hand with more cards: `cards`, which the table saw, and `unseen` further cards, such as
        cards drawn from the stock."""
        return _holding(self.count + len(cards) + unseen, Counter(self.known_cards) + Counter(cards))


def holding_of(hand: Hand) -> Holding:
    """Return what the table knows of a hand, from its cards or only their number."""
    return Holding(hand) if isinstance(hand, int) else Holding(len(hand), "".join(sorted(hand)))


def _holding(count: int, known: Counter[str]) -> Holding:
    return Holding(count, "".join(sorted(known.elements()))[:count])

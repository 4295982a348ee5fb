"""Packs: the letter cards of each pack, their numbers, and the red figure printed on each card.

The numbers are those of the booklets. A figure is the number of points that a card costs when it is left in
a hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MASTER: Final = "?"
"""Symbol of a Master in a hand, on the exposed pile, and in a word while its letter is not named."""


Pieces = Literal["cards", "tiles"]
"""The kind of pieces of a pack: cards, or square blocks. Blank blocks are the Masters."""


def _frozen(counts: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType(dict(counts))


_UNKNOWN_LIMIT: Final = 999
"""The limit for a letter if nobody knows how many cards of it the pack has. No table has so many cards,
so none is doubted."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of one edition's printed pack: how many of each letter, and the figures on them."""

    name: str
    counts: Mapping[str, int]
    """The number of cards by face, A-Z and `MASTER`."""
    figures: Mapping[str, int]
    """The number printed on each card, by face. It is what the card costs if it is left in a hand."""
    certain: bool = True
    """True if the number of each letter in the pack is known. If it is uncertain, it is used only to deal
    cards, and no reading is doubted because there are too many cards of a letter."""
    pieces: Pieces = "cards"
    more_of: str = ""
    """Letters, or the Master, of which the players have added cards to the pack. No reading is doubted
    because there are too many such cards."""

    @property
    def size(self) -> int:
        """The number of all cards in one pack."""
        return sum(self.counts.values())

    def points(self, hand: str) -> int:
        """Return the points of the cards `hand`, such as `"Q?"`: the sum of the figures printed on them
        (LEX-O)."""
        return sum(self.figures[card] for card in hand)

    def limits(self, packs: int = 1) -> Mapping[str, int]:
        """Return the greatest number of cards of each face that `packs` packs hold together (ALL-7). A
        face whose count is not known gets a number greater than any table holds."""
        return {
            card: n * packs if self.certain and card not in self.more_of else _UNKNOWN_LIMIT
            for card, n in self.counts.items()
        }

    def with_more_of(self, letters: str) -> "Pack":
        """Return the same pack for players who have added cards of `letters`."""
        return replace(self, more_of="".join(sorted({*self.more_of, *letters})))

    def cards(self, packs: int = 1) -> str:
        """Return every card of `packs` packs together, in alphabetical order with the Masters last
        (ALL-7)."""
        return "".join(card * (n * packs) for card, n in self.counts.items())


_UK: Final = _frozen(
    dict.fromkeys("AEI", 10)
    | dict.fromkeys("CHKLMNOPRSTUW", 8)
    | dict.fromkeys("DJV", 6)
    | dict.fromkeys("GQY", 4)
    | dict.fromkeys("BFXZ", 2)
    | {MASTER: 15}
)


def _counts(text: str) -> Mapping[str, int]:
    """Return the number of cards of each letter that a text such as `"A4 B1 ?2"` states."""
    return _frozen({item[0]: int(item[1:]) for item in text.split()})


WADDINGTONS: Final = Pack(
    "waddingtons",
    _counts("A4 B1 C1 D1 E4 F1 G1 H3 I4 J1 K1 L3 M1 N1 O3 P1 Q1 R3 S3 T3 U3 V1 W3 X1 Y1 Z1 ?1"),
    _UK,
)
PARKER: Final = Pack(
    "parker",
    _counts("A4 B1 C2 D1 E5 F1 G2 H2 I3 J1 K1 L3 M2 N2 O3 P1 Q1 R3 S3 T3 U2 V1 W2 X1 Y1 Z1 ?2"),
    _UK,
)

MY_WORD_PACK: Final = Pack(
    "my-word",
    _counts(
        "A5 B2 C2 D3 E6 F2 G2 H2 I5 J2 K2 L2 M2 N2 O5 P2 Q1 R2 S3 T2 U5 V2 W2 X1 Y2 Z1 ?2",
    ),
    _UK,
)
"""American Toy Works' letter cards and jokers. The picture and number cards are left out."""

KEYWORD_PACK: Final = Pack(
    "keyword",
    _counts(
        "A10 B3 C3 D5 E14 F3 G4 H4 I10 J1 K2 L5 M4 N7 O9 P3 Q1 R7 S5 T7 U5 V2 W3 X1 Y3 Z1 ?2",
    ),
    _frozen(dict.fromkeys(LETTERS + MASTER, 5)),
    certain=False,
    pieces="tiles",
)
"""The letter blocks of Keyword. The booklet states two blanks, and five points for each block.

How many blocks each letter has is unknown. The numbers here are estimated from how often words need
each letter.
"""

PACKS: Final[Mapping[str, Pack]] = MappingProxyType(
    {p.name: p for p in (WADDINGTONS, PARKER, MY_WORD_PACK, KEYWORD_PACK)}
)
"""Packs by name."""

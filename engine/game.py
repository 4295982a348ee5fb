"""What a game is: a frozen value that reads like its booklet. The games themselves are in `engine.games`."""

from dataclasses import dataclass
from typing import Literal

from engine.cards import Pack
from engine.ruling import Mode

Layout = Literal["rows", "grid", "piles", "tableau", "circle", "columns"]
"""How the cards lie: words apart, one crossword, and the patiences' fanned piles, tableau of piles that cover
their cards, circle of words with one in the centre, and columns."""
Ending = Literal["last one in", "first to reach", "patience"]
Masters = Literal["in", "aside", "out"]
Credit = Literal["challenger", "offender"]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Which listed words a table leaves out, and which refused ones it lets in (ALL-1, XW-4, XW-5).

    `plurals`: plurals made by S or ES count. `proper`, `abbreviations`: strings refused only for being one
    count all the same. `slang`: words that are slang in every sense count.
    """

    plurals: bool = True
    proper: bool = False
    abbreviations: bool = False
    slang: bool = True


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its edition and options settled.

    `first` and `later` are the fewest and most cards of a crossword's first and later plays, None for no
    most (XW-1, XW-2); a patience's words are as long as `later` says (S1-1). `places` are the piles, words or
    columns of a patience. `masters` are shuffled in, lie aside or stay out. `out_at` is the total that puts a
    player out (`ends` = "last one in", LEX-E) or ends the game ("first to reach", XW-9); with `exceeds` the
    total must be passed, not reached.
    """

    name: str
    title: str
    layout: Layout
    pack: Pack
    ends: Ending
    edition: str = ""
    seats: tuple[int, int] = (2, 10)
    deal: int = 10
    two_packs_from: int = 5
    vocabulary: Vocabulary = Vocabulary()
    first: tuple[int, int | None] = (2, None)
    later: tuple[int, int | None] = (1, None)
    places: int = 0
    masters: Masters = "in"
    out_at: int = 100
    exceeds: bool = False
    challenge_credit: Credit = "challenger"
    challenge_points: int = 10
    mode: Mode = "strict"
    word_list: str = "default"

    def packs(self, players: int) -> int:
        """How many packs `players` shuffle together (ALL-7)."""
        return 2 if players >= self.two_packs_from else 1

    def reached(self, total: int) -> bool:
        """Whether a total is at the limit (LEX-E, XW-9)."""
        return total > self.out_at if self.exceeds else total >= self.out_at

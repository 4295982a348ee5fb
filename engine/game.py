"""A game: a frozen value that reads like its booklet. The games themselves are in `engine.games`."""

from dataclasses import dataclass, replace
from typing import Literal

from engine.board import Board, Colour
from engine.cards import Pack
from engine.ruling import Mode

Layout = Literal["rows", "grid", "piles", "tableau", "circle", "columns", "track"]
"""The layouts of cards: words apart, one crossword, and the patiences' fanned piles, tableau of piles that
cover their cards, circle of words with one in the centre, and columns; a race's words before each player
(MW).
"""
Ending = Literal["last one in", "first to reach", "one hand", "arranged", "race", "patience"]
"""The ends of a game. `arranged`: after `Game.hands` hands of play (PTY-5), or a race after so many races."""
Span = Literal["turn", "hand", "match"]
"""The part of a game that `seconds` limits."""
Masters = Literal["in", "aside", "out"]
Credit = Literal["challenger", "offender"]
Discards = Literal["on top", "beneath", "none"]
"""Place of a discard: onto the exposed card (LEX-B), under it (LG-2), or the game has none (KW-2)."""
Start = Literal["centre", "corner"]
"""Place where a board's first word begins: on the dark squares in its middle (KW-1), or on its top left
square, to go from there to the bottom right one (KP-1).
"""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Say which listed words a table excludes, and which refused ones it admits (ALL-1, XW-4, XW-5).

    `plurals`: plurals made by S or ES count. `proper`, `abbreviations`: strings refused only as such count
    all the same. `names`: listed words that are otherwise only known as proper nouns count (LEX-W). `slang`:
    words that are slang in every sense count. If plurals do not count, `third_person` says whether verbs made
    by S or ES do (XW-4; not KW-3), and `joints` whether an S or ES that belongs to a crossing word makes a
    plural legal (XW-4, LG-3), or only one that lay there before (KW-3).
    """

    plurals: bool = True
    third_person: bool = True
    joints: bool = True
    proper: bool = False
    names: bool = True
    abbreviations: bool = False
    slang: bool = True


@dataclass(frozen=True, slots=True)
class Cited:
    """The clauses that a crossword's booklet has for each fault: how many cards the `first` and a `later`
    play take, their `place` and that they lie in one `line`, the `words` they make, plurals, proper nouns and
    the further `kinds` of words that it names as refused (empty: none), a renamed `master`, cards `lying`
    there that are moved, `passing`, and a card `drawn` without a discard."""

    first: str = "XW-1"
    later: str = "XW-2"
    place: str = "XW-2"
    line: str = "XW-2"
    words: str = "XW-3"
    plural: str = "XW-4"
    proper: str = "XW-5"
    kinds: str = ""
    master: str = "XW-7"
    lying: str = "XW-8"
    passing: str = "XW-1"
    drawn: str = "LEX-B2"


@dataclass(frozen=True, slots=True)
class BoardScoring:
    """The points of Keyword (KW-5, KW-7): a `letter` on any square, on a square of the player's `own` colour,
    on a `key` square and on a key square of the own colour; the open `keyword` spelt; all letters gone
    (`out`); and the value of each letter still `held` to the player who emptied the rack, or its cost to its
    holder if nobody did.
    """

    letter: int = 5
    own: int = 10
    key: int = 25
    own_key: int = 50
    keyword: int = 50
    out: int = 50
    held: int = 5


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its edition and options settled.

    `first` and `later` are the fewest and most cards of a crossword's first and later plays, None for no most
    (XW-1, XW-2); a patience's words are as long as `later` says (S1-1). `places` are the piles, words or
    columns of a patience. `swaps`: the exposed card may be taken before the discard that goes in its place
    (LEX-B2). `masters` are shuffled in, lie aside or stay out. `out_at` is the total that puts a
    player out (`ends` = "last one in", LEX-E) or ends the game ("first to reach", XW-9); with `exceeds` the
    total must be passed, not reached. `deals` and `fewer` are pairs of players and cards: from so many
    players on each is dealt so many, and a later play takes at most so many (LG, LG-1). On a `board` letters
    score as they are laid, as `tally` says, and the highest total wins: seat i has `colours[i]`, and the
    seats of a side in `sides` play for one total. `start` is where its first word begins.
    A race's `track` are the cards each circle asks for, `prizes` what the first home are paid (MW-7),
    `others` the picture and number cards in its pack (MW-6).
    `seconds` is how long each of what is `timed` may take, 0 for as long as one likes: a turn (MW-4), a hand
    (PTY-2) or the whole match (Keyword Party). `hands` of play are arranged for a party, or races. A `fine`
    is what the steward of a party charges for a word that is wrong otherwise than by spelling (PTY-6);
    `initialled`: a score counts when the neighbour on the left has checked it (PTY-3). `again`: whoever laid
    what is not allowed lays something else instead of losing the turn (Keyword Party). `draws`: every game
    begins with a draw for the first play, whoever began the last one.
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
    cites: Cited = Cited()
    discards: Discards = "on top"
    swaps: bool = False
    deals: tuple[tuple[int, int], ...] = ()
    fewer: tuple[tuple[int, int], ...] = ()
    board: Board | None = None
    tally: BoardScoring | None = None
    colours: tuple[Colour, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    track: tuple[int, ...] = ()
    prizes: tuple[int, ...] = ()
    others: int = 0
    seconds: int = 0
    timed: Span = "turn"
    hands: int = 0
    fine: int = 0
    initialled: bool = False
    again: bool = False
    draws: bool = False
    start: Start = "centre"

    @property
    def highest_wins(self) -> bool:
        """Tell whether the highest total wins: points are won, not left in the hand."""
        return self.tally is not None or self.ends == "race"

    def seated(self, players: int) -> "Game":
        """Return the game for this number of players: the cards dealt to each, and the cards that a play may
        take (LG-1).
        """
        dealt = [cards for least, cards in self.deals if players >= least]
        most = [cards for least, cards in self.fewer if players >= least]
        later = (self.later[0], most[-1]) if most else self.later
        return replace(self, deal=dealt[-1] if dealt else self.deal, later=later)

    def side(self, seat: int) -> tuple[int, ...]:
        """Return the seats that share the total of `seat`, itself among them."""
        return next((side for side in self.sides if seat in side), (seat,))

    def packs(self, players: int) -> int:
        """Return how many packs `players` shuffle together (ALL-7)."""
        return 2 if players >= self.two_packs_from else 1

    def reached(self, total: int) -> bool:
        """Tell whether a total has reached the limit (LEX-E, XW-9)."""
        return total > self.out_at if self.exceeds else total >= self.out_at

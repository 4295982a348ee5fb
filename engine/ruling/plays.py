"""Rulings: what the rules say of a turn, as facts. `wording` says them to people.

A `Breach` is a player's fault, a `Doubt` the camera's. A turn is `Illegal` only when every explanation of it
breaks a rule; one that several explanations fit, some of them legal, is `Unclear`, and nobody is accused.
"""

from dataclasses import dataclass
from typing import Literal

from engine.cards import MASTER
from engine.i18n import Sentence
from engine.moves import Move
from engine.position import Position
from engine.ruling.piles import MakesNoWord, NoBeginning, PileBreach
from engine.ruling.race import RaceBreach
from engine.words import Refusal

Clause = str
"""The identifier of a rule, e.g. `"LEX-C1"`."""


@dataclass(frozen=True, slots=True)
class NotListed:
    """A word that the dictionary in use does not have. `word` is as it lies. `backwards` is the listed word
    of which it is the reverse, in a game where all words read one way (ALL-6); else empty.
    """

    word: str
    refusal: Refusal
    clause: Clause = "ALL-1"
    backwards: str = ""


@dataclass(frozen=True, slots=True)
class ProperNoun:
    """A proper noun, in a game whose rules forbid proper nouns expressly."""

    word: str
    clause: Clause = "XW-5"


@dataclass(frozen=True, slots=True)
class PluralOnly:
    """A noun's plural made by S or ES where that does not count."""

    word: str
    clause: Clause = "XW-4"


@dataclass(frozen=True, slots=True)
class ThirdPerson:
    """A verb's third person singular made by S or ES, whatever else it is, where that does not count."""

    word: str
    clause: Clause = "KW-3"


@dataclass(frozen=True, slots=True)
class TooFewLetters:
    """Fewer cards than the action needs."""

    cards: str
    least: int
    clause: Clause = "LEX-A"


@dataclass(frozen=True, slots=True)
class TooManyLetters:
    """More cards than one turn may lay."""

    cards: str
    most: int
    clause: Clause = "XW-2"


@dataclass(frozen=True, slots=True)
class LettersReordered:
    """Report that the word's own letters changed their order."""

    before: str
    after: str
    clause: Clause = "LEX-C1"


@dataclass(frozen=True, slots=True)
class WordReversed:
    """The word's own letters stand in reverse."""

    before: str
    after: str
    clause: Clause = "LEX-C2"


@dataclass(frozen=True, slots=True)
class LettersRemoved:
    """`letters` were taken out of a word that only an insertion could have changed so."""

    before: str
    after: str
    letters: str
    clause: Clause = "LEX-C"


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A word left incomplete by hand, not by spelling: letters taken and not given back, or a gap."""

    word: str
    why: Literal["letters lost", "gap"]
    clause: Clause = "ALL-5"


@dataclass(frozen=True, slots=True)
class TwoWordsTouched:
    """More than one word changed; `words` as they lay before."""

    words: tuple[str, ...]
    clause: Clause = "LEX-C3"


@dataclass(frozen=True, slots=True)
class TwoNewWords:
    """More than one word laid."""

    words: tuple[str, ...]
    clause: Clause = "LEX-A"


Action = Literal["lay", "insert", "exchange", "discard"]


@dataclass(frozen=True, slots=True)
class TwoActions:
    """More than one action in a turn; an action done twice stands twice."""

    actions: tuple[Action, ...]
    clause: Clause = "LEX-1"


@dataclass(frozen=True, slots=True)
class NotInHand:
    """Cards played that the hand did not hold; faces, sorted. Only `judge`, which is told the hand, gives
    this ruling: at a table nobody has seen a hand.
    """

    cards: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class DrewFirst:
    """The card discarded was not in the hand: it was drawn before the discard. `card` is empty when the
    exposed card was taken and nothing discarded; by LEX-B where it may be taken first (`Game.swaps`)."""

    card: str
    clause: Clause = "LEX-B2"


@dataclass(frozen=True, slots=True)
class Passed:
    """No action at all."""

    clause: Clause = "LEX-P"


@dataclass(frozen=True, slots=True)
class MasterRenamed:
    """A Master that lay for one letter is used for another. `before` and `after` are the words, or the
    letters. A `?` in `before` is a Master that nobody has named, and no letter makes words of both.
    """

    before: str
    after: str
    clause: Clause = "ALL-2"


@dataclass(frozen=True, slots=True)
class CardsDisturbed:
    """Crossword cards moved, taken or covered; `squares` in notation."""

    squares: tuple[str, ...]
    clause: Clause = "XW-8"


@dataclass(frozen=True, slots=True)
class NotInLine:
    """Crossword cards laid in more than one row and more than one column; `squares` in notation. No two of
    them share a row or a column when they `lie` diagonal."""

    squares: tuple[str, ...]
    clause: Clause = "XW-2"
    lie: Literal["about", "diagonal"] = "about"


@dataclass(frozen=True, slots=True)
class NotJoined:
    """Report crossword cards with a gap between them, or without touch to the earlier cards."""

    squares: tuple[str, ...]
    clause: Clause = "XW-2"


@dataclass(frozen=True, slots=True)
class OffTheStart:
    """A board's first word that does not begin on its dark squares; `squares` in notation (KW-1)."""

    squares: tuple[str, ...]
    clause: Clause = "KW-1"


Breach = (
    NotListed
    | ProperNoun
    | PluralOnly
    | ThirdPerson
    | TooFewLetters
    | TooManyLetters
    | LettersReordered
    | WordReversed
    | LettersRemoved
    | Incomplete
    | TwoWordsTouched
    | TwoNewWords
    | TwoActions
    | NotInHand
    | DrewFirst
    | Passed
    | MasterRenamed
    | CardsDisturbed
    | NotInLine
    | NotJoined
    | OffTheStart
    | PileBreach
    | RaceBreach
)


@dataclass(frozen=True, slots=True)
class FaintCard:
    """A card that could not be read well enough: `letter` with `probability`, in `word`."""

    word: str
    letter: str
    probability: float


@dataclass(frozen=True, slots=True)
class MoreThanThePack:
    """More cards of one face were seen than the packs in play hold."""

    letter: str
    seen: int
    held: int


@dataclass(frozen=True, slots=True)
class SeveralExplanations:
    """Explained by `move`, which is legal, as well as by a play that breaks `otherwise`."""

    move: Move
    otherwise: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Say that no play leads from the position before to the cards on the table, or that several plays may.
    `note` gives the reason.
    """

    note: Sentence


@dataclass(frozen=True, slots=True)
class BlankUnseen:
    """A blank block, which no camera tells from a bare square, may lie on `squares` (row and column)."""

    squares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Overlooked:
    """A card that nobody has seen may lie at `place` of `word`, where there is room for one. With it the
    table would read `after`, and it would lie at `spot`: line and place, or row and column. Which card it is
    nobody knows: it is written as an unnamed Master, or as the card that lay there."""

    word: str
    place: int
    after: Position
    spot: tuple[int, int]


Doubt = FaintCard | MoreThanThePack | SeveralExplanations | Unexplained | BlankUnseen | Overlooked


@dataclass(frozen=True, slots=True)
class Legal:
    """The turn stands.

    `namings` are the positions it may have led to, each with every Master named, when a Master of the words
    concerned is not named yet (at most `masters.MOST_NAMINGS`); empty otherwise. `out` says whether the hand
    is empty now, None when the hand is not known (LEX-O, XW-9).
    """

    move: Move
    namings: tuple[Position, ...] = ()
    out: bool | None = None


@dataclass(frozen=True, slots=True)
class Illegal:
    """Every explanation breaks a rule; the breaches are those of the likeliest, all of them."""

    move: Move
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """Rule that the play is unclear. `move` is the likeliest play, if there is one."""

    move: Move | None
    doubts: tuple[Doubt, ...]


Ruling = Legal | Illegal | Unclear

Mode = Literal["strict", "challenge"]


def is_of_words(breach: Breach) -> bool:
    """Tell whether only the dictionary knows of this breach: `challenge` mode keeps quiet about such
    breaches.
    """
    if isinstance(breach, MasterRenamed):
        return MASTER in breach.before
    return isinstance(breach, NotListed | ProperNoun | PluralOnly | ThirdPerson | MakesNoWord | NoBeginning)


def flagged(ruling: Ruling, mode: Mode) -> bool:
    """Tell whether the referee speaks up unasked: `strict` on every breach, `challenge` on physical slips
    only.
    """
    if not isinstance(ruling, Illegal):
        return False
    return mode == "strict" or not all(map(is_of_words, ruling.breaches))

"""Rulings: the rules' judgement of a turn, as facts. `engine.wording` puts them into sentences.

A `Breach` is a player's fault, a `Doubt` the camera's. A turn is `Illegal` only when every explanation of it
breaks a rule. If it has several explanations, some of them legal, it is `Unclear`, and nobody is accused.
"""

from dataclasses import dataclass
from typing import Literal

from engine.cards import MASTER
from engine.i18n import Sentence
from engine.moves import Move
from engine.position import Position
from engine.ruling.piles import MakesNoWord, NoBeginning, NotOfTheseCards, PileBreach
from engine.ruling.race import RaceBreach
from engine.words import WordRefusal

Clause = str
"""The identifier of a clause of a booklet, such as `"LEX-C1"`."""


@dataclass(frozen=True, slots=True)
class NotListed:
    """The word does not count: the word list does not have it, or the table's options exclude it. `refusal`
    says which."""

    word: str
    """The word as the cards spell it: a lower-case letter is a Master."""
    refusal: WordRefusal
    clause: Clause = "ALL-1"
    backwards: str = ""
    """The listed word that the cards spell backwards, such as TAC for CAT; else empty. It does not count
    in a game whose words all read in one direction (ALL-6)."""


@dataclass(frozen=True, slots=True)
class ProperNoun:
    """The word is a proper noun, and the game's booklet expressly forbids proper nouns."""

    word: str
    clause: Clause = "XW-5"


@dataclass(frozen=True, slots=True)
class PluralOnly:
    """The word is only the plural of a noun, made by S or ES, such as CATS, at a table where such plurals
    do not count."""

    word: str
    clause: Clause = "XW-4"


@dataclass(frozen=True, slots=True)
class ThirdPerson:
    """The word is a verb's third person singular, made by S or ES, such as SMILES, in a game where such
    verbs do not count, even with another meaning."""

    word: str
    clause: Clause = "KW-3"


@dataclass(frozen=True, slots=True)
class TooFewLetters:
    """The player played too few cards: this play needs at least `least`."""

    cards: str
    least: int
    clause: Clause = "LEX-A"


@dataclass(frozen=True, slots=True)
class TooManyLetters:
    """The player played too many cards: at most `most` are allowed, by the game or by the size of the
    hand."""

    cards: str
    most: int
    clause: Clause = "XW-2"


@dataclass(frozen=True, slots=True)
class LettersReordered:
    """The word's own letters no longer lie in their order, although an insertion must keep it."""

    before: str
    after: str
    clause: Clause = "LEX-C1"


@dataclass(frozen=True, slots=True)
class WordReversed:
    """The word's own letters lie in reverse order."""

    before: str
    after: str
    clause: Clause = "LEX-C2"


@dataclass(frozen=True, slots=True)
class LettersRemoved:
    """The letters `letters` were taken out of a word, although an insertion may only add letters."""

    before: str
    after: str
    letters: str
    clause: Clause = "LEX-C"


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A changed word is incomplete, whatever its cards spell: letters were taken out and none put in their
    place, or it has a gap. `why` tells which."""

    word: str
    why: Literal["letters lost", "gap"]
    clause: Clause = "ALL-5"


@dataclass(frozen=True, slots=True)
class TwoWordsTouched:
    """The player changed two or more words in one turn. `words` are these words as they were before."""

    words: tuple[str, ...]
    clause: Clause = "LEX-C3"


@dataclass(frozen=True, slots=True)
class TwoNewWords:
    """The player laid two or more new words in one turn."""

    words: tuple[str, ...]
    clause: Clause = "LEX-A"


Action = Literal["lay", "insert", "exchange", "discard"]


@dataclass(frozen=True, slots=True)
class TwoActions:
    """The player did more than one action in a turn, such as a lay and a discard. An action done twice is
    listed twice."""

    actions: tuple[Action, ...]
    clause: Clause = "LEX-1"


@dataclass(frozen=True, slots=True)
class NotInHand:
    """Cards were played that the hand did not hold.

    `cards` are faces, sorted. Only the command `judge` can give this ruling, because its user states the
    hand. At a table nobody has seen a hand.
    """

    cards: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class DrewFirst:
    """The player drew a card before the discard: the discarded card was not in the hand before.

    `card` is the discarded card; it is empty if the player took the exposed card and discarded nothing. In
    a game in which the exposed card may be taken first (`Plays.takes_before_discard`), only the missing
    discard breaks a rule, LEX-B.
    """

    card: str
    clause: Clause = "LEX-B2"


@dataclass(frozen=True, slots=True)
class Passed:
    """The player passed, in a game in which a player must play or discard."""

    clause: Clause = "LEX-P"


@dataclass(frozen=True, slots=True)
class MasterRenamed:
    """A Master that stands for one letter was used for another.

    `before` and `after` are the two words, or the two letters. If `before` has a `?`, nobody has said for
    which letter that Master stands. Then no letter in its place makes words of both `before` and `after`.
    """

    before: str
    after: str
    clause: Clause = "ALL-2"


@dataclass(frozen=True, slots=True)
class CardsDisturbed:
    """Cards that lay in a crossword were moved, taken or covered. `squares` are their squares in notation."""

    squares: tuple[str, ...]
    clause: Clause = "XW-8"


@dataclass(frozen=True, slots=True)
class NotInLine:
    """The cards laid in a crossword do not lie in one row or one column. `squares` are their squares in
    notation.

    If `lie` is "diagonal", no two of the squares share a row or a column.
    """

    squares: tuple[str, ...]
    clause: Clause = "XW-2"
    lie: Literal["about", "diagonal"] = "about"


@dataclass(frozen=True, slots=True)
class NotJoined:
    """The cards laid in a crossword have a gap between them, or do not touch the earlier cards."""

    squares: tuple[str, ...]
    clause: Clause = "XW-2"


@dataclass(frozen=True, slots=True)
class OffTheStart:
    """A board's first word does not begin on the dark squares (KW-1). `squares` are the squares where it
    lies, in notation."""

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
class DoubtfulCard:
    """The doubt about a card of `word` that could not be read well enough. The card is `letter` with the
    probability `probability`."""

    word: str
    letter: str
    probability: float


@dataclass(frozen=True, slots=True)
class MoreThanThePack:
    """The doubt about a turn after which the camera sees more cards of one letter than the packs hold."""

    letter: str
    cards_seen: int
    cards_in_packs: int


@dataclass(frozen=True, slots=True)
class SeveralExplanations:
    """The doubt between two plays that explain the table. One is the legal play `move`, the other has the
    breaches `otherwise`."""

    move: Move
    otherwise: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class OtherDoubt:
    """A doubt with a reason of its own, `note`: cards are hidden, no play leads to the cards on the table, or
    several plays may."""

    note: Sentence


@dataclass(frozen=True, slots=True)
class BlankUnseen:
    """The doubt whether blank blocks lie on `squares` (pairs of row and column). A blank block and a bare
    square look alike in a picture."""

    squares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class OverlookedCard:
    """The doubt whether a card that no picture shows lies at `place` of `word`, where there is room for one.

    With this card the position would be `after`, and the card would lie at `spot`: line and place, or row
    and column. Nobody knows the card's face. So it is written as an unnamed Master, or as the card that
    lay there before.
    """

    word: str
    place: int
    after: Position
    spot: tuple[int, int]


Doubt = DoubtfulCard | MoreThanThePack | SeveralExplanations | OtherDoubt | BlankUnseen | OverlookedCard


@dataclass(frozen=True, slots=True)
class Legal:
    """The ruling that a turn is legal."""

    move: Move
    namings: tuple[Position, ...] = ()
    """The positions to which the turn may have led, one for each choice of letters for its Masters: at
    most `masters.MAX_NAMINGS`. Empty if no word of the turn has an unnamed Master."""
    goes_out: bool | None = None
    """True if the turn empties the player's hand, which ends the hand of play (LEX-O, XW-9), or if it ends
    a patience. None if the hand is not known."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """The ruling that a turn is illegal: every explanation of the cards breaks a rule."""

    move: Move
    breaches: tuple[Breach, ...]
    """All breaches of the turn's likeliest explanation."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """The ruling that a turn is unclear: the referee cannot say whether the play is legal, and the table
    asks."""

    move: Move | None
    """The likeliest explanation of the unclear turn, as a move; None if no play explains it."""
    doubts: tuple[Doubt, ...]


Ruling = Legal | Illegal | Unclear

Mode = Literal["strict", "challenge"]


def is_about_words(breach: Breach) -> bool:
    """Return True if only the word list shows the breach, such as a word that is not listed.

    In `challenge` mode the table reports no such breach before a player challenges the word.
    """
    if isinstance(breach, MasterRenamed):
        return MASTER in breach.before
    return isinstance(
        breach,
        NotListed | ProperNoun | PluralOnly | ThirdPerson | MakesNoWord | NotOfTheseCards | NoBeginning,
    )


def is_flagged(ruling: Ruling, mode: Mode) -> bool:
    """Return True if the referee reports the turn as illegal before any challenge.

    In `strict` mode every illegal turn is flagged. In `challenge` mode a turn is not flagged if all its
    breaches are words that the word list refuses.
    """
    if not isinstance(ruling, Illegal):
        return False
    return mode == "strict" or not all(map(is_about_words, ruling.breaches))

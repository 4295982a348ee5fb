"""Moves: what changed on the table in one turn, and which cards that cost and brought.

Words are written as they lie: upper case a letter card, lower case a Master standing for that letter, `?` a
Master not yet named. Cards of a hand are written as *faces*: `A`-`Z`, and `?` for a Master. In a patience
`#` is a card nobody has seen the face of.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import MASTER

Pile = Literal["exposed", "blind"]
EMPTY = "."
"""A place of a grid without a card."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one new word (LEX-A)."""

    word: str


@dataclass(frozen=True, slots=True)
class Insert:
    """Cards put into word `index` (from 0), its own keeping their order (LEX-C)."""

    index: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cards of word `index` (from 0) changed place for place (LEX-D); both words are equally long."""

    index: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """A change of word `index` (from 0) that is neither insertion nor exchange; `after` is empty when the
    word is gone. In a patience a change of pile `index` that no move of the game explains."""

    index: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Discard:
    """A card laid on the exposed pile (LEX-B); `took` is the pile drawn from, None when nobody can know."""

    card: str
    took: Pile | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """The exposed card taken although nothing was discarded."""


@dataclass(frozen=True, slots=True)
class Place:
    """Cards added to a crossword along one line from (`row`, `column`), counted from 0.

    `cards` begins and ends with a played card; `.` is a place passed over: a card that lay there, or a gap.
    """

    row: int
    column: int
    across: bool
    cards: str


@dataclass(frozen=True, slots=True)
class Disturb:
    """A crossword place whose card was taken (`after` is `.`) or replaced."""

    row: int
    column: int
    before: str
    after: str


TURNED: Final = -1
"""Source of a patience's card: the top of those turned up beside the stock."""
ASIDE: Final = -2
"""The same: a Master that lay aside (S2)."""


@dataclass(frozen=True, slots=True)
class Spell:
    """A patience's word, gathered up from the piles (S1, S2): `sources[i]` is the pile (from 0), `TURNED` or
    `ASIDE` that gave letter i."""

    word: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shift:
    """A patience's card put from pile `source` (from 0), or from `TURNED`, to the end of pile `target`."""

    card: str
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Close:
    """The card turned up laid face down at the end of column `target` (from 0), which is closed (WS-2)."""

    card: str
    target: int


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Cards turned up from a patience's stock, the last of them on top (S2-3, CLK-3)."""

    cards: str


@dataclass(frozen=True, slots=True)
class RecycleStock:
    """The cards turned up become the stock again, in their order (CLK-3)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing changed."""


Single = (
    Lay
    | Insert
    | Exchange
    | Change
    | Discard
    | Draw
    | Place
    | Disturb
    | Spell
    | Shift
    | Close
    | TurnUp
    | RecycleStock
    | Pass
)


@dataclass(frozen=True, slots=True)
class Several:
    """Two or more changes in one turn."""

    moves: tuple[Single, ...]


Move = Single | Several


def face(card: str) -> str:
    """Return the card's face: its letter, or `?` for any Master."""
    return card if card.isupper() else MASTER


def faces(cards: str) -> str:
    """Return the faces of `cards`: "CaT" -> "C?T"."""
    return cards if cards.isalpha() and cards.isupper() else "".join(map(face, cards))


def same_card(before: str, after: str) -> bool:
    """Tell whether one card can be written first as `before` and then as `after`. A named Master keeps its
    letter, but may gain a name, or be read without it.
    """
    if before == after:
        return True
    masters = not before.isupper() and not after.isupper()
    return masters and MASTER in (before, after)


def played(move: Move) -> str:
    """Return the faces of the cards that the hand gave, sorted. Drawn cards do not count against them."""
    return "".join(sorted(_given(move)))


def taken(move: Move) -> str:
    """Return the faces of the cards *seen* going into the hand, sorted: by an exchange or off the table."""
    return "".join(sorted(_received(move)))


def parts(move: Move) -> tuple[Single, ...]:
    """Return the single changes a move is made of."""
    return move.moves if isinstance(move, Several) else (move,)


def _given(move: Move) -> str:
    match move:
        case Several(moves):
            return "".join(map(_given, moves))
        case Lay(word):
            return faces(word)
        case Discard(card):
            return card
        case Insert(before=before, after=after) | Change(before=before, after=after):
            return _surplus(faces(after), faces(before))
        case Exchange(before=before, after=after):
            return faces("".join(a for b, a in zip(before, after, strict=True) if not same_card(b, a)))
        case Place(cards=cards):
            return faces(cards.replace(EMPTY, ""))
        case Disturb(after=after):
            return faces(after.replace(EMPTY, ""))
        case Draw() | Pass() | Spell() | Shift() | Close() | TurnUp() | RecycleStock():
            return ""


def _received(move: Move) -> str:
    match move:
        case Several(moves):
            return "".join(map(_received, moves))
        case Change(before=before, after=after):
            return _surplus(faces(before), faces(after))
        case Exchange(before=before, after=after):
            return faces("".join(b for b, a in zip(before, after, strict=True) if not same_card(b, a)))
        case Disturb(before=before):
            return faces(before)
        case _:
            return ""


def _surplus(more: str, less: str) -> str:
    return "".join((Counter(more) - Counter(less)).elements())

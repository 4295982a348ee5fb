"""Moves: the changes on the table in one turn, and the cards that they take from the hand and give to it.

In words, an upper-case letter is a letter card, a lower-case letter a Master that stands for this letter,
and `?` a Master that is not named yet. The cards of a hand are written as *faces*: `A`-`Z`, and `?` for a
Master. In a patience `#` is a card whose face nobody has seen.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import MASTER

Pile = Literal["exposed", "blind"]
EMPTY = "."
"""The character that stands for a place of a grid without a card."""


@dataclass(frozen=True, slots=True)
class Lay:
    """The move in which a player lays a new word (LEX-A)."""

    word: str


@dataclass(frozen=True, slots=True)
class Insert:
    """The move in which a player inserts cards into word `index` (from 0). The word's own cards keep their
    order (LEX-C)."""

    index: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """The move in which a player exchanges cards of word `index` (from 0) place for place (LEX-D). The word
    keeps its length."""

    index: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """A change of word `index` (from 0) from `before` to `after` that is neither an insertion nor an
    exchange. `after` is empty if the word is gone.

    In a patience it is a change of pile `index` that no move of the game explains.
    """

    index: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Discard:
    """The move in which a player discards a card: onto the exposed pile (LEX-B), or under its top card
    (LG-2)."""

    card: str
    drawn_from: Pile | None = None
    """The pile from which the player then drew a card; None if it is not known."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The move in which a player takes the exposed card into the hand and discards nothing."""


@dataclass(frozen=True, slots=True)
class Place:
    """The move in which cards are added to a crossword along one line. Its first card lies at (`row`,
    `column`), counted from 0."""

    row: int
    column: int
    across: bool
    cards: str
    """The cards of the line from the first to the last one played. `.` stands for a place without a
    played card: an earlier card lies there, or none."""


@dataclass(frozen=True, slots=True)
class Disturb:
    """A card in a place of a crossword was replaced, or taken away (`after` is then `.`)."""

    row: int
    column: int
    before: str
    after: str


TURNED_SOURCE: Final = -1
"""The source number, as in `Shift.source`, of a card taken from the turned-up cards of a patience. Piles
have the numbers from 0."""
ASIDE_SOURCE: Final = -2
"""The source number, as in `Spell.sources`, of a Master taken from beside the piles of a patience (S2).
Piles have the numbers from 0."""


@dataclass(frozen=True, slots=True)
class Spell:
    """The move of a patience in which the player gathers a word from the piles (S1, S2)."""

    word: str
    sources: tuple[int, ...]
    """Where each letter of the word came from: the index of a pile (from 0), `TURNED_SOURCE` or
    `ASIDE_SOURCE`."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The move in which a patience's card goes from pile `source` (from 0) to the end of pile `target`.
    `source` may also be `TURNED_SOURCE`, the turned-up cards."""

    card: str
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Close:
    """The move in which the player of a Word Solitaire lays the turned-up card face down at the end of column
    `target` (from 0), which closes the column (WS-2)."""

    card: str
    target: int


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The move in which the player of a patience turns up cards from the stock. `cards` are in the order in
    which they are turned up (S2-3, CLK-3)."""

    cards: str


@dataclass(frozen=True, slots=True)
class RecycleStock:
    """The move in which the turned-up cards of a patience become the stock again, in their order (CLK-3)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The move of a turn in which the player changes nothing on the table."""


SingleMove = (
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
class CombinedMove:
    """Two or more moves that one player makes in one turn, such as two words laid in a race."""

    moves: tuple[SingleMove, ...]


Move = SingleMove | CombinedMove


def face(card: str) -> str:
    """Return the card's face: its letter, or `?` for any Master."""
    return card if card.isupper() else MASTER


def faces(cards: str) -> str:
    """Return the faces of `cards`: "CaT" -> "C?T"."""
    return cards if cards.isalpha() and cards.isupper() else "".join(map(face, cards))


def same_card(before: str, after: str) -> bool:
    """Return True if `before` and `after` may be the same card as two positions write it: a Master may be
    named in one and unnamed (`?`) in the other. A named Master keeps its letter."""
    if before == after:
        return True
    masters = not before.isupper() and not after.isupper()
    return masters and MASTER in (before, after)


def played(move: Move) -> str:
    """Return the faces of the cards that a move takes from the hand, sorted. Cards that the player draws in
    the same turn do not count."""
    return "".join(sorted(_given(move)))


def taken(move: Move) -> str:
    """Return the faces of the cards that a move takes from the words or the grid into the hand, sorted, such
    as the cards exchanged. Cards from the stock and the exposed pile are not among them."""
    return "".join(sorted(_received(move)))


def parts(move: Move) -> tuple[SingleMove, ...]:
    """Return the single moves of which the move consists. Most moves consist of themselves alone."""
    return move.moves if isinstance(move, CombinedMove) else (move,)


def _given(move: Move) -> str:
    match move:
        case CombinedMove(moves):
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
        case CombinedMove(moves):
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

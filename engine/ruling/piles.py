"""The faults of a patience's player, as facts; part of `engine.ruling.Breach`."""

from dataclasses import dataclass

Clause = str


@dataclass(frozen=True, slots=True)
class MakesNoWord:
    """`cards` (faces, sorted) were gathered up, and no listed word is spelt with just these."""

    cards: str
    clause: Clause = "ALL-1"


@dataclass(frozen=True, slots=True)
class Covered:
    """Cards taken from beneath others that stayed; `piles` by number, from 1."""

    cards: str
    piles: tuple[str, ...]
    clause: Clause = "S1-2"


@dataclass(frozen=True, slots=True)
class PilesDisturbed:
    """Cards put, turned or changed as no move of the game does; `piles` by number, from 1."""

    piles: tuple[str, ...]
    clause: Clause = "S1-2"


@dataclass(frozen=True, slots=True)
class MastersSpent:
    """More Masters used than were left: each serves once in a game."""

    used: int
    left: int
    clause: Clause = "ALL-2"


@dataclass(frozen=True, slots=True)
class NotAVowel:
    """A consonant moved from a pile into an empty space."""

    card: str
    clause: Clause = "S2-1"


@dataclass(frozen=True, slots=True)
class SpaceTaken:
    """A card put on pile `pile` (from 1), where a card lies."""

    card: str
    pile: int
    clause: Clause = "S2-1"


@dataclass(frozen=True, slots=True)
class VowelFirst:
    """A nest card put into a space while `vowels` of the piles could have been."""

    card: str
    vowels: str
    clause: Clause = "S2-2"


@dataclass(frozen=True, slots=True)
class TurnedTooMany:
    """`turned` cards turned up at once instead of `most`."""

    turned: int
    most: int
    clause: Clause = "S2-3"


@dataclass(frozen=True, slots=True)
class NoBeginning:
    """Name letters that begin no word of the game: of four letters around the clock (CLK-3), or of words that
    overlap by one letter in a column (WS-1).
    """

    letters: str
    clause: Clause = "CLK-3"


@dataclass(frozen=True, slots=True)
class NotTurnedUp:
    """A card played that was not the one turned up."""

    card: str
    clause: Clause = "CLK-3"


@dataclass(frozen=True, slots=True)
class NotPlaced:
    """`card` was turned up and not placed before the next: passed over, or left lying while a later one was
    laid. Empty when nobody saw it."""

    card: str
    clause: Clause = "WS-4"


@dataclass(frozen=True, slots=True)
class CentreMoved:
    """The card in the centre moved, where only those of the circle may."""

    card: str
    clause: Clause = "CLK-1"


@dataclass(frozen=True, slots=True)
class HasSecondLetter:
    """A card moved out of `word` although another letter stands behind it."""

    card: str
    word: str
    clause: Clause = "CLK-1"


@dataclass(frozen=True, slots=True)
class MovedToSpace:
    """A card of the circle moved into a vacancy, where it helps to form no other word."""

    card: str
    clause: Clause = "CLK-1"


@dataclass(frozen=True, slots=True)
class StillFits:
    """A column closed with a card that fits `columns` (by number, from 1)."""

    card: str
    columns: tuple[str, ...]
    clause: Clause = "WS-2"


@dataclass(frozen=True, slots=True)
class ColumnClosed:
    """A card laid under column `column` (from 1), which is closed."""

    card: str
    column: int
    clause: Clause = "WS-2"


@dataclass(frozen=True, slots=True)
class NotRunThrough:
    """The pack turned over while `left` of its cards had not been turned up."""

    left: int
    clause: Clause = "CLK-3"


PileBreach = (
    MakesNoWord
    | Covered
    | PilesDisturbed
    | MastersSpent
    | NotAVowel
    | SpaceTaken
    | VowelFirst
    | TurnedTooMany
    | NotRunThrough
    | NoBeginning
    | NotTurnedUp
    | NotPlaced
    | CentreMoved
    | HasSecondLetter
    | MovedToSpace
    | StillFits
    | ColumnClosed
)

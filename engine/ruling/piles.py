"""The breaches of a patience's player, as facts. They are part of `engine.ruling.Breach`."""

from dataclasses import dataclass

Clause = str


@dataclass(frozen=True, slots=True)
class MakesNoWord:
    """The cards `cards` (faces, sorted), which the player of a patience gathered, spell no listed word
    together."""

    cards: str
    clause: Clause = "ALL-1"


@dataclass(frozen=True, slots=True)
class NotOfTheseCards:
    """The player of a patience called the word `word`, and gathered the cards `cards` (faces, sorted), which
    are not its letters."""

    word: str
    cards: str
    clause: Clause = "ALL-1"


@dataclass(frozen=True, slots=True)
class Covered:
    """The player of a patience took cards from beneath other cards, which stayed. `piles` are the numbers of
    the piles, from 1."""

    cards: str
    piles: tuple[str, ...]
    clause: Clause = "S1-2"


@dataclass(frozen=True, slots=True)
class PilesDisturbed:
    """Cards of a patience were laid, turned over or exchanged in a way that no move of the game explains.
    `piles` are the numbers of their piles, from 1."""

    piles: tuple[str, ...]
    clause: Clause = "S1-2"


@dataclass(frozen=True, slots=True)
class MastersSpent:
    """A patience's player used more Masters than were left. Each Master can be used once in a game."""

    used: int
    left: int
    clause: Clause = "ALL-2"


@dataclass(frozen=True, slots=True)
class NotAVowel:
    """The player moved a consonant from a pile into an empty place, where only a vowel may go."""

    card: str
    clause: Clause = "S2-1"


@dataclass(frozen=True, slots=True)
class SpaceTaken:
    """A card was put on pile `pile` (from 1), which must be empty for it but was not."""

    card: str
    pile: int
    clause: Clause = "S2-1"


@dataclass(frozen=True, slots=True)
class VowelFirst:
    """The player put the card `card` of the nest (the stock) into an empty place. But piles showed the vowels
    `vowels`, and a vowel must be moved there first."""

    card: str
    vowels: str
    clause: Clause = "S2-2"


@dataclass(frozen=True, slots=True)
class TurnedTooMany:
    """The player of a patience turned up `turned` cards at once, but may turn up at most `most`."""

    turned: int
    most: int
    clause: Clause = "S2-3"


@dataclass(frozen=True, slots=True)
class NoBeginning:
    """The letters `letters` begin no word of the game: no four-letter word around the clock (CLK-3), or no
    words that overlap by one letter in a column (WS-1)."""

    letters: str
    clause: Clause = "CLK-3"


@dataclass(frozen=True, slots=True)
class NotTurnedUp:
    """The card played is not the one that was turned up from the stock."""

    card: str
    clause: Clause = "CLK-3"


@dataclass(frozen=True, slots=True)
class NotPlaced:
    """The player of a patience turned up or laid a later card before placing `card`, which was turned up
    first. `card` is empty if nobody saw it."""

    card: str
    clause: Clause = "WS-4"


@dataclass(frozen=True, slots=True)
class CentreMoved:
    """The card in the centre of the clock was moved. Only cards of the circle may be moved."""

    card: str
    clause: Clause = "CLK-1"


@dataclass(frozen=True, slots=True)
class HasSecondLetter:
    """A card was moved out of the word `word` in Clock although another letter already follows it there."""

    card: str
    word: str
    clause: Clause = "CLK-1"


@dataclass(frozen=True, slots=True)
class MovedToSpace:
    """A card was moved into an empty place of the circle (Clock), and forms no new word there."""

    card: str
    clause: Clause = "CLK-1"


@dataclass(frozen=True, slots=True)
class StillFits:
    """A column of a Word Solitaire was closed with the card `card`, although the card fits the columns
    `columns` (from 1)."""

    card: str
    columns: tuple[str, ...]
    clause: Clause = "WS-2"


@dataclass(frozen=True, slots=True)
class ColumnClosed:
    """A card was laid in column `column` (from 1) of a Word Solitaire although the column is closed."""

    card: str
    column: int
    clause: Clause = "WS-2"


@dataclass(frozen=True, slots=True)
class NotRunThrough:
    """The player of a patience turned the pack over too early: `left` of its cards had not been turned up."""

    left: int
    clause: Clause = "CLK-3"


PileBreach = (
    MakesNoWord
    | NotOfTheseCards
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

"""The patiences' breaches and moves as sentences; `engine.wording` says them with the rest."""

from typing import assert_never

from engine.moves import ASIDE, TURNED, Close, Shift, Spell, Turn, TurnOver
from engine.pilesruling import (
    ColumnClosed,
    Covered,
    HasSecondLetter,
    MakesNoWord,
    MastersSpent,
    MovedToSpace,
    NoBeginning,
    NotAVowel,
    NotRunThrough,
    NotTurnedUp,
    PileBreach,
    PilesDisturbed,
    SpaceTaken,
    StillFits,
    TurnedTooMany,
    VowelFirst,
)
from engine.position import FACE_DOWN

_CLOSED = "is closed: a card lies face down at its end"


def say_pile_move(move: Spell | Shift | Close | Turn | TurnOver) -> str:
    """What was done in a patience."""
    match move:
        case Spell(word, sources):
            masters = sources.count(ASIDE)
            helped = {0: "", 1: ", with a Master"}.get(masters, f", with {masters} Masters")
            return f"{word} was made and gathered up{helped}."
        case Shift(card, source, target):
            origin = "the cards turned up" if source == TURNED else f"place {source + 1}"
            return f"{_card(card)} went from {origin} to place {target + 1}."
        case Close(card, target):
            return f"{_card(card)} closed column {target + 1}."
        case Turn(cards):
            known = cards[-1] != FACE_DOWN
            return f"{_card(cards[-1]) if known else 'A card'} was turned up."
        case TurnOver():
            return "The pack was turned over."
        case _:
            assert_never(move)


def say_pile_breach(breach: PileBreach) -> str:
    """What a patience's player did wrong."""
    match breach:
        case MakesNoWord() | MastersSpent() | NoBeginning():
            return _say_of_words(breach)
        case Covered() | PilesDisturbed() | NotTurnedUp() | TurnedTooMany() | NotRunThrough():
            return _say_of_piles(breach)
        case NotAVowel() | SpaceTaken() | VowelFirst():
            return _say_of_spaces(breach)
        case HasSecondLetter() | MovedToSpace() | StillFits() | ColumnClosed():
            return _say_of_places(breach)
        case _:
            assert_never(breach)


def _say_of_words(breach: MakesNoWord | MastersSpent | NoBeginning) -> str:
    match breach:
        case MakesNoWord(cards):
            return f"No word that is in the word list is spelt with {_and(tuple(map(_named, cards)))}."
        case MastersSpent(used, left):
            were = "was" if left == 1 else "were"
            return f"{used} Masters were used, and {left} {were} left: each serves once in a game."
        case NoBeginning(letters, "WS-1"):
            return (
                f"{letters} does not read downwards as words, each beginning with the last letter of another."
            )
        case NoBeginning(letters):
            return f"{letters} is the beginning of no four-letter word."
        case _:
            assert_never(breach)


def _say_of_piles(breach: Covered | PilesDisturbed | NotTurnedUp | TurnedTooMany | NotRunThrough) -> str:
    match breach:
        case Covered(cards, piles):
            were = "was" if len(cards) == 1 else "were"
            taken = _and(tuple(map(_card, cards)))
            return f"{taken} {were} taken from beneath other cards, at {_places(piles)}."
        case PilesDisturbed(piles):
            return f"Cards changed as no move of the game changes them: look at {_places(piles)}."
        case NotTurnedUp(card):
            return f"{_card(card)} was not the card turned up, and only that one may be played."
        case TurnedTooMany(turned, most):
            return f"{turned} cards were turned up at once, and {most} is the number."
        case NotRunThrough(left):
            return f"The pack was turned over with {left} of its cards not turned up yet."
        case _:
            assert_never(breach)


def _say_of_spaces(breach: NotAVowel | SpaceTaken | VowelFirst) -> str:
    match breach:
        case NotAVowel(card):
            return f"{_card(card)} is not a vowel, and only a vowel may be moved into a space."
        case SpaceTaken(card, pile):
            return f"{_card(card)} was put on pile {pile}, which is not empty."
        case VowelFirst(card, vowels):
            could = _and(tuple(vowels))
            return f"{_card(card)} of the nest may fill a space only when no vowel can: {could} could."
        case _:
            assert_never(breach)


def _say_of_places(breach: HasSecondLetter | MovedToSpace | StillFits | ColumnClosed) -> str:
    match breach:
        case HasSecondLetter(card, word):
            return f"{_card(card)} may not leave {word}: only a card without a second letter is moved."
        case MovedToSpace(card):
            return f"{_card(card)} was moved into a vacancy, and may be moved only to help form another word."
        case StillFits(card, columns):
            plural = "column" if len(columns) == 1 else "columns"
            return f"{_card(card)} closed a column although it fits {plural} {_and(columns)}."
        case ColumnClosed(card, column):
            return f"{_card(card)} was laid under column {column}, which {_CLOSED}."
        case _:
            assert_never(breach)


def _places(piles: tuple[str, ...]) -> str:
    if not piles[0].isdigit():
        return f"the {_and(piles)}"
    return f"{'pile' if len(piles) == 1 else 'piles'} {_and(piles)}"


def _card(card: str) -> str:
    return "A Master" if not card.isupper() else card


def _named(card: str) -> str:
    return "a Master" if not card.isupper() else card


def _and(items: tuple[str, ...]) -> str:
    return " and ".join((", ".join(items[:-1]), items[-1]) if len(items) > 1 else items)

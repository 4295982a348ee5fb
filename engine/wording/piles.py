"""The patiences' breaches and moves as sentences; `engine.wording` says them with the rest."""

from typing import assert_never

from engine.moves import ASIDE, TURNED, Close, Shift, Spell, Turn, TurnOver
from engine.position import FACE_DOWN
from engine.ruling.piles import (
    CentreMoved,
    ColumnClosed,
    Covered,
    HasSecondLetter,
    MakesNoWord,
    MastersSpent,
    MovedToSpace,
    NoBeginning,
    NotAVowel,
    NotPlaced,
    NotRunThrough,
    NotTurnedUp,
    PileBreach,
    PilesDisturbed,
    SpaceTaken,
    StillFits,
    TurnedTooMany,
    VowelFirst,
)
from engine.tongue import Translate, english, joined


def say_pile_move(move: Spell | Shift | Close | Turn | TurnOver, tr: Translate = english) -> str:
    """What was done in a patience."""
    match move:
        case Spell(word, sources):
            masters = sources.count(ASIDE)
            if masters == 0:
                return tr("{word} was made and gathered up.").format(word=word)
            if masters == 1:
                return tr("{word} was made and gathered up, with a Master.").format(word=word)
            many = tr("{word} was made and gathered up, with {masters} Masters.")
            return many.format(word=word, masters=masters)
        case Shift(card, source, target):
            turned = tr("{card} went from the cards turned up to place {target}.")
            moved = tr("{card} went from place {source} to place {target}.")
            return (turned if source == TURNED else moved).format(
                card=_card(card, tr), source=source + 1, target=target + 1
            )
        case Close(card, target):
            return tr("{card} closed column {target}.").format(card=_card(card, tr), target=target + 1)
        case Turn(cards):
            known = cards[-1] != FACE_DOWN
            return tr("{card} was turned up.").format(card=_card(cards[-1], tr) if known else tr("A card"))
        case TurnOver():
            return tr("The pack was turned over.")
        case _:
            assert_never(move)


def say_pile_breach(breach: PileBreach, tr: Translate = english) -> str:
    """What a patience's player did wrong."""
    match breach:
        case MakesNoWord() | MastersSpent() | NoBeginning():
            return _say_of_words(breach, tr)
        case Covered() | PilesDisturbed() | NotTurnedUp() | NotPlaced() | TurnedTooMany() | NotRunThrough():
            return _say_of_piles(breach, tr)
        case NotAVowel() | SpaceTaken() | VowelFirst():
            return _say_of_spaces(breach, tr)
        case CentreMoved() | HasSecondLetter() | MovedToSpace() | StillFits() | ColumnClosed():
            return _say_of_places(breach, tr)
        case _:
            assert_never(breach)


def _say_of_words(breach: MakesNoWord | MastersSpent | NoBeginning, tr: Translate) -> str:
    match breach:
        case MakesNoWord(cards):
            return tr("No word that is in the word list is spelt with {cards}.").format(
                cards=joined(tuple(_named(each, tr) for each in cards), tr)
            )
        case MastersSpent(used, left):
            one = tr("{used} Masters were used, and 1 was left: each serves once in a game.")
            some = tr("{used} Masters were used, and {left} were left: each serves once in a game.")
            return (one if left == 1 else some).format(used=used, left=left)
        case NoBeginning(letters, "WS-1"):
            return tr(
                "{letters} does not read downwards as words, each beginning with the last letter of another."
            ).format(letters=letters)
        case NoBeginning(letters):
            return tr("{letters} is the beginning of no four-letter word.").format(letters=letters)
        case _:
            assert_never(breach)


def _say_of_piles(
    breach: Covered | PilesDisturbed | NotTurnedUp | NotPlaced | TurnedTooMany | NotRunThrough, tr: Translate
) -> str:
    match breach:
        case Covered(cards, piles):
            one = tr("{cards} was taken from beneath other cards, at {piles}.")
            some = tr("{cards} were taken from beneath other cards, at {piles}.")
            return (one if len(cards) == 1 else some).format(
                cards=joined(tuple(_card(each, tr) for each in cards), tr), piles=_places(piles, tr)
            )
        case PilesDisturbed(piles):
            return tr("Cards changed as no move of the game changes them: look at {piles}.").format(
                piles=_places(piles, tr)
            )
        case NotTurnedUp(card):
            return tr("{card} was not the card turned up, and only that one may be played.").format(
                card=_card(card, tr)
            )
        case NotPlaced(""):
            return tr("The card turned up must be placed before the next one is turned.")
        case NotPlaced(card):
            return tr("{card} must be placed before the next card is turned.").format(card=_card(card, tr))
        case TurnedTooMany(turned, most):
            return tr("{turned} cards were turned up at once, and {most} is the number.").format(
                turned=turned, most=most
            )
        case NotRunThrough(left):
            return tr("The pack was turned over with {left} of its cards not turned up yet.").format(
                left=left
            )
        case _:
            assert_never(breach)


def _say_of_spaces(breach: NotAVowel | SpaceTaken | VowelFirst, tr: Translate) -> str:
    match breach:
        case NotAVowel(card):
            return tr("{card} is not a vowel, and only a vowel may be moved into a space.").format(
                card=_card(card, tr)
            )
        case SpaceTaken(card, pile):
            return tr("{card} was put on pile {pile}, which is not empty.").format(
                card=_card(card, tr), pile=pile
            )
        case VowelFirst(card, vowels):
            could = joined(tuple(vowels), tr)
            return tr("{card} of the nest may fill a space only when no vowel can: {could} could.").format(
                card=_card(card, tr), could=could
            )
        case _:
            assert_never(breach)


def _say_of_places(
    breach: CentreMoved | HasSecondLetter | MovedToSpace | StillFits | ColumnClosed, tr: Translate
) -> str:
    match breach:
        case CentreMoved(card):
            return tr(
                "{card} lies in the centre and stays there: only cards of the circle are moved."
            ).format(card=_card(card, tr))
        case HasSecondLetter(card, word):
            return tr("{card} may not leave {word}: only a card without a second letter is moved.").format(
                card=_card(card, tr), word=word
            )
        case MovedToSpace(card):
            return tr(
                "{card} was moved into a vacancy, and may be moved only to help form another word."
            ).format(card=_card(card, tr))
        case StillFits(card, columns):
            one = tr("{card} closed a column although it fits column {columns}.")
            some = tr("{card} closed a column although it fits columns {columns}.")
            return (one if len(columns) == 1 else some).format(
                card=_card(card, tr), columns=joined(columns, tr)
            )
        case ColumnClosed(card, column):
            return tr(
                "{card} was laid under column {column}, which is closed: a card lies face down at its end."
            ).format(card=_card(card, tr), column=column)
        case _:
            assert_never(breach)


def _places(piles: tuple[str, ...], tr: Translate) -> str:
    if not piles[0].isdigit():
        return tr("the {piles}").format(piles=joined(piles, tr))
    one, some = tr("pile {piles}"), tr("piles {piles}")
    return (one if len(piles) == 1 else some).format(piles=joined(piles, tr))


def _card(card: str, tr: Translate) -> str:
    return tr("A Master") if not card.isupper() else card


def _named(card: str, tr: Translate) -> str:
    return tr("a Master") if not card.isupper() else card

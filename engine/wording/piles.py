"""Say the moves and breaches of patiences in sentences."""

from typing import assert_never

from engine.i18n import Translate, cards_capitalised, english, joined
from engine.moves import ASIDE_SOURCE, TURNED_SOURCE, Close, RecycleStock, Shift, Spell, TurnUp
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
    NotOfTheseCards,
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
from engine.wording.written import SOMEBODY, word


def say_pile_move(
    move: Spell | Shift | Close | TurnUp | RecycleStock, tr: Translate = english, who: str = SOMEBODY
) -> str:
    """Say what the player `who` did in a patience."""
    match move:
        case Spell(made, sources):
            return _word_made(made, sources.count(ASIDE_SOURCE), tr, who)
        case Shift(card, source, target):
            turned = tr("{name} played {card} to place {target}.")
            moved = tr("{name} moved {card} from place {source} to place {target}.")
            return (turned if source == TURNED_SOURCE else moved).format(
                name=who, card=_card(card, tr), source=source + 1, target=target + 1
            )
        case Close(card, target) if card == FACE_DOWN:
            return tr("{name} closed column {target}.").format(name=who, target=target + 1)
        case Close(card, target):
            sentence = tr("{name} closed column {target} with {card}.")
            return sentence.format(name=who, card=_card(card, tr), target=target + 1)
        case TurnUp(cards) if cards[-1] == FACE_DOWN:
            return tr("{name} turned up a card.").format(name=who)
        case TurnUp(cards):
            return tr("{name} turned up {card}.").format(name=who, card=_card(cards[-1], tr))
        case RecycleStock():
            return tr("{name} turned the pack over.").format(name=who)
        case _:
            assert_never(move)


def _word_made(spelt_word: str, masters: int, tr: Translate, who: str) -> str:
    none, with_master = tr("{name} made {word}."), tr("{name} made {word} with a Master.")
    plural = tr("{name} made {word} with {masters} Masters.")
    sentence = none if masters == 0 else with_master if masters == 1 else plural
    return sentence.format(name=who, word=word(spelt_word), masters=masters)


def say_pile_breach(breach: PileBreach, tr: Translate = english) -> str:
    """Say which rule the player of a patience broke."""
    match breach:
        case MakesNoWord() | NotOfTheseCards() | MastersSpent() | NoBeginning():
            return _word_fault(breach, tr)
        case Covered() | PilesDisturbed() | NotTurnedUp() | NotPlaced() | TurnedTooMany() | NotRunThrough():
            return _pile_fault(breach, tr)
        case NotAVowel() | SpaceTaken() | VowelFirst():
            return _space_fault(breach, tr)
        case CentreMoved() | HasSecondLetter() | MovedToSpace() | StillFits() | ColumnClosed():
            return _place_fault(breach, tr)
        case _:
            assert_never(breach)


def _word_fault(breach: MakesNoWord | NotOfTheseCards | MastersSpent | NoBeginning, tr: Translate) -> str:
    match breach:
        case MakesNoWord(cards):
            sentence = tr("{cards} don't spell a word in the word list.")
            return sentence.format(cards=joined(tuple(_card(each, tr) for each in cards), tr))
        case NotOfTheseCards(called_word, cards):
            sentence = tr("The word called, {word}, isn't made of these cards: {cards}.")
            gathered = joined(tuple(_card(each, tr) for each in cards), tr)
            return sentence.format(word=word(called_word), cards=gathered)
        case MastersSpent(used, 0):
            singular = tr("No Master is left. Each may be used once in a game.")
            plural = tr("{used} Masters were used and none is left. Each may be used once in a game.")
            return (singular if used == 1 else plural).format(used=used)
        case MastersSpent(used, left):
            sentence = tr(
                "{used} Masters were used, but only {left} were left. Each may be used once in a game."
            )
            return sentence.format(used=used, left=left)
        case NoBeginning(letters, "WS-1"):
            sentence = tr("{letters} doesn't read downwards as words that overlap by one letter.")
            return sentence.format(letters=word(letters))
        case NoBeginning(letters):
            return tr("No word of four letters begins with {letters}.").format(letters=word(letters))
        case _:
            assert_never(breach)


def _pile_fault(
    breach: Covered | PilesDisturbed | NotTurnedUp | NotPlaced | TurnedTooMany | NotRunThrough, tr: Translate
) -> str:
    match breach:
        case Covered(cards, piles):
            singular = tr("{cards} lay beneath other cards ({piles}). Only the top cards may be taken.")
            plural = tr("{cards} lay beneath other cards ({piles}). Only the top cards may be taken.")
            sentence = (
                cards_capitalised(cards, tr)
                if len(cards) == 1
                else joined(tuple(_card(c, tr) for c in cards), tr)
            )
            return (singular if len(cards) == 1 else plural).format(cards=sentence, piles=_places(piles, tr))
        case PilesDisturbed(piles):
            sentence = tr("Cards were moved in a way the game doesn't allow ({piles}).")
            return sentence.format(piles=_places(piles, tr, breach.clause))
        case NotTurnedUp(card):
            sentence = tr("{card} wasn't the card turned up last. Only that one may be played.")
            return sentence.format(card=_card(card, tr))
        case NotPlaced(""):
            return tr("The card turned up must be placed before the next one is turned.")
        case NotPlaced(card):
            return tr("{card} must be placed before the next card is turned.").format(card=_card(card, tr))
        case TurnedTooMany(turned, most):
            sentence = tr("{turned} cards were turned up at once. Turn up {most} at a time.")
            return sentence.format(turned=turned, most=most)
        case NotRunThrough(left):
            singular = tr("The pack was turned over too early: one card was still to be turned up.")
            plural = tr("The pack was turned over too early: {left} cards were still to be turned up.")
            return (singular if left == 1 else plural).format(left=left)
        case _:
            assert_never(breach)


def _space_fault(breach: NotAVowel | SpaceTaken | VowelFirst, tr: Translate) -> str:
    match breach:
        case NotAVowel(card):
            sentence = tr("{card} isn't a vowel. Only a vowel may move to an empty place.")
            return sentence.format(card=_card(card, tr))
        case SpaceTaken(card, pile):
            sentence = tr("{card} went onto pile {pile}, which isn't empty.")
            return sentence.format(card=_card(card, tr), pile=pile)
        case VowelFirst(card, vowels):
            sentence = tr("{card} can't fill the empty place yet. First move the vowel {could} there.")
            return sentence.format(card=_card(card, tr), could=joined(tuple(vowels), tr))
        case _:
            assert_never(breach)


def _place_fault(
    breach: CentreMoved | HasSecondLetter | MovedToSpace | StillFits | ColumnClosed, tr: Translate
) -> str:
    match breach:
        case CentreMoved(card):
            sentence = tr("{card} lies in the centre and stays there. Only cards of the circle may move.")
            return sentence.format(card=_card(card, tr))
        case HasSecondLetter(card, made):
            sentence = tr("{card} can't leave {word}. Only a card with no second letter may move.")
            return sentence.format(card=_card(card, tr), word=word(made))
        case MovedToSpace(card):
            sentence = tr("{card} may move only where it helps to form another word.")
            return sentence.format(card=_card(card, tr))
        case StillFits(card, columns):
            singular = tr("{card} can't close a column: it still fits column {columns}.")
            plural = tr("{card} can't close a column: it still fits columns {columns}.")
            sentence = singular if len(columns) == 1 else plural
            return sentence.format(card=_card(card, tr), columns=joined(columns, tr))
        case ColumnClosed(card, column):
            sentence = tr("{card} can't go under column {column}, which is closed.")
            return sentence.format(card=_card(card, tr), column=column)
        case _:
            assert_never(breach)


def _places(piles: tuple[str, ...], tr: Translate, clause: str = "") -> str:
    """Name piles of a patience by their numbers. Word Solitaire calls them columns, and Clock places;
    `clause` tells the game. Piles without numbers are the nest and the cards turned up."""
    if not piles[0].isdigit():
        return tr("the nest") if piles == ("nest",) else tr("the cards turned up")
    if clause.startswith("WS-"):
        singular, plural = tr("column {piles}"), tr("columns {piles}")
    elif clause.startswith("CLK-"):
        singular, plural = tr("place {piles}"), tr("places {piles}")
    else:
        singular, plural = tr("pile {piles}"), tr("piles {piles}")
    return (singular if len(piles) == 1 else plural).format(piles=joined(piles, tr))


def _card(card: str, tr: Translate) -> str:
    return card if card.isupper() else tr("a Master")

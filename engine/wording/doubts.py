"""Say doubts about a turn in sentences. The table speaks in the first person: "I can't see …"."""

from typing import assert_never

from engine.cards import MASTER
from engine.i18n import Translate, cards, english
from engine.ruling import (
    BlankUnseen,
    Doubt,
    DoubtfulCard,
    MoreThanThePack,
    OtherDoubt,
    OverlookedCard,
    SeveralExplanations,
)
from engine.wording.breaches import say_breach
from engine.wording.moves import say_move
from engine.wording.written import SOMEBODY, word


def say_doubt(doubt: Doubt, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say why a turn is unclear. `who` is the player's name."""
    match doubt:
        case DoubtfulCard(lies, letter):
            sentence = tr("I can't read one card of {word} for certain. It looks like {letter}.")
            return sentence.format(word=word(lies), letter=cards(letter, tr))
        case MoreThanThePack(letter, seen, held):
            sentence = tr("I see {letter} on {seen} cards, and your pack should have {held}.")
            return sentence.format(seen=seen, letter=cards(letter, tr), held=held)
        case SeveralExplanations(move, otherwise):
            rather = " ".join(say_breach(each, tr, who) for each in otherwise)
            sentence = tr("It looks like two things at once. {move} Or: {rather}")
            return sentence.format(move=say_move(move, tr, who), rather=rather)
        case BlankUnseen():
            return tr("A blank may lie beside those letters. I can't see blanks.")
        case OverlookedCard(lies, place):
            return _say_hidden_card(lies[:place], lies[place + 1 :], tr)
        case OtherDoubt(note):
            return note.in_language(tr)
        case _:
            assert_never(doubt)


def _say_hidden_card(before: str, after: str, tr: Translate) -> str:
    """Say where in a word a card may lie that no picture shows: between the cards `before` and `after`, or at
    an end of the word if one of them is empty."""
    before, after = (part.upper().replace(MASTER, "★") for part in (before, after))
    if not before:
        return tr("There may be a card before {after} that I can't see.").format(after=after)
    if not after:
        return tr("There may be a card after {before} that I can't see.").format(before=before)
    sentence = tr("There may be a card between {before} and {after} that I can't see.")
    return sentence.format(before=before, after=after)

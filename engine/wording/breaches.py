"""Say breaches in sentences that name the player, the words and what is wrong."""

from collections.abc import Sequence
from typing import assert_never

from engine.cards import MASTER
from engine.i18n import Translate, cards, cards_capitalised, english, joined
from engine.ruling import (
    Action,
    Breach,
    CardsDisturbed,
    DrewFirst,
    Incomplete,
    LettersRemoved,
    LettersReordered,
    MasterRenamed,
    NotInHand,
    NotInLine,
    NotJoined,
    NotListed,
    OffTheStart,
    Passed,
    PluralOnly,
    ProperNoun,
    ThirdPerson,
    TooFewLetters,
    TooManyLetters,
    TwoActions,
    TwoNewWords,
    TwoWordsTouched,
    WordReversed,
)
from engine.ruling.race import HorseAstray, NoNumber, NotCrossed, TooManyWords, WrongNumber
from engine.wording.piles import say_pile_breach
from engine.wording.race import say_race_breach
from engine.wording.words import say_word_refusal
from engine.wording.written import SOMEBODY, capitalised, word, words
from engine.words import WordRefusal


def say_breach(breach: Breach, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say which rule the player `who` broke, and how."""
    match breach:
        case NotListed() | ProperNoun() | PluralOnly() | ThirdPerson() | MasterRenamed():
            sentence = _word_fault(breach, tr)
        case LettersReordered() | WordReversed() | LettersRemoved() | Incomplete():
            sentence = _letter_fault(breach, tr)
        case TwoWordsTouched() | TwoNewWords() | TwoActions() | DrewFirst() | Passed():
            sentence = _turn_fault(breach, tr, who)
        case TooFewLetters() | TooManyLetters() | NotInHand():
            sentence = _card_fault(breach, tr, who)
        case CardsDisturbed() | NotInLine() | NotJoined() | OffTheStart():
            sentence = _square_fault(breach, tr)
        case NoNumber() | WrongNumber() | TooManyWords() | NotCrossed() | HorseAstray():
            sentence = say_race_breach(breach, tr, who)
        case _:
            sentence = say_pile_breach(breach, tr)
    return capitalised(sentence)


def say_reason(breaches: Sequence[Breach], tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say why a turn does not count: the first of its breaches. If this is an unlisted word, name all
    unlisted words of the turn."""
    unknown = dict.fromkeys(
        word(breach.word)
        for breach in breaches
        if isinstance(breach, NotListed) and breach.refusal is WordRefusal.NOT_LISTED and not breach.backwards
    )
    if isinstance(breaches[0], NotListed) and unknown:
        return say_unlisted(tuple(unknown), tr)
    return say_breach(breaches[0], tr, who)


def say_unlisted(unlisted: tuple[str, ...], tr: Translate = english) -> str:
    """Say that the words `unlisted` are not in the word list."""
    if len(unlisted) == 1:
        return say_word_refusal(WordRefusal.NOT_LISTED, tr).format(word=unlisted[0])
    return tr("{words} aren't in the word list.").format(words=joined(unlisted, tr))


def say_fault(breach: Breach, clauses: Sequence[str], tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say a breach for logs and the command line, with the clauses that forbid it in brackets."""
    return f"{say_breach(breach, tr, who).removesuffix('.')} ({', '.join(clauses)})."


def _word_fault(
    breach: NotListed | ProperNoun | PluralOnly | ThirdPerson | MasterRenamed, tr: Translate
) -> str:
    match breach:
        case NotListed(unlisted, refusal, backwards=""):
            return say_word_refusal(refusal, tr).format(word=word(unlisted))
        case NotListed(unlisted, backwards=backwards):
            sentence = tr("{word} is {backwards} backwards. Words run to the right or down.")
            return sentence.format(word=word(unlisted), backwards=word(backwards))
        case ProperNoun(name):
            return say_word_refusal(WordRefusal.PROPER, tr).format(word=word(name))
        case ThirdPerson(verb):
            sentence = tr("{word} is a verb with S or ES added, and that doesn't count in this game.")
            return sentence.format(word=word(verb))
        case PluralOnly(plural):
            sentence = tr("{word} is a plural with S or ES, and that doesn't count in this game.")
            return sentence.format(word=word(plural))
        case MasterRenamed(before, after) if MASTER in before:
            sentence = tr("No letter for the Master makes words of both {before} and {after}.")
            return sentence.format(before=word(before), after=word(after))
        case MasterRenamed(before, after):
            sentence = tr(
                "The Master can't change its letter: it lay in {before} and would now be in {after}."
            )
            if len(before) == len(after) == 1:
                sentence = tr("The Master stands for {before} and can't become {after}.")
            return sentence.format(before=word(before), after=word(after))
        case _:
            assert_never(breach)


def _letter_fault(
    breach: LettersReordered | WordReversed | LettersRemoved | Incomplete, tr: Translate
) -> str:
    match breach:
        case LettersReordered(before, after):
            sentence = tr("The letters of {before} must stay in their order. In {after} they don't.")
            return sentence.format(before=word(before), after=word(after))
        case WordReversed(before, after):
            sentence = tr("{before} was turned round into {after}. A word must keep its direction.")
            return sentence.format(before=word(before), after=word(after))
        case LettersRemoved(before, "", _letters):
            return tr("{before} has left the table. Words on the table stay there.").format(
                before=word(before)
            )
        case LettersRemoved(before, _after, letters):
            sentence = tr(
                "{letters} came out of {before}. Cards may be added to a word, but not taken from it."
            )
            return sentence.format(letters=cards_capitalised(letters, tr), before=word(before))
        case Incomplete(left, "gap"):
            return tr("There is a gap in {word}.").format(word=word(left))
        case Incomplete(left):
            return tr("{word} lost cards and got none in return.").format(word=word(left))
        case _:
            assert_never(breach)


def _turn_fault(
    breach: TwoWordsTouched | TwoNewWords | TwoActions | DrewFirst | Passed, tr: Translate, who: str
) -> str:
    match breach:
        case TwoWordsTouched(changed):
            sentence = tr("{name} changed {words}. Only one word may be changed in a turn.")
            return sentence.format(name=who, words=joined(words(changed), tr))
        case TwoNewWords(laid):
            sentence = tr("{name} laid {words}. Only one new word may be laid in a turn.")
            return sentence.format(name=who, words=joined(words(laid), tr))
        case TwoActions(actions):
            done = joined(tuple(_action_done(action, tr) for action in dict.fromkeys(actions)), tr)
            both = tr("{name} {actions}. A turn is only one of these.")
            twice = tr("{name} {actions} twice. A turn is only one action.")
            return (twice if len(set(actions)) == 1 else both).format(name=who, actions=done)
        case DrewFirst("", "LEX-B"):
            sentence = tr("{name} took the exposed card and laid none of the hand in its place.")
            return sentence.format(name=who)
        case DrewFirst(""):
            return tr("{name} took the exposed card without discarding one first.").format(name=who)
        case DrewFirst(card):
            sentence = tr("{name} drew a card before discarding {card}. The discard comes first.")
            return sentence.format(name=who, card=cards(card, tr))
        case Passed():
            return tr("{name} can't pass, but can discard a card and draw one.").format(name=who)
        case _:
            assert_never(breach)


def _card_fault(breach: TooFewLetters | TooManyLetters | NotInHand, tr: Translate, who: str) -> str:
    match breach:
        case TooFewLetters(laid, least):
            sentence = tr("{word} is too short. A new word needs at least {least} cards.")
            return sentence.format(word=word(laid), least=least)
        case TooManyLetters(laid, most):
            sentence = tr("{name} laid {count} cards. At most {most} may be laid in a turn.")
            return sentence.format(name=who, count=len(laid), most=most)
        case NotInHand(missing):
            return tr("{name} didn't have {cards}.").format(name=who, cards=cards(missing, tr))
        case _:
            assert_never(breach)


def _square_fault(breach: CardsDisturbed | NotInLine | NotJoined | OffTheStart, tr: Translate) -> str:
    match breach:
        case CardsDisturbed():
            return tr("Cards in the crossword must stay where they lie.")
        case NotInLine():
            return tr("All cards of a turn go into one row or one column.")
        case NotJoined(clause="KP-2"):
            return tr("The new word must share a letter with a word that lies there.")
        case NotJoined():
            return tr("The new cards must join the crossword, without a gap.")
        case OffTheStart(clause="KP-1"):
            return tr("The first word starts in the top left corner of the board.")
        case OffTheStart():
            return tr("The first word starts on the three dark squares in the middle.")
        case _:
            assert_never(breach)


def _action_done(action: Action, tr: Translate) -> str:
    match action:
        case "lay":
            return tr("laid a word")
        case "insert":
            return tr("added to a word")
        case "exchange":
            return tr("exchanged cards")
        case "discard":
            return tr("discarded a card")
        case _:
            assert_never(action)

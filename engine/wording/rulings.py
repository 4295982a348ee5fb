"""The one place where rulings, breaches, doubts and moves become sentences for people, in any language."""

from collections.abc import Sequence
from typing import assert_never

from engine.cards import MASTER
from engine.moves import (
    EMPTY,
    Change,
    Close,
    Discard,
    Disturb,
    Draw,
    Exchange,
    Insert,
    Lay,
    Move,
    Pass,
    Place,
    Several,
    Shift,
    Spell,
    Turn,
    TurnOver,
    faces,
    played,
    taken,
)
from engine.notation import square
from engine.ruling import (
    Action,
    BlankUnseen,
    Breach,
    CardsDisturbed,
    Doubt,
    DrewFirst,
    FaintCard,
    Illegal,
    Incomplete,
    Legal,
    LettersRemoved,
    LettersReordered,
    MasterRenamed,
    MoreThanThePack,
    NotInHand,
    NotInLine,
    NotJoined,
    NotListed,
    OffTheStart,
    Overlooked,
    Passed,
    PluralOnly,
    ProperNoun,
    Ruling,
    SeveralExplanations,
    ThirdPerson,
    TooFewLetters,
    TooManyLetters,
    TwoActions,
    TwoNewWords,
    TwoWordsTouched,
    Unclear,
    Unexplained,
    WordReversed,
)
from engine.ruling.race import HorseAstray, NoNumber, NotCrossed, TooManyWords, WrongNumber, say_race_breach
from engine.tongue import Translate, cards, english, first, joined
from engine.wording.piles import say_pile_breach, say_pile_move
from engine.wording.words import say_refusal


def say(fact: Breach | Doubt | Ruling | Move, tr: Translate = english) -> str:
    """One sentence, with its full stop and without its clause; English when no translator is given."""
    match fact:
        case Legal() | Illegal() | Unclear():
            return say_ruling(fact, tr)
        case FaintCard() | MoreThanThePack() | SeveralExplanations() | Unexplained():
            return say_doubt(fact, tr)
        case BlankUnseen() | Overlooked():
            return say_doubt(fact, tr)
        case Lay() | Insert() | Exchange() | Change() | Discard() | Draw() | Place() | Disturb() | Pass():
            return say_move(fact, tr)
        case Spell() | Shift() | Close() | Turn() | TurnOver() | Several():
            return say_move(fact, tr)
        case _:
            return say_breach(fact, tr)


def say_ruling(ruling: Ruling, tr: Translate = english) -> str:
    """The move, and what is ruled on it: the first breach, or the first doubt."""
    match ruling:
        case Legal(move):
            return say_move(move, tr)
        case Illegal(breaches=breaches):
            return say_breach(breaches[0], tr)
        case Unclear(doubts=doubts):
            return say_doubt(doubts[0], tr)
        case _:
            assert_never(ruling)


def say_move(move: Move, tr: Translate = english) -> str:
    """What was played."""
    match move:
        case Several(moves):
            return " ".join(say_move(each, tr) for each in moves)
        case Lay(word):
            return tr("{word} was laid.").format(word=word)
        case Insert(before=before, after=after):
            return tr("{played} went into {before}, which became {after}.").format(
                played=first(played(move), tr), before=before, after=after
            )
        case Exchange(before=before, after=after):
            return tr("{played} went into {before} for {taken}, leaving {after}.").format(
                played=first(played(move), tr), before=before, taken=cards(taken(move), tr), after=after
            )
        case Change(before=before, after=""):
            return tr("{before} was taken off the table.").format(before=before)
        case Change(before=before, after=after):
            return tr("{before} was changed into {after}.").format(before=before, after=after)
        case Discard(card="#"):
            return tr("A card nobody saw was discarded, and the blind card was taken.")
        case Discard(card, took):
            if took is None:
                return tr("{card} was discarded.").format(card=first(card, tr))
            both = tr("{card} was discarded, and the {pile} card was taken.")
            return both.format(card=first(card, tr), pile=_pile(took, tr))
        case Draw():
            return tr("The exposed card was taken.")
        case Place(row, column, across, laid):
            shown = faces(laid.replace(EMPTY, ""))
            one = tr("{cards} was laid at {square}.")
            right = tr("{cards} were laid from {square} to the right.")
            some = right if across else tr("{cards} were laid from {square} downwards.")
            went = one if len(laid) == 1 else some
            return went.format(cards=first(shown, tr), square=square(row, column))
        case Disturb(row, column, before, after):
            gone = tr("{cards} at {square} was taken.")
            instead = tr("{cards} at {square} was replaced by {after}.")
            return (gone if after == EMPTY else instead).format(
                cards=first(faces(before), tr), square=square(row, column), after=cards(faces(after), tr)
            )
        case Spell() | Shift() | Close() | Turn() | TurnOver():
            return say_pile_move(move, tr)
        case Pass():
            return tr("Nothing was played.")
        case _:
            assert_never(move)


def say_breach(breach: Breach, tr: Translate = english) -> str:
    """What rule was broken, and how."""
    match breach:
        case NotListed() | ProperNoun() | PluralOnly() | ThirdPerson() | MasterRenamed():
            return _say_of_words(breach, tr)
        case LettersReordered() | WordReversed() | LettersRemoved() | Incomplete():
            return _say_of_letters(breach, tr)
        case TwoWordsTouched() | TwoNewWords() | TwoActions() | DrewFirst() | Passed():
            return _say_of_turns(breach, tr)
        case TooFewLetters() | TooManyLetters() | NotInHand():
            return _say_of_cards(breach, tr)
        case CardsDisturbed() | NotInLine() | NotJoined() | OffTheStart():
            return _say_of_squares(breach, tr)
        case NoNumber() | WrongNumber() | TooManyWords() | NotCrossed() | HorseAstray():
            return say_race_breach(breach, tr)
        case _:
            return say_pile_breach(breach, tr)


def say_fault(breach: Breach, clauses: Sequence[str], tr: Translate = english) -> str:
    """The sentence of a breach with the clauses that forbid it in brackets."""
    return f"{say_breach(breach, tr).removesuffix('.')} ({', '.join(clauses)})."


def _say_of_words(
    breach: NotListed | ProperNoun | PluralOnly | ThirdPerson | MasterRenamed, tr: Translate
) -> str:
    match breach:
        case NotListed(word, refusal, backwards=""):
            return say_refusal(refusal, tr).format(word=word)
        case NotListed(word, refusal, backwards=backwards):
            though = tr("Words read to the right and down, not back to {backwards}.")
            return f"{say_refusal(refusal, tr).format(word=word)} {though.format(backwards=backwards)}"
        case ProperNoun(word):
            return tr("{word} is a proper noun, and those may not be used.").format(word=word)
        case ThirdPerson(word):
            return tr("{word} is made by adding S or ES, which does not count here even for a verb.").format(
                word=word
            )
        case PluralOnly(word):
            return tr("{word} is a plural made by adding S or ES, which does not count here.").format(
                word=word
            )
        case MasterRenamed(before, after):
            return tr(
                "A Master keeps the letter it was played for: {before} and {after} do not agree."
            ).format(before=before, after=after)
        case _:
            assert_never(breach)


def _say_of_letters(
    breach: LettersReordered | WordReversed | LettersRemoved | Incomplete, tr: Translate
) -> str:
    match breach:
        case LettersReordered(before, after):
            return tr("The letters of {before} must keep their order, and in {after} they do not.").format(
                before=before, after=after
            )
        case WordReversed(before, after):
            return tr("{before} may not be reversed, as it is in {after}.").format(before=before, after=after)
        case LettersRemoved(before, after, letters):
            one = tr(
                "{letters} was taken out of {before}, leaving {after}: letters are added, never removed."
            )
            some = tr(
                "{letters} were taken out of {before}, leaving {after}: letters are added, never removed."
            )
            left = after or tr("nothing")
            return (one if len(letters) == 1 else some).format(
                letters=first(letters, tr), before=before, after=left
            )
        case Incomplete(word, "gap"):
            return tr("{word} was left incomplete: it has a gap.").format(word=word.replace(EMPTY, "_"))
        case Incomplete(word):
            lost = tr("{word} was left incomplete: it lost letters and got none back for them.")
            return lost.format(word=word.replace(EMPTY, "_"))
        case _:
            assert_never(breach)


def _say_of_turns(
    breach: TwoWordsTouched | TwoNewWords | TwoActions | DrewFirst | Passed, tr: Translate
) -> str:
    match breach:
        case TwoWordsTouched(words):
            return tr("Only one word may be changed in a turn, and {words} were.").format(
                words=joined(words, tr)
            )
        case TwoNewWords(words):
            return tr("Only one new word may be laid in a turn, and {words} were.").format(
                words=joined(words, tr)
            )
        case TwoActions(actions):
            return tr("A turn is one action, and this was {actions}.").format(
                actions=joined(tuple(_done(action, tr) for action in actions), tr)
            )
        case DrewFirst("", "LEX-B"):
            return tr("The exposed card was taken, and no card of the hand was laid in its place.")
        case DrewFirst(""):
            return tr("The exposed card was taken without a discard before it.")
        case DrewFirst(card):
            return tr("{card} was not in the hand: a card must be discarded before one is drawn.").format(
                card=first(card, tr)
            )
        case Passed():
            return tr("Nothing was played, and nobody may pass.")
        case _:
            assert_never(breach)


def _say_of_cards(breach: TooFewLetters | TooManyLetters | NotInHand, tr: Translate) -> str:
    match breach:
        case TooFewLetters(laid, least):
            return tr("{laid} is too few cards: {least} or more must be laid.").format(laid=laid, least=least)
        case TooManyLetters(laid, most):
            return tr("{count} cards were laid, and {most} is the most.").format(count=len(laid), most=most)
        case NotInHand(missing):
            return tr("The hand did not hold {missing}.").format(missing=cards(missing, tr))
        case _:
            assert_never(breach)


def _say_of_squares(breach: CardsDisturbed | NotInLine | NotJoined | OffTheStart, tr: Translate) -> str:
    match breach:
        case CardsDisturbed(squares):
            return tr("Cards on the table are never moved or taken: look at {squares}.").format(
                squares=joined(squares, tr)
            )
        case NotInLine(squares):
            return tr("All cards of a turn go into one row or one column, and {squares} do not.").format(
                squares=joined(squares, tr)
            )
        case NotJoined(squares, "KP-2"):
            return tr("The word at {squares} has no letter of a word already played.").format(
                squares=joined(squares, tr)
            )
        case NotJoined(squares):
            return tr("The cards at {squares} are not joined to the crossword.").format(
                squares=joined(squares, tr)
            )
        case OffTheStart(clause="KP-1"):
            return tr("The first word begins on the top left square of the board, across or down.")
        case OffTheStart():
            return tr("The first word begins on the three dark squares in the middle, across or down.")
        case _:
            assert_never(breach)


def say_doubt(doubt: Doubt, tr: Translate = english) -> str:
    """What the camera cannot tell."""
    match doubt:
        case FaintCard(word, letter, probability):
            told = tr("A card of {word} is hard to read: {letter}, with {probability:.0%} certainty.")
            return told.format(word=word, letter=cards(letter, tr), probability=probability)
        case MoreThanThePack(letter, seen, held):
            return tr("{seen} cards were read as {letter}, and the pack holds {held}.").format(
                seen=seen, letter=cards(letter, tr), held=held
            )
        case SeveralExplanations(move, otherwise):
            rather = " ".join(say_breach(each, tr) for each in otherwise)
            return tr("Either {move} Or else: {rather}").format(
                move=_lowered(say_move(move, tr)), rather=rather
            )
        case BlankUnseen(squares):
            places = joined(tuple(square(*one) for one in squares), tr)
            return tr("A blank may lie at {places}, where no letter is seen.").format(places=places)
        case Overlooked(word, place):
            return _hidden(word[:place], word[place + 1 :], tr)
        case Unexplained(note):
            return tr("It is not clear what was played: {note}.").format(note=tr(note))
        case _:
            assert_never(doubt)


def _hidden(before: str, after: str, tr: Translate) -> str:
    """Where a card may lie that nobody has seen: between two parts of a word, before it or after it."""
    before, after = (part.upper().replace(MASTER, "★") for part in (before, after))
    if not before:
        return tr("A card may lie before {after} that I can't see.").format(after=after)
    if not after:
        return tr("A card may lie after {before} that I can't see.").format(before=before)
    told = tr("A card may lie between {before} and {after} that I can't see.")
    return told.format(before=before, after=after)


def _pile(took: str, tr: Translate) -> str:
    return tr("exposed") if took == "exposed" else tr("blind")


def _done(action: Action, tr: Translate) -> str:
    match action:
        case "lay":
            return tr("laying a word")
        case "insert":
            return tr("inserting")
        case "exchange":
            return tr("exchanging")
        case "discard":
            return tr("discarding")
        case _:
            assert_never(action)


def _lowered(sentence: str) -> str:
    """A sentence that goes on after another word; the case of cards and words is never touched."""
    plain = sentence.startswith(("The ", "Nothing ", "A Master", "A card"))
    return sentence[0].lower() + sentence[1:] if plain else sentence

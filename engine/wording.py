"""The one place where rulings, breaches, doubts and moves become sentences for people."""

from typing import assert_never

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
from engine.pileswording import say_pile_breach, say_pile_move
from engine.raceruling import HorseAstray, NotCrossed, TooManyWords, WrongNumber, say_race_breach
from engine.ruling import (
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

_DONE = {"lay": "laying a word", "insert": "inserting", "exchange": "exchanging", "discard": "discarding"}


def say(fact: Breach | Doubt | Ruling | Move) -> str:
    """One English sentence, with its full stop and without its clause."""
    match fact:
        case Legal() | Illegal() | Unclear():
            return say_ruling(fact)
        case FaintCard() | MoreThanThePack() | SeveralExplanations() | Unexplained() | BlankUnseen():
            return say_doubt(fact)
        case Lay() | Insert() | Exchange() | Change() | Discard() | Draw() | Place() | Disturb() | Pass():
            return say_move(fact)
        case Spell() | Shift() | Close() | Turn() | TurnOver() | Several():
            return say_move(fact)
        case _:
            return say_breach(fact)


def say_ruling(ruling: Ruling) -> str:
    """The move, and what is ruled on it: the first breach, or the first doubt."""
    match ruling:
        case Legal(move):
            return say_move(move)
        case Illegal(breaches=breaches):
            return say_breach(breaches[0])
        case Unclear(doubts=doubts):
            return say_doubt(doubts[0])
        case _:
            assert_never(ruling)


def say_move(move: Move) -> str:
    """What was played."""
    match move:
        case Several(moves):
            return " ".join(map(say_move, moves))
        case Lay(word):
            return f"{word} was laid."
        case Insert(before=before, after=after):
            return f"{_first(played(move))} went into {before}, which became {after}."
        case Exchange(before=before, after=after):
            return f"{_first(played(move))} went into {before} for {cards(taken(move))}, leaving {after}."
        case Change(before=before, after=""):
            return f"{before} was taken off the table."
        case Change(before=before, after=after):
            return f"{before} was changed into {after}."
        case Discard(card="#"):
            return "A card nobody saw was discarded, and the blind card was taken."
        case Discard(card, took):
            drawn = "" if took is None else f", and the {took} card was taken"
            return f"{_first(card)} was discarded{drawn}."
        case Draw():
            return "The exposed card was taken."
        case Place(row, column, across, laid):
            way = "across" if across else "down"
            return f"{_first(faces(laid.replace(EMPTY, '')))} went down at {square(row, column)} {way}."
        case Disturb(row, column, before, after):
            into = "was taken" if after == EMPTY else f"was replaced by {cards(faces(after))}"
            return f"{_first(faces(before))} at {square(row, column)} {into}."
        case Spell() | Shift() | Close() | Turn() | TurnOver():
            return say_pile_move(move)
        case Pass():
            return "Nothing was played."
        case _:
            assert_never(move)


def say_breach(breach: Breach) -> str:
    """What rule was broken, and how."""
    match breach:
        case NotListed() | ProperNoun() | PluralOnly() | ThirdPerson() | MasterRenamed():
            return _say_of_words(breach)
        case LettersReordered() | WordReversed() | LettersRemoved() | Incomplete():
            return _say_of_letters(breach)
        case TwoWordsTouched() | TwoNewWords() | TwoActions() | DrewFirst() | Passed():
            return _say_of_turns(breach)
        case TooFewLetters() | TooManyLetters() | NotInHand():
            return _say_of_cards(breach)
        case CardsDisturbed() | NotInLine() | NotJoined() | OffTheStart():
            return _say_of_squares(breach)
        case WrongNumber() | TooManyWords() | NotCrossed() | HorseAstray():
            return say_race_breach(breach)
        case _:
            return say_pile_breach(breach)


def _say_of_words(breach: NotListed | ProperNoun | PluralOnly | ThirdPerson | MasterRenamed) -> str:
    match breach:
        case NotListed(word, refusal, backwards=backwards):
            though = f": words read to the right and down, not back to {backwards}" if backwards else ""
            return f"{word} is {refusal.value}{though}."
        case ProperNoun(word):
            return f"{word} is a proper noun, and those may not be used."
        case ThirdPerson(word):
            return f"{word} is made by adding S or ES, which does not count here even for a verb."
        case PluralOnly(word):
            return f"{word} is a plural made by adding S or ES, which does not count here."
        case MasterRenamed(before, after):
            return f"A Master keeps the letter it was played for: {before} and {after} do not agree."
        case _:
            assert_never(breach)


def _say_of_letters(breach: LettersReordered | WordReversed | LettersRemoved | Incomplete) -> str:
    match breach:
        case LettersReordered(before, after):
            return f"The letters of {before} must keep their order, and in {after} they do not."
        case WordReversed(before, after):
            return f"{before} may not be reversed, as it is in {after}."
        case LettersRemoved(before, after, letters):
            left = f"leaving {after}" if after else "leaving nothing"
            were = "was" if len(letters) == 1 else "were"
            return (
                f"{_first(letters)} {were} taken out of {before}, {left}: letters are added, never removed."
            )
        case Incomplete(word, why):
            left = {"letters lost": "it lost letters and got none back for them", "gap": "it has a gap"}[why]
            return f"{word.replace(EMPTY, '_')} was left incomplete: {left}."
        case _:
            assert_never(breach)


def _say_of_turns(breach: TwoWordsTouched | TwoNewWords | TwoActions | DrewFirst | Passed) -> str:
    match breach:
        case TwoWordsTouched(words):
            return f"Only one word may be changed in a turn, and {_and(words)} were."
        case TwoNewWords(words):
            return f"Only one new word may be laid in a turn, and {_and(words)} were."
        case TwoActions(actions):
            return f"A turn is one action, and this was {_and(tuple(_DONE[action] for action in actions))}."
        case DrewFirst(""):
            return "The exposed card was taken without a discard before it."
        case DrewFirst(card):
            return f"{_first(card)} was not in the hand: a card must be discarded before one is drawn."
        case Passed():
            return "Nothing was played, and nobody may pass."
        case _:
            assert_never(breach)


def _say_of_cards(breach: TooFewLetters | TooManyLetters | NotInHand) -> str:
    match breach:
        case TooFewLetters(laid, least):
            return f"{laid} is too few cards: {least} or more must be laid."
        case TooManyLetters(laid, most):
            return f"{len(laid)} cards were laid, and {most} is the most."
        case NotInHand(missing):
            return f"The hand did not hold {cards(missing)}."
        case _:
            assert_never(breach)


def _say_of_squares(breach: CardsDisturbed | NotInLine | NotJoined | OffTheStart) -> str:
    match breach:
        case CardsDisturbed(squares):
            return f"Cards on the table are never moved or taken: look at {_and(squares)}."
        case NotInLine(squares):
            return f"All cards of a turn go into one row or one column, and {_and(squares)} do not."
        case NotJoined(squares, "KP-2"):
            return f"The word at {_and(squares)} has no letter of a word already played."
        case NotJoined(squares):
            return f"The cards at {_and(squares)} are not joined to the crossword."
        case OffTheStart(clause="KP-1"):
            return "The first word begins on the top left square of the board, across or down."
        case OffTheStart():
            return "The first word begins on the three dark squares in the middle, across or down."
        case _:
            assert_never(breach)


def say_doubt(doubt: Doubt) -> str:
    """What the camera cannot tell."""
    match doubt:
        case FaintCard(word, letter, probability):
            return f"A card of {word} is hard to read: {cards(letter)}, with {probability:.0%} certainty."
        case MoreThanThePack(letter, seen, held):
            return f"{seen} cards were read as {cards(letter)}, and the pack holds {held}."
        case SeveralExplanations(move, otherwise):
            rather = " ".join(map(say_breach, otherwise))
            return f"Either {_lowered(say_move(move))} Or else: {rather}"
        case BlankUnseen(squares):
            return (
                f"A blank may lie at {_and(tuple(square(*one) for one in squares))}, where no letter is seen."
            )
        case Unexplained(note):
            return f"No play explains what lies there: {note}."
        case _:
            assert_never(doubt)


def cards(shown: str) -> str:
    """Cards as people name them: "DS" -> "D and S", "?" -> "a Master"."""
    return _and(tuple("a Master" if card == "?" else card for card in shown))


def _first(shown: str) -> str:
    """`cards` at the beginning of a sentence. Words never get a capital: their case says what is a Master."""
    named = cards(shown)
    return named[0].upper() + named[1:]


def _and(items: tuple[str, ...]) -> str:
    return " and ".join((", ".join(items[:-1]), items[-1]) if len(items) > 1 else items)


def _lowered(sentence: str) -> str:
    """A sentence that goes on after another word; the case of cards and words is never touched."""
    plain = sentence.startswith(("The ", "Nothing ", "A Master", "A card"))
    return sentence[0].lower() + sentence[1:] if plain else sentence

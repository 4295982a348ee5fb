import re
from typing import get_args

import pytest

from engine.i18n import Sentence
from engine.moves import Insert, Lay, Pass
from engine.notation import parse_move
from engine.position import Rows
from engine.ruling import (
    BlankUnseen,
    Breach,
    CardsDisturbed,
    Doubt,
    DoubtfulCard,
    DrewFirst,
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
    OtherDoubt,
    OverlookedCard,
    Passed,
    PluralOnly,
    ProperNoun,
    SeveralExplanations,
    ThirdPerson,
    TooFewLetters,
    TooManyLetters,
    TwoActions,
    TwoNewWords,
    TwoWordsTouched,
    Unclear,
    WordReversed,
)
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
    PilesDisturbed,
    SpaceTaken,
    StillFits,
    TurnedTooMany,
    VowelFirst,
)
from engine.ruling.race import HorseAstray, NoNumber, NotCrossed, TooManyWords, WrongNumber
from engine.wording import say, say_move_in_progress
from engine.words import WordRefusal

BREACHES: list[Breach] = [
    NotListed("MIO", WordRefusal.NOT_LISTED),
    ProperNoun("ROME"),
    PluralOnly("CATS"),
    ThirdPerson("TRIES"),
    TooFewLetters("A", 2),
    TooManyLetters("SMILE", 4),
    LettersReordered("CAT", "ACTS"),
    WordReversed("TAR", "RATS"),
    LettersRemoved("EXPERT", "PERT", "EX"),
    LettersRemoved("CATS", "CAT", "S"),
    LettersRemoved("CAT", "", "ACT"),
    Incomplete("EXPERT", "letters lost"),
    Incomplete("CA.T", "gap"),
    TwoWordsTouched(("CAT", "DOG")),
    TwoNewWords(("CAT", "DOG")),
    TwoActions(("insert", "exchange")),
    NotInHand("?D", "LEX-C"),
    DrewFirst("E"),
    DrewFirst(""),
    Passed(),
    MasterRenamed("CaT", "CoT"),
    CardsDisturbed(("B1",)),
    NotInLine(("B1", "C2")),
    NotJoined(("B1",)),
    OffTheStart(("A1",)),
    WrongNumber(4, 3),
    TooManyWords(("OR", "OF", "FO")),
    NotCrossed(("OR", "OF")),
    HorseAstray(3, 2),
    NoNumber("FOR"),
    MakesNoWord("?QXZ"),
    NotOfTheseCards("HOMES", "?EMO"),
    Covered("AB", ("2", "5")),
    PilesDisturbed(("3",)),
    MastersSpent(2, 1),
    NotAVowel("B"),
    SpaceTaken("A", 3),
    VowelFirst("T", "AE"),
    TurnedTooMany(2, 1),
    NoBeginning("QX"),
    NotRunThrough(5),
    NotTurnedUp("A"),
    HasSecondLetter("A", "AB"),
    NotPlaced("O"),
    NotPlaced(""),
    CentreMoved("O"),
    MovedToSpace("A"),
    StillFits("A", ("1", "3")),
    ColumnClosed("A", 4),
]
DOUBTS: list[Doubt] = [
    DoubtfulCard("CAT", "A", 0.61),
    MoreThanThePack("?", 3, 2),
    SeveralExplanations(parse_move("1:TAR=RAT"), (WordReversed("TAR", "RAT"),)),
    OtherDoubt(Sentence("I see nothing new.")),
    BlankUnseen(((9, 11),)),
    OverlookedCard("HO?SE", 2, Rows(("HO?SE",)), (0, 2)),
    OverlookedCard("?AT", 0, Rows(("?AT",)), (0, 0)),
    OverlookedCard("CA?", 2, Rows(("CA?",)), (0, 2)),
]
MOVES = [
    "+MaN",
    "1:A<AB",
    "1:AB=AC",
    "1:AB~BAC",
    "1:CAT~-",
    "-Q^",
    "-?",
    "^",
    "B1|S.LT",
    "C3:O~.",
    "C3:O~a",
    "HOME@3,3,3,5",
    "RAZoR@1,4,^,?,7",
    "A@3>5",
    "T@^>5",
    "Q#5",
    "*Q",
    "*###",
    "over",
    "1:-~AB",
    "pass",
]


@pytest.mark.parametrize("fact", [*BREACHES, *DOUBTS, *map(parse_move, [*MOVES, "1:A<AB & -Q"])])
def test_every_fact_is_a_sentence_for_people(fact: Breach | Doubt) -> None:
    sentence = say(fact, who="Ben")
    assert sentence[-1] in ".!"
    assert not sentence[0].islower()
    assert "\n" not in sentence
    assert type(fact).__name__ not in sentence
    assert not re.search(r"\b[A-Z]+[a-z][A-Z]+\b|\?|[A-Z]\d|[=~<>^#|]", sentence)


def test_no_breach_and_no_doubt_is_left_out_of_these_tests() -> None:
    assert {type(breach) for breach in BREACHES} == set(get_args(Breach))
    assert {type(doubt) for doubt in DOUBTS} == set(get_args(Doubt))


def test_what_is_said() -> None:
    assert say(NotListed("MIO", WordRefusal.NOT_LISTED)) == "MIO isn't in the word list."
    capital = "PARIS is written with a capital letter, like a name, and doesn't count."
    assert say(NotListed("PARIS", WordRefusal.PROPER)) == capital
    assert say(NotInHand("?DS", "LEX-C"), who="Ben") == "Ben didn't have a Master, D and S."
    assert say(Insert(0, "MAN", "MANY"), who="Ben") == "MANY — Ben added Y to MAN."
    assert say(parse_move("-?"), who="Ben") == "Ben discarded a Master."
    assert say(parse_move("-?")) == "The player discarded a Master."
    assert (
        say(parse_move("1:QuID=QUID")) == "QUID — U for a Master in QUID. A Master goes to the player's hand."
    )
    assert say(TwoActions(("insert", "discard")), who="Ben") == (
        "Ben added to a word and discarded a card. A turn is only one of these."
    )
    assert say(TwoActions(("lay", "lay")), who="Ben") == "Ben laid a word twice. A turn is only one action."


def test_a_play_in_the_making_is_told_as_one() -> None:
    assert say_move_in_progress(Lay("SMI"), who="Ben") == "Ben is laying SMI …"
    assert say_move_in_progress(Insert(0, "CAT", "CATS"), who="Ben") == "Ben is changing CAT into CATS …"
    assert say_move_in_progress(parse_move("-H"), who="Ben") == "Ben is discarding H …"
    assert (
        say_move_in_progress(None, who="Ben")
        == say_move_in_progress(parse_move("-#"), who="Ben")
        == "Ben is playing …"
    )


def test_a_ruling_is_said_by_what_matters_in_it() -> None:
    assert say(Legal(Lay("CAT")), who="Ben") == "Ben played CAT."
    assert (
        say(Illegal(Pass(), (Passed(),)), who="Ben") == "Ben can't pass, but can discard a card and draw one."
    )
    assert say(Unclear(None, (DOUBTS[3],))) == "I see nothing new."

"""Test a table that shows more cards of a letter than the pack has. The table asks once, in a sentence,
with pictures of the cards."""

from engine.events import (
    HandCounted,
    HandScored,
    MatchEnded,
    MatchSetUp,
    PackHoldsMore,
    QuestionAsked,
    TurnAmended,
)
from engine.table.commands import AnswerQuestion, CorrectCard, GoOn, RecordEvent
from engine.table.referee import Referee
from engine.wording.questions import worded
from engine.words import WordList
from tests.engine.table.test_referee import RefereeRig, rulings, word

WORDS = WordList.of(["ME", "WE", "MA", "MAR", "WAR", "HAT", "MAT", "MOO"])
ME, MAR = word("ME", 200), word("MAR", 400)
NAMES = ("Ann", "Ben")


def two() -> RefereeRig:
    """Return the referee of a match in which Ben has laid ME, and Ann MAR. Together the words have two Ms.
    The pack has one."""
    return begun().plays(ME).plays(ME, MAR)


def begun(*hands: str) -> RefereeRig:
    return RefereeRig(Referee(WORDS)).begun(*hands)


def asked(rig: RefereeRig) -> QuestionAsked:
    (question,) = rig.of(QuestionAsked)
    assert isinstance(question, QuestionAsked)
    return question


def test_two_cards_of_one_are_asked_about_with_their_pictures() -> None:
    rig = two()
    assert rulings(rig) == ["legal", "unclear"]
    question = asked(rig)
    told = worded(question, NAMES)
    assert str(told.asks) == "I see M on 2 cards, and you should have 1. Do you have more?"
    assert [str(answer) for answer in told.answers] == [
        "Yes, we have more cards with M",
        "No, the M in ME is W",
        "No, the M in MAR is W",
    ]
    assert [offer.cards for offer in question.offers] == [(), (0,), (2,)]


def test_cards_that_can_be_no_other_letter_are_shown_too() -> None:
    words = WordList.of(["BOX", "FOX"])
    rig = RefereeRig(Referee(words)).begun().plays(word("BOX", 200)).plays(word("BOX", 200), word("FOX", 400))
    question = asked(rig)
    assert str(question.asks) == "I see X on 2 cards, and you should have 1. Do you have more?"
    assert [offer.cards for offer in question.offers] == [()]
    assert question.cards == ((2,), (5,))


def test_more_of_a_letter_is_said_once_and_never_asked_again() -> None:
    rig = two()
    rig.says(AnswerQuestion(asked(rig).choices[0]))
    assert rig.of(PackHoldsMore) == [PackHoldsMore("M")]
    assert (rig.lies, rig.match.questions) == ("ME MAR", ())
    assert [event.ruling for event in rig.of(TurnAmended)] == ["legal"]
    rig.plays(ME, MAR, word("MOO", 600))
    assert rulings(rig) == ["legal", "unclear", "legal"], "nor at the third"
    assert len(rig.of(QuestionAsked)) == 1


def test_the_next_match_with_the_deck_does_not_ask_either() -> None:
    rig = two()
    rig.says(AnswerQuestion(asked(rig).choices[0]), RecordEvent(MatchEnded()), GoOn())
    (_, again) = [event for event in rig.referee.events if isinstance(event, MatchSetUp)]
    assert again.options == {"more_of": "M"}
    assert rig.match.game.pack.limits()["M"] > 2


def test_a_card_of_this_turn_that_is_another_letter_is_put_right() -> None:
    rig = two()
    rig.says(AnswerQuestion(asked(rig).choices[2]))
    assert (rig.lies, rig.match.questions) == ("ME WAR", ())
    assert rig.of(PackHoldsMore) == []


def test_a_card_of_an_earlier_turn_that_is_another_letter_is_put_right() -> None:
    rig = two()
    rig.says(AnswerQuestion(asked(rig).choices[1]))
    assert (rig.lies, rig.match.questions) == ("WE MAR", ())
    assert [event.event for event in rig.of(TurnAmended)] == [2, 3]


def test_a_card_seen_as_another_letter_as_well_is_offered_as_that() -> None:
    rig = begun().plays(ME)
    rig.plays(ME, word("MAR", 400, M=(("M", 0.96), ("K", 0.03))))
    assert asked(rig).choices[1:] == ("0 0 W", "1 0 K")


def test_an_answer_that_is_none_of_these_costs_nothing() -> None:
    rig = two()
    rig.says(AnswerQuestion(""))
    assert (rig.lies, rig.match.questions, rig.match.turn) == ("ME MAR", (), 1)
    rig.says(CorrectCard(2, "W"))
    assert rig.lies == "ME WAR"


def test_more_of_a_letter_accuses_nobody_of_what_was_not_asked() -> None:
    """Ann has laid MRA, which is no word, and which needs a second M though the pack has one. People answer
    that their pack has more Ms. MRA is still doubtful, and the table asks about the word itself."""
    rig = begun().plays(ME).plays(ME, word("MRA", 400))
    rig.says(AnswerQuestion(asked(rig).choices[0]))
    assert rig.of(TurnAmended) == []
    (one,) = rig.match.questions
    assert str(worded(one.question, NAMES).asks) == "Is this right: Ann laid MRA?"


def test_each_letter_that_is_too_many_is_asked_about() -> None:
    rig = RefereeRig(Referee(WordList.of(["ME", "ZOOM", "ZOO"]))).begun().plays(word("ZOO", 200))
    rig.plays(word("ZOO", 200), word("ME", 400)).plays(word("ZOO", 200), word("ME", 400), word("ZOOM", 600))
    letters = [one.question.choices[0] for one in rig.match.questions]
    assert letters == ["more M", "more O", "more Z"]
    rig.says(
        *(AnswerQuestion(letter, one.event) for letter, one in zip(letters, rig.match.questions, strict=True))
    )
    assert (rig.lies, rig.match.questions) == ("ZOO ME ZOOM", ())


def test_a_hand_is_not_scored_while_the_pack_is_in_question() -> None:
    rig = begun("3", "10").plays(ME).plays(ME, MAR)
    rig.says(RecordEvent(HandCounted(1, "OAR")))
    assert (rig.match.hand.gone_out, rig.of(HandScored)) == (0, [])
    rig.says(AnswerQuestion(asked(rig).choices[0]))
    assert len(rig.of(HandScored)) == 1

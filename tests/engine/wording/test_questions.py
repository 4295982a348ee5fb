"""Test the sentences of every question: it ends in a question mark and names the person, and its answers
are whole sentences."""

from typing import get_args

import pytest

from engine.events import Offer, QuestionAsked, Subject
from engine.i18n import Sentence, cards_as_fact
from engine.wording.questions import say_answer, say_question

NAMES = ("Anne", "Ben")


def turn(before: str, *choices: str) -> QuestionAsked:
    return QuestionAsked(1, before, choices[0] if choices else before, "?", choices, "turn", 2)


def answers(asked: QuestionAsked) -> list[str]:
    return [str(said) for said in say_question(asked, NAMES).answers]


@pytest.mark.parametrize("about", get_args(Subject))
def test_every_kind_ends_in_a_question_mark_and_has_an_answer_for_each_choice(about: Subject) -> None:
    asked = QuestionAsked(1, "CAT", "COT", "", ("COT", "CUT"), about)
    told = say_question(asked, NAMES)
    assert str(told.asks).endswith("?")
    assert len(told.answers) == 2
    assert all(map(str, (*told.answers, told.otherwise)))
    assert about in ("Keyword", "whose") or "Ben" in str(told.asks), "the person is named"


@pytest.mark.parametrize(
    ("before", "choice", "deed"),
    [
        ("CAT", "CAT DOG", "Ben laid DOG"),
        ("CAT", "CATS", "Ben made CAT into CATS"),
        ("CAT DOG", "- DOG", "Ben took CAT away"),
        ("CAT", "CAT /H", "Ben discarded the H"),
        ("CAT", "CAT /?", "Ben discarded a Master"),
        ("CAT /H", "-H", "Ben discarded another H"),
        ("CAT /?", "-?", "Ben discarded another Master"),
        ("CAT /H", "CAT MaN ST?DE /Q", "Ben laid MAN and ST★DE and discarded the Q"),
        ("...;CAT;...", "S..;CAT;O..", "Ben laid SCO"),
        ("CAT", "CATS DOG /Q", "Ben laid DOG, made CAT into CATS and discarded the Q"),
        ("MO|H", "M|HO", "Ben moved O"),
        ("CAT /Q", "CAT /Q", "Ben played nothing"),
    ],
)
def test_what_somebody_did_is_a_whole_sentence(before: str, choice: str, deed: str) -> None:
    assert answers(turn(before, choice, "COW")) == [deed, answers(turn(before, choice, "COW"))[1]]
    told = say_question(turn(before, choice), NAMES)
    assert str(told.asks) == f"Is this right: {deed}?"
    assert [str(said) for said in told.answers] == [f"Yes, {deed}"]


def test_a_master_is_asked_about_in_words() -> None:
    asked = QuestionAsked(1, "CAT", "CAT STRiDE", "", ("CAT STRiDE", "CAT STRoDE"), "Master", 2)
    assert str(say_question(asked, NAMES).asks) == "Which word did you lay, Ben?"
    assert answers(asked) == ["STRIDE", "STRODE"]


def test_no_answer_to_an_unseen_play_costs_anything() -> None:
    assert str(say_question(turn("CAT /H", "CAT /H"), NAMES).otherwise) == "Ben hasn't played yet"
    assert (
        str(say_question(turn("CAT", "CAT DOG"), NAMES).otherwise) == "None of this. Ben takes the cards back"
    )


def test_a_question_may_bring_its_own_words() -> None:
    says = Sentence("Yes, {name} drew {cards}", (("name", "Ben"), ("cards", cards_as_fact("A?"))))
    asked = QuestionAsked(
        1,
        "",
        "",
        "?",
        ("1",),
        asks=Sentence("Did I miss a draw?"),
        offers=(Offer(says),),
        otherwise=Sentence("No"),
    )
    told = say_question(asked, NAMES)
    assert (str(told.asks), answers(asked), str(told.otherwise)) == (
        "Did I miss a draw?",
        ["Yes, Ben drew A and a Master"],
        "No",
    )
    assert str(say_answer(asked, "1", NAMES)) == "Yes, Ben drew A and a Master"
    assert str(say_answer(asked, "", NAMES)) == "No"
    assert str(say_answer(turn("CAT", "CAT DOG"), "CAT DIG", NAMES)) == "Ben laid DIG"


def test_a_name_that_nobody_said_and_notation_nobody_can_read_are_no_obstacle() -> None:
    assert answers(turn("CAT", "(what", "CAT DOG"))[0] == "(what"
    assert str(say_question(turn("CAT", "CAT DOG")).asks) == "Is this right: the player laid DOG?"

"""Test the question after a play of a patience with a Master that was set aside: which word was made? The
table asks at once, and the answer is a word."""

from dataclasses import replace

import pytest

from engine.events import (
    AnyEvent,
    HandDealt,
    MatchSetUp,
    QuestionAnswered,
    QuestionAsked,
    TurnAmended,
    TurnFinished,
)
from engine.i18n import UserError
from engine.match import Match, fold, folded_journal, turns
from engine.turn import master_answers
from engine.wording.questions import say_question
from engine.words import WordList

WORDS = WordList.of(["HOME", "HOPE", "SHOE", "HOLES", "TILT"])
DEALT = "H|#O|##E|###X|####X|#####X|######X /- *24 +2"
LEFT = "-|#|##|###X|####X|#####X|######X /- *24 +1"


def played(word: str, sources: str, dealt: str = DEALT, left: str = LEFT) -> list[AnyEvent]:
    return [
        MatchSetUp("solitaire-2", ("Zoe",)),
        HandDealt(position=dealt),
        TurnFinished(0, dealt, left, f"{word}@{sources}", "legal", stands=True),
    ]


def match_of(events: list[AnyEvent]) -> Match:
    match = fold(events)
    assert match is not None
    return match


def asked(events: list[AnyEvent]) -> list[QuestionAsked]:
    found = master_answers.consequent_events(folded_journal(events), WORDS, events[-1:])
    return [one for one in found if isinstance(one, QuestionAsked)]


def test_the_player_is_asked_which_word_it_was() -> None:
    (question,) = asked(played("HOmE", "1,2,?,3"))
    told = say_question(question, ("Zoe",))
    assert str(told.asks) == "Zoe, which word did you make with the Master?"
    assert list(map(str, told.answers)) == ["HOME", "HOPE", "SHOE"]


def test_a_word_with_two_masters_is_asked_for_by_both() -> None:
    (question,) = asked(played("HOme", "1,2,?,?", left="-|#|##E|###X|####X|#####X|######X /- *24"))
    assert str(say_question(question, ("Zoe",)).asks) == "Zoe, which word did you make with the Masters?"


def test_nobody_is_asked_about_a_word_that_breaks_a_rule() -> None:
    *begun, turn = played("HOmE", "1,2,?,3")
    assert isinstance(turn, TurnFinished)
    assert asked([*begun, replace(turn, ruling="illegal")]) == []


@pytest.mark.parametrize(("word", "sources"), [("HOME", "1,2,4,3"), ("TIlT", "1,2,?,3")])
def test_nobody_is_asked_where_there_is_no_doubt(word: str, sources: str) -> None:
    assert asked(played(word, sources)) == []


@pytest.mark.parametrize(("said", "move"), [(2, "sHOE@?,1,2,3"), ("HOPE", "HOpE@1,2,?,3")])
def test_the_answer_is_the_word(said: int | str, move: str) -> None:
    events = played("HOmE", "1,2,?,3")
    (question,) = asked(events)
    events.append(question)
    (one,) = match_of(events).questions
    word = question.choices[said] if isinstance(said, int) else said
    answered = master_answers.master_answer_events(folded_journal(events), WORDS, one, word)
    events += answered
    (turn,) = turns(events)
    assert (turn.turn.move, match_of(events).questions) == (move, ())
    assert master_answers.consequent_events(folded_journal(events), WORDS, answered) == (), (
        "nor is it asked again"
    )


def test_what_was_done_besides_the_word_stays_in_the_move() -> None:
    """The player made a word, and turned up the next card of the nest. The answer about the word leaves the
    second part of the move as it was."""
    events = played("HOmE", "1,2,?,3 & *T", left=LEFT.replace("/- *24", "/T *23"))
    (question,) = asked(events)
    assert question.choices == ("HOmE@1,2,?,3 & *T", "HOpE@1,2,?,3 & *T", "sHOE@?,1,2,3 & *T")
    events.append(question)
    (one,) = match_of(events).questions
    events += master_answers.master_answer_events(folded_journal(events), WORDS, one, "HOPE")
    (turn,) = turns(events)
    assert turn.turn.move == "HOpE@1,2,?,3 & *T"


def test_another_word_is_refused_in_a_sentence() -> None:
    events = played("HOmE", "1,2,?,3")
    events += asked(events)
    (one,) = match_of(events).questions
    with pytest.raises(UserError, match="don't spell TILT"):
        master_answers.master_answer_events(folded_journal(events), WORDS, one, "TILT")


def test_left_open_it_stays_as_it_is() -> None:
    events = played("HOmE", "1,2,?,3")
    events += asked(events)
    (one,) = match_of(events).questions
    assert master_answers.master_answer_events(folded_journal(events), WORDS, one, "") == (
        QuestionAnswered("", one.event),
    )


def test_what_turns_out_to_be_other_cards_is_no_question_any_more() -> None:
    events = played("HOmE", "1,2,?,3")
    events += asked(events)
    other = TurnAmended(2, DEALT, DEALT, "pass", "legal", stands=True)
    events.append(other)
    (lapsed,) = master_answers.consequent_events(folded_journal(events), WORDS, (other,))
    assert isinstance(lapsed, QuestionAnswered)
    assert lapsed.lapsed

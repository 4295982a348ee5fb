"""Test the phones of a table with a board: Keywords, prizes, blanks, and requests that the table refuses."""

import pytest

from device.phones import Phones
from device.running.loop import TableView
from engine.catalogue import configured
from engine.events import AnyEvent, HandDealt, KeywordTurned, MatchSetUp, PrizeNamed, TurnFinished
from engine.i18n import Sentence, UserError
from engine.match import fold
from engine.notation import format_position
from engine.position import Grid
from engine.table.commands import Amend, AnswerQuestion, RecordEvent
from engine.table.referee import Referee, replayed_referee
from engine.turn.board_questions import board_questions
from engine.words import WordList
from web import question_views
from web.requests import Answer, Blank, MalformedError, NamePrize, OutOfDateError, check, from_form

WORDS = WordList.of(["CAT", "CATS", "AT"])
BEGUN: tuple[AnyEvent, ...] = (MatchSetUp("keyword", ("Anne", "Ben")), HandDealt())


def board(word: str) -> str:
    rows = ["." * 19] * 9 + ["." * 8 + word + "." * (11 - len(word))] + ["." * 19] * 9
    return format_position(Grid(tuple(rows)))


LAID = TurnFinished(1, board(""), board("CAT"), "I10>CAT", "legal", stands=True)


def at_the_board(*events: AnyEvent) -> tuple[Phones, Referee]:
    referee = replayed_referee(WORDS, (*BEGUN, *events))
    phones = Phones(referee, configured("keyword"))
    phones.publish(TableView(referee))
    return phones, referee


def test_a_prize_word_is_named() -> None:
    phones, _ = at_the_board(KeywordTurned("LINE"))
    command = NamePrize("quartz")
    check(command, phones.hub.latest().snapshot)
    phones.submit(command)
    assert phones.inbox.get(0) == RecordEvent(PrizeNamed("QUARTZ", everyone=True)), (
        "this table's, not the room's"
    )


def test_a_blank_that_no_camera_sees_amends_the_turn_that_laid_it() -> None:
    phones, referee = at_the_board(KeywordTurned("LINE"), LAID)
    command = Blank("L10", "S")
    check(command, phones.hub.latest().snapshot)
    phones.submit(command)
    said = phones.inbox.get(0)
    assert said == Amend(3, board("CATs"))
    done = referee.after_command(said, 0.0).referee.match
    assert done is not None
    assert done.position == Grid(tuple(board("CATs").split(";")))
    with pytest.raises(OutOfDateError, match="A blank can't lie there"):
        check(Blank("A1", "S"), phones.hub.latest().snapshot)


def test_a_keyword_that_is_not_among_those_offered_is_typed() -> None:
    begun = fold(BEGUN)
    (asked,) = board_questions(None, begun)
    phones, referee = at_the_board(asked)
    shown = phones.hub.latest().snapshot
    assert shown.question is not None
    assert shown.question.typed
    command = Answer(shown.question.id, "typed", "zebra")
    check(command, shown)
    assert question_views.chosen_text(asked, command) == "ZEBRA"
    phones.submit(command)
    said = phones.inbox.get(0)
    assert said == AnswerQuestion("ZEBRA", 2)
    match = referee.after_command(said, 0.0).referee.match
    assert match is not None
    assert (match.keywords.open, match.questions) == ("ZEBRA", ())
    with pytest.raises(OutOfDateError, match="Write the word"):
        check(Answer(shown.question.id, "typed"), shown)
    with pytest.raises(MalformedError):
        from_form({"question": "q", "choice": "typed", "word": "<b>"}, Answer)


def test_what_cannot_be_is_said_in_every_phone_s_language() -> None:
    phones, referee = at_the_board(KeywordTurned("LINE"))
    fault = UserError(
        "The cards of {names} aren't counted yet. Lay them face up in front of you.", names=("Anne", "Ben")
    )
    phones.publish(TableView(referee, notes=(fault.sentence, Sentence("camera 0: cable {pulled}"))))
    shown = phones.hub.latest()
    assert shown.snapshot.messages.notes[-2:] == (str(fault), "camera 0: cable {pulled}")
    assert (
        shown.in_language("de")
        .messages.notes[-2]
        .startswith("Die Karten von Anne und Ben sind noch nicht gezählt")
    )


def test_questions_are_asked_with_their_facts_in_german() -> None:
    phones, _ = at_the_board(KeywordTurned("LINE"))
    asked = board_questions(None, fold(BEGUN))[0]
    phones, _ = at_the_board(asked)
    question = phones.hub.latest().in_language("de").question
    assert question is not None
    assert question.text == "Welches Schlüsselwort liegt offen?"
    assert question.choices[-1].label == "Es liegt kein Schlüsselwort offen"

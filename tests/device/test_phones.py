"""Test that a phone's request becomes a command in the loop's inbox, or is answered as too late."""

from dataclasses import replace

import numpy as np
import pytest

from device.hardware.camera import Frame
from device.hardware.reconnecting import NO_ANSWER
from device.phones import Phones
from device.running.camera_watchdog import CameraWatchdog
from device.running.view import FrameReading, TableView
from engine.catalogue import GAMES
from engine.events import HandDealt, MatchSetUp, QuestionAnswered, QuestionAsked, TurnFinished
from engine.i18n import Sentence
from engine.observation import Observation, Reading, Sighting
from engine.table.commands import AnswerQuestion, CorrectCard
from engine.table.referee import Referee, replayed_referee
from engine.words import WordList
from web import question_views
from web.requests import Answer, Correct, OutOfDateError

WORDS = WordList.of(["CAT", "MEN"])
FIRST = QuestionAsked(1, "", "CAT", "What was played?", ("CAT", ""), "turn", 2)
SECOND = QuestionAsked(0, "CAT", "CAT MEN", "And now?", ("CAT MEN", "CAT"), "turn", 4)
ASKED = (
    MatchSetUp("lexicon", ("Ann", "Ben")),
    HandDealt(),
    TurnFinished(1, "", "CAT", "+CAT", "unclear", True),
    FIRST,
    TurnFinished(0, "CAT", "CAT MEN", "+MEN", "unclear", True),
    SECOND,
)


def phones() -> Phones:
    referee = replayed_referee(WORDS, ASKED)
    made = Phones(Referee(WORDS), GAMES["lexicon"])
    made.publish(TableView(referee))
    return made


def test_a_card_s_name_in_the_picture_is_its_number() -> None:
    table = phones()
    table.submit(Correct(1, "c7", "?"))
    assert table.inbox.get(0) == CorrectCard(7, "?")


@pytest.mark.parametrize(("asked", "event"), [(FIRST, 3), (SECOND, 5)])
def test_any_open_question_can_be_answered(asked: QuestionAsked, event: int) -> None:
    table = phones()
    table.submit(Answer(question_views.question_identity(asked), "0"))
    assert table.inbox.get(0) == AnswerQuestion(asked.choices[0], event)


def test_an_answer_to_a_question_that_is_closed_comes_too_late() -> None:
    gone = replace(FIRST, question="Something else?")
    with pytest.raises(OutOfDateError):
        phones().submit(Answer(question_views.question_identity(gone), "0"))


def test_the_cards_a_question_is_about_are_shown_until_it_is_answered() -> None:
    table, image = Phones(Referee(WORDS), GAMES["lexicon"]), np.full((400, 600, 3), 200, np.uint8)
    lies = Sighting(((0, 0), (60, 0), (60, 90), (0, 90)), "up", (Reading("C", 0, 0.6),))
    reading = FrameReading(Observation(1000, 700, (lies,)), (((10, 10), (70, 10), (70, 100), (10, 100)),))
    asked = replace(FIRST, cards=((0,),))
    view = TableView(replayed_referee(WORDS, (*ASKED[:3], asked)), Frame(image, 0.0), reading, 1)
    table.publish(view)
    question = table.hub.latest().snapshot.question
    assert question is not None
    (name,) = question.pictures
    assert table.hub.cutout(name) is not None
    table.publish(replace(view, picture=2))
    assert table.hub.cutout(name) is not None
    table.publish(
        replace(view, referee=replayed_referee(WORDS, (*ASKED[:3], asked, QuestionAnswered("CAT", 3))))
    )
    assert table.hub.cutout(name) is None


def test_a_camera_that_fails_is_told_on_every_phone() -> None:
    table = phones()
    table.publish(replace(table.view, faults=CameraWatchdog().after_loss(Sentence("cable pulled")).faults))
    (notice,) = table.hub.latest().snapshot.messages.notices
    assert (notice.kind, notice.waits) == ("no pictures", True)
    assert "cable pulled" in notice.text


def test_what_to_do_about_a_camera_that_hangs_is_told_in_every_language() -> None:
    table = phones()
    table.publish(
        replace(table.view, faults=CameraWatchdog().after_loss(NO_ANSWER).faults, notes=(NO_ANSWER,))
    )
    german = table.hub.latest().in_language("de")
    assert german.messages.notices[0].text.startswith(
        "Die Kamera liefert keine Bilder: die Kamera antwortet nicht"
    )
    assert any(
        note.startswith("die Kamera antwortet nicht. Zieh ihren Stecker") for note in german.messages.notes
    )

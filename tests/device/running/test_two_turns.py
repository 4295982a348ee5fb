"""Test a photograph that shows the turns of two players, since the first one was not photographed. Neither
player is accused of playing twice, and the table asks."""

import pytest

from engine.events import QuestionAsked, TurnAmended, TurnFinished
from engine.table.commands import AnswerQuestion
from tests.device.running.test_apart import Told, playing, rows


def two_in_one(*, by_photograph: bool) -> Told:
    """Return a story in which Ben discarded V, which nobody photographed, and Ann laid QUID and took a
    photograph."""
    told = playing("lexicon", "HUTS /K", by_photograph=by_photograph)
    told.shows(rows(["HUTS"]))
    return told.shows(rows(["HUTS", "QUID"], exposed="V")).over()


def test_the_turns_of_two_players_in_one_photograph_are_asked_about() -> None:
    told = two_in_one(by_photograph=True)
    [turn] = [event for event in told.told if isinstance(event, TurnFinished)]
    [asked] = [event for event in told.told if isinstance(event, QuestionAsked)]
    assert (turn.player, turn.ruling) == (1, "unclear")
    assert asked.choices == ("HUTS QUID /V", "HUTS /V", "HUTS QUID /K")
    says = "These may be the turns of two players. What did Ben do?"
    assert (str(asked.asks), asked.question) == (says, says)


@pytest.mark.parametrize(("answer", "ruling"), [("HUTS /V", "legal"), ("HUTS QUID /V", "illegal")])
def test_what_people_say_is_ruled_on(answer: str, ruling: str) -> None:
    told = two_in_one(by_photograph=True)
    told.says(AnswerQuestion(answer))
    [amended] = [event for event in told.told if isinstance(event, TurnAmended)]
    assert amended.ruling == ruling


def test_the_second_turn_is_the_next_players_once_the_first_is_told() -> None:
    told = two_in_one(by_photograph=True)
    told.says(AnswerQuestion("HUTS /V"))
    told.told.clear()
    told.shows(rows(["HUTS", "QUID"], exposed="V")).over()
    [turn] = [event for event in told.told if isinstance(event, TurnFinished)]
    assert (turn.player, turn.move, turn.ruling) == (0, "+QUID", "legal")


def test_a_camera_that_sees_every_turn_rules_on_two_in_one() -> None:
    told = two_in_one(by_photograph=False)
    [turn] = [event for event in told.told if isinstance(event, TurnFinished)]
    assert turn.ruling == "illegal"

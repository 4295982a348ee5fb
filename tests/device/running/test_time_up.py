"""Test that the referee is told when a timed play is over: a hand of a party, or a minute of the race."""

from device.running.inbox import TimerCalled
from engine.events import HandDealt, MatchSetUp, TimeUp, TurnFinished
from engine.notation import format_position
from engine.table.commands import EndTurn, RecordEvent
from tests.device.running.test_loop import Rig, table


def begun(game: str) -> Rig:
    rig = Rig()
    rig.loop.handle(RecordEvent(MatchSetUp(game, ("Anne", "Ben"))))
    rig.loop.handle(RecordEvent(HandDealt()))
    rig.kept.clear()
    return rig


def stands(rig: Rig) -> str:
    match = rig.loop.view.referee.match
    assert match is not None
    return format_position(match.position)


def test_the_bell_ends_a_hand_of_a_party() -> None:
    rig = begun("lexicon-party")
    rig.now = 420.0
    rig.loop.handle(TimerCalled("time is up"))
    match = rig.loop.view.referee.match
    assert rig.kept == [TimeUp()]
    assert match is not None
    assert (match.turn, match.hand.over) == (None, True)


def test_a_call_that_comes_late_or_of_less_than_the_end_means_nothing() -> None:
    rig = begun("lexicon-party")
    rig.now = 419.0
    rig.loop.handle(TimerCalled("ten seconds left"))
    rig.loop.handle(TimerCalled("time is up"))
    assert rig.kept == []


def test_where_no_time_was_arranged_the_bell_ends_nothing() -> None:
    rig = begun("lexicon")
    rig.now = 9999.0
    rig.loop.handle(TimerCalled("time is up"))
    assert rig.kept == []


def test_a_lawful_word_that_lies_there_when_the_minute_is_over_counts() -> None:
    rig = begun("my-word")
    rig.now = 58.0
    rig.frame("still", table("CAT"))
    rig.now = 60.0
    rig.loop.handle(TimerCalled("time is up"))
    assert [type(event) for event in rig.kept] == [TurnFinished]
    assert stands(rig) == "[]0 [CAT]1*"


def test_a_lawful_word_that_lies_there_when_a_partys_hand_is_over_counts() -> None:
    """CAT lies on the table when the time is up. It counts (PTY-2), although nobody has ended the turn."""
    rig = begun("lexicon-party")
    rig.frame("still", table("CAT"))
    rig.frame("waiting", after=60.0)
    assert rig.kept == []
    rig.now = 420.0
    rig.loop.handle(TimerCalled("time is up"))
    assert [type(event) for event in rig.kept] == [TurnFinished, TimeUp]
    assert stands(rig) == "CAT"


def test_a_word_begun_when_a_partys_hand_is_over_is_no_play() -> None:
    rig = begun("lexicon-party")
    rig.frame("still", table("C"))
    rig.now = 420.0
    rig.loop.handle(TimerCalled("time is up"))
    assert rig.kept == [TimeUp()]


def test_nothing_or_no_word_loses_the_turn_and_may_be_tried_until_then() -> None:
    rig = begun("my-word")
    rig.frame("still", table("TAC"))
    rig.frame("waiting", after=40.0)
    assert rig.kept == []
    rig.now = 60.0
    rig.loop.handle(TimerCalled("time is up"))
    assert (rig.kept, stands(rig)) == ([TimeUp()], "[]0* []0")


def test_who_says_that_nothing_comes_to_mind_loses_the_turn_at_once() -> None:
    rig = begun("my-word")
    rig.frame("still", table())
    rig.loop.handle(EndTurn())
    assert [event.move for event in rig.turns] == ["pass"]
    assert stands(rig) == "[]0* []0"

"""Test a turn that another player ended: its own player has ten seconds to continue it."""

from device.running.inbox import TimePassed
from device.running.loop import REACTION_SECONDS
from engine.table.commands import AnswerQuestion, EndTurn, ResumeTurn
from engine.table.retraction import TAKE_BACK_SECONDS
from tests.device.running.test_loop import Rig, table


def ended() -> Rig:
    """Return a table at which Ben has laid CAT. Anne has pressed the button for him, so his
    turn has ended."""
    rig = Rig().begin()
    rig.frame("still", table("CAT"))
    rig.loop.handle(EndTurn(of_another=True))
    assert len(rig.turns) == 1
    return rig


def test_the_player_may_take_it_back_for_ten_seconds() -> None:
    rig = ended()
    spoken = rig.loop.view.ended
    assert spoken is not None
    assert (spoken.player, spoken.events) == (1, (2,))
    rig.now += TAKE_BACK_SECONDS - 0.1
    rig.loop.do_housekeeping()
    assert rig.loop.view.ended == spoken
    rig.loop.handle(ResumeTurn(spoken.events))
    match = rig.loop.view.referee.match
    assert match is not None
    assert (match.turn, match.hand.turns) == (1, 0)


def test_then_it_is_too_late_and_every_phone_is_told() -> None:
    rig = ended()
    rig.diary.clear()
    rig.now += TAKE_BACK_SECONDS
    rig.loop.handle(TimePassed())
    rig.loop.do_housekeeping()
    assert rig.loop.view.ended is None
    assert "show" in rig.diary


def test_nothing_is_taken_back_once_somebody_has_played() -> None:
    rig = ended()
    rig.frame("hand")
    rig.frame("still", table("CAT", "DOG"))
    rig.loop.handle(EndTurn())
    assert len(rig.turns) == 2
    assert rig.loop.view.ended is None


def test_nothing_is_taken_back_twice() -> None:
    """The table asked about the ended turn, and the player's answer has taken the turn back. So no phone
    offers to take it back again."""
    rig = Rig().begin()
    rig.frame("still", table("CAT"))
    rig.loop.handle(EndTurn())
    rig.now += REACTION_SECONDS
    rig.frame("waiting")
    rig.loop.handle(EndTurn(of_another=True))
    rig.frame("waiting")
    assert len(rig.turns) == 2
    match = rig.loop.view.referee.match
    assert match is not None
    (question,) = match.questions
    rig.loop.handle(AnswerQuestion("", question.event))
    assert rig.loop.view.ended is None
    match = rig.loop.view.referee.match
    assert match is not None
    assert (match.turn, match.hand.turns, match.position.lines) == (0, 1, ("CAT",))


def test_what_a_player_says_of_the_own_turn_stands() -> None:
    rig = Rig().begin()
    rig.frame("still", table("CAT"))
    rig.loop.handle(EndTurn())
    assert len(rig.turns) == 1
    assert rig.loop.view.ended is None


def test_it_holds_of_a_table_at_which_a_hand_is_still_at_work_too() -> None:
    rig = Rig().begin()
    rig.frame("hand")
    rig.loop.handle(EndTurn(of_another=True))
    rig.frame("still", table("CAT"))
    spoken = rig.loop.view.ended
    assert spoken is not None
    assert spoken.player == 1

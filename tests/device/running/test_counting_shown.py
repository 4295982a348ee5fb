"""Test the countdown on phones for a hand that lies face up to be counted."""

import pytest

from device.running.view import FrameReading, TableView
from device.running.wait_reason import WaitReason, wait_reason
from engine.table.commands import Hold
from engine.table.referee import Referee
from tests.engine.table.test_referee import CAT, RefereeRig, table, word
from web import proposal_views


def shown(rig: RefereeRig, referee: Referee | None = None) -> WaitReason:
    lies = table(word("HO", 850))
    reading = FrameReading(lies, ((((0.0, 0.0),) * 4),) * 2)
    return wait_reason(TableView(referee or rig.referee, reading=reading, now=rig.now))


def test_a_hand_that_is_complete_is_counted_down_and_can_be_held() -> None:
    rig = RefereeRig().begun("2", "3").plays(CAT).sees(word("HO", 850)).waits(1)
    making = proposal_views.hand_being_counted(rig.match, rig.referee.memory.hands)
    assert making is not None
    assert (making.text, making.player) == ("Counting Ann's cards: H and O …", 0)
    counted = shown(rig)
    assert counted.seconds_left == pytest.approx(3.6)
    assert counted.total_seconds == rig.referee.still_seconds
    held = shown(rig.says(Hold()))
    assert (held.seconds_left, held.countdown_held) == (None, True)


def test_a_hand_in_doubt_is_no_countdown() -> None:
    rig = RefereeRig().begun("3", "3").plays(CAT).sees(word("HO", 850)).waits(1)
    assert proposal_views.hand_being_counted(rig.match, rig.referee.memory.hands) is None
    assert shown(rig) == WaitReason()

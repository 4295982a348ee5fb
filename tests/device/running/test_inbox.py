"""Test the inbox: messages of people come before pictures, and of the pictures it keeps only the newest."""

from collections.abc import Iterator
from queue import Full

import numpy as np
import pytest

from device.errors import UsageFault
from device.hardware.camera import Frame
from device.running.inbox import CameraGone, Inbox, Stop, TimePassed, pump
from engine.i18n import Sentence
from engine.table.commands import ChallengeTurn, EndTurn


def frame(at: float) -> Frame:
    return Frame(np.zeros((2, 2, 3), np.uint8), at)


def test_an_old_picture_gives_way_to_a_new_one() -> None:
    inbox = Inbox()
    inbox.put(frame(1.0))
    inbox.put(frame(2.0))
    got = inbox.get(0)
    assert isinstance(got, Frame)
    assert got.at == 2.0
    assert inbox.get(0) == TimePassed()


def test_people_come_before_pictures_in_their_order_and_stop_before_everybody() -> None:
    inbox = Inbox()
    inbox.put(frame(1.0))
    inbox.put(EndTurn())
    inbox.put(ChallengeTurn(1))
    inbox.put(Stop())
    assert [inbox.get(0) for _ in range(3)] == [Stop(), EndTurn(), ChallengeTurn(1)]
    assert isinstance(inbox.get(0), Frame)


def test_it_is_bounded_but_can_always_be_stopped() -> None:
    inbox = Inbox(room=2)
    inbox.put(EndTurn())
    inbox.put(EndTurn())
    with pytest.raises(Full):
        inbox.put(EndTurn())
    inbox.put(frame(1.0))
    inbox.put(Stop())
    assert inbox.get(0) == Stop()


def test_a_button_is_never_lost_and_pressing_it_again_and_again_says_it_once() -> None:
    inbox = Inbox(room=1)
    inbox.put(EndTurn())
    for player in (0, 1, 0, 1, 0):
        inbox.put_always(ChallengeTurn(player))
    inbox.put_always(EndTurn())
    assert [inbox.get(0) for _ in range(4)] == [EndTurn(), ChallengeTurn(0), ChallengeTurn(1), TimePassed()]


def test_frames_are_dropped_however_many_come_and_people_are_not() -> None:
    inbox = Inbox(room=3)
    inbox.put(EndTurn())
    for n in range(1000):
        inbox.put(frame(float(n)))
    inbox.put_always(ChallengeTurn(0))
    assert [inbox.get(0) for _ in range(2)] == [EndTurn(), ChallengeTurn(0)]
    last = inbox.get(0)
    assert isinstance(last, Frame)
    assert last.at == 999.0
    assert inbox.get(0) == TimePassed()


class Source:
    def __init__(self, *frames: Frame, fault: str = "") -> None:
        self._frames, self._fault = frames, fault

    def frames(self) -> Iterator[Frame]:
        yield from self._frames
        if self._fault:
            raise UsageFault(self._fault)

    def close(self) -> None:
        pass


class Failing(Source):
    def frames(self) -> Iterator[Frame]:
        yield frame(1.0)
        raise ZeroDivisionError("in the driver")


def test_whatever_a_driver_raises_is_said_even_to_a_full_inbox() -> None:
    inbox = Inbox(room=1)
    inbox.put(EndTurn())
    pump(Failing(), inbox)
    assert inbox.get(0) == EndTurn()
    gone = inbox.get(0)
    assert isinstance(gone, CameraGone)
    assert str(gone.why) == "The camera has failed: in the driver"


@pytest.mark.parametrize("fault", ["", "camera 0: cable pulled"])
def test_a_camera_that_ends_says_why(fault: str) -> None:
    inbox = Inbox()
    pump(Source(frame(1.0), frame(2.0), fault=fault), inbox)
    assert inbox.get(0) == CameraGone(Sentence(fault) if fault else None)
    last = inbox.get(0)
    assert isinstance(last, Frame)
    assert last.at == 2.0

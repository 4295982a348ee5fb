"""Store the picture of every turn during its match, so that people can look at the turn again."""

import contextlib
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from device.errors import UsageFault
from device.hardware.camera import Image
from device.records.pictures import Album
from device.running.loop import TableView
from engine.events import MatchSetUp, QuestionAsked, TurnFinished

JPEG_QUALITY: Final = 80
"""Quality of the JPEGs. Letters are still crisp, and a large picture takes a third of a megabyte."""


class TurnPictureKeeper:
    """Pass every view of the table on to `publish`. If a view has a newly finished turn or a new
    question, store the view's picture in `album`, so that people can check what the camera saw."""

    def __init__(self, album: Album, publish: Callable[[TableView], None], event_count: int) -> None:
        """Store the pictures in `album`. `event_count` is the number of events that the journal had at the
        start of the program. Pictures of later events are deleted, because the journal has lost those
        events."""
        self._album, self._publish, self._event_count = album, publish, event_count
        with contextlib.suppress(UsageFault):
            album.forget_from(event_count)

    def publish(self, view: TableView) -> None:
        """Show `view`. If it has a newly finished turn or a new question, store its picture. An error in
        storing is ignored, because the journal reports the disk."""
        self._publish(view)
        new = view.referee.events[self._event_count :]
        self._event_count = len(view.referee.events)
        with contextlib.suppress(UsageFault):
            if any(isinstance(event, MatchSetUp) for event in new):
                self._album.forget()
            ruled = any(isinstance(event, TurnFinished | QuestionAsked) for event in new)
            # On a full disk the journal needs the space.
            full = any(trouble.kind == "disk full" for trouble in view.troubles)
            if ruled and view.frame is not None and not full:
                self._album.keep(self._event_count - 1, _jpeg(view.frame.image))


def _jpeg(image: Image) -> bytes:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.asarray(data).tobytes()

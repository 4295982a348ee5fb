"""Send a picture of the board to the steward with each call to the steward, from a table with a camera."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from device.hardware.camera import Image
from device.party.link import HubLink
from device.party.party_messages import MAX_PICTURE_BYTES, TableState
from device.running.view import TableView, kinds
from device.service.rectified_view import view_from_above

MAX_SIDE_PIXELS: Final = 1280
"""Maximum longer side of a picture of the board, in pixels. A phone can enlarge the letters of a picture of
this size twofold."""
JPEG_QUALITY: Final = 70
SHRINK_FACTOR: Final = 0.8
"""Factor by which both sides of a picture shrink for each further attempt, until the picture is small
enough in bytes."""
STALE_FAULTS: Final = {"no pictures", "frozen"}
"""The kinds of camera faults during which the newest picture may be old. No picture is then sent to
the stewards."""

Picture = Callable[[], bytes | None]
"""A function that returns the present picture of the board (JPEG); None without a camera."""


class CallBoards:
    """Send a picture of the table's board with each call to the steward, and remove the picture after the
    ruling."""

    def __init__(self, link: HubLink, picture: Picture) -> None:
        self._link, self._picture = link, picture
        self._waits: frozenset[int] | None = None
        self._ruled = frozenset[int]()

    def follow_calls(self, state: TableState) -> None:
        """Send a picture for each new call to the steward, and remove the pictures of calls with a ruling.
        A call that waited before the program started gets no picture, because the board may have changed
        since."""
        waits, ruled = (
            frozenset(state.calls),
            frozenset(int(call) for call in state.verdicts if call.isdecimal()),
        )
        new = waits - (waits if self._waits is None else self._waits)
        picture = self._picture() if new else None
        for call in sorted(new) if picture else ():
            self._link.send_board(call, picture or b"")
        for call in sorted(ruled - self._ruled):
            self._link.send_board(call, b"")
        self._waits, self._ruled = waits, ruled


def board_picture(view: TableView, max_bytes: int = MAX_PICTURE_BYTES) -> bytes | None:
    """Return the view's newest picture, rectified to a view from straight above, as a JPEG of at most
    `max_bytes` bytes. Return None if there is no picture, or if the camera has stopped giving new
    pictures."""
    if view.frame is None or kinds(view.faults) & STALE_FAULTS:
        return None
    height, width = view.frame.image.shape[:2]
    return bounded_jpeg(view_from_above(view.reading, width, height).picture(view.frame.image), max_bytes)


def bounded_jpeg(image: Image, max_bytes: int) -> bytes:
    """Return `image` as a JPEG of at most `max_bytes` bytes. Shrink the image until it fits."""
    scale = min(1.0, MAX_SIDE_PIXELS / max(image.shape[:2]))
    while True:
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        data = np.asarray(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])
        if data.size <= max_bytes:
            return data.tobytes()
        scale *= SHRINK_FACTOR

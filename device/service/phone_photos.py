"""Photographs people take of a table that has no camera: read like a camera's pictures, one a turn."""

from typing import Final

import cv2
import numpy as np

from device.hardware.camera import Image
from device.hardware.phone_camera import Snaps
from vision.picture import PictureError, decode
from web.languages import translate as _
from web.page_services import RefusedError

KEPT_SIDE_PIXELS: Final = 2304
"""Longer side of a kept photograph, pixels: the size of the table's own camera, and a fifth of the memory and
time of a phone's twelve megapixels.
"""
MIN_SIDE_PIXELS: Final = 240
"""Shorter side in pixels below which no card is legible."""


class TablePhotographs:
    """Hand photographs to `snaps`, which stands for the camera."""

    def __init__(self, snaps: Snaps) -> None:
        self._snaps = snaps

    def take(self, photo: bytes) -> None:
        """Look at the table on `photo`, a picture file. Raise RefusedError if it can't be read."""
        self._snaps.put(picture(photo))


def picture(photo: bytes) -> Image:
    """Return the photograph upright, and no larger than useful. Raise RefusedError."""
    if not photo:
        raise RefusedError(_("No photograph arrived. Take one, then send it."))
    image = decoded(photo, KEPT_SIDE_PIXELS)
    height, width = image.shape[:2]
    if min(height, width) < MIN_SIDE_PIXELS:
        raise RefusedError(_("That picture is too small. I can't read cards on it. Send a larger one."))
    scale = KEPT_SIDE_PIXELS / max(height, width)
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return image


def decoded(photo: bytes, enough: int | None = None) -> Image:
    """Return the picture in an uploaded file, with at least `enough` pixels on its longer side. Raise
    RefusedError with a message in the person's language.
    """
    try:
        return decode(photo, "photograph", enough)
    except PictureError as fault:
        raise RefusedError(fault.sentence.in_language(_)) from fault

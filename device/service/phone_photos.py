"""Read photographs that phones take of a table without a camera, one for each turn."""

from typing import Final

import cv2
import numpy as np

from device.hardware.camera import Image
from device.hardware.phone_camera import PhotographCamera
from vision.picture import PictureError, decode
from web.languages import translate as _
from web.services.refusal import RefusedError

KEPT_SIDE_PIXELS: Final = 2304
"""Maximum longer side of a stored photograph, in pixels, as for the table camera's pictures. A photograph of
this size takes a fifth of the memory and time of a phone's twelve megapixels."""
MIN_SIDE_PIXELS: Final = 240
"""Minimum shorter side in pixels. In a smaller picture no card is legible."""


class TablePhotographs:
    """Hand the photographs of phones to `camera`, which takes the place of a table camera."""

    def __init__(self, camera: PhotographCamera) -> None:
        self._camera = camera

    def take(self, photo: bytes) -> None:
        """Hand the photograph `photo`, the content of a picture file, to the camera, so that the table on it
        is read. Raise RefusedError if the file can't be read, `queue.Full` if too many photographs wait."""
        self._camera.put(picture(photo))


def picture(photo: bytes) -> Image:
    """Return an uploaded photograph upright. Its longer side has at most KEPT_SIDE_PIXELS. Raise
    RefusedError for a missing, unreadable or very small photograph."""
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
    """Return the picture in an uploaded file. If `enough` is given, a larger picture may be shrunk by 2, 4
    or 8, as long as its longer side keeps `enough` pixels. Raise RefusedError with a message in the
    person's language."""
    try:
        return decode(photo, "photograph", enough)
    except PictureError as fault:
        raise RefusedError(fault.sentence.in_language(_)) from fault

"""Check the camera and its view."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike

from device.commands._doctor.finding import Failing
from device.errors import UsageFault
from device.hardware.camera import Image
from device.hardware.camera_choice import is_live, kind_of, open_camera
from device.hardware.driver import OPEN_TIMEOUT_SECONDS, RELEASE_SECONDS, Driver
from device.hardware.video_nodes import InUseFault, node_path
from device.lenses import BARELY_READ_SIZE, WELL_READ_SIZE
from device.settings import CameraSettings
from engine.shared.condition import advise, describe, to_report

EXPOSURE_PICTURES: Final = 15
"""Number of pictures in which a camera's exposure and white balance settle: one second."""

MAX_LOCK_PICTURES: Final = 90
"""Maximum number of pictures in which the Pi's camera must lock focus and light. In practice it needs
fewer."""

MIN_WIDTH_PIXELS: Final = 1000
"""Minimum width of a picture in pixels. In a narrower picture of a whole table, a card is too small to be
read for certain."""

MIN_PICTURES_PER_SECOND: Final = 5.0
"""Minimum number of pictures a second. With fewer pictures a table looks frozen, and hands over the table
are missed."""

UNPLUG_ADVICE: Final = "unplug it and plug it in again. If that does not help, do the same with the table"

LOWER_ADVICE: Final = (
    "hang the camera lower, or set [camera] width larger (lexicon-table height computes both)"
)

KERNEL_NAMES: Final = Path("/sys/class/video4linux")


@dataclass(frozen=True, slots=True)
class Glimpse:
    """Hold the camera's last picture and its state."""

    picture: Image
    rate: float | None = None
    """The number of pictures that the camera gives in a second; None if unknown."""
    locked: bool | None = None
    """True if focus and light are locked; None for a camera that locks neither."""


def take_glimpse(
    camera: CameraSettings,
    clock: Callable[[], float] = time.perf_counter,
    answer_seconds: float = OPEN_TIMEOUT_SECONDS,
) -> Glimpse:
    """Open `camera`, let its focus and light settle, and return its last picture and state.

    The camera has `answer_seconds` seconds to open, and as many for each picture. Raise Failing if the
    camera is missing, does not answer in time or gives no picture, UsageFault if its driver reports
    another fault.
    """
    from device.eyes import photograph

    driver = Driver(lambda: open_camera(camera.source, read=photograph, size=camera.size, mains=camera.mains))
    try:
        _open(camera.source, driver, answer_seconds)
        return _take_pictures(camera.source, driver, clock, answer_seconds)
    except TimeoutError as fault:
        raise Failing(f"camera {camera.source} does not answer", UNPLUG_ADVICE) from fault
    finally:
        driver.abandon()
        driver.join(RELEASE_SECONDS)


def _open(source: str, driver: Driver, answer_seconds: float) -> None:
    try:
        if not driver.wait_open(answer_seconds):
            raise TimeoutError
    except InUseFault as fault:
        raise Failing(str(fault), "then run: lexicon-table doctor") from fault
    except UsageFault as fault:
        raise Failing(str(fault), missing_camera_advice(source, KERNEL_NAMES)) from fault


def _take_pictures(source: str, driver: Driver, clock: Callable[[], float], answer_seconds: float) -> Glimpse:
    """Take pictures and keep only the last one. Ten large pictures are too much for a small Pi's memory."""
    last, began, count, locked = None, clock(), 0, None
    for count, frame in enumerate(driver.frames(answer_seconds), start=1):
        last = frame.image
        locked = driver.locked
        if count >= (EXPOSURE_PICTURES if locked is not False else MAX_LOCK_PICTURES):
            break
    if last is None:
        raise Failing(
            f"camera {source} gives no picture", "unplug it and plug it in again, or name another camera"
        )
    seconds = clock() - began
    return Glimpse(last, count / seconds if is_live(source) and seconds else None, locked)


def describe_camera(camera: CameraSettings, seen: Glimpse) -> str:
    """Return a sentence about the camera's pictures: their size, how many come in a second, and if
    focus and light are locked. Raise Failing if the pictures are too small or too few."""
    height, width = seen.picture.shape[:2]
    size = f"{camera.source}: {width} x {height} pixels"
    if seen.rate is None:
        return f"{size}, from a {kind_of(camera.source)}"
    if width < MIN_WIDTH_PIXELS:
        raise Failing(size, "set [camera] width and height to a size the camera has, 1280 x 720 or more")
    if seen.rate < MIN_PICTURES_PER_SECOND:
        slow = "set [camera] width and height smaller, or use a USB 3 socket or a better network"
        raise Failing(f"{size}, {seen.rate:.1f} a second", slow)
    as_asked = (width, height) == (camera.width, camera.height)
    requested = "" if as_asked else f" (not {camera.width} x {camera.height})"
    held = {None: "", True: "; focus and light are locked", False: "; its light does not settle"}[seen.locked]
    return f"{size}{requested}, {seen.rate:.0f} a second{held}"


def missing_camera_advice(source: str, names: Path) -> str:
    """Return the advice for a missing camera; `names` is the folder where the kernel names the cameras."""
    if source == "pi":
        return "check both ends of the camera's cable, then run: rpicam-hello --list-cameras"
    if "://" in source:
        return "check that the camera is on and on this network, and that its address plays in a browser"
    if (path := node_path(source)) is None:
        return "name a camera: 0, pi, an address, a folder of pictures or a video"
    node = Path(path)
    if node.exists() and not os.access(node, os.R_OK | os.W_OK):
        return "sudo usermod -aG video $USER, then log in again"
    camera_names = ", ".join(_camera_names(names))
    return f"choose one of these: {camera_names}" if camera_names else "plug a camera in. Linux sees none"


def _camera_names(names: Path) -> list[str]:
    """Return the cameras that Linux sees, by number, as "0: HD Webcam"."""
    nodes = sorted(one for one in names.glob("video*") if (one / "name").is_file())
    return [f"{one.name.removeprefix('video')}: {(one / 'name').read_text().strip()}" for one in nodes]


def describe_view(picture: Image, save: Path | None = None) -> str:
    """Return a sentence that says how well the camera sees the table. If `save` is given, draw the
    letters that were read on the picture, and write it to this file.

    Raise Failing with all faults of the view.
    """
    from vision.conditions import conditions
    from vision.overlay import draw
    from vision.reader import Reader

    seen = Reader.load().read(picture)
    conditions_seen = conditions(picture, seen, None)
    if save is not None:
        cards = [
            (piece.corners, card.best[0] if card.best else "", card.best[1] if card.best else 1.0)
            for piece, card in zip(seen.pieces, seen.observation.cards, strict=True)
        ]
        _write(save, draw(picture, cards, [], conditions_seen))
    wrong = to_report(conditions_seen)
    if wrong:
        sentences = " ".join(describe(condition, count) for condition, count in wrong)
        raise Failing(sentences, " ".join(advise(condition) for condition, _ in wrong))
    if not seen.pieces:
        return "The view is clear. No cards lie there, so the focus could not be judged."
    size_text = describe_card_size([piece.corners for piece in seen.pieces], picture.shape[1])
    return f"Light and focus are good on {len(seen.pieces)} cards. {size_text}"


def describe_card_size(cards: Sequence[ArrayLike], width: int) -> str:
    """Return a sentence about the size of the cards in a picture of `width` pixels. Each card has (4,
    2) corners in pixels.

    Raise Failing if most of them are too small to be read.
    """
    narrow = float(np.median([_narrow(card) for card in cards]))
    size = f"A card is {narrow:.0f} pixels wide"
    if narrow < BARELY_READ_SIZE.at_width(width):
        raise Failing(f"{size}, too few to be read.", LOWER_ADVICE)
    return (
        f"{size}."
        if narrow >= WELL_READ_SIZE.at_width(width)
        else f"{size}, which is little: {LOWER_ADVICE}."
    )


def _narrow(card: ArrayLike) -> float:
    """Return the length, in pixels, of the short side of the card with these four corners."""
    one, two, three, _ = np.asarray(card, np.float64)
    return float(min(np.linalg.norm(two - one), np.linalg.norm(three - two)))


def _write(path: Path, picture: Image) -> None:
    try:
        good, data = cv2.imencode(path.suffix or ".jpg", picture)
    except cv2.error as fault:
        raise UsageFault(f"{path}: pictures are .jpg or .png") from fault
    try:
        path.write_bytes(data.tobytes() if good else b"")
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault

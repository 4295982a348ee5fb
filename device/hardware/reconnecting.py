"""Open a camera again when it fails, after longer and longer pauses."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from device.errors import UsageFault, without_folders
from device.hardware.camera import Camera, Frame, ReadPicture
from device.hardware.camera_choice import (
    NO_LINK,
    CameraFinder,
    RememberedLink,
    is_live,
    kind_of,
    open_camera,
)
from device.hardware.driver import OPEN_TIMEOUT_SECONDS, RELEASE_SECONDS, Driver
from device.hardware.replay_camera import PacedCamera
from device.settings import CameraSettings
from engine.i18n import Sentence

RETRY_SECONDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each new attempt to open a camera. The last pause is repeated. A replugged cable is
noticed at once, and a camera that is gone for the evening costs little work."""

NETWORK_RETRY_SECONDS: Final = (0.5,)
"""Seconds before each new attempt to open a camera on the network. They are short: when a phone
wakes or the network is back, the camera must return within two seconds. An attempt costs only one
packet."""

MAX_HUNG_DRIVERS: Final = 2
"""Maximum number of hanging drivers. While so many hang, no further driver is started. The second
driver is for a camera that was plugged in again while the first driver hangs. A third would
hang too."""

HUNG_CHECK_SECONDS: Final = 0.5
"""Seconds between checks whether a hanging driver has ended."""

CLOSE_TIMEOUT_SECONDS: Final = 5.0
"""Seconds for the driver to release its camera when the table is closed. The driver first finishes its
present picture, for which the Pi's camera waits two seconds."""

NO_ANSWER_YET: Final = Sentence("the camera does not answer yet")
"""Message about a camera that is not open yet when the page is served."""

NO_ANSWER: Final = Sentence(
    "the camera does not answer. Unplug it and plug it in again. If that does not help, do the same "
    "with the table"
)
"""The message that is shown when as many drivers hang as are allowed, so that no further one is
started."""


@dataclass(frozen=True, slots=True)
class CameraReports:
    """Hold the functions that are told why a camera gives no picture."""

    report_loss: Callable[[Sentence], None]
    """The function that gets the reason of each failure of the camera."""
    report_skip: Callable[[Sentence], None]
    """The function that gets the reason of each picture of a folder that can't be read."""
    log: Callable[[Sentence], None] = lambda _: None
    """The function that gets the reason why the camera gives no picture, for the log, whenever the
    reason changes."""


def reconnecting_camera(
    settings: CameraSettings,
    reports: CameraReports,
    *,
    read: ReadPicture,
    link: RememberedLink = NO_LINK,
    waits: bool = False,
) -> Camera:
    """Return the camera of the settings. A live camera is opened again whenever it fails. It is then
    found even if Linux gave its device file another number.

    `link` is the device link by which a USB camera is found again. `read` loads the pictures of a folder.
    Pictures and films are shown in real time. A camera that does not answer within OPEN_TIMEOUT_SECONDS is
    opened in the background.

    Raise UsageFault if the camera is missing at the start, unless the table `waits` for the camera. The
    table always waits for a camera on the network, because such a camera may be asleep.
    """
    source, size, log = settings.source, settings.size, reports.log
    if not is_live(source):
        try:
            return PacedCamera(open_camera(source, read=read, size=size), reports.report_skip)
        except UsageFault as fault:
            if not waits:
                raise
            log(fault.sentence)
            return MissingCamera(fault)
    open_device = partial(open_camera, read=read, size=size, mains=settings.mains)
    finder = CameraFinder(source, open_device, link)
    is_stream = kind_of(source) == "stream"
    pauses = NETWORK_RETRY_SECONDS if is_stream else RETRY_SECONDS
    camera = ReconnectingCamera(finder, report_loss=reports.report_loss, log=log, pauses=pauses)
    try:
        if not camera.wait_open(OPEN_TIMEOUT_SECONDS):
            log(NO_ANSWER_YET)
            reports.report_loss(NO_ANSWER_YET)
    except Exception as fault:  # a driver may raise anything; `frames` reports it
        if not (waits or (is_stream and isinstance(fault, UsageFault))):
            raise
    return camera


class MissingCamera:
    """Stands for a camera whose folder or film is missing when the table starts. It gives no frame,
    and raises the error `why`."""

    def __init__(self, why: UsageFault) -> None:
        self._why = why

    def frames(self) -> Iterator[Frame]:
        """Raise the error because of which the camera could not be opened."""
        raise self._why

    def close(self) -> None:
        """Do nothing."""


class ReconnectingCamera:
    """Give the pictures of a camera without end. When the camera fails, call `open_device` for a new driver.

    `report_loss` gets the reason of every failed attempt. `log` gets the reason of the first failure after
    pictures, and each new reason. `pauses` are the seconds before each new attempt; the last pause is
    repeated. `pause` waits a number of seconds, and returns True if the camera was closed meanwhile.

    Each driver runs in a thread of its own. At most `MAX_HUNG_DRIVERS` drivers hang beside the working one.
    """

    def __init__(
        self,
        open_device: Callable[[], Camera],
        *,
        report_loss: Callable[[Sentence], None],
        log: Callable[[Sentence], None] = lambda _: None,
        pauses: Sequence[float] = RETRY_SECONDS,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self._open_device, self._report_loss, self._log, self._pauses = open_device, report_loss, log, pauses
        self._driver: Driver | None = None
        self._asked_once: Driver | None = None
        self._abandoned_drivers: list[Driver] = []
        self._changing, self._closed = threading.Lock(), threading.Event()
        self._pause = pause or self._closed.wait

    def wait_open(self, seconds: float) -> bool:
        """Open the camera. Return True if it is open within `seconds`. Raise the error of the driver if
        opening fails."""
        return self._begin().wait_open(seconds)

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures as they come, until the camera is closed."""
        attempt, logged = 0, None
        while self._may_begin():
            driver = self._driver or self._begin()
            why = Sentence("the camera stopped")
            try:
                for frame in driver.frames():
                    attempt, logged = 0, None
                    yield frame
            except UsageFault as fault:
                why = fault.sentence
            except Exception as fault:  # noqa: BLE001 - a driver may raise anything, and the table must live on
                why = Sentence(without_folders(str(fault)) or type(fault).__name__)
            if why != logged and not driver.abandoned:
                logged = why
                self._log(why)
            self._end(driver, why)
            if self._closed.is_set() or self._pause(self._pauses[min(attempt, len(self._pauses) - 1)]):
                return
            attempt += 1

    def refresh(self) -> None:
        """Release the camera, so that it is opened again. Any thread may call this. The present driver is
        abandoned. A driver that is still opening the camera is abandoned only at the second call of
        `refresh`, because a camera on the network may take its time to answer."""
        with self._changing:
            driver = self._driver
        if driver is None:
            return
        if driver.opening and self._asked_once is not driver:
            self._asked_once = driver
        else:
            driver.abandon()

    def adjust(self) -> None:
        """Make the open camera focus and measure the light again, if it can. Any thread may call this."""
        if (driver := self._driver) is not None:
            driver.adjust()

    def close(self) -> None:
        """End the pictures and release the camera. The first call waits for the driver, at most
        `CLOSE_TIMEOUT_SECONDS`. A second call does not wait."""
        self._closed.set()
        with self._changing:
            driver, self._driver = self._driver, None
        if driver is not None:
            driver.abandon()
            driver.join(CLOSE_TIMEOUT_SECONDS)

    def _may_begin(self) -> bool:
        """Wait as long as so many drivers hang that no further one may be started. Return False if the
        camera was closed meanwhile, else True."""
        has_warned = False
        while len(self._hanging()) >= MAX_HUNG_DRIVERS and not self._closed.is_set():
            if not has_warned:
                has_warned = True
                self._log(NO_ANSWER)
                self._report_loss(NO_ANSWER)
            if self._pause(HUNG_CHECK_SECONDS):
                return False
        return not self._closed.is_set()

    def _hanging(self) -> list[Driver]:
        """Return the abandoned drivers that have not released their camera yet."""
        self._abandoned_drivers = [driver for driver in self._abandoned_drivers if driver.alive]
        return self._abandoned_drivers

    def _begin(self) -> Driver:
        """Start a new driver, which opens the camera in its own thread. Return the driver."""
        with self._changing:
            driver = self._driver = Driver(self._open_device)
        if self._closed.is_set():  # closed meanwhile
            driver.abandon()
        return driver

    def _end(self, driver: Driver, why: Sentence) -> None:
        """Take `driver` out of use after it ended for the reason `why`. Report the reason, unless the driver
        was abandoned, because the fault that led to this was reported before."""
        self._driver = None
        if not driver.abandoned:
            self._report_loss(why)
            driver.join(RELEASE_SECONDS)
        self._abandoned_drivers.append(driver)

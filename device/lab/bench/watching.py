"""Measure the cost of watching a table at which nothing happens. Measure also the time from the moment at
which a player's hand leaves the picture to the ruling.

The second measurement uses the real loop. A rendered table gives fifteen pictures a second, and a player's
hand leaves. The table is detected at rest, read, explained, ruled on, stored on the disk, and published to
the phones.
"""

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from device import eyes
from device.commands._doctor.timing import Spent, time_work
from device.factories import game_of
from device.hardware.bell import SilentBell
from device.hardware.camera import Frame, Image
from device.phones import Phones
from device.records.event_codec import decode, encode
from device.records.resilient_journal import ResilientJournal
from device.running.camera_watchdog import LIVE_LIMITS, CameraWatchdog
from device.running.inbox import Inbox, Stop, pump
from device.running.loop import REACTION_SECONDS, CameraInterface, Loop
from device.running.view import TableView
from engine.events import AnyEvent, HandDealt, MatchSetUp, TurnFinished
from engine.shared.scene import CARD_WIDTH, Arm, LyingCard, Scene
from engine.table.commands import EndTurn, RecordEvent
from engine.table.referee import Referee
from engine.words import WordList
from vision.motion_detection import Stillness, track_motion
from vision.render.table import virtual_table

PICTURE_PIXELS: Final = (2304, 1296)
FRAMES_PER_SECOND: Final = 15
WORDS: Final = ("HOUSE", "CAT", "BIRD", "LAMP")
"""The words that are laid in each match, one after another. The pack has enough cards for all of them."""
RULING_TIMEOUT_SECONDS: Final = 30.0
"""Maximum seconds that the bench waits for a ruling. If no ruling comes in this time, the match ends. Its
remaining turns count as turns without a ruling."""


def watching_shares(runs: int) -> dict[str, Any]:
    """Return the share of one processor core that motion detection and the camera's watchdog take, at fifteen
    pictures a second.

    The result has two shares: one for a camera that delivers only large pictures, and one for a camera that
    delivers each picture in a small size, too.
    """
    rng = np.random.default_rng(1)
    images = [
        rng.integers(60, 200, (PICTURE_PIXELS[1], PICTURE_PIXELS[0], 3), dtype=np.uint8) for _ in range(2)
    ]
    frames = [Frame(image, n / FRAMES_PER_SECOND) for n, image in enumerate(images)]
    shrunk = [replace(frame, small=_shrunk(frame.image)) for frame in frames]
    costs = {"large": _frame_time(frames, runs), "shrunk_by_the_camera": _frame_time(shrunk, runs)}
    return {name: {"frame_ms": cost.rounded(), "of_a_core": _share(cost)} for name, cost in costs.items()}


def _shrunk(image: Image) -> Image:
    return np.asarray(cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (320, 180)), np.uint8)


def _share(cost: Spent) -> float:
    return round(cost.processor * FRAMES_PER_SECOND / 1000, 4)


def _frame_time(frames: Sequence[Frame], runs: int) -> Spent:
    """Return the milliseconds that motion detection and the camera's watchdog take for one frame."""
    state, watchdog, turn = Stillness(), CameraWatchdog(LIVE_LIMITS), 0

    def look() -> None:
        nonlocal state, watchdog, turn
        turn += 1
        frame = frames[turn % len(frames)]
        watchdog = watchdog.after_frame(frame)
        state, _ = track_motion(state, frame.glimpse, frame.at)

    def second() -> None:  # the clock is too coarse for one frame
        for _ in range(FRAMES_PER_SECOND):
            look()

    cost = time_work(second, runs)
    return Spent(cost.wall / FRAMES_PER_SECOND, cost.processor / FRAMES_PER_SECOND)


@dataclass
class ActedCamera:
    """A simulated camera over a table. A player's hand lays one word after another, and leaves the picture
    after each word."""

    shots: Sequence[Image]
    """The pictures that the camera shows in turn: first the empty table, then two pictures for each word. In
    the first of the two the player's hand is over the table; in the second the hand has left."""
    inbox: Inbox
    """The table's inbox. It receives the player's message that the turn is over."""
    ruled: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    """A semaphore that is released at each ruling."""
    hand_left_at: list[float] = field(default_factory=list)
    """The time (`monotonic`) at which the player's hand left the picture, for each word."""
    late: bool = False
    """True if a ruling did not come within `RULING_TIMEOUT_SECONDS`."""
    _last: float = 0.0

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures of the match at fifteen a second. After each word, wait for its ruling."""
        yield from self._shown(self.shots[0], 2.0)
        for hand, after in zip(self.shots[1::2], self.shots[2::2], strict=True):
            yield from self._shown(
                hand, REACTION_SECONDS + 0.5
            )  # an earlier EndTurn would count for the turn before
            self.inbox.put(EndTurn())  # the player ends the turn while the hand leaves
            self.hand_left_at.append(time.monotonic())
            yield from self._shown(after, RULING_TIMEOUT_SECONDS, until=self.ruled)
            if self.late:
                break
        self.inbox.put(Stop())

    def close(self) -> None:
        """Do nothing, because the camera holds no device."""

    def _shown(
        self, image: Image, seconds: float, until: threading.Semaphore | None = None
    ) -> Iterator[Frame]:
        """Yield the picture `image` fifteen times a second, for `seconds` or until the semaphore `until` is
        released. Note in `late` if `until` was given and not released."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            yield Frame(image, now)
            if until is not None and until.acquire(timeout=1 / FRAMES_PER_SECOND):
                return
            if until is None:
                time.sleep(1 / FRAMES_PER_SECOND)
        self.late = until is not None


def latency(turns: int, words: WordList) -> dict[str, Any]:
    """Return the milliseconds from the moment at which a player's hand leaves to the ruling on the phones:
    the median, the 95th percentile and the least of `turns` turns. The time for which the table must be still
    is subtracted."""
    shots = _shots()
    read = eyes.reader()
    beyond: list[float] = []
    reading: list[float] = []

    def timed(image: Image) -> Any:
        started = time.perf_counter()
        frame_reading = read(image)
        reading.append((time.perf_counter() - started) * 1000)
        return frame_reading

    lost = 0
    while len(beyond) + lost < turns:
        took = _match(shots, words, timed)
        beyond += took
        lost += len(WORDS) - len(took)
    return {
        "turns": len(beyond),
        "without_a_ruling": lost,
        "patience_ms": round(Stillness().patience_seconds * 1000),
        "beyond_ms": _spread(beyond),
        "reading_ms": _spread(reading),
        "load": [round(load, 1) for load in os.getloadavg()],
        "cores": os.cpu_count(),
    }


def _spread(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {}
    return {
        "median": round(statistics.median(times), 1),
        "p95": round(float(np.percentile(times, 95)), 1),
        "least": round(min(times), 1),
    }


def _match(shots: Sequence[Image], words: WordList, read: Any) -> list[float]:
    """Play one match of a few turns through the loop. Return, for each ruling, the milliseconds since the
    hand left. The time for which the table must be still is subtracted."""
    game = game_of("lexicon", {})
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        books = _books(Path(folder))
        phones = Phones(Referee(words), game)
        camera = ActedCamera(shots, phones.inbox)
        finish_times: list[float] = []

        def publish(view: TableView) -> None:
            phones.publish(view)
            finished = sum(isinstance(event, TurnFinished) for event in view.referee.events)
            if finished > len(finish_times):
                finish_times.append(time.monotonic())
                camera.ruled.release()

        interface = CameraInterface(eyes.stillness(), read, time.monotonic)
        loop = Loop(phones.view.referee, camera=interface, journal=books, bell=SilentBell(), publish=publish)
        loop.handle(RecordEvent(MatchSetUp(game.name, ("Anne", "Ben"))))
        loop.handle(RecordEvent(HandDealt()))
        watching = threading.Thread(target=pump, args=(camera, phones.inbox), daemon=True)
        watching.start()
        loop.run(phones.inbox)
        watching.join()
        books.close()
    patience = Stillness().patience_seconds
    return [
        (at - left_at - patience) * 1000
        for left_at, at in zip(camera.hand_left_at, finish_times, strict=False)
    ]


def _books(folder: Path) -> ResilientJournal[AnyEvent]:
    return ResilientJournal(
        folder / "journal.db", encode=encode, decode=decode, clock=time.time, needs_backup=lambda _: False
    )


def _shots(words: Sequence[str] = WORDS, size: tuple[int, int] = PICTURE_PIXELS) -> list[Image]:
    """Return the rendered pictures of a match: an empty table, then for each word a picture with the player's
    hand and one without."""
    table, lying = virtual_table(size), list[LyingCard]()
    scene = Scene(900.0, 506.0)
    shots = [table(scene, 0)]
    for row, word in enumerate(words):
        y = 75.0 + 105 * row
        laid = [LyingCard(letter, 250 + n * (CARD_WIDTH + 1), y) for n, letter in enumerate(word)]
        hand = Arm(300.0, y, 90.0)
        lying += laid
        after = replace(scene, cards=tuple(lying))
        shots += [table(replace(after, arms=(hand,)), 2 * row + 1), table(after, 2 * row + 2)]
    return shots

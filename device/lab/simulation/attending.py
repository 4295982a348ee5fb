"""Watch a simulated table in one of two ways. `Glances` looks when the table is still; `Pictures` runs a real
table's loop on every picture."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from device.hardware.bell import SilentBell
from device.hardware.camera import Frame, Image
from device.records.troubles import Trouble
from device.running.camera_watchdog import CONTINUOUS_LIMITS
from device.running.loop import LOOK_AGAIN_SECONDS, CameraInterface, FrameReading, Loop, MotionState
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.tabletop.state import Tabletop, scene
from device.virtual.tabletop.table import Render, scene_during
from engine.events import AnyEvent
from engine.observation import Observation
from engine.shared.scene import Scene
from engine.table.commands import Command
from engine.table.observing_referee import RefereeOutcome
from engine.table.referee import Referee
from engine.words import WordList

Look = Callable[[Scene], Observation]
"""A function that returns the observation of a scene at rest."""
Events = tuple[AnyEvent, ...]

SETTLE_SECONDS: Final = 0.6
"""Seconds for which a simulated table must be still before its watcher observes it."""


class Attendant(Protocol):
    """The interface of a watcher of a simulated table. Its methods return the events that the referee then
    reports."""

    looks: int
    """The number of times that the reader has looked at the table."""
    now: float
    """The table's time since the beginning, seconds."""

    @property
    def referee(self) -> Referee:
        """The referee in its present state."""

    def watch(self, motion_step: MotionStep) -> Events:
        """Watch the table for the duration of a motion step, and return the events that the referee then
        reports."""

    def wait(self, seconds: float, top: Tabletop) -> Events:
        """Watch the table for `seconds`. The cards stay as in `top`."""

    def handle_command(self, command: Command) -> Events:
        """Pass a person's command to the referee."""


class Glances:
    """A watcher that looks each time that the table has been still for `SETTLE_SECONDS`. If the referee could
    not explain the cards seen, the watcher looks again after a while."""

    def __init__(self, words: WordList, look: Look) -> None:
        self.referee, self.now, self.looks = Referee(words), 0.0, 0
        self._look, self._looked = look, 0.0

    def watch(self, motion_step: MotionStep) -> Events:
        """Watch the table during a motion step. Look if the table is still for long enough."""
        if motion_step.reach is None and motion_step.seconds >= SETTLE_SECONDS:
            self.now += SETTLE_SECONDS
            return (
                *self._glance(motion_step.top),
                *self.wait(motion_step.seconds - SETTLE_SECONDS, motion_step.top),
            )
        self.now += motion_step.seconds
        self.referee = self.referee.disturbed(self.now)
        return ()

    def wait(self, seconds: float, top: Tabletop) -> Events:
        """Watch the table for `seconds`. Its cards stay as in `top`. If the referee could not explain the
        last observation, observe the table again."""
        self.now += seconds
        seen: Events = ()
        if self.referee.picture_in_doubt and self.now - self._looked >= LOOK_AGAIN_SECONDS:
            seen = self._glance(top)
        return (*seen, *self._keep_outcome(self.referee.after_time(self.now)))

    def handle_command(self, command: Command) -> Events:
        """Pass a person's command to the referee."""
        return self._keep_outcome(self.referee.after_command(command, self.now))

    def _glance(self, top: Tabletop) -> Events:
        self.looks += 1
        self._looked = self.now
        return self._keep_outcome(self.referee.after_picture(self._look(scene(top)), self.now))

    def _keep_outcome(self, outcome: RefereeOutcome[Referee]) -> Events:
        self.referee = outcome.referee
        return outcome.events


@dataclass(frozen=True, slots=True)
class Film:
    """A camera over a virtual table, with the functions that judge and read its pictures."""

    render: Render
    """The function that draws a scene as a picture."""
    still: Callable[[Image, float], MotionState]
    """The function that judges from a picture and its time in seconds if the table is at rest."""
    read: Callable[[Image], FrameReading]
    """The function that reads a picture."""
    fps: float = 8.0
    """The number of pictures in a second."""


class Pictures:
    """A watcher that runs a real table's loop on every picture of a film. It does not wait for real time to
    pass."""

    def __init__(self, words: WordList, film: Film) -> None:
        self.now, self.looks, self._film = 0.0, 0, film
        self._due, self._number, self._heard = 0.0, 0, list[AnyEvent]()
        self._loop = Loop(
            Referee(words),
            camera=CameraInterface(film.still, self._read, lambda: self.now, limits=CONTINUOUS_LIMITS),
            journal=self,
            bell=SilentBell(),
            publish=lambda _: None,
        )

    @property
    def referee(self) -> Referee:
        """The referee in its present state."""
        return self._loop.view.referee

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """No troubles, because no disk is used."""
        return ()

    def append(self, *events: AnyEvent) -> None:
        """Take the events that the loop writes. This watcher stands in for the loop's journal."""
        self._heard += events

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        """Return no troubles, because this watcher keeps the events in memory and writes to no disk."""
        return ()

    def watch(self, motion_step: MotionStep) -> Events:
        """Film the table during a motion step, and let the loop handle every picture."""
        began = self.now
        while self._due <= began + motion_step.seconds:
            self.now = max(self._due, began)
            self._take_picture(
                scene_during(
                    motion_step, (self.now - began) / motion_step.seconds if motion_step.seconds else 1.0
                )
            )
            self._due += 1 / self._film.fps
        self.now = began + motion_step.seconds
        return self._new_events()

    def wait(self, seconds: float, top: Tabletop) -> Events:
        """Film the table for `seconds`. The cards stay as in `top`."""
        return self.watch(MotionStep(seconds, top))

    def handle_command(self, command: Command) -> Events:
        """Pass a person's command to the loop."""
        self._loop.handle(command)
        return self._new_events()

    def _take_picture(self, shown: Scene) -> None:
        self._number += 1
        self._loop.handle(Frame(self._film.render(shown, self._number), self.now))

    def _read(self, image: Image) -> FrameReading:
        self.looks += 1
        return self._film.read(image)

    def _new_events(self) -> Events:
        news = tuple(self._heard)
        self._heard.clear()
        return news

"""Watch a simulated table with a real table's loop, through a camera or in photographs.

Time is simulated. Pictures are taken only at moments at which the loop can make use of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from device.hardware.bell import SilentBell
from device.hardware.camera import Frame, Image
from device.lab.simulation.attending import SETTLE_SECONDS, Look
from device.records.troubles import Trouble
from device.running.camera_watchdog import CONTINUOUS_LIMITS, NO_LIMITS
from device.running.inbox import TimePassed
from device.running.loop import CameraInterface, FrameReading, Loop, MotionState
from device.running.view import TableView
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.tabletop.state import Tabletop, scene
from device.virtual.tabletop.table import Render
from engine.events import AnyEvent
from engine.shared.scene import Scene
from engine.table.commands import Command
from engine.table.referee import Referee
from engine.words import WordList

GLANCE_SECONDS: Final = 0.5
"""Seconds between two pictures of a still table, and between two ticks of its clock."""
NO_PICTURE: Final = np.zeros((8, 8, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Eye:
    """A simulated camera with its reader. `render` draws a scene as a picture, and `read` reads a picture."""

    render: Render
    read: Callable[[Image], FrameReading]


def imagined_eye(look: Look, *, camera_moved: bool) -> Eye:
    """Return an eye that draws no pictures. Its reading of a scene is what `look` returns for the scene. If
    `camera_moved` is true, every reading reports that the camera was moved."""
    latest = [Scene(0.0, 0.0, ())]

    def render(shown: Scene, _seed: int) -> Image:
        latest[0] = shown
        return NO_PICTURE

    def read(_image: Image) -> FrameReading:
        return FrameReading(look(latest[0]), camera_moved=camera_moved)

    return Eye(render, read)


class Onlooker:
    """The program of a table, run on simulated cards that it sees with `eye`.

    If `by_photograph` is true, the table has no camera, and sees only photographs. The function `on_event`
    gets each new event.
    """

    def __init__(
        self, words: WordList, eye: Eye, on_event: Callable[[AnyEvent], None], *, by_photograph: bool
    ) -> None:
        self.now, self.by_photograph, self.looks = 0.0, by_photograph, 0
        self._eye, self._on_event, self._frames = eye, on_event, 0
        self._motion: MotionState = "still"
        self._lying_scene: Scene | None = None
        self._since, self._shown_still = 0.0, False
        limits = NO_LIMITS if by_photograph else CONTINUOUS_LIMITS
        self._loop = Loop(
            Referee(words, by_photograph=by_photograph),
            camera=CameraInterface(lambda _, __: self._motion, self._read, lambda: self.now, limits),
            journal=self,
            bell=SilentBell(),
            publish=lambda _: None,
        )

    @property
    def view(self) -> TableView:
        """The view that the loop publishes to the phones."""
        return self._loop.view

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """No troubles, because no disk is used."""
        return ()

    def append(self, *events: AnyEvent) -> None:
        """Take new events from the loop, in place of a journal. The phones show them afterwards."""
        for event in events:
            self._on_event(event)

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        """Return no troubles, because this table keeps its events in memory and writes to no disk."""
        return ()

    def handle_command(self, command: Command) -> None:
        """Pass a person's command to the loop."""
        self._loop.handle(command)

    def watch(self, motion_step: MotionStep) -> None:
        """Watch the table through the camera during a motion step. A table without a camera only lets the
        time pass."""
        if motion_step.reach is None:
            self.wait(motion_step.seconds, motion_step.top)
            return
        if not self.by_photograph:
            self._take_picture(scene(motion_step.top, motion_step.reach[0]), "hand")
        self._lying_scene, self.now = None, self.now + motion_step.seconds

    def wait(self, seconds: float, top: Tabletop) -> None:
        """Let `seconds` pass. The cards stay as in `top`."""
        ends, shown = self.now + seconds, scene(top)
        if not self.by_photograph and shown != self._lying_scene:
            self._lying_scene, self._since, self._shown_still = shown, self.now, False
            self._take_picture(shown, "moving")
        while self.now < ends:
            self.now = min(self.now + GLANCE_SECONDS, ends)
            if not self.by_photograph:
                still = not self._shown_still and self.now - self._since >= SETTLE_SECONDS
                self._shown_still = self._shown_still or still
                self._take_picture(shown, "still" if still else "waiting")
            self._loop.handle(TimePassed())
            self._loop.do_housekeeping()

    def take_photograph(self, top: Tabletop) -> None:
        """Handle a photograph that shows `top`: this table now, this table as it was before, or another
        table."""
        self._take_picture(scene(top), "still")

    def _take_picture(self, shown: Scene, motion: MotionState) -> None:
        self._frames, self._motion = self._frames + 1, motion
        self._loop.handle(Frame(self._eye.render(shown, self._frames), self.now))

    def _read(self, image: Image) -> FrameReading:
        self.looks += 1
        return self._eye.read(image)

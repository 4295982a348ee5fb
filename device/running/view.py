"""Hold the loop's view: everything about the table at one moment."""

from dataclasses import dataclass
from typing import Literal

from device.hardware.camera import Frame
from device.records.troubles import Trouble
from engine.i18n import Sentence
from engine.observation import Observation, Quad
from engine.shared.condition import Condition
from engine.table.referee import Referee
from engine.table.retraction import EndedTurn
from engine.table.timer import Timer

MotionState = Literal["moving", "hand", "waiting", "still"]
"""The motion that a frame shows: something moves, a hand is over the table, the table has not been at rest
for long, or it is at rest. Only a `still` frame is read."""

Row = tuple[float, float, float]
Homography = tuple[Row, Row, Row]
"""A projective map from pixels (x, y, 1) to the table in millimetres. The result (x, y, w) is divided by
w."""


@dataclass(frozen=True, slots=True)
class FrameReading:
    """The reading of one frame or photograph, for the loop."""

    observation: Observation
    """The cards that the picture shows."""
    corners: tuple[Quad, ...] = ()
    """The corners of each card in `observation.cards`, in the picture's pixels and in the same order."""
    conditions: tuple[Condition, ...] = ()
    """The faults of the camera's view, such as glare."""
    camera_moved: bool = False
    """True if the camera was moved and rests again. All cards then have other places in the picture."""
    plane: Homography | None = None
    """The projective map from the picture's pixels to the table seen from straight above; None if unknown."""


@dataclass(frozen=True, slots=True)
class BellRings:
    """The number of rings of the bell, and the last ring."""

    rings: int = 0
    """The number of rings since the program began."""
    reason: str = ""
    """The reason for the last ring of the bell."""
    at: float | None = None
    """The time of the last ring, on the loop's clock."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Hold everything about the table at one moment, for display. Immutable."""

    referee: Referee
    """The referee, with the match and its journal."""
    frame: Frame | None = None
    """The camera's newest frame; None before the first."""
    reading: FrameReading | None = None
    """The reading of `frame`; None while something moves in it."""
    picture: int = 0
    """The number of the frames that were shown or read so far. It is also the number of the picture in
    `frame`."""
    bell_rings: BellRings = BellRings()
    """The number of rings of the bell, and the last ring."""
    notes: tuple[Sentence, ...] = ()
    """The present notes for the people at the table."""
    now: float = 0.0
    """The time of the view, in seconds of the loop's clock."""
    troubles: tuple[Trouble, ...] = ()
    """The troubles with the table's records, such as a full disk."""
    timer: Timer | None = None
    """The table's timer, on the same clock as `now`; None if no timer is used."""
    faults: tuple[Condition, ...] = ()
    """The camera's faults; play pauses while there are any."""
    ended: EndedTurn | None = None
    """The last turn, as long as its player may still add cards to it; otherwise None."""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return every condition that impairs the view."""
        return self.faults + (self.reading.conditions if self.reading else ())


def kinds(faults: tuple[Condition, ...]) -> set[str]:
    """Return the kinds of faults, without their severity."""
    return {fault.kind for fault in faults}

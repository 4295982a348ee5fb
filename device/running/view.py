"""The loop's view of itself: everything about the table at one moment."""

from dataclasses import dataclass
from typing import Literal

from device.hardware.camera import Frame
from device.records.disk_faults import Trouble
from engine.i18n import Sentence
from engine.observation import Observation, Quad
from engine.shared.condition import Condition
from engine.table.referee import Referee
from engine.table.retraction import EndedTurn
from engine.table.timer import Timer

Verdict = Literal["moving", "hand", "waiting", "still"]
"""The kinds of frames; only a `still` one is read."""

Row = tuple[float, float, float]
Homography = tuple[Row, Row, Row]
"""Map from pixels (x, y, 1) to millimetres of the table, times the third number of the result."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Hold the reading of one picture: `corners[i]` are the pixels of `observation.cards[i]`. `conditions`
    are the faults of the view. `anew`: the camera was moved and rests again, so everything lies elsewhere.
    `plane` maps the picture to the table as seen from straight above, None if unknown.
    """

    observation: Observation
    corners: tuple[Quad, ...] = ()
    conditions: tuple[Condition, ...] = ()
    anew: bool = False
    plane: Homography | None = None


@dataclass(frozen=True, slots=True)
class Rung:
    """Hold how often the bell has rung since the program began, the last reason, and its moment on the loop's
    clock.
    """

    rings: int = 0
    reason: str = ""
    at: float | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """Hold everything about the table at one moment, for display. Immutable.

    `sight` belongs to `frame`, and is None while something moves there. `picture` counts the frames shown.
    `timer` counts by the same clock as `now`. `faults` are the camera's faults; play pauses while there are
    any. `ended` is the turn that its player may still continue.
    """

    referee: Referee
    frame: Frame | None = None
    sight: Sight | None = None
    picture: int = 0
    rung: Rung = Rung()
    notes: tuple[Sentence, ...] = ()
    now: float = 0.0
    troubles: tuple[Trouble, ...] = ()
    timer: Timer | None = None
    faults: tuple[Condition, ...] = ()
    ended: EndedTurn | None = None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return every condition that impairs the view."""
        return self.faults + (self.sight.conditions if self.sight else ())


def kinds(faults: tuple[Condition, ...]) -> set[str]:
    """Return the kinds of faults, whatever their severity."""
    return {fault.kind for fault in faults}

"""Watch the camera from picture to picture: report the present conditions, and whether the camera rests in
a new place.

The state is a value. `step(watch, picture, seen)` returns the next state, and the caller keeps it.
"""

from dataclasses import dataclass, replace

from engine.shared.condition import Condition, Moved
from vision.conditions import conditions, reference
from vision.conditions.camera_movement import Reference
from vision.crops import Picture
from vision.reader import PhotoReading


@dataclass(frozen=True, slots=True)
class MonitorState:
    """The state of the monitor."""

    lay: Reference | None = None
    """The background with which pictures are compared, or None until the first picture without a serious
    condition."""
    lies: Reference | None = None
    """The background after a large movement that the next picture must confirm, or None."""


@dataclass(frozen=True, slots=True)
class Monitored:
    """The conditions of one picture."""

    conditions: tuple[Condition, ...]
    """The conditions, the worst first."""
    anew: bool = False
    """True when the camera was moved and rests again. All places then differ from those of the picture
    before."""


def step(watch: MonitorState, picture: Picture, seen: PhotoReading) -> tuple[MonitorState, Monitored]:
    """Judge one picture and its reading. Return the next state and the picture's conditions.

    A slight shift is accepted at once. After a large shift the next picture must show the same background as
    this one.
    """
    found = conditions(picture, seen, watch.lay)
    shift = next((c for c in found if isinstance(c.fact, Moved)), None)
    if shift is not None and shift.severity == "minor":
        return MonitorState(reference(picture, seen)), Monitored(found, anew=True)
    if shift is None:
        return _steady(watch, picture, seen, found)
    if watch.lies is not None:
        again = conditions(picture, seen, watch.lies)
        if not any(isinstance(c.fact, Moved) for c in again):
            return MonitorState(watch.lies), Monitored(again, anew=True)
    return replace(watch, lies=reference(picture, seen)), Monitored(found)


def _steady(
    watch: MonitorState, picture: Picture, seen: PhotoReading, found: tuple[Condition, ...]
) -> tuple[MonitorState, Monitored]:
    """Judge a picture without movement. The first picture without another serious condition becomes the
    reference of later ones."""
    if any(c.severity == "serious" for c in found):
        return watch, Monitored(found)
    if watch.lay is None or (watch.lay.width, watch.lay.height) != (seen.width, seen.height):
        return MonitorState(reference(picture, seen)), Monitored(found)
    return MonitorState(watch.lay), Monitored(found)

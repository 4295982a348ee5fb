"""A camera watched from picture to picture: the present conditions, and the moment when it rests in a new
place.

The state is a value: `step(watch, picture, seen)` returns the next one, and the caller keeps it.
"""

from dataclasses import dataclass, replace

from engine.shared.condition import Condition, Moved
from vision.conditions import conditions, reference
from vision.conditions.camera_movement import Reference
from vision.crops import Picture
from vision.reader import PhotoReading


@dataclass(frozen=True, slots=True)
class MonitorState:
    """The state of the watch: `lay` is the background when all was well, `lies` the background since a
    movement."""

    lay: Reference | None = None
    lies: Reference | None = None


@dataclass(frozen=True, slots=True)
class Monitored:
    """The conditions of one picture. `anew` tells that the camera was moved and rests again, so that all
    places differ from those in the picture before.
    """

    conditions: tuple[Condition, ...]
    anew: bool = False


def step(watch: MonitorState, picture: Picture, seen: PhotoReading) -> tuple[MonitorState, Monitored]:
    """Take in one picture and its reading, and return the next state and the picture's conditions.

    A slight shift is adopted at once; after a large one the next picture must be still against this one.
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
    """Handle a picture without movement; the first otherwise faultless one becomes the reference of later
    ones."""
    if any(c.severity == "serious" for c in found):
        return watch, Monitored(found)
    if watch.lay is None or (watch.lay.width, watch.lay.height) != (seen.width, seen.height):
        return MonitorState(reference(picture, seen)), Monitored(found)
    return MonitorState(watch.lay), Monitored(found)

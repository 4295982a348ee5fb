"""Watch the camera from picture to picture: the present conditions, and whether the camera rests in a new
place.

The state is a value. `monitor_picture(state, picture, seen)` returns the next state, and the caller keeps it.
"""

from dataclasses import dataclass, replace

from engine.shared.condition import Condition, Moved
from vision.conditions import conditions, reference
from vision.conditions.camera_movement import Reference
from vision.crops import Picture
from vision.reader import PhotoReading


@dataclass(frozen=True, slots=True)
class MonitorState:
    """The state of the monitor: the backgrounds with which the next picture is compared."""

    background: Reference | None = None
    """The background with which pictures are compared, or None until the first picture without a serious
    condition."""
    moved_background: Reference | None = None
    """The background of a picture taken after a large movement of the camera, until the next picture confirms
    it, otherwise None."""


@dataclass(frozen=True, slots=True)
class MonitorResult:
    """The monitor's result for one picture: the faults of the view, and a movement of the camera."""

    conditions: tuple[Condition, ...]
    """The faults of the view, the worst first."""
    moved: bool = False
    """True if the camera was moved and rests again. All places in the picture then differ from those in the
    picture before."""


def monitor_picture(
    state: MonitorState, picture: Picture, reading: PhotoReading
) -> tuple[MonitorState, MonitorResult]:
    """Return the monitor's next state, and the conditions of one picture from its `reading`.

    After a slight movement the picture becomes the reference at once. After a large movement the next picture
    must first show the background where this one shows it.
    """
    all_conditions = conditions(picture, reading, state.background)
    shift = next((c for c in all_conditions if isinstance(c.fact, Moved)), None)
    if shift is not None and shift.severity == "minor":
        return MonitorState(reference(picture, reading)), MonitorResult(all_conditions, moved=True)
    if shift is None:
        return _without_movement(state, picture, reading, all_conditions)
    if state.moved_background is not None:
        moved_conditions = conditions(picture, reading, state.moved_background)
        if not any(isinstance(c.fact, Moved) for c in moved_conditions):
            return MonitorState(state.moved_background), MonitorResult(moved_conditions, moved=True)
    return replace(state, moved_background=reference(picture, reading)), MonitorResult(all_conditions)


def _without_movement(
    state: MonitorState, picture: Picture, reading: PhotoReading, all_conditions: tuple[Condition, ...]
) -> tuple[MonitorState, MonitorResult]:
    """Return the monitor's next state, and `all_conditions` as the result, for a picture in which the camera
    did not move. If the monitor has no reference picture of this size and no condition is serious, the
    picture becomes the reference."""
    if any(c.severity == "serious" for c in all_conditions):
        return state, MonitorResult(all_conditions)
    background = state.background
    if background is None or (background.width, background.height) != (reading.width, reading.height):
        return MonitorState(reference(picture, reading)), MonitorResult(all_conditions)
    return MonitorState(background), MonitorResult(all_conditions)

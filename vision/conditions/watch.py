"""A camera watched from picture to picture: what is wrong now, and when it came to rest somewhere else.

Values, not objects: `step(watch, picture, seen)` gives the next one; who looks keeps it.
"""

from dataclasses import dataclass, replace

from engine.condition import Condition, Moved
from vision.conditions import conditions, reference
from vision.conditions.background import Reference
from vision.crops import Picture
from vision.reader import Seen


@dataclass(frozen=True, slots=True)
class Watch:
    """`lay`: the background as it lay when all was well; `lies`: as it lies since something was moved."""

    lay: Reference | None = None
    lies: Reference | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """What is wrong with one picture. `anew`: the camera was moved and rests again, so that nothing lies
    where it lay in the picture before."""

    conditions: tuple[Condition, ...]
    anew: bool = False


def step(watch: Watch, picture: Picture, seen: Seen) -> tuple[Watch, Watched]:
    """Take in one picture and what was read in it.

    A slight shift is taken up at once; after a large one the next picture must lie still against this one.
    """
    found = conditions(picture, seen, watch.lay)
    shift = next((c for c in found if isinstance(c.fact, Moved)), None)
    if shift is not None and shift.severity == "minor":
        return Watch(reference(picture, seen)), Watched(found, anew=True)
    if shift is None:
        return _steady(watch, picture, seen, found)
    if watch.lies is not None:
        again = conditions(picture, seen, watch.lies)
        if not any(isinstance(c.fact, Moved) for c in again):
            return Watch(watch.lies), Watched(again, anew=True)
    return replace(watch, lies=reference(picture, seen)), Watched(found)


def _steady(
    watch: Watch, picture: Picture, seen: Seen, found: tuple[Condition, ...]
) -> tuple[Watch, Watched]:
    """Nothing moved; the first picture that is otherwise faultless is what later ones are held against."""
    if any(c.severity == "serious" for c in found):
        return watch, Watched(found)
    if watch.lay is None or (watch.lay.width, watch.lay.height) != (seen.width, seen.height):
        return Watch(reference(picture, seen)), Watched(found)
    return Watch(watch.lay), Watched(found)

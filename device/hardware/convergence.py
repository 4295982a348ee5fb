"""Tell when a Pi camera's focus, exposure and white balance have settled, from the metadata of its pictures.

The state is a value: `after` one more picture returns the next state. Names and numbers are libcamera's own
(its control_ids_core.yaml), so that this module need not load libcamera.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

IGNORED_PICTURES: Final = 8
"""Number of pictures before anything counts: a request takes effect after the four buffers under way and the
sensor's own delay of two or three.
"""

STEADY_PICTURES: Final = 8
"""Number of pictures in a row with the same light before it is believed: half a second."""

MAX_SETTLED_CHANGE: Final = 0.02
"""Share by which a measure may differ from the last and still be the same: less than is visible."""

MAX_LOCK_PICTURES: Final = 75
"""Number of pictures after which the settings are locked, settled or not: five seconds. A lamp that flickers
never settles, and a bare table may have nothing to focus on.
"""

AF_MODE_AUTO: Final = 1
AF_TRIGGER_START: Final = 0
"""AfMode "auto", in which the lens stays where it is until the next trigger; AfTrigger "start"."""

FOCUSED: Final = frozenset({2, 3})
"""AfState "focused" and "failed"."""


@dataclass(frozen=True, slots=True)
class Settling:
    """The state of settling: `pictures` seen since the request; `light`, as measured for the last one; the
    same for `steady` of them; `focused`: the lens rests, as one that can't move does.
    """

    focused: bool
    pictures: int = 0
    light: tuple[float, ...] = ()
    steady: int = 0

    @property
    def done(self) -> bool:
        """Tell whether everything has settled, or never will."""
        return self.pictures >= MAX_LOCK_PICTURES or (self.focused and self.steady >= STEADY_PICTURES)

    def after(self, metadata: Mapping[str, Any]) -> "Settling":
        """Return the state after one more picture with the camera's `metadata`."""
        light = measured(metadata)
        same = len(light) == len(self.light) and all(
            abs(now - before) <= MAX_SETTLED_CHANGE * abs(before)
            for now, before in zip(light, self.light, strict=True)
        )
        counts = self.pictures >= IGNORED_PICTURES
        return replace(
            self,
            focused=self.focused or (counts and metadata.get("AfState") in FOCUSED),
            pictures=self.pictures + 1,
            light=light,
            steady=self.steady + 1 if same and counts else 0,
        )


def measured(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    """Return the camera's exposure (µs times gain) and its gains of red and blue."""
    gains = metadata.get("ColourGains", ())
    return (metadata.get("ExposureTime", 0) * metadata.get("AnalogueGain", 1.0), *gains)


def automatic(offered: Mapping[str, Any], flicker: Mapping[str, int]) -> dict[str, Any]:
    """Return the controls that measure and focus everything anew, and suppress `flicker`, as far as they are
    `offered`. An exposure and a gain of 0 return both to the camera in picamera2.
    """
    wanted = {
        "AeEnable": True,
        "ExposureTime": 0,
        "AnalogueGain": 0.0,
        "AwbEnable": True,
        "AfMode": AF_MODE_AUTO,
        "AfTrigger": AF_TRIGGER_START,
        **flicker,
    }
    return {name: value for name, value in wanted.items() if name in offered}


def locked(metadata: Mapping[str, Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """Return the controls that lock the light as in the picture with this `metadata`, so a white sleeve over
    the table changes neither brightness nor colour of the paper. The lens keeps its focus by itself.
    """
    kept = {n: metadata[n] for n in ("ExposureTime", "AnalogueGain", "ColourGains") if n in metadata}
    wanted = {"AeEnable": False, "AwbEnable": False, **kept}
    return {name: value for name, value in wanted.items() if name in offered}

"""Tell when a Pi camera's focus, exposure and white balance have settled, from the metadata of its
pictures.

The state is a value: `after` a further picture returns the next state. Names and numbers are libcamera's own
(its control_ids_core.yaml), so that this module need not load libcamera.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

IGNORED_PICTURES: Final = 8
"""Number of pictures that are ignored after the camera was told to adjust itself. Four pictures
are under way then, and the sensor obeys only after two or three more."""

STEADY_PICTURES: Final = 8
"""Number of successive pictures with the same light after which the light counts as settled: half a
second."""

MAX_SETTLED_CHANGE: Final = 0.02
"""Maximum share by which a measured value may change between two pictures and still count as the same.
People do not see so small a change."""

MAX_LOCK_PICTURES: Final = 75
"""Number of pictures after which the settings are locked, settled or not: five seconds. A lamp that
flickers never settles, and a bare table may have nothing to focus on."""

AF_MODE_AUTO: Final = 1
AF_TRIGGER_START: Final = 0
"""AfTrigger "start". In AfMode "auto" the lens moves only after a trigger."""

LENS_AT_REST: Final = frozenset({2, 3})
"""The values of a picture's AfState at which the lens rests: "focused" and "failed"."""


@dataclass(frozen=True, slots=True)
class Convergence:
    """How far a camera's focus and light have settled since it was told to adjust itself."""

    focused: bool
    """True if the lens is at rest. A fixed lens is always at rest."""
    pictures: int = 0
    """The number of pictures that came after the camera was told to adjust itself."""
    light: tuple[float, ...] = ()
    """The exposure and gains of the last picture, as `measured_light` returns them; empty before the
    first."""
    steady: int = 0
    """The number of pictures in a row in which the exposure and the gains stayed the same."""

    @property
    def done(self) -> bool:
        """True if the light and the focus have settled, or have had `MAX_LOCK_PICTURES` pictures to
        settle."""
        return self.pictures >= MAX_LOCK_PICTURES or (self.focused and self.steady >= STEADY_PICTURES)

    def after(self, metadata: Mapping[str, Any]) -> "Convergence":
        """Return the progress of focus and light after one more picture. `metadata` came with that
        picture."""
        light = measured_light(metadata)
        same = len(light) == len(self.light) and all(
            abs(now - before) <= MAX_SETTLED_CHANGE * abs(before)
            for now, before in zip(light, self.light, strict=True)
        )
        counts = self.pictures >= IGNORED_PICTURES
        return replace(
            self,
            focused=self.focused or (counts and metadata.get("AfState") in LENS_AT_REST),
            pictures=self.pictures + 1,
            light=light,
            steady=self.steady + 1 if same and counts else 0,
        )


def measured_light(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    """Return the camera's exposure (µs times gain) and its gains of red and blue."""
    gains = metadata.get("ColourGains", ())
    return (metadata.get("ExposureTime", 0) * metadata.get("AnalogueGain", 1.0), *gains)


def automatic_controls(offered: Mapping[str, Any], flicker: Mapping[str, int]) -> dict[str, Any]:
    """Return the controls that focus and measure the light again, with the controls `flicker`. Leave out
    controls that the camera does not have (`offered`). In picamera2 an exposure of 0 is automatic, and so is
    a gain of 0."""
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


def locking_controls(metadata: Mapping[str, Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """Return the controls that lock the light of the picture with this `metadata`. A white sleeve over the
    table then changes neither brightness nor colour of the paper. The lens keeps its focus without a
    control."""
    controls = {n: metadata[n] for n in ("ExposureTime", "AnalogueGain", "ColourGains") if n in metadata}
    wanted = {"AeEnable": False, "AwbEnable": False, **controls}
    return {name: value for name, value in wanted.items() if name in offered}

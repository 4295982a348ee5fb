"""Provide a scripted Picamera2, whose methods take exactly the arguments of picamera2 0.3.38 and whose
sensor settles in a few pictures. `test_picamera_library` compares the signatures where picamera2 is
installed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONTROLS = (
    "AeEnable", "AnalogueGain", "AwbEnable", "ColourGains", "ExposureTime", "FrameDurationLimits",
    "AeFlickerMode", "AeFlickerPeriod",
)  # fmt: skip
LENS = ("AfMode", "AfTrigger", "LensPosition")


@dataclass
class ScriptedPi:
    """A stand-in for Picamera2."""

    lens: bool = True
    """True if the lens can focus."""

    settles: int = 12
    """The number of pictures until focus and light have settled after each new measurement."""

    fails: Exception | None = None
    """The error that is raised instead of a picture."""

    refuses: Exception | None = None
    """The error that the camera raises when it is configured, or at the next call."""

    diary: list[tuple[str, Any]] = field(default_factory=list)
    """The calls of the camera, in order."""

    since: int = 0
    held: int = 0
    automatic: bool = False
    configuration: dict[str, Any] = field(default_factory=dict)
    lacks: tuple[str, ...] = ()
    """The controls that older systems do not have."""

    sensor_resolution: tuple[int, int] = (4608, 2592)

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        offered = (name for name in CONTROLS + (LENS if self.lens else ()) if name not in self.lacks)
        return dict.fromkeys(offered, (0, 1, None))

    def create_video_configuration(
        self,
        main: Any = {},  # noqa: B006 - as recorded
        lores: Any = None,
        raw: Any = {},  # noqa: B006
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: Any = 6,
        controls: Any = {},  # noqa: B006
        display: Any = "main",
        encode: Any = "main",
        queue: Any = True,
        sensor: Any = {},  # noqa: B006
        use_case: Any = "video",
    ) -> dict[str, Any]:
        return {
            "main": main,
            "lores": lores,
            "raw": raw,
            "buffer_count": buffer_count,
            "controls": controls,
            "sensor": sensor,
        }

    def configure(self, camera_config: Any = None) -> None:
        self.diary.append(("configure", camera_config))
        if self.refuses is not None:
            raise self.refuses
        self.configuration = camera_config

    def camera_configuration(self) -> dict[str, Any]:
        return self.configuration

    def start(self, config: Any = None, show_preview: Any = False) -> None:
        self.diary.append(("start", None))

    def set_controls(self, controls: Any) -> None:
        unknown = controls.keys() - self.camera_controls.keys()
        assert not unknown, f"the real one raises RuntimeError for {unknown}"
        self.diary.append(("set", controls))
        self.automatic = controls.get("AeEnable", self.automatic)
        self.since = 0

    def capture_request(
        self, wait: Any = None, signal_function: Any = None, flush: Any = None
    ) -> ScriptedPending:
        assert wait is False
        return ScriptedPending(self)

    def cancel_all_and_flush(self) -> None:
        self.diary.append(("flush", None))

    def stop(self) -> None:
        self.diary.append(("stop", None))

    def close(self) -> None:
        self.diary.append(("close", None))

    @property
    def set(self) -> list[dict[str, Any]]:
        """The controls that the camera was given, in order."""
        return [what for kind, what in self.diary if kind == "set"]

    @property
    def ends(self) -> list[str]:
        """The calls that ended the camera, in order."""
        return [kind for kind, _ in self.diary if kind in ("flush", "stop", "close")]


@dataclass
class ScriptedPending:
    """A request for a picture that is not answered yet."""

    pi: ScriptedPi

    def get_result(self, timeout: Any = None) -> ScriptedMoment:
        if self.pi.fails is not None:
            raise self.pi.fails
        self.pi.since += 1
        self.pi.held += 1
        return ScriptedMoment(self.pi, self.pi.since)


@dataclass
class ScriptedMoment:
    """A stand-in for the picture that picamera2 took for one request, in two sizes. `number` tells how many
    requests came since a control was last set."""

    pi: ScriptedPi
    number: int

    def make_array(self, name: str) -> NDArray[np.uint8]:
        width, height = self.pi.configuration[name]["size"]
        if name == "main":
            return np.full((height, width, 3), (10, 120, 240), np.uint8)
        padded = np.full((height * 3 // 2, width + 64), 255, np.uint8)
        padded[:height, :width] = 77
        return padded

    def get_metadata(self) -> dict[str, Any]:
        left = max(0, self.pi.settles - self.number) if self.pi.automatic else 0
        told: dict[str, Any] = {
            "ExposureTime": 20_000 - 900 * left,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5 + 0.1 * left, 1.8),
            "SensorTimestamp": 1_000_000 * self.number,
        }
        return told | ({"AfState": 1 if left else 2, "LensPosition": 1.4} if self.pi.lens else {})

    def release(self) -> None:
        self.pi.held -= 1

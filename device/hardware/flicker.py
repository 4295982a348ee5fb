"""Suppress the flicker of lamps. Lamps flicker twice in a period of the mains, and with a short
exposure the flicker makes dark bars in the picture. A camera that knows the frequency of the
mains exposes for whole flickers."""

import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from device.settings import Mains

FLICKER_MODE_MANUAL: Final = 1
"""libcamera's AeFlickerMode "manual", in which the program sets the period."""

POWER_LINE_FREQUENCY: Final = 0x00980918
"""The number of the Linux control V4L2_CID_POWER_LINE_FREQUENCY, which tells a USB camera the
frequency of the mains."""
FREQUENCY_VALUES: Final = {50: 1, 60: 2}
"""The values of the control `POWER_LINE_FREQUENCY`, by the frequency of the mains in hertz."""
SET_CONTROL: Final = 0xC008561C
"""The ioctl VIDIOC_S_CTRL, which takes an identifier and a value."""


def flicker_controls(mains: Mains | None) -> dict[str, int]:
    """Return the Pi camera's controls that stop lamps from flickering in the picture. `mains` is the
    mains frequency in hertz; without it return no controls."""
    return (
        {}
        if mains is None
        else {"AeFlickerMode": FLICKER_MODE_MANUAL, "AeFlickerPeriod": 1_000_000 // (2 * mains)}
    )


def set_mains_frequency(
    node: Path, mains: Mains | None, ioctl: Callable[[int, int, bytes], Any] = fcntl.ioctl
) -> bool:
    """Tell the USB camera at the device file `node` the frequency of the mains. Return True if the
    camera has this control, which many cameras lack."""
    if mains is None:
        return False
    try:
        handle = os.open(node, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        ioctl(handle, SET_CONTROL, struct.pack("Ii", POWER_LINE_FREQUENCY, FREQUENCY_VALUES[mains]))
    except OSError:
        return False
    finally:
        os.close(handle)
    return True

"""Define the loop's states in one table, which the loop and the documentation's drawing share."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

LoopState = Literal["watching", "resting", "blinded", "paused"]
"""The states of the loop.

`watching`: something moves, or the table has not been at rest for long. `resting`: the table is at rest and
has been read, and the time of a play runs. `blinded`: the table is at rest, but its picture is bad; it is
read again. `paused`: the camera gives no usable pictures, and nothing counts.
"""

LoopTrigger = Literal["moves", "rests", "read", "read badly", "camera fails", "camera is back"]
"""An input that changes the loop's state: a frame with or without motion, the reading of a frame, or a
fault of the camera."""

NEXT_STATE: Final[Mapping[tuple[LoopState, LoopTrigger], LoopState]] = MappingProxyType(
    {
        ("watching", "moves"): "watching",
        ("watching", "rests"): "watching",
        ("watching", "read"): "resting",
        ("watching", "read badly"): "blinded",
        ("watching", "camera fails"): "paused",
        ("resting", "moves"): "watching",
        ("resting", "rests"): "resting",
        ("resting", "read"): "resting",
        ("resting", "read badly"): "blinded",
        ("resting", "camera fails"): "paused",
        ("blinded", "moves"): "watching",
        ("blinded", "rests"): "blinded",
        ("blinded", "read"): "resting",
        ("blinded", "read badly"): "blinded",
        ("blinded", "camera fails"): "paused",
        ("paused", "camera fails"): "paused",
        ("paused", "camera is back"): "blinded",
    }
)
"""The loop's next state, by its present state and what happens. After a pause or a bad picture the
table is read again, because it may have changed."""

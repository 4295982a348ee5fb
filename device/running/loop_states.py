"""The states of the loop's eye, in one table for the loop and for the documentation's drawing."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

Attention = Literal["watching", "settled", "blinded", "paused"]
"""`watching`: something moves, or has not been at rest for long. `settled`: the table is at rest and has been
read; patience counts. `blinded`: it is at rest and shows badly; it is looked at again. `paused`: the camera
gives no usable pictures; nothing counts.
"""

Cue = Literal["moves", "rests", "read", "read badly", "camera fails", "camera is back"]
"""The kinds of frames, and of a missing frame."""

NEXT: Final[Mapping[tuple[Attention, Cue], Attention]] = MappingProxyType(
    {
        ("watching", "moves"): "watching",
        ("watching", "rests"): "watching",
        ("watching", "read"): "settled",
        ("watching", "read badly"): "blinded",
        ("watching", "camera fails"): "paused",
        ("settled", "moves"): "watching",
        ("settled", "rests"): "settled",
        ("settled", "read"): "settled",
        ("settled", "read badly"): "blinded",
        ("settled", "camera fails"): "paused",
        ("blinded", "moves"): "watching",
        ("blinded", "rests"): "blinded",
        ("blinded", "read"): "settled",
        ("blinded", "read badly"): "blinded",
        ("blinded", "camera fails"): "paused",
        ("paused", "camera fails"): "paused",
        ("paused", "camera is back"): "blinded",
    }
)
"""The transitions: the next state by the state and the cue. After a pause nobody knows the table: it is
looked at anew, as after a bad picture.
"""

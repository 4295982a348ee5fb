"""Between the camera and the loop: a picture becomes what is seen, a frame becomes still or moving."""

from collections.abc import Callable
from typing import Final

from device.errors import UsageFault
from device.hardware.camera import Image
from device.running.loop import Sight, Verdict
from vision import still
from vision.network import session
from vision.reader import Reader

Read = Callable[[Image], Sight]
NETWORKS: Final = ("finder", "speller")


def reader() -> Read:
    """The eyes: a picture in, what is seen out. Raises UsageFault when the installation lacks a network."""
    _load_networks()
    eyes = Reader.load()

    def read(image: Image) -> Sight:
        seen = eyes.read(image, "cards")
        quads = tuple(tuple((float(x), float(y)) for x, y in piece.corners) for piece in seen.pieces)
        return Sight(seen.observation, quads)  # type: ignore[arg-type]  # four corners each

    return read


def stillness() -> Callable[[Image, float], Verdict]:
    """Judges frames one after another."""
    state = still.Stillness()

    def judge(image: Image, at: float) -> Verdict:
        nonlocal state
        state, verdict = still.step(state, image, at)
        return verdict

    return judge


def _load_networks() -> None:
    """Load them now: a missing one is found before the table opens, not at its first picture."""
    try:
        for name in NETWORKS:
            session(name)
    except FileNotFoundError as fault:
        raise UsageFault(str(fault)) from fault

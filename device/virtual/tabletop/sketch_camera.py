"""Draw scenes quickly as grey patches, for tests. Reading a picture returns the scene that was drawn last.

Motion in a scene shows in its sketch, so that stillness is judged as usual. Only the letters are not read
from the picture.
"""

import random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from device.hardware.camera import Image
from device.running.loop import FrameReading
from device.virtual.perfect_eye import observe
from device.virtual.tabletop.state import card_oblong
from engine.shared.scene import Scene

WIDTH_PIXELS: Final = 320
"""Width of a sketch in pixels: twice the width of the picture on which stillness is judged."""


class Sketch:
    """Draw scenes, and read the scene that was drawn last."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = random.Random(seed)
        self._scene = Scene(1, 1)
        self.reads = 0

    def render(self, scene: Scene, frame: int) -> NDArray[np.uint8]:
        """Draw cards as patches whose grey level stands for their letter, and arms as black lines."""
        scale = WIDTH_PIXELS / scene.width
        image = np.full((round(scene.height * scale), WIDTH_PIXELS, 3), 90, np.uint8)
        for card in scene.cards:
            corners = np.array(card_oblong(card).corners()) * scale
            grey = 40 if not card.face_up else 120 + 5 * (ord(card.letter) % 26)
            cv2.fillConvexPoly(image, corners.astype(np.int32), (grey, grey, grey))
        for arm in scene.arms:
            tip = (round(arm.x * scale), round(arm.y * scale))
            cv2.line(image, tip, (tip[0], image.shape[0]), (0, 0, 0), 25)
        self._scene = scene
        return image

    def read(self, image: Image) -> FrameReading:
        """Return the true cards of the scene that was drawn last. `image` is its sketch, from which the cards
        cannot be read."""
        self.reads += 1
        scale = image.shape[1] / self._scene.width
        seen = observe(self._scene, self._rng)
        quads = tuple(tuple((x * scale, y * scale) for x, y in card.corners) for card in seen.cards)
        return FrameReading(seen, quads)  # type: ignore[arg-type]

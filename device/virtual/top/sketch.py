"""A camera in a hurry: scenes as grey patches, and an eye that remembers what it was shown.

What moves in a picture moves in its sketch too, so that stillness is judged as ever; only the letters are not
read but known.
"""

import random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from device.hardware.camera import Image
from device.running.loop import Sight
from device.virtual.simulation.perfect_eye import look
from device.virtual.top.tabletop import card_oblong
from engine.scene import Scene

WIDTH: Final = 320
"""Pixels: twice what stillness is judged on."""


class Sketch:
    """Draws scenes, and reads the scene of the picture it drew last."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = random.Random(seed)
        self._scene = Scene(1, 1)
        self.reads = 0

    def render(self, scene: Scene, frame: int) -> NDArray[np.uint8]:
        """Cards as patches whose grey is their letter's, arms as black lines."""
        scale = WIDTH / scene.width
        image = np.full((round(scene.height * scale), WIDTH, 3), 90, np.uint8)
        for card in scene.cards:
            corners = np.array(card_oblong(card).corners()) * scale
            grey = 40 if not card.face_up else 120 + 5 * (ord(card.letter) % 26)
            cv2.fillConvexPoly(image, corners.astype(np.int32), (grey, grey, grey))
        for arm in scene.arms:
            tip = (round(arm.x * scale), round(arm.y * scale))
            cv2.line(image, tip, (tip[0], image.shape[0]), (0, 0, 0), 25)
        self._scene = scene
        return image

    def read(self, image: Image) -> Sight:
        """What lies in the scene drawn last."""
        self.reads += 1
        scale = image.shape[1] / self._scene.width
        seen = look(self._scene, self._rng)
        quads = tuple(tuple((x * scale, y * scale) for x, y in card.corners) for card in seen.cards)
        return Sight(seen, quads)  # type: ignore[arg-type]

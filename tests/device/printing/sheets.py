"""Render printed pages as pictures, and cut the cards out of them."""

from collections.abc import Sequence

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from device.printing.paper import CardSize, Cell, SheetLayout
from vision.crops import Picture

FINE = 6.0
"""The resolution of a printed page, pixels per millimetre."""

TABLE = 3.0
"""The resolution of the table with the cut cards, pixels per millimetre."""

Quad = NDArray[np.float32]


def pages(pdf: bytes, fine: float = FINE) -> list[Picture]:
    """Return every page of a PDF as a picture, BGR."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [
            np.asarray(page.render(scale=fine * 25.4 / 72).to_numpy()[:, :, :3], np.uint8)
            for page in document
        ]


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return the width and height of every page, mm."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [(page.get_width() / 72 * 25.4, page.get_height() / 72 * 25.4) for page in document]


def laid(
    cut: Sequence[tuple[Picture, Cell]], way: SheetLayout, card: CardSize, seed: int
) -> tuple[Picture, list[Quad]]:
    """Lay up to nine cut cards on green cloth, some upside down. Return a picture of them, and the corners
    of each card in it."""
    rng = np.random.default_rng(seed)
    cloth = np.full((1080, 1440, 3), (96, 140, 110)) + rng.normal(0, 4, (1080, 1440, 3))
    table, quads = np.clip(cloth, 0, 255).astype(np.uint8), []
    for n, (page, cell) in enumerate(cut):
        quad = _lying(n, card, rng)
        onto = cv2.getPerspectiveTransform(_printed(cell, way), quad)
        seen = cv2.warpPerspective(page, onto, (1440, 1080), flags=cv2.INTER_AREA)
        inside = cv2.fillConvexPoly(np.zeros(table.shape[:2], np.uint8), np.round(quad).astype(int), 1)
        table = np.where(inside[..., None] > 0, seen, table).astype(np.uint8)
        quads.append(quad)
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 0.8), np.uint8), quads


def _printed(cell: Cell, way: SheetLayout) -> Quad:
    """Return a card's corners on the picture of its page, pixels. The first corner is the top left one of
    the upright card."""
    right, foot = cell.x + way.width, cell.y + way.height
    quad = np.array([[cell.x, cell.y], [right, cell.y], [right, foot], [cell.x, foot]], np.float32) * FINE
    return np.asarray(np.roll(quad, 1, axis=0) if way.sideways else quad, np.float32)


def _lying(n: int, card: CardSize, rng: np.random.Generator) -> Quad:
    """Return the corners of the `n`-th of nine cards on the table, pixels: three rows of three, a little
    crooked."""
    turn = np.radians(float(rng.choice([0, 180])) + float(rng.normal(0, 6)))
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (card.width / 2, card.height / 2)
    middle = np.array([110 + 130 * (n % 3), 62 + 116 * (n // 3)])
    return np.asarray((corners @ spin + middle) * TABLE, np.float32)

"""A photograph with what was read drawn on it: outlines, letters, how sure, and the words."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from engine.condition import Condition, say
from vision.codes import Floats
from vision.crops import Picture

SURE: Final = (90, 200, 60)
DOUBTFUL: Final = (0, 150, 255)
DOWN: Final = (200, 140, 90)
TROUBLE: Final = (150, 30, 130)
"""Blue, green, red. Doubt also shows as a broken outline: no meaning by colour alone."""


def draw(
    picture: Picture,
    cards: list[tuple[Floats, str, float]],
    words: list[tuple[str, Floats]],
    conditions: Sequence[Condition] = (),
) -> Picture:
    """`cards`: corners (4, 2), label (empty for a card's back) and confidence; `words`: text and the (n, 2)
    middles of its cards in reading order; `conditions` what is wrong with the picture, and where. Everything
    scales with the picture."""
    canvas = picture.copy()
    unit = max(picture.shape[:2]) / 1000
    for middle in (m for _, m in words if len(m) > 1):
        line = np.round(middle).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(canvas, [line], False, (255, 255, 255), max(1, round(1.5 * unit)), cv2.LINE_AA)
    for corners, label, confidence in cards:
        _card(canvas, corners, label, confidence, unit)
    for text, middle in words:
        # Before the word's first card, where it hides no letter.
        first = middle[0] - (0.95 * (middle[1] - middle[0]) if len(middle) > 1 else (0.0, 30 * unit))
        _tag(canvas, text, first, unit * 1.1, (60, 40, 30))
    _troubles(canvas, conditions, unit)
    return canvas


def _troubles(canvas: Picture, conditions: Sequence[Condition], unit: float) -> None:
    """Where something is wrong, dotted, with its sentence; what is wrong everywhere in a row at the top."""
    height, width = canvas.shape[:2]
    for condition in (c for c in conditions if c.where):
        outline = np.array(condition.where) * (width, height)
        _dotted(canvas, outline, unit)
        _tag(canvas, condition.kind, outline.mean(0), 0.8 * unit, TROUBLE)
    for row, condition in enumerate(c for c in conditions if not c.where):
        _tag(canvas, say(condition), np.array([width / 2, (16 + 30 * row) * unit]), unit, TROUBLE)


def _dotted(canvas: Picture, outline: np.ndarray, unit: float) -> None:
    closed = np.vstack([outline, outline[:1]])
    for a, b in pairwise(closed):
        dots = max(1, round(float(np.hypot(*(b - a))) / (9 * unit)))
        for t in np.arange(dots) / dots:
            cv2.circle(canvas, _xy(a + (b - a) * t), max(1, round(2.2 * unit)), TROUBLE, -1, cv2.LINE_AA)


def _card(canvas: Picture, corners: Floats, label: str, confidence: float, unit: float) -> None:
    colour = DOWN if not label else SURE if confidence >= 0.9 else DOUBTFUL
    points = np.round(corners).astype(np.int32)
    thick = max(1, round(2 * unit))
    for n in range(4):
        a, b = points[n], points[(n + 1) % 4]
        if colour == DOUBTFUL:
            for t in np.linspace(0, 0.9, 6):
                p, q = a + (b - a) * t, a + (b - a) * (t + 0.09)
                cv2.line(canvas, _xy(p), _xy(q), colour, thick, cv2.LINE_AA)
        else:
            cv2.line(canvas, _xy(a), _xy(b), colour, thick, cv2.LINE_AA)
    # The top edge is marked, so that a reading turned the wrong way round is seen at a glance.
    top = (corners[0] + corners[1]) / 2
    cv2.circle(canvas, _xy(top), max(2, round(4 * unit)), colour, -1, cv2.LINE_AA)
    if label:
        text = label if confidence >= 0.9 else f"{label} {confidence * 100:.0f}%"
        _tag(canvas, text, (corners[2] + corners[3]) / 2, unit, colour)


def _xy(point: np.ndarray) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _tag(canvas: Picture, text: str, at: np.ndarray, unit: float, colour: tuple[int, int, int]) -> None:
    """Text on a filled plate, centred on `at` and kept inside the picture."""
    size, thick = 0.62 * unit, max(1, round(1.6 * unit))
    (wide, tall), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, thick)
    pad = round(4 * unit)
    left = int(np.clip(at[0] - wide / 2, pad, max(pad, canvas.shape[1] - wide - pad)))
    foot = int(np.clip(at[1] + tall / 2, tall + pad, canvas.shape[0] - base - pad))
    cv2.rectangle(
        canvas, (left - pad, foot - tall - pad), (left + wide + pad, foot + pad), colour, -1, cv2.LINE_AA
    )
    cv2.putText(
        canvas, text, (left, foot), cv2.FONT_HERSHEY_DUPLEX, size, (255, 255, 255), thick, cv2.LINE_AA
    )

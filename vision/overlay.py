"""A photograph with what was read drawn on it: outlines, letters, how sure, and the words."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import cv2
import numpy as np

from engine.condition import Condition, say
from vision.codes import Floats
from vision.crops import Picture
from vision.pieces.closer import Box

Colour = tuple[int, int, int]
"""Blue, green, red."""

SURE: Final = (90, 200, 60)
DOUBTFUL: Final = (0, 150, 255)
DOWN: Final = (200, 140, 90)
TROUBLE: Final = (150, 30, 130)
WORD: Final = (60, 40, 30)
"""Doubt also shows as a broken outline: no meaning by colour alone."""

CLEAR: Final = 0.9
"""Confidence from which a card counts as sure."""
LAPPED: Final = 0.1
"""Share of a card that another must share with it before its foot is no place for a label: more than careless
outlines of cards side by side do."""
CORNER: Final = 0.17
"""Card widths from a card's upper left corner to the middle of the letter printed there. Above that goes the
label: of a fan it is the part that shows."""
PUSHES: Final = 8
"""Times that a label may be pushed by half its height to get clear of others: any further away it would be
nobody's."""

Card = tuple[Floats, str, float]
"""Corners (4, 2), label (empty for a card's back) and confidence."""


@dataclass(frozen=True, slots=True)
class Tag:
    """Text on a plate of a colour: `box` where, in pixels, and the `size` of its letters."""

    text: str
    box: Box
    size: float
    colour: Colour


def draw(
    picture: Picture,
    cards: list[Card],
    words: list[tuple[str, Floats]],
    conditions: Sequence[Condition] = (),
) -> Picture:
    """`words`: text and the (n, 2) middles of its cards in reading order; `conditions` what is wrong with the
    picture, and where. Everything scales with the picture."""
    canvas = picture.copy()
    unit = max(picture.shape[:2]) / 1000
    for middle in (m for _, m in words if len(m) > 1):
        line = np.round(middle).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(canvas, [line], False, (255, 255, 255), max(1, round(1.5 * unit)), cv2.LINE_AA)
    over = lapped(cards)
    for card, one in zip(cards, over, strict=True):
        _outline(canvas, card, unit, marked=not one)
    for tag in tags(picture.shape[1], picture.shape[0], cards, words):
        _paint(canvas, tag)
    _troubles(canvas, conditions, unit)
    return canvas


def lapped(cards: Sequence[Card]) -> list[bool]:
    """Whether each card lies over or under another."""
    quads = [np.asarray(corners, np.float32) for corners, _, _ in cards]
    areas = [max(1.0, abs(cv2.contourArea(quad))) for quad in quads]
    over = [False] * len(cards)
    for n, m in combinations(range(len(cards)), 2):
        if cv2.intersectConvexConvex(quads[n], quads[m])[0] > LAPPED * min(areas[n], areas[m]):
            over[n] = over[m] = True
    return over


def tags(width: int, height: int, cards: Sequence[Card], words: Sequence[tuple[str, Floats]]) -> list[Tag]:
    """The labels of words and cards in a picture of this size. That of a card by itself stands on its foot,
    where it hides no letter; that of one among others, where feet crowd, above its upper left corner."""
    unit, sheet = max(width, height) / 1000, Box(0, 0, width, height)
    found = [_word(sheet, text, middle, cards, unit) for text, middle in words]
    for card, one in zip(cards, lapped(cards), strict=True):
        if card[1]:
            found.append(_above(sheet, card, unit, found) if one else _below(sheet, card, unit))
    return found


def _word(sheet: Box, text: str, middle: Floats, cards: Sequence[Card], unit: float) -> Tag:
    """Before the word's first card, where it hides no letter; under a card that is a word by itself."""
    size = 1.1 * unit
    if len(middle) < 2:
        return _tag(sheet, text, middle[0] + np.array([0.0, 30 * unit]), size, WORD)
    ahead = _direction(middle[1] - middle[0])
    first = min((c[0] for c in cards), key=lambda q: float(np.hypot(*(q.mean(0) - middle[0]))), default=None)
    edge = 0.0 if first is None else float((ahead @ (middle[0] - first).T).max())
    wide, tall = _extent(text, size)
    reach = edge + abs(ahead[0]) * wide / 2 + abs(ahead[1]) * tall / 2 + 8 * unit
    return _tag(sheet, text, middle[0] - ahead * reach, size, WORD)


def _below(sheet: Box, card: Card, unit: float) -> Tag:
    corners = card[0]
    return _tag(sheet, _label(card), (corners[2] + corners[3]) / 2, unit, _colour(card))


def _above(sheet: Box, card: Card, unit: float, others: Sequence[Tag]) -> Tag:
    """Beyond the card's upper edge, and further out while another label is in the way."""
    corners, text = card[0], _label(card)
    up = _direction(corners[0] - corners[3])
    wide, tall = _extent(text, unit)
    at = corners[0] + CORNER * (corners[1] - corners[0])
    at = at + up * (abs(up[0]) * wide / 2 + abs(up[1]) * tall / 2 + 3 * unit)
    tag = _tag(sheet, text, at, unit, _colour(card))
    for push in range(1, PUSHES + 1):
        if not any(tag.box.meets(other.box) for other in others):
            break
        tag = _tag(sheet, text, at + up * push * tall / 2, unit, _colour(card))
    return tag


def _direction(way: Floats) -> Floats:
    return np.asarray(way / max(1e-6, float(np.hypot(*way))), np.float32)


def _colour(card: Card) -> Colour:
    _, label, confidence = card
    return DOWN if not label else SURE if confidence >= CLEAR else DOUBTFUL


def _label(card: Card) -> str:
    _, label, confidence = card
    return label if confidence >= CLEAR else f"{label} {confidence * 100:.0f}%"


def _troubles(canvas: Picture, conditions: Sequence[Condition], unit: float) -> None:
    """Where something is wrong, dotted, with its sentence; what is wrong everywhere in a row at the top."""
    height, width = canvas.shape[:2]
    sheet = Box(0, 0, width, height)
    for condition in (c for c in conditions if c.where):
        outline = np.array(condition.where) * (width, height)
        _dotted(canvas, outline, unit)
        _paint(canvas, _tag(sheet, condition.kind, outline.mean(0), 0.8 * unit, TROUBLE))
    for row, condition in enumerate(c for c in conditions if not c.where):
        at = np.array([width / 2, (16 + 30 * row) * unit])
        _paint(canvas, _tag(sheet, say(condition), at, unit, TROUBLE))


def _dotted(canvas: Picture, outline: np.ndarray, unit: float) -> None:
    closed = np.vstack([outline, outline[:1]])
    for a, b in pairwise(closed):
        dots = max(1, round(float(np.hypot(*(b - a))) / (9 * unit)))
        for t in np.arange(dots) / dots:
            cv2.circle(canvas, _xy(a + (b - a) * t), max(1, round(2.2 * unit)), TROUBLE, -1, cv2.LINE_AA)


def _outline(canvas: Picture, card: Card, unit: float, *, marked: bool) -> None:
    """The card's edges. Its top is `marked` where its label does not tell, so that a reading turned the wrong
    way round is seen at a glance."""
    corners, colour = card[0], _colour(card)
    thick = max(1, round(2 * unit))
    for a, b in pairwise(np.vstack([corners, corners[:1]])):
        # Six dashes with gaps as wide as they are long, or one.
        starts, long = (np.linspace(0, 0.9, 6), 0.09) if colour == DOUBTFUL else (np.zeros(1), 1.0)
        for start in starts:
            ends = _xy(a + (b - a) * start), _xy(a + (b - a) * (start + long))
            cv2.line(canvas, *ends, colour, thick, cv2.LINE_AA)
    if marked:
        top = (corners[0] + corners[1]) / 2
        cv2.circle(canvas, _xy(top), max(2, round(4 * unit)), colour, -1, cv2.LINE_AA)


def _xy(point: np.ndarray) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _pen(size: float) -> tuple[float, int, int]:
    """Scale and thickness of letters, and the plate's rim, pixels."""
    return 0.62 * size, max(1, round(1.6 * size)), round(4 * size)


def _extent(text: str, size: float) -> tuple[int, int]:
    """Width and height of a tag's plate, pixels."""
    scale, thick, rim = _pen(size)
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    return wide + 2 * rim, tall + 2 * rim


def _tag(sheet: Box, text: str, at: np.ndarray, size: float, colour: Colour) -> Tag:
    """The tag centred on `at` and kept inside the picture."""
    wide, tall = _extent(text, size)
    left = float(np.clip(at[0] - wide / 2, 0, max(0.0, sheet.right - wide)))
    top = float(np.clip(at[1] - tall / 2, 0, max(0.0, sheet.bottom - tall)))
    return Tag(text, Box(left, top, left + wide, top + tall), size, colour)


def _paint(canvas: Picture, tag: Tag) -> None:
    scale, thick, rim = _pen(tag.size)
    left, top, right, bottom = (round(x) for x in (tag.box.left, tag.box.top, tag.box.right, tag.box.bottom))
    cv2.rectangle(canvas, (left, top), (right, bottom), tag.colour, -1, cv2.LINE_AA)
    at, white = (left + rim, bottom - rim), (255, 255, 255)
    cv2.putText(canvas, tag.text, at, cv2.FONT_HERSHEY_DUPLEX, scale, white, thick, cv2.LINE_AA)

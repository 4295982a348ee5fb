"""Draw the reading on a photograph: outlines, letters with their probabilities, and words."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise
from typing import Final

import cv2
import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.shared.condition import Condition, describe
from vision.crops import Picture
from vision.label_placement import (
    Colour,
    Spot,
    Tag,
    UnplacedLabel,
    make_label_map,
    pen_measures,
    place_labels,
)
from vision.tensor_format import Floats

SURE_COLOUR: Final = (90, 200, 60)
"""The colour of a sure card: green. All colours here are blue, green, red."""

DOUBTFUL_COLOUR: Final = (0, 150, 255)
"""The colour of a doubtful card: orange, which asks people to check it."""

FACE_DOWN_COLOUR: Final = (200, 140, 90)
"""The colour of a card face down: pale blue, the least striking. Backs are not read."""

FAULT_COLOUR: Final = (150, 30, 130)
"""The colour of a fault of the view: violet, a colour that few tables and cards have."""

WORD_COLOUR: Final = (60, 40, 30)
"""The colour of a word's label: nearly black."""
DARK_TEXT_BRIGHTNESS: Final = 110
"""The brightness of a plate, of 255, above which its letters are dark. The darker plates have 39 and 74, the
others 132 and more."""

MAX_SHARED_CARD_SHARE: Final = 0.1
"""The greatest share of a card that other cards may overlap if the card's label is to stand on the foot of
the card. Careless outlines of cards side by side overlap by less."""
CORNER_LETTER_CARD_WIDTHS: Final = 0.17
"""The distance from a card's upper left corner to the middle of its corner letter, card widths. The label
stands above that letter: this part of a card shows in a fan."""
LINK_LENGTH_SHARE: Final = 0.16
"""The half length of the line between two cards of a word, as a share of the distance between their
middles. The line reaches from card to card without covering a letter."""
MAX_PUSHES: Final = 8
"""The greatest number of moves of a label, by half its height each, to get clear of other labels. After four
heights the label would seem to belong to no card."""

Card = tuple[Floats, str, float]
"""A card to draw: its corners (4, 2), its label (empty for a back) and its probability."""
Word = tuple[str, Floats]
"""A word to draw: its text, and the middles (n, 2) of its cards in reading order."""


def draw(
    picture: Picture,
    cards: Sequence[Card],
    words: Sequence[Word],
    conditions: Sequence[Condition] = (),
    unlettered: Sequence[Floats] = (),
) -> Picture:
    """Return the photograph with the reading drawn on it. Everything scales with the picture.

    `conditions` are the faults of the view with their places, `unlettered` the corners (4, 2) of cards
    without a letter.
    """
    canvas = picture.copy()
    unit = _unit(picture)
    for corners in unlettered:
        for a, b in pairwise(np.vstack([corners, corners[:1]])):
            _draw_double_line(canvas, a, b, unit)
    for middle in (m for _, m in words if len(m) > 1):
        for a, b in pairwise(np.asarray(middle, np.float32)):
            _draw_double_line(
                canvas, a + (b - a) * (0.5 - LINK_LENGTH_SHARE), a + (b - a) * (0.5 + LINK_LENGTH_SHARE), unit
            )
    over = are_overlapping(cards)
    for card, one in zip(cards, over, strict=True):
        _draw_outline(canvas, card, unit, marked=not one)
    for condition in (c for c in conditions if c.where):
        _draw_dots(canvas, _pixels_of(picture, condition), unit)
    tags = place_tags(picture, cards, words, conditions)
    for tag in tags:
        _draw_line(canvas, tag, unit)
    for tag in tags:
        _draw_label(canvas, tag)
    return canvas


def _unit(picture: Picture) -> float:
    """Return the unit in which drawings are measured: a thousandth of the picture's long side, pixels."""
    return float(max(picture.shape[:2])) / 1000


def _pixels_of(picture: Picture, condition: Condition) -> Floats:
    """Return the outline of the place that a condition names, (n, 2) photograph pixels."""
    height, width = picture.shape[:2]
    return np.asarray(np.array(condition.where) * (width, height), np.float32)


def are_overlapping(cards: Sequence[Card]) -> list[bool]:
    """Return for each card True if it lies over or under another card by more than
    `MAX_SHARED_CARD_SHARE`."""
    quads = [np.asarray(corners, np.float32) for corners, _, _ in cards]
    areas = [max(1.0, abs(cv2.contourArea(quad))) for quad in quads]
    over = [False] * len(cards)
    for n, m in combinations(range(len(cards)), 2):
        if cv2.intersectConvexConvex(quads[n], quads[m])[0] > MAX_SHARED_CARD_SHARE * min(areas[n], areas[m]):
            over[n] = over[m] = True
    return over


def place_tags(
    picture: Picture, cards: Sequence[Card], words: Sequence[Word], conditions: Sequence[Condition] = ()
) -> list[Tag]:
    """Return the labels of cards, words and conditions in their places.

    The label of a lone card stands on the card's foot. The label of a card among others stands above its
    upper left corner, and the label of a word before its first card. A label that would hide a letter or
    another label moves as little as possible.
    """
    quads, printed = [np.asarray(c[0], np.float32) for c in cards], [bool(c[1]) for c in cards]
    placed_on = make_label_map(picture, quads, printed)
    labels = [
        UnplacedLabel(
            _label(card),
            _colour(card),
            quads[n],
            partial(_places_above if one else _places_below, quads[n]),
            card_number=n + 1,
        )
        for n, (card, one) in enumerate(zip(cards, are_overlapping(cards), strict=True))
        if card[1]
    ]
    labels += [_word_label(text, np.asarray(middle, np.float32), quads) for text, middle in words]
    labels += _fault_labels(picture, conditions)
    return place_labels(placed_on, labels, _unit(picture))


def _outward(a: Floats, b: Floats, middle: Floats) -> Floats:
    """Return the unit vector that is square to the edge from `a` to `b` and points out of the card.
    `middle` is the card's middle."""
    across = _direction(np.array([(b - a)[1], (a - b)[0]], np.float32))
    return across if float(across @ ((a + b) / 2 - middle)) >= 0 else -across


def _half_extent(direction: Floats, wide: float, tall: float) -> float:
    """Return the distance that a label's plate, `wide` by `tall` pixels, reaches along `direction` from its
    middle."""
    return abs(float(direction[0])) * wide / 2 + abs(float(direction[1])) * tall / 2


def _spot_at(at: Floats, cost: float) -> Spot:
    return float(at[0]), float(at[1]), cost


def _places_below(quad: Floats, wide: float, tall: float) -> Iterator[Spot]:
    """Yield places for a label on the card's foot, then on its other edges. Along each edge the label lies
    on the edge, just outside it or just inside it."""
    for (n, m), less in zip(((3, 2), (0, 1), (0, 3), (1, 2)), (0.0, 0.5, 0.8, 0.8), strict=True):
        a, b = quad[n], quad[m]
        out = _outward(a, b, quad.mean(0))
        half = _half_extent(out, wide, tall)
        for share in (0.5, 0.32, 0.68, 0.15, 0.85):
            for beyond, cost in ((0.0, 0.0), (1.15 * half, 0.3), (-1.05 * half, 0.6)):
                yield _spot_at(a + (b - a) * share + out * beyond, less + cost + abs(share - 0.5))


def _places_above(quad: Floats, wide: float, tall: float) -> Iterator[Spot]:
    """Yield places for a label above the upper edge at the card's left corner, nearest first, then the
    places of `_places_below`."""
    out = _outward(quad[0], quad[1], quad.mean(0))
    at = (
        quad[0]
        + CORNER_LETTER_CARD_WIDTHS * (quad[1] - quad[0])
        + out * (_half_extent(out, wide, tall) + 0.15 * tall)
    )
    for push in range(MAX_PUSHES + 1):
        yield _spot_at(at + out * push * tall / 2, 0.35 * push)
    for x, y, cost in _places_below(quad, wide, tall):
        yield x, y, 1.5 + cost


def _word_label(text: str, middle: Floats, quads: Sequence[Floats]) -> UnplacedLabel:
    """Return the label of a word. Its places lie before the first card, above or below it, or after the
    last card."""
    ahead = _direction(middle[-1] - middle[0]) if len(middle) > 1 else np.array([1.0, 0.0], np.float32)
    side = np.array([-ahead[1], ahead[0]], np.float32)
    own = [q for q in quads if float(np.hypot(*(middle - q.mean(0)).T).min()) < 1.0] or [middle]
    points = np.concatenate([*own, middle])
    (left, top), (right, foot) = (f(points @ np.stack([ahead, side]).T, axis=0) for f in (np.min, np.max))
    corners = np.array([[left, top], [right, top], [right, foot], [left, foot]], np.float32)
    quad = np.asarray(corners @ np.stack([ahead, side]), np.float32)

    def spots(wide: float, tall: float) -> Iterator[Spot]:
        start, end = middle[0] @ side, middle[-1] @ side
        along, beside = (
            _half_extent(ahead, wide, tall) + 0.3 * tall,
            _half_extent(side, wide, tall) + 0.3 * tall,
        )
        for step in range(4):
            yield _spot_at(ahead * (left - along - step * tall / 2) + side * start, 0.5 * step)
            yield _spot_at(ahead * (right + along + step * tall / 2) + side * end, 1.5 + 0.5 * step)
            for line, less in ((top - beside - step * tall / 2, 0.8), (foot + beside + step * tall / 2, 1.0)):
                yield _spot_at(ahead * (left + along) + side * line, less + 0.5 * step)

    return UnplacedLabel(text, WORD_COLOUR, quad, spots, size=1.1, is_optional=True)


def _fault_labels(picture: Picture, conditions: Sequence[Condition]) -> Iterator[UnplacedLabel]:
    """Yield the labels of faults. A fault with a place has its name in that place. The sentences of the other
    faults stand in rows at the top."""
    height, width = picture.shape[:2]
    for condition in (c for c in conditions if c.where):
        quad = _pixels_of(picture, condition)
        yield UnplacedLabel(condition.kind, FAULT_COLOUR, quad, partial(_places_in_area, quad), size=0.8)
    picture_corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    for condition in (c for c in conditions if not c.where):
        yield UnplacedLabel(
            describe(condition), FAULT_COLOUR, picture_corners, partial(_row_places, width, height)
        )


def _places_in_area(quad: Floats, wide: float, tall: float) -> Iterator[Spot]:
    """Yield possible places for a label that belongs to an area of the photograph: the area's middle first,
    then its edges."""
    low, high = quad.min(0), quad.max(0)
    middle = (low + high) / 2
    yield _spot_at(middle, 0.0)
    for across, down in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        for beyond in (0.0, 1.2):
            reach = (high - low) / 2 + np.array([wide, tall]) / 2 * beyond
            yield _spot_at(middle + reach * (across, down), 0.5 + beyond / 2)


def _row_places(width: int, height: int, wide: float, tall: float) -> Iterator[Spot]:
    """Yield possible places for a sentence about the whole picture, in rows from the picture's top down and
    from its foot up."""
    for row in range(4):
        for x in (width / 2, wide / 2, width - wide / 2):
            yield x, (0.7 + 1.3 * row) * tall, 0.5 * row + 0.1 * (x != width / 2)
            yield x, height - (0.7 + 1.3 * row) * tall, 1.0 + 0.5 * row + 0.1 * (x != width / 2)


def _direction(vector: Floats) -> Floats:
    return np.asarray(vector / max(1e-6, float(np.hypot(*vector))), np.float32)


def _colour(card: Card) -> Colour:
    _, label, confidence = card
    return (
        FACE_DOWN_COLOUR
        if not label
        else SURE_COLOUR
        if confidence >= MIN_SURE_LETTER_PROBABILITY
        else DOUBTFUL_COLOUR
    )


def _label(card: Card) -> str:
    _, label, confidence = card
    return (
        label
        if confidence >= MIN_SURE_LETTER_PROBABILITY or not confidence
        else f"{label} {confidence * 100:.0f}%"
    )


def _draw_dots(canvas: Picture, outline: np.ndarray, unit: float) -> None:
    closed = np.vstack([outline, outline[:1]])
    for a, b in pairwise(closed):
        dots = max(1, round(float(np.hypot(*(b - a))) / (9 * unit)))
        for t in np.arange(dots) / dots:
            cv2.circle(canvas, _xy(a + (b - a) * t), max(1, round(2.2 * unit)), FAULT_COLOUR, -1, cv2.LINE_AA)


def _draw_outline(canvas: Picture, card: Card, unit: float, *, marked: bool) -> None:
    """Draw the card's edges.

    `marked` also marks the top edge, for a card whose label does not show the top, so that a reading in the
    wrong direction is seen at a glance.
    """
    corners, colour = card[0], _colour(card)
    thick = max(1, round(2 * unit))
    for a, b in pairwise(np.vstack([corners, corners[:1]])):
        # Six dashes with gaps as wide as they are long, or one.
        starts, long = (np.linspace(0, 0.9, 6), 0.09) if colour == DOUBTFUL_COLOUR else (np.zeros(1), 1.0)
        for start in starts:
            ends = _xy(a + (b - a) * start), _xy(a + (b - a) * (start + long))
            cv2.line(canvas, *ends, colour, thick, cv2.LINE_AA)
    if marked:
        top = (corners[0] + corners[1]) / 2
        cv2.circle(canvas, _xy(top), max(2, round(4 * unit)), colour, -1, cv2.LINE_AA)


def _draw_double_line(canvas: Picture, start: Floats, end: Floats, unit: float) -> None:
    """Draw a white line with dark edges. It is visible on pale and dark ground, and has none of the cards'
    colours."""
    for colour, thick in ((WORD_COLOUR, 3.5), ((255, 255, 255), 1.5)):
        cv2.line(canvas, _xy(start), _xy(end), colour, max(1, round(thick * unit)), cv2.LINE_AA)


def _xy(point: np.ndarray) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _draw_line(canvas: Picture, tag: Tag, unit: float) -> None:
    """Draw a line from a label to its card, if the label does not stand beside the card."""
    if tag.line_end is not None:
        middle = np.array([(tag.box.left + tag.box.right) / 2, (tag.box.top + tag.box.bottom) / 2])
        ends = _xy(middle), _xy(np.array(tag.line_end))
        cv2.line(canvas, *ends, tag.colour, max(1, round(1.5 * unit)), cv2.LINE_AA)


def _draw_label(canvas: Picture, tag: Tag) -> None:
    scale, thick, rim = pen_measures(tag.size)
    left, top, right, bottom = (round(x) for x in (tag.box.left, tag.box.top, tag.box.right, tag.box.bottom))
    cv2.rectangle(canvas, (left, top), (right, bottom), tag.colour, -1, cv2.LINE_AA)
    blue, green, red = tag.colour
    pale = 0.114 * blue + 0.587 * green + 0.299 * red > DARK_TEXT_BRIGHTNESS
    letters = (25, 25, 25) if pale else (255, 255, 255)
    at = left + rim, bottom - rim
    cv2.putText(canvas, tag.text, at, cv2.FONT_HERSHEY_DUPLEX, scale, letters, thick, cv2.LINE_AA)

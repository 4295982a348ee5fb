"""Draw single cards of random packs, with figures, as a camera sees them.

The letter and the figure of a card are chosen independently. Otherwise the network could guess the figure by
the letter. Then the figure would be no second witness of the letter.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import LETTERS, MASTER
from vision.figures.rectified import FIGURE_COUNT
from vision.render.brushes import (
    Image,
    Mask,
    Patch,
    Rng,
    chance,
    hsv,
    noise,
    polygon,
    spin,
    stamp,
    tint,
    uniform,
    xy,
)
from vision.render.optics.sensor import quick_post
from vision.render.prints.cardface import blank, figure, figure_ink, letter_card, outline, worn
from vision.render.prints.deck import FigureStyle, PrintedDeck
from vision.render.prints.ornaments import draw_ornament
from vision.render.prints.random_deck import random_deck
from vision.render.prints.typefaces import Faces
from vision.tensor_format import Floats

PIXELS_PER_MM: Final = 4.0
"""The scale at which cards are drawn, pixels per millimetre. A Lexicon card is then 356 pixels long; the
largest photographs enlarge it a little."""

LONG_SIDE_PIXELS_RANGE: Final = (90.0, 420.0)
"""The range of the length of a card's long side in training photographs, pixels: from a whole table seen by
a small camera to one card seen from close by."""

KEPT_PACKS_WITHOUT_FIGURES_SHARE: Final = 0.15
"""Of the random packs without figures, the share from which cards are drawn for training. Two of five
random packs have no figures, and they teach little."""

MASTER_SHARE: Final = 0.04
"""The share of cards that are Masters, in the training of the classifier of figures. From them the network
learns not to read a picture as a figure."""

USUAL_FIGURES: Final = (2, 4, 6, 8, 10, 15)
"""The figures in the known packs. They are drawn twice as often as other figures."""

COVERED_SHARE: Final = 0.3
"""The share of cards that are partly covered, in the training of the classifier of figures."""

MIN_VISIBLE_SHARE: Final = 0.85
"""The visible share of a figure below which it must not be read: half an 8 is a 3."""

MAX_FIGURE_GAP_MM: Final = 3.0
"""The greatest distance, mm, between two pieces of ink that count as one figure, such as two digits, or a
digit and its frame. Ink farther apart counts as two figures."""


STREWN_CELL_MM: Final = (12.0, 10.0)
"""The width and height of the part of a strewn card that holds one figure, mm. Two digits in a frame fit
into it. A strewn card is covered with figures, for training only."""

STREWN_HEIGHT_MM_RANGE: Final = (2.2, 5.5)
"""The range of the height of digits on a strewn card, mm, as on real cards."""

MANY_FIGURES: Final = -1
"""The number that stands for the figure of a strewn card, which has many figures."""


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A figure (the red number on a card) at one place of a picture."""

    figure: int
    """The printed number."""
    box: Floats
    """The corners (4, 2) of the figure with its frame, pixels of the card's or the photograph's picture."""
    turned: bool
    """True if the figure is upside down."""
    visible_share: float = 1.0
    """The visible share of the figure, 0-1."""


@dataclass(frozen=True, slots=True)
class WornCard:
    """A printed card after years of play, with the truth about its figures."""

    deck: PrintedDeck
    """The deck to which the card belongs."""
    patch: Patch
    """The picture of the card."""
    figure: int
    """The figure of the card: 0 if it has none, MANY_FIGURES if it is strewn with figures."""
    marks: tuple[PrintedFigure, ...]
    """Each place of the card at which a figure is printed."""


@dataclass(frozen=True, slots=True)
class CardPhotograph:
    """A photograph of one card, with the truth about its figures."""

    photo: Image
    """The photograph."""
    quad: Floats
    """The corners (4, 2) of the card, from its top left clockwise, pixels."""
    figure: int
    """The figure of the card: 0 if it has none, MANY_FIGURES if it is strewn with figures."""
    marks: tuple[PrintedFigure, ...]
    """Each place of the photograph at which a figure is printed, covered ones included."""

    @property
    def legible(self) -> bool:
        """True if at least one printed figure is visible enough to be read (`MIN_VISIBLE_SHARE`)."""
        return any(mark.visible_share >= MIN_VISIBLE_SHARE for mark in self.marks)

    @property
    def figure_height(self) -> float:
        """The height of the largest printed figure with its frame, pixels of the photograph; 0 if there
        is none."""
        return max((float(np.hypot(*(m.box[3] - m.box[0]))) for m in self.marks), default=0.0)


def packs(rng: Rng, faces: Faces) -> Iterator[PrintedDeck]:
    """Yield random packs without end. Most have figures."""
    while True:
        deck = random_deck(rng, faces)
        if deck.figure.style != "none" or chance(rng, KEPT_PACKS_WITHOUT_FIGURES_SHARE):
            yield deck


def print_any_card(rng: Rng, deck: PrintedDeck) -> WornCard:
    """Return a worn card of the pack with a random letter and a random figure."""
    letter = MASTER if chance(rng, MASTER_SHARE) else LETTERS[int(rng.integers(len(LETTERS)))]
    values = {letter: _any_figure(rng) if deck.figure.style != "none" else 0}
    return print_card(rng, replace(deck, figure=replace(deck.figure, values=values)), letter)


def _any_figure(rng: Rng) -> int:
    every = (*range(1, FIGURE_COUNT + 1), *USUAL_FIGURES)
    return every[int(rng.integers(len(every)))]


def print_card(rng: Rng, deck: PrintedDeck, letter: str) -> WornCard:
    """Return the card with this letter from the pack `deck`, printed with the pack's figure for the letter
    and worn by play."""
    patch = worn(rng, letter_card(deck, letter, PIXELS_PER_MM), deck.paper.wear)
    number = deck.figure.values[letter]
    marks = tuple(_marks(figure_ink(deck, letter, PIXELS_PER_MM), number, "bottom" in deck.figure.places))
    return WornCard(deck, patch, number if marks else 0, marks)


def _marks(ink: Mask, number: int, bottom: bool) -> Iterator[PrintedFigure]:
    """Yield the figures printed on a card, one for each connected patch of `ink`, which is the coverage of
    the figures alone. Each shows `number`.

    A figure in the lower half of the card is upside down. If the deck prints its figure in the middle of the
    card's `bottom`, every figure is upright.
    """
    reach = 2 * round(MAX_FIGURE_GAP_MM * PIXELS_PER_MM / 2) + 1
    joined = cv2.dilate(ink, np.ones((reach, reach), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats((joined > 127).astype(np.uint8))
    slack = reach // 2
    for left, top, width, height, _ in boxes[1:].tolist():
        box = _box(left + slack, top + slack, width - 2 * slack, height - 2 * slack)
        yield PrintedFigure(number, box, top + height / 2 > ink.shape[0] / 2 and not bottom)


def _box(left: float, top: float, width: float, height: float) -> Floats:
    right, low = left + width, top + height
    return np.array([[left, top], [right, top], [right, low], [left, low]], np.float32)


def strewn(rng: Rng, deck: PrintedDeck, faces: Faces) -> WornCard:
    """Return a card with figures all over it, in three styles, on the pack's paper. No real card looks
    like that, but one such card teaches as much as twenty ordinary cards."""
    image = blank(deck, PIXELS_PER_MM)
    draw_ornament(image, deck, PIXELS_PER_MM)
    styles = [_restyle_figures(rng, deck, faces) for _ in range(3)]
    marks = []
    for y in np.arange(0, deck.height - STREWN_CELL_MM[1], STREWN_CELL_MM[1]).tolist():
        for x in np.arange(0, deck.width - STREWN_CELL_MM[0], STREWN_CELL_MM[0]).tolist():
            style, number = styles[int(rng.integers(3))], _any_figure(rng)
            ink = figure(style, str(number), uniform(rng, *STREWN_HEIGHT_MM_RANGE) * PIXELS_PER_MM)
            room = xy(STREWN_CELL_MM) * PIXELS_PER_MM - xy(ink.shape[::-1])
            left, top = (xy([x, y]) * PIXELS_PER_MM + rng.random(2) * np.maximum(room, 0)).round().tolist()
            over = chance(rng, 0.5)
            stamp(image, ink[::-1, ::-1] if over else ink, style.red, left, top)
            marks.append(PrintedFigure(number, _box(left, top, ink.shape[1], ink.shape[0]), over))
    return WornCard(
        deck,
        worn(rng, Patch(image, outline(deck, PIXELS_PER_MM)), deck.paper.wear),
        MANY_FIGURES,
        tuple(marks),
    )


def _restyle_figures(rng: Rng, deck: PrintedDeck, faces: Faces) -> PrintedDeck:
    """Return the pack with its figures in a random typeface, with a random frame, in red or in the
    letters' ink."""
    style: FigureStyle = ("plain", "box", "circle")[int(rng.integers(3))]
    red = deck.red if chance(rng, 0.7) else deck.ink
    return replace(deck, figure=replace(deck.figure, style=style, face=faces.pick(rng)), red=red)


def view(
    rng: Rng, card: WornCard, other: WornCard, longs: tuple[float, float] = LONG_SIDE_PIXELS_RANGE
) -> CardPhotograph:
    """Return a photograph of `card`. In some photographs `other` or a plain object covers a part of the
    card. `longs` is the range of the card's long side, pixels."""
    long = float(np.exp(uniform(rng, *np.log(longs))))
    top, image = np.zeros(card.patch.alpha.shape, np.uint8), card.patch.image
    if chance(rng, COVERED_SHARE):
        top = _cover_mask(rng, top.shape)
        image = np.where(top[..., None] > 127, _covering_object(rng, other, image.shape[:2]), image)
    marks = tuple(replace(mark, visible_share=_free(top, mark)) for mark in card.marks)
    corners = _random_corners(rng, card.deck, long)
    size = np.ceil(corners.max(0) + 0.06 * long).astype(int)
    photo, onto = _on_background(rng, Patch(image, card.patch.alpha), corners, (int(size[0]), int(size[1])))
    photo = quick_post(rng, _lit(rng, photo))
    seen = (replace(mark, box=_through(onto, mark.box)) for mark in marks)
    return CardPhotograph(photo, corners, card.figure, tuple(seen))


def _cover_mask(rng: Rng, shape: tuple[int, ...]) -> Mask:
    """Return a mask (rows, columns) of the covered part of a card: 255 on one side of a random line
    across the card."""
    height, width = shape
    mask = np.zeros((height, width), np.uint8)
    long = 2.0 * height
    wide = xy([[-long, 0], [long, 0], [long, long], [-long, long]])
    along = 90.0 * int(rng.integers(4)) + float(rng.normal(0, 15))
    at = xy([width, height]) * uniform(rng, 0.05, 0.95)
    polygon(mask, spin(wide, along) + at, 255)
    return mask if (mask > 127).mean() < 0.7 else 255 - mask


def _covering_object(rng: Rng, other: WornCard, shape: tuple[int, int]) -> Image:
    """Return the picture (rows, columns, 3) of what covers a card: the shifted and turned card `other`,
    or one colour."""
    if chance(rng, 0.4):
        colour = hsv(rng.random(), uniform(rng, 0.1, 0.8), uniform(rng, 0.1, 1.0))
        return np.full((*shape, 3), colour, np.uint8)
    height, width = shape
    onto = np.array(cv2.getRotationMatrix2D((width / 2, height / 2), 90 * int(rng.integers(4)), 1.0), float)
    onto[:, 2] += rng.uniform(-0.5, 0.5, 2) * [width, height]
    return np.asarray(
        cv2.warpAffine(other.patch.image, onto, (width, height), borderMode=cv2.BORDER_WRAP), np.uint8
    )


def _free(top: Mask, mark: PrintedFigure) -> float:
    (left, upper), (right, lower) = mark.box[0].astype(int), mark.box[2].astype(int)
    part = top[upper : lower + 1, left : right + 1]
    return float((part < 128).mean()) if part.size else 0.0


def _random_corners(rng: Rng, deck: PrintedDeck, long: float) -> Floats:
    """Return the corners (4, 2) of a card in a photograph, pixels. The card's long side is about `long`
    pixels. Most cards lie nearly straight; some are seen slightly from the side."""
    width = long * deck.aspect
    quad = xy([[0.0, 0.0], [width, 0.0], [width, long], [0.0, long]])
    quad = spin(quad, float(rng.normal(0, 5)) if chance(rng, 0.7) else uniform(rng, -180, 180))
    aslant = 1 - xy([uniform(rng, 0, 0.3) if chance(rng, 0.3) else 0.0, 0.0])
    bent = quad * (aslant if chance(rng, 0.5) else aslant[::-1]) + rng.normal(0, 0.01 * long, (4, 2))
    return np.asarray(bent - bent.min(0) + 0.06 * long, np.float32)


def _on_background(
    rng: Rng, patch: Patch, corners: Floats, size: tuple[int, int]
) -> tuple[Image, NDArray[np.float64]]:
    """Return a picture (height, width, 3) of the card on a plain background, and the homography (3, 3)
    from pixels of the card to pixels of the picture."""
    height, width = patch.alpha.shape
    long = max(float(np.hypot(*(corners[3] - corners[0]))), 1.0)
    # The picture is first reduced by averaging. Warping alone would skip pixels.
    share = min(1.0, 1.3 * long / height)
    image = np.asarray(
        cv2.resize(patch.image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8
    )
    alpha = cv2.resize(patch.alpha, image.shape[1::-1], interpolation=cv2.INTER_AREA)
    small = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.array(image.shape[1::-1], np.float32)
    place = cv2.getPerspectiveTransform(small, corners)
    colour = hsv(rng.random(), rng.random() ** 2, rng.random())
    table = np.full((size[1], size[0], 3), colour, np.uint8)
    if chance(rng, 0.5):
        table = tint(table, noise(rng, size[1], size[0], 6), 0.4)
    # The pixels outside the round corners get the table's colour. Then the whole rectangle can be copied,
    # which is quicker than mixing it with the table.
    image = tint(image, 1 - alpha.astype(np.float32) / 255, 1.0, colour)
    cv2.warpPerspective(image, place, size, dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    return table, np.asarray(place @ np.diag([image.shape[1] / width, image.shape[0] / height, 1.0]))


def _lit(rng: Rng, photo: Image) -> Image:
    """Return the photograph in random light: uneven, darker, or with a spot of glare, as of a lamp or a
    window."""
    height, width = photo.shape[:2]
    if chance(rng, 0.4):
        photo = tint(photo, noise(rng, height, width, 2), uniform(rng, 0.1, 0.4))
    if chance(rng, 0.15):
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        at = rng.random(2) * [width, height]
        reach = uniform(rng, 0.08, 0.3) * height
        glow = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2))
        photo = tint(photo, glow, uniform(rng, 0.3, 1.0), (255.0, 255.0, 255.0))
    if chance(rng, 0.2):
        photo = tint(photo, np.full((height, width), -1.0, np.float32), uniform(rng, 0.2, 0.6))
    return photo


def _through(onto: NDArray[np.float64], points: Floats) -> Floats:
    """Map points (n, 2) by a homography (3, 3)."""
    moved = np.column_stack([points, np.ones(len(points))]) @ onto.T
    return np.asarray(moved[:, :2] / moved[:, 2:], np.float32)

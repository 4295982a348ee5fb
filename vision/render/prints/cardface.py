"""Draw the faces of letter cards. A face is a flat picture; a deck and a letter decide its content."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.render.brushes import (
    CardBox,
    Image,
    Mask,
    Patch,
    Rng,
    chance,
    clouds,
    even_area,
    noise,
    polygon,
    polyline,
    ring,
    rounded,
    stamp,
    star,
    tint,
    uniform,
    xy,
)
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.diacritics import with_diacritic
from vision.render.prints.masters import draw_master
from vision.render.prints.ornaments import draw_ornament
from vision.render.prints.print_quality import pressed
from vision.render.prints.typefaces import Face, aspect, ink


def outline(deck: PrintedDeck, ppm: float) -> Mask:
    """Return the coverage of the card's shape, with `ppm` pixels per millimetre: 255 on the card, 0
    outside its round corners."""
    mask = np.zeros((round(deck.height * ppm), round(deck.width * ppm)), np.uint8)
    polygon(mask, rounded(mask.shape[1], mask.shape[0], deck.radius * ppm), 255)
    return mask


def letter_card(deck: PrintedDeck, letter: str, ppm: float) -> Patch:
    """Return the face of a new card, with `ppm` pixels per millimetre. `letter` is A-Z, or `?` for the
    Master."""
    image = blank(deck, ppm)
    draw_ornament(image, deck, ppm)
    if letter == "?":
        draw_master(image, deck, ppm)
        _print_master_corners(image, deck, ppm)
    else:
        _letters(image, deck, letter, ppm)
    _figures(image, deck, letter, ppm)
    return Patch(image, outline(deck, ppm))


def figure_ink(deck: PrintedDeck, letter: str, ppm: float) -> Mask:
    """Return the coverage of the figures on a card, frames included, as `letter_card` prints them. It is
    0 everywhere if the deck prints no figures."""
    image = np.zeros((round(deck.height * ppm), round(deck.width * ppm), 3), np.uint8)
    _figures(image, replace(deck, red=(255, 255, 255)), letter, ppm)
    return np.ascontiguousarray(image[..., 0])


def blank(deck: PrintedDeck, ppm: float) -> Image:
    """Return the unprinted paper of a card with its grain."""
    image = even_area(round(deck.height * ppm), round(deck.width * ppm), deck.paper.colour)
    if deck.paper.grain < 0.15:
        return image
    rng = np.random.default_rng(deck.pattern + 2)
    return tint(image, clouds(rng, image.shape[0], image.shape[1], 6, 3), 0.05 * deck.paper.grain)


@dataclass(frozen=True, slots=True)
class _Letter:
    """A letter at one place of a card."""

    text: str
    """The letter."""
    box: CardBox
    """The box of the letter, mm from the card's top left corner."""
    turned: bool = False
    """True if the letter is upside down."""


def _letters(image: Image, deck: PrintedDeck, letter: str, ppm: float) -> None:
    boxes = list(deck.regions(letter))
    if deck.layout != "corners":
        box = boxes.pop(0)
        mask = _letter_mask(
            deck, deck.centre.face, letter, deck.centre_cap(letter) * ppm, deck.centre.stretch
        )
        stamp(image, mask, deck.ink, box.left * ppm, box.top * ppm)
        _underline(image, deck, _Letter(letter, box), ppm)
    for second, box in enumerate(boxes):
        corner_letter = _Letter(letter, box, bool(second) and deck.corner.turned)
        _corner(image, deck, corner_letter, ppm)
        if deck.bar.has_corner_bars:
            _underline(image, deck, corner_letter, ppm)


def _letter_mask(deck: PrintedDeck, face: Face, letter: str, cap: float, stretch: float = 1.0) -> Mask:
    if letter in deck.accented_letters:
        return pressed(
            with_diacritic(face, letter, cap, deck.diacritic_style, stretch), cap, deck.press, deck.pattern
        )
    return pressed(ink(face, letter, cap, stretch), cap, deck.press, deck.pattern)


def _underline(image: Image, deck: PrintedDeck, letter: _Letter, ppm: float) -> None:
    if letter.text not in deck.underlined:
        return
    box = letter.box
    cap, half = box.bottom - box.top, deck.bar.length * (box.right - box.left) / 2
    below = (deck.bar.gap + deck.bar.thickness / 2) * cap
    y, middle = box.top - below if letter.turned else box.bottom + below, (box.left + box.right) / 2
    line = xy([[middle - half, y], [middle + half, y]]) * ppm
    polyline(image, line, deck.ink, deck.bar.thickness * cap * ppm)


def _corner(image: Image, deck: PrintedDeck, letter: _Letter, ppm: float) -> None:
    box = letter.box
    mask = _letter_mask(deck, deck.corner.face, letter.text, deck.corner.cap * ppm)
    mask = np.ascontiguousarray(mask[::-1, ::-1]) if letter.turned else mask
    # An upside-down letter is aligned at the box's lower edge, where its upper end is. A Q's tail points up.
    top = box.bottom * ppm - mask.shape[0] if letter.turned else box.top * ppm
    stamp(image, mask, deck.ink, box.left * ppm, top)


def _print_master_corners(image: Image, deck: PrintedDeck, ppm: float) -> None:
    if deck.layout not in ("index", "corners") or not deck.master.corner_text:
        return
    if deck.master.corner_text == "*":
        centre = (
            (deck.corner.inset[0] + deck.corner.cap / 2) * ppm,
            (deck.corner.inset[1] + deck.corner.cap / 2) * ppm,
        )
        shape = star(centre, deck.corner.cap * 0.55 * ppm)
        polygon(image, shape, deck.red)
        polygon(image, xy([image.shape[1], image.shape[0]]) - shape, deck.red)
        return
    mask = ink(deck.corner.face, deck.master.corner_text, deck.master_cap() * ppm)
    left, top = deck.corner.inset[0] * ppm, deck.corner.inset[1] * ppm
    stamp(image, mask, deck.ink, left, top)
    turned = np.ascontiguousarray(mask[::-1, ::-1])
    stamp(
        image, turned, deck.ink, image.shape[1] - left - mask.shape[1], image.shape[0] - top - mask.shape[0]
    )


def _figures(image: Image, deck: PrintedDeck, letter: str, ppm: float) -> None:
    if deck.figure.style == "none":
        return
    text = str(deck.figure.values[letter])
    cap = max(2.2, min(0.055 * deck.height, 0.6 * deck.corner.cap)) * ppm
    coverage = figure(deck, text, cap)
    for place in sorted(deck.figure.places):
        _place_figure(image, deck, coverage, place, ppm)
    if "beside" in deck.figure.places:
        _beside(image, deck, coverage, letter, ppm)


def figure(deck: PrintedDeck, text: str, cap: float) -> Mask:
    """Return the coverage of one figure with its box or circle. The digits are `cap` pixels high."""
    digits = ink(deck.figure.face, text, cap)
    if deck.figure.style == "plain":
        return digits
    side = round(max(digits.shape) + 0.9 * cap)
    canvas = np.zeros((side, side), np.uint8)
    y, x = (side - digits.shape[0]) // 2, (side - digits.shape[1]) // 2
    canvas[y : y + digits.shape[0], x : x + digits.shape[1]] = digits
    inset = 0.5 + 0.05 * cap
    frame = ring((side / 2, side / 2), side / 2 - inset - 0.5)
    if deck.figure.style == "box":
        frame = rounded(side - 2 * inset - 1, side - 2 * inset - 1, 0) + xy(inset)
    polyline(canvas, frame, 255, 0.09 * cap, closed=True)
    return canvas


def _place_figure(image: Image, deck: PrintedDeck, coverage: Mask, place: str, ppm: float) -> None:
    height, width = coverage.shape
    gap_x, gap_y = deck.corner.inset[0] * ppm, deck.corner.inset[1] * ppm
    has_corner_letters = deck.layout in ("index", "corners")
    under = (
        deck.corner.cap * (1 + deck.bar.depth)
        if deck.underlined and deck.bar.has_corner_bars
        else deck.corner.cap
    )
    below = (under + 1.6) * ppm if has_corner_letters and place in ("tl", "br", "under") else 0.0
    right, bottom = image.shape[1] - gap_x - width, image.shape[0] - gap_y - height
    turned = np.ascontiguousarray(coverage[::-1, ::-1])
    if place in ("tl", "under"):
        stamp(image, coverage, deck.red, gap_x, gap_y + below)
    if place in ("br", "under"):
        stamp(image, turned, deck.red, right, bottom - below)
    if place == "tr":
        stamp(image, coverage, deck.red, right, gap_y)
    if place == "bl":
        stamp(image, turned, deck.red, gap_x, bottom)
    if place == "bottom":
        stamp(image, coverage, deck.red, (image.shape[1] - width) / 2, bottom)


def _beside(image: Image, deck: PrintedDeck, coverage: Mask, letter: str, ppm: float) -> None:
    """Print the figure to the right of each corner letter. The tops of figure and letter are level."""
    wide = deck.corner.cap * (aspect(deck.corner.face, letter) if letter != "?" else 1.0)
    left, top = (deck.corner.inset[0] + wide + 0.25 * deck.corner.cap) * ppm, deck.corner.inset[1] * ppm
    height, width = coverage.shape
    stamp(image, coverage, deck.red, left, top)
    turned = np.ascontiguousarray(coverage[::-1, ::-1])
    stamp(image, turned, deck.red, image.shape[1] - left - width, image.shape[0] - top - height)


def worn(rng: Rng, patch: Patch, amount: float) -> Patch:
    """Return the card after years of play: scuffed edges, creases and stains at random places. `amount`
    is the wear, 0-1."""
    height, width = patch.alpha.shape
    image = patch.image
    if amount > 0.15:
        image = tint(image, noise(rng, height, width, 5), 0.06 * amount)
        image = _scuffed(rng, image, amount)
    if chance(rng, 0.25 * amount):
        image = _creased(rng, image)
    if chance(rng, 0.2 * amount):
        image = _stained(rng, image)
    return Patch(image, patch.alpha)


def _scuffed(rng: Rng, image: Image, amount: float) -> Image:
    """Return the image with its edges rubbed pale or dirty."""
    height, width = image.shape[:2]
    rows = np.minimum(np.arange(height), np.arange(height)[::-1])[:, None]
    columns = np.minimum(np.arange(width), np.arange(width)[::-1])[None]
    reach = 0.006 * width * (1 + 3 * amount)
    near = np.exp(-np.minimum(rows, columns) / reach).astype(np.float32)
    field = near * np.clip(noise(rng, height, width, 14) + 0.5, 0, 1)
    pale = chance(rng, 0.5)
    colour = (225.0, 232.0, 236.0) if pale else (105.0, 125.0, 140.0)
    return tint(image, field, (0.8 if pale else 0.5) * amount, colour)


def _creased(rng: Rng, image: Image) -> Image:
    height, width = image.shape[:2]
    ends = np.array([[rng.uniform(0, width), 0], [rng.uniform(0, width), height]], np.float32)
    if chance(rng, 0.5):
        ends = np.array([[0, rng.uniform(0, height)], [width, rng.uniform(0, height)]], np.float32)
    mark = np.zeros((height, width), np.uint8)
    polyline(mark, ends, 255, max(1.0, 0.008 * width))
    shade = (250.0, 250.0, 250.0) if chance(rng, 0.5) else (90.0, 100.0, 110.0)
    return tint(image, cv2.blur(mark, (3, 3)).astype(np.float32) / 255, uniform(rng, 0.2, 0.6), shade)


def _stained(rng: Rng, image: Image) -> Image:
    height, width = image.shape[:2]
    mark = np.zeros((height, width), np.uint8)
    centre = (uniform(rng, 0, width), uniform(rng, 0, height))
    polygon(mark, ring(centre, uniform(rng, 0.1, 0.4) * width), 255)
    field = cv2.GaussianBlur(mark, (0, 0), 0.02 * width + 0.5).astype(np.float32) / 255
    return tint(image, field, uniform(rng, 0.08, 0.35), (70.0, 120.0, 160.0))

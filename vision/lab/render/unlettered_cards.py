"""Draw cards of a pack that are not letter cards, each of a given kind: with a word, a number or a picture
and a text, or an advertisement.

Training has cards without a letter, too, but none like these. So a measurement with them shows whether the
reader recognises new cards without a letter.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

import cv2
import numpy as np

from vision.render.brushes import (
    Colour,
    Image,
    Mask,
    Patch,
    Rng,
    disc,
    even_area,
    hsv,
    polygon,
    polyline,
    rounded,
    stamp,
    xy,
)
from vision.render.layouts import PiecePlace
from vision.render.pieces import RenderedPiece, card
from vision.render.prints.cardface import blank, outline
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.typefaces import ink, line

Kind = Literal["blank", "word", "along", "number", "picture", "advert"]

TEXT_HEIGHT_MM: Final = 2.6
"""The height of capitals in running text, mm, as on the cards with rules that come with a pack."""


@dataclass(frozen=True, slots=True)
class UnletteredCard:
    """The print on a card without a letter."""

    kind: Kind
    """The kind of print, such as a single word, a picture or an advertisement."""
    text: str
    """The text on the card, its lines separated by `/`. By the card's `kind` it is a single word, a number
    with the lines under it, the lines under a picture, or the headline and the small print of an
    advertisement."""
    hue: float = 0.6
    """The hue of everything that is not in the deck's own ink, in turns."""


def unlettered_card(rng: Rng, deck: PrintedDeck, spot: PiecePlace, odd: UnletteredCard) -> RenderedPiece:
    """Return a card at the place `spot`, in the size and on the paper of `deck`, with the print of `odd`."""

    def paint(ppm: float) -> Patch:
        image = blank(deck, ppm)
        _DRAW[odd.kind](image, deck, odd, ppm)
        return Patch(image, outline(deck, ppm))

    return replace(card(rng, deck, replace(spot, shows="stranger")), paint=paint)


def _blank(image: Image, deck: PrintedDeck, odd: UnletteredCard, ppm: float) -> None:
    """Leave the card unprinted."""


def _word(image: Image, deck: PrintedDeck, odd: UnletteredCard, ppm: float) -> None:
    """Print one word across the card, and once more upside down for the player opposite."""
    word = _fitted(ink(deck.centre.face, odd.text, 9 * ppm), 0.84 * image.shape[1])
    _centred(image, word, deck.ink, 0.3)
    _centred(image, word[::-1, ::-1], deck.ink, 0.7)
    inner = rounded(0.9 * image.shape[1], 0.94 * image.shape[0], 2 * ppm)
    edge = xy([0.05 * image.shape[1], 0.03 * image.shape[0]])
    polyline(image, inner + edge, hsv(odd.hue, 0.7, 0.5), 0.6 * ppm, closed=True)


def _along(image: Image, deck: PrintedDeck, odd: UnletteredCard, ppm: float) -> None:
    """Print one word along the card's long side."""
    word = _fitted(ink(deck.centre.face, odd.text, 16 * ppm), 0.86 * image.shape[0])
    _centred(image, np.ascontiguousarray(np.rot90(word)), deck.ink, 0.5)


def _number(image: Image, deck: PrintedDeck, odd: UnletteredCard, ppm: float) -> None:
    """Print a large number and lines of text under it. The first line of the card's text is the number."""
    number, *rest = odd.text.split("/")
    _centred(image, _fitted(ink(deck.centre.face, number, 26 * ppm), 0.8 * image.shape[1]), deck.red, 0.32)
    _lines(image, deck, rest, ppm, 0.62)


def _picture(image: Image, deck: PrintedDeck, odd: UnletteredCard, ppm: float) -> None:
    """Print a picture of a house by the sea, and lines of text under it."""
    height, width = image.shape[:2]
    scene = _landscape(round(0.5 * height), round(0.84 * width), odd.hue)
    left, top = round(0.08 * width), round(0.08 * height)
    image[top : top + scene.shape[0], left : left + scene.shape[1]] = scene
    _lines(image, deck, odd.text.split("/"), ppm, 0.66)


def _advert(image: Image, deck: PrintedDeck, odd: UnletteredCard, ppm: float) -> None:
    """Print a headline on a coloured band, a picture, and lines of small print."""
    height, width = image.shape[:2]
    headline, *rest = odd.text.split("/")
    image[: round(0.2 * height)] = even_area(round(0.2 * height), width, hsv(odd.hue, 0.75, 0.55))
    _centred(image, _fitted(ink(deck.centre.face, headline, 7 * ppm), 0.84 * width), (240, 245, 245), 0.1)
    scene = _landscape(round(0.34 * height), width, odd.hue + 0.35)
    image[round(0.2 * height) : round(0.2 * height) + scene.shape[0]] = scene
    _lines(image, deck, rest, ppm, 0.6)


def _landscape(height: int, width: int, hue: float) -> Image:
    """Return a picture of sky, sun, sea, and a house on a hill."""
    image = even_area(height, width, hsv(hue, 0.35, 0.95))
    disc(image, (0.76 * width, 0.24 * height), 0.13 * height, hsv(0.13, 0.8, 0.98))
    polygon(
        image, xy([(0.0, 0.6), (1.0, 0.6), (1.0, 1.0), (0.0, 1.0)]) * xy([width, height]), hsv(0.58, 0.6, 0.6)
    )
    hill = xy([(0.0, 1.0), (0.0, 0.66), (0.3, 0.46), (0.62, 0.72), (0.8, 1.0)])
    polygon(image, hill * xy([width, height]), hsv(0.3, 0.55, 0.5))
    wall = xy([[0.2, 0.6], [0.2, 0.36], [0.31, 0.22], [0.42, 0.36], [0.42, 0.6]])
    polygon(image, wall * xy([width, height]), hsv(0.04, 0.5, 0.75))
    door = xy([[0.28, 0.6], [0.28, 0.44], [0.34, 0.44], [0.34, 0.6]])
    polygon(image, door * xy([width, height]), hsv(0.07, 0.6, 0.3))
    return image


def _lines(image: Image, deck: PrintedDeck, texts: list[str], ppm: float, top: float) -> None:
    """Print centred lines of text, the first one at `top`, a share of the card's height."""
    for n, text in enumerate(texts):
        mask = _fitted(line(deck.centre.face, text, TEXT_HEIGHT_MM * ppm), 0.86 * image.shape[1])
        _centred(image, mask, deck.ink, top + n * 2 * TEXT_HEIGHT_MM * ppm / image.shape[0])


def _fitted(mask: Mask, most: float) -> Mask:
    """Return the mask, made smaller if it is wider than `most` pixels."""
    if mask.shape[1] <= most:
        return mask
    size = (round(most), max(1, round(mask.shape[0] * most / mask.shape[1])))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


def _centred(image: Image, mask: Mask, colour: Colour, down: float) -> None:
    """Print the mask in a colour, centred across the card. `down` is the height of its middle on the
    card, 0 at the top and 1 at the bottom."""
    height, width = image.shape[:2]
    stamp(image, mask, colour, (width - mask.shape[1]) / 2, down * height - mask.shape[0] / 2)


_DRAW: Final[dict[Kind, Callable[[Image, PrintedDeck, UnletteredCard, float], None]]] = {
    "blank": _blank, "word": _word, "along": _along, "number": _number, "picture": _picture,
    "advert": _advert,
}  # fmt: skip

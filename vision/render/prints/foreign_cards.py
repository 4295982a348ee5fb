"""Draw cards that are not letter cards: playing cards, and cards with symbols, numbers, words, pictures,
adverts or nothing."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision.render.brushes import (
    Colour,
    Image,
    Mask,
    Patch,
    Points,
    Rng,
    chance,
    clouds,
    disc,
    hsv,
    mix,
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
from vision.render.letters import random_letter
from vision.render.prints.cardface import blank, outline
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.typefaces import ink, line

_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RED: Final[Colour] = (40, 30, 190)
"""The colour of hearts and diamonds as printed (blue, green, red)."""

_BLACK: Final[Colour] = (30, 25, 25)
"""The colour of clubs and spades: dark grey, because ink on card is never quite black."""

_TEXTS: Final = (
    "RULES OF PLAY", "HOW TO SCORE", "THE GAME OF WORDS", "MADE IN ENGLAND", "FOR TWO OR MORE",
    "DEAL TEN CARDS", "TAKE ONE CARD", "YOUR TURN ENDS", "LEXICON", "NEW EDITION", "ASK FOR OUR LIST",
    "A CARD GAME", "CHALLENGE", "3 LETTERS", "FIVE LETTERS", "ANY WORD", "BEST QUALITY", "BUY A SECOND PACK",
)  # fmt: skip


def stranger(rng: Rng, deck: PrintedDeck, ppm: float) -> Patch:
    """Return a random card that is no letter card, in the size and on the paper of the deck."""
    image = blank(deck, ppm)
    kind = rng.choice(len(_KINDS), p=_WEIGHTS)
    _KINDS[kind](rng, image, deck, ppm)
    return Patch(image, outline(deck, ppm))


def _turned(image: Image) -> None:
    """Copy the upper half of the image to the lower half, upside down, in place."""
    half = image.shape[0] // 2
    image[-half:] = image[:half][::-1, ::-1]


def _suit(centre: tuple[float, float], size: float, suit: int) -> list[Points]:
    """Return the outlines of a suit's symbol: a diamond, heart, spade or club."""
    x, y = centre
    if suit == 0:
        return [xy([[x, y - size], [x + 0.75 * size, y], [x, y + size], [x - 0.75 * size, y]])]
    if suit == 3:
        lobes = [
            ring((x + dx * size, y + dy * size), 0.42 * size)
            for dx, dy in ((0, -0.5), (-0.48, 0.2), (0.48, 0.2))
        ]
        return [
            *lobes,
            xy([[x, y - 0.2 * size], [x + 0.35 * size, y + size], [x - 0.35 * size, y + size]]),
        ]
    sign = 1 if suit == 1 else -1
    lobes = [ring((x + dx * size, y - sign * 0.3 * size), 0.47 * size) for dx in (-0.42, 0.42)]
    tip = xy(
        [
            [x - 0.86 * size, y - sign * 0.12 * size],
            [x + 0.86 * size, y - sign * 0.12 * size],
            [x, y + sign * size],
        ]
    )
    stem = xy([[x, y], [x + 0.3 * size, y + size], [x - 0.3 * size, y + size]])
    return [*lobes, tip] if suit == 1 else [*lobes, tip, stem]


def _pip(image: Image, centre: tuple[float, float], size: float, suit: int) -> None:
    for shape in _suit(centre, size, suit):
        polygon(image, shape, _RED if suit < 2 else _BLACK)


def _playing(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw a playing card of one of the four suits, with its rank in the corners."""
    rank, suit = int(rng.integers(13)), int(rng.integers(4))
    height, width = image.shape[:2]
    colour = _RED if suit < 2 else _BLACK
    if rank >= 10:
        _court(rng, image, deck, ppm)
    elif rank == 0:
        _pip(image, (width / 2, height / 2), 0.2 * width, suit)
    else:
        columns = (0.5,) if rank < 3 else (0.3, 0.7)
        for column in columns:
            for share in np.linspace(0.2, 0.5, max(1, (rank + 1) // (2 * len(columns)))):
                _pip(image, (column * width, float(share) * height), 0.09 * width, suit)
    mask = ink(deck.corner.face, _RANKS[rank], uniform(rng, 0.09, 0.16) * height)
    stamp(image, mask, colour, 0.05 * width, 0.04 * height)
    _pip(
        image,
        (0.05 * width + mask.shape[1] / 2, 0.06 * height + 1.5 * mask.shape[0]),
        0.4 * mask.shape[0],
        suit,
    )
    _turned(image)


def _court(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:  # noqa: ARG001
    """Draw the picture of a court card: a patchwork of bright robes in a frame."""
    height, width = image.shape[:2]
    frame = rounded(0.64 * width, 0.8 * height, 0) + xy([0.18 * width, 0.1 * height])
    for _ in range(30):
        spot = (uniform(rng, 0.24, 0.76) * width, uniform(rng, 0.14, 0.5) * height)
        colour = ((40, 190, 235), _RED, (150, 60, 30), _BLACK, (240, 240, 240))[int(rng.integers(5))]
        polygon(image, ring(spot, uniform(rng, 0.02, 0.09) * width, int(rng.integers(3, 9))), colour)
    disc(image, (0.5 * width, 0.25 * height), 0.1 * width, (190, 215, 240))
    polyline(image, frame, (150, 60, 30), 1.2, closed=True)


def _symbols(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw one to three equal shapes in one colour: filled, outlined or hatched."""
    height, width = image.shape[:2]
    colour = hsv(
        (0.0, 0.38, 0.76, 0.6)[int(rng.integers(4))] + uniform(rng, -0.04, 0.04), 0.8, uniform(rng, 0.4, 0.8)
    )
    count, shape, style = int(rng.integers(1, 4)), int(rng.integers(4)), int(rng.integers(4))
    thick, turned = uniform(rng, 0.4, 1.1) * ppm, chance(rng, 0.15)
    for place in range(count):
        y = height / 2 + (place - (count - 1) / 2) * 0.24 * height
        form = _symbol(shape, 0.3 * width, 0.09 * height)
        outline_ = (form[:, ::-1] if turned else form) + xy([width / 2, y])
        if style == 0:
            polygon(image, outline_, colour)
        if style == 1:
            polygon(image, outline_, mix(deck.paper.colour, colour, 0.4))
        if style == 2:
            _hatched(image, outline_, colour, uniform(rng, 0.9, 2.0) * ppm)
        polyline(image, outline_, colour, thick, closed=True)


def _hatched(image: Image, shape: Points, colour: Colour, step: float) -> None:
    """Draw a shape filled with upright lines."""
    inside, lines = np.zeros(image.shape[:2], np.uint8), np.zeros(image.shape[:2], np.uint8)
    polygon(inside, shape, 255)
    for x in np.arange(shape[:, 0].min(), shape[:, 0].max(), max(2.0, step)).tolist():
        polyline(lines, xy([[x, shape[:, 1].min()], [x, shape[:, 1].max()]]), 255, max(1.0, 0.4 * step))
    image[:] = tint(image, np.minimum(inside, lines).astype(np.float32) / 255, 1.0, colour)


def _symbol(shape: int, across: float, up: float) -> Points:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    if shape == 0:
        return xy([[-across, 0], [0, -up], [across, 0], [0, up]])
    if shape == 1:
        return rounded(2 * across, 2 * up, up) - xy([across, up])
    if shape == 2:
        wave = 0.35 * up * np.sin(np.cos(turn) * np.pi)
        return np.stack([across * np.cos(turn), 0.8 * up * np.sin(turn) + wave], 1).astype(np.float32)
    return star((0, 0), up * 1.2)


def _number(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw a large number, sometimes with a word or two below or above it."""
    height = image.shape[0]
    text = str(int(rng.integers(0, 100)))
    middle = uniform(rng, 0.4, 0.6) if (captioned := chance(rng, 0.5)) else 0.5
    _across(image, line(deck.centre.face, text, uniform(rng, 0.2, 0.45) * height), middle, deck.ink)
    if captioned:
        words = " ".join(_TEXTS[int(rng.integers(len(_TEXTS)))].split()[:2])
        at = 0.85 if middle < 0.5 else 0.13
        caption = line(deck.centre.face, words, uniform(rng, 3, 8) * ppm)
        _across(image, caption, at, deck.red if chance(rng, 0.4) else deck.ink)


def _word(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw one word in the middle, as on a Keyword card. Some cards also have an upside-down word, a
    number or a frame."""
    height, width = image.shape[:2]
    text = _any_word(rng)
    cap, twice = uniform(rng, 5, 16) * ppm, chance(rng, 0.3)
    if chance(rng, 0.3):
        frame = rounded(0.84 * width, 0.88 * height, 0.05 * width) + xy([0.08 * width, 0.06 * height])
        polyline(image, frame, deck.accent, uniform(rng, 0.3, 1.2) * ppm, closed=True)
    middle = uniform(rng, 0.15, 0.4) if twice else uniform(rng, 0.3, 0.7)
    _across(image, line(deck.centre.face, text, cap), middle, deck.ink)
    if chance(rng, 0.3):
        mask = ink(deck.figure.face, str(int(rng.integers(1, 31))), uniform(rng, 3, 7) * ppm)
        stamp(image, mask, deck.red, 0.08 * width, 0.06 * height)
    if twice:
        _turned(image)


def _any_word(rng: Rng) -> str:
    """Return a word of `_TEXTS`, or a random string of letters. Random strings keep the networks from
    learning the words by heart."""
    if chance(rng, 0.4):
        words = [word for text in _TEXTS for word in text.split() if len(word) > 2]
        return words[int(rng.integers(len(words)))]
    letters = (random_letter(rng) for _ in range(int(rng.integers(3, 11))))
    text = "".join(letter for letter in letters if letter != "?")
    return text.capitalize() if chance(rng, 0.25) else text or "WORD"


def _across(image: Image, mask: Mask, middle: float, colour: Colour) -> None:
    """Print a line of text centred across the card, reduced if it is too wide. `mask` is the text's
    coverage; `middle` is the height of the line on the card, 0 at the top and 1 at the bottom."""
    height, width = image.shape[:2]
    if (share := 0.86 * width / mask.shape[1]) < 1:
        size = (round(0.86 * width), max(1, round(mask.shape[0] * share)))
        mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
    stamp(image, mask, colour, (width - mask.shape[1]) / 2, middle * height - mask.shape[0] / 2)


def _picture(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw a picture in a frame with its name below. The name distinguishes the card from a Master."""
    height, width = image.shape[:2]
    low = uniform(rng, 0.6, 0.84)
    part = image[round(0.06 * height) : round(low * height), round(0.08 * width) : round(0.92 * width)]
    part[:] = tint(part, clouds(rng, part.shape[0], part.shape[1], 3), 1.0, hsv(rng.random(), 0.7, 0.8))
    for _ in range(int(rng.integers(3, 14))):
        spot = (uniform(rng, 0, 1) * part.shape[1], uniform(rng, 0, 1) * part.shape[0])
        shape = ring(spot, uniform(rng, 0.04, 0.3) * width, int(rng.integers(3, 24)))
        polygon(part, shape, hsv(rng.random(), uniform(rng, 0.1, 0.9), uniform(rng, 0.2, 1.0)))
    _across(image, line(deck.centre.face, _any_word(rng), uniform(rng, 3, 7) * ppm), (low + 1) / 2, deck.ink)


def _text(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw lines of small print, as on a card with rules or an address."""
    height, width = image.shape[:2]
    cap = uniform(rng, 1.6, 4.5) * ppm
    y = uniform(rng, 0.05, 0.25) * height
    while y < height * 0.92 - cap:
        text = " ".join(_TEXTS[int(i)] for i in rng.integers(len(_TEXTS), size=3))
        text = text if chance(rng, 0.4) else text.capitalize()
        mask = line(deck.centre.face, text, cap)[:, : round(uniform(rng, 0.5, 0.86) * width)]
        stamp(image, mask, deck.ink, 0.07 * width, y)
        y += cap * uniform(rng, 1.7, 2.2)


def _advert(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw an advertisement: a coloured picture with a headline."""
    height, width = image.shape[:2]
    image[:] = tint(image, clouds(rng, height, width, 3), 1.0, hsv(rng.random(), 0.8, 0.7))
    for _ in range(int(rng.integers(2, 8))):
        spot = (uniform(rng, 0, width), uniform(rng, 0.3, 0.9) * height)
        polygon(
            image,
            ring(spot, uniform(rng, 0.05, 0.3) * width, int(rng.integers(3, 20))),
            hsv(rng.random(), 0.7, 0.8),
        )
    text = _TEXTS[int(rng.integers(len(_TEXTS)))]
    ground = deck.ink if chance(rng, 0.6) else (250, 250, 250)
    _across(image, line(deck.centre.face, text, height), uniform(rng, 0.1, 0.25), ground)
    for n in range(int(rng.integers(0, 4))):
        _across(
            image, line(deck.centre.face, _any_word(rng), uniform(rng, 2, 5) * ppm), 0.95 - 0.07 * n, ground
        )


def _empty(rng: Rng, image: Image, deck: PrintedDeck, ppm: float) -> None:  # noqa: ARG001
    image[:] = tint(image, noise(rng, image.shape[0], image.shape[1], 4), 0.02)


_Draw = Callable[[Rng, Image, PrintedDeck, float], None]
_KINDS: Final[tuple[_Draw, ...]] = (
    _playing, _symbols, _number, _text, _advert, _empty, _word, _picture,
)  # fmt: skip
_WEIGHTS: Final = (0.28, 0.2, 0.1, 0.1, 0.08, 0.05, 0.13, 0.06)
"""The probability of each kind of foreign card, in the order of `_KINDS`. Playing cards and symbols are
most frequent, because they lie on most tables that have foreign cards at all. The other kinds lie only
beside the box of their own pack."""

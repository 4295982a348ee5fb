"""Draw the backs of cards. All cards of a deck have the same back, which looks nearly the same after half
a turn."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision.render.brushes import (
    Image,
    Patch,
    clouds,
    disc,
    even_area,
    hsv,
    mix,
    noise,
    polygon,
    polyline,
    ring,
    rounded,
    saturated,
    stamp,
    star,
    tint,
    xy,
)
from vision.render.prints.cardface import blank, outline
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.typefaces import ink


def card_back(deck: PrintedDeck, ppm: float) -> Patch:
    """Return the back of a new card of the deck, drawn with `ppm` pixels per millimetre."""
    rng = np.random.default_rng(deck.pattern + 3)
    image = blank(deck, ppm)
    printed = _PAINTERS[deck.back.style](deck, ppm, rng, image.shape[0], image.shape[1])
    gap = deck.back.border
    window = np.zeros(image.shape[:2], np.uint8)
    inner = rounded(deck.width - 2 * gap, deck.height - 2 * gap, max(0.0, deck.radius - gap)) + xy(gap)
    polygon(window, inner * ppm, 255)
    cv2.copyTo(printed, window, image)
    if rng.random() < 0.4:
        polyline(image, inner * ppm, deck.back.colours[0], 0.5 * ppm, closed=True)
    return Patch(image, outline(deck, ppm))


Draw = Callable[[PrintedDeck, float, np.random.Generator, int, int], Image]


def _grid(
    ppm: float, rng: np.random.Generator, height: int, width: int, turn: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the place of each pixel in a grid: two arrays (rows, columns) of coordinates, in cells. The
    grid has its origin in the middle of the card and is turned by `turn`, radians."""
    cell = rng.uniform(2.0, 6.5) * ppm
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = (x - width / 2) / cell, (y - height / 2) / cell
    return x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)


def _mixed_colours(deck: PrintedDeck, share: np.ndarray) -> Image:
    """Return the two colours of the deck's backs mixed at each pixel: `share` 0 gives the first colour, 1
    the second."""
    first, second = xy(deck.back.colours[0]), xy(deck.back.colours[1])
    return saturated(first + (second - first) * xy(np.clip(share, 0, 1))[..., None])


def _checks(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    u, v = _grid(ppm, rng, height, width, 0.0 if rng.random() < 0.5 else np.pi / 4)
    return _mixed_colours(deck, 0.5 + 4 * np.sin(np.pi * u) * np.sin(np.pi * v))


def _diamonds(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    u, v = _grid(ppm, rng, height, width, np.pi / 4)
    lines = np.maximum(np.cos(np.pi * u) ** 2, np.cos(np.pi * v) ** 2)
    image = _mixed_colours(deck, (lines - rng.uniform(0.6, 0.9)) * 8)
    if rng.random() < 0.4:
        image[np.maximum(np.sin(np.pi * u) ** 2, 0) * np.sin(np.pi * v) ** 2 > 0.9] = deck.back.colours[1]
    return image


def _hatch(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    u, v = _grid(ppm, rng, height, width, rng.uniform(0.5, 1.1))
    lines = (
        np.cos(2 * np.pi * u)
        if rng.random() < 0.5
        else np.maximum(np.cos(2 * np.pi * u), np.cos(2 * np.pi * v))
    )
    return _mixed_colours(deck, (lines - 0.5) * 3)


def _plain(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    image = even_area(height, width, deck.back.colours[0])
    if rng.random() < 0.5:
        polygon(
            image, star((width / 2, height / 2), 0.3 * width, int(rng.integers(4, 12))), deck.back.colours[1]
        )
    elif rng.random() < 0.5:
        polyline(
            image, ring((width / 2, height / 2), 0.3 * width), deck.back.colours[1], 1.2 * ppm, closed=True
        )
    return image


def _stripes(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    u, _ = _grid(ppm, rng, height, width, float(rng.choice([0.0, np.pi / 4, np.pi / 2])))
    return _mixed_colours(deck, 0.5 + 4 * np.sin(np.pi * u))


def _swirl(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = (x - width / 2) / (6 * ppm), (y - height / 2) / (6 * ppm)
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    arms = 2 * int(rng.integers(2, 7))
    return _mixed_colours(deck, 0.5 + 2 * np.sin(arms * angle + rng.uniform(1, 5) * radius))


def _dots(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    u, v = _grid(ppm, rng, height, width, float(rng.choice([0.0, np.pi / 4])))
    return _mixed_colours(deck, (np.cos(2 * np.pi * u) + np.cos(2 * np.pi * v) - rng.uniform(0.2, 1.2)) * 3)


def _picture(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:  # noqa: ARG001
    """Draw a painted scene: hazy colours, discs and hills."""
    image = even_area(height, width, hsv(rng.random(), 0.5, 0.8))
    image = tint(image, clouds(rng, height, width, 3), 1.2, hsv(rng.random(), 0.7, 0.5))
    for _ in range(int(rng.integers(2, 7))):
        spot = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
        disc(image, spot, float(rng.uniform(0.05, 0.25)) * width, hsv(rng.random(), 0.7, 0.8))
    ridge = height * (0.7 + 0.15 * noise(rng, 2, 24, 2, 6)[0])
    hill = np.stack([np.linspace(0, width, 24), ridge], 1)
    polygon(image, xy([*hill, [width, height], [0, height]]), hsv(rng.random(), 0.5, 0.4))
    return image


def _word(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    """Draw a word such as LEXICON across the middle of the back, on a pattern or on one colour."""
    image = (
        _checks(deck, ppm, rng, height, width)
        if rng.random() < 0.6
        else even_area(height, width, deck.back.colours[0])
    )
    mask = ink(deck.centre.face, ("LEXICON", "WORDS", "LETTERS", "GAME")[int(rng.integers(4))], 8 * ppm)
    across = max(1, round(0.62 * width))
    mask = np.asarray(cv2.resize(mask, (across, max(1, across * mask.shape[0] // mask.shape[1]))), np.uint8)
    mid = height / 2
    polygon(
        image,
        rounded(width, 1.8 * mask.shape[0], 0) + xy([0, mid - 0.9 * mask.shape[0]]),
        deck.back.colours[0],
    )
    stamp(image, np.asarray(mask, np.uint8), deck.back.colours[1], 0.19 * width, mid - mask.shape[0] / 2)
    return image


def _triangles(deck: PrintedDeck, ppm: float, rng: np.random.Generator, height: int, width: int) -> Image:
    image = even_area(height, width, deck.back.colours[0])
    cell = rng.uniform(7, 14) * ppm
    for x in np.arange(0, width, cell):
        for y in np.arange(0, height, cell):
            corners = xy([[x, y], [x + cell, y], [x + cell, y + cell], [x, y + cell]])
            colour = mix(deck.back.colours[0], deck.back.colours[1], float(rng.random()))
            polygon(image, np.roll(corners, int(rng.integers(4)), 0)[:3], colour)
    return image


_PAINTERS: Final[dict[str, Draw]] = {
    "diamonds": _diamonds,
    "checks": _checks,
    "hatch": _hatch,
    "plain": _plain,
    "stripes": _stripes,
    "swirl": _swirl,
    "dots": _dots,
    "picture": _picture,
    "word": _word,
    "triangles": _triangles,
}

"""Draw table tops: pictures of an evenly lit flat surface seen from straight above.

Each function takes the side of the square picture in pixels and the scale in pixels per millimetre. No
picture comes from a photograph.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from vision.render.brushes import (
    Colour,
    Field,
    Image,
    Rng,
    chance,
    clouds,
    disc,
    even_area,
    hsv,
    jitter,
    mix,
    noise,
    polygon,
    ring,
    stamp,
    tint,
    uniform,
    xy,
)
from vision.render.prints.typefaces import Faces, line

_WOODS: Final[tuple[Colour, ...]] = (
    (120, 165, 205), (95, 140, 185), (60, 105, 155), (45, 80, 130), (30, 50, 90), (25, 35, 55), (150, 180,
    205), (110, 120, 130), (150, 160, 165), (40, 60, 110), (75, 130, 190), (190, 205, 215),
)  # fmt: skip
"""The mean colours of wooden table tops (blue, green, red), by judgement: from pale to nearly black, some
greyish or reddish. Each use changes the colour slightly."""
_WORDS: Final = [
    "the",
    "minister",
    "said",
    "that",
    "prices",
    "would",
    "rise",
    "again",
    "before",
    "the",
    "end",
    "of",
    "the",
    "year",
    "while",
    "others",
    "at",
    "the",
    "meeting",
    "asked",
    "how",
    "long",
    "it",
    "could",
    "last",
    "and",
    "whether",
    "the",
    "town",
    "council",
    "had",
    "known",
    "of",
    "the",
    "matter",
    "GAME",
    "RESULTS",
    "FINAL",
    "WEATHER",
    "NEWS",
    "SPORT",
    "LETTERS",
    "TO",
    "THE",
    "EDITOR",
    "Today",
    "Monday",
    "market",
    "report",
    "London",
    "two",
    "hundred",
    "and",
    "forty",
]


def wood(rng: Rng, size: int, ppm: float, base: Colour | None = None) -> Image:
    """Draw planks or one board, with fine or coarse grain, now and then a knot. `base` is the mean
    colour; without it the colour is random."""
    base = base or jitter(rng, _WOODS[int(rng.integers(len(_WOODS)))], 18)
    image = even_area(size, size, base)
    plank = uniform(rng, 60, 220) * ppm if chance(rng, 0.6) else 4.0 * size
    contrast = uniform(rng, 0.04, 0.22)
    start = -uniform(rng, 0, plank)
    seam = chance(rng, 0.8)
    while start < size:
        top, bottom = max(0, round(start)), min(size, round(start + plank))
        if bottom > top:
            _plank(rng, image, top, bottom, ppm, contrast, seam and plank < size)
        start += plank
    return image


def _plank(rng: Rng, image: Image, top: int, bottom: int, ppm: float, contrast: float, seam: bool) -> None:
    size, rows = image.shape[1], bottom - top
    y = np.arange(rows, dtype=np.float32)[:, None] / ppm
    warp = noise(rng, rows, size, max(2, rows / ppm / 50), max(2, size / ppm / 160))
    rings = np.sin((y / uniform(rng, 3, 14) + warp * uniform(rng, 0.5, 3)) * 2 * np.pi)
    fibres = noise(rng, rows, size, rows / max(1.0, 0.5 * ppm), size / ppm / uniform(rng, 20, 90))
    field = contrast * (0.5 * rings + 0.8 * fibres + 0.5 * noise(rng, rows, size, 3)) + uniform(
        rng, -0.1, 0.1
    )
    if chance(rng, 0.15):
        field -= _knot(rng, rows, size, ppm) * 0.5
    if seam:
        field[: max(1, round(0.8 * ppm))] -= uniform(rng, 0.1, 0.6)
    image[top:bottom] = tint(image[top:bottom], field, 1.0)


def _knot(rng: Rng, rows: int, size: int, ppm: float) -> Field:
    y, x = np.mgrid[0:rows, 0:size].astype(np.float32)
    radius = uniform(rng, 5, 15) * ppm
    far = np.hypot((x - uniform(rng, 0, size)) / 1.6, y - uniform(rng, 0, rows)) / radius
    return xy(np.exp(-(far**2)) * (0.7 + 0.3 * np.sin(far * 9)))


def laminate(rng: Rng, size: int, ppm: float) -> Image:
    """Draw an even surface, white or pale, sometimes with faint speckles."""
    colour = jitter(rng, (232, 235, 237), 16)
    if chance(rng, 0.3):
        colour = hsv(rng.random(), uniform(rng, 0.02, 0.2), uniform(rng, 0.55, 0.95))
    image = tint(even_area(size, size, colour), clouds(rng, size, size, 3, 3), uniform(rng, 0.003, 0.03))
    if chance(rng, 0.4):
        image = tint(
            image,
            noise(rng, size, size, size / max(1.0, uniform(rng, 0.4, 2) * ppm)),
            uniform(rng, 0.01, 0.08),
        )
    return image


def white(rng: Rng, size: int, ppm: float) -> Image:  # noqa: ARG001
    """Draw a plain white table."""
    return tint(even_area(size, size, (226, 229, 231)), clouds(rng, size, size, 3, 3), 0.012)


def marble(rng: Rng, size: int, ppm: float) -> Image:
    """Draw veined stone."""
    pale = chance(rng, 0.7)
    image = even_area(size, size, jitter(rng, (225, 228, 230) if pale else (55, 55, 58), 14))
    cells = max(2.0, size / ppm / uniform(rng, 80, 250))
    veins = np.exp(-np.abs(clouds(rng, size, size, cells, 5)) * uniform(rng, 8, 25))
    image = tint(image, clouds(rng, size, size, cells, 4), 0.05)
    return tint(
        image, veins, uniform(rng, 0.2, 0.7), (120.0, 120.0, 122.0) if pale else (190.0, 195.0, 200.0)
    )


def granite(rng: Rng, size: int, ppm: float) -> Image:
    """Draw speckled stone, terrazzo, cork or concrete."""
    colour = hsv(uniform(rng, 0.02, 0.14), uniform(rng, 0, 0.4), uniform(rng, 0.2, 0.85))
    image = even_area(size, size, colour)
    grain = max(1.2, uniform(rng, 0.6, 5) * ppm)
    field = noise(rng, size, size, size / grain)
    image = tint(image, field, uniform(rng, 0.08, 0.35))
    return tint(image, clouds(rng, size, size, 4, 3), uniform(rng, 0.02, 0.12))


def baize(rng: Rng, size: int, ppm: float, hue: float | None = None) -> Image:
    """Draw felt: mostly green, now and then blue, red or brown."""
    if hue is None:
        hue = uniform(rng, 0.33, 0.46) if chance(rng, 0.7) else rng.random()
    image = even_area(size, size, hsv(hue, uniform(rng, 0.45, 0.95), uniform(rng, 0.2, 0.55)))
    image = tint(image, noise(rng, size, size, size / max(1.0, 0.7 * ppm)), uniform(rng, 0.04, 0.15))
    return tint(image, clouds(rng, size, size, 5, 3), uniform(rng, 0.02, 0.1))


def cloth(rng: Rng, size: int, ppm: float) -> Image:
    """Draw woven cloth of one colour, with folds."""
    image = even_area(size, size, _any_colour(rng))
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    pitch = max(2.2, uniform(rng, 0.8, 2.5) * ppm)
    weave = np.sin(x * 2 * np.pi / pitch) * np.sin(y * 2 * np.pi / pitch)
    image = tint(image, weave + 0.5 * noise(rng, size, size, size / pitch), uniform(rng, 0.03, 0.12))
    return tint(image, clouds(rng, size, size, 2, 3), uniform(rng, 0.02, 0.15))


def stripes(rng: Rng, size: int, ppm: float) -> Image:
    """Draw cloth in stripes of two to four colours."""
    colours = [_any_colour(rng) for _ in range(int(rng.integers(2, 5)))]
    widths = rng.uniform(4, 45, len(colours)) * ppm
    edges = np.cumsum(widths)
    which = np.searchsorted(edges, np.arange(size) % edges[-1], side="right")
    row = np.array(colours, np.float32)[np.minimum(which, len(colours) - 1)]
    image = np.repeat(row[None], size, 0).astype(np.uint8)
    return tint(image, noise(rng, size, size, size / max(1.0, ppm)), uniform(rng, 0.01, 0.08))


def checks(rng: Rng, size: int, ppm: float, dark: Colour | None = None, kind: int | None = None) -> Image:
    """Draw gingham (`kind` 0), a chequered pattern (1), or tiles with grout (2), each in white and the
    colour `dark`. A missing argument is chosen at random."""
    light, dark = jitter(rng, (235, 238, 240), 15), dark or _any_colour(rng)
    pitch = uniform(rng, 8, 60) * ppm
    phase = np.arange(size) / pitch
    kind = int(rng.integers(3)) if kind is None else kind
    if kind == 2:
        grout = np.minimum(phase % 1, 1) < max(0.03, 1.5 / pitch)
        share = np.maximum(grout[:, None], grout[None]).astype(np.float32)
    else:
        bars = (phase % 2 < 1).astype(np.float32)
        share = xy((bars[:, None] + bars[None]) / 2 if kind == 0 else np.abs(bars[:, None] - bars[None]))
    image = (np.array(light) + (np.array(dark) - np.array(light)) * share[..., None]).astype(np.uint8)
    return tint(image, noise(rng, size, size, size / max(1.0, ppm)), uniform(rng, 0.01, 0.08))


def motifs(rng: Rng, size: int, ppm: float) -> Image:
    """Draw a printed cloth with dots, flowers or other shapes."""
    ground, ink = _any_colour(rng), _any_colour(rng)
    image = even_area(size, size, ground)
    pitch = uniform(rng, 12, 60) * ppm
    radius, sides, petals = uniform(rng, 0.1, 0.4) * pitch, int(rng.integers(3, 24)), chance(rng, 0.4)
    for row, y in enumerate(np.arange(0, size + pitch, pitch)):
        for x in np.arange(0, size + pitch, pitch):
            centre = (float(x) + (row % 2) * pitch / 2, float(y))
            if petals:
                for leaf in ring(centre, radius * 0.6, 5):
                    disc(image, (float(leaf[0]), float(leaf[1])), radius * 0.35, ink)
            else:
                polygon(image, ring(centre, radius, sides), ink)
    return tint(image, noise(rng, size, size, size / max(1.0, ppm)), uniform(rng, 0.01, 0.08))


def glass(rng: Rng, size: int, ppm: float) -> Image:
    """Return a glass table: either a clear pane with the floor out of focus below it, or a smooth surface
    that reflects the room."""
    return pane(rng, size, ppm) if chance(rng, 0.5) else _mirror(rng, size)


def pane(rng: Rng, size: int, ppm: float) -> Image:
    """Draw clear glass: boards, tiles or a rug half a metre below, blurred and greenish, with dust and
    wipe marks."""
    below: Top = (wood, checks, stripes, granite)[int(rng.integers(4))]
    floor = cv2.GaussianBlur(below(rng, size, 0.6 * ppm), (0, 0), uniform(rng, 5, 14) * ppm)
    deep = tint(np.asarray(floor, np.uint8), clouds(rng, size, size, 2, 2), 0.15)
    green = tint(deep, np.ones((size, size), np.float32), uniform(rng, 0.08, 0.25), (135.0, 140.0, 118.0))
    wipes = np.abs(noise(rng, size, size, 4, size / max(1.0, 9 * ppm))) ** 3
    hazy = tint(green, wipes, uniform(rng, 0.02, 0.1), (215.0, 218.0, 218.0))
    return tint(hazy, noise(rng, size, size, size / max(1.0, 1.2 * ppm)), uniform(rng, 0.005, 0.02))


def _mirror(rng: Rng, size: int) -> Image:
    """Draw a surface that reflects an unsharp room: soft gradients between two colours."""
    image = even_area(size, size, hsv(rng.random(), uniform(rng, 0, 0.35), uniform(rng, 0.15, 0.85)))
    image = tint(
        image, clouds(rng, size, size, 2, 2), 0.6, hsv(rng.random(), uniform(rng, 0, 0.3), rng.random())
    )
    ramp = np.linspace(-1, 1, size, dtype=np.float32)[:, None].repeat(size, 1)
    return tint(image, ramp, uniform(rng, 0, 0.35))


def black(rng: Rng, size: int, ppm: float) -> Image:
    """Draw slate, black board or dark cloth, dusty."""
    image = even_area(size, size, jitter(rng, (28, 28, 28), 18))
    image = tint(image, np.abs(clouds(rng, size, size, 5, 4)), uniform(rng, 0, 0.12), (200.0, 200.0, 200.0))
    return tint(image, noise(rng, size, size, size / max(1.0, ppm)), uniform(rng, 0.02, 0.2))


def newspaper(rng: Rng, size: int, ppm: float, faces: Faces) -> Image:
    """Draw columns of print with headlines and grey pictures."""
    image = even_area(size, size, jitter(rng, (205, 215, 220), 15))
    ink = jitter(rng, (45, 45, 45), 15)
    column, left = uniform(rng, 45, 75) * ppm, 0.0
    while left < size:
        _column(rng, image, faces, ink, round(left + 2 * ppm), round(column - 4 * ppm), ppm)
        left += column
    return tint(image, clouds(rng, size, size, 3, 3), 0.04)


def _column(rng: Rng, image: Image, faces: Faces, ink: Colour, left: int, width: int, ppm: float) -> None:
    body, head = faces.pick(rng), faces.pick(rng)
    y, cap = 0.0, max(2.0, uniform(rng, 1.4, 2.4) * ppm)
    # The same dozen lines are repeated in each column, because nobody reads the newspaper.
    texts = [" ".join(_WORDS[int(i)] for i in rng.integers(len(_WORDS), size=9)) for _ in range(12)]
    lines = [line(body, text, cap)[:, :width] for text in texts]
    while y < image.shape[0]:
        kind = rng.random()
        if kind < 0.06:
            big = uniform(rng, 4, 16) * ppm
            text = " ".join(_WORDS[int(i)] for i in rng.integers(len(_WORDS), size=3))
            stamp(image, line(head, text.upper() if chance(rng, 0.4) else text, big)[:, :width], ink, left, y)
            y += 1.9 * big
        elif kind < 0.075:
            box = image[round(y) : round(y) + width, left : left + width]
            box[:] = tint(box, clouds(rng, box.shape[0], box.shape[1], 4, 3) - 0.6, 0.6) if box.size else box
            y += width + cap
        else:
            stamp(image, lines[int(rng.integers(len(lines)))], ink, left, y)
            y += 2.0 * cap


def _any_colour(rng: Rng) -> Colour:
    kind = rng.random()
    if kind < 0.2:
        return jitter(rng, (232, 235, 238), 18)
    if kind < 0.35:
        return hsv(0, 0, uniform(rng, 0.05, 0.8))
    return mix(
        hsv(rng.random(), uniform(rng, 0.2, 0.95), uniform(rng, 0.2, 0.9)),
        (128, 128, 128),
        uniform(rng, 0, 0.4),
    )


Top = Callable[[Rng, int, float], Image]
TOPS: Final[Mapping[str, tuple[Top, float]]] = MappingProxyType(
    {
        "wood": (wood, 0.29),
        "laminate": (laminate, 0.2),
        "marble": (marble, 0.05),
        "granite": (granite, 0.06),
        "baize": (baize, 0.08),
        "cloth": (cloth, 0.08),
        "stripes": (stripes, 0.04),
        "checks": (checks, 0.04),
        "motifs": (motifs, 0.03),
        "glass": (glass, 0.03),
        "black": (black, 0.04),
        "newspaper": (laminate, 0.1),
    }
)
"""The kinds of table top: the function that draws each kind, and its weight, by judgement. Half are wood
and white laminate, as in kitchens. Newspaper is more frequent than in life, because its print is most often
mistaken for cards. `random_top` draws newspaper by the function `newspaper`, which also needs typefaces."""


def random_top(rng: Rng, faces: Faces, size: int, ppm: float) -> Image:
    """Return a picture of a random table top, `size` pixels square, with `ppm` pixels per millimetre. Half
    of the table tops are turned by 90 degrees."""
    names, weights = list(TOPS), np.array([weight for _, weight in TOPS.values()])
    name = names[int(rng.choice(len(names), p=weights / weights.sum()))]
    image = newspaper(rng, size, ppm, faces) if name == "newspaper" else TOPS[name][0](rng, size, ppm)
    return np.asarray(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), np.uint8) if chance(rng, 0.5) else image

"""Draw objects on a table other than cards. Flat objects are patches. Each is drawn at random, and none
comes from a photograph."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from vision.render.brushes import (
    Colour,
    Image,
    Mask,
    Patch,
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
    polyline,
    ring,
    rounded,
    stamp,
    star,
    tint,
    uniform,
    xy,
)
from vision.render.prints.typefaces import Faces, line

_PRINT: Final = (
    "LEXICON", "SCORE", "GAME", "WORDS", "CROSSWORD", "DICTIONARY", "Notes", "Milk 2 pints", "PLAYER ONE",
    "TOTAL", "The Complete Works", "RULES", "Oxford", "TEA", "SUGAR", "Menu", "FAMILY", "BEST BEFORE",
    "A to Z", "NEW",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Thing:
    """A flat object on the table."""

    patch: Patch
    """The picture of the object."""
    width: float
    """The width of the picture, mm on the table."""
    height: float
    """The height of the picture, mm on the table."""
    thickness: float
    """The height of the object above the table, mm."""
    gloss: float = 0.2
    """The gloss of the object, 0-1."""


def random_thing(rng: Rng, faces: Faces, ppm: float) -> Thing:
    """Return a random flat object that people put on a table, drawn with `ppm` pixels per millimetre."""
    make_thing = _THING_CHOICES[int(rng.integers(len(_THING_CHOICES)))]
    return make_thing(rng, faces, ppm)


def _sheet(
    width: float, height: float, ppm: float, colour: Colour, radius: float = 0.0
) -> tuple[Image, Mask]:
    rows, columns = max(4, round(height * ppm)), max(4, round(width * ppm))
    mask = np.zeros((rows, columns), np.uint8)
    polygon(mask, rounded(columns, rows, min(radius * ppm, rows / 2, columns / 2)), 255)
    return even_area(rows, columns, colour), mask


def _round(diameter: float, ppm: float, colour: Colour) -> tuple[Image, Mask, float]:
    side = max(6, round(diameter * ppm))
    mask = np.zeros((side, side), np.uint8)
    disc(mask, (side / 2, side / 2), side / 2 - 0.5, 255)
    return even_area(side, side, colour), mask, side / 2


def _coin(rng: Rng, faces: Faces, ppm: float) -> Thing:
    size = uniform(rng, 17, 32)
    image, mask, middle = _round(
        size, ppm, jitter(rng, ((150, 155, 160), (70, 120, 165), (90, 165, 195))[int(rng.integers(3))], 25)
    )
    image = tint(image, clouds(rng, mask.shape[0], mask.shape[1], 5, 2), 0.25)
    polyline(image, ring((middle, middle), middle * 0.9), (90, 100, 110), 0.5 * ppm, closed=True)
    text = line(faces.pick(rng), str(int(rng.integers(1, 51))), uniform(rng, 0.25, 0.5) * size * ppm)
    stamp(image, text, (80, 90, 100), middle - text.shape[1] / 2, middle - text.shape[0] / 2)
    return Thing(Patch(image, mask), size, size, 2, 0.8)


def _coaster(rng: Rng, faces: Faces, ppm: float) -> Thing:
    size = uniform(rng, 80, 110)
    colour = hsv(rng.random(), uniform(rng, 0.1, 0.8), uniform(rng, 0.2, 0.9))
    if chance(rng, 0.6):
        image, mask, middle = _round(size, ppm, colour)
    else:
        image, mask = _sheet(size, size, ppm, colour, 6)
        middle = mask.shape[0] / 2
    image = tint(image, noise(rng, mask.shape[0], mask.shape[1], 40), uniform(rng, 0.02, 0.2))
    if chance(rng, 0.5):
        polyline(
            image,
            ring((middle, middle), 0.8 * middle),
            mix(colour, (255, 255, 255), 0.5),
            1.5 * ppm,
            closed=True,
        )
    if chance(rng, 0.3):
        text = line(faces.pick(rng), _PRINT[int(rng.integers(len(_PRINT)))], 9 * ppm)
        stamp(image, text, mix(colour, (255, 255, 255), 0.8), middle - text.shape[1] / 2, middle)
    return Thing(Patch(image, mask), size, size, 3)


def _plate(rng: Rng, faces: Faces, ppm: float) -> Thing:  # noqa: ARG001
    """Return a plate with a few biscuits."""
    size = uniform(rng, 130, 220)
    image, mask, middle = _round(size, ppm, jitter(rng, (230, 232, 235), 20))
    for share, gain in ((0.98, 0.9), (0.7, 0.85), (0.66, 1.03)):
        polyline(
            image,
            ring((middle, middle), share * middle),
            (gain * 225, gain * 225, gain * 225),
            1.5 * ppm,
            closed=True,
        )
    for _ in range(int(rng.integers(0, 4))):
        spot = (middle + uniform(rng, -0.35, 0.35) * middle, middle + uniform(rng, -0.35, 0.35) * middle)
        radius = uniform(rng, 22, 33) * ppm
        disc(image, (spot[0] + 0.06 * radius, spot[1] + 0.08 * radius), radius, (150, 150, 150))
        disc(image, spot, radius, jitter(rng, (70, 125, 190), 25))
        for hole in ring(spot, 0.55 * radius, 8):
            disc(image, (float(hole[0]), float(hole[1])), 0.06 * radius, (45, 80, 120))
    return Thing(
        Patch(tint(image, noise(rng, mask.shape[0], mask.shape[1], 5), 0.05), mask), size, size, 12, 0.6
    )


def _pencil(rng: Rng, faces: Faces, ppm: float) -> Thing:  # noqa: ARG001
    """Return a pencil or a pen."""
    length, thick = uniform(rng, 110, 180), uniform(rng, 7, 11)
    colour = hsv(rng.random(), uniform(rng, 0, 1), uniform(rng, 0.1, 0.9))
    image, mask = _sheet(length, thick, ppm, colour)
    rows, columns = mask.shape
    across = np.sin(np.linspace(0.2, np.pi - 0.2, rows, dtype=np.float32))[:, None].repeat(columns, 1)
    image = tint(image, across - 0.7, 0.7)
    point = round(18 * ppm)
    mask[:] = 0
    polygon(
        mask,
        xy([[0, 0], [columns - point, 0], [columns, rows / 2], [columns - point, rows], [0, rows]]),
        255,
    )
    image[:, columns - point :] = (150, 190, 220) if chance(rng, 0.6) else (60, 60, 60)
    image[:, columns - point // 3 :] = jitter(rng, (40, 40, 40), 20)
    image[:, : round(9 * ppm)] = jitter(rng, (130, 130, 200), 40)
    return Thing(Patch(image, mask), length, thick, 7, 0.4)


def _ruler(rng: Rng, faces: Faces, ppm: float) -> Thing:
    length, wide = uniform(rng, 150, 310), uniform(rng, 25, 38)
    image, mask = _sheet(
        length,
        wide,
        ppm,
        jitter(rng, ((150, 200, 230), (215, 215, 210), (90, 170, 220))[int(rng.integers(3))], 20),
    )
    face = faces.pick(rng)
    for number, x in enumerate(np.arange(4, length - 3, 10)):
        polyline(image, xy([[x, 0], [x, 6]]) * ppm, (40, 40, 40), 0.4 * ppm)
        stamp(image, line(face, str(number), 3 * ppm), (40, 40, 40), (x - 2) * ppm, 8 * ppm)
    return Thing(Patch(image, mask), length, wide, 2)


def _phone(rng: Rng, faces: Faces, ppm: float) -> Thing:
    wide, high = uniform(rng, 65, 78), uniform(rng, 138, 165)
    image, mask = _sheet(wide, high, ppm, jitter(rng, (25, 25, 28), 18), 9)
    if chance(rng, 0.6):
        screen = image[round(6 * ppm) : -round(6 * ppm), round(3 * ppm) : -round(3 * ppm)]
        screen[:] = tint(
            screen,
            np.abs(clouds(rng, screen.shape[0], screen.shape[1], 2, 2)),
            1.0,
            hsv(rng.random(), 0.5, uniform(rng, 0.3, 1)),
        )
        _print_lines(rng, screen, faces, ppm, (235, 235, 235), 3)
    return Thing(Patch(image, mask), wide, high, 9, 0.9)


def _print_lines(rng: Rng, image: Image, faces: Faces, ppm: float, ink: Colour, cap: float) -> None:
    y, face = uniform(rng, 2, 20) * ppm, faces.pick(rng)
    while y < image.shape[0] - 6 * ppm:
        text = " ".join(_PRINT[int(i)] for i in rng.integers(len(_PRINT), size=2))
        size = cap * uniform(rng, 0.8, 1.3) * ppm
        stamp(image, line(face, text, size)[:, : round(image.shape[1] * 0.9)], ink, 0.06 * image.shape[1], y)
        y += 2.2 * size


def _pad(rng: Rng, faces: Faces, ppm: float) -> Thing:
    """Return a score pad: rules, columns, scribbled numbers."""
    wide, high = uniform(rng, 75, 150), uniform(rng, 100, 210)
    image, mask = _sheet(
        wide, high, ppm, jitter(rng, ((238, 240, 240), (170, 225, 240))[int(rng.integers(2))], 12)
    )
    ink = jitter(rng, ((60, 50, 45), (130, 60, 40))[int(rng.integers(2))], 20)
    step = uniform(rng, 6, 10)
    for y in np.arange(12, high, step):
        polyline(image, xy([[0, y], [wide, y]]) * ppm, (215, 200, 180), 0.3 * ppm)
        if chance(rng, 0.6):
            _scribble(rng, image, uniform(rng, 4, 0.6 * wide), float(y), ppm, ink)
    if chance(rng, 0.6):
        stamp(
            image,
            line(faces.pick(rng), _PRINT[int(rng.integers(len(_PRINT)))], 6 * ppm),
            ink,
            4 * ppm,
            3 * ppm,
        )
    return Thing(Patch(image, mask), wide, high, 4)


def _scribble(rng: Rng, image: Image, x: float, y: float, ppm: float, ink: Colour) -> None:
    count = int(rng.integers(6, 30))
    steps = np.cumsum(rng.uniform(-0.4, 1.7, count))
    waves = y - 1 - np.abs(np.cumsum(rng.normal(0, 1.6, count)) % 5)
    polyline(image, np.stack([x + steps, waves], 1).astype(np.float32) * ppm, ink, 0.5 * ppm)


def _book(rng: Rng, faces: Faces, ppm: float) -> Thing:
    """Return a book or a box with big printed words."""
    wide, high = uniform(rng, 60, 150), uniform(rng, 90, 220)
    colour = hsv(rng.random(), uniform(rng, 0.1, 0.9), uniform(rng, 0.15, 0.95))
    image, mask = _sheet(wide, high, ppm, colour, 1.5)
    image = tint(
        image,
        clouds(rng, mask.shape[0], mask.shape[1], 3, 3),
        uniform(rng, 0.05, 0.7),
        hsv(rng.random(), 0.6, 0.6),
    )
    light = (245.0, 245.0, 245.0) if sum(colour) < 380 else (30.0, 30.0, 40.0)
    _print_lines(rng, image, faces, ppm, light, uniform(rng, 4, 14))
    return Thing(Patch(image, mask), wide, high, uniform(rng, 5, 40))


def _card_box(rng: Rng, faces: Faces, ppm: float) -> Thing:
    """Return the deck's box: its name, perhaps a frame round it, and lettered cards drawn on it."""
    wide, high = uniform(rng, 58, 72), uniform(rng, 90, 100)
    colour = hsv(rng.random(), 0.7, uniform(rng, 0.1, 0.7))
    image, mask = _sheet(wide, high, ppm, colour, 1)
    face = faces.pick(rng)
    if chance(rng, 0.6):
        edge, gilt = uniform(rng, 2, 5), mix((90, 190, 220), (240, 240, 240), rng.random())
        frame = rounded((wide - 2 * edge) * ppm, (high - 2 * edge) * ppm, uniform(rng, 0, 4) * ppm)
        polyline(image, frame + xy(edge * ppm), gilt, uniform(rng, 0.4, 1.6) * ppm, closed=True)
    stamp(
        image, line(face, "LEXICON", 0.09 * wide * ppm), (90, 200, 230), 0.2 * wide * ppm, 0.12 * high * ppm
    )
    for place, letter in enumerate("ABC"):
        corner = xy([(0.16 + 0.24 * place) * wide, 0.6 * high]) * ppm
        polygon(image, rounded(0.2 * wide * ppm, 0.26 * high * ppm, ppm) + corner, (235, 238, 240))
        stamp(
            image,
            line(face, letter, 0.12 * wide * ppm),
            (40, 40, 40),
            corner[0] + 0.05 * wide * ppm,
            corner[1] + 2 * ppm,
        )
    return Thing(Patch(image, mask), wide, high, 20)


def _die(rng: Rng, faces: Faces, ppm: float) -> Thing:  # noqa: ARG001
    size = uniform(rng, 12, 18)
    colour = jitter(rng, ((240, 240, 240), (40, 40, 190), (40, 40, 40))[int(rng.integers(3))], 15)
    image, mask = _sheet(size, size, ppm, colour, 2)
    spots = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
    ink = (30.0, 30.0, 30.0) if colour[1] > 120 else (245.0, 245.0, 245.0)
    for spot in spots[int(rng.integers(1, 7))]:
        centre = ((0.24 + 0.26 * (spot % 3)) * size * ppm, (0.24 + 0.26 * (spot // 3)) * size * ppm)
        disc(image, centre, 0.09 * size * ppm, ink)
    return Thing(Patch(image, mask), size, size, size, 0.5)


def _napkin(rng: Rng, faces: Faces, ppm: float) -> Thing:  # noqa: ARG001
    """Return folded cloth or paper, crumpled."""
    wide, high = uniform(rng, 60, 200), uniform(rng, 60, 200)
    image, mask = _sheet(wide, high, ppm, jitter(rng, (228, 232, 235), 22), 3)
    folds = clouds(rng, mask.shape[0], mask.shape[1], 5, 4)
    return Thing(Patch(tint(image, folds, uniform(rng, 0.05, 0.25)), mask), wide, high, 3)


def _odd(rng: Rng, faces: Faces, ppm: float) -> Thing:  # noqa: ARG001
    """Return a flat coloured shape, such as a counter, a leaf, a toy, or a slip of paper about the size of
    a card."""
    size = uniform(rng, 15, 90)
    image, mask = _sheet(
        size, size * uniform(rng, 0.6, 1), ppm, hsv(rng.random(), rng.random(), uniform(rng, 0.2, 1))
    )
    rows, columns = mask.shape
    if chance(rng, 0.6):
        mask[:] = 0
        shape = star(
            (columns / 2, rows / 2), min(rows, columns) / 2, int(rng.integers(3, 9)), uniform(rng, 0.4, 0.9)
        )
        polygon(mask, shape, 255)
    image = tint(image, clouds(rng, rows, columns, 3, 3), uniform(rng, 0.02, 0.4))
    return Thing(Patch(image, mask), size, size * rows / columns, uniform(rng, 0, 15))


MakeThing = Callable[[Rng, Faces, float], Thing]
THINGS: Final[Mapping[str, MakeThing]] = MappingProxyType(
    {
        "coin": _coin, "coaster": _coaster, "plate": _plate, "pencil": _pencil, "ruler": _ruler,
        "phone": _phone, "pad": _pad, "book": _book, "card box": _card_box, "die": _die, "napkin": _napkin,
        "odd": _odd,
    }
)  # fmt: skip
"""The function that draws each flat object, by the object's name."""

_THING_CHOICES: Final[tuple[MakeThing, ...]] = (
    _coin, _coin, _coaster, _plate, _pencil, _pencil, _ruler, _phone, _pad, _pad, _book, _card_box, _die,
    _napkin, _odd, _odd,
)  # fmt: skip
"""The drawing functions among which `random_thing` chooses. Frequent objects occur twice."""


def mug(rng: Rng) -> tuple[Colour, Colour, float, float]:
    """Return a random mug: its colour, the colour of the drink in it, its radius and its height in mm."""
    drink = ((25, 40, 60), (60, 100, 150), (200, 205, 205))[int(rng.integers(3))]
    colour = hsv(rng.random(), uniform(rng, 0, 0.8), uniform(rng, 0.2, 0.95))
    return colour, jitter(rng, drink, 15), uniform(rng, 32, 48), uniform(rng, 60, 110)


def cable(rng: Rng, reach: float) -> np.ndarray:
    """Return the points (n, 2), mm, of a winding cable that runs from `reach` mm left of the origin to
    `reach` mm right of it."""
    count = 40
    along = np.linspace(-reach, reach, count)
    sway = np.cumsum(np.cumsum(rng.normal(0, reach * 0.004, count)))
    sway -= np.linspace(sway[0], sway[-1], count) * uniform(rng, 0.3, 1)
    return np.stack([along, sway + uniform(rng, -0.5, 0.5) * reach], 1).astype(np.float32)

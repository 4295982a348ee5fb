"""Measure how well plain, uncovered cards are read on table tops that no network has seen.

`python -m vision.lab.measuring.tabletops --count 80` draws each scene on baize and on four patterns, with the
same cards, light and camera, and reads it. Training uses other patterns than these four.
"""

import json
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece, ReadingTally, compare
from vision.lab.render.composed import CameraView, Stage, take_picture
from vision.reader import Reader
from vision.render.brushes import Field, Image, Rng, clouds, hsv, noise, tint, uniform
from vision.render.layouts import CARD_LAYOUTS, CORNER_LETTER_LAYOUTS, Size, arrange
from vision.render.pieces import card
from vision.render.prints.random_deck import random_deck
from vision.render.prints.typefaces import Faces, vendored
from vision.render.sample import PieceTruth, RenderedPicture
from vision.render.surroundings.tables import Top, baize

PHOTO_SIZE: Final = (1920, 1080)
"""The width and height of a photograph, pixels."""
MIN_VISIBLE_SHARE: Final = 0.97
"""The visible share above which a card counts as uncovered. It is below 1, because neighbours in a row
touch."""


def stripes(rng: Rng, size: int, ppm: float) -> Image:
    """Draw broad stripes of three colours in a random direction, with thin ones of a fourth colour
    between them."""
    across = _distances_along(rng, size) / ppm
    broad, thin = uniform(rng, 45, 110), uniform(rng, 2, 8)
    image = _colours(rng, 3)[(across // broad).astype(int) % 3]
    image[(across % broad) < thin] = _colours(rng, 1)[0]
    return _woven(rng, image, ppm)


def plaid(rng: Rng, size: int, ppm: float) -> Image:
    """Draw crossing bands on a ground of another colour, with threads of a third colour."""
    pitch, (ground, band, thread) = uniform(rng, 30, 80) * ppm, _colours(rng, 3)
    image = np.full((size, size, 3), ground, np.float32)
    for along in np.mgrid[:size, :size].astype(np.float32):
        bands, threads = (along // pitch) % 2 == 0, (along + pitch / 3) % pitch < 3 * ppm
        image[bands] = 0.5 * image[bands] + 0.5 * band
        image[threads] = thread
    return _woven(rng, image, ppm)


def herringbone(rng: Rng, size: int, ppm: float) -> Image:
    """Draw zigzag bands of two colours."""
    y, x = np.mgrid[:size, :size].astype(np.float32)
    pitch, band = uniform(rng, 20, 60) * ppm, uniform(rng, 6, 20) * ppm
    which = ((y + np.abs(x % (2 * pitch) - pitch)) // band).astype(int) % 2
    return _woven(rng, _colours(rng, 2)[which], ppm)


def slab(rng: Rng, size: int, ppm: float) -> Image:
    """Draw polished stone with a few long veins."""
    pale = rng.random() < 0.6
    image = np.full((size, size, 3), (228, 230, 232) if pale else (50, 50, 55), np.float32)
    vein = np.array((110, 115, 120) if pale else (190, 195, 200), np.float32)
    for _ in range(int(rng.integers(4, 10))):
        away = np.abs(
            _distances_along(rng, size) - uniform(rng, 0, size) + clouds(rng, size, size, 4, 4) * 40 * ppm
        )
        share = (np.exp(-away / ppm / uniform(rng, 0.5, 6)) * uniform(rng, 0.3, 0.9))[..., None]
        image[:] = image * (1 - share) + share * vein
    return tint(image.astype(np.uint8), clouds(rng, size, size, 3, 3), 0.06)


TOPS: Final[dict[str, Top]] = {
    "baize": lambda rng, size, ppm: baize(rng, size, ppm),
    "broad stripes": stripes,
    "plaid": plaid,
    "herringbone": herringbone,
    "veined slab": slab,
}


def measure(count: int, seed: int = 1) -> dict[str, Any]:
    """Return the counts of readings on each table top, by its name. Each of `count` scenes is drawn once
    on every top."""
    reader, faces = Reader.load(), vendored()
    tallies = {name: ReadingTally() for name in TOPS}
    for number in range(count):
        for name, top in TOPS.items():
            picture = scene(np.random.default_rng([seed, number]), top, faces)
            truth = LabelledPhoto(Path(f"{name} {number}"), tuple(map(_truth, picture.labels)))
            compare(truth, reader.read(picture.image, "cards"), tallies[name])
    return {name: _row(tally) for name, tally in tallies.items()}


def scene(rng: Rng, top: Top, faces: Faces) -> RenderedPicture:
    """Return a picture of cards of a random deck on `top`. The same state of `rng` gives the same cards
    and the same view on every top."""
    deck = random_deck(rng, faces)
    arrangements = CORNER_LETTER_LAYOUTS if deck.layout in ("index", "corners") else CARD_LAYOUTS
    spots = arrange(rng, arrangements, Size(deck.width, deck.height))
    pieces = tuple(card(rng, deck, spot) for spot in spots)
    view = CameraView(
        PHOTO_SIZE, tilt=uniform(rng, 0, 15), azimuth=uniform(rng, 0, 360), roll=uniform(rng, -10, 10)
    )
    # The top has a generator of its own. Tops draw different amounts of random numbers, and the light must
    # not depend on that.
    light, ground = (np.random.default_rng(int(rng.integers(2**31))) for _ in range(2))

    def own(_: Rng, size: int, ppm: float) -> Image:
        return top(ground, size, ppm)

    return take_picture(light, Stage(pieces, own, view=view), faces)


def _truth(label: PieceTruth) -> LabelledPiece:
    letter = label.letter or None
    plain = label.is_readable and label.visible_share > MIN_VISIBLE_SHARE and letter not in (None, "?")
    return LabelledPiece(letter, np.asarray(label.quad, np.float32), counted=plain)


def _row(tally: ReadingTally) -> dict[str, int]:
    return {
        "cards": tally.counted,
        "found": tally.found,
        "right": tally.right,
        "sure_and_wrong": tally.sure_wrong,
        "false": tally.false,
        "false_backs": tally.false_backs,
    }


def _distances_along(rng: Rng, size: int) -> Field:
    """Return the distance of each pixel (size, size) from the upper left corner along one random
    direction, pixels."""
    y, x = np.mgrid[:size, :size].astype(np.float32)
    angle = uniform(rng, 0, float(np.pi))
    return np.asarray(x * np.cos(angle) + y * np.sin(angle), np.float32)


def _colours(rng: Rng, count: int) -> Field:
    """Return `count` random colours (count, 3): blue, green, red."""
    drawn = [hsv(rng.random(), uniform(rng, 0, 0.9), uniform(rng, 0.15, 0.95)) for _ in range(count)]
    return np.array(drawn, np.float32)


def _woven(rng: Rng, image: Field, ppm: float) -> Image:
    size = len(image)
    return tint(image.astype(np.uint8), noise(rng, size, size, size / max(1.0, ppm)), 0.04)


@click.command()
@click.option("--count", default=80, show_default=True, help="Scenes, each on every top.")
@click.option("--seed", default=1, show_default=True, help="Decides the scenes.")
def main(count: int, seed: int) -> None:
    """Print how the cards were read on each table top, as JSON."""
    click.echo(json.dumps(measure(count, seed), indent=2))


if __name__ == "__main__":
    main()

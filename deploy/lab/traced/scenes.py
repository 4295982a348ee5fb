"""Choose everything in a scene by the scene's number: the cards, the objects, the table, the light and the
camera."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, cast

import numpy as np

from deploy.lab.traced import layout, lights, tables
from deploy.lab.traced.camera import PinholeCamera
from deploy.lab.traced.developing import Development, random_development
from deploy.lab.traced.faces import Design, PackStyle, Rng, random_deck
from deploy.lab.traced.layout import Layout
from deploy.lab.traced.solids import Floats
from deploy.lab.traced.spots import CardSpot, corners, with_heights
from deploy.lab.traced.spots import moved as turned
from deploy.lab.traced.things import Thing, things
from engine.words import WordList

KINDS: Final = (
    "lexicon", "crossword", "hand-fan", "hard-tilt", "lexicon", "clutter-objects", "crossword", "hard-glare",
    "lexicon", "hand-fan", "crossword", "hard-dim", "lexicon", "clutter-objects", "lexicon", "hard-blur",
    "crossword", "hand-fan", "hard-glare", "none-clutter",
)  # fmt: skip
"""The kinds of the scenes 0, 1, 2 and so on. After the last kind the list begins again."""

_MIN_HEIGHT_MM, _MAX_HEIGHT_MM = 450.0, 1100.0
"""The lowest and the highest position of the camera above the table, mm."""

_MIN_CORNER_LETTER_PIXELS: Final = 13.0
"""The least height, pixels, that a corner letter must have in the picture of a scene. Otherwise another
layout and camera are tried. A fanned card shows no other letter."""

_MARGIN_PIXELS: Final = 10.0
"""The distance that cards must keep from the edges of the picture, pixels."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything from which the picture and the labels of a scene are made."""

    number: int
    """The number of the scene, from 0."""
    kind: str
    """The kind of the scene, one of `KINDS`."""
    content: str
    """The game on the table: `lexicon` for words, `crossword`, `hand`, or `none` without letter cards."""
    deck: PackStyle
    """The style of the cards."""
    layout: Layout
    """The words, crossword or hands that were laid out. The cards of the scene come from this layout."""
    spots: tuple[CardSpot, ...]
    """The cards with their heights, in the order in which they were put down."""
    camera: PinholeCamera
    """The camera that takes the picture of the scene."""
    light: lights.Light
    """The light of the scene."""
    development: Development
    """The settings of the camera with which the picture is developed."""
    table: str
    """The kind of table top, such as `wood`."""
    top: tuple[float, float, float, float]
    """The table top: the x and the y of its middle, and its lengths along x and y, mm."""
    grain: float
    """The angle by which the pattern of the table top is turned, degrees."""
    things: tuple[Thing, ...]
    """The objects on the table that are no letter cards."""
    seed: tuple[int, int]
    """The seed of the patterns and of the noise, which are drawn when the picture is made."""

    @property
    def name(self) -> str:
        """The name of the scene's files, without a suffix."""
        return f"traced_{self.number:04d}_{self.kind}"

    def rng(self, part: int) -> Rng:
        """Return a new random generator for the part number `part` of the picture. The same number always
        gives the same random choices."""
        return np.random.default_rng([*self.seed, part])


def kind_of(number: int) -> str:
    """Return the kind of the path-traced scene `number`, such as `crossword`. The kinds take turns by the
    numbers of the scenes."""
    return KINDS[number % len(KINDS)]


def scene(number: int, seed: int, fonts: tuple[Path, ...], words: WordList) -> Scene:
    """Return the scene `number`. The same number and `seed` give the same scene."""
    chance = [np.random.default_rng([seed, number, part]) for part in range(6)]
    kind = kind_of(number)
    content = _content(chance[0], kind)
    deck = _deck(chance[0], kind, content, fonts)
    laid, camera = _framed(chance[0], kind, content, deck, words)
    spots = with_heights(laid.spots, deck.width, deck.height, deck.thickness)
    top = _top(chance[1], spots, deck)
    light = lights.random_light(chance[4], _light_kind(chance[4], kind), camera)
    if kind == "hard-glare":
        light = _with_glare(chance[4], light, camera, spots)
    return Scene(
        number, kind, content, deck, laid, tuple(spots), camera, light,
        random_development(chance[5], kind.partition("-")[2]), tables.random_kind(chance[1]), top,
        float(chance[1].choice((0.0, 90.0))) + float(chance[1].normal(0, 8)),
        things(chance[2], kind, camera, spots, deck, top), (seed, number),
    )  # fmt: skip


def _content(rng: Rng, kind: str) -> str:
    if kind.startswith(("hard", "clutter")):
        return "lexicon" if rng.random() < 0.6 else "crossword"
    return {"hand-fan": "hand", "none-clutter": "none"}.get(kind, kind)


def _deck(rng: Rng, kind: str, content: str, fonts: tuple[Path, ...]) -> PackStyle:
    designs: tuple[Design, ...] = ("L1", "L2") if content == "hand" else ("L1", "L1", "L2", "L3", "L3")
    deck = random_deck(rng, fonts, designs)
    if kind == "hard-glare":
        return replace(deck, roughness=float(rng.uniform(0.25, 0.4)))
    return deck


def _light_kind(rng: Rng, kind: str) -> lights.Kind:
    if kind == "hard-dim":
        return "evening"
    kinds = ("window", "lamp", "mixed", "overcast")
    return cast("lights.Kind", kinds[int(rng.choice(4, p=(0.35, 0.2, 0.3, 0.15)))])


def _laid(rng: Rng, content: str, deck: PackStyle, words: WordList, most: int) -> Layout:
    """Return a random layout of `content` (see `Scene.content`), turned by a random angle. It has at most
    `most` words or hands."""
    if content == "none":
        return Layout([], [])
    if content == "hand":
        arrangement = layout.hand_layout(rng, deck, min(most, int(rng.integers(1, 4))))
    elif content == "crossword":
        arrangement = layout.crossword_layout(rng, deck, words, min(most, int(rng.integers(2, 7))))
    else:
        arrangement = layout.word_layout(rng, deck, words, min(most, int(rng.integers(2, 7))))
    about = float(rng.normal(0, 9)) + 180.0 * int(rng.integers(2))
    if rng.random() < 0.3:
        about = float(rng.uniform(0, 360))
    return replace(arrangement, spots=turned(arrangement.spots, about))


def _framed(
    rng: Rng, kind: str, content: str, deck: PackStyle, words: WordList
) -> tuple[Layout, PinholeCamera]:
    """Return a random layout, and a camera whose picture shows all its cards large enough to be read.

    Raise RuntimeError if no layout fits into a picture after many attempts.
    """
    for attempt in range(200):
        arrangement = _laid(rng, content, deck, words, 7 - attempt // 5 if attempt < 30 else 1)
        points = _top_corners(arrangement.spots, deck)
        camera = _camera(rng, kind, points)
        if camera is not None and _legible(camera, deck, points):
            return arrangement, camera
    raise RuntimeError(f"nothing of the kind {kind} fits into a picture")


def _top_corners(spots: Sequence[CardSpot], deck: PackStyle) -> Floats:
    if not spots:
        return np.zeros((0, 3))
    flat = np.concatenate([corners(s, deck.width, deck.height) for s in spots])
    return np.column_stack([flat, np.full(len(flat), deck.thickness)])


def _camera(rng: Rng, kind: str, points: Floats) -> PinholeCamera | None:
    """Return a random camera above the middle of the table, whose picture shows all `points`.

    Its height is the lowest possible one, or a random greater one. Return None if even the highest camera
    does not show all points.
    """
    tilt = float(rng.uniform(28, 35) if kind == "hard-tilt" else rng.uniform(0, 22))
    wide = rng.random() < 0.5
    size, view = ((2304, 1296), rng.uniform(64.5, 66.5)) if wide else ((1640, 1232), rng.uniform(61, 63))
    heading, roll = (np.radians(rng.normal(0, s)) for s in (12, 3))
    target = (float(rng.normal(0, 20)), float(rng.normal(0, 20)), 0.0)
    bend, spare = float(rng.uniform(-0.03, 0.05)), float(rng.uniform(1.02, 1.4))
    up = (float(np.sin(heading + roll)), float(np.cos(heading + roll)), 0.0)
    for height in np.linspace(_MIN_HEIGHT_MM, _MAX_HEIGHT_MM, 40):
        away = height * float(np.tan(np.radians(tilt)))
        back = np.array([np.sin(heading), np.cos(heading)]) * away
        origin = (target[0] - float(back[0]), target[1] - float(back[1]), float(height))
        camera = PinholeCamera(origin, target, up, *size, float(view), bend)
        if _inside(camera, points, 1 if height * spare >= _MAX_HEIGHT_MM else spare):
            return camera
    return None


def _inside(camera: PinholeCamera, points: Floats, spare: float) -> bool:
    """Return True if all points lie in the middle part of the camera's picture. This part is `spare` times
    smaller than the picture, in width and in height."""
    if not len(points):
        return camera.origin[2] > 650
    middle = np.array([camera.width, camera.height]) / 2
    off = np.abs(camera.project(points) - middle)
    return bool((off < middle / spare - _MARGIN_PIXELS).all())


def _legible(camera: PinholeCamera, deck: PackStyle, points: Floats) -> bool:
    """Return True if the corner letters of the card farthest from the camera are large enough to be read, or
    if the cards have no corner letters."""
    if deck.design == "L3" or not len(points):
        return True
    away = np.linalg.norm(points - np.array(camera.origin), axis=1).max()
    lean = camera.origin[2] / away
    return bool(deck.corner_letter_height * camera.focal / away * lean >= _MIN_CORNER_LETTER_PIXELS)


def _top(rng: Rng, spots: list[CardSpot], deck: PackStyle) -> tuple[float, float, float, float]:
    """Return a random table top that is large enough for all cards: the middle's x and y, the size along x
    and y, mm."""
    points = _top_corners(spots, deck)
    least = np.abs(points[:, :2]).max(0) if len(points) else np.zeros(2)
    half = np.maximum(least + 60, np.array([rng.uniform(380, 900), rng.uniform(350, 600)]))
    slack = np.maximum(half - least - 60, 0) * rng.uniform(-0.5, 0.5, 2)
    return float(slack[0]), float(slack[1]), float(2 * half[0]), float(2 * half[1])


def _with_glare(rng: Rng, light: lights.Light, camera: PinholeCamera, spots: list[CardSpot]) -> lights.Light:
    """Return the light with one more lamp, whose reflection the camera sees on a card or near it."""
    spot = spots[int(rng.integers(len(spots)))]
    at = (spot.x + float(rng.normal(0, 40)), spot.y + float(rng.normal(0, 40)))
    lamp = lights.glare(rng, camera, at, float(rng.uniform(40, 120)))
    return replace(light, lamps=(*light.lamps, lamp))

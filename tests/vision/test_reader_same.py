"""Test that a table reads the same however its picture is turned, scaled or stored.

The clear letters of a scene must stay the same after half a turn or a quarter, after scaling by 0.6 to 2,
and after storing the picture as a JPEG of a quality that cameras use. A letter's strokes are then still
pixels wide, and a person would read the same. The reader may miss a corner by a fiftieth of a card's long
side, so between two pictures a corner may move by twice as much.

Golden scenes that are read without a fault, and are not close to one, are also scaled, turned by any angle
and stored at once. Turning puts every card on other pixels and fills the corners with grey. So one card may
be lost or misread there, with its words. None may be misread as a sure letter.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from device.words.lists import load as load_words
from engine.layout import arrange
from engine.observation import Observation
from vision.crops import Picture
from vision.lab.measuring.golden import parse_floors, score_picture, truth_of
from vision.picture import load
from vision.reader import PhotoReading, Reader

SCENES = Path(__file__).parent / "scenes"
NAMES = (
    "table-pale-wood", "deck-index-sans", "crossword", "deck-figure-box", "every-player", "tiles-rows",
    "tiles-crossword", "fan-wide", "crossword-white",
)  # fmt: skip
"""Golden scenes with little doubt, of several layouts, tiles and a hand among them. Hard scenes would be in
doubt before any change."""

OPEN = ("deck-figure-box", "face-down", "stock-yellowed", "tiles-wood")
"""Golden scenes that are left out, because their readings are close to a fault: about one in sixty changed
pictures is read differently. The causes are a T as narrow as an I, a back under other cards, a Q with a
flourish under it, and a speck of grain beside a W."""

FLOORS = parse_floors((SCENES / "floors.txt").read_text("utf-8"))

CORNERS = 2 * 0.02
"""The greatest movement of corners between two readings, as a share of a card's long side. It is the median
over all cards."""

SIDES = 1.25
"""The factor by which the corners of square tiles may move farther than `CORNERS`. A tile is thick: the
picture shows one of its sides, too, and the edge between this side and the top is not clear."""

Onto = NDArray[np.float64]
"""A (2, 3) matrix from pixels of the picture to pixels of the changed picture."""


def _read(picture: Picture, name: str) -> PhotoReading:
    return Reader.load().read(picture, "tiles" if name.startswith("tiles") else "cards")


@cache
def _scene(name: str) -> tuple[Picture, PhotoReading]:
    picture = load(SCENES / f"{name}.jpg")
    return picture, _read(picture, name)


def _letters(seen: Observation) -> Counter[str]:
    return Counter(best[0] for card in seen.cards if (best := card.best))


def _words(seen: Observation) -> Counter[str]:
    return Counter(word.text for word in arrange(seen, load_words()).words)


def _shifted(before: PhotoReading, after: PhotoReading, onto: Onto) -> float:
    """Return how far the corners of the cards moved between two readings, beyond the known change `onto` of
    the picture. The result is the median over all cards, as a share of the card's long side."""
    gaps = []
    for piece in before.pieces:
        quad = piece.corners @ onto[:, :2].T + onto[:, 2]
        long = max(np.hypot(*(quad[0] - quad[3])), np.hypot(*(quad[0] - quad[1])))
        near = min(after.pieces, key=lambda p: float(np.hypot(*(p.corners.mean(0) - quad.mean(0)))))
        turns = [np.hypot(*(np.roll(near.corners, k, 0) - quad).T).mean() for k in range(4)]
        gaps.append(min(turns) / long)
    return float(np.median(gaps))


def _half_turn(picture: Picture) -> tuple[Picture, Onto]:
    height, width = picture.shape[:2]
    return np.ascontiguousarray(picture[::-1, ::-1]), np.array([[-1.0, 0, width], [0, -1, height]])


def _quarter_turn(picture: Picture) -> tuple[Picture, Onto]:
    height = picture.shape[0]
    return np.ascontiguousarray(np.rot90(picture, -1)), np.array([[0.0, -1, height], [1, 0, 0]])


def _scaled(picture: Picture, share: float) -> tuple[Picture, Onto]:
    way = cv2.INTER_AREA if share < 1 else cv2.INTER_CUBIC
    out = np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=way), np.uint8)
    height, width = picture.shape[:2]
    return out, np.array([[out.shape[1] / width, 0, 0], [0, out.shape[0] / height, 0.0]])


def _stored(picture: Picture, ending: str, *how: int) -> tuple[Picture, Onto]:
    coded = cv2.imencode(ending, picture, list(how))[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), np.eye(2, 3)


CHANGES: dict[str, Callable[[Picture], tuple[Picture, Onto]]] = {
    "half a turn": _half_turn,
    "a quarter turn": _quarter_turn,
    "larger": lambda picture: _scaled(picture, 1.5),
    "twice as large": lambda picture: _scaled(picture, 2.0),
    "much smaller": lambda picture: _scaled(picture, 0.6),
    "JPEG at 60": lambda picture: _stored(picture, ".jpg", cv2.IMWRITE_JPEG_QUALITY, 60),
    "WebP at 70": lambda picture: _stored(picture, ".webp", cv2.IMWRITE_WEBP_QUALITY, 70),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", NAMES)
def test_letters_words_and_places_stay(name: str, change: str) -> None:
    picture, before = _scene(name)
    changed, onto = CHANGES[change](picture)
    after = _read(changed, name)
    assert _letters(after.observation) == _letters(before.observation)
    assert _words(after.observation) == _words(before.observation)
    assert _shifted(before, after, onto) < CORNERS * (SIDES if name.startswith("tiles") else 1)


def _clear() -> list[str]:
    """Return the names of the golden scenes in which the reader reads everything right, according to their
    floors. The scenes of `OPEN` are left out."""
    clear = []
    for name, floor in FLOORS.items():
        truth, score = truth_of(SCENES / f"{name}.jpg"), floor.score
        whole = score.right == truth.letters.total() and score.words == len(truth.words)
        if whole and not (score.false or score.sure_wrong or truth.cut or truth.unread):
            clear.append(name)
    return [name for name in clear if name not in OPEN]


@settings(max_examples=113)
@given(
    name=st.sampled_from(_clear()),
    share=st.floats(0.7, 1.3),
    quality=st.integers(60, 95),
    angle=st.sampled_from([0.0, 180.0]) | st.floats(-180, 180),
)
def test_all_is_read_however_a_scene_is_scaled_turned_and_stored(
    name: str, share: float, quality: int, angle: float
) -> None:
    scaled, _ = _scaled(load(SCENES / f"{name}.jpg"), share)
    straight = angle in (0.0, 180.0)
    turned = (_half_turn(scaled)[0] if angle else scaled) if straight else _turned(scaled, angle)
    changed, _ = _stored(turned, ".jpg", cv2.IMWRITE_JPEG_QUALITY, quality)
    floor, lost = FLOORS[name].score, 0 if straight else 1
    read = score_picture(changed, truth_of(SCENES / f"{name}.jpg"), Reader.load(), load_words())
    assert read.right >= floor.right - lost
    assert read.words >= floor.words - lost
    assert lost or (read.backs, read.exposed) == (floor.backs, floor.exposed)
    assert read.sure_wrong == 0


def _turned(picture: Picture, angle: float) -> Picture:
    """Return the picture turned about its centre, in a frame that holds all of it."""
    height, width = picture.shape[:2]
    onto = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    side = int(np.ceil(np.hypot(height, width)))
    onto[:, 2] += [(side - width) / 2, (side - height) / 2]
    out = cv2.warpAffine(picture, onto, (side, side), flags=cv2.INTER_CUBIC, borderValue=(114, 114, 114))
    return np.asarray(out, np.uint8)

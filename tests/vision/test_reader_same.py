"""A table reads the same however its picture is turned, scaled or stored.

The tolerance, and why. A letter that was clear, on a card or a tile, in a crossword or a hand, stays what it
was after half a turn or a quarter, after storing the picture no more coarsely than cameras do, and after
scaling by 0.6 to 2, which leaves a letter's strokes pixels wide: a person would read the same. One doubtful
card in a scene may tip over, and the words it lies in. Turning by any angle puts every card on other pixels
and fills the corners with grey, so a card in a scene may be lost or misread there, but never for sure.
Corners may be off by a fiftieth of a card's long side in any one picture, so between two they may differ by
twice that.
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
from vision.measuring.golden import SURE
from vision.picture import load
from vision.reader import Reader, Seen

SCENES = Path(__file__).parent / "scenes"
NAMES = (
    "table-pale-wood", "deck-index-sans", "crossword", "deck-figure-box", "every-player", "tiles-rows",
    "tiles-crossword", "fan-wide", "crossword-white",
)  # fmt: skip
"""Plain scenes of several layouts, tiles and a hand among them: what a hard one holds is uncertain to begin
with."""
CORNERS = 2 * 0.02
"""Of the card's long side, in the middle of all cards."""

SIDES = 1.25
"""Times as far for square tiles, which show a side with their top."""

SEEN = 0.5
"""What the finder must be at the least of a card that must not be lost."""

Onto = NDArray[np.float64]
"""(2, 3) map from the pixels of the picture to those of the changed one."""


def _read(picture: Picture, name: str) -> Seen:
    return Reader.load().read(picture, "tiles" if name.startswith("tiles") else "cards")


@cache
def _scene(name: str) -> tuple[Picture, Seen]:
    picture = load(SCENES / f"{name}.jpg")
    return picture, _read(picture, name)


def _letters(seen: Observation) -> Counter[str]:
    return Counter(best[0] for card in seen.cards if (best := card.best))


def _sure(seen: Seen, least: float) -> Counter[str]:
    """Letters of which every card is clear to the speller, and to the finder as sure as `least`: of any
    other, the doubtful card may be the one lost."""
    cards = list(zip(seen.observation.cards, seen.pieces, strict=True))
    clear = {card.best[0]: True for card, _ in cards if card.best}
    for card, piece in cards:
        if card.best and (card.best[1] < SURE or piece.outline.score < least):
            clear[card.best[0]] = False
    return Counter({letter: 1 for letter, all_clear in clear.items() if all_clear})


def _doubtful(seen: Observation) -> bool:
    return any(card.best is None or card.best[1] < SURE for card in seen.cards if card.face == "up")


def _words(seen: Observation) -> Counter[str]:
    return Counter(word.text for word in arrange(seen, load_words()).words)


def _shifted(before: Seen, after: Seen, onto: Onto) -> float:
    """How far corners moved, median over the cards, as a share of the card's long side."""
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
    "smaller": lambda picture: _scaled(picture, 0.8),
    "much smaller": lambda picture: _scaled(picture, 0.6),
    "JPEG at 80": lambda picture: _stored(picture, ".jpg", cv2.IMWRITE_JPEG_QUALITY, 80),
    "JPEG at 60": lambda picture: _stored(picture, ".jpg", cv2.IMWRITE_JPEG_QUALITY, 60),
    "WebP at 70": lambda picture: _stored(picture, ".webp", cv2.IMWRITE_WEBP_QUALITY, 70),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", NAMES)
def test_letters_words_and_places_stay(name: str, change: str) -> None:
    picture, before = _scene(name)
    changed, onto = CHANGES[change](picture)
    after = _read(changed, name)
    lost = _letters(before.observation) - _letters(after.observation)
    assert lost.total() <= 1
    assert not lost & _sure(before, SEEN)
    assert not (_letters(after.observation) - _letters(before.observation)) & _sure(after, 0)
    words = _words(before.observation), _words(after.observation)
    assert (words[0] - words[1]).total() <= (
        2 if _doubtful(before.observation) or _doubtful(after.observation) else 0
    )
    assert _shifted(before, after, onto) < CORNERS * (SIDES if name.startswith("tiles") else 1)


@settings(max_examples=18, deadline=None)
@given(name=st.sampled_from(NAMES), angle=st.floats(-180, 180))
def test_turned_by_any_angle(name: str, angle: float) -> None:
    picture, before = _scene(name)
    changed = _turned(picture, angle)
    after = _read(changed, name).observation
    wanted, said = _letters(before.observation), _letters(after)
    assert (wanted - said).total() <= 1
    surplus = said - wanted
    sure = Counter(b[0] for card in after.cards if (b := card.best) and b[1] >= SURE)
    assert sum(max(0, sure[letter] - wanted[letter]) for letter in surplus) == 0


def _turned(picture: Picture, angle: float) -> Picture:
    """Turned about its middle into a picture large enough to hold all of it."""
    height, width = picture.shape[:2]
    onto = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    side = int(np.ceil(np.hypot(height, width)))
    onto[:, 2] += [(side - width) / 2, (side - height) / 2]
    out = cv2.warpAffine(picture, onto, (side, side), flags=cv2.INTER_CUBIC, borderValue=(114, 114, 114))
    return np.asarray(out, np.uint8)

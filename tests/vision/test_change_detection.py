"""Test that the changed parts of a photograph are found. Light and noise are no changes. To read only the
changed parts gives the same result as to read everything."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.shared.scene import LyingCard, Scene
from vision.change_detection import READINGS_PER_FULL_LOOK, _changed, change_mask, downscale, find_changes
from vision.crops import Pyramid
from vision.pieces.classify import Piece
from vision.pieces.detect import detect, detect_in_window
from vision.reader import PhotoReading, Reader
from vision.render.table import virtual_table
from vision.tensor_format import LETTERS

SIZE = (1280, 720)
LOOKS = ("classic", "modern", "club")


def _row(letters: str, y: float = 160) -> tuple[LyingCard, ...]:
    return tuple(LyingCard(letter, 110 + 59 * n, y) for n, letter in enumerate(letters))


def _small(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return downscale(Pyramid.of(picture))


def _letter_or_back(piece: Piece) -> str:
    return (
        "-"
        if piece.back_probability > piece.letter_probability
        else LETTERS[int(piece.probabilities.sum(0).argmax())]
    )


def _sure(piece: Piece) -> bool:
    return (
        piece.outline.score >= 0.5
        and max(piece.back_probability, float(piece.probabilities.sum(0).max())) >= 0.8
    )


def _same(one: Piece, two: Piece) -> bool:
    """Return True if both pieces have the same letter at the same place. Their corners may differ by a
    twenty-fifth of a card's length, since each reading may miss by a fiftieth."""
    gap = min(np.abs(np.roll(one.corners, k, 0) - two.corners).mean() for k in range(4))
    return _letter_or_back(one) == _letter_or_back(two) and bool(
        gap < 2 * 0.02 * np.hypot(*(one.corners[0] - one.corners[3]))
    )


def _missing(one: PhotoReading, two: PhotoReading) -> list[str]:
    """Return the sure pieces of the reading `one` that the reading `two` lacks. Doubtful pieces are left
    out, since noise alone may change them."""
    return [
        _letter_or_back(p)
        for p in one.pieces
        if _sure(p) and not any(_same(p, other) for other in two.pieces)
    ]


def test_noise_and_light_are_no_change_and_a_card_is() -> None:
    table, scene = virtual_table(SIZE, 3), Scene(800, 450, _row("CAT"))
    before = _small(table(scene, 0))
    assert not change_mask(before, _small(table(scene, 1))).any()
    dimmer = np.asarray(cv2.convertScaleAbs(table(scene, 2), alpha=0.96), np.uint8)
    assert not change_mask(before, _small(dimmer)).any()
    more = _small(table(replace(scene, cards=_row("CATS")), 3))
    assert change_mask(before, more).sum() > 20


def _exposed(picture: NDArray[np.uint8], gain: float, gamma: float = 1.0) -> NDArray[np.uint8]:
    return np.asarray(np.clip((picture / 255.0 * gain) ** gamma * 255, 0, 255), np.uint8)


@pytest.mark.parametrize(("gain", "gamma"), [(0.7, 1.0), (0.8, 1.15), (1.2, 0.9)])
def test_another_exposure_is_no_change_and_a_card_in_it_is(gain: float, gamma: float) -> None:
    table, scene = virtual_table(SIZE, 3), Scene(800, 450, _row("CAT"))
    more = replace(scene, cards=_row("CATS"))

    before, again = (_small(picture) for picture in (table(scene, 0), _exposed(table(scene, 1), gain, gamma)))
    light = change_mask(before, again)
    assert light.mean() < 0.01 < _changed(before, again).mean()
    odd = change_mask(before, _small(_exposed(table(more, 2), gain, gamma)))
    ys, xs = np.nonzero(odd)
    assert odd.sum() > 20 + light.sum()
    assert abs(float(np.median(xs)) * 800 / 320 - (110 + 59 * 3)) < 40
    assert abs(float(np.median(ys)) * 800 / 320 - 160) < 50


def test_only_the_neighbourhood_of_a_new_card_is_news() -> None:
    table, scene = virtual_table(SIZE, 3), Scene(800, 450, _row("CAT") + _row("DOG", 330))
    seen = Reader.load().read(table(scene, 0), "cards")
    assert seen.trace is not None
    picture = table(replace(scene, cards=(*scene.cards, LyingCard("S", 600, 330))), 1)
    new = find_changes(seen.trace, _small(picture), picture)
    assert new is not None
    assert len(new.kept_pieces) == len(seen.trace.classified)
    assert len(new.changed_places) == 1
    assert new.changed_places[0].holds(600 * SIZE[0] / 800, 330 * SIZE[1] / 450)


def test_a_still_table_is_seen_as_before_until_all_is_read_again() -> None:
    table, scene, reader = virtual_table(SIZE, 3), Scene(800, 450, _row("CAT")), Reader.load()
    first = seen = reader.read(table(scene, 0), "cards")
    for frame in range(1, READINGS_PER_FULL_LOOK):
        seen = reader.read(table(scene, frame), "cards", seen)
        assert seen.observation is first.observation
    assert (
        reader.read(table(scene, READINGS_PER_FULL_LOOK), "cards", seen).observation is not first.observation
    )


def test_what_was_said_of_another_table_is_not_kept() -> None:
    table, scene, reader = virtual_table(SIZE, 3), Scene(800, 450, _row("CAT")), Reader.load()
    picture = table(scene, 0)
    seen = reader.read(picture, "cards")
    assert reader.read(picture, "tiles", seen).observation is not seen.observation
    smaller = np.asarray(cv2.resize(picture, (960, 540), interpolation=cv2.INTER_AREA), np.uint8)
    assert reader.read(smaller, "cards", seen).observation is not seen.observation


def _moves(rng: np.random.Generator) -> list[tuple[LyingCard, ...]]:
    """Return tables on which cards are laid one by one, touching or apart, then moved, exchanged, turned
    over and removed."""
    letters = rng.permutation(list(LETTERS[:26]))[:7]
    y, tilt = float(rng.uniform(100, 350)), float(rng.normal(0, 3))
    x = 120 + np.cumsum(rng.choice([58, 80], len(letters)))
    cards = [
        LyingCard(str(letter), float(x[n]), y + float(rng.normal(0, 3)), tilt)
        for n, letter in enumerate(letters)
    ]
    laid = [tuple(cards[:n]) for n in range(3, 7)]
    last, one = laid[-1], int(rng.integers(5))
    others = last[:one] + last[one + 1 :]
    return [
        *laid,
        (*others, replace(last[one], y=440 - y, angle=180)),
        (*others, replace(last[one], letter=str(letters[6]))),
        (*others, replace(last[one], face_up=False)),
        others,
    ]


@pytest.mark.parametrize("breathes", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_reading_only_what_is_new_gives_what_reading_everything_gives(seed: int, breathes: bool) -> None:
    """Each picture is read with the reading of the last one at hand. The result is that of reading the
    whole picture. With `breathes` the camera changes its exposure."""
    rng, reader = np.random.default_rng(seed), Reader.load()
    table, seen = virtual_table(SIZE, seed, LOOKS[seed]), None
    for frame, cards in enumerate(_moves(rng)):
        picture = table(Scene(800, 450, cards), frame)
        if breathes:
            picture = _exposed(picture, (1.0, 0.75, 1.1, 0.85)[frame % 4])
        seen = reader.read(picture, "cards", seen)
        whole = reader.read(picture, "cards")
        assert _missing(seen, whole) == _missing(whole, seen) == []
        assert sum(map(_sure, seen.pieces)) >= len(cards) // 2


def test_a_card_laid_over_another_leaves_it_known_by_its_corner_letter() -> None:
    table, reader = virtual_table(SIZE, 1, LOOKS[1]), Reader.load()
    under, over = LyingCard("R", 300, 220, 2), LyingCard("P", 316, 221, 2)
    before = reader.read(table(Scene(800, 450, (LyingCard("B", 120, 220, 2), under)), 0), "cards")
    both = reader.read(table(Scene(800, 450, (LyingCard("B", 120, 220, 2), under, over)), 1), "cards", before)
    assert sorted(_letter_or_back(piece)[0] for piece in both.pieces) == ["B", "P", "R"]


def test_a_window_shows_what_the_whole_picture_shows() -> None:
    """If the reader looks only at a window around a lone card, it finds the card with the same place and
    score as in the whole picture."""
    for seed, letter in enumerate("MEBIT"):
        scene = Scene(800, 450, (LyingCard(letter, 90 + 150 * seed, 225),))
        picture = virtual_table((1280, 720), seed)(scene, seed)
        (whole,) = detect(picture, min_heat=0.5)
        x, y, far = whole.x, whole.y, whole.height
        (part,) = detect_in_window(picture, (x - far, y - far, x + far, y + far), min_heat=0.4)
        assert abs(part.score - whole.score) < 0.05
        assert np.hypot(part.x - x, part.y - y) < 1.5

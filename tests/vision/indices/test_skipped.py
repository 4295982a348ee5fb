"""Corner letters that the spotter passed over in a fan of even steps."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.scene import Lying, Scene
from vision.codes import LETTERS
from vision.crops import Pyramid
from vision.indices.skipped import skipped
from vision.indices.spots import FLOOR, Spot, spotted
from vision.pieces.closer import Box
from vision.render.table import virtual_table

LONG = 89 * 2304 / 800


def _fan(word: str, look: str = "classic", steps: Sequence[float] = (9,) * 9) -> tuple[Pyramid, list[Spot]]:
    """A hand fanned out in these degrees a card, and its corner letters from the left to the right."""
    turns = np.cumsum([0.0, *steps])[: len(word)]
    turns -= turns.mean()
    laid = tuple(
        Lying(
            letter, 400 + 130 * float(np.sin(turn)), 330 - 130 * float(np.cos(turn)), float(np.degrees(turn))
        )
        for letter, turn in zip(word, np.radians(turns), strict=True)
    )
    picture = virtual_table((2304, 1296), len(word), look)(Scene(800, 450, laid), 1)
    pyramid = Pyramid.of(picture)
    height, width = picture.shape[:2]
    spots = spotted(pyramid, Box(0, 0, width, height), LONG, 240 / LONG)
    upper = [spot for spot in spots if spot.up[1] < -0.7 and spot.chances.max() > 0.9 and spot.score > 0.4]
    return pyramid, sorted(upper, key=lambda spot: float(spot.corner[0]))


@pytest.mark.parametrize(("word", "lost"), [("MARBLED", 3), ("THUNDER", 2), ("PLAYING", 4)])
def test_a_letter_that_was_not_spotted_is_read_where_the_fan_has_room_for_it(word: str, lost: int) -> None:
    pyramid, spots = _fan(word)
    assert "".join(LETTERS[spot.letter] for spot in spots) == word
    assert skipped(pyramid, spots, LONG) == []
    gone = spots.pop(lost)
    (found,) = skipped(pyramid, spots, LONG)
    assert found.letter == gone.letter
    assert np.hypot(*(found.corner - gone.corner)) < 0.03 * LONG
    assert float(found.up @ gone.up) > 0.98
    assert found.score == FLOOR


def test_where_no_card_lies_in_a_fans_gap_nothing_is_read() -> None:
    pyramid, spots = _fan("MARLED", steps=(9, 9, 18, 9, 9))
    assert "".join(LETTERS[spot.letter] for spot in spots) == "MARLED"
    assert skipped(pyramid, spots, LONG) == []


def test_two_letters_alone_or_unsure_ones_tell_no_steps() -> None:
    pyramid, spots = _fan("MARBLED")
    assert skipped(pyramid, [spots[0], spots[2]], LONG) == []
    doubted = [replace(spot, chances=0.5 * spot.chances) for spot in spots[:2] + spots[3:]]
    assert skipped(pyramid, doubted, LONG) == []

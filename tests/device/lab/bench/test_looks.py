"""Test the bench for the size of the reader's first look, which trades distance for speed. A picture is
read in several sizes, and each reading is compared with the same true cards."""

from pathlib import Path

import numpy as np
import pytest

from device.lab.bench import looks
from device.lab.bench.crowd import crowded, truths
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece
from vision.reader import Reader


@pytest.mark.parametrize("width", [960, 4000])
def test_a_shrunk_table_is_held_against_its_truth_at_that_size(width: int) -> None:
    row = looks.row(Reader.load(), [looks._rendered("classic", 0)], "cards", width)
    assert (row["found"], row["right"], row["false"]) == (1, 1, 0)
    assert row["ms"] > 0


def test_photographs_are_shrunk_and_never_enlarged() -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    assert looks.shrunk(picture, 200).shape == (150, 200, 3)
    assert looks.shrunk(picture, 400) is picture


def test_what_a_look_takes_is_told_by_that_of_the_usual_one() -> None:
    ways = {str(look): (Reader.load(look_pixels=look), 2304) for look in (320, 640)}
    took = looks._ratios(ways, np.full((90, 160, 3), 120, np.uint8), 2)
    assert took["640"]["times"] == {"wall": 1, "processor": 1}
    assert took["320"]["ms"]["processor"] > 0


def test_the_crowded_table_is_held_against_what_lies_there() -> None:
    row = looks.row(
        Reader.load(look_pixels=320), [(crowded((1280, 720)), _crowd((1280, 720)))], "cards", 2304
    )
    assert row["pieces"] == 43
    assert row["found"] > 0.2


def _crowd(size: tuple[int, int]) -> LabelledPhoto:
    return LabelledPhoto(Path("crowded"), truths(size))


def test_what_lies_there_shrinks_with_it() -> None:
    quad = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    half = looks.scaled_labels(LabelledPhoto(Path("a"), (LabelledPiece("A", quad),), (("A", (0,)),)), 0.5)
    assert half.pieces[0].quad.tolist() == (quad / 2).tolist()
    assert (half.pieces[0].letter, half.words) == ("A", (("A", (0,)),))

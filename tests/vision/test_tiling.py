"""Test that a network gives the same result, to the bit, on parts of a picture as on the whole."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.network import RECEPTIVE_FIELDS, run, run_at_once
from vision.tensor_format import Floats
from vision.tiling import ReceptiveField, choose_tiles, run_tiled

SIGHT = ReceptiveField(96, 80, 16, 200_000)


def _noise(height: int, width: int) -> NDArray[np.uint8]:
    return np.random.default_rng(1).integers(0, 256, (1, height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize(
    ("name", "size", "most"), [("finder", (608, 832), 350_000), ("spotter", (320, 592), 90_000)]
)
def test_parts_say_what_the_whole_says(name: str, size: tuple[int, int], most: int) -> None:
    """A network gives the same output for a picture divided into tiles as for the whole. The picture is
    noise, so a tile with too small a margin would change some value."""
    picture, shown = _noise(*size), list[int]()

    def counted(pictures: NDArray[np.uint8]) -> list[Floats]:
        shown.append(pictures.shape[1] * pictures.shape[2])
        return run_at_once(name, pictures)

    (parts,) = run_tiled(counted, picture, replace(RECEPTIVE_FIELDS[name], max_pixels=most))
    assert len(shown) > 1
    assert max(shown) <= most
    assert np.array_equal(parts, run_at_once(name, picture)[0])


def test_a_large_picture_is_never_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []

    def watched(name: str, pictures: NDArray[np.uint8]) -> list[Floats]:
        shown.append(pictures.shape[1] * pictures.shape[2])
        return [np.zeros((1, 5, pictures.shape[1] // 4, pictures.shape[2] // 4), np.float32)]

    monkeypatch.setattr("vision.network.run_at_once", watched)
    (maps,) = run("spotter", _noise(1088, 1744))
    assert maps.shape == (1, 5, 272, 436)
    assert max(shown) <= RECEPTIVE_FIELDS["spotter"].max_pixels


@pytest.mark.parametrize("size", [(320, 480), (1024, 1792), (1376, 1376), (112, 16_000)])
def test_every_place_is_some_part_s_own(size: tuple[int, int]) -> None:
    for side, spans in zip(size, choose_tiles(*size, SIGHT), strict=True):
        assert [span.start for span in spans] == [0, *(span.stop for span in spans[:-1])]
        assert spans[-1].stop == side
        assert all(span.start % SIGHT.grid == 0 == span.low % SIGHT.grid for span in spans)
        assert all(span.low == max(0, span.start - 96) for span in spans)
        assert all(span.high == min(side, span.stop + 80) for span in spans)


def test_what_fits_is_left_whole() -> None:
    down, across = choose_tiles(320, 480, SIGHT)
    assert len(down) == len(across) == 1


def test_where_no_parts_are_small_enough_the_smallest_are_taken() -> None:
    tiny = replace(SIGHT, max_pixels=1)
    down, across = choose_tiles(640, 640, tiny)
    assert len(down) * len(across) > 4

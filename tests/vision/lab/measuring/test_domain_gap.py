"""Test the figures for rendered pictures, which are compared with photographs: one line counts all pieces,
another only the pieces as large and as open to view as those of labelled photographs."""

from pathlib import Path

import numpy as np
import pytest

from engine.observation import Observation
from vision.geometry.rectification import rectify
from vision.lab.measuring.domain_gap import RenderedTally, table
from vision.lab.training.calibrate import labelled
from vision.reader import PhotoReading
from vision.render.pieces import Kind
from vision.render.sample import PieceTruth


def _label(kind: Kind, height: float, visible: float = 1.0) -> PieceTruth:
    quad = np.array([[100, 100], [160, 100], [160, 100 + height], [100, 100 + height]], np.float32)
    return PieceTruth("A", kind, quad, quad.mean(0), visible, True, False, quad)


def _rows(labels: tuple[PieceTruth, ...], width: int) -> dict[str, float]:
    """Return how many labelled pieces of a rendered picture each row of the table of figures counts, by the
    row's name. The reader has found nothing in this picture."""
    plane = rectify(np.zeros((0, 4, 2), np.float32), width, 540)
    rendered = RenderedTally()
    seen = PhotoReading(width, 540, (), plane, Observation(1, 1, (), ()))
    rendered.add(labelled(Path("000000.jpg"), labels), labels, seen)
    return {name: row["pieces"] for name, row in rendered.rows()}


@pytest.mark.parametrize(
    ("label", "width", "plain"),
    [
        (_label("card", 90), 960, 1),
        (_label("card", 80), 960, 0),  # too few pixels
        (_label("card", 90), 1920, 0),  # too small in its picture
        (_label("card", 90, visible=0.9), 960, 0),
    ],
)
def test_a_small_or_covered_card_is_not_plain_to_see(label: PieceTruth, width: int, plain: int) -> None:
    assert _rows((label,), width) == {
        "rendered cards": 1, "rendered cards, plain to see": plain,
        "rendered tiles": 0, "rendered tiles, plain to see": 0,
    }  # fmt: skip


def test_a_picture_with_a_tile_is_one_of_tiles() -> None:
    assert _rows((_label("tile", 90),), 960)["rendered tiles"] == 1


def test_the_table_has_a_line_for_every_row() -> None:
    row = {"pieces": 2066, "found": 0.948, "right": 1.0, "sure_and_wrong": 0.0074, "false": 35}
    said = table({"rendered cards": row | {"corner_error": 0.0341, "ece": 0.0213}})
    assert (
        said.splitlines()[2] == "| rendered cards | 2,066 | 94.8 % | 100.0 % | 0.7 % | 35 | 3.4 % | 2.1 % |"
    )

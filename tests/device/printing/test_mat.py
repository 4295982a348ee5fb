"""Test the printed mat: sizes in millimetres, joints that spare the marks, and no mark read as a card."""

import cv2
import numpy as np
import pytest

from device.printing.mat import mat_pdf, tiling
from device.printing.paper import PAPERS
from engine.shared.mat import LARGE_MAT, MATS, SMALL_MAT, Mat
from tests.device.printing.sheets import pages, sizes
from vision.crops import Picture
from vision.geometry.mat import find, find_marks
from vision.reader import Reader


@pytest.mark.parametrize("mat", MATS.values(), ids=MATS)
def test_in_one_piece_the_page_is_the_mat(mat: Mat) -> None:
    assert sizes(mat_pdf(mat, None)) == [pytest.approx((mat.width, mat.height), abs=0.05)]


@pytest.mark.parametrize(
    ("mat", "paper", "many"),
    [
        (LARGE_MAT, "A4", 9),
        (LARGE_MAT, "A3", 4),
        (LARGE_MAT, "Letter", 9),
        (SMALL_MAT, "A3", 1),
        (SMALL_MAT, "A4", 2),
    ],
)
def test_as_few_sheets_as_will_do(mat: Mat, paper: str, many: int) -> None:
    sheet = PAPERS[paper]
    found = sizes(mat_pdf(mat, sheet))
    assert len(found) == many
    for size in found:
        assert sorted(size) == pytest.approx([sheet.width, sheet.height], abs=0.05)


def _joined(mat: Mat, paper: str, fine: float) -> Picture:
    """Cut the printed sheets of a mat and lay them edge to edge, as the notes on them say. Return a picture
    of the mat."""
    way = tiling(mat, PAPERS[paper])
    wide, tall = mat.width / way.columns, mat.height / way.rows
    left, top = (way.width - wide) / 2, (way.height - tall) / 2
    whole = np.full(
        (round(mat.height * fine) + 200, round(mat.width * fine) + 200, 3), (60, 90, 130), np.uint8
    )
    for n, page in enumerate(pages(mat_pdf(mat, PAPERS[paper]), fine)):
        row, column = divmod(n, way.columns)
        part = page[
            round(top * fine) : round((top + tall) * fine), round(left * fine) : round((left + wide) * fine)
        ]
        y, x = round(row * tall * fine) + 100, round(column * wide * fine) + 100
        whole[y : y + part.shape[0], x : x + part.shape[1]] = part
    return whole


@pytest.mark.parametrize(("mat", "paper"), [(LARGE_MAT, "A4"), (LARGE_MAT, "A3"), (SMALL_MAT, "A4")])
def test_joined_sheets_are_one_mat(mat: Mat, paper: str) -> None:
    lie = find(_joined(mat, paper, 1.6))
    assert lie is not None
    assert len(lie.found) == len(mat.marks)
    assert lie.error < 0.5
    assert 1 / np.hypot(lie.matrix[0, 0], lie.matrix[1, 0]) * lie.matrix[2, 2] == pytest.approx(1.6, rel=0.01)


def test_a_bare_mat_has_no_cards() -> None:
    (page,) = pages(mat_pdf(LARGE_MAT, None), 1.5)
    wider = cv2.copyMakeBorder(page, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(60, 90, 130))
    table = np.asarray(wider, np.uint8)
    assert len(find_marks(table)) == len(LARGE_MAT.marks)
    seen = Reader.load().read(table, "cards")
    assert seen.pieces == ()
    assert seen.plane.width == pytest.approx(LARGE_MAT.width + 120 / 1.5, abs=2)

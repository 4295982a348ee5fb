"""Test the printed deck: sizes in millimetres, and every card read back by the table's own reader."""

from functools import cache, partial
from typing import Any

import cv2
import numpy as np
import pytest

from device.printing.deck import deck_pdf, sheets
from device.printing.paper import CARD_SIZES, PAPERS, SheetLayout, grid
from engine.cards import LETTERS, MASTER, PACKS
from tests.device.printing.sheets import FINE, laid, pages, sizes
from vision.crops import Picture
from vision.pieces.classify import Piece, iou
from vision.reader import Reader
from vision.tensor_format import LETTERS as READ

PACK = PACKS["waddingtons"]
CARD = CARD_SIZES["57x89"]


@cache
def _printed(paper: str, backs: bool) -> tuple[SheetLayout, list[Picture]]:
    return grid(PAPERS[paper], CARD), pages(deck_pdf(PACK, PAPERS[paper], CARD, backs))


def _says(piece: Piece) -> str:
    return (
        "back"
        if piece.back_probability > piece.letter_probability
        else READ[int(piece.probabilities.sum(0).argmax())]
    )


def _read(table: Picture, quads: list[Any]) -> list[str]:
    """Return the letter that is read at each of `quads`. Check that the picture has no other pieces."""
    seen = Reader.load().read(table, "cards").pieces
    assert len(seen) == len(quads)
    nearest = [max(seen, key=lambda piece, quad=quad: iou(quad, piece.corners)) for quad in quads]  # type: ignore[misc]
    return [_says(piece) for piece in nearest]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_face_is_read_back(paper: str) -> None:
    way, printed = _printed(paper, False)
    cards = PACK.cards()
    for start in range(0, 27, 9):
        some = (LETTERS + MASTER)[start : start + 9]
        cut = [(printed[n // way.size], way.cell(n % way.size)) for n in map(cards.index, some)]
        assert "".join(_read(*laid(cut, way, CARD, start))) == some


def test_the_last_sheet_s_back_is_read_as_a_back_and_lies_behind_its_face() -> None:
    way, printed = _printed("A4", True)
    last = (PACK.size - 1) % way.size
    cut = [(printed[-1], way.behind(n)) for n in range(last + 1)]
    assert _read(*laid(cut, way, CARD, 1)) == ["back"] * len(cut)
    for n in range(last + 1, way.size):
        cell = way.behind(n)
        x, y = round((cell.x + way.width / 2) * FINE), round((cell.y + way.height / 2) * FINE)
        assert (printed[-1][y - 50 : y + 50, x - 50 : x + 50] == 255).all()


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_are_the_paper_s_size_and_every_second_is_a_back(paper: str) -> None:
    sheet = PAPERS[paper]
    one, both = deck_pdf(PACK, sheet, CARD, backs=False), deck_pdf(PACK, sheet, CARD)
    assert len(sizes(both)) == 2 * len(sizes(one)) == 2 * sheets(PACK, sheet, CARD)
    for width, height in sizes(both):
        assert (width, height) == pytest.approx((sheet.width, sheet.height), abs=0.05)


def test_cutting_marks_stand_a_card_apart() -> None:
    way, printed = _printed("A4", False)
    above = printed[0][round((way.top - 3) * FINE)].min(axis=1)
    marks = np.flatnonzero(above < 200) / FINE
    lines = [group.mean() for group in np.split(marks, np.flatnonzero(np.diff(marks) > 1) + 1)]
    assert np.diff(lines) == pytest.approx([57.0] * 3, abs=0.2)
    aside = printed[0][:, round((way.left - 3) * FINE)].min(axis=1)
    marks = np.flatnonzero(aside < 200) / FINE
    lines = [group.mean() for group in np.split(marks, np.flatnonzero(np.diff(marks) > 1) + 1)]
    assert np.diff(lines) == pytest.approx([89.0] * 3, abs=0.2)


def _cut_out(letter: str) -> Picture:
    """Return the picture of one card of the printed sheets: the first card of the pack with this letter."""
    way, printed = _printed("A4", False)
    n = PACK.cards().index(letter)
    cell = way.cell(n % way.size)
    x, y = round(cell.x * FINE), round(cell.y * FINE)
    return printed[n // way.size][y : y + round(89 * FINE), x : x + round(57 * FINE)]


def _dark(face: Picture, top: float, foot: float, left: float, right: float) -> Any:
    """Return the dark pixels in a part of a card's face as a mask. The edges of the part are in
    millimetres."""
    part = face[round(top * FINE) : round(foot * FINE), round(left * FINE) : round(right * FINE)]
    return (part.max(axis=2) < 130) if part.size else part


@pytest.mark.parametrize("letter", "MWNZ")
def test_letters_that_turn_into_others_are_underlined_in_the_middle_and_in_the_corner(letter: str) -> None:
    face = _cut_out(letter)
    assert _dark(face, 60, 64, 12, 45).mean(axis=1).max() > 0.4
    assert _dark(face, 14, 15.2, 4, 15).mean(axis=1).max() > 0.35


@pytest.mark.parametrize("letter", "AEHIOSXB")
def test_other_letters_are_not(letter: str) -> None:
    face = _cut_out(letter)
    assert not _dark(face, 60, 63, 12, 45).any()
    assert not _dark(face, 14, 15.2, 5, 15).any()


@pytest.mark.parametrize("letter", "AQZ" + MASTER)
def test_the_figure_is_red_and_stands_in_two_corners_turned(letter: str) -> None:
    face = _cut_out(letter).astype(int)
    red = (face[:, :, 2] > 150) & (face[:, :, :2].max(axis=2) < 90)
    corner = red[round(16 * FINE) : round(22.5 * FINE), : round(16 * FINE)]
    assert 0.02 < corner.mean() < 0.3
    opposite = red[::-1, ::-1][round(16 * FINE) : round(22.5 * FINE), : round(16 * FINE)]
    assert opposite.mean() == pytest.approx(corner.mean(), rel=0.15)


def test_a_back_is_the_same_after_half_a_turn() -> None:
    way, printed = _printed("A4", True)
    cell = way.cell(4)
    x, y = cell.x * FINE, cell.y * FINE
    sharp = printed[1][round(y) : round(y + 89 * FINE), round(x) : round(x + 57 * FINE)]
    # Blurred, as fine lines meet the page's pixels differently on both sides. A shifted pixel gives 7.
    back = cv2.GaussianBlur(sharp, (0, 0), FINE / 2).astype(int)
    assert np.abs(back - back[::-1, ::-1]).mean() < 4
    assert back.std() > 40


def test_copies_follow_one_another_and_the_same_deck_gives_the_same_bytes() -> None:
    make = partial(deck_pdf, PACK, PAPERS["A4"], CARD, backs=False)
    assert len(sizes(make(copies=2))) == -(-2 * PACK.size // 9)
    assert make() == make()

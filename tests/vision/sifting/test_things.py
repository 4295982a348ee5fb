"""Cards drawn on the lid of a carton, and real ones on a notebook, a mat, a table."""

import cv2
import numpy as np
import pytest

from tests.vision.indices.laid import piece_at
from vision.codes import Floats
from vision.crops import Picture, Pyramid
from vision.pieces.letters import Piece
from vision.plane.flatten import Plane
from vision.sifting.things import without_things

LID = np.array([[400, 200], [640, 200], [640, 520], [400, 520]], np.float32)
INK, PAPER, VIOLET, WOOD = (40, 35, 30), (240, 245, 248), (130, 70, 80), (70, 110, 160)


def _drawn(turn: float = 0.0, count: int = 2, wide: float = 60.0) -> list[Floats]:
    """Quads of cards 80 high side by side in the lid's upper half, turned against it by so many degrees."""
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32)
    corners = np.array([[0, 0], [wide, 0], [wide, 80], [0, 80]], np.float32)
    start = np.array([520 - count * wide / 2, 240], np.float32)
    middle = start + np.array([count * wide / 2, 40], np.float32)
    each = (start + np.array([n * wide, 0], np.float32) + corners for n in range(count))
    return [np.asarray((quad - middle) @ spin + middle, np.float32) for quad in each]


def _picture(quads: list[Floats], lid: Floats = LID, name: bool = True) -> Picture:
    picture = np.full((720, 1280, 3), WOOD, np.uint8)
    cv2.fillConvexPoly(picture, lid.astype(np.int32), VIOLET)
    for quad in quads:
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), PAPER)
        x, y = quad.mean(0).astype(int).tolist()
        cv2.putText(picture, "B", (x - 16, y + 16), 0, 1.6, INK, 4)
    if name:
        cv2.putText(picture, "WORDS", (440, 430), 0, 1.7, PAPER, 8)
    noise = np.random.default_rng(2).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def _left(picture: Picture, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return without_things(Pyramid.of(picture), pieces, Plane(np.eye(3), 1280, 720))


def _read(quads: list[Floats]) -> tuple[Piece, ...]:
    return tuple(piece_at(quad, "B") for quad in quads)


@pytest.mark.parametrize("light", [1.0, 0.4])
@pytest.mark.parametrize("degrees", [0.0, 3.0])
def test_cards_drawn_on_a_lid_are_none(light: float, degrees: float) -> None:
    quads = _drawn(np.radians(degrees))
    picture = np.asarray(_picture(quads) * light, np.uint8)
    assert _left(picture, _read(quads)) == ()


TABLE = np.array([[-5, -5], [1290, -5], [1290, 730], [-5, 730]], np.float32)
MAT = np.array([[60, 60], [1220, 60], [1220, 660], [60, 660]], np.float32)


@pytest.mark.parametrize(
    ("quads", "lid", "name"),
    [
        (_drawn(), LID, False),  # a plain notebook
        (_drawn(np.radians(20)), LID, True),  # laid there, and not along its sides
        (_drawn(), MAT, True),
        (_drawn(), TABLE, True),
        (_drawn(wide=80), LID, True),  # tiles on a board
    ],
)
def test_real_cards_stay_whatever_they_lie_on(quads: list[Floats], lid: Floats, name: bool) -> None:
    pieces = _read(quads)
    assert _left(_picture(quads, lid, name), pieces) == pieces


def test_where_more_lie_some_are_real() -> None:
    quads = _drawn(count=7, wide=30)
    pieces = _read(quads)
    assert _left(_picture(quads), pieces) == pieces
    assert _left(_picture([]), ()) == ()


@pytest.mark.parametrize("slip", [0, 430])
@pytest.mark.parametrize(("high", "stay"), [(130.0, False), (85.0, True)])
def test_beside_real_cards_smaller_ones_on_a_lid_are_none(high: float, stay: bool, slip: int) -> None:
    """The photograph's rim may cut the lid then; and what is as large as the others is one of them."""
    left = np.array([slip, 0], np.float32)
    corners = np.array([[0, 0], [0.7, 0], [0.7, 1], [0, 1]], np.float32) * high
    real = [corners + np.array([800 + 0.7 * n * high, 500], np.float32) for n in range(3)]
    quads = [*(quad - left for quad in _drawn()), *real]
    pieces = _read(quads)
    picture = _picture(quads, LID - left, name=False)
    cv2.putText(picture, "WORDS", (440 - slip, 430), 0, 1.7, PAPER, 8)
    assert _left(picture, pieces) == (pieces if stay else pieces[2:])

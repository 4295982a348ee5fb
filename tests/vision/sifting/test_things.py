"""Cards drawn on the lid of a carton, and real ones on a notebook, a mat, a table."""

import cv2
import numpy as np
import pytest

from tests.vision.indices.laid import piece_at
from vision.codes import Floats
from vision.crops import Picture, Pyramid
from vision.pieces.letters import Piece
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


def _read(quads: list[Floats]) -> tuple[Piece, ...]:
    return tuple(piece_at(quad, "B") for quad in quads)


@pytest.mark.parametrize("light", [1.0, 0.4])
@pytest.mark.parametrize("degrees", [0.0, 3.0])
def test_cards_drawn_on_a_lid_are_none(light: float, degrees: float) -> None:
    quads = _drawn(np.radians(degrees))
    picture = np.asarray(_picture(quads) * light, np.uint8)
    assert without_things(Pyramid.of(picture), _read(quads)) == ()


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
    assert without_things(Pyramid.of(_picture(quads, lid, name)), pieces) == pieces


def test_where_more_lie_some_are_real() -> None:
    quads = _drawn(count=7, wide=30)
    pieces = _read(quads)
    assert without_things(Pyramid.of(_picture(quads)), pieces) == pieces
    assert without_things(Pyramid.of(_picture([])), ()) == ()

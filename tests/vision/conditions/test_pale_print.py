"""Test that pale print on white paper is reported as a lamp's glare, or as a picture that is too bright
everywhere."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.shared.condition import Glare, TooBright
from tests.vision.conditions.tables import LOOKS, SIZE, laid, rng, seen, table, where
from vision.conditions import conditions
from vision.crops import Picture
from vision.lab.render.degradations import mirrored, overexposed
from vision.picture import load
from vision.reader import Reader
from vision.tensor_format import Floats

SCENES = Path(__file__).parents[1] / "scenes"


def inside(quad: Floats, where: object) -> bool:
    """Return True if the centre of the polygon lies on the card. The polygon is in shares of the picture,
    the card in pixels."""
    middle = (np.array(where) * SIZE).mean(0)
    return cv2.pointPolygonTest(quad, (float(middle[0]), float(middle[1])), False) > 0


def whitened(picture: Picture, quad: Floats, reach: float) -> Picture:
    """Return the picture with a white spot on the middle of a card. `reach` is the radius of the spot, a
    share of the card's long side; its edge is soft."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    middle, long = quad.mean(0), float(np.hypot(*(quad[0] - quad[3])))
    share = np.clip(1.5 - np.hypot(x - middle[0], y - middle[1]) / (reach * long), 0, 1)[..., None]
    return np.asarray(picture * (1 - share) + 255 * share, np.uint8)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("card", [0, 6, 12])
def test_a_lamp_mirrored_on_bright_paper_is_found_by_the_print_it_whitens(look: str, card: int) -> None:
    quads = where(laid(), look)
    (found,) = conditions(mirrored(rng(), table(look), quads[card]), seen(quads), None)
    assert isinstance(found.fact, Glare)
    assert found.fact.card == card
    assert inside(quads[card], found.where)


@pytest.mark.parametrize("card", [2, 8])
def test_so_it_is_where_all_paper_is_burnt_out(card: int) -> None:
    quads = where(laid(), "classic")
    bright = overexposed(table("classic"), 1.15)
    assert conditions(bright, seen(quads), None) == ()
    (found,) = conditions(whitened(bright, quads[card], 0.22), seen(quads), None)
    assert found.fact == Glare(card, found.fact.share if isinstance(found.fact, Glare) else 0)
    assert inside(quads[card], found.where)


@pytest.mark.parametrize("colour", [(255, 255, 255), (60, 60, 220), (200, 80, 60)])
def test_a_blank_card_and_one_of_another_ink_are_no_glare(colour: tuple[int, int, int]) -> None:
    quads = where(laid(), "classic")
    picture = overexposed(table("classic"), 1.15)
    paper = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(paper, np.round(quads[3] + (quads[3].mean(0) - quads[3]) * 0.1).astype(np.int32), 1)
    black = (picture.min(2) < 160) & (paper > 0)
    picture[cv2.dilate(black.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0] = colour
    assert conditions(picture, seen(quads), None) == ()


def added(picture: Picture, quad: Floats, paper: float, ink: float) -> Picture:
    """Return the picture with grey light added on a card: the share `paper` of full white on bare paper,
    and the share `ink` on print."""
    card = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(card, np.round(quad).astype(np.int32), 1)
    print_ = (picture.min(2, keepdims=True) < 110).astype(np.float64)
    light = (paper * (1 - print_) + ink * print_) * card[..., None]
    return np.asarray(255 * np.clip((picture / 255) ** 2.2 + light, 0, 1) ** (1 / 2.2), np.uint8)


@pytest.mark.parametrize("look", LOOKS)
def test_light_that_came_to_print_and_paper_alike_is_a_lamp_and_pale_print_alone_is_not(look: str) -> None:
    quads = where(laid(), look)
    dim = np.asarray(table(look) * 0.75, np.uint8)
    assert conditions(dim, seen(quads), None) == ()
    (found,) = conditions(added(dim, quads[6], 0.2, 0.2), seen(quads), None)
    assert isinstance(found.fact, Glare)
    assert found.fact.card == 6
    assert conditions(added(dim, quads[6], 0.0, 0.2), seen(quads), None) == ()


def test_half_a_card_that_alone_is_white_is_no_glare_while_its_print_is_black() -> None:
    quads = where(laid(), "classic")
    dim = np.asarray(table("classic") * 0.8, np.uint8)
    a, b, c, d = quads[6]
    half = np.array([a, b, (b + c) / 2, (a + d) / 2], np.float32)
    assert conditions(added(dim, half, 0.6, 0.0), seen(quads), None) == ()
    (found,) = conditions(added(dim, half, 0.6, 0.6), seen(quads), None)
    assert isinstance(found.fact, Glare)


@cache
def reader() -> Reader:
    return Reader.load()


@pytest.mark.parametrize(
    ("scene", "least"), [("light-glare", 2), ("light-glare-window", 4), ("card-glossy", 1)]
)
def test_the_lamps_and_windows_of_the_golden_scenes_are_told(scene: str, least: int) -> None:
    picture = load(SCENES / f"{scene}.jpg")
    found = conditions(picture, reader().read(picture), None)
    assert {c.kind for c in found} == {"glare"}
    assert len(found) >= least


def test_much_of_the_picture_plain_white_is_told_and_serious_when_nothing_can_be_read() -> None:
    quads = where(laid(), "modern")
    bright = overexposed(table("modern"), 1.4)
    for sure, severity in ((1.0, "minor"), (0.4, "serious")):
        (found,) = conditions(bright, seen(quads, sure), None)
        assert isinstance(found.fact, TooBright)
        assert found.fact.share > 0.7
        assert (found.severity, found.where) == (severity, ())


def test_a_white_picture_is_too_bright() -> None:
    white = np.full((*SIZE[::-1], 3), 255, np.uint8)
    for nothing in (None, seen([])):
        (found,) = conditions(white, nothing, None)
        assert (found.kind, found.severity) == ("too bright", "serious")


def test_a_bright_red_cloth_is_not() -> None:
    cloth = np.zeros((*SIZE[::-1], 3), np.uint8)
    cloth[:] = 40, 50, 255
    assert conditions(cloth, None, None) == ()

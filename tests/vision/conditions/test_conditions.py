"""Test that each fault of a picture is found where it is, and that good pictures have none."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.shared.condition import CutOff, Glare, Moved, OutOfFocus, TooDark
from engine.shared.scene import Arm, Scene
from tests.vision.conditions.tables import LOOKS, SIZE, laid, long_side, rng, seen, table, where
from vision.conditions import conditions, reference
from vision.conditions.monitor import MonitorState, monitor_picture
from vision.crops import Picture
from vision.lab.render.degradations import dimmed, knocked, mirrored, smeared, unfocused
from vision.render.table import virtual_table
from vision.tensor_format import Floats


@pytest.mark.parametrize("look", LOOKS)
def test_a_good_picture_has_no_faults_whatever_the_table(look: str) -> None:
    quads = where(laid(), look)
    before = reference(table(look), seen(quads))
    assert conditions(table(look), seen(quads), before) == ()


@pytest.mark.parametrize("look", LOOKS)
def test_an_empty_table_is_no_fault(look: str) -> None:
    assert conditions(virtual_table(SIZE, 2, look)(Scene(800, 450), 0), seen([]), None) == ()


@pytest.mark.parametrize("look", LOOKS)
def test_too_little_light_is_said_and_very_little_is_serious(look: str) -> None:
    quads = where(laid(), look)
    for gain, severity in ((0.2, "minor"), (0.08, "serious")):
        (found,) = conditions(dimmed(rng(), table(look), gain), seen(quads), None)
        assert isinstance(found.fact, TooDark)
        assert found.severity == severity
        assert found.where == ()


def test_a_dark_picture_without_cards_is_serious() -> None:
    (found,) = conditions(dimmed(rng(), table("modern"), 0.05), None, None)
    assert (found.kind, found.severity) == ("too dark", "serious")


def test_a_covered_lens_gives_a_black_picture() -> None:
    black = rng().integers(0, 6, (*SIZE[::-1], 3), np.uint8)
    (found,) = conditions(black, None, None)
    assert (found.kind, found.severity) == ("black", "serious")


@pytest.mark.parametrize("look", ["classic", "club"])
@pytest.mark.parametrize("card", [0, 6, 12])
def test_a_lamp_mirrored_on_a_card_is_found_on_that_card(look: str, card: int) -> None:
    quads = where(laid(), look)
    # A white table is as bright as its cards, which are near the limit already. These cards are not.
    picture = mirrored(rng(), dimmed(rng(), table(look), 0.85), quads[card])
    (found,) = conditions(picture, seen(quads), None)
    assert isinstance(found.fact, Glare)
    assert found.fact.card == card
    middle = (np.array(found.where) * SIZE).mean(0).astype(np.float32)
    assert cv2.pointPolygonTest(quads[card], (float(middle[0]), float(middle[1])), False) > 0


@pytest.mark.parametrize("look", LOOKS)
def test_out_of_focus_is_said_and_hopelessly_so_is_serious(look: str) -> None:
    quads = where(laid(), look)
    long = long_side(quads)
    for share, severity in ((0.033, "minor"), (0.06, "serious")):
        (found,) = conditions(unfocused(rng(), table(look), share * long), seen(quads), None)
        assert isinstance(found.fact, OutOfFocus)
        assert found.severity == severity


def printed_softly(picture: Picture, quads: list[Floats], blur: float) -> Picture:
    """Return the picture with blurred print on the cards. Their edges stay sharp."""
    soft = cv2.GaussianBlur(picture, (0, 0), blur)
    inside = np.zeros(picture.shape[:2], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(inside, np.round(quad + (quad.mean(0) - quad) * 0.14).astype(np.int32), 255)
    return np.asarray(np.where(inside[..., None] > 0, soft, picture), np.uint8)


def test_soft_print_is_not_out_of_focus() -> None:
    quads = where(laid(), "classic")
    assert conditions(printed_softly(table("classic"), quads, 2.5), seen(quads), None) == ()


def test_a_smear_over_some_cards_is_a_dirty_lens_and_not_bad_focus() -> None:
    quads = where(laid(), "classic")
    long = long_side(quads)
    picture = smeared(rng(), table("classic"), (0.2, 0.25), 0.1, 0.06 * long)
    (found,) = conditions(picture, seen(quads), None)
    assert found.kind == "dirty lens"
    assert np.array(found.where).mean(0) == pytest.approx([0.2, 0.3], abs=0.2)


def test_a_smear_between_the_cards_is_found_against_the_table_as_it_was() -> None:
    scene = laid(words=(("CAT", 90),))
    quads = where(scene, "classic")
    grain = np.kron(rng().normal(0, 9, (360, 640)), np.ones((2, 2)))[..., None]
    clean = np.clip(virtual_table(SIZE, 1)(scene, 0) + grain, 0, 255).astype(np.uint8)
    before = reference(clean, seen(quads))
    assert conditions(clean, seen(quads), before) == ()
    (found,) = conditions(smeared(rng(), clean, (0.7, 0.6), 0.12, 6.0), seen(quads), before)
    assert found.kind == "dirty lens"
    assert np.array(found.where).mean(0) == pytest.approx([0.7, 0.6], abs=0.12)


def test_a_card_that_reaches_out_of_the_picture_is_told_with_its_side() -> None:
    picture, quads = table("classic"), where(laid(), "classic")
    quads[3] = quads[3] + np.array([0, -30 - quads[3][:, 1].min()], np.float32)
    (found,) = (c for c in conditions(picture, seen(quads), None) if isinstance(c.fact, CutOff))
    assert found.fact == CutOff(3, "top")
    assert min(y for _, y in found.where) == 0


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("across", "down"), [(9, 4), (40, -24), (-90, 50)])
def test_a_knocked_camera_is_told_from_cards_and_arms_that_moved(
    look: str, across: float, down: float
) -> None:
    before = reference(table(look), seen(where(laid(), look)))
    scene = laid(90, words=(("GAMES", 90), ("TABLES", 215)))
    later = virtual_table(SIZE, 1, look)(Scene(800, 450, scene.cards, (Arm(600, 380, 0),)), 1)
    quads = where(scene, look)
    assert conditions(later, seen(quads), before) == ()
    bare = virtual_table(SIZE, 1, look)(scene, 2)
    picture, onto = knocked(bare, across, down)
    moved = [np.asarray(q @ onto[:, :2].T + onto[:, 2], np.float32) for q in quads]
    facts = [c.fact for c in conditions(picture, seen(moved), before) if c.kind != "cut off"]
    (fact,) = facts
    assert isinstance(fact, Moved)
    assert fact.pixels is not None
    # Along the grain of a table without a knot, texture tells little of the distance.
    assert 0.4 * np.hypot(across, down) < fact.pixels < 1.4 * np.hypot(across, down) + 5


def test_a_lamp_switched_on_has_not_moved_the_camera() -> None:
    quads = where(laid(), "classic")
    before = reference(dimmed(rng(), table("classic"), 0.6), seen(quads))
    assert conditions(table("classic"), seen(quads), before) == ()


def _watched(
    watch: MonitorState, picture: Picture, onto: NDArray[np.float32] | None = None
) -> tuple[MonitorState, list[str], bool]:
    quads = where(laid(), "classic")
    if onto is not None:
        quads = [np.asarray(q @ onto[:, :2].T + onto[:, 2], np.float32) for q in quads]
    watch, watched = monitor_picture(watch, picture, seen(quads))
    return watch, [c.kind for c in watched.conditions if c.kind != "cut off"], watched.moved


def test_a_knocked_camera_is_believed_once_it_rests() -> None:
    watch, said, anew = _watched(MonitorState(), table("classic"))
    assert (said, anew) == ([], False)
    first, onto = knocked(table("classic"), 60, 30)
    watch, said, anew = _watched(watch, first, onto)
    assert (said, anew) == (["moved"], False)
    second, onto = knocked(table("classic"), -50, 20)
    watch, said, anew = _watched(watch, second, onto)
    assert (said, anew) == (["moved"], False)
    watch, said, anew = _watched(watch, second, onto)
    assert (said, anew) == ([], True)
    watch, said, anew = _watched(watch, second, onto)
    assert (said, anew) == ([], False)


def test_what_is_slightly_moved_is_told_once_and_taken_up() -> None:
    watch, _, _ = _watched(MonitorState(), table("classic"))
    picture, onto = knocked(table("classic"), 12, 6)
    watch, said, anew = _watched(watch, picture, onto)
    assert (said, anew) == (["moved"], True)
    assert _watched(watch, picture, onto)[1:] == ([], False)


def test_a_dark_picture_does_not_become_what_later_ones_are_held_against() -> None:
    watch, said, _ = _watched(MonitorState(), dimmed(rng(), table("classic"), 0.05))
    assert said == ["too dark"]
    assert watch == MonitorState()


@pytest.mark.parametrize("shape", [(1, 1), (3, 700), (700, 3), (40, 40)])
def test_odd_pictures_are_judged_too(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (*shape, 3), np.uint8)
    nothing = seen([])
    before = reference(noise, nothing)
    assert conditions(noise, None, before) == ()

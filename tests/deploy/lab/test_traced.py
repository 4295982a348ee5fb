"""Test the scenes of path-traced tables and their labels, without the path tracer."""

import json
import re
import sys
from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from deploy.lab.traced import scenes
from deploy.lab.traced.bodies import bodies, cards
from deploy.lab.traced.camera import PinholeCamera
from deploy.lab.traced.crosswords import crossword
from deploy.lab.traced.developing import developed
from deploy.lab.traced.faces import TYPEFACES, Design, random_deck, typefaces
from deploy.lab.traced.labels import card_to_world, labels, quad
from deploy.lab.traced.layout import AMBIGUOUS_LETTERS, Vocabulary, ordered
from deploy.lab.traced.prints import BACK, printed
from deploy.lab.traced.scenes import KINDS, Scene
from deploy.lab.traced.spots import CardSpot, corners, do_overlap, with_heights
from device.words.lists import load
from engine.cards import LETTERS, MASTER
from engine.words import WordList
from vision.lab.measuring.measure import labelled

ROOT = Path(__file__).parents[3]
FONTS = tuple(sorted((ROOT / "vision" / "render" / "prints" / "fonts").glob("s*.[ot]tf")))
SOME = (*range(len(KINDS)), 25, 33)


@cache
def scene(number: int) -> Scene:
    return scenes.scene(number, 1, FONTS, load())


@pytest.mark.parametrize("number", SOME)
def test_no_card_goes_through_another(number: int) -> None:
    made = scene(number)
    size, thickness = (made.deck.width, made.deck.height), made.deck.thickness
    for n, a in enumerate(made.spots):
        for b in made.spots[:n]:
            if do_overlap(corners(a, *size), corners(b, *size)):
                low, high = sorted((a, b), key=lambda s: s.z)
                assert high.z >= low.z + thickness * low.stack
                assert a.z > b.z, "what was put down later lies on top"
                assert a.bow == b.bow == 0.0


@pytest.mark.parametrize("number", SOME)
def test_every_card_lies_on_the_table_or_on_another(number: int) -> None:
    made = scene(number)
    size, thickness = (made.deck.width, made.deck.height), made.deck.thickness
    for spot in made.spots:
        below = [
            other.z + thickness * other.stack
            for other in made.spots
            if other.z < spot.z and do_overlap(corners(spot, *size), corners(other, *size))
        ]
        assert spot.z == pytest.approx(max(below, default=-0.02) + 0.02)
    x, y, along, down = made.top
    for spot in made.spots:
        assert (np.abs(corners(spot, *size) - (x, y)) < (along / 2, down / 2)).all()


def test_the_uppermost_of_three() -> None:
    spots = [
        CardSpot("A", 0, 0, 0),
        CardSpot("B", 30, 0, 5),
        CardSpot("C", 200, 0, 0, bow=1.0),
        CardSpot("D", 55, 0, 0),
    ]
    z = [s.z for s in with_heights(spots, 57, 88, 0.3)]
    assert z == pytest.approx([0, 0.32, 0, 0.64])


def test_the_same_number_is_the_same_scene() -> None:
    again = scenes.scene(4, 1, FONTS, load())
    assert labels(again) == labels(scene(4))
    assert labels(scenes.scene(4, 2, FONTS, load())) != labels(scene(4))
    for a, b in zip(bodies(again), bodies(scene(4)), strict=True):
        assert np.array_equal(a.points, b.points)
        assert np.array_equal(a.paint.colour, b.paint.colour)


def test_tables_and_cameras_differ() -> None:
    made = [scene(n) for n in range(len(KINDS))]
    assert len({m.top for m in made}) == len({m.camera.origin for m in made}) == len(made)
    assert len({m.table for m in made}) > 3
    tilts = [labels(m)["camera"]["tilt_deg"] for m in made]
    assert min(tilts) < 8
    assert max(tilts) > 27


def test_the_middle_of_the_picture() -> None:
    camera = PinholeCamera((0, 0, 600), (0, 0, 0), (0, 1, 0), 1640, 1232, 62.0)
    middle, right, upper = camera.project(np.array([[0.0, 0, 0], [100, 0, 0], [0, 100, 0]]))
    assert middle == pytest.approx([819.5, 615.5])
    off = 820 / np.tan(np.radians(31)) / 6
    assert right == pytest.approx([819.5 + off, 615.5])
    assert upper == pytest.approx([819.5, 615.5 - off])


@pytest.mark.parametrize("bend", [-0.03, 0.0, 0.05])
def test_the_lens_is_undone_where_it_bends(bend: float) -> None:
    """Straightening maps each pixel of the distorted picture to the pixel that shows the same point without
    distortion."""
    bent = PinholeCamera((30, -200, 700), (10, 5, 0), (0, 1, 0), 1640, 1232, 62.0, bend)
    straight = PinholeCamera((30, -200, 700), (10, 5, 0), (0, 1, 0), 1640, 1232, 62.0)
    x, y = bent.straightened()
    for point in ((0.0, 0.0, 0.0), (180.0, 120.0, 0.0), (-220.0, -90.0, 4.0)):
        column, row = np.round(bent.project(np.array([point]))[0]).astype(int)
        expected = straight.project(np.array([point]))[0]
        assert (x[row, column], y[row, column]) == pytest.approx(expected, abs=1.2)
    assert x.min() > -1.0
    assert x.max() < 1640.0


@pytest.mark.parametrize("number", SOME)
def test_labels_lie_where_the_bodies_do(number: int) -> None:
    """Each labelled corner of a card in the picture lies where the camera projects a point of the card's 3D
    model."""
    made = scene(number)
    if not made.spots:
        return
    slabs = cards(made)
    lone = [s for s in made.spots if s.z == 0 and s.stack == 1]
    for spot in lone[:3]:
        away = np.hypot(*(slabs.points[:, :2] - (spot.x, spot.y)).T)
        near = slabs.points[
            (away < made.deck.height * 0.64) & (slabs.points[:, 2] <= made.deck.thickness + 3)
        ]
        seen, figure = made.camera.project(near), quad(made, spot)
        for k in range(4):
            gap = np.hypot(*(seen - figure[k]).T).min()
            side = np.hypot(*(figure[0] - figure[1]))
            assert gap < 0.06 * side, "but for the rounded corner"


def test_corners_are_named_as_printed() -> None:
    made = scene(0)
    spot = CardSpot("A", 0.0, 0.0, 90.0)
    first, second, *_ = card_to_world(made, spot, np.array([[0.0, 0.0], [made.deck.width, 0.0], [0.0, 1.0]]))
    assert first[0] < 0, "turned to the left, the upper left corner lies to the left below"
    assert first[1] < 0
    assert second[1] > 0


@pytest.mark.parametrize("number", SOME)
def test_labels_are_fair(number: int) -> None:
    made = scene(number)
    truth = labels(made)
    for card, spot in zip(truth["cards"], made.spots, strict=True):
        shown = [r["visible"] for r in card.get("letter_regions", [])]
        assert all(0 <= v <= 1 for v in shown)
        if card["visible_fraction"] < 0.05:
            assert max(shown, default=0) < 0.98, "covered cards have no letter that is seen"
        if spot.role != "word" and made.deck.design == "L3" and not made.deck.underline:
            assert spot.face not in AMBIGUOUS_LETTERS
    words = load()
    for n, word in enumerate(made.layout.words):
        faces = "".join(made.spots[k].face for k in ordered(made.layout, n))
        assert faces.replace(MASTER, "*") == word.pattern
        assert word.text in words
        for k in truth["words"][n]["card_ids"]:
            assert truth["cards"][k]["in_frame_fraction"] == 1.0


@pytest.mark.parametrize(("design", "fair"), [("L1", {"IT", "TI", "AM"}), ("L2", {"AM"})])
def test_words_that_are_others_upside_down_are_laid_where_letters_tell(
    design: Design, fair: set[str]
) -> None:
    rng = np.random.default_rng(8)
    deck = random_deck(rng, FONTS, (design,))
    vocabulary = Vocabulary(rng, WordList.of(["OS", "SO", "IT", "TI", "AM"]), deck)
    assert {vocabulary.draw(2, 2) for _ in fair} == fair


def test_every_card_of_a_hand_shows_its_corner_letter() -> None:
    shown = []
    for number in (2, 9, 17):
        for card in labels(scene(number))["cards"]:
            if card["role"] == "hand" and card["letter"] != "MASTER":
                shown.append(any(r["visible"] >= 0.98 for r in card["letter_regions"]))
    assert np.mean(shown) > 0.9


def test_a_crossword_touches_only_where_it_crosses() -> None:
    words = load()
    rng = np.random.default_rng(3)
    some = words.of_length(5)
    grid = crossword(rng, partial(_any_of, rng, some), 5)
    assert len(grid.words) > 2
    for word, cells in grid.words:
        assert "".join(grid.letters[c] for c in cells) == word
    across = {c for _, cells in grid.words for c in cells}
    assert across == set(grid.letters)


def _any_of(rng: np.random.Generator, words: Sequence[str]) -> str:
    return words[int(rng.integers(len(words)))]


def test_no_word_of_a_crossword_lengthens_another() -> None:
    alike = ("DEN", "DENSE", "SEED", "SEE", "END", "TEEN", "EEN")
    for seed in range(40):
        rng = np.random.default_rng(seed)
        grid = crossword(rng, partial(_any_of, rng, alike), 5)
        assert all(len(set(one) & set(other)) <= 1 for (_, one), (_, other) in combinations(grid.words, 2))


@pytest.mark.parametrize("design", ["L1", "L2", "L3"])
def test_letters_are_printed_where_they_are_said_to_be(design: str) -> None:
    deck = random_deck(np.random.default_rng(5), FONTS, (design,))  # type: ignore[arg-type]
    for face in (*LETTERS, MASTER):
        image, regions = printed(deck, face)
        assert len(regions) == {"L1": 3, "L2": 3 if face == MASTER else 2, "L3": 1}[design]
        for region in regions:
            left, top, right, bottom = (round(8 * v) for v in region.box)
            assert 0 <= left < right <= image.shape[1]
            assert 0 <= top < bottom <= image.shape[0]
            assert np.ptp(image[top:bottom, left:right].astype(int).sum(2)) > 150


def test_the_measuring_code_reads_the_files(tmp_path: Path) -> None:
    made = scene(0)
    (tmp_path / f"{made.name}.json").write_text(json.dumps(labels(made)))
    (photo,) = labelled(tmp_path)
    assert photo.path.name == f"{made.name}.jpg"
    assert photo.category == "lexicon"
    assert sum(p.counted for p in photo.pieces) >= sum(len(w) for w, _ in photo.words)
    for text, numbers in photo.words:
        assert [photo.pieces[n].letter for n in numbers] == list(text) or MASTER in str(photo.pieces)
    assert all(p.letter is None for p, s in zip(photo.pieces, made.spots, strict=True) if s.face == BACK)


def test_a_picture_is_developed_to_its_size() -> None:
    made = scene(0)
    light = np.random.default_rng(1).random((90, 120, 3)).astype(np.float32)
    image = developed(made.rng(2000), light, made.light, made.camera, made.development, 0.1)
    assert image.shape == (round(made.camera.height * 0.1), round(made.camera.width * 0.1), 3)
    assert image.dtype == np.uint8
    assert 10 < image.mean() < 240


def test_missing_typefaces_are_named(tmp_path: Path) -> None:
    (tmp_path / TYPEFACES[0]).touch()
    with pytest.raises(FileNotFoundError, match=re.escape(TYPEFACES[1])) as caught:
        typefaces(tmp_path)
    assert TYPEFACES[0] not in str(caught.value)


def test_no_package_that_is_trained_with() -> None:
    drawn = set((ROOT / "deploy" / "lab" / "traced" / "fonts.txt").read_text().split())
    trained = set((ROOT / "vision" / "lab" / "training" / "fonts.txt").read_text().split())
    assert drawn
    assert not drawn & trained


def test_the_tracer_is_not_needed() -> None:
    assert "mitsuba" not in sys.modules


def test_faces_of_one_deck_differ() -> None:
    deck = random_deck(np.random.default_rng(6), FONTS, ("L1",))
    images = {Image.fromarray(printed(deck, letter)[0]).tobytes() for letter in LETTERS}
    assert len(images) == len(LETTERS)

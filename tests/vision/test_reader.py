"""Test the reader on rendered tables, and on labelled photographs where they are available."""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.shared.scene import LyingCard, Scene
from tests.vision.reads import LABELLED, SCENES
from vision.crops import Outline
from vision.lab.measuring.measure import (
    SURE_READING_PROBABILITY,
    LabelledPhoto,
    ReadingTally,
    compare,
    labelled,
)
from vision.picture import load
from vision.pieces.backs import drop_bare_table
from vision.pieces.classify import Piece, iou
from vision.pieces.neighbours import lies_on
from vision.reader import PieceKind, Reader
from vision.render.table import project, virtual_table
from vision.tensor_format import LETTERS

SIZE = (1280, 720)


def _scene(letters: str, seed: int) -> Scene:
    """Return rows of six cards, a little crooked, facing every side."""
    rng = np.random.default_rng(seed)
    cards = [
        LyingCard(
            letter, 110 + (n % 6) * 120 + rng.normal(0, 4), 80 + (n // 6) * 112 + rng.normal(0, 3),
            float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6)), face_up=letter != "-",
        )
        for n, letter in enumerate(letters)
    ]  # fmt: skip
    return Scene(800, 450, tuple(cards))


def _on(quad: NDArray[np.float32], piece: Piece) -> float:
    return iou(quad, piece.corners)


def _letter(piece: Piece) -> str:
    return (
        "-"
        if piece.back_probability > piece.letter_probability
        else LETTERS[int(piece.probabilities.sum(0).argmax())]
    )


@pytest.mark.parametrize("look", ["classic", "modern", "club"])
def test_the_alphabet_is_read_in_every_look_and_nothing_wrong_is_said_for_sure(look: str) -> None:
    reader, wrong = Reader.load(), []
    for start in (0, 9, 18):
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"[start : start + 9]
        scene = _scene(letters, start)
        seen = reader.read(virtual_table(SIZE, 3, look)(scene, start), "cards")
        for letter, quad in zip(letters, project(scene, SIZE, 3, look), strict=True):
            piece = max(seen.pieces, key=partial(_on, quad))
            assert iou(quad, piece.corners) > 0.7
            if _letter(piece) != letter:
                wrong.append((letter, _letter(piece), float(piece.probabilities.sum(0).max())))
    assert len(wrong) <= 1, wrong
    assert all(confidence < SURE_READING_PROBABILITY for _, _, confidence in wrong), wrong


@pytest.mark.parametrize("look", ["classic", "club"])
def test_a_card_lying_face_down_is_told_from_letters(look: str) -> None:
    scene = _scene("AB-", 1)
    seen = Reader.load().read(virtual_table(SIZE, 3, look)(scene, 1), "cards")
    down = project(scene, SIZE, 3, look)[2]
    assert sorted(_letter(piece) for piece in seen.pieces) == ["-", "A", "B"]
    (back,) = [piece for piece in seen.pieces if _letter(piece) == "-"]
    assert iou(down, back.corners) > 0.7


def test_corners_are_within_two_hundredths_of_the_card() -> None:
    scene = _scene("GAMESALT", 4)
    seen = Reader.load().read(virtual_table(SIZE, 1)(scene, 0), "cards")
    gaps = []
    for quad in project(scene, SIZE, 1):
        piece = max(seen.pieces, key=partial(_on, quad))
        long = float(np.hypot(*(quad[0] - quad[3])))
        gaps.append(min(np.abs(np.roll(piece.corners, k, 0) - quad).mean() for k in range(4)) / long)
    assert np.median(gaps) < 0.02


def test_the_observation_is_in_millimetres_from_above() -> None:
    scene = _scene("PLAYWORD", 7)
    seen = Reader.load().read(virtual_table(SIZE, 5)(scene, 0), "cards")
    sides = [
        np.hypot(*(np.array(card.corners) - np.roll(np.array(card.corners), 1, axis=0)).T)
        for card in seen.observation.cards
    ]
    assert np.median([max(s) for s in sides]) == pytest.approx(89, abs=3)
    assert np.median([min(s) for s in sides]) == pytest.approx(57, abs=4)


def test_an_empty_table_has_no_cards() -> None:
    seen = Reader.load().read(virtual_table(SIZE, 2)(Scene(800, 450), 0))
    assert seen.pieces == ()


@pytest.mark.parametrize("shape", [(1, 1), (3, 700), (700, 3), (40, 40)])
def test_odd_pictures_hold_no_cards(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (*shape, 3), np.uint8)
    assert Reader.load().read(noise).pieces == ()


def _turned(picture: NDArray[np.uint8], how: str) -> NDArray[np.uint8]:
    if how == "half turn":
        return np.ascontiguousarray(picture[::-1, ::-1])
    if how == "quarter turn":
        return np.ascontiguousarray(np.rot90(picture))
    if how == "smaller":
        return np.asarray(cv2.resize(picture, (960, 540), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, [1, 60])[1], 1), np.uint8)


@pytest.mark.parametrize("how", ["half turn", "quarter turn", "smaller", "jpeg"])
def test_the_letters_survive(how: str) -> None:
    picture = virtual_table(SIZE, 9)(_scene("JUDGEKNCVBFX", 2), 0)
    reader = Reader.load()
    read = [_letter(p) for p in reader.read(_turned(picture, how), "cards").pieces]
    # Letters must be the same. Bare wood between two cards may look like a card face down.
    assert sorted(letter for letter in read if letter != "-") == sorted("JUDGEKNCVBFX")
    assert read.count("-") <= 1


def _piece(x: float, y: float, score: float, back: float) -> Piece:
    """Return an upright card of 60 x 90 pixels round (x, y). It is a back with probability `back`,
    otherwise an A."""
    corners = np.array([[-30, -45], [30, -45], [30, 45], [-30, 45]], np.float32) + np.array(
        [x, y], np.float32
    )
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0, 0] = 1 - back
    return Piece(corners, chances, back, 0.0, Outline(x, y, 90, 60, 0.0, score))


@pytest.mark.parametrize(
    ("score", "back", "cards", "kept"),
    [
        (0.7, 0.85, [(136, 100), (264, 100)], True),  # the finder is sure: a card face down among others
        (
            0.5,
            0.99,
            [(136, 100), (264, 100)],
            True,
        ),  # the finder is unsure of this outline and sure of the other one
        (0.38, 0.999, [(200, 204)], True),  # the stock, with the exposed card beside it
        (0.38, 0.999, [(136, 100), (264, 100)], False),  # the table between two cards of a word
        (0.38, 0.92, [], False),  # a block of print
        (0.54, 0.92, [], False),
        (0.54, 0.94, [], True),  # both are nearly sure
        (0.59, 0.92, [], False),  # a newspaper's grey picture
    ],
)
def test_a_doubtful_back_needs_a_witness(
    score: float, back: float, cards: list[tuple[float, float]], kept: bool
) -> None:
    doubtful = _piece(200, 100, score, back)
    pieces = (doubtful, *(_piece(x, y, 0.8, 0.0) for x, y in cards))
    assert drop_bare_table(pieces) == (pieces if kept else pieces[1:])


@pytest.mark.parametrize(("times", "kept"), [(1.2, True), (1.5, False)])
def test_a_doubtful_back_is_of_the_size_of_a_card(times: float, kept: bool) -> None:
    """The squares of a chequered cloth are larger or smaller than a card. So they are not taken for backs."""
    back = _piece(200, 100, 0.5, 0.99)
    middle = back.corners.mean(0)
    large = replace(back, corners=(middle + (back.corners - middle) * times).astype(np.float32))
    card = _piece(400, 100, 0.8, 0.0)
    assert drop_bare_table((large, card)) == ((large, card) if kept else (card,))
    assert drop_bare_table((large,)) == (large,)


def test_a_stock_on_a_pale_table_is_seen() -> None:
    """On an empty pale table only the stock and the exposed card lie, where the demo deals them. Both are
    found."""
    stock, exposed = LyingCard("A", 900, 200, face_up=False), LyingCard("W", 900, 300)
    for seed in range(1, 5):
        picture = virtual_table(SIZE, seed)(Scene(1100, 618.75, (stock, exposed)), 0)
        assert sorted(_letter(p) for p in Reader.load().read(picture, "cards").pieces) == ["-", "W"]


def _tally(photos: list[LabelledPhoto], kind: PieceKind) -> ReadingTally:
    tally = ReadingTally()
    for photo in photos:
        compare(photo, Reader.load().read(load(photo.path), kind), tally)
    return tally


FLOORS = {"letter_cards": (0.98, 0.98), "loose_tiles": (0.97, 0.97), "board_tiles": (0.98, 0.98)}
"""The least share of pieces to find, and the least share of the found ones to read right, for each set of
photographs. The limits are just below the results of the committed networks."""


@pytest.mark.skipif(not LABELLED.is_dir(), reason="no labelled photographs beside the checkout")
@pytest.mark.parametrize("name", FLOORS)
def test_labelled_photographs_are_read_no_worse_than_before(name: str) -> None:
    kind: PieceKind = "cards" if name == "letter_cards" else "tiles"
    tally = _tally(list(labelled(LABELLED / "photos" / name)), kind)
    found, right = FLOORS[name]
    assert tally.found >= found * tally.counted, tally.wrong
    assert tally.right >= right * tally.found, tally.wrong
    assert tally.false <= 1, tally.wrong


@pytest.mark.skipif(not LABELLED.is_dir(), reason="no labelled scenes beside the checkout")
def test_labelled_scenes_are_read_no_worse_than_before() -> None:
    tally = _tally(list(labelled(LABELLED / "scenes")), "cards")
    assert tally.found >= 0.94 * tally.counted, tally.wrong
    assert tally.right >= 0.93 * tally.found, tally.wrong
    assert tally.false <= 1, tally.wrong
    assert tally.sure_wrong == 0, tally.wrong


@pytest.mark.parametrize("name", ["strangers", "strangers-only"])
def test_cards_without_letters_are_told(name: str) -> None:
    seen = Reader.load().read(load(SCENES / f"{name}.jpg"))
    assert len(seen.unlettered) >= 2
    assert not any(lies_on(stranger, seen.pieces) for stranger in seen.unlettered)


@pytest.mark.parametrize("name", ["empty-clutter", "empty-newspaper", "clutter-mugs", "table-newspaper"])
def test_what_lies_about_is_no_card_without_a_letter(name: str) -> None:
    assert Reader.load().read(load(SCENES / f"{name}.jpg")).unlettered == ()

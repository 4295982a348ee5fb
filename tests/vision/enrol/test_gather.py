"""Test which cards are found on photographs of a household's deck, laid out in rows to be enrolled. The
decks are rendered in unusual typefaces."""

import cv2
import numpy as np
import pytest

from vision.enrol.gather import gather, rows
from vision.enrol.learning import (
    FACE_DOWN,
    choose_examples,
    compute_features,
    decode_crop,
    encode_crop,
    fingerprint,
    make_prototypes,
)
from vision.lab.render.household import laid_out
from vision.reader import Reader
from vision.render.prints.deck import plain_deck
from vision.render.prints.typefaces import Faces, odd, vendored

SHAPE = (960, 720)
LETTERS = "MOTHERSBFKWZ"


def _laid(face: int, seed: int, letters: str = LETTERS) -> tuple[np.ndarray, list[tuple[str, np.ndarray]]]:
    deck = plain_deck(odd().faces[face], figure_face=vendored().faces[0])
    picture = laid_out(np.random.default_rng(seed), deck, letters, SHAPE, Faces(vendored().faces[:1]))
    return picture.image, [(label.letter or FACE_DOWN, label.quad) for label in picture.labels]


def _truth(corners: np.ndarray, lying: list[tuple[str, np.ndarray]]) -> str:
    return min(lying, key=lambda item: float(np.abs(item[1].mean(0) - corners.mean(0)).sum()))[0]


def test_every_card_is_found_once_and_in_its_row() -> None:
    image, lying = _laid(3, 1)
    finds = gather((image,))
    assert sorted(_truth(find.corners, lying) for find in finds) == sorted(LETTERS)
    assert {(find.photo, find.row, find.place) for find in finds} >= {(0, 0, 0), (0, 1, 0)}
    assert len({(find.row, find.place) for find in finds}) == len(finds)


@pytest.mark.parametrize("face", [0, 2])
def test_a_deck_learnt_from_one_photograph_is_read_in_another(face: int) -> None:
    first, lying = _laid(face, 2)
    finds = gather((first,))
    letters = "".join(_truth(find.corners, lying) for find in finds)
    learnt = make_prototypes(
        letters, compute_features([decode_crop(encode_crop(find.crop)) for find in finds])
    )
    second, again = _laid(face, 9)
    wrong = {}
    for name, known in (("before", None), ("after", learnt)):
        seen = Reader.load(deck=known).read(second, "cards")
        read = {
            _truth(p.corners, again): "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"[p.probabilities.sum(0).argmax()]
            for p in seen.pieces
        }
        wrong[name] = sum(read.get(letter) != letter for letter in LETTERS)
    assert wrong["after"] <= 1
    assert wrong["before"] > wrong["after"]


def test_rows_are_read_from_the_top_and_from_the_left() -> None:
    card = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    places = [(200, 4), (0, 0), (100, 2), (0, 100), (100, 103)]
    assert rows([card + np.array(place, np.float32) for place in places]) == [[1, 2, 0], [3, 4]]


def test_rows_of_cards_that_face_away_are_read_as_they_face() -> None:
    card = np.array([[60, 90], [0, 90], [0, 0], [60, 0]], np.float32)
    assert rows([card + np.array(place, np.float32) for place in ((0, 0), (100, 0), (0, 100))]) == [
        [2],
        [1, 0],
    ]


def test_only_a_few_examples_of_a_letter_are_kept() -> None:
    assert choose_examples("AAAB-A-") == (0, 1, 3, 4, 6)


def test_a_crop_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not the picture"):
        decode_crop(b"no picture")
    assert len(fingerprint()) == 16


def test_a_deck_of_huge_pictures_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures are too large, so they are refused as a deck. The file's header gives their size, so no
    picture is decoded."""
    data = bytearray(encode_crop(np.full((208, 160, 3), 90, np.uint8)))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = (20_000).to_bytes(2) * 2
    monkeypatch.setattr(cv2, "imdecode", pytest.fail)
    with pytest.raises(ValueError, match="not the picture of a card"):
        decode_crop(bytes(data))

"""Test the bench that compares this reader with others, such as Tesseract: a letter counts only at its
place, and a reader that is not installed is reported as absent."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from device.lab.bench import rivals
from engine.observation import Observation
from vision.crops import Outline
from vision.geometry.rectification import Plane
from vision.pieces.classify import Piece
from vision.reader import PhotoReading
from vision.tensor_format import LETTERS, Floats

Box = tuple[list[list[float]], str, float]


def _quad(n: int) -> Floats:
    """Return the n-th of three cards of 60 by 90 pixels in a row."""
    left = 20.0 + 70 * n
    return np.array([[left, 20], [left + 60, 20], [left + 60, 110], [left, 110]], np.float32)


def _piece(n: int, letter: str) -> Piece:
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0, LETTERS.index(letter)] = 1
    return Piece(_quad(n), chances, 0.0, 0.0, Outline(50 + 70 * n, 65, 90, 60, 0))


def _seen(said: str) -> PhotoReading:
    pieces = tuple(_piece(n, letter) for n, letter in enumerate(said))
    return PhotoReading(250, 130, pieces, Plane(np.eye(3), 250, 130), Observation(250, 130, (), ()))


QUADS = tuple(_quad(n) for n in range(3))
PICTURE = np.full((130, 250, 3), 200, np.uint8)


@pytest.fixture(autouse=True)
def no_tesseract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


def test_who_is_not_installed_is_said_to_be_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "RAPID_MODULE", "no_such_reader_anywhere")
    found = rivals.measure(PICTURE, _seen("CAT"), QUADS, "CAT")
    assert set(found.absent) == {"tesseract", "rapidocr"}
    assert all("not installed" in why for why in found.absent.values())
    assert found.took == {}


def test_a_letter_counts_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    class Reads:
        def __call__(self, picture: NDArray[np.uint8]) -> tuple[list[Box], float]:
            row: Box = ([[20, 20], [220, 20], [220, 110], [20, 110]], "CAR", 0.9)
            return [row], 0.1

    monkeypatch.setitem(sys.modules, rivals.RAPID_MODULE, SimpleNamespace(RapidOCR=Reads))
    found = rivals.measure(PICTURE, _seen("COT"), QUADS, "CAT")
    assert found.right == {"lexicon-table": 2, "rapidocr": 2}
    assert set(found.absent) == {"tesseract"}

"""Print on cards that bear no letter, read by the real Tesseract."""

import cv2
import numpy as np
import pytest

from vision.codes import Floats
from vision.crops import Pyramid
from vision.texts import legible, text


def _card(words: tuple[str, ...], angle: float) -> tuple[Pyramid, Floats]:
    """A white card of 160 x 250 pixels on green cloth, turned clockwise, with words on it; its corners."""
    card = np.full((250, 160, 3), 245, np.uint8)
    for n, word in enumerate(words):
        (wide, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, 0.9, 2)
        at = ((160 - wide) // 2, 90 + 50 * n)
        cv2.putText(card, word, at, cv2.FONT_HERSHEY_DUPLEX, 0.9, (30, 30, 30), 2, cv2.LINE_AA)
    onto = cv2.getRotationMatrix2D((80, 125), -np.degrees(angle), 1.0)
    onto = onto + np.array([[0, 0, 160], [0, 0, 115]])
    table = np.full((480, 480, 3), (60, 110, 50), np.uint8)
    cv2.warpAffine(card, onto, (480, 480), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    sharp = np.array([[0, 0, 1], [160, 0, 1], [160, 250, 1], [0, 250, 1]])
    return Pyramid.of(table), np.asarray(sharp @ onto.T, np.float32)


@pytest.mark.parametrize(("angle", "quarters"), [(0.0, 0), (0.6, 1), (1.7, 3), (-2.4, 2)])
def test_words_are_read_whichever_way_up_the_card_was_found(angle: float, quarters: int) -> None:
    pyramid, corners = _card(("GARDEN", "89"), angle)
    assert text(pyramid, np.roll(corners, quarters, axis=0)) == "GARDEN 89"


def test_a_blank_card_says_nothing() -> None:
    assert text(*_card((), 0.3)) == ""


@pytest.mark.parametrize(
    ("read", "kept"),
    [
        ("HARBOUR", "HARBOUR"),
        ("CD oo eee t D> a", ""),
        ("10", "10"),
        ("THE GAME OF | WORDS", "THE GAME OF WORDS"),
        ("oo TAYLOR'S TEA CD", "TAYLOR'S TEA"),
        ("A1 3b", ""),
    ],
)
def test_what_pips_and_frames_look_like_is_no_print(read: str, kept: str) -> None:
    words = read.split()
    assert " ".join(words[i] for i in legible(words)) == kept

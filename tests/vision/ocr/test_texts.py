"""Test the print on cards without a letter, read by the real Tesseract."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.crops import Picture, Pyramid
from vision.ocr import legible_words, read_text
from vision.tensor_format import Floats


def _card(words: tuple[str, ...], angle: float) -> tuple[Pyramid, Floats]:
    """Draw a white card of 160 x 250 pixels with words on it, turned clockwise by `angle` degrees on green
    cloth. Return the picture and the corners."""
    card = np.full((250, 160, 3), 245, np.uint8)
    for n, word in enumerate(words):
        (wide, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, 0.9, 2)
        at = ((160 - wide) // 2, 90 + 50 * n)
        cv2.putText(card, word, at, cv2.FONT_HERSHEY_DUPLEX, 0.9, (30, 30, 30), 2, cv2.LINE_AA)
    return _laid(card, angle)


def _laid(card: Picture, angle: float) -> tuple[Pyramid, Floats]:
    onto = cv2.getRotationMatrix2D((80, 125), -np.degrees(angle), 1.0)
    onto = onto + np.array([[0, 0, 160], [0, 0, 115]])
    table = np.full((480, 480, 3), (60, 110, 50), np.uint8)
    cv2.warpAffine(card, onto, (480, 480), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    sharp = np.array([[0, 0, 1], [160, 0, 1], [160, 250, 1], [0, 250, 1]])
    return Pyramid.of(table), np.asarray(sharp @ onto.T, np.float32)


@pytest.mark.parametrize(("angle", "quarters"), [(0.0, 0), (0.6, 1), (1.7, 3), (-2.4, 2)])
def test_words_are_read_whichever_way_up_the_card_was_found(angle: float, quarters: int) -> None:
    pyramid, corners = _card(("GARDEN", "89"), angle)
    assert read_text(pyramid, np.roll(corners, quarters, axis=0)) == "GARDEN 89"


def _band(card: Picture, word: str) -> None:
    """Print the word in white on a dark band at the card's upper end."""
    card[:44] = (90, 20, 60)
    cv2.putText(card, word, (12, 33), cv2.FONT_HERSHEY_DUPLEX, 0.8, (250, 250, 250), 2, cv2.LINE_AA)


def _frame(card: Picture, word: str) -> None:
    """Draw a frame on a card, and in it the word twice: upright, and upside down for a reader on the
    opposite side. The word nearly touches the frame."""
    cv2.rectangle(card, (5, 5), (154, 244), (120, 60, 20), 2)
    half = np.full((119, 160, 3), 245, np.uint8)
    cv2.putText(half, word, (12, 74), cv2.FONT_HERSHEY_DUPLEX, 0.95, (30, 30, 30), 2, cv2.LINE_AA)
    card[8:120, 8:152] = half[:112, 8:152]
    card[130:242, 8:152] = half[::-1, ::-1][7:, 8:152]


def _number(card: Picture, figures: str) -> None:
    """Print a large red number on the picture of a card, and the word BONUS below it."""
    cv2.putText(card, figures, (38, 110), cv2.FONT_HERSHEY_DUPLEX, 2.4, (40, 40, 190), 6, cv2.LINE_AA)
    cv2.putText(card, "BONUS", (38, 170), cv2.FONT_HERSHEY_DUPLEX, 0.8, (30, 30, 30), 2, cv2.LINE_AA)


@pytest.mark.parametrize(
    ("draw", "word", "said"),
    [(_band, "GARDENS", "GARDENS"), (_frame, "CASTLE", "CASTLE"), (_number, "40", "40 BONUS")],
)
def test_print_on_a_band_in_a_frame_and_large_figures_are_read(
    draw: Callable[[Picture, str], None], word: str, said: str
) -> None:
    card = np.full((250, 160, 3), 245, np.uint8)
    draw(card, word)
    assert read_text(*_laid(card, 0.3)) == said


def test_a_blank_card_says_nothing() -> None:
    assert read_text(*_card((), 0.3)) == ""


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
    assert " ".join(words[i] for i in legible_words(words)) == kept

"""Print on cards that bear no letter, read by the real Tesseract."""

from math import pi
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.codes import LETTERS
from vision.crops import Outline, Pyramid
from vision.picture import load
from vision.pieces.second import TRUST, legible, text
from vision.reader import Reader

SCENES = Path(__file__).parents[1] / "scenes"


def _card(words: tuple[str, ...], angle: float) -> tuple[Pyramid, Outline]:
    """A white card of 160 x 250 pixels on green cloth, turned clockwise, with words on it."""
    card = np.full((250, 160, 3), 245, np.uint8)
    for n, word in enumerate(words):
        (wide, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, 0.9, 2)
        at = ((160 - wide) // 2, 90 + 50 * n)
        cv2.putText(card, word, at, cv2.FONT_HERSHEY_DUPLEX, 0.9, (30, 30, 30), 2, cv2.LINE_AA)
    onto = cv2.getRotationMatrix2D((80, 125), -np.degrees(angle), 1.0)
    onto = onto + np.array([[0, 0, 160], [0, 0, 115]])
    table = np.full((480, 480, 3), (60, 110, 50), np.uint8)
    cv2.warpAffine(card, onto, (480, 480), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    return Pyramid.of(table), Outline(240, 240, 250, 160, angle)


@pytest.mark.parametrize("angle", [0.0, 0.6, 1.7, -2.4])
@pytest.mark.parametrize("about", [0.0, pi])
def test_words_are_read_whichever_way_up_the_card_was_found(angle: float, about: float) -> None:
    pyramid, outline = _card(("GARDEN", "89"), angle)
    found = Outline(outline.x, outline.y, outline.height, outline.width, outline.angle + about)
    assert text(pyramid, found) == "GARDEN 89"


@pytest.mark.parametrize("quarters", [1, 3])
def test_words_along_the_card_are_read(quarters: int) -> None:
    pyramid, outline = _card(("GARDEN", "89"), 0.4)
    along = Outline(outline.x, outline.y, outline.width, outline.height, outline.angle + quarters * pi / 2)
    assert text(pyramid, along) == "GARDEN 89"


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


@pytest.mark.parametrize(
    ("scene", "named", "rival"), [("stock-yellowed", "Q", "O"), ("either-tiles", "Z", "N")]
)
def test_a_vote_is_worth_what_it_says_when_all_is_said(scene: str, named: str, rival: str) -> None:
    picture = load(SCENES / f"{scene}.jpg")
    alone, asked = (Reader.load(second=second).read(picture).pieces for second in (False, True))
    assert [p.letter for p in asked] == pytest.approx([p.letter for p in alone], abs=1e-4)
    which = [LETTERS.index(named), LETTERS.index(rival)]
    gains = []
    for before, after in zip(alone, asked, strict=True):
        was, now = (piece.chances.sum(0)[which] for piece in (before, after))
        if was.min() > 1e-6:
            gains.append(float(now[0] / now[1] / (was[0] / was[1])))
    assert max(gains) == pytest.approx(TRUST, rel=1e-3)
    assert sorted(gains)[:-1] == pytest.approx([1.0] * (len(gains) - 1), rel=1e-3)

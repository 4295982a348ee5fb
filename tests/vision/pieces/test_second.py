"""Tesseract's vote on a doubtful letter."""

from pathlib import Path

import pytest

from vision.codes import LETTERS
from vision.picture import load
from vision.pieces.second import TRUST
from vision.reader import Reader

SCENES = Path(__file__).parents[1] / "scenes"


@pytest.mark.parametrize(
    ("scene", "named", "rival"), [("deck-figure-box", "T", "I"), ("deck-blackletter", "U", "R")]
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

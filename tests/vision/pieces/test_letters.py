"""What an outline bears, as the speller and the finder have it together."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.reads import SCENES
from vision.crops import Outline, Pyramid
from vision.picture import load
from vision.pieces.letters import spell
from vision.reader import Reader

HEATS = (0.26, 0.4, 0.55, 0.7, 0.85)


def _outlines(name: str) -> tuple[Pyramid, tuple[Outline, ...]]:
    picture = load(SCENES / f"{name}.jpg")
    trace = Reader.load().read(picture).trace
    assert trace is not None
    return Pyramid.of(picture), tuple(piece.outline for piece in trace.spelt)


@pytest.mark.parametrize("name", ["deck-script", "empty-clutter", "face-down"])
def test_the_surer_the_finder_the_likelier_a_piece_and_its_letter_the_same(name: str) -> None:
    pyramid, outlines = _outlines(name)
    for outline in outlines:
        looks = [spell(pyramid, (replace(outline, score=heat),))[0] for heat in HEATS]
        assert np.all(np.diff([look.nothing - look.stranger for look in looks]) < 0)
        for look in looks:
            assert look.letter + look.back + look.nothing == pytest.approx(1, abs=1e-4)
            assert look.chances * looks[0].letter == pytest.approx(looks[0].chances * look.letter, abs=1e-4)


def test_what_is_plain_to_read_is_not_doubted_for_being_found_by_a_hair() -> None:
    pyramid, outlines = _outlines("deck-centre-serif")
    plain = spell(pyramid, tuple(replace(outline, score=0.45) for outline in outlines))
    assert np.median([piece.best for piece in plain]) > 0.8


def test_what_bears_something_else_is_no_letter_however_plainly_a_card_lies_there() -> None:
    pyramid, outlines = _outlines("strangers-only")
    looks = [spell(pyramid, (replace(outline, score=0.9),))[0] for outline in outlines]
    strange = [look for look in looks if look.stranger > 0.9]
    assert len(strange) >= 2
    assert not any(look.likely for look in strange)

"""Test photographs of cards without a letter, white ones on white tables among them, where they are
available."""

from typing import NamedTuple

import pytest

from tests.vision.reads import LABELLED
from vision.lab.measuring.labelled_sets import unlettered_parts
from vision.lab.measuring.unlettered import UnletteredTally, compare_unlettered
from vision.picture import load
from vision.reader import Reader


class Bounds(NamedTuple):
    """The bounds of a set of photographs of bare cards."""

    found: float
    """The least share of cards found."""

    corner_error: float
    """The largest median error of the corners, a share of the card's long side."""

    lettered: int
    """The most cards that are read as a letter."""

    sure: int
    """The most cards that are surely read as a letter."""


BOUNDS = {
    "cards_on_table": Bounds(found=0.95, corner_error=0.02, lettered=0, sure=0),
    "cards_on_table_white_on_white": Bounds(found=0.95, corner_error=0.03, lettered=0, sure=0),
}
"""The bounds just beyond the committed weights' results. Tighten them with every better network."""


@pytest.mark.skipif(not LABELLED.is_dir(), reason="no labelled photographs beside the checkout")
@pytest.mark.parametrize("name", BOUNDS)
def test_cards_without_a_letter_are_seen_and_no_letter_is_said_of_more_than_before(name: str) -> None:
    bare, bounds = UnletteredTally(), BOUNDS[name]
    for photo in dict(unlettered_parts(LABELLED))[name]:
        compare_unlettered(photo, Reader.load().read(load(photo.path), "cards"), bare)
    assert bare.found >= bounds.found * bare.cards
    assert bare.row()["corner_error"] <= bounds.corner_error
    assert len(bare.letter_probabilities) <= bounds.lettered, bare.wrong
    assert bare.sure <= bounds.sure, bare.wrong

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
    """The limits that the results for a set of photographs must keep. The photographs show cards without
    letters."""

    found: float
    """The least share of the cards in the photographs that the reader must find, of 1."""

    corner_error: float
    """The largest median error of the corners, a share of the card's long side."""

    lettered: int
    """The greatest number of these cards without a letter that may be misread as a letter."""

    sure: int
    """The greatest number of these cards without a letter that may be misread as a sure letter."""


BOUNDS = {
    "cards_on_table": Bounds(found=0.95, corner_error=0.02, lettered=0, sure=0),
    "cards_on_table_white_on_white": Bounds(found=0.95, corner_error=0.03, lettered=0, sure=0),
}
"""The bounds for each set of photographs, a little wider than the results of the committed networks.
Tighten them for every better network."""


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

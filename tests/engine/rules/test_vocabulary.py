"""Which words fill a pattern, at tables where proper nouns or abbreviations count, and where they do not."""

from dataclasses import replace

import pytest

from engine.catalogue import configured
from engine.rules.vocabulary import counting
from engine.words import WordList
from engine.words.kinds import Contents, Flag, Kind

KINDS = dict.fromkeys(["CAR", "MAR"], Kind(10, Flag.US | Flag.GB))
WORDS = WordList(Contents(KINDS, proper=" OAR ", abbreviations=" BAR "))
STRICT = configured("lexicon").vocabulary


@pytest.mark.parametrize(
    ("proper", "abbreviations", "found"),
    [
        (False, False, ("CAR", "MAR")),
        (True, False, ("CAR", "MAR", "OAR")),
        (False, True, ("BAR", "CAR", "MAR")),
        (True, True, ("BAR", "CAR", "MAR", "OAR")),
    ],
)
def test_a_master_stands_for_every_letter_that_makes_a_word_which_counts(
    proper: bool, abbreviations: bool, found: tuple[str, ...]
) -> None:
    table = replace(STRICT, proper=proper, abbreviations=abbreviations)
    assert counting("?AR", WORDS, table) == found

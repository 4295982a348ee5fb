"""Test which words count in a game: for a word with a Master, with and without proper nouns or
abbreviations, and for a third person in S."""

from dataclasses import replace

import pytest

from engine.catalogue import configured
from engine.rules.vocabulary import is_barred_plural, words_that_count
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
    assert words_that_count("?AR", WORDS, table) == found


@pytest.mark.parametrize(
    ("word", "base", "barred"),
    [
        ("RUNS", "RUN", True),
        ("GOES", "GO", True),
        ("TRIES", "TRY", True),
        ("LOSES", "LOSE", True),
        ("GOES", "", False),  # made of no listed word
        ("TRIES", "TR", False),
        ("HAS", "HAVE", False),  # made by more than an S
    ],
)
def test_kw_3_a_third_person_is_a_listed_word_and_s_or_es(word: str, base: str, barred: bool) -> None:
    kinds = {base or "X": Kind(10, Flag.US), word: Kind(10, Flag.US | Flag.VERB_THIRD)}
    words = WordList(Contents(dict(sorted(kinds.items())), proper="", abbreviations=""))
    assert is_barred_plural(word, words, configured("keyword").vocabulary) is barred
    assert not is_barred_plural(word, words, STRICT)

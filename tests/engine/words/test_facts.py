import pytest

from engine.wording.words import say_word
from engine.words import Flag, WordList, WordRefusal
from engine.words.facts import facts
from engine.words.kinds import Contents, Kind

US = Flag.US | Flag.GB
KINDS = {
    "CAT": Kind(10, US),
    "CATER": Kind(20, US),
    "CATS": Kind(10, US | Flag.PLURAL_ONLY),
    "KNIFE": Kind(20, US),
    "KNIVES": Kind(20, US | Flag.PLURAL_ONLY),
    "OASES": Kind(55, US | Flag.PLURAL_ONLY),
    "WHEY": Kind(55, US),
    "ZYMOTIC": Kind(70, US),
}
WORDS = WordList(Contents(KINDS, proper=" PARIS ", abbreviations=" MO "))


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("PARIS", "PARIS is written with a capital letter, like a name, and doesn't count."),
        ("MO", "MO is an abbreviation or a symbol, and those don't count."),
        ("CATS", "CATS is in the word list, as the plural of CAT."),
        ("KNIVES", "KNIVES is in the word list, as the plural of KNIFE."),
        ("OASES", "OASES is in the word list as a plural."),
        ("CATUR", "CATUR isn't in the word list. Did you mean CATER?"),
        ("QQQQQ", "QQQQQ isn't in the word list."),
        ("CAT", "CAT is a common word."),
        ("WHEY", "WHEY is in most dictionaries."),
        ("ZYMOTIC", "ZYMOTIC is a rare word, found in large dictionaries."),
    ],
)
def test_a_word_is_told_of_in_a_sentence(word: str, sentence: str) -> None:
    assert say_word(facts(WORDS, word)) == sentence


def test_words_of_the_house_and_of_ones_own_list_say_so() -> None:
    own = WordList.of(["zyx"], like=WORDS)
    assert say_word(facts(own, "ZYX")) == "ZYX is one of this table's own words."
    assert facts(WORDS.including(["zyx"]), "ZYX").flags & Flag.HOUSE


def test_a_word_the_table_left_out_is_told_from_an_unknown_one() -> None:
    few = WORDS.restricted(max_tier=35)
    assert facts(few, "ZYMOTIC").refusal is WordRefusal.EXCLUDED
    assert not facts(few, "ZYMOTIC").listed

"""Test the word list: membership, flags, refusals, patterns, and the packed form."""

import re
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import LETTERS
from engine.words import ListedWord, WordList, WordRefusal, pattern
from engine.words.codec import MAGIC, pack, spaced_text, text_of, unpack
from engine.words.growth import extension_counts, insertion_count
from engine.words.kinds import Contents, Flag, Kind
from engine.words.nearest import nearest

BOTH = Flag.US | Flag.GB
CONTENTS = Contents(
    {
        "ARSE": Kind(35, Flag.GB | Flag.SLANG),
        "CAT": Kind(10, BOTH),
        "CATS": Kind(20, BOTH | Flag.PLURAL_ONLY),
        "COLOR": Kind(10, Flag.US),
        "COLOUR": Kind(10, Flag.GB),
        "SMILES": Kind(20, BOTH | Flag.VERB_THIRD),
        "ZYMURGY": Kind(60, BOTH),
    },
    proper=spaced_text(["PARIS", "ROME"]),
    abbreviations=spaced_text(["MO"]),
)
LIST = WordList(CONTENTS)
WORDS = st.text(LETTERS[:4], min_size=1, max_size=5)


def test_membership_is_of_whole_words_in_upper_case() -> None:
    assert "CAT" in LIST
    assert "CA" not in LIST
    assert "cat" not in LIST
    assert 7 not in LIST


def test_iterates_in_alphabetical_order() -> None:
    assert list(LIST) == sorted(CONTENTS.words)
    assert len(LIST) == 7


def test_entry_tells_tier_and_flags() -> None:
    assert LIST.entry("COLOUR") == ListedWord("COLOUR", 10, Flag.GB)
    assert LIST.entry("DOG") is None


def test_a_plural_is_told_from_a_verb() -> None:
    assert LIST.is_plural_only("CATS")
    assert not LIST.is_plural_only("SMILES")
    assert not LIST.is_plural_only("DOGS")


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("PARIS", WordRefusal.PROPER),
        ("ROME", WordRefusal.PROPER),
        ("MO", WordRefusal.ABBREVIATION),
        ("MIO", WordRefusal.NOT_LISTED),
    ],
)
def test_a_refusal_says_why(word: str, why: WordRefusal) -> None:
    assert LIST.refusal(word) is why


def test_a_part_of_a_name_is_no_name() -> None:
    assert LIST.refusal("PARI") is WordRefusal.NOT_LISTED


def test_restricted_to_a_region_a_tier_or_without_a_flag() -> None:
    assert "COLOUR" not in LIST.restricted(regions=Flag.US)
    assert "COLOR" in LIST.restricted(regions=Flag.US)
    assert "ZYMURGY" not in LIST.restricted(max_tier=50)
    assert "ARSE" not in LIST.restricted(without=Flag.SLANG)


def test_a_word_left_out_is_refused_as_left_out_however_often_cut() -> None:
    cut = LIST.restricted(max_tier=50).restricted(regions=Flag.GB)
    assert cut.refusal("ZYMURGY") is WordRefusal.EXCLUDED
    assert cut.refusal("COLOR") is WordRefusal.EXCLUDED
    assert cut.refusal("PARIS") is WordRefusal.PROPER


def test_ones_own_list_keeps_flags_and_reasons_of_the_list_it_is_like() -> None:
    club = WordList.of(["cats", "Qi"], like=LIST)
    assert list(club) == ["CATS", "QI"]
    assert club.is_plural_only("CATS")
    assert club.refusal("PARIS") is WordRefusal.PROPER
    assert club.refusal("CAT") is WordRefusal.NOT_LISTED


@pytest.mark.parametrize("word", ["", "C4T", "NAÏVE", "TWO WORDS", "ß"])
def test_ones_own_list_refuses_what_no_cards_can_spell(word: str) -> None:
    with pytest.raises(ValueError, match="not a word of the letters A-Z"):
        WordList.of([word])


def test_matching_takes_question_marks_and_lower_case_for_any_letter() -> None:
    words = WordList.of(["CAT", "COT", "CUT", "CART", "COAT"])
    assert words.matching("C?T") == ("CAT", "COT", "CUT")
    assert words.matching("CaT") == ("CAT", "COT", "CUT")
    assert words.matching("C??T") == ("CART", "COAT")
    assert words.matching("CAT") == ("CAT",)
    assert words.matching("?????") == ()
    assert words.matching("") == ()


@given(st.sets(WORDS, max_size=40), st.text(LETTERS[:4] + "?ab", max_size=5))
def test_matching_is_what_a_regular_expression_finds(words: set[str], pattern: str) -> None:
    expression = re.compile(re.sub("[?a-z]", ".", pattern))
    expected = tuple(word for word in sorted(words) if expression.fullmatch(word))
    assert WordList.of(words).matching(pattern) == expected


@given(st.sets(WORDS, max_size=40), st.lists(st.sets(st.sampled_from("ABCD")), min_size=1, max_size=5))
def test_fitting_is_every_word_with_a_letter_of_each_place(words: set[str], options: list[set[str]]) -> None:
    expected = tuple(
        word
        for word in sorted(words)
        if len(word) == len(options) and all(c in of for c, of in zip(word, options, strict=True))
    )
    assert WordList.of(words).fitting(options) == expected


@given(st.sets(WORDS, max_size=40), st.integers(0, 6))
def test_of_length_holds_exactly_the_words_of_that_length(words: set[str], length: int) -> None:
    assert WordList.of(words).of_length(length) == tuple(sorted(w for w in words if len(w) == length))


KINDS = st.builds(Kind, st.integers(0, 95), st.builds(Flag, st.integers(0, 255)))


@given(st.dictionaries(WORDS, KINDS, min_size=1), st.sets(WORDS), st.sets(WORDS))
def test_what_is_packed_is_unpacked(words: dict[str, Kind], names: set[str], short: set[str]) -> None:
    contents = Contents(dict(sorted(words.items())), spaced_text(names), spaced_text(short))
    again = unpack(pack(contents))
    assert again == contents
    assert text_of(again) == text_of(contents)


@pytest.mark.parametrize("data", [b"", b"words", MAGIC, MAGIC + b"not lzma", pack(CONTENTS)[:-9]])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="word list"):
        WordList.from_bytes(data)


def test_nearest_prefers_one_change_and_everyday_words() -> None:
    words = WordList.of(["PAIRS", "PARTS", "CARTS", "PARADES"])
    assert nearest(words, "PARIS") == ("PAIRS", "PARTS")
    assert nearest(words, "CARPS") == ("CARTS",)
    assert nearest(words, "PARS") == ("PAIRS", "PARTS")
    assert nearest(LIST, "COLER") == ("COLOR",)
    assert nearest(LIST, "CLOUR") == ("COLOUR",)
    assert nearest(LIST, "QQQQ") == ()


def test_nearest_tries_two_changes_only_when_one_finds_nothing() -> None:
    words = WordList.of(["MOTHER", "SMOTHERED"])
    assert nearest(words, "SMOTHRD") == ("SMOTHERED",)
    assert nearest(words, "MOTHR") == ("MOTHER",)


@pytest.mark.parametrize("few", [0, 100])  # words asked one by one, or all at once
@given(st.text("ACDEGOSTX", max_size=8), st.integers(0, 3), st.text("ACDEGOST?", max_size=4))
def test_the_index_finds_what_a_search_finds(few: int, letters: str, wild: int, text: str) -> None:
    listed = ["ACE", "ADD", "CAT", "EGG", "GOD", "SEE", "TOE", "TOT", "ZOO"]

    def lacks(word: str) -> int:
        return sum(max(0, word.count(letter) - letters.count(letter)) for letter in set(word))

    def holds(word: str) -> bool:
        return any(
            all(card in ("?", letter) for card, letter in zip(text, chosen, strict=True))
            for chosen in combinations(word, len(text))
        )

    index = WordList.of(listed).index(3)
    held, some = Counter(letters), index.everything ^ 2  # all but ADD
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pattern, "MAX_TESTED_SINGLY", few)
        assert index.listed(index.spelt(held, wild)) == tuple(word for word in listed if lacks(word) <= wild)
        found = index.listed(index.spelt(held, wild, some))
        assert found == tuple(word for word in listed if lacks(word) <= wild and word != "ADD")
        assert index.listed(index.embedding(text)) == tuple(filter(holds, listed))
        found = index.listed(index.embedding(text, some))
        assert found == tuple(word for word in listed if holds(word) and word != "ADD")
    contained = [word for word in listed if not Counter(letters) - Counter(word)]
    assert list(index.listed(index.containing(held))) == contained


def test_how_far_a_word_can_be_built_on() -> None:
    words = WordList.of(["EAT", "HEAT", "EATS", "BEAT", "EAST", "BALL", "BAL"])
    assert insertion_count(words, "EAT") == 4
    assert insertion_count(words, "BAL") == 1  # removing either of two equal letters gives the same word
    assert extension_counts(words, 3)["EAT"] == 3


def test_a_table_screens_further_words_which_stay_listed() -> None:
    screened = LIST.screening(["zymurgy", "QUAX"])
    assert [word for word in ("CAT", "ZYMURGY", "QUAX") if screened.is_offensive(word)] == ["ZYMURGY", "QUAX"]
    assert "ZYMURGY" in screened
    assert "ZYMURGY" not in screened.restricted(without=Flag.OFFENSIVE)
    assert screened.restricted(without=Flag.OFFENSIVE).is_offensive("ZYMURGY")
    assert not LIST.is_offensive("ZYMURGY")
    with pytest.raises(ValueError, match="letters"):
        LIST.screening(["NAÏVE"])


def test_no_word_that_offends_is_offered_for_one_misspelt() -> None:
    assert "CAT" in nearest(LIST, "CAX")
    assert "CAT" not in nearest(LIST.screening(["CAT"]), "CAX")


def test_what_offends_outlasts_packing() -> None:
    assert unpack(pack(LIST.screening(["QUAX"])._contents)).offensive.split() == ["QUAX"]

"""Test the comparison of a deck's cards with the known packs: which pack they are, and what is missing."""

from engine.cards import MY_WORD_PACK, PARKER, WADDINGTONS
from engine.inventory import difference_to, limits, nearest, worded


def test_a_whole_pack_is_said_to_be_one() -> None:
    difference = nearest(PARKER.counts)
    assert difference.is_empty
    assert worded(PARKER.counts, difference) == "54 cards, exactly the parker pack"


def test_what_is_missing_and_too_many_is_named() -> None:
    counts = dict(WADDINGTONS.counts) | {"Q": 5, "A": 3, "?": 0}
    difference = nearest(counts)
    assert (difference.pack, difference.missing, difference.surplus) == (
        WADDINGTONS, {"A": 1, "?": 1}, {"Q": 4},
    )  # fmt: skip
    assert worded(counts, difference) == (
        "54 cards; the nearest pack, waddingtons, has 52: 4 Q too many; 1 A, 1 Master missing"
    )


def test_the_nearest_pack_differs_by_the_fewest_cards() -> None:
    assert nearest(dict(PARKER.counts) | {"E": 4}).pack is PARKER
    assert difference_to({}, WADDINGTONS).size == 52


def test_cards_that_nobody_knows_speak_for_a_pack_by_their_number_alone() -> None:
    known = {"A": 4, "E": 4, "Q": 1}
    for pack in (WADDINGTONS, PARKER, MY_WORD_PACK):
        assert nearest(known, pack.size - sum(known.values())).pack is pack


def test_unknown_cards_are_taken_for_those_missing_and_limit_nothing() -> None:
    known = {"A": 4, "E": 6}
    missing = sum(max(0, n - known.get(letter, 0)) for letter, n in WADDINGTONS.counts.items())
    usual = dict(WADDINGTONS.counts) | {"E": 6}
    assert limits(known, WADDINGTONS, missing) == limits(known, WADDINGTONS) == usual
    assert limits(known, WADDINGTONS, missing + 2) == {letter: n + 2 for letter, n in usual.items()}
    assert limits({"A": 1}, None, 3)["Q"] == 3

"""What a deck holds against the known packs."""

from engine.cards import PARKER, WADDINGTONS
from engine.inventory import against, nearest, worded


def test_a_whole_pack_is_said_to_be_one() -> None:
    difference = nearest(PARKER.counts)
    assert difference.none
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
    assert against({}, WADDINGTONS).size == 52

"""Test the summary of an enrolled deck: the known letters, and the number of cards in doubt."""

import numpy as np

from device.commands._enrol.asking import EnrolResult
from device.commands._enrol.deck_making import contents
from engine.cards import MY_WORD_PACK, WADDINGTONS
from vision.enrol.gather import FoundCard
from vision.tensor_format import LETTERS


def _finds(*photos: str) -> tuple[FoundCard, ...]:
    """Return the cards found on some photographs. The nth string has a letter for each card on the nth
    photograph."""
    nothing, crop = np.zeros((4, 2), np.float32), np.zeros((208, 160, 3), np.uint8)
    said, figures = np.zeros(len(LETTERS), np.float32), np.zeros((2, 30, 19), np.float16)
    return tuple(
        FoundCard(photo, 0, place, nothing, crop, said, False, said, figures)
        for photo, letters in enumerate(photos)
        for place in range(len(letters))
    )


def _result(letters: str, doubtful: range = range(0), copies: int = 1) -> EnrolResult:
    return EnrolResult(letters, frozenset(doubtful), "waddingtons", copies, 0)


def test_a_whole_pack_without_doubt_adds_up() -> None:
    whole = WADDINGTONS.cards()
    deck = contents(_finds(whole), _result(whole))
    assert (deck.counts, deck.unlearnt, deck.adds_up) == (dict(sorted(WADDINGTONS.counts.items())), 0, True)
    assert deck.summary() == "52 cards, exactly the waddingtons pack"


def test_a_few_cards_in_doubt_that_fit_add_up_and_are_told() -> None:
    whole = WADDINGTONS.cards()
    deck = contents(_finds(whole), _result(whole, range(2)))
    assert (deck.counts["A"], deck.unlearnt, deck.adds_up) == (2, 2, True)
    assert deck.summary().endswith(
        "the waddingtons pack; the table has learnt 50 of them and is not sure of 2"
    )


def test_a_deck_in_doubt_for_the_most_part_never_adds_up() -> None:
    whole = WADDINGTONS.cards()
    deck = contents(_finds(whole), _result(whole, range(27)))
    assert deck.difference.is_empty
    assert (deck.is_mostly_unlearnt, deck.adds_up) == (True, False)
    assert "; the table has learnt only 25 of them" in deck.summary()


def test_the_nearest_pack_is_not_found_by_guesses() -> None:
    # The number of cards decides which pack is nearest, whatever their letters are taken for.
    guessed = "A" * MY_WORD_PACK.size
    assert contents(_finds(guessed), _result(guessed, range(5, len(guessed)))).difference.pack is MY_WORD_PACK


def test_what_one_photograph_of_the_whole_deck_shows_for_sure_is_known() -> None:
    whole = WADDINGTONS.cards()
    dim = range(len(whole), 2 * len(whole))
    deck = contents(_finds(whole, whole), _result(2 * whole, dim, copies=2))
    assert (deck.counts, deck.unlearnt) == (dict(sorted(WADDINGTONS.counts.items())), 0)


def test_photographs_of_parts_are_counted_together_and_backs_not_at_all() -> None:
    deck = contents(_finds("AB-", "AC"), _result("AB-AC", range(1, 2)))
    assert (deck.counts, deck.likely, deck.unlearnt) == ({"A": 2, "C": 1}, {"A": 2, "B": 1, "C": 1}, 1)

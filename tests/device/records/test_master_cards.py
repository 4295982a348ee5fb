"""Test the pictures of a pack's Masters, which are kept with the deck."""

from pathlib import Path

from device.records import decks, master_cards
from device.records.decks import Deck, DeckCard


def test_masters_are_kept_by_deck_the_newest_of_many(tmp_path: Path) -> None:
    for n in range(master_cards.MAX_MASTER_PICTURES + 2):
        master_cards.learn(tmp_path, "attic", bytes([n]))
    master_cards.learn(tmp_path, "", b"other")
    kept = master_cards.master_pictures(tmp_path, "attic")
    assert kept == tuple(bytes([n]) for n in range(2, master_cards.MAX_MASTER_PICTURES + 2))
    assert master_cards.master_pictures(tmp_path, "") == (b"other",)
    assert master_cards.master_pictures(tmp_path, "cellar") == ()


def test_a_deck_that_is_enrolled_anew_or_forgotten_has_none(tmp_path: Path) -> None:
    deck = Deck("attic", "waddingtons", {"A": 1}, (DeckCard("A", b"x"),), "0" * 16, b"")
    master_cards.learn(tmp_path, "attic", b"crop")
    decks.store(tmp_path, deck)
    assert master_cards.master_pictures(tmp_path, "attic") == ()
    master_cards.learn(tmp_path, "attic", b"crop")
    decks.forget(tmp_path, "attic")
    assert master_cards.master_pictures(tmp_path, "attic") == ()


def test_damaged_pictures_are_put_aside(tmp_path: Path) -> None:
    (tmp_path / master_cards.FILE).write_text("{")
    assert master_cards.master_pictures(tmp_path, "") == ()
    master_cards.learn(tmp_path, "", b"crop")
    assert master_cards.master_pictures(tmp_path, "") == (b"crop",)

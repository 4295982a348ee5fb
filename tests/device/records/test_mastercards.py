"""Test the pictures of a pack's Masters, which are kept with the deck."""

from pathlib import Path

from device.records import decks, mastercards
from device.records.decks import Deck, DeckCard


def test_masters_are_kept_by_deck_the_newest_of_many(tmp_path: Path) -> None:
    for n in range(mastercards.MAX_MASTER_PICTURES + 2):
        mastercards.learn(tmp_path, "attic", bytes([n]))
    mastercards.learn(tmp_path, "", b"other")
    kept = mastercards.master_pictures(tmp_path, "attic")
    assert kept == tuple(bytes([n]) for n in range(2, mastercards.MAX_MASTER_PICTURES + 2))
    assert mastercards.master_pictures(tmp_path, "") == (b"other",)
    assert mastercards.master_pictures(tmp_path, "cellar") == ()


def test_a_deck_that_is_enrolled_anew_or_forgotten_has_none(tmp_path: Path) -> None:
    deck = Deck("attic", "waddingtons", {"A": 1}, (DeckCard("A", b"x"),), "0" * 16, b"")
    mastercards.learn(tmp_path, "attic", b"crop")
    decks.store(tmp_path, deck)
    assert mastercards.master_pictures(tmp_path, "attic") == ()
    mastercards.learn(tmp_path, "attic", b"crop")
    decks.forget(tmp_path, "attic")
    assert mastercards.master_pictures(tmp_path, "attic") == ()


def test_damaged_pictures_are_put_aside(tmp_path: Path) -> None:
    (tmp_path / mastercards.FILE).write_text("{")
    assert mastercards.master_pictures(tmp_path, "") == ()
    mastercards.learn(tmp_path, "", b"crop")
    assert mastercards.master_pictures(tmp_path, "") == (b"crop",)

"""Enrolled decks on disk."""

from pathlib import Path

import pytest

from device.errors import UsageFault
from device.records import decks
from device.records.decks import Deck, DeckCard


def _deck(name: str = "attic", cards: int = 1) -> Deck:
    return Deck(name, "parker", {"A": cards}, (DeckCard("A", b"jpeg"),), "0" * 16, b"\0\0")


def test_what_was_stored_is_listed_and_had_back(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck("shed"))
    decks.store(tmp_path, _deck("attic"))
    assert decks.names(tmp_path) == ("attic", "shed")
    assert decks.deck(tmp_path, "attic") == _deck()


def test_undo_gives_the_enrolment_before_back_and_then_forgets(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck(cards=1))
    decks.store(tmp_path, _deck(cards=2))
    assert decks.undo(tmp_path, "attic") is True
    assert decks.deck(tmp_path, "attic").counts == {"A": 1}
    assert decks.undo(tmp_path, "attic") is False
    assert decks.names(tmp_path) == ()


def test_a_deck_is_forgotten_with_the_one_before_it(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck(cards=1))
    assert not decks.earlier(tmp_path, "attic")
    decks.store(tmp_path, _deck(cards=2))
    assert decks.earlier(tmp_path, "attic")
    decks.forget(tmp_path, "attic")
    assert decks.names(tmp_path) == ()
    decks.store(tmp_path, _deck())
    assert not decks.earlier(tmp_path, "attic")
    with pytest.raises(UsageFault, match="cellar: no such deck"):
        decks.forget(tmp_path, "cellar")


@pytest.mark.parametrize("name", ["", "../x", "Attic", "a b", "-a", "a" * 32])
def test_names_that_are_none_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageFault, match="a deck's name"):
        decks.deck(tmp_path, name)


def test_an_unknown_deck_is_said_with_the_known_ones(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck())
    with pytest.raises(UsageFault, match="cellar: no such deck is enrolled; enrolled are attic"):
        decks.undo(tmp_path, "cellar")


@pytest.mark.parametrize("text", ["{}", "no json", '{"version": 2}'])
def test_a_file_that_is_no_deck_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / decks.FOLDER).mkdir()
    (tmp_path / decks.FOLDER / "attic.json").write_text(text)
    with pytest.raises(UsageFault, match="can't be understood"):
        decks.deck(tmp_path, "attic")

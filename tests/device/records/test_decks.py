"""Test how enrolled decks are stored, listed, replaced, undone and forgotten, on a disk that may be full or
damaged."""

import errno
import os
import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from device.errors import UsageFault
from device.records import decks
from device.records.decks import Deck, DeckCard
from device.records.value_files import DamagedFault


def _deck(name: str = "attic", cards: int = 1) -> Deck:
    return Deck(name, "parker", {"A": cards}, (DeckCard("A", b"jpeg"),), "0" * 16, b"\0\0")


def _files(data: Path) -> list[str]:
    return sorted(path.name for path in (data / decks.FOLDER).iterdir())


def _full(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Make the disk full as soon as `after` more files have been written."""
    left = iter(range(after))

    def fsync(_file: int) -> None:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)


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
    assert not decks.earlier_count(tmp_path, "attic")
    decks.store(tmp_path, _deck(cards=2))
    assert decks.earlier_count(tmp_path, "attic")
    decks.forget(tmp_path, "attic")
    assert decks.names(tmp_path) == ()
    decks.store(tmp_path, _deck())
    assert not decks.earlier_count(tmp_path, "attic")
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


def test_a_damaged_deck_is_said_how_to_be_rid_of_and_is_replaced_by_a_new_one(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck(cards=1))
    decks.store(tmp_path, _deck(cards=2))
    (tmp_path / decks.FOLDER / "attic.json").write_text("{}")
    with pytest.raises(UsageFault, match="`enrol --forget attic` removes it"):
        decks.deck(tmp_path, "attic")
    decks.store(tmp_path, _deck(cards=3))
    assert decks.deck(tmp_path, "attic").counts == {"A": 3}
    assert decks.undo(tmp_path, "attic")
    assert decks.deck(tmp_path, "attic").counts == {"A": 1}


@pytest.mark.parametrize("room", [0, 1])
def test_on_a_full_disk_both_enrolments_before_are_kept_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    decks.store(tmp_path, _deck(cards=1))
    decks.store(tmp_path, _deck(cards=2))
    with monkeypatch.context() as patched:
        _full(patched, room)
        with pytest.raises(UsageFault, match=r"attic\.json: No space left on device"):
            decks.store(tmp_path, _deck(cards=3))
    assert _files(tmp_path) == ["attic.before", "attic.json"]
    assert decks.deck(tmp_path, "attic").counts == {"A": 2}
    assert decks.undo(tmp_path, "attic")
    assert decks.deck(tmp_path, "attic").counts == {"A": 1}


def test_what_a_crash_left_behind_is_forgotten_too(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck())
    for name in ("attic.json.new", "attic.before.new"):
        (tmp_path / decks.FOLDER / name).write_text("half a de")
    decks.forget(tmp_path, "attic")
    assert _files(tmp_path) == []
    (tmp_path / decks.FOLDER / "attic.json.new").write_text("half a de")
    decks.forget(tmp_path, "attic")
    assert _files(tmp_path) == []


def test_a_folder_that_can_not_be_read_is_not_taken_for_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    for act in (
        decks.names,
        lambda data: decks.undo(data, "attic"),
        lambda data: decks.forget(data, "attic"),
    ):
        with pytest.raises(UsageFault, match="Not a directory"):
            act(file)
    assert decks.names(tmp_path) == ()

    def refused(_folder: Path) -> Iterable[Path]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "iterdir", refused)
    with pytest.raises(UsageFault, match="decks: Permission denied"):
        decks.names(tmp_path)
    assert decks.readable_names(tmp_path) == ()


def test_undo_goes_back_one_enrolment_at_a_time_and_forgets_only_the_first(tmp_path: Path) -> None:
    for cards in (1, 2, 3):
        decks.store(tmp_path, _deck(cards=cards))
    for cards in (2, 1):
        assert decks.earlier_count(tmp_path, "attic") == cards
        assert decks.undo(tmp_path, "attic") is True
        assert decks.deck(tmp_path, "attic").counts == {"A": cards}
    assert decks.earlier_count(tmp_path, "attic") == 0
    assert decks.undo(tmp_path, "attic") is False
    assert _files(tmp_path) == []


def test_the_last_few_enrolments_are_kept_and_no_more(tmp_path: Path) -> None:
    last = decks.MAX_EARLIER_ENROLMENTS + 3
    for cards in range(1, last + 1):
        decks.store(tmp_path, _deck(cards=cards))
    assert len(_files(tmp_path)) == 1 + decks.MAX_EARLIER_ENROLMENTS
    decks.undo(tmp_path, "attic")
    decks.store(tmp_path, _deck(cards=last + 1))
    for cards in range(last - 1, last - 1 - decks.MAX_EARLIER_ENROLMENTS, -1):
        assert decks.undo(tmp_path, "attic")
        assert decks.deck(tmp_path, "attic").counts == {"A": cards}
    assert decks.undo(tmp_path, "attic") is False


def test_an_enrolment_kept_by_an_earlier_edition_is_the_first_to_go_back_to(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck(cards=1))
    folder = tmp_path / decks.FOLDER
    (folder / "attic.json").rename(folder / "attic.before")
    for cards in (2, 3):
        decks.store(tmp_path, _deck(cards=cards))
    assert [decks.undo(tmp_path, "attic") for _ in range(2)] == [True, True]
    assert decks.deck(tmp_path, "attic").counts == {"A": 1}


def test_a_deck_is_forgotten_with_all_before_it_and_no_other_deck_with_it(tmp_path: Path) -> None:
    for name in ("attic", "attic-2"):
        for cards in range(1, 5):
            decks.store(tmp_path, _deck(name, cards))
    (tmp_path / decks.FOLDER / "attic.before-9.new").write_text("half a de")
    decks.forget(tmp_path, "attic")
    assert not any(name.startswith("attic.") for name in _files(tmp_path))
    assert (decks.names(tmp_path), decks.earlier_count(tmp_path, "attic-2")) == (("attic-2",), 3)


def test_a_number_that_was_damaged_and_is_a_number_still_is_noticed(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck())
    path = decks.path_of(tmp_path, "attic")
    good = path.read_bytes()
    for right, wrong in ((b'"A":1', b'"A":3'), (b'"AAA="', b'"ABA="'), (b'"parker"', b'"qarker"')):
        assert right in good
        path.write_bytes(good.replace(right, wrong))
        with pytest.raises(DamagedFault, match="damaged"):
            decks.deck(tmp_path, "attic")


def test_a_deck_of_an_earlier_edition_has_no_checksum(tmp_path: Path) -> None:
    path = decks.path_of(tmp_path, "attic")
    path.parent.mkdir()
    path.write_bytes(msgspec.json.encode(_deck()))
    assert decks.deck(tmp_path, "attic") == _deck()


def test_the_checksum_of_a_deck_is_the_one_that_earlier_editions_gave_it(tmp_path: Path) -> None:
    decks.store(tmp_path, _deck())
    body = msgspec.json.encode(_deck()).removesuffix(b"}")
    earlier = zlib.crc32(body + b',"crc":null}')
    assert decks.path_of(tmp_path, "attic").read_bytes() == body + b',"crc":%d}' % earlier

"""Test the pictures of the match: they never exceed the limit, and are deleted at once on request."""

from pathlib import Path

import pytest

from device.errors import UsageFault
from device.records.pictures import Album, delete_pictures, stored_pictures


def test_the_oldest_go_when_there_are_too_many(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures", limit=250)
    for event in (3, 11, 100):
        album.keep(event, b"x" * 100)
    assert [p.name for p in stored_pictures(tmp_path / "pictures")] == ["000011.jpg", "000100.jpg"]
    album.keep(101, b"x" * 251)
    assert len(stored_pictures(tmp_path / "pictures")) == 2


def test_a_limit_of_nothing_keeps_nothing(tmp_path: Path) -> None:
    Album(tmp_path / "pictures", limit=0).keep(1, b"x")
    assert not (tmp_path / "pictures").exists()


def test_forgotten_they_are_gone(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures", limit=250)
    assert album.forget() == 0
    album.keep(1, b"x")
    album.keep(2, b"x")
    assert delete_pictures(tmp_path / "pictures") == 2
    assert list((tmp_path / "pictures").iterdir()) == []


def test_those_of_events_that_the_journal_has_lost_are_gone(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures", limit=250)
    for event in (3, 11):
        album.keep(event, b"x")
    album.forget_from(11)
    assert [p.name for p in stored_pictures(tmp_path / "pictures")] == ["000003.jpg"]


def test_a_folder_that_can_not_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UsageFault, match="file"):
        Album(tmp_path / "file" / "pictures", limit=9).keep(1, b"x")

"""Test the space on a full disk: the reserve and the pictures are deleted, and the deletion is reported."""

from pathlib import Path

from device.records.disk_space import RESERVE_BYTES, keep_reserve, make_room
from device.records.pictures import Album


def test_the_reserve_is_taken_once_and_let_go_of_when_it_is_wanted(tmp_path: Path) -> None:
    keep_reserve(tmp_path)
    keep_reserve(tmp_path)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == RESERVE_BYTES
    album = Album(tmp_path / "pictures", 100)
    album.keep(1, b"x")
    assert make_room(tmp_path, album)
    assert [path.name for path in tmp_path.rglob("*")] == ["pictures"]
    assert not make_room(tmp_path, album)


def test_where_nothing_can_be_written_no_reserve_is_kept(tmp_path: Path) -> None:
    keep_reserve(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []

"""Test that the name of a file can't control the terminal that shows it, and that a file is replaced whole
or not at all."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from device import files
from device.faults import one_line


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Küche 1.jpg", "Küche 1.jpg"),
        ("a\x1b[31m.jpg", r"a\x1b[31m.jpg"),
        ("a\nb\x07.jpg", r"a\nb\x07.jpg"),
        ("a\x9b31m\u202egpj.exe", r"a\x9b31m\u202egpj.exe"),
        (os.fsdecode(b"a\xff.jpg"), "a\ufffd.jpg"),
    ],
)
def test_a_name_is_shown_and_controls_no_terminal(name: str, said: str) -> None:
    assert files.terminal_line(Path(name)) == said
    assert files.terminal_line(said) == said


def test_the_one_line_of_a_fault_controls_no_terminal() -> None:
    assert one_line("no\nsuch file: a\x1b]0;b\x07") == r"no such file: a\x1b]0;b\x07"


def test_text_keeps_all_that_json_can_hold() -> None:
    assert files.as_text(os.fsdecode(b"a\x1b\xff")) == "a\x1b\ufffd"


def test_a_file_is_written_anew_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"before")
    path.chmod(0o640)
    files.write(path, b"after")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"after", 0o640)
    assert list(tmp_path.iterdir()) == [path]


def test_what_was_there_stays_when_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed_and_a_name_may_be_as_long_as_any(tmp_path: Path) -> None:
    path, link = tmp_path / ("a" * 251 + ".pdf"), tmp_path / "link"
    link.symlink_to(path)
    files.write(link, b"one")
    files.write(link, b"two")
    assert link.is_symlink()
    assert path.read_bytes() == b"two"


def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    files.write(pipe, b"through")
    reader.join(10)
    assert read == [b"through"]
    assert pipe.is_fifo()


def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without permission to write is not replaced by a new one. Here its permission is simulated,
    since root may write any file."""
    path = tmp_path / "a.pdf"
    path.write_bytes(b"before")
    real = Path.open

    def opened(this: Path, mode: str = "r", *more: Any, **named: Any) -> Any:
        if this == path and mode != "rb":
            raise PermissionError(13, "Permission denied")
        return real(this, mode, *more, **named)

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(PermissionError):
        files.write(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]

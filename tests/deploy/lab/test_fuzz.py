"""Test the readers of untrusted files: each file is read, or refused in one line."""

import pytest

from deploy.lab import fuzz

FILES = {
    "notation": 150,
    "names": 150,
    "toml": 80,
    "journal": 120,
    "picture": 150,
    "request": 120,
    "question": 150,
}
"""The number of damaged files for each reader: few, so that the tests take seconds.
`python -m deploy.lab.fuzz` tries more."""


@pytest.mark.parametrize("reader", fuzz.TARGETS)
def test_a_file_made_to_break_a_reader_does_not(reader: str) -> None:
    fuzz.run(reader, FILES[reader], seed=1)


@pytest.mark.parametrize("reader", fuzz.TARGETS)
def test_good_files_are_read(reader: str) -> None:
    target = fuzz.TARGETS[reader]
    for data in target.good_files():
        target.read(data)


def test_what_breaks_a_reader_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> None:
        assert b"[[" not in data

    monkeypatch.setattr(fuzz, "TARGETS", {"toml": fuzz.Target(broken, lambda: (b"a = [1]",), (b"[",))})
    fuzz._sample_files.cache_clear()
    with pytest.raises(AssertionError):
        fuzz.run("toml", 2_000, seed=1)
    fuzz._sample_files.cache_clear()

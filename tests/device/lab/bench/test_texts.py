"""Test the bench that counts how often the print on cards without a letter, such as a number, is read
right."""

import shutil

import pytest

from device.lab.bench import texts


def test_without_tesseract_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert texts.measure(1) == {"texts": "not measured: Tesseract is not installed"}


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
def test_a_table_has_four_of_the_five_kinds() -> None:
    found = texts.measure(1, 7)
    assert found["cards"] == 4
    kinds = found["kinds"]
    assert {kind: row["cards"] for kind, row in kinds.items()} == {
        "word": 0, "along": 1, "number": 1, "picture": 1, "advert": 1,
    }  # fmt: skip
    assert 2 <= found["seen"] <= found["seen_with_texts"] <= 4
    assert 1 <= found["read"] <= found["seen_with_texts"]

"""Test `lexicon-table pack`, which recognises a pack of cards by a photograph of its box."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.commands.pack import command
from device.errors import UsageFault
from tests.vision.ocr.drawn import box, photographed
from vision.ocr import pages

SAID = {
    "waddingtons": "LEXICON The card game WADDINGTON'S LEEDS",
    "parker": "LEXICON PARTY Parker Brothers SALEM",
    "booklet": "LEXICON Parker Brothers SALEM",
    "crossword": "CROSSWORD LEXICON Parker Brothers",
    "keyword": "KEYWORD Parker Brothers SALEM",
    "monopoly": "MONOPOLY Parker Brothers SALEM",
}


def answered(*arguments: object) -> list[str]:
    result = CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0
    return result.output.splitlines()


@pytest.fixture
def photo(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a photograph of a box. On it Tesseract is made to read the words of one of the texts in SAID."""
    words = tuple(SAID[request.param].split())
    monkeypatch.setattr(pages, "read_print", lambda _: words)
    path = tmp_path / "box.png"
    cv2.imwrite(str(path), np.full((600, 800, 3), 200, np.uint8))
    return path


@pytest.mark.parametrize(
    ("photo", "told"),
    [
        (
            "waddingtons",
            "Lexicon by Waddingtons, 52 cards (LEXICON, WADDINGTONS, LEEDS). Play with --pack waddingtons.",
        ),
        (
            "parker",
            "Lexicon by Parker Brothers, 54 cards (LEXICON PARTY, LEXICON, PARKER BROTHERS, SALEM). "
            "Play with --pack parker.",
        ),
        (
            "booklet",
            "Lexicon by Parker Brothers, 54 cards (LEXICON, PARKER BROTHERS, SALEM). "
            'Play with --pack parker, and edition = "pb" in the settings.',
        ),
        (
            "keyword",
            "Letter blocks of Keyword (KEYWORD, PARKER BROTHERS, SALEM). Play with --pack keyword.",
        ),
    ],
    indirect=["photo"],
)
def test_a_person_is_told_the_pack_and_what_told_it(photo: Path, told: str) -> None:
    assert answered(photo) == [f"{photo}: {told}"]


@pytest.mark.parametrize("photo", ["monopoly"], indirect=True)
def test_a_person_is_told_what_to_do_when_nothing_was_recognised(photo: Path) -> None:
    (line,) = answered(photo)
    assert line.startswith(f"{photo}: no box or leaflet of a game that I know. Photograph the lid")
    assert json.loads(answered(photo, "--json")[0]) == {"photo": str(photo), "pack": None}


@pytest.mark.parametrize("photo", ["crossword"], indirect=True)
def test_a_program_gets_the_pack_the_edition_and_the_games(photo: Path) -> None:
    answer = json.loads(answered(photo, "--json")[0])
    assert (answer["pack"], answer["edition"], answer["games"][0]) == ("parker", "pb", "crossword")
    assert answer["words"] == ["CROSSWORD LEXICON", "LEXICON", "PARKER BROTHERS"]


@pytest.mark.parametrize("photo", ["waddingtons"], indirect=True)
def test_a_photo_that_cannot_be_read_is_told_in_its_place(photo: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.jpg"
    result = CliRunner().invoke(command, [str(missing), str(photo)])
    assert result.exit_code == 2
    assert "none.jpg" in result.stderr
    assert "Play with --pack waddingtons" in result.stdout
    result = CliRunner().invoke(command, ["--json", str(missing), str(photo)])
    assert isinstance(result.exception, UsageFault)
    assert "error" in json.loads(result.stdout.splitlines()[0])


@pytest.mark.parametrize("photo", ["waddingtons"], indirect=True)
def test_without_tesseract_one_line_says_so(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    fault = CliRunner().invoke(command, [str(photo)]).exception
    assert str(fault) == "pack needs Tesseract: not installed: sudo apt-get install tesseract-ocr"


def test_a_drawn_box_is_read(tmp_path: Path) -> None:
    photo = tmp_path / "lid.png"
    cv2.imwrite(str(photo), photographed(box("LEXICON", "WADDINGTON'S\nLEEDS")))
    assert answered(photo)[0].endswith("Play with --pack waddingtons.")

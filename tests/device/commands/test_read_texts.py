"""Test the print on cards without a letter, from the photograph to the text, with the real Tesseract."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytesseract
import pytest
from click.testing import CliRunner
from PIL import Image

from device.cli import main
from vision.lab.render.composed import CameraView, Stage, take_picture
from vision.lab.render.unlettered_cards import UnletteredCard, unlettered_card
from vision.render.layouts import PiecePlace
from vision.render.pieces import card
from vision.render.prints.deck import plain_deck
from vision.render.prints.typefaces import vendored
from vision.render.surroundings.tables import baize

CARDS = (
    UnletteredCard("word", "HARBOUR"),
    UnletteredCard("number", "12/DOUBLE SCORE"),
    UnletteredCard("picture", "THE HOUSE BY/THE SEA", 0.3),
)
SAID = ["12 DOUBLE SCORE", "HARBOUR", "THE HOUSE BY THE SEA"]


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a photograph of GAME above three cards without a letter, each turned differently, and a card
    face down."""
    rng = np.random.default_rng(4)
    deck = plain_deck(vendored().faces[1])
    word = [PiecePlace(letter, 58.0 * n, 0.0, 0.5 * n, "letter") for n, letter in enumerate("GAME")]
    back = card(rng, deck, PiecePlace(None, 270.0, 0.0, 8.0, "back"))
    odd = [
        unlettered_card(rng, deck, PiecePlace("A", 105.0 * n, 118.0, turn, "stranger"), one)
        for n, (one, turn) in enumerate(zip(CARDS, (17.0, 196.0, 80.0), strict=True))
    ]
    pieces = (*(card(rng, deck, spot) for spot in word), back, *odd)
    drawn = take_picture(rng, Stage(pieces, baize, view=CameraView((1920, 1440))), vendored())
    path = tmp_path_factory.mktemp("table") / "table.jpg"
    cv2.imwrite(str(path), drawn.image)
    return path


@pytest.fixture(scope="module")
def tesseract() -> Iterator[None]:
    """Run the real Tesseract once for each picture, since several tests read the same photograph."""
    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")
    asked, known = pytesseract.image_to_data, dict[object, Any]()

    def once(page: Image.Image, **how: Any) -> Any:
        key = page.tobytes(), page.size, tuple(how.items())
        if key not in known:
            known[key] = asked(page, **how)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pytesseract, "image_to_data", once)
        yield


def _read(photo: Path, *options: str) -> dict[str, object]:
    result = CliRunner().invoke(main, ["read", str(photo), "--json", *options])
    assert result.exit_code == 0
    line: dict[str, object] = json.loads(result.stdout)
    return line


def _letters(line: dict[str, object]) -> list[object]:
    cards = line["cards"]
    assert isinstance(cards, list)
    return sorted(card["letter"] or "" for card in cards)


def test_they_are_told_without_tesseract(photo: Path) -> None:
    line = _read(photo)
    strangers = line["strangers"]
    assert isinstance(strangers, list)
    assert len(strangers) == len(CARDS)
    assert all(set(stranger) == {"corners"} for stranger in strangers)
    assert _letters(line) == ["", "A", "E", "G", "M"]


@pytest.mark.usefixtures("tesseract")
def test_a_word_a_number_and_a_sentence_are_read(photo: Path) -> None:
    line = _read(photo, "--texts")
    strangers = line["strangers"]
    assert isinstance(strangers, list)
    assert sorted(stranger["text"] for stranger in strangers) == SAID
    assert _letters(line) == ["", "A", "E", "G", "M"]


@pytest.mark.usefixtures("tesseract")
def test_people_are_told_the_print(photo: Path) -> None:
    said = CliRunner().invoke(main, ["read", str(photo), "--texts"]).stdout
    assert "3 cards without a letter" in said
    assert all(f'"{text}"' in said for text in SAID)

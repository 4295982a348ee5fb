"""Test pictures that were once surely misread. They are not part of the repository: they lie beside the
checkout on machines that measure."""

from pathlib import Path
from typing import Final

import pytest

from device.words.lists import load as load_words
from engine.layout import arrange, decide_letters
from vision.conditions import conditions
from vision.field_of_view import observation_to_arrange, view_of
from vision.picture import load
from vision.reader import PieceKind, Reader

CASES: Final = Path(__file__).parents[2].parent / "shared" / "cases"

pytestmark = pytest.mark.skipif(not CASES.exists(), reason="these pictures are not there")


def _read(name: str, kind: PieceKind | None = None) -> tuple[list[str], list[tuple[str, float]]]:
    """Read a given photograph. Return its words, and the likeliest letter of each face-up card with its
    probability."""
    picture, words = load(CASES / f"{name}.jpg"), load_words()
    seen = Reader.load().read(picture, kind)
    found = observation_to_arrange(seen, view_of(seen, conditions(picture, seen, None))).observation
    settled = decide_letters(found, arrange(found, words), words)
    said = [letters[0] for letters in settled.letters if letters]
    return [word.text for word in settled.arrangement.words], said


def _sure(said: list[tuple[str, float]], letters: str) -> list[str]:
    return sorted(letter for letter, p in said if p >= 0.9 and letter in letters)


def test_figures_that_stand_on_their_heads_speak_against_the_words_direction() -> None:
    """The players laid an M upside down as a W, and a W as an M. The figures on these tiles are upside
    down. So neither letter is read as sure."""
    _, said = _read("02-mw-upside-down-sure", "tiles")
    assert _sure(said, "MW") == []


@pytest.mark.parametrize(
    ("name", "sure"),
    [("04-W-underlined-read-M", "MMM"), ("04b-W-upright-underlined-read-M", "MM")],
)
def test_dots_below_a_letter_say_which_way_up_a_die_lies(name: str, sure: str) -> None:
    """Letter dice have dots below an M, which make it sure. The first picture shows three dice with an M
    and two with a W, the second two and one. Each W lies upside down in a row that arose by chance, and
    stays doubtful."""
    _, said = _read(name, "tiles")
    assert _sure(said, "MW") == list(sure)


def test_a_z_that_may_be_an_n_is_in_doubt() -> None:
    _, said = _read("04c-Z-underlined-read-N", "tiles")
    assert _sure(said, "NZ") == []


def test_loose_dice_leave_open_what_nothing_tells() -> None:
    _, said = _read("12-N-read-Z")
    assert _sure(said, "NZMWCU") == []
    assert _sure(said, "FGTBOE") == sorted("FGTBOGBE")


def test_one_tile_is_read_once() -> None:
    _, said = _read("01b-one-tile-read-twice-crop", "tiles")
    assert sorted(letter for letter, _ in said) == sorted("OZAYP")


def test_a_boards_printed_name_is_no_tile() -> None:
    _, said = _read("11-DIAMOND-logo-D", "tiles")
    assert "D" not in [letter for letter, _ in said]
    assert _sure(said, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == []


def test_squares_of_an_empty_board_are_no_cards_face_down() -> None:
    seen = Reader.load().read(load(CASES / "13-empty-board-face-down.jpg"))
    assert len(seen.pieces) <= 2


def fits(read: str, word: str) -> bool:
    """Return True if `read` is the word. A small letter is a named Master; `?` stands for any letter."""
    return len(read) == len(word) and all(
        r in ("?", w) or r == w.lower() for r, w in zip(read, word, strict=True)
    )


@pytest.mark.parametrize(
    ("name", "word"), [("s4242_012_master-quill", "FIFTEEN"), ("story09_1_HO-SE", "HO?SE")]
)
def test_a_word_with_cards_that_nobody_can_read_is_one_word(name: str, word: str) -> None:
    """The picture shows one word with Masters. It is read as one word, whether or not the Masters are
    named."""
    assert any(fits(one, word) for one in _read(name)[0])

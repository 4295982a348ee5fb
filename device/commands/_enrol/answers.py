"""Read a file of answers, row by row, and compare it with the cards found."""

from itertools import groupby
from pathlib import Path
from typing import Final

from device.commands._enrol.asking import find_letters
from device.commands._enrol.numbered_cards import DeckPhotos, letters_by_row
from device.errors import UsageFault
from vision.enrol.learning import FACE_DOWN
from vision.tensor_format import LETTERS

UNSAID: Final = "."
"""The character in a file of answers for a card whose letter the reader decides."""

Line = tuple[int, str]
"""A line of a file of answers: its number in the file, from 1, and the letters in it."""


def answers(path: Path, deck_photos: DeckPhotos) -> dict[int, str]:
    """Return the letters in a file of answers, by the number of the card. The file has a line of
    letters for each row of cards, in the direction in which the cards face.

    An empty line separates two photographs. `.` leaves a card to the reader, `?` is a Master, `-` a
    face-down card. Raise UsageFault, which names the line, if a line does not fit the cards found.
    """
    blocks = _blocks(path)
    if not blocks:
        raise UsageFault(
            f"--answers {path}: the file is empty; it takes a line of letters for each row of cards"
        )
    if len(blocks) > len(deck_photos.photos):
        given = len(deck_photos.photos)
        raise UsageFault(
            f"--answers {path}: the file has lines for {len(blocks)} photographs (an empty line begins the "
            f"next one's), {given} {'was' if given == 1 else 'were'} given"
        )
    letters: dict[int, str] = {}
    for photo, block in enumerate(blocks):
        for row, line in enumerate(block):
            letters |= _row(f"--answers {path}, line {line[0]}", line[1], deck_photos, (photo, row))
    return letters


def _blocks(path: Path) -> list[list[Line]]:
    """Return the lines of the file of answers `path`, in one list for each photograph. Empty lines separate
    the photographs. Raise UsageFault if the file can't be read."""
    try:
        text = path.read_text("utf-8-sig")  # some editors begin a file with a byte order mark
    except (OSError, UnicodeDecodeError) as fault:
        raise UsageFault(
            f"--answers {path}: {getattr(fault, 'strerror', None) or 'not UTF-8 text'}"
        ) from fault
    lines = [(number, line.strip().upper()) for number, line in enumerate(text.splitlines(), 1)]
    return [list(block) for filled, block in groupby(lines, lambda line: bool(line[1])) if filled]


def _row(where: str, text: str, deck_photos: DeckPhotos, photo_and_row: tuple[int, int]) -> dict[int, str]:
    """Return the letters in `text`, one line of a file of answers, by the number of the card.
    `photo_and_row` is the photograph and the row that the line is about. Raise UsageFault if the row
    has another number of cards."""
    letters = [_letter(c, where) for c in text]
    cards = [i for i, find in enumerate(deck_photos.finds) if (find.photo, find.row) == photo_and_row]
    if len(cards) != len(text):
        raise UsageFault(f"{where}: {len(text)} cards, but {_row_as_read(deck_photos, *photo_and_row)}")
    return {i: letter for i, letter in zip(cards, letters, strict=True) if letter != UNSAID}


def _row_as_read(deck_photos: DeckPhotos, photo: int, row: int) -> str:
    """Return a text that says what was found and read in a row of cards on a photograph. It is part of
    the error message for a line of answers that does not fit the row."""
    name = deck_photos.photos[photo].name
    up = not all(find.is_face_down for find in deck_photos.finds)
    letters = (
        find_letters(deck_photos.finds, len(deck_photos.photos), {}, None).letters
        if up
        else FACE_DOWN * len(deck_photos.finds)
    )
    read = letters_by_row(deck_photos.finds, letters)
    rows = read[photo] if photo < len(read) else []
    if row >= len(rows):
        return f"{name} has no row {row + 1}: found were {' '.join(rows) or 'no cards'}"
    return f"row {row + 1} of {name} has {len(rows[row])}: {rows[row]}"


def _letter(text: str, where: str) -> str:
    if text not in LETTERS + FACE_DOWN + UNSAID:
        raise UsageFault(f"{where}: {text!r} is no card; A-Z, ? for a Master, - face down, . not said")
    return text

"""Draw charts for the model card: which letters are confused, how each letter is read in every set, and
the course of training."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from vision.crops import Picture
from vision.lab.measuring.chart_canvas import (
    FAINT,
    HAIR,
    INK,
    PAPER,
    RIGHT,
    SOFT,
    WRONG,
    Colour,
    Sheet,
)
from vision.tensor_format import LETTERS

Confusions = Mapping[tuple[str, str], int]
"""The number of readings of each pair (true letter, letter read). The letter read is `-` for a card that
was not found or was read as a back."""

MISSED: Final = "-"
"""The sign for a card that was not found or was read as a back. It has a column of its own in the confusion
matrix."""

COLUMNS: Final = LETTERS + MISSED
"""The possible readings of a card, in the order of the confusion matrix's columns."""

CELL_PIXELS: Final = 22
"""The side of a cell of the confusion matrix, pixels. A number of two digits fits into it."""

LEFT_PIXELS: Final = 96
"""The distance from the chart's left edge to the confusion matrix, pixels. It leaves room for the names of
the sets."""

TOP_PIXELS: Final = 122
"""The distance from the chart's top edge to the confusion matrix, pixels. It leaves room for the title and
the column letters."""

_MATRIX_PIXELS: Final = CELL_PIXELS * len(COLUMNS)
"""The width of the confusion matrix in the chart, pixels."""

_LABELS_LEFT_PIXELS: Final = LEFT_PIXELS + _MATRIX_PIXELS + 16
"""The distance from the chart's left edge to the figures at the right of the confusion matrix, pixels."""

_WIDTH_PIXELS: Final = _LABELS_LEFT_PIXELS + 112
"""The width of the whole chart, pixels. The figures at the right of the confusion matrix need about a
hundred."""

_STRIP_PIXELS: Final = 42
"""The distance between the rows of two labelled sets below the confusion matrix, pixels. It holds a cell
and a number below it."""

_MIN_RED_PIXELS: Final = 5
"""The least height of the red part of a cell that has an error, pixels. Even one error among many
readings is then visible."""


def count_confusions(pairs: Sequence[tuple[str, str]]) -> Confusions:
    """Return how often each pair (true letter, letter read) occurs in `pairs`."""
    return Counter(pairs)


def draw_confusion(
    confusions: Confusions, title: str, sets: Mapping[str, Confusions] | None = None
) -> Picture:
    """Draw the confusion matrix: a row for each true letter, a column for each letter read, and each letter's
    share of right readings.

    A cell's strength of colour grows with the logarithm of its share of the row, so that one error in a
    thousand still shows. Every error also has its count. Below the matrix, each of the further `sets` has a
    row with every letter's share of right readings.
    """
    foot = TOP_PIXELS + CELL_PIXELS * len(LETTERS)
    strips = 92 + _STRIP_PIXELS * len(sets) if sets else 0
    sheet = Sheet.of(_WIDTH_PIXELS, foot + strips + 20)
    sheet.text(20, 18, title, 19, "la")
    sheet.text(20, 48, _sums(confusions), 13, "la", SOFT)
    sheet.text(20, 68, "down: what lies there   across: what was read", 13, "la", SOFT)
    _heads(sheet, COLUMNS, TOP_PIXELS - 13)
    for row, letter in enumerate(LETTERS):
        y = TOP_PIXELS + row * CELL_PIXELS
        _row(sheet, confusions, letter, y)
        _share(sheet, *_right_and_total(confusions, letter), y)
    if sets:
        _strips(sheet, sets, foot)
    return sheet.done()


def _heads(sheet: Sheet, letters: str, y: float) -> None:
    """Write a letter above each column of the confusion matrix, and headings above the figures at its
    right."""
    for n, letter in enumerate(letters):
        sheet.text(LEFT_PIXELS + (n + 0.5) * CELL_PIXELS, y, _shown_letter(letter), 13, "mm")
    sheet.text(_LABELS_LEFT_PIXELS, y, "right", 13, "lm", SOFT)
    sheet.text(_WIDTH_PIXELS - 20, y, "of", 13, "rm", SOFT)


def _shown_letter(letter: str) -> str:
    return {"?": "M*"}.get(letter, letter)


def _sums(confusions: Confusions) -> str:
    total = sum(confusions.values())
    right = sum(n for (true, read), n in confusions.items() if true == read)
    lost = sum(n for (_, read), n in confusions.items() if read == MISSED)
    share = f"{right / total:.1%}" if total else "-"
    counts = f"{total:,} pieces: {share} right, {total - right - lost:,} misread"
    return f"{counts}, {lost:,} not found ({MISSED})   M* is the Master"


def _right_and_total(confusions: Confusions, letter: str) -> tuple[int, int]:
    """Return the number of right readings of a letter, and the number of all its readings."""
    of = sum(n for (true, _), n in confusions.items() if true == letter)
    return confusions.get((letter, letter), 0), of


def _row(sheet: Sheet, confusions: Confusions, letter: str, y: float) -> None:
    _, total = _right_and_total(confusions, letter)
    sheet.text(LEFT_PIXELS - 16, y + CELL_PIXELS / 2, _shown_letter(letter), 13, "mm")
    for column, read in enumerate(COLUMNS):
        x, count = LEFT_PIXELS + column * CELL_PIXELS, confusions.get((letter, read), 0)
        sheet.box(
            x + 1, y + 1, x + CELL_PIXELS - 1, y + CELL_PIXELS - 1, _shade(count, total, letter == read)
        )
        if count and letter != read:
            ink = INK if count < 0.3 * total else PAPER
            sheet.text(x + CELL_PIXELS / 2, y + CELL_PIXELS / 2, str(count), 12, "mm", ink)


def _shade(count: int, total: int, right: bool) -> Colour:
    """Return the colour of a cell of the confusion matrix that has `count` of the `total` readings of
    its row. The smaller this share, the paler the colour, on a logarithmic scale from one in a thousand to
    all."""
    if not count:
        return FAINT
    strength = float(np.clip(1 + np.log10(count / total) / 3, 0.12, 1.0))
    full = np.array(RIGHT if right else WRONG)
    red, green, blue = (255 + (full - 255) * strength).round().astype(int).tolist()
    return (red, green, blue)


def _share(sheet: Sheet, right: int, of: int, y: float) -> None:
    """Write the share of right readings, and the number of all readings, at the right end of a chart's row.
    The bar under them is full if all readings are right, and empty if at most half are right."""
    if not of:
        sheet.text(_LABELS_LEFT_PIXELS, y + CELL_PIXELS / 2, "not measured", 12, "lm", SOFT)
        return
    share, end = right / of, _WIDTH_PIXELS - 20
    sheet.text(_LABELS_LEFT_PIXELS, y + CELL_PIXELS / 2 - 2, f"{share:.1%}", 13, "lm")
    sheet.text(end, y + CELL_PIXELS / 2 - 2, f"{of:,}", 13, "rm", SOFT)
    line = y + CELL_PIXELS - 4
    sheet.box(_LABELS_LEFT_PIXELS, line, end, line + 2, HAIR)
    sheet.box(
        _LABELS_LEFT_PIXELS,
        line,
        _LABELS_LEFT_PIXELS + (end - _LABELS_LEFT_PIXELS) * max(0.0, 2 * share - 1),
        line + 2,
        RIGHT,
    )


def _strips(sheet: Sheet, sets: Mapping[str, Confusions], foot: float) -> None:
    """Draw a row of cells for each set, with one cell for every letter.

    The green part of a cell is the share of right readings. The number in the cell counts the errors, the
    number below the cell counts all cards with this letter.
    """
    sheet.text(20, foot + 26, "Photographs and scenes", 15, "la")
    key = "a cell is green as far as its letter is right; number in it: how many are not; below: of how many"
    sheet.text(20, foot + 50, key, 13, "la", SOFT)
    _heads(sheet, LETTERS, foot + 86)
    for n, (name, confusions) in enumerate(sets.items()):
        y = foot + 99 + n * _STRIP_PIXELS
        sheet.text(20, y + CELL_PIXELS / 2, name, 13, "lm")
        fares = [_right_and_total(confusions, letter) for letter in LETTERS]
        for column, (right, of) in enumerate(fares):
            _tile(sheet, right, of, LEFT_PIXELS + column * CELL_PIXELS, y)
        _share(sheet, sum(right for right, _ in fares), sum(of for _, of in fares), y)


def _tile(sheet: Sheet, right: int, of: int, x: float, y: float) -> None:
    """Draw the square that shows how one letter was read in one set: how many of its `of` readings were
    `right`. The number of errors is in the square, the number of all readings below it."""
    left, edge, top, foot = x + 1, x + CELL_PIXELS - 1, y + 1, y + CELL_PIXELS - 1
    sheet.box(left, top, edge, foot, FAINT)
    if not of:
        return
    sheet.box(left, top, edge, foot, RIGHT)
    if right < of:
        red = max(_MIN_RED_PIXELS, (foot - top) * (1 - right / of))
        sheet.box(left, top, edge, top + red, WRONG)
        sheet.text(x + CELL_PIXELS / 2, y + CELL_PIXELS / 2, str(of - right), 13, "mm", PAPER)
    sheet.text(x + CELL_PIXELS / 2, y + CELL_PIXELS + 8, str(of), 12, "mm", SOFT)


Curve = Sequence[tuple[float, float]]
"""A training curve: pairs of a step and the loss at that step."""

_LINES: tuple[Colour, ...] = (RIGHT, WRONG, INK, SOFT, (150, 90, 30))
"""The colours of up to five curves in one chart, one for each network."""


def draw_curves(losses: Mapping[str, Curve], title: str) -> Picture:
    """Draw the training curves of up to five networks in one chart. The scale of the loss is logarithmic."""
    width, height, left, top, right, foot = 860, 420, 64, 78, 120, 54
    sheet = Sheet.of(width, height)
    sheet.text(left, 18, title, 17, "la")
    sheet.text(left, 44, "loss (logarithmic) over training steps", 12, "la", SOFT)
    every = np.array([loss for line in losses.values() for _, loss in line], float)
    low, high = np.log10(every.min() * 0.9), np.log10(every.max() * 1.05)
    last = max(line[-1][0] for line in losses.values())

    def at(step: float, loss: float) -> tuple[float, float]:
        x = left + step / last * (width - left - right)
        return x, top + (high - np.log10(loss)) / (high - low) * (height - top - foot)

    _ticks(sheet, at, float(10**low), float(10**high), last)
    ends = []
    for colour, (name, line) in zip(_LINES[: len(losses)], losses.items(), strict=True):
        points = [at(*point) for point in line]
        sheet.line(points, colour, 1.8)
        ends.append((points[-1][1], f"{name} {line[-1][1]:.2f}", colour))
    for y, text, colour in _move_apart(ends):
        sheet.text(width - right + 10, y, text, 12, "lm", colour)
    return sheet.done()


_Label = tuple[float, str, Colour]


def _move_apart(labels: list[_Label]) -> list[_Label]:
    """Return the labels moved downwards so far that they lie at least a line apart, from the top to the
    bottom."""
    placed: list[_Label] = []
    for y, text, colour in sorted(labels):
        placed.append((max(y, placed[-1][0] + 16) if placed else y, text, colour))
    return placed


def _ticks(
    sheet: Sheet, at: Callable[[float, float], tuple[float, float]], low: float, high: float, last: float
) -> None:
    decades = np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high)) + 1)
    marks = [m * 10**d for d in decades for m in (1, 1.5, 2, 3, 5, 7) if low <= m * 10**d <= high]
    for loss in marks:
        (x0, y), (x1, _) = at(0, loss), at(last, loss)
        sheet.line([(x0, y), (x1, y)], HAIR, 1)
        sheet.text(x0 - 8, y, f"{loss:g}", 11, "rm", SOFT)
    for step in np.linspace(0, last, 6):
        x, y = at(float(step), low)
        sheet.text(x, y + 14, f"{round(step):,}", 11, "mm", SOFT)

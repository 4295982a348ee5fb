"""Pictures for the model card: which letters are taken for which, how each one fares, how training went.

Drawn with Pillow alone, at twice the size and averaged down, so that lines are smooth.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.codes import LETTERS
from vision.crops import Picture

Confusions = Mapping[tuple[str, str], int]
"""(true letter, letter read) -> how often. `-` for a card not found or read as a back."""

MISSED: Final = "-"
_COLUMNS: Final = LETTERS + MISSED

_INK: Final = (38, 44, 52)
_SOFT: Final = (128, 136, 146)
_HAIR: Final = (226, 229, 233)
_PAPER: Final = (255, 255, 255)
_RIGHT: Final = (31, 119, 104)
_WRONG: Final = (196, 62, 46)
"""Red, green, blue; right and wrong also differ in place, so that nothing hangs on colour alone."""

_FINE: Final = 2
"""Everything is drawn so many times larger."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A white sheet measured in final pixels."""

    image: Image.Image
    pen: ImageDraw.ImageDraw

    @classmethod
    def of(cls, width: int, height: int) -> "_Sheet":
        image = Image.new("RGB", (width * _FINE, height * _FINE), _PAPER)
        return cls(image, ImageDraw.Draw(image))

    def text(
        self, x: float, y: float, said: str, size: float, anchor: str, colour: tuple[int, int, int] = _INK
    ) -> None:
        self.pen.text((x * _FINE, y * _FINE), said, colour, _font(size), anchor)

    def box(self, x: float, y: float, right: float, foot: float, colour: tuple[int, int, int]) -> None:
        if right > x and foot > y:
            self.pen.rectangle((x * _FINE, y * _FINE, right * _FINE - 1, foot * _FINE - 1), colour)

    def line(self, points: Sequence[tuple[float, float]], colour: tuple[int, int, int], width: float) -> None:
        self.pen.line([(x * _FINE, y * _FINE) for x, y in points], colour, round(width * _FINE), "curve")

    def done(self) -> Picture:
        width, height = self.image.size
        small = self.image.resize((width // _FINE, height // _FINE), Image.Resampling.LANCZOS)
        return np.ascontiguousarray(np.asarray(small, np.uint8)[:, :, ::-1])


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own typeface: no file to ship, and there on every machine."""
    return ImageFont.load_default(size * _FINE)


def counted(pairs: Sequence[tuple[str, str]]) -> Confusions:
    """Confusions from (true, read) pairs."""
    return Counter(pairs)


def confusion(confusions: Confusions, title: str) -> Picture:
    """The confusion matrix (rows: true letters; columns: what was read) with each letter's share right.

    A cell's darkness grows with the logarithm of its share of the row, so that one slip in a thousand still
    shows; every slip also bears its count.
    """
    cell, left, top = 22, 54, 92
    side, bars = cell * len(_COLUMNS), 150
    sheet = _Sheet.of(left + side + bars + 60, top + cell * len(LETTERS) + 40)
    sheet.text(left, 16, title, 17, "la")
    sheet.text(left, 42, _sums(confusions), 12, "la", _SOFT)
    sheet.text(
        left, top + cell * len(LETTERS) + 14, "down: what lies there   across: what was read", 11, "la", _SOFT
    )
    sheet.text(left + side + 18, top - 12, "right", 11, "lm", _SOFT)
    for n, letter in enumerate(_COLUMNS):
        sheet.text(left + (n + 0.5) * cell, top - 12, _said(letter), 12, "mm")
    for row, letter in enumerate(LETTERS):
        y = top + row * cell
        _row(sheet, confusions, letter, left, y, cell)
        _bar(sheet, confusions, letter, left + side + 18, y, cell, bars)
    return sheet.done()


def _said(letter: str) -> str:
    return {"?": "M*"}.get(letter, letter)


def _sums(confusions: Confusions) -> str:
    total = sum(confusions.values())
    right = sum(n for (true, read), n in confusions.items() if true == read)
    lost = sum(n for (_, read), n in confusions.items() if read == MISSED)
    share = f"{right / total:.1%}" if total else "-"
    counts = f"{total:,} cards: {share} right, {total - right - lost:,} misread"
    return f"{counts}, {lost:,} not found ({MISSED})   M* is the Master"


def _row(sheet: _Sheet, confusions: Confusions, letter: str, left: float, y: float, cell: float) -> None:
    total = sum(n for (true, _), n in confusions.items() if true == letter)
    sheet.text(left - 16, y + cell / 2, _said(letter), 12, "mm")
    for column, read in enumerate(_COLUMNS):
        x, count = left + column * cell, confusions.get((letter, read), 0)
        sheet.box(x + 1, y + 1, x + cell - 1, y + cell - 1, _shade(count, total, letter == read))
        if count and letter != read:
            sheet.text(
                x + cell / 2, y + cell / 2, str(count), 10, "mm", _INK if count < 0.3 * total else _PAPER
            )


def _shade(count: int, total: int, right: bool) -> tuple[int, int, int]:
    """White to full colour over three decades of the row's share."""
    if not count:
        return (247, 248, 249)
    strength = float(np.clip(1 + np.log10(count / total) / 3, 0.12, 1.0))
    full = np.array(_RIGHT if right else _WRONG)
    red, green, blue = (255 + (full - 255) * strength).round().astype(int).tolist()
    return (red, green, blue)


def _bar(
    sheet: _Sheet, confusions: Confusions, letter: str, x: float, y: float, cell: float, width: float
) -> None:
    """The letter's share right, from 80 to 100 %: below that the bar is empty and the number says it."""
    total = sum(n for (true, _), n in confusions.items() if true == letter)
    if not total:
        sheet.text(x, y + cell / 2, "not measured", 10, "lm", _SOFT)
        return
    share = confusions.get((letter, letter), 0) / total
    reach = 0.56 * width
    sheet.box(x, y + 6, x + reach, y + cell - 6, _HAIR)
    sheet.box(x, y + 6, x + reach * float(np.clip((share - 0.8) / 0.2, 0, 1)), y + cell - 6, _RIGHT)
    sheet.text(x + reach + 8, y + cell / 2, f"{share:.1%}", 11, "lm")
    sheet.text(x + width + 24, y + cell / 2, f"of {total}", 10, "rm", _SOFT)


Curve = Sequence[tuple[float, float]]
"""Steps and the loss at each."""

_LINES = (_RIGHT, _WRONG, _INK, _SOFT)


def curve(losses: Mapping[str, Curve], title: str) -> Picture:
    """Training curves: a line for each of up to four networks, its loss over its steps, on a logarithmic
    scale."""
    width, height, left, top, right, foot = 860, 420, 64, 78, 120, 54
    sheet = _Sheet.of(width, height)
    sheet.text(left, 18, title, 17, "la")
    sheet.text(left, 44, "loss (logarithmic) over training steps", 12, "la", _SOFT)
    every = np.array([loss for line in losses.values() for _, loss in line], float)
    low, high = np.log10(every.min() * 0.9), np.log10(every.max() * 1.05)
    last = max(line[-1][0] for line in losses.values())

    def at(step: float, loss: float) -> tuple[float, float]:
        x = left + step / last * (width - left - right)
        return x, top + (high - np.log10(loss)) / (high - low) * (height - top - foot)

    _ticks(sheet, at, float(10**low), float(10**high), last)
    ends = []
    for colour, (name, line) in zip(_LINES, losses.items(), strict=False):
        points = [at(*point) for point in line]
        sheet.line(points, colour, 1.8)
        ends.append((points[-1][1], f"{name} {line[-1][1]:.2f}", colour))
    for y, said, colour in _spread(ends):
        sheet.text(width - right + 10, y, said, 12, "lm", colour)
    return sheet.done()


_Label = tuple[float, str, tuple[int, int, int]]


def _spread(labels: list[_Label]) -> list[_Label]:
    """Labels at least a line apart, in their order from the top."""
    placed: list[_Label] = []
    for y, said, colour in sorted(labels):
        placed.append((max(y, placed[-1][0] + 16) if placed else y, said, colour))
    return placed


def _ticks(
    sheet: _Sheet, at: Callable[[float, float], tuple[float, float]], low: float, high: float, last: float
) -> None:
    decades = np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high)) + 1)
    marks = [m * 10**d for d in decades for m in (1, 1.5, 2, 3, 5, 7) if low <= m * 10**d <= high]
    for loss in marks:
        (x0, y), (x1, _) = at(0, loss), at(last, loss)
        sheet.line([(x0, y), (x1, y)], _HAIR, 1)
        sheet.text(x0 - 8, y, f"{loss:g}", 11, "rm", _SOFT)
    for step in np.linspace(0, last, 6):
        x, y = at(float(step), low)
        sheet.text(x, y + 14, f"{round(step):,}", 11, "mm", _SOFT)

"""The final board with the scores as one picture, to be shown to whoever was not there."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from engine.position import Fronts, Grid, Position
from web.languages import translate as _
from web.past import Past

WIDTH: Final = 1200
"""Pixels: what phones show without scaling it up, and messengers without scaling it down much."""
EDGE: Final = 60
LID, PAPER, STOCK, LINE, INK, FIGURE, GILT, CREAM = (
    *("#143f33", "#efe5cd", "#fcf7ea", "#d8c9a3", "#16231f", "#ab211b", "#c9a961", "#f6ecd2"),
)
"""The colours of the page by day."""
FONTS: Final = Path(__file__).parent / "static" / "fonts"
CARD: Final = 72
"""Pixels of a card's width at most."""


def poster(told: Past, when: str = "") -> bytes:
    """The match as it stands as a PNG: board and totals. `when` is written beside its title."""
    blocks = _blocks(told.match.position)
    side = _side(blocks)
    places, board_height = _laid_out(blocks, side)
    head, foot = 150, 40 + 84 * len(told.match.players) + 20
    sheet = Image.new("RGB", (WIDTH, head + max(board_height, 120) + 2 * EDGE + foot), PAPER)
    draw = ImageDraw.Draw(sheet)
    _lid(draw, told.match.game.title, when, head)
    for (left, top), block in zip(places, blocks, strict=True):
        _cards(draw, block, (left, head + EDGE + top), side)
    _scores(draw, told, sheet.height - foot)
    made = BytesIO()
    sheet.save(made, "PNG", optimize=True)
    return made.getvalue()


def _blocks(position: Position) -> tuple[tuple[str, ...], ...]:
    """What lies there as blocks of equally long rows: a word each, or a crossword as one."""
    match position:
        case Grid(rows=rows):
            return (rows,) if rows else ()
        case Fronts(laid=laid):
            return tuple(rows for rows in laid if rows)
        case _:
            return tuple((line,) for line in position.lines if line)


def _side(blocks: Sequence[Sequence[str]]) -> int:
    """How wide a card may be for the widest block to fit."""
    widest = max((len(block[0]) for block in blocks), default=1)
    return max(12, min(CARD, (WIDTH - 2 * EDGE) // widest))


def _laid_out(blocks: Sequence[Sequence[str]], side: int) -> tuple[list[tuple[int, int]], int]:
    """Where each block's top left corner comes, words beside each other while there is room; and how high all
    of it is."""
    places: list[tuple[int, int]] = []
    left = top = high = 0
    for block in blocks:
        width, height = len(block[0]) * side, _row(block, side) * len(block)
        if left and left + width > WIDTH - 2 * EDGE:
            left, top, high = 0, top + high + side // 2, 0
        places.append((EDGE + left, top))
        left, high = left + width + side // 2, max(high, height)
    return places, top + high


def _row(block: Sequence[str], side: int) -> int:
    """A word's cards are upright; a crossword's lie on squares."""
    return side if len(block) > 1 else round(side * 1.4)


def _cards(draw: ImageDraw.ImageDraw, block: Sequence[str], at: tuple[int, int], side: int) -> None:
    high = _row(block, side)
    for row, letters in enumerate(block):
        for column, letter in enumerate(letters):
            if letter != ".":
                _card(draw, letter, (at[0] + column * side, at[1] + row * high), (side, high))


def _card(draw: ImageDraw.ImageDraw, letter: str, at: tuple[int, int], size: tuple[int, int]) -> None:
    """One card; a Master in red, with a rim of its own and the letter it stands for."""
    left, top = at
    right, low = left + size[0] - 3, top + size[1] - 3
    master, down = letter == "?" or letter.islower(), letter == "#"
    rim, paper = (FIGURE if master else LINE), (LID if down else STOCK)
    draw.rounded_rectangle((left, top, right, low), size[0] // 9, paper, rim, 3 if master else 1)
    if not down:
        middle = ((left + right) / 2, (top + low) / 2)
        font = _font("bold", round(size[0] * 0.62))
        draw.text(middle, letter.upper(), FIGURE if master else INK, font, anchor="mm")


def _lid(draw: ImageDraw.ImageDraw, title: str, when: str, height: int) -> None:
    draw.rectangle((0, 0, WIDTH, height), LID)
    draw.rectangle((0, height - 10, WIDTH, height - 8), GILT)
    draw.text((EDGE, height / 2 - 4), title.upper(), CREAM, _font("bold", 50), anchor="lm")
    draw.text((WIDTH - EDGE, height / 2 - 4), when, CREAM, _font("plain", 32), anchor="rm")


def _scores(draw: ImageDraw.ImageDraw, told: Past, top: int) -> None:
    match = told.match
    for place, (name, total) in enumerate(zip(match.players, match.totals, strict=True)):
        y = top + 40 + 84 * place + 42
        draw.line((EDGE, y - 42, WIDTH - EDGE, y - 42), LINE, 2)
        won = place in (match.winners or ())
        draw.text((EDGE, y), name, INK, _font("bold", 44), anchor="lm")
        if won:
            wide = draw.textlength(name, _font("bold", 44))
            draw.text((EDGE + wide + 24, y + 4), _("Winner"), LID, _font("plain", 32), anchor="lm")
        draw.text((WIDTH - EDGE, y), str(total), FIGURE, _font("bold", 60), anchor="rm")


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    name = "table-sans-bold.woff2" if weight == "bold" else "table-sans.woff2"
    return ImageFont.truetype(FONTS / name, size)

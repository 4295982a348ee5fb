"""Draw a match as one picture to share: winner, best word, curve, scores and board."""

from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from engine.position import Grid, Position, RacePosition
from engine.rules.position_words import words_of
from web.languages import translate as _
from web.match_history import FoldedMatch
from web.statistics import best_word

WIDTH_PIXELS: Final = 1200
"""Width of the picture in pixels: wide enough for a phone's screen, and so small that messengers hardly
shrink it."""
EDGE_PIXELS: Final = 60
LID, PAPER, STOCK, LINE, INK, SOFT, FIGURE, GILT, CREAM = (
    *("#143f33", "#efe5cd", "#fcf7ea", "#d8c9a3", "#16231f", "#55625c", "#ab211b", "#c9a961", "#f6ecd2"),
)
"""The colours of the poster. They are those of the pages in light mode."""
CURVE_COLOURS: Final = ("#ab211b", "#1d5c8a", "#8a6a16", "#143f33", "#6b3f87", "#4f4f4f")
"""Colours of the players' curves by seat. For more seats the colours begin again with the first."""
FONTS: Final = Path(__file__).parent / "static" / "fonts"
MAX_CARD_PIXELS, MAX_BEST_CARD_PIXELS = 72, 108
"""Maximum width of a card in pixels, on the board and in the best word."""
HEAD_PIXELS, CURVE_PIXELS, AXIS_PIXELS, ROW_PIXELS = 150, 300, 70, 84

Draw = ImageDraw.ImageDraw
Strip = tuple[int, Callable[[Draw, int], None]]
"""A horizontal strip of the picture: its height in pixels, and a function that draws the strip below a
given y."""


def poster(history: FoldedMatch, when: str = "", offends: Callable[[str], bool] = lambda _: False) -> bytes:
    """Return a PNG of the match as it is now. The text `when` is beside the title. Words for which
    `offends` returns True are not shown."""
    parts = [_title(history.match.game.title, when), *_winner(history), *_best(history, offends)]
    parts += [*_curve(history), _scores(history), *_board(history.match.position, offends)]
    sheet = Image.new("RGB", (WIDTH_PIXELS, sum(height for height, _draw in parts) + EDGE_PIXELS), PAPER)
    draw, top = ImageDraw.Draw(sheet), 0
    for height, drawn in parts:
        drawn(draw, top)
        top += height
    png = BytesIO()
    sheet.save(png, "PNG", optimize=True)
    return png.getvalue()


def _title(title: str, when: str) -> Strip:
    def drawn(draw: Draw, top: int) -> None:
        draw.rectangle((0, top, WIDTH_PIXELS, top + HEAD_PIXELS), LID)
        draw.rectangle((0, top + HEAD_PIXELS - 10, WIDTH_PIXELS, top + HEAD_PIXELS - 8), GILT)
        middle = top + HEAD_PIXELS / 2 - 4
        draw.text((EDGE_PIXELS, middle), title.upper(), CREAM, _font("bold", 50), anchor="lm")
        draw.text((WIDTH_PIXELS - EDGE_PIXELS, middle), when, CREAM, _font("plain", 32), anchor="rm")

    return HEAD_PIXELS, drawn


def _winner(history: FoldedMatch) -> list[Strip]:
    """Return the strip with the winners' names in large letters; no strip before the match has a winner, or
    for a single player."""
    names = [history.match.players[seat] for seat in history.match.scores.winners or ()]
    if not names or len(history.match.players) < 2:
        return []
    wins = _("{name} wins").format(name=names[0]) if len(names) == 1 else ""
    text = wins or _("A draw: {names}").format(names=", ".join(names))

    def drawn(draw: Draw, top: int) -> None:
        draw.text(
            (WIDTH_PIXELS / 2, top + 100), text, FIGURE, _fitting_font(draw, text, "bold", 96), anchor="mm"
        )

    return [(180, drawn)]


def _best(history: FoldedMatch, offends: Callable[[str], bool]) -> list[Strip]:
    """Return the strip with the longest word of the match as cards, and its player's name."""
    best = best_word(history, offends)
    if best is None:
        return []
    word, name = best
    side = min(MAX_BEST_CARD_PIXELS, (WIDTH_PIXELS - 2 * EDGE_PIXELS) // len(word))
    high = round(side * 1.4)

    def drawn(draw: Draw, top: int) -> None:
        left = (WIDTH_PIXELS - side * len(word)) // 2
        for place, letter in enumerate(word):
            _card(draw, letter, (left + place * side, top + 20), (side, high))
        by = _("Best word, by {name}").format(name=name)
        draw.text(
            (WIDTH_PIXELS / 2, top + high + 56), by, SOFT, _fitting_font(draw, by, "plain", 36), anchor="mm"
        )

    return [(high + 100, drawn)]


def totals(history: FoldedMatch) -> list[tuple[int, ...]]:
    """Return every player's total at the start and after each hand. If the game consists of one hand,
    return the totals after each turn."""
    start = (0,) * len(history.match.players)
    if history.match.game.ends == "one hand":
        return [start, *(turn.totals for turn in history.turns)]
    return [start, *(hand.totals for hand in history.hands if hand.scoring_event_number is not None)]


def _curve(history: FoldedMatch) -> list[Strip]:
    """Return the strip with the curve of the totals. Return no strip before two hands are scored, or
    before two turns if the game consists of one hand."""
    curve = totals(history)
    if len(curve) < 3:
        return []
    low, high = min(0, *map(min, curve)), max(1, *map(max, curve))

    def at(number: int, total: int, top: int) -> tuple[float, float]:
        across = (
            EDGE_PIXELS
            + AXIS_PIXELS
            + number * (WIDTH_PIXELS - 2 * EDGE_PIXELS - AXIS_PIXELS) / (len(curve) - 1)
        )
        return across, top + 20 + (high - total) * (CURVE_PIXELS - 60) / (high - low)

    def drawn(draw: Draw, top: int) -> None:
        for mark in (low, high):
            y = at(0, mark, top)[1]
            draw.line((EDGE_PIXELS + AXIS_PIXELS, y, WIDTH_PIXELS - EDGE_PIXELS, y), LINE, 2)
            draw.text((EDGE_PIXELS, y), str(mark), SOFT, _font("plain", 32), anchor="lm")
        for seat, colour in zip(range(len(curve[0])), cycle(CURVE_COLOURS)):
            points = [at(number, of_all[seat], top) for number, of_all in enumerate(curve)]
            draw.line(points, colour, 6, joint="curve")
            for x, y in points:
                draw.ellipse((x - 7, y - 7, x + 7, y + 7), colour)

    return [(CURVE_PIXELS, drawn)]


def _scores(history: FoldedMatch) -> Strip:
    match = history.match

    def drawn(draw: Draw, top: int) -> None:
        colours = cycle(CURVE_COLOURS)
        for place, (name, total) in enumerate(zip(match.players, match.scores.totals, strict=True)):
            y = top + 20 + ROW_PIXELS * place + ROW_PIXELS / 2
            draw.line(
                (EDGE_PIXELS, y - ROW_PIXELS / 2, WIDTH_PIXELS - EDGE_PIXELS, y - ROW_PIXELS / 2), LINE, 2
            )
            colour = next(colours)
            draw.ellipse((EDGE_PIXELS, y - 12, EDGE_PIXELS + 24, y + 12), colour)
            mark = _("Winner") if place in (match.scores.winners or ()) else ""
            taken = draw.textlength(str(total), _font("bold", 60)) + draw.textlength(mark, _font("plain", 32))
            font = _fitting_font(draw, name, "bold", 44, int(WIDTH_PIXELS - 2 * EDGE_PIXELS - 92 - taken))
            draw.text((EDGE_PIXELS + 44, y), name, INK, font, anchor="lm")
            wide = draw.textlength(name, font)
            draw.text((EDGE_PIXELS + wide + 68, y + 4), mark, LID, _font("plain", 32), anchor="lm")
            draw.text((WIDTH_PIXELS - EDGE_PIXELS, y), str(total), FIGURE, _font("bold", 60), anchor="rm")

    return ROW_PIXELS * len(match.players) + 40, drawn


def _board(position: Position, offends: Callable[[str], bool]) -> list[Strip]:
    """Return the strip with the cards on the table. Words that offend are left out, with the words that they
    cross."""
    blocks = [block for block in _blocks(position) if not _has_offensive_word(block, offends)]
    if not blocks:
        return []
    side = _card_width(blocks)
    places, height = _block_places(blocks, side)

    def drawn(draw: Draw, top: int) -> None:
        for (left, down), block in zip(places, blocks, strict=True):
            _cards(draw, block, (left, top + 20 + down), side)

    return [(height + 20, drawn)]


def _blocks(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the cards as blocks. A block is a list of rows of equal length. Each word is a block; a
    crossword is one block."""
    match position:
        case Grid(rows=rows):
            return (rows,) if rows else ()
        case RacePosition(laid=laid):
            return tuple(rows for rows in laid if rows)
        case _:
            return tuple((line,) for line in position.lines if line)


def _has_offensive_word(block: tuple[str, ...], offends: Callable[[str], bool]) -> bool:
    return any(offends(word.upper()) for word in words_of(Grid(block)))


def _card_width(blocks: Sequence[Sequence[str]]) -> int:
    """Return the width of a card in pixels. It is as large as the widest block of cards allows on the
    picture, up to `MAX_CARD_PIXELS`."""
    widest = max((len(block[0]) for block in blocks), default=1)
    return max(12, min(MAX_CARD_PIXELS, (WIDTH_PIXELS - 2 * EDGE_PIXELS) // widest))


def _block_places(blocks: Sequence[Sequence[str]], side: int) -> tuple[list[tuple[int, int]], int]:
    """Return the top left corner of each block of cards (a word or a crossword) below each other, and the
    height of all, in pixels. `side` is the width of a card. Words share a line while they fit."""
    places: list[tuple[int, int]] = []
    left = top = high = 0
    for block in blocks:
        width, height = len(block[0]) * side, _card_height(block, side) * len(block)
        if left and left + width > WIDTH_PIXELS - 2 * EDGE_PIXELS:
            left, top, high = 0, top + high + side // 2, 0
        places.append((EDGE_PIXELS + left, top))
        left, high = left + width + side // 2, max(high, height)
    return places, top + high


def _card_height(block: Sequence[str], side: int) -> int:
    """Return the height of a card, in pixels. A crossword's cards are square. A word's cards are taller than
    wide."""
    return side if len(block) > 1 else round(side * 1.4)


def _cards(draw: Draw, block: Sequence[str], at: tuple[int, int], side: int) -> None:
    high = _card_height(block, side)
    for row, letters in enumerate(block):
        for column, letter in enumerate(letters):
            if letter != ".":
                _card(draw, letter, (at[0] + column * side, at[1] + row * high), (side, high))


def _card(draw: Draw, letter: str, at: tuple[int, int], size: tuple[int, int]) -> None:
    """Draw a card of the given size onto the poster, with its top left corner at `at`, in pixels. A Master is
    red, with a border."""
    left, top = at
    right, low = left + size[0] - 3, top + size[1] - 3
    master, down = letter == "?" or letter.islower(), letter == "#"
    rim, paper = (FIGURE if master else LINE), (LID if down else STOCK)
    draw.rounded_rectangle((left, top, right, low), size[0] // 9, paper, rim, 3 if master else 1)
    if not down:
        middle = ((left + right) / 2, (top + low) / 2)
        font = _font("bold", round(size[0] * 0.62))
        draw.text(middle, letter.upper(), FIGURE if master else INK, font, anchor="mm")


def _fitting_font(
    draw: Draw, text: str, weight: str, size: int, width: int = WIDTH_PIXELS - 2 * EDGE_PIXELS
) -> ImageFont.FreeTypeFont:
    """Return the largest font up to `size` in which `text` is at most `width` pixels wide."""
    wide = draw.textlength(text, _font(weight, size))
    return _font(weight, min(size, int(size * width / max(wide, 1))))


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    name = "table-sans-bold.woff2" if weight == "bold" else "table-sans.woff2"
    return ImageFont.truetype(FONTS / name, size)

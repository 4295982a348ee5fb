"""Lay out the cards of a known position: words in lines or round the table, crosswords, hands, piles, single
cards."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.position import Grid, Rows
from vision.render.brushes import Rng, uniform
from vision.render.layouts import PiecePlace, Size, turn_spots

WordLayout = Callable[[Rng, Size, tuple[str, ...]], list[PiecePlace]]
"""A function that lays out words. It returns the places of their cards, mm, around the origin."""


def face(card: str) -> str:
    """Return the letter printed on `card`, a card in the notation. A lower-case letter is a Master, printed
    `?`."""
    return "?" if card.islower() else card


def word(rng: Rng, size: Size, text: str, gap: float, sloppy: float) -> list[PiecePlace]:
    """Return the places of a word's cards from left to right, with the middle of the word at 0, 0.

    `gap` is the distance between two cards, mm. If it is negative, later cards overlap earlier ones.
    """
    pitch = size.width + gap
    # Players mend a card that slides over the next one. So cards stray along a line by less than the gap.
    along = 0.5 * sloppy if gap < 0 else min(0.5 * sloppy, 0.3 + 0.4 * gap)
    return [
        PiecePlace(
            face(card), (n - (len(text) - 1) / 2) * pitch + float(rng.normal(0, along)),
            float(rng.normal(0, 1.1 * sloppy)), float(rng.normal(0, 1.2 * sloppy)),
        )
        for n, card in enumerate(text)
    ]  # fmt: skip


def lines(gap: float = 1.5, sloppy: float = 1.0, across: int = 9) -> WordLayout:
    """Return a function that lays words in lines, as on a page. A line has at most `across` cards, unless
    one word alone is longer.

    `gap` is the distance between the cards of a word, mm. `sloppy` is a factor on the usual untidiness: 0 for
    perfect lines.
    """

    def lie(rng: Rng, size: Size, words: tuple[str, ...]) -> list[PiecePlace]:
        spots: list[PiecePlace] = []
        x, y, pitch = 0.0, 0.0, size.width + gap
        for text in words:
            if x > 0 and x + len(text) * pitch > across * pitch:
                x, y = 0.0, y + 1.3 * size.height
            middle = (x + (len(text) - 1) / 2 * pitch, y + uniform(rng, -0.06, 0.06) * size.height)
            spots += turn_spots(word(rng, size, text, gap, sloppy), uniform(rng, -2, 2) * sloppy, middle)
            x += len(text) * pitch + 1.1 * size.width
        return spots

    return lie


def seats(gap: float = 1.5, sloppy: float = 1.0) -> WordLayout:
    """Return a function that lays words round the table: the first word faces one side of the table, the
    second the next side, and so on.

    `gap` is the distance between the cards of a word, mm. `sloppy` is a factor on the usual untidiness: 0 for
    a perfect layout.
    """

    def lie(rng: Rng, size: Size, words: tuple[str, ...]) -> list[PiecePlace]:
        spots: list[PiecePlace] = []
        for n, text in enumerate(words):
            away = (2.35 + 1.25 * (n // 4)) * size.height
            own = turn_spots(word(rng, size, text, gap, sloppy), uniform(rng, -3, 3), (0.0, away))
            spots += turn_spots(own, -90.0 * (n % 4) + uniform(rng, -3, 3))
        return spots

    return lie


def tossed(gap: float = 2.0, sloppy: float = 1.5) -> WordLayout:
    """Return a function that lays each word at a random angle, in its own part of the table.

    `gap` is the distance between the cards of a word, mm. `sloppy` is a factor on the usual untidiness: 0 for
    perfectly straight words.
    """

    def lie(rng: Rng, size: Size, words: tuple[str, ...]) -> list[PiecePlace]:
        spots: list[PiecePlace] = []
        reach = max(len(text) for text in words) * (size.width + gap)
        columns = 2 if len(words) > 1 else 1
        for n, text in enumerate(words):
            at = ((n % columns) * 0.98 * reach, (n // columns) * 0.8 * reach)
            angle = float(rng.choice([28, 64, 118, 152, 208, 243, 297, 331]) + rng.normal(0, 6))
            spots += turn_spots(word(rng, size, text, gap, sloppy), angle, at)
        return spots

    return lie


def lattice(rng: Rng, size: Size, grid: Grid, gap: float, sloppy: float) -> list[PiecePlace]:
    """Return the places of the cards of a crossword, in random order. Neighbours lie `gap` mm apart."""
    across, down = size.width + gap, size.height + gap
    spots = [
        PiecePlace(
            face(card), column * across + float(rng.normal(0, 0.6 * sloppy)),
            line * down + float(rng.normal(0, 0.6 * sloppy)), float(rng.normal(0, 0.9 * sloppy)),
        )
        for line, row in enumerate(grid.rows)
        for column, card in enumerate(row)
        if card != "."
    ]  # fmt: skip
    order = rng.permutation(len(spots))
    return [spots[i] for i in order]


def fan(rng: Rng, size: Size, hand: str, step: float) -> list[PiecePlace]:
    """Return the places of a hand laid down as an arc, each card partly on the card before. `step` is the
    visible strip of a covered card, as a share of a card's width."""
    radius = 1.9 * size.height
    turn = np.rad2deg(step * size.width / radius)
    spots = []
    for n, card in enumerate(hand):
        own = turn_spots([PiecePlace(face(card), 0.0, -radius, 0.0)], (n - (len(hand) - 1) / 2) * turn)
        spots += [replace(s, y=s.y + radius, angle=s.angle + float(rng.normal(0, 0.8))) for s in own]
    return spots


def piles(rng: Rng, size: Size, stock: int, exposed: str | None) -> list[PiecePlace]:
    """Return the places of a tidy face-down stock of `stock` cards, and of the exposed card beside it, if
    any."""
    down = [
        PiecePlace("A", _small_offset(rng), _small_offset(rng), float(rng.normal(0, 0.4)), "back", 0.3 * n)
        for n in range(stock)
    ]
    up = [PiecePlace(exposed, 1.2 * size.width, 2.0, float(rng.normal(0, 3)))] if exposed else []
    return down + up


def _small_offset(rng: Rng) -> float:
    """Return a random offset, usually below 1 mm, of a card in the stock."""
    return float(rng.normal(0, 0.35))


def loose(
    rng: Rng, size: Size, count: int, apart: float, clear: list[PiecePlace]
) -> list[tuple[float, float, float]]:
    """Return the random places of `count` single cards: x and y in mm, and the angle in degrees.

    The middles of two single cards are at least `apart` card heights from each other. So is the middle of a
    single card from each of the places `clear`, where other cards lie.
    """
    spots_so_far: list[tuple[float, float, float]] = []
    reach = apart * size.height * (1.2 + np.sqrt(count)) / 1.6 + _radius(clear)
    while len(spots_so_far) < count:
        x, y = rng.uniform(-reach, reach, 2).tolist()
        near = [(s.x, s.y) for s in clear] + [(a, b) for a, b, _ in spots_so_far]
        if all(np.hypot(x - a, y - b) > apart * size.height for a, b in near):
            spots_so_far.append((x, y, uniform(rng, 0, 360)))
        reach *= 1.003  # if the table is too full, the next try may be farther out
    return spots_so_far


def _radius(spots: list[PiecePlace]) -> float:
    return max((float(np.hypot(s.x, s.y)) for s in spots), default=0.0) * 0.75


def centred(spots: list[PiecePlace]) -> list[PiecePlace]:
    """Return the places, shifted so that the middle of the area that they cover is 0, 0."""
    if not spots:
        return spots
    x, y = np.array([s.x for s in spots]), np.array([s.y for s in spots])
    return turn_spots(spots, 0.0, (-float(x.max() + x.min()) / 2, -float(y.max() + y.min()) / 2))


def cards_of_position(
    position: Rows | Grid, rng: Rng, size: Size, lie: WordLayout, gap: float, sloppy: float
) -> list[PiecePlace]:
    """Return the places of the cards of `position`, centred. The words of a position are placed by the
    function `lie`; the cards of a crossword are placed on a grid."""
    if isinstance(position, Grid):
        return centred(lattice(rng, size, position, gap, sloppy))
    return centred(lie(rng, size, position.words)) if position.words else []

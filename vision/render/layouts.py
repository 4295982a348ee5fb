"""Lay pieces on a table as people do: words in rows, crosswords, fans, piles, heaps. Places are in mm,
with (0, 0) near the middle of the pieces."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

import numpy as np

from vision.render.brushes import Rng, chance, uniform
from vision.render.letters import random_letter

Shows = Literal["letter", "back", "stranger"]


@dataclass(frozen=True, slots=True)
class PiecePlace:
    """The place of one piece, its letter, and the side that is up."""

    letter: str | None
    """The letter on the piece, `?` for a Master, or None for a piece without a letter."""
    x: float
    """The centre's x, mm."""
    y: float
    """The centre's y, mm."""
    angle: float
    """The turn of the piece clockwise, degrees."""
    shows: Shows = "letter"
    """The side that is up: the letter, the back, or the face of a card without a letter (`stranger`)."""
    elevation: float = 0.0
    """The height of the piece above the table, mm."""


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a piece."""

    width: float
    """The width of a piece, mm."""
    height: float
    """The height of a piece, mm."""


def row(rng: Rng, size: Size, count: int, gap: float, sloppy: float) -> list[PiecePlace]:
    """Return the places of `count` upright pieces that make a word, from (0, 0) to the right, with gaps of
    about `gap` mm. Later pieces lie on earlier ones. `sloppy` is a factor on the random errors of places and
    angles: 0 for a perfect row."""
    spots, x = [], 0.0
    for _ in range(count):
        y, turn = rng.normal(0, 1.2 * sloppy), rng.normal(0, 1.5 * sloppy)
        spots.append(PiecePlace(random_letter(rng), x, float(y), float(turn)))
        x += size.width + gap + float(rng.normal(0, 0.7 * sloppy))
    return spots


def turn_spots(
    spots: list[PiecePlace], degrees: float, by: tuple[float, float] = (0.0, 0.0)
) -> list[PiecePlace]:
    """Return the places, turned clockwise about (0, 0) by `degrees` and then shifted by `by` mm."""
    angle = np.deg2rad(degrees)
    cosine, sine = float(np.cos(angle)), float(np.sin(angle))
    return [
        replace(
            s,
            x=s.x * cosine - s.y * sine + by[0],
            y=s.x * sine + s.y * cosine + by[1],
            angle=s.angle + degrees,
        )
        for s in spots
    ]


def _gap(rng: Rng, size: Size) -> float:
    """Return a random gap between neighbours in a word, mm: nearly none, wider, or negative if they
    overlap."""
    kind = rng.random()
    if kind < 0.6:
        return uniform(rng, -0.3, 3.0)
    if kind < 0.8:
        return uniform(rng, 0.05, 0.45) * size.width
    return -uniform(rng, 0.05, 0.7) * size.width


def rows(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of words one under another, all facing one player. Sometimes a stock and an exposed
    card lie beside the words."""
    gap, sloppy = _gap(rng, size), uniform(rng, 0.2, 2.0)
    spots: list[PiecePlace] = []
    for line in range(int(rng.integers(1, 6))):
        word = row(rng, size, int(rng.integers(1, 10)), gap, sloppy)
        spots += turn_spots(
            word,
            uniform(rng, -4, 4),
            (uniform(rng, -1.5, 1.5) * size.width, line * size.height * uniform(rng, 1.05, 1.4)),
        )
    return spots + (_piles_beside(rng, size, spots) if chance(rng, 0.4) else [])


def around(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of words that face all sides of the table."""
    gap, sloppy = _gap(rng, size), uniform(rng, 0.2, 2.0)
    spots: list[PiecePlace] = []
    for side in range(4):
        for line in range(int(rng.integers(0, 3))):
            word = row(rng, size, int(rng.integers(2, 8)), gap, sloppy)
            middle = -len(word) / 2 * (size.width + gap)
            shifted = turn_spots(word, uniform(rng, -5, 5), (middle, (1.8 + 1.2 * line) * size.height))
            spots += turn_spots(shifted, 90 * side + uniform(rng, -6, 6))
    return spots or row(rng, size, 3, 1.0, sloppy)


def crossword(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of words that cross each other, on a grid of cells about as large as the pieces.
    Each piece lies slightly off its cell."""
    cells = {(0, column) for column in range(int(rng.integers(3, 9)))}
    for _ in range(int(rng.integers(1, 6))):
        cells |= _crossing(rng, sorted(cells))
    pitch_x, pitch_y = size.width + uniform(rng, 0, 2.5), size.height + uniform(rng, 0, 2.5)
    sloppy = uniform(rng, 0.2, 1.6)
    order = sorted(cells)
    rng.shuffle(order)
    return [
        PiecePlace(
            random_letter(rng), column * pitch_x + float(rng.normal(0, 0.8 * sloppy)),
            line * pitch_y + float(rng.normal(0, 0.8 * sloppy)), float(rng.normal(0, 1.3 * sloppy)),
        )
        for line, column in order
    ]  # fmt: skip


def _crossing(rng: Rng, cells: list[tuple[int, int]]) -> set[tuple[int, int]]:
    line, column = cells[int(rng.integers(len(cells)))]
    length, before, down = int(rng.integers(2, 8)), int(rng.integers(0, 4)), chance(rng, 0.5)
    steps = range(-min(before, length - 1), length - min(before, length - 1))
    return {(line + step, column) if down else (line, column + step) for step in steps}


def fan(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of 3 to 11 cards that are fanned as a hand, sometimes with a word beside them. Each
    card covers most of the card before and leaves little more than its corner letter visible."""
    count, radius = int(rng.integers(3, 12)), uniform(rng, 1.2, 4.0) * size.height
    step = uniform(rng, 0.15, 0.5) * size.width / radius
    spots = []
    for place in range(count):
        turn = (place - count / 2) * step + float(rng.normal(0, 0.012))
        x, y = radius * float(np.sin(turn)), -radius * float(np.cos(turn)) + radius
        spots.append(PiecePlace(random_letter(rng), x, y, float(np.rad2deg(turn))))
    return spots + (
        turn_spots(row(rng, size, 4, 1, 1), uniform(rng, 0, 360), (0, 2.2 * size.height))
        if chance(rng, 0.3)
        else []
    )


def hands(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of the cards of one to three hands as people put them down: wide and narrow fans,
    and short stairs of cards.

    Sometimes the cards of a hand are laid from right to left. Each then hides the upper corner letter of its
    neighbour.
    """
    spots: list[PiecePlace] = []
    for place in range(int(rng.integers(1, 4))):
        some = _arc(rng, size) if chance(rng, 0.7) else _stairs(rng, size)
        spots += turn_spots(some, uniform(rng, -40, 40), (place * uniform(rng, 1.6, 2.6) * size.height, 0.0))
    return spots


def _arc(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of 2 to 13 cards in a fan. The centre of the fan's arc lies 0.5 to 4 card heights
    below the middles of the cards."""
    count, radius = int(rng.integers(2, 14)), uniform(rng, 0.5, 4.0) * size.height
    # The turn from card to card. The upper corner moves by 0.09 to 0.5 card widths, so from less than a
    # corner letter to half a card stays visible.
    step = uniform(rng, 0.09, 0.5) * size.width / (radius + 0.5 * size.height)
    spots, turn = list[PiecePlace](), -count / 2 * step
    for _ in range(count):
        way, far = turn + float(rng.normal(0, 0.02)), radius + float(rng.normal(0, 0.015)) * size.height
        x, y = far * float(np.sin(way)), radius - far * float(np.cos(way))
        spots.append(PiecePlace(random_letter(rng), x, y, float(np.rad2deg(turn))))
        turn += step * uniform(rng, 0.5, 1.5)
    return spots[::-1] if chance(rng, 0.12) else spots


def _stairs(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of a row of 2 to 10 cards that are pushed together, so that each card covers a part
    of the card beside it."""
    sloppy, gap = uniform(rng, 0.2, 2.5), -uniform(rng, 0.45, 0.88) * size.width
    spots = row(rng, size, int(rng.integers(2, 11)), gap, sloppy)
    return spots[::-1] if chance(rng, 0.12) else spots


def columns(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of cards in one to five columns, read downwards. Each card covers the lower part of
    the card above it: at least a narrow strip, at most all but the top edge."""
    step = size.height * uniform(rng, 0.14, 0.95)
    apart, sloppy = size.width * uniform(rng, 1.02, 1.7), uniform(rng, 0.2, 2.0)
    spots: list[PiecePlace] = []
    for place in range(int(rng.integers(1, 6))):
        start = uniform(rng, -0.4, 0.4) * size.height
        spots += [
            PiecePlace(
                random_letter(rng), place * apart + float(rng.normal(0, 0.8 * sloppy)),
                start + line * step + float(rng.normal(0, 0.6 * sloppy)), float(rng.normal(0, 1.3 * sloppy)),
            )
            for line in range(int(rng.integers(2, 10)))
        ]  # fmt: skip
    return spots


def _pile(rng: Rng, count: int, shows: Shows, spread: float) -> list[PiecePlace]:
    return [
        PiecePlace(
            random_letter(rng), float(rng.normal(0, spread)), float(rng.normal(0, spread)),
            float(rng.normal(0, 1.2 * spread)), shows, 0.3 * place,
        )
        for place in range(count)
    ]  # fmt: skip


def piles(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of a face-down stock and, beside it, of an exposed card, which may lie on other
    cards."""
    tidy = uniform(rng, 0.3, 1.5)
    stock = _pile(rng, int(rng.integers(1, 7)), "back", tidy)
    elevation = uniform(rng, 0, 12) if chance(rng, 0.6) else 0.0
    stock = [replace(s, elevation=elevation + s.elevation) for s in stock]
    exposed = _pile(rng, int(rng.integers(1, 5)), "letter", uniform(rng, 0.5, 6))
    apart = size.width * uniform(rng, 1.05, 2.0)
    return stock + turn_spots(exposed, uniform(rng, -8, 8), (apart, uniform(rng, -0.2, 0.2) * size.height))


def _piles_beside(rng: Rng, size: Size, spots: list[PiecePlace]) -> list[PiecePlace]:
    edge = max(s.x for s in spots) + size.width * uniform(rng, 1.3, 2.5)
    return turn_spots(piles(rng, size), uniform(rng, -10, 10), (edge, uniform(rng, 0, 2) * size.height))


def scattered(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of loose pieces, turned at random, some face down. Some pieces lie partly on other
    pieces."""
    count = int(rng.integers(2, 26))
    reach = size.width * np.sqrt(count) * uniform(rng, 0.6, 1.6)
    apart = uniform(rng, 0.25, 1.3) * size.width
    spots: list[PiecePlace] = []
    for _ in range(count):
        x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
        if all((s.x - x) ** 2 + (s.y - y) ** 2 > apart**2 for s in spots):
            shows: Shows = "letter" if chance(rng, 0.8) else "back"
            spots.append(PiecePlace(random_letter(rng), x, y, uniform(rng, 0, 360), shows))
    return spots


def grid(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of pieces in nearly straight rows and columns. In some grids no piece has a letter,
    and some grids have backs."""
    across, down = int(rng.integers(2, 7)), int(rng.integers(1, 6))
    step_x, step_y = size.width * uniform(rng, 1.02, 1.5), size.height * uniform(rng, 1.02, 1.4)
    loose, backs, strangers = uniform(rng, 0.2, 4), chance(rng, 0.2), chance(rng, 0.45)
    spots = []
    for place in range(across * down):
        x, y = (place % across) * step_x, (place // across) * step_y
        shows: Shows = "back" if backs and chance(rng, 0.5) else "stranger" if strangers else "letter"
        moved = rng.normal(0, loose, 3)
        spots.append(
            PiecePlace(random_letter(rng), float(x + moved[0]), float(y + moved[1]), float(moved[2]), shows)
        )
    return spots


def lone(rng: Rng, size: Size) -> list[PiecePlace]:  # noqa: ARG001
    """Return the place of a single piece, turned at random. It shows a letter, a back, or the face of a
    card without a letter."""
    shows: Shows = "letter" if chance(rng, 0.7) else "back" if chance(rng, 0.5) else "stranger"
    return [PiecePlace(random_letter(rng), 0.0, 0.0, uniform(rng, 0, 360), shows)]


def cluster(rng: Rng, size: Size) -> list[PiecePlace]:
    """Return the places of up to 26 pieces that lie close together, turned at random, like tiles poured
    onto the table. Each piece nearly touches another."""
    spots = [PiecePlace(random_letter(rng, 0), 0.0, 0.0, uniform(rng, 0, 360))]
    for _ in range(int(rng.integers(2, 26))):
        beside = spots[int(rng.integers(len(spots)))]
        direction, distance = uniform(rng, 0, 2 * np.pi), size.width * uniform(rng, 1.02, 1.5)
        x, y = beside.x + distance * float(np.cos(direction)), beside.y + distance * float(np.sin(direction))
        if all(_apart(s, x, y) > 1.22 * size.width or s is beside for s in spots) or chance(rng, 0.02):
            spots.append(
                PiecePlace(random_letter(rng, 0), x, y, _beside_angle(rng, beside, direction, distance, size))
            )
    return [
        s
        for place, s in enumerate(spots)
        if all(_apart(o, s.x, s.y) > 0.99 * size.width for o in spots[:place])
    ]


def _apart(spot: PiecePlace, x: float, y: float) -> float:
    return float(np.hypot(spot.x - x, spot.y - y))


def _beside_angle(rng: Rng, beside: PiecePlace, direction: float, distance: float, size: Size) -> float:
    """Return a random angle for a piece beside the piece `beside`, degrees. If the pieces are so near that
    their corners could overlap, the edges of the new piece are about parallel to those of `beside`, or to the
    line between the two pieces."""
    if distance > 1.4 * size.width:
        return uniform(rng, 0, 360)
    square = np.rad2deg(direction) if chance(rng, 0.5) else beside.angle
    return float(square + 90 * int(rng.integers(4)) + rng.normal(0, 3))


Arrange = Callable[[Rng, Size], list[PiecePlace]]
CARD_LAYOUTS: Final[Mapping[Arrange, float]] = MappingProxyType(
    {rows: 0.31, around: 0.12, crossword: 0.2, fan: 0.02, columns: 0.02, piles: 0.05, scattered: 0.15,
     grid: 0.09, lone: 0.04}
)  # fmt: skip
"""The layouts of cards with a middle letter alone, and their weights, by judgement. Words are most
frequent, as in games. Fans and columns are rare, because they cover nearly all middle letters."""
CORNER_LETTER_LAYOUTS: Final[Mapping[Arrange, float]] = MappingProxyType(
    {rows: 0.24, around: 0.12, crossword: 0.13, fan: 0.2, columns: 0.09, piles: 0.04, scattered: 0.11,
     grid: 0.05, lone: 0.02}
)  # fmt: skip
"""The layouts of cards with corner letters, and their weights. Fans and overlapping cards are more frequent
than in `CARD_LAYOUTS`, because a covered card can still be read by its corner letter."""
OVERLAPPING_LAYOUTS: Final[Mapping[Arrange, float]] = MappingProxyType(
    {hands: 0.6, columns: 0.15, rows: 0.15, scattered: 0.1}
)
"""The layouts of cards that mostly show little except their corner letters, and their weights. Most are
hands, in which neighbours hide most of a card. The other overlapping layouts are included so that the
network does not recognise a fan by its shape alone."""
TILE_LAYOUTS: Final[Mapping[Arrange, float]] = MappingProxyType(
    {rows: 0.2, around: 0.04, crossword: 0.24, scattered: 0.18, cluster: 0.24, grid: 0.07, lone: 0.03}
)
"""The layouts of tiles, and their weights. Crosswords, and tiles poured onto the table, are more frequent
than rows."""


def arrange(rng: Rng, arrangements: Mapping[Arrange, float], size: Size) -> list[PiecePlace]:
    """Return the places of pieces in a random layout of `arrangements`, which gives the layouts' weights.
    The whole layout is turned by a random angle, because the camera may stand at any side."""
    names, weights = list(arrangements), np.array(list(arrangements.values()))
    arrangement = names[int(rng.choice(len(names), p=weights / weights.sum()))]
    spots = arrangement(rng, size)
    turn = 90.0 * int(rng.integers(4)) + float(rng.normal(0, 8)) if chance(rng, 0.6) else uniform(rng, 0, 360)
    return turn_spots(spots, turn)


def on_board(rng: Rng, size: Size, count: int, cell: float) -> list[PiecePlace]:
    """Return the places of crossing words on a board of `count` by `count` squares of `cell` mm. The
    middle of the board is at (0, 0)."""
    middle = count // 2
    first = int(rng.integers(0, 4))
    cells = {(middle, middle - first + step) for step in range(int(rng.integers(4, 8)))}
    for _ in range(int(rng.integers(0, 22))):
        cells |= _crossing(rng, sorted(cells))
    inside = [(line, column) for line, column in sorted(cells) if 0 <= line < count and 0 <= column < count]
    room, turn = max(0.0, cell - size.width) / 2, uniform(rng, 0.3, 2.5)
    return [
        PiecePlace(
            random_letter(rng, 0),
            (column - (count - 1) / 2) * cell + float(rng.uniform(-room, room)),
            (line - (count - 1) / 2) * cell + float(rng.uniform(-room, room)),
            float(rng.normal(0, turn)),
        )
        for line, column in inside
    ]

"""Where the readings are drawn over the camera's picture, in the picture's own pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import cos, hypot, radians, sin
from typing import Final

from engine.board import COLOURS
from web import languages
from web.snapshot import Corner, Mark, Picture

CHIP_OF_PICTURE: Final = 1 / 42
"""Least chip radius as a fraction of the picture's width: on a 360-pixel phone its letter is 11 px high."""
SMALLEST_CHIP: Final = 1 / 56
"""The same where cards lie so close that larger ones would overlap: what is smaller nobody can read."""
CHIP_OF_CARD: Final = 0.24
"""Chip radius as a fraction of the card's shorter side, for big screens and near cameras."""
APART: Final = 0.48
"""Largest chip radius as a fraction of the card's shorter side: those of neighbours do not touch."""
SQUARE: Final = 0.85
"""Shorter side by longer one of what is no card but a letter block, which neighbours touch all around."""
BENEATH: Final = (0.8, 1.2)
"""How far below a card, in its own heights, the next one of a word read downwards has its middle; cards of a
fan or a column lie nearer, other words farther."""
ASIDE: Final = 0.4
"""How far aside it may lie, in widths: cards that are laid by hand lie askew by less."""
CROWDED: Final = 0.25
"""Of the cards read, how many have one right below where a crossword lies: two words that happen to touch are
fewer, and a crossword of five cards has as many."""


HOURS: Final = 12
"""Words around a clock."""
RIM: Final = 160
"""From a clock's middle to that of an outermost card: its number still fits outside."""
INWARDS: Final = 29
"""From one card of a word to the next: of twelve words the innermost cards just do not touch."""


@dataclass(frozen=True, slots=True)
class Chip:
    """The little disc that says what a card was read as: centre and radius, pixels. `small`: too small to be
    read on a phone, and on no screen easier than the block it would hide. `inside`: it lies over the print,
    which on a large screen is easier to read than the disc."""

    x: float
    y: float
    r: float
    small: bool = False
    inside: bool = False


def outline(mark: Mark, picture: Picture) -> str:
    """The card's corners as an SVG `points` list."""
    return " ".join(f"{x * picture.width:.0f},{y * picture.height:.0f}" for x, y in mark.corners)


def chips(picture: Picture) -> tuple[tuple[Mark, Chip], ...]:
    """Every card that was read, with its disc: on the middle of its lower edge as the letter is read, but on
    the card's own middle in a crossword, where that edge is the next one's upper; so are those of blocks."""
    read = [mark for mark in picture.marks if mark.letter is not None]
    below = sum(any(_beneath(mark, other, picture) for other in read) for mark in read)
    inside = bool(read) and below >= CROWDED * len(read)
    return tuple((mark, chip(mark, picture, inside=inside)) for mark in read)


def chip(mark: Mark, picture: Picture, *, inside: bool = False) -> Chip:
    """A disc on the middle of the card's lower edge, of a block and `inside` on its middle, kept inside the
    picture. One in doubt is as large as it must be, whatever it lies over."""
    shorter, longer = _sides(mark, picture)
    inside = inside or shorter > SQUARE * longer
    corners = mark.corners if inside else mark.corners[2:]
    r = max(CHIP_OF_PICTURE * picture.width, CHIP_OF_CARD * shorter)
    r = r if mark.doubtful else min(r, APART * shorter)
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    x, y = _within(r, x * picture.width, picture.width), _within(r, y * picture.height, picture.height)
    return Chip(round(x, 1), round(y, 1), round(r, 1), r < SMALLEST_CHIP * picture.width, inside)


def _beneath(mark: Mark, other: Mark, picture: Picture) -> bool:
    """Whether `other` lies right below `mark`, as its letter is read: edge to edge, and in line."""
    (x, y), (other_x, other_y) = _middle(mark.corners, picture), _middle(other.corners, picture)
    (left, top), (low_x, low_y) = _middle(mark.corners[:2], picture), _middle(mark.corners[2:], picture)
    down = (low_x - left, low_y - top)
    height, width = hypot(*down), _distance(mark.corners[0], mark.corners[1], picture)
    if not (height and width):
        return False
    along = ((other_x - x) * down[0] + (other_y - y) * down[1]) / height**2
    across = ((other_x - x) * down[1] - (other_y - y) * down[0]) / (height * width)
    return BENEATH[0] < along < BENEATH[1] and abs(across) < ASIDE


def _middle(corners: Sequence[Corner], picture: Picture) -> Corner:
    """The middle of some corners, pixels."""
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    return x * picture.width, y * picture.height


def summary(picture: Picture) -> str:
    """The overlay in words, for people who don't see it."""
    read = [mark for mark in picture.marks if mark.letter is not None]
    doubtful = sum(mark.doubtful for mark in read)
    told = languages.plural(
        "The table as the camera sees it: {count} card read, {doubtful} doubtful.",
        "The table as the camera sees it: {count} cards read, {doubtful} doubtful.",
        len(read),
    )
    return told.format(count=len(read), doubtful=doubtful or languages.translate("none"))


@dataclass(frozen=True, slots=True)
class Area:
    """A run of alike squares of a board's row: its first column, its row, its length, and the class of its
    look."""

    column: int
    row: int
    length: int
    look: str


def areas(board: Sequence[str]) -> tuple[Area, ...]:
    """A board (`engine.board`) as runs of alike squares, and each Key square as one of its own on them."""
    runs, keys = list[Area](), list[Area]()
    for row, marks in enumerate(board):
        for look, run in groupby(range(len(marks)), key=lambda column: _look(marks[column])):
            columns = list(run)
            runs.append(Area(columns[0], row, len(columns), look))
        keys += [Area(column, row, 1, "key") for column, mark in enumerate(marks) if _is_key(mark)]
    return (*runs, *keys)


@dataclass(frozen=True, slots=True)
class Spot:
    """A letter in its place: the middle of it, and the class of its look."""

    x: float
    y: float
    letter: str
    look: str = "plain"


def dial(piles: Sequence[str]) -> tuple[Spot, ...]:
    """A clock's words: twelve read inwards from the top on clockwise, and the last across its centre. Round
    (0, 0), within 160 to every side; places without a card have an empty letter."""
    *around, centre = piles if len(piles) == HOURS + 1 else (*piles, "")
    spots = [
        _spot(*_around(n, depth), pile[depth : depth + 1])
        for n, pile in enumerate(around)
        for depth in range(4)
    ]
    spots += [_spot((depth - 1.5) * 27, 0, centre[depth : depth + 1]) for depth in range(4)]
    return tuple(spots)


def hours() -> tuple[Spot, ...]:
    """The numbers of a clock's twelve outer places, as sentences count them."""
    return tuple(Spot(*_around(n, -0.75), str(n + 1)) for n in range(HOURS))


def _around(number: int, depth: float) -> Corner:
    angle, far = radians(360 / HOURS * number), RIM - INWARDS * depth
    return round(far * sin(angle), 1), round(-far * cos(angle), 1)


def _spot(x: float, y: float, letter: str) -> Spot:
    if not letter:
        return Spot(x, y, "", "space")
    look = "master" if letter == "?" or letter.islower() else "down" if letter == "#" else "plain"
    return Spot(x, y, {"?": "★", "#": ""}.get(letter, letter.upper()), look)


def _look(mark: str) -> str:
    if mark == "#":
        return "dark"
    return COLOURS.get(mark.lower(), "plain")


def _is_key(mark: str) -> bool:
    return mark == "+" or mark.isupper()


def _sides(mark: Mark, picture: Picture) -> tuple[float, float]:
    """The shorter and the longer side of a card, pixels."""
    first, second, third, _ = mark.corners
    short, long = sorted((_distance(first, second, picture), _distance(second, third, picture)))
    return short, long


def _distance(a: Corner, b: Corner, picture: Picture) -> float:
    return hypot((a[0] - b[0]) * picture.width, (a[1] - b[1]) * picture.height)


def _within(r: float, value: float, size: int) -> float:
    return min(max(value, r), size - r)

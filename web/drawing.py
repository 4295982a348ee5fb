"""Draw the readings of the cards over the camera's picture, in the picture's own pixels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from math import cos, hypot, radians, sin
from typing import Final

from engine.board import COLOURS
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from web import languages
from web.snapshot import Corner, Mark, Picture

MIN_DISC_RADIUS_SHARE: Final = 1 / 42
"""Minimum radius of a disc as a share of the picture's width. On a phone 360 pixels wide the letter in the
disc is then 11 pixels high."""
DISC_RADIUS_CARD_SHARE: Final = 0.24
"""Radius of the disc that shows a card's reading, as a share of the card's shorter side. A radius below
`MIN_DISC_RADIUS_SHARE` of the picture's width is raised to it."""
DISC_DISTANCE_RADII: Final = 1.2
"""Distance from a card's edge to the centre of its disc, in radii of the disc. It exceeds 1, so a disc does
not touch its card."""
CARD_EDGES: Final = ((3, 2), (0, 1), (1, 2), (0, 3))
"""For each edge of a card, the numbers of its two corners. Beside these edges places for the card's disc are
tried, in this order: below, above, right, left."""

MIN_LIKELY_PROBABILITY, MIN_POSSIBLE_PROBABILITY = 0.6, 0.1
"""Minimum probabilities (0 to 1) of a letter that a sentence calls likely, and of one that it calls
possible."""

CLOCK_WORDS: Final = 12
"""Number of words around the clock, a patience whose cards lie in a circle."""
CLOCK_RADIUS: Final = 160
"""Distance from the middle of the clock to the centre of the first card of each word, in the units of the
drawing."""
CLOCK_CARD_STEP: Final = 29
"""Distance from one card of a word to the next in the clock patience, in the units of the drawing. With this
distance the innermost cards of the twelve words just do not touch."""


@dataclass(frozen=True, slots=True)
class Disc:
    """The small disc that shows the reading of a card: its centre (x, y) and its radius, in pixels."""

    x: float
    y: float
    r: float


def outline(mark: Mark, picture: Picture) -> str:
    """Return the corners of the card `mark` in the picture's pixels, as text for the attribute `points` of
    SVG."""
    return " ".join(f"{x * picture.width:.0f},{y * picture.height:.0f}" for x, y in mark.corners)


def discs(picture: Picture) -> tuple[tuple[Mark, Disc], ...]:
    """Return a disc for each doubtful card, and for each Master whose letter is known. A disc lies beside its
    card and covers no card. A card without free space beside it, such as one in the middle of a crossword,
    gets no disc."""
    drawn: list[tuple[Mark, Disc]] = []
    for mark in picture.marks:
        if (mark.doubtful or mark.stands) and mark.letter is not None:
            places = _disc_places(mark, picture)
            free = (place for place in places if _is_free(place, [other for _, other in drawn], picture))
            drawn += [(mark, place) for place in islice(free, 1)]
    return tuple(drawn)


def _disc_places(mark: Mark, picture: Picture) -> Iterator[Disc]:
    """Yield the places within the picture where the disc of the card `mark` could lie, the best first."""
    x, y = _centre(mark.corners, picture)
    shorter, _ = _side_lengths(mark, picture)
    r = max(MIN_DISC_RADIUS_SHARE * picture.width, DISC_RADIUS_CARD_SHARE * shorter)
    for first, second in CARD_EDGES:
        edge_x, edge_y = _centre((mark.corners[first], mark.corners[second]), picture)
        distance = hypot(edge_x - x, edge_y - y)
        if distance:
            out = 1 + DISC_DISTANCE_RADII * r / distance
            disc = Disc(round(x + (edge_x - x) * out, 1), round(y + (edge_y - y) * out, 1), round(r, 1))
            if r <= disc.x <= picture.width - r and r <= disc.y <= picture.height - r:
                yield disc


def _is_free(disc: Disc, others: Sequence[Disc], picture: Picture) -> bool:
    """Return True if the disc `disc` covers no card and no other disc."""
    if any(hypot(disc.x - other.x, disc.y - other.y) < disc.r + other.r for other in others):
        return False
    return all(_is_outside(disc, mark, picture) for mark in picture.marks)


def _is_outside(disc: Disc, mark: Mark, picture: Picture) -> bool:
    """Return True if the disc `disc` lies completely outside the card of `mark`."""
    corners = [(x * picture.width, y * picture.height) for x, y in mark.corners]
    middle_x, middle_y = _centre(mark.corners, picture)
    for (x, y), (to_x, to_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        across, down = to_x - x, to_y - y
        long = hypot(across, down)
        if not long:
            continue
        off = (across * (disc.y - y) - down * (disc.x - x)) / long
        within = (across * (middle_y - y) - down * (middle_x - x)) / long
        if off * within < 0 and abs(off) >= disc.r:
            return True
    return False


def _centre(corners: Sequence[Corner], picture: Picture) -> Corner:
    """Return the centre of the points `corners` in pixels. The corners are fractions of the picture's
    sides."""
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    return x * picture.width, y * picture.height


def likelihood_adverb(probability: float) -> str:
    """Return an adverb for a probability (0 to 1), such as "probably", in the current language."""
    if probability >= MIN_SURE_LETTER_PROBABILITY:
        return languages.translate("almost certainly")
    if probability >= MIN_LIKELY_PROBABILITY:
        return languages.translate("probably")
    return (
        languages.translate("perhaps")
        if probability >= MIN_POSSIBLE_PROBABILITY
        else languages.translate("hardly")
    )


def summary(picture: Picture) -> str:
    """Return the sentence that tells people who can't see the picture how many cards were read, and how many
    of them are doubtful."""
    read = [mark for mark in picture.marks if mark.letter is not None]
    doubtful = sum(mark.doubtful for mark in read)
    sentence = languages.plural(
        "The table as the camera sees it: {count} card read, {doubtful} doubtful.",
        "The table as the camera sees it: {count} cards read, {doubtful} doubtful.",
        len(read),
    )
    return sentence.format(count=len(read), doubtful=doubtful or languages.translate("none"))


@dataclass(frozen=True, slots=True)
class SquareRun:
    """A run of neighbouring squares that look the same, in a row of a board."""

    column: int
    """The column of the first square on the board, from 0."""
    row: int
    """The row of the squares on the board, from 0."""
    length: int
    """The number of squares in the run."""
    css_class: str
    """The CSS class that colours the squares."""


def square_runs(board: Sequence[str]) -> tuple[SquareRun, ...]:
    """Return the board (`engine.board`) as runs of squares that look the same. After these runs, each Key
    square has a further run of its own, which is drawn on top."""
    runs, keys = list[SquareRun](), list[SquareRun]()
    for row, marks in enumerate(board):
        for look, run in groupby(range(len(marks)), key=lambda column: _square_class(marks[column])):
            columns = list(run)
            runs.append(SquareRun(columns[0], row, len(columns), look))
        keys += [SquareRun(column, row, 1, "key") for column, mark in enumerate(marks) if _is_key(mark)]
    return (*runs, *keys)


@dataclass(frozen=True, slots=True)
class PlacedLetter:
    """A letter to draw, with the centre (x, y) of its card in the units of the drawing, and its CSS
    class. The letter is empty for a face-down card and for a place without a card."""

    x: float
    y: float
    letter: str
    css_class: str = "plain"


def clock_cards(piles: Sequence[str]) -> tuple[PlacedLetter, ...]:
    """Return the letters of the clock patience with their places. The twelve words begin at the rim,
    clockwise from the top. A thirteenth word lies across the centre, which is the point (0, 0). A place
    without a card has an empty letter."""
    *around, centre = piles if len(piles) == CLOCK_WORDS + 1 else (*piles, "")
    spots = [
        _placed_letter(*_clock_place(n, depth), pile[depth : depth + 1])
        for n, pile in enumerate(around)
        for depth in range(4)
    ]
    spots += [_placed_letter((depth - 1.5) * 27, 0, centre[depth : depth + 1]) for depth in range(4)]
    return tuple(spots)


def clock_numbers() -> tuple[PlacedLetter, ...]:
    """Return the numbers 1 to 12 around the clock patience with their places, each at the outer end of a
    word. Sentences name a word by its number."""
    return tuple(PlacedLetter(*_clock_place(n, -0.75), str(n + 1)) for n in range(CLOCK_WORDS))


def _clock_place(number: int, depth: float) -> Corner:
    angle, distance = radians(360 / CLOCK_WORDS * number), CLOCK_RADIUS - CLOCK_CARD_STEP * depth
    return round(distance * sin(angle), 1), round(-distance * cos(angle), 1)


def _placed_letter(x: float, y: float, letter: str) -> PlacedLetter:
    if not letter:
        return PlacedLetter(x, y, "", "space")
    look = "master" if letter == "?" or letter.islower() else "down" if letter == "#" else "plain"
    return PlacedLetter(x, y, {"?": "★", "#": ""}.get(letter, letter.upper()), look)


def _square_class(mark: str) -> str:
    if mark == "#":
        return "dark"
    return COLOURS.get(mark.lower(), "plain")


def _is_key(mark: str) -> bool:
    return mark == "+" or mark.isupper()


def _side_lengths(mark: Mark, picture: Picture) -> tuple[float, float]:
    """Return the shorter and the longer side of a card, pixels."""
    first, second, third, _ = mark.corners
    short, long = sorted((_distance(first, second, picture), _distance(second, third, picture)))
    return short, long


def _distance(a: Corner, b: Corner, picture: Picture) -> float:
    return hypot((a[0] - b[0]) * picture.width, (a[1] - b[1]) * picture.height)

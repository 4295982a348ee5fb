"""Join cards that lie side by side into chains. The cards may be loose, touching or overlapping, turned at
any angle, and in a slightly curved line."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from statistics import median
from typing import Final

from engine.layout.geometry import MeasuredPiece, dot, heading, minus, quarter, smallest_angle
from engine.observation import Point

MAX_NEIGHBOUR_GAP_WIDTHS: Final = 0.7
"""Greatest gap between two cards, in card widths, at which they can be neighbours in a word. It leaves no
room for another card. Careless rows in the tests have gaps of up to half a width."""
MIN_NEIGHBOUR_STEP_WIDTHS: Final = 0.1
"""Least distance of the centres of neighbours in a word, in card widths: 6 mm. An overlapping card leaves
at least the corner letter of the card beneath visible. Cards nearer than this are a pile (`piles.heaps`)."""
MAX_NEIGHBOUR_OFFSET_HEIGHTS: Final = 0.36
"""Greatest offset of one card above or below another, in card heights, at which the two can be neighbours
in a row. With an offset of one half or more the card would be nearer to the next row."""
MAX_NEIGHBOUR_ANGLE_DEGREES: Final = 26.0
"""Greatest angle between two cards, in degrees, at which they can be neighbours in a row or a fan. The
cards of a fan turn by up to about 15 degrees each. From 45 degrees on, another side of a tile would fit
better."""
SEPARATE_WORDS_GAP_WIDTHS: Final = 0.28
"""The amount, in card widths (16 mm for a card), by which a gap must exceed the usual gap of its row to
separate two words. The figure is a judgement. The gaps of a careless row differ by a few millimetres."""
MIN_USUAL_STEP_WIDTHS: Final = 0.9
"""The usual distance of centres in a row counts as at least this, in card widths; a gap much wider than
usual separates two words. Cards that show only their corner letters lie closer. Without this limit, a
card laid beside the last of them would begin a new word."""
SEPARATE_PAIR_GAP_WIDTHS: Final = 2.0
"""The distance of centres, in card widths, that counts as usual in a row of only two cards, whose single
gap cannot be compared with others. It is so large that two linked cards (`MAX_NEIGHBOUR_GAP_WIDTHS`) are
never separated."""
MIN_TURN_SHARE: Final = 0.04
"""Probability, by the direction of its letter, above which a tile may be read along one of its two axes.
The figure is a judgement. With a smaller value, most pairs of tiles are tried in all four directions
without need. With a larger one, a misjudged tile is left out of its word."""
UNLIKELY_TURN_COST_WIDTHS: Final = 0.3
"""The cost of a link between two tiles, in card widths of distance, is raised by this number times the
negative natural logarithm of the probability that a tile reads along the link. A probability of one in
ten costs 0.7, as much as the widest gap. By this judgement distance and letters count about equally."""
OFFSET_COST_WIDTHS: Final = 2.0
"""The cost of a link between two neighbours, in card widths of distance, for each card height by which
one lies above or below the line of the other. At the limit (`MAX_NEIGHBOUR_OFFSET_HEIGHTS`) the offset
costs as much as the widest gap. So a neighbour in line is preferred."""
BEND_DEGREES_PER_WIDTH: Final = 30.0
"""The angle between two neighbours, in degrees, that makes their link as costly as one more card width of
distance. A bend at the limit (`MAX_NEIGHBOUR_ANGLE_DEGREES`) costs slightly more than the widest gap."""
MAX_NEIGHBOUR_AREA_RATIO: Final = 2.0
"""Greatest ratio of the areas of two pieces at which they can be neighbours. All cards have one size, but
the outline of a half covered card may show only its visible half."""


@dataclass(frozen=True, slots=True)
class NeighbourLink:
    """A link of two neighbouring pieces. The sides of a piece have numbers: 0 is its reported right side,
    and the others follow clockwise."""

    cost: float
    """The distance of the pieces, in card widths, with additions for bend, offset and unlikely directions."""
    first: int
    """The index of the first piece."""
    first_side: int
    """The number of the side of the first piece that faces the second."""
    second: int
    """The index of the second piece."""
    second_side: int
    """The number of the side of the second piece that faces the first."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Pieces that lie side by side in a line, in order."""

    pieces: tuple[MeasuredPiece, ...]
    sides: tuple[int, ...]
    """For each piece, the number of the side that faces the end of the chain."""

    def backward(self) -> "Chain":
        """Return the same chain in the opposite order."""
        return Chain(self.pieces[::-1], tuple((s + 2) % 4 for s in reversed(self.sides)))

    def direction(self, i: int) -> Point:
        """Return the unit vector in which the chain runs at piece `i`."""
        return quarter(self.pieces[i].right, self.sides[i])

    def measure(self, i: int) -> tuple[float, float]:
        """Return the width along the chain and the height across it of piece `i`, mm."""
        return size_along(self.pieces[i], self.sides[i])

    def steps(self) -> tuple[float, ...]:
        """Return the distance from each centre to the next along the chain, in card widths."""
        return tuple(
            dot(minus(self.pieces[i + 1].centre, self.pieces[i].centre), self.direction(i))
            / self.measure(i)[0]
            for i in range(len(self.pieces) - 1)
        )


def size_along(piece: MeasuredPiece, side: int) -> tuple[float, float]:
    """Return the size of a piece, mm, as a pair: its length in the direction of the side `side`, and its
    length across that direction."""
    return (piece.height, piece.width) if side % 2 else (piece.width, piece.height)


def chains(pieces: Sequence[MeasuredPiece]) -> list[Chain]:
    """Return the pieces joined into chains, each piece in exactly one. A lone card is a chain of one piece.
    A chain may still hold two words."""
    return list(_joined(pieces, _accepted(pieces)))


def _axes(piece: MeasuredPiece) -> tuple[int, ...]:
    """Return the axes, in quarter turns from the reported right, along which `piece` may be part of a
    word. A tile whose letter does not show the axis has both axes."""
    if not piece.is_square:
        return (0,)
    total = sum(piece.turns) or 1.0
    shares = ((piece.turns[0] + piece.turns[2]) / total, (piece.turns[1] + piece.turns[3]) / total)
    return tuple(axis for axis in (0, 1) if shares[axis] > MIN_TURN_SHARE)


def _turn_cost(piece: MeasuredPiece, axis: int) -> float:
    """Return the amount by which a link along `axis` costs more, because the letter of a tile makes this axis
    unlikely; 0 for a card."""
    if not piece.is_square:
        return 0.0
    # The share of an axis from `_axes` is never zero.
    share = (piece.turns[axis] + piece.turns[axis + 2]) / (sum(piece.turns) or 1.0)
    return -UNLIKELY_TURN_COST_WIDTHS * log(share)


def _links(pieces: Sequence[MeasuredPiece]) -> Iterator[NeighbourLink]:
    for a, b in combinations(range(len(pieces)), 2):
        if cannot_be_neighbours(pieces[a], pieces[b]):
            continue
        for one_axis in _axes(pieces[a]):
            for other_axis in _axes(pieces[b]):
                link = _link(pieces, (a, one_axis), (b, other_axis))
                if link is not None:
                    yield link


def cannot_be_neighbours(a: MeasuredPiece, b: MeasuredPiece) -> bool:
    """Return True if two pieces are too far apart, or too different in size, to be neighbours."""
    reach = (1 + MAX_NEIGHBOUR_GAP_WIDTHS) * max(a.width, a.height, b.width, b.height)
    if abs(a.centre[0] - b.centre[0]) > reach or abs(a.centre[1] - b.centre[1]) > reach:
        return True
    size = (a.width * a.height) / (b.width * b.height or 1.0)
    return not 1 / MAX_NEIGHBOUR_AREA_RATIO < size < MAX_NEIGHBOUR_AREA_RATIO


def _link(
    pieces: Sequence[MeasuredPiece], one: tuple[int, int], other: tuple[int, int]
) -> NeighbourLink | None:
    (a, side), (b, back) = one, other
    p, q = pieces[a], pieces[b]
    v = minus(q.centre, p.centre)
    if dot(v, quarter(p.right, side)) < 0:
        side += 2
    if dot(v, quarter(q.right, back)) > 0:
        back += 2
    ahead, behind = quarter(p.right, side), quarter(q.right, back)
    bend = smallest_angle(heading(ahead), heading(behind) + 180)
    mean = (ahead[0] - behind[0], ahead[1] - behind[1])
    size = dot(mean, mean) ** 0.5 or 1.0
    width, height = (sum(m) / 2 for m in zip(size_along(p, side), size_along(q, back), strict=True))
    along, across = abs(dot(v, mean)) / size / width, abs(dot(v, quarter(mean))) / size / height
    if (
        bend > MAX_NEIGHBOUR_ANGLE_DEGREES
        or not MIN_NEIGHBOUR_STEP_WIDTHS < along < 1 + MAX_NEIGHBOUR_GAP_WIDTHS
        or across > MAX_NEIGHBOUR_OFFSET_HEIGHTS
    ):
        return None
    cost = (
        along
        + OFFSET_COST_WIDTHS * across
        + bend / BEND_DEGREES_PER_WIDTH
        + _turn_cost(p, side % 2)
        + _turn_cost(q, back % 2)
    )
    return NeighbourLink(cost, a, side, b, back)


def _accepted(pieces: Sequence[MeasuredPiece]) -> list[NeighbourLink]:
    """Return the links that join neighbouring pieces to lines. The cheapest links are chosen first. Each side
    of a piece has at most one neighbour, and all links of a piece follow one of its two axes."""
    used: set[tuple[int, int]] = set()
    axis: dict[int, int] = {}
    links = []
    for link in sorted(_links(pieces), key=lambda k: k.cost):
        ends = ((link.first, link.first_side), (link.second, link.second_side))
        if any(end in used or axis.get(end[0], end[1] % 2) != end[1] % 2 for end in ends):
            continue
        links.append(link)
        used.update(ends)
        axis.update((i, side % 2) for i, side in ends)
    return links


def _joined(pieces: Sequence[MeasuredPiece], links: Sequence[NeighbourLink]) -> Iterator[Chain]:
    neighbours: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for k in links:
        neighbours[k.first][k.first_side] = (k.second, k.second_side)
        neighbours[k.second][k.second_side] = (k.first, k.first_side)
    seen: set[int] = set()
    ends_first = sorted(range(len(pieces)), key=lambda i: (len(neighbours[i]) > 1, i))
    for start in ends_first:
        if start not in seen:
            walked = _walk(neighbours, start, seen)
            yield Chain(tuple(pieces[i] for i, _ in walked), tuple(side for _, side in walked))


def _walk(
    neighbours: dict[int, dict[int, tuple[int, int]]], start: int, seen: set[int]
) -> list[tuple[int, int]]:
    side = next(iter(neighbours[start]), 0)
    walked = [(start, side)]
    seen.add(start)
    while side in neighbours[start]:
        start, entered = neighbours[start][side]
        if start in seen:
            break
        side = (entered + 2) % 4
        seen.add(start)
        walked.append((start, side))
    return walked


def words_of_chain(chain: Chain) -> Iterator[Chain]:
    """Yield the words of a chain of cards in one line. The chain is cut at gaps far wider than its
    usual gap."""
    steps = chain.steps()
    usual = max(median(steps), MIN_USUAL_STEP_WIDTHS) if len(steps) > 1 else SEPARATE_PAIR_GAP_WIDTHS
    start = 0
    for i, step in enumerate(steps, start=1):
        if step > usual + SEPARATE_WORDS_GAP_WIDTHS:
            yield Chain(chain.pieces[start:i], chain.sides[start:i])
            start = i
    yield Chain(chain.pieces[start:], chain.sides[start:])

"""The stock, the exposed pile and hands spread out: what lies on the table without being a word."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.layout.chains import LEAST_STEP, Chain
from engine.layout.geometry import MeasuredPiece, distance, dot, heading, minus, quarter, smallest_angle, unit
from engine.layout.lattice import are_neighbours
from engine.observation import Point

HEAPED_BY_STOCK: Final = 0.45
"""Distance of centres, in card widths, within which cards at the exposed pile's place lie on one another:
there cards are thrown down, and nobody lays words that close. Elsewhere it is `LEAST_STEP`.
"""
MAX_EXPOSED_PILE_SIDES: Final = 1.6
"""Greatest distance of the exposed pile from the stock, centre to centre, in longer sides of a card. Beside
it is 0.64, below it one, cornerwise 1.2; the rest is for a gap.
"""
MIN_THROWN_ANGLE_DEGREES: Final = 14.0
"""Least angle between two overlapping cards of a pile that was thrown together, degrees: careless rows are
askew by some 3, so they hardly ever reach it.
"""
MAX_THROWN_DISTANCE_WIDTHS: Final = 0.7
"""Distance of the centres of two such cards, in card widths: they overlap by three tenths and more, where
cards of a bending word touch by a corner. By judgement.
"""
MAX_EXPOSED_DISTANCE_SIDES: Final = 2.1
"""Greatest distance of the exposed card from the stock, centre to centre, in longer sides of a card. By
judgement: half a card more than a pile (`MAX_EXPOSED_PILE_SIDES`), of which one already lies there.
"""
MIN_HAND_TURN_DEGREES: Final = 18.0
"""Least turn of a spread hand from its first card to its last, degrees: a row of six that bends by two or
three a card stays below it, and is a word.
"""
MIN_SHORT_HAND_TURN_DEGREES: Final = 9.0
"""The same of a few cards that spell no word. Of 4,000 rows of three to six overlapping cards, each askew by
some 2 degrees, one was such a fan; by some 3 degrees, 22."""
MIN_FAN_DEGREES_PER_WIDTH: Final = 12.0
"""Least turn of such a fan for each width along, degrees. Held at one corner, cards lie on a circle whose
middle is two or three card lengths away; rows of words bend less.
"""
MAX_MEAN_STEP_WIDTHS: Final = 0.72
"""Greatest mean step of a fan or a stair, in widths: hands are spread by half a width or so, and the cards of
a word mostly touch, at one.
"""
MIN_STAIR_SLOPE: Final = 0.47
"""Slope of a stair, downwards for each step along it: 25 degrees. No row of a hundred photographs goes down
by half of that.
"""
MIN_STAIR_DESCENT_HEIGHTS: Final = 0.16
"""Least descent of a stair in all, in card heights: close on one another, a careless hand's few millimetres
are steep, too. Of 4,000 rows of two to six cards, laid with an error of 3 mm, two were stairs.
"""
MIN_STRAIGHT_COSINE: Final = 0.995
"""Cosine of the greatest bend of a straight line of three cards, six degrees: ten millimetres a card."""
MAX_STEP_DIFFERENCE: Final = 0.1
"""Share by which the two steps of such a line may differ: cards that touch are as far apart as they are long,
and players leave gaps of a few millimetres."""
IN_ROW: Final = 0.3
"""Least step of a row beside the stock, in widths: cards thrown on one another lie nearer, or unevenly. A
covered card's outline, often too wide, is off by a sixth of a width.
"""
AS_FAR: Final = 1.4
"""Greatest ratio of two steps of such a row."""
IN_LINE: Final = 0.1
"""Greatest offset of its cards above or below one another, in card heights."""
MIN_ONE_WAY_SHARE: Final = 0.7
"""Share of a fan's turns, or of a stair's steps down, that go one way: a row laid carelessly goes both."""
MAX_FAN_STEP_WIDTHS: Final = 1.2
"""Distance in card widths within which two cards' fan is searched: its cards follow one another by half a
width or so (`MAX_MEAN_STEP_WIDTHS`), so that two of them to either side are within.
"""
OF_FAN: Final = 5
"""Number of cards that must lie there, the two among them: by judgement more than are thrown on one another
in view.
"""
MIN_FAN_DIRECTIONS: Final = 4
"""Number of directions in which these must lie ..."""
FAN_TURN_DEGREES: Final = 4.0
"""... that differ by so many degrees: a fan turns by some 5 to 15 a card, a careless row by 2 or 3."""


def heaps(pieces: Sequence[MeasuredPiece], stock: Sequence[MeasuredPiece]) -> list[tuple[MeasuredPiece, ...]]:
    """Return the cards grouped with those that lie on them, each group in the given order."""
    found: list[list[MeasuredPiece]] = []
    for piece in pieces:
        for heap in found:
            if all(
                _heaped(piece, other, stock)
                and not (_fan_neighbours(pieces, piece, other) or _row_neighbours(pieces, piece, other))
                for other in heap
            ):
                heap.append(piece)
                break
        else:
            found.append([piece])
    return [tuple(heap) for heap in found]


def near_stock(piece: MeasuredPiece, stock: Sequence[MeasuredPiece]) -> bool:
    """Tell whether a place is where the exposed pile belongs."""
    return any(distance(s.at, piece.at) < MAX_EXPOSED_PILE_SIDES * max(s.width, s.height) for s in stock)


def _heaped(a: MeasuredPiece, b: MeasuredPiece, stock: Sequence[MeasuredPiece]) -> bool:
    """Tell whether overlapping cards are a pile: beside the stock they are; elsewhere only if no word would
    lie like this.
    """
    away, width = distance(a.at, b.at), min(a.width, a.height, b.width, b.height)
    if away >= max(HEAPED_BY_STOCK, LEAST_STEP, MAX_THROWN_DISTANCE_WIDTHS) * width:
        return False  # most pairs of a table
    period = 90.0 if a.square else 180.0
    askew = smallest_angle(heading(a.right), heading(b.right), period) > MIN_THROWN_ANGLE_DEGREES
    return away < (HEAPED_BY_STOCK if near_stock(a, stock) else LEAST_STEP) * width or (
        askew and away < MAX_THROWN_DISTANCE_WIDTHS * width
    )


def _fan_neighbours(pieces: Sequence[MeasuredPiece], a: MeasuredPiece, b: MeasuredPiece) -> bool:
    """Tell whether two cards are neighbours in a fan, whose cards overlap askew as well, but are more, and
    evenly spread.
    """
    if distance(a.at, b.at) < LEAST_STEP * a.width:
        return False
    reach = MAX_FAN_STEP_WIDTHS * a.width
    near = [p for p in pieces if distance(p.at, a.at) < reach or distance(p.at, b.at) < reach]
    turns = sorted(heading(p.right) % 180 for p in near)
    return len(near) >= OF_FAN and len({round(t / FAN_TURN_DEGREES) for t in turns}) >= MIN_FAN_DIRECTIONS


def _row_neighbours(pieces: Sequence[MeasuredPiece], a: MeasuredPiece, b: MeasuredPiece) -> bool:
    """Tell whether a third card continues one of the two at their distance, as overlapping cards of a word
    do. Of a covered card one side may be misjudged; the other sides then tell.
    """
    for side in (-0.5, 0.5):
        step = _row_step(a, b, side)
        if step is None or abs(step) < IN_ROW:
            continue
        others = (_row_step(a, c, side) for c in pieces if c is not a and c is not b)
        onward = (max(-s / step, s / step - 1) for s in others if s is not None)
        if any(1 / AS_FAR < more < AS_FAR for more in onward):
            return True
    return False


def _row_step(a: MeasuredPiece, b: MeasuredPiece, side: float) -> float | None:
    """Return how far `b` lies from `a` in its line, in widths, measured from both cards' left (-0.5) or right
    sides; None if they make no line.
    """
    if smallest_angle(heading(a.right), heading(b.right), 180.0) > MIN_THROWN_ANGLE_DEGREES:
        return None
    turned = 1.0 if dot(a.right, b.right) > 0 else -1.0
    ends = [
        (p.at[0] + way * p.width * p.right[0], p.at[1] + way * p.width * p.right[1])
        for p, way in ((a, side), (b, side * turned))
    ]
    step = minus(ends[1], ends[0])
    if abs(dot(step, quarter(a.right))) > IN_LINE * a.height:
        return None
    return dot(step, a.right) / a.width


def without_holes(
    backs: Sequence[MeasuredPiece], fronts: Sequence[MeasuredPiece]
) -> tuple[MeasuredPiece, ...]:
    """Return the face-down cards that are the stock. A crossword has no card face down: if cards hem in what
    looks like one, and another is free, the first is bare table.
    """
    if len(backs) < 2:
        return tuple(backs)
    hemmed = [(sum(are_neighbours(back, front) for front in fronts), back) for back in backs]
    fewest = min(count for count, _ in hemmed)
    return tuple(back for count, back in hemmed if count <= max(fewest, 1))


def piles_near_stock(
    stock: Sequence[MeasuredPiece], heaped: Sequence[tuple[MeasuredPiece, ...]]
) -> list[tuple[MeasuredPiece, ...]]:
    """Return heaps and single cards near enough to the stock to be the exposed pile: heaps first, the nearest
    first. Without a visible stock these are the heaps, then the cards far from all others.
    """
    if not stock:
        return [heap for heap in heaped if len(heap) > 1] + [heap for heap in heaped if _far(heap, heaped)]
    far = MAX_EXPOSED_DISTANCE_SIDES * max(max(p.width, p.height) for p in stock)
    ranked = [
        (len(heap) == 1, min(distance(p.at, s.at) for p in heap for s in stock), i)
        for i, heap in enumerate(heaped)
    ]
    return [heaped[i] for _, away, i in sorted(ranked) if away <= far]


def _far(heap: tuple[MeasuredPiece, ...], heaped: Sequence[tuple[MeasuredPiece, ...]]) -> bool:
    """Tell whether the heap is one card, farther from all others than the exposed one lies from its stock."""
    clear = MAX_EXPOSED_PILE_SIDES * max(heap[0].width, heap[0].height)
    others = (p for other in heaped if other != heap for p in other)
    return len(heap) == 1 and all(distance(heap[0].at, other.at) > clear for other in others)


def ends_line(piece: MeasuredPiece, others: Sequence[MeasuredPiece]) -> bool:
    """Tell whether the card touches and continues a straight line of two touching cards. Such a card is a
    crossword's letter, whatever lies face down nearby.
    """
    for near in others:
        if not are_neighbours(piece, near):
            continue
        way, step = unit(minus(near.at, piece.at)), distance(near.at, piece.at)
        for far in others:
            if far is not piece and are_neighbours(near, far):
                on = minus(far.at, near.at)
                if (
                    dot(way, unit(on)) > MIN_STRAIGHT_COSINE
                    and abs(dot(way, on) - step) < MAX_STEP_DIFFERENCE * step
                ):
                    return True
    return False


def is_fan(chain: Chain) -> bool:
    """Tell whether three cards or more overlap and turn steadily, as a hand is held or spread."""
    return _turned(chain) >= MIN_HAND_TURN_DEGREES


def is_small_fan(chain: Chain) -> bool:
    """Tell whether a few cards turn as a hand's cards do, though too little for a fan regardless of their
    letters.
    """
    along = sum(chain.steps())
    return _turned(chain) >= max(MIN_SHORT_HAND_TURN_DEGREES, MIN_FAN_DEGREES_PER_WIDTH * along)


def _turned(chain: Chain) -> float:
    """Return the degrees from the first of at least three overlapping cards to the last; 0 if they turn both
    ways.
    """
    if len(chain.pieces) < 3 or sum(chain.steps()) / (len(chain.pieces) - 1) > MAX_MEAN_STEP_WIDTHS:
        return 0.0
    angles = [heading(chain.direction(i)) for i in range(len(chain.pieces))]
    turns = [(b - a + 180) % 360 - 180 for a, b in pairwise(angles)]
    steady = abs(sum(turns)) >= MIN_ONE_WAY_SHARE * sum(abs(t) for t in turns)
    return abs(sum(turns)) if steady else 0.0


def is_stair(chain: Chain) -> bool:
    """Tell whether cards overlap and each lies farther along and farther down than the one before, as in a
    heap pulled apart. The cards of a word stand on one line.
    """
    if len(chain.pieces) < 2 or sum(chain.steps()) / (len(chain.pieces) - 1) > MAX_MEAN_STEP_WIDTHS:
        return False
    moved = [_moved(chain, i) for i in range(len(chain.pieces) - 1)]
    along, down = sum(a for a, _ in moved), abs(sum(d for _, d in moved))
    deep = down > max(MIN_STAIR_SLOPE * along, MIN_STAIR_DESCENT_HEIGHTS * chain.measure(0)[1])
    return deep and down >= MIN_ONE_WAY_SHARE * sum(abs(d) for _, d in moved)


def _moved(chain: Chain, i: int) -> Point:
    """Return the step from piece `i` to the next, mm: along the middle of both their directions, and down
    from it.
    """
    one, other = chain.direction(i), chain.direction(i + 1)
    ahead = unit((one[0] + other[0], one[1] + other[1]))
    way = minus(chain.pieces[i + 1].at, chain.pieces[i].at)
    return dot(way, ahead), dot(way, quarter(ahead))


def beside_stock(
    stock: Sequence[MeasuredPiece], candidates: Sequence[tuple[MeasuredPiece, ...]]
) -> tuple[MeasuredPiece, ...] | None:
    """Return the lone card or heap nearest to the stock if it is near enough to be the exposed pile."""
    if not stock:
        heaped = [c for c in candidates if len(c) > 1]
        return heaped[0] if len(heaped) == 1 else None
    longest = max(max(p.width, p.height) for p in stock)
    near = [(min(distance(p.at, s.at) for p in c for s in stock), i) for i, c in enumerate(candidates)]
    away, chosen = min(near, default=(longest * 10, -1))
    return candidates[chosen] if chosen >= 0 and away <= MAX_EXPOSED_DISTANCE_SIDES * longest else None

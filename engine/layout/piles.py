"""Find the stock, the exposed pile and spread hands: the cards on the table that are not words."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.layout.chains import MIN_NEIGHBOUR_STEP_WIDTHS, Chain
from engine.layout.geometry import MeasuredPiece, distance, dot, heading, minus, quarter, smallest_angle, unit
from engine.layout.lattice import are_neighbours
from engine.observation import Point

MAX_HEAP_STEP_WIDTHS: Final = 0.45
"""Greatest distance of centres, in card widths, at which two cards near the stock lie on one another. Near
the stock people throw cards down, and nobody lays words so close. Farther away the limit is
`MIN_NEIGHBOUR_STEP_WIDTHS`."""
MAX_EXPOSED_PILE_SIDES: Final = 1.6
"""Greatest distance from the stock, centre to centre in long sides of a card, at which a pile can be the
exposed pile. A pile beside the stock is 0.64 away, a pile below it 1, and a pile at its corner 1.2. The
rest allows for a gap."""
MIN_THROWN_ANGLE_DEGREES: Final = 14.0
"""Angle between two overlapping cards, in degrees, above which they can be part of a thrown pile. The
cards of careless rows are turned by about 3 degrees, and hardly ever by this angle."""
MAX_THROWN_STEP_WIDTHS: Final = 0.7
"""Distance of the centres of two cards at an angle to each other (`MIN_THROWN_ANGLE_DEGREES`), in card
widths, below which they are part of a thrown pile. At this distance the cards still overlap by three
tenths. The cards of a bending word overlap less: they touch at a corner. The figure is a judgement."""
MAX_EXPOSED_DISTANCE_SIDES: Final = 2.1
"""Greatest distance from the stock, centre to centre in long sides of a card, at which a single card or a
heap can be the exposed pile. It is half a card more than `MAX_EXPOSED_PILE_SIDES`. The figure is a
judgement."""
MIN_HAND_TURN_DEGREES: Final = 18.0
"""Least turn from the first to the last of overlapping cards, in degrees, at which they are a spread
hand. A row of six cards that bends by two or three degrees a card has less turn and is a word."""
MIN_SHORT_HAND_TURN_DEGREES: Final = 9.0
"""Least turn in degrees, from the first of a few overlapping cards to the last, at which cards that spell
no word are a hand. It was tested on 4,000 rows of three to six overlapping cards. With cards turned by
about 2 degrees each, one row counted as a hand. With 3 degrees, 22 rows did."""
MIN_FAN_DEGREES_PER_WIDTH: Final = 12.0
"""Least turn, in degrees for each card width of their length, at which a few overlapping cards are a
small fan. Cards held at one corner lie on a circle whose centre is two or three card lengths away. Rows
of words bend less."""
MAX_MEAN_STEP_WIDTHS: Final = 0.72
"""Greatest mean distance of neighbours, in card widths, at which cards may be a fan or a stair (a heap
pulled apart). The cards of a hand are about half a width apart. The cards of a word mostly touch, one
width apart."""
MIN_STAIR_SLOPE: Final = 0.47
"""Least slope at which overlapping cards are a stair (a heap pulled apart) and not a row: the distance
down divided by the distance along, 25 degrees. No row on a hundred photographs had half of this slope."""
MIN_STAIR_DESCENT_HEIGHTS: Final = 0.16
"""Least descent from the first to the last of overlapping cards, in card heights, at which they are a
stair: a heap that was pulled apart, and no word. If cards lie close together, a careless player's few
millimetres are steep too. Of 4,000 rows of two to six cards, laid with an error of 3 mm, two were stairs."""
MIN_STRAIGHT_COSINE: Final = 0.995
"""Least cosine of the bend between three cards at which they lie in a straight line. It allows a bend of
six degrees, which moves the third card about ten millimetres aside."""
MAX_STEP_DIFFERENCE_SHARE: Final = 0.1
"""Greatest difference between the two distances of three cards in a straight line, as a share of the
first, at which the third card belongs to the crossword. Touching cards have equal distances, and players
leave gaps of a few millimetres."""
MIN_ROW_STEP_WIDTHS: Final = 0.3
"""Least distance of two overlapping cards beside the stock, in card widths, at which they can be part of
a row. Cards thrown on a pile lie nearer, or unevenly. The outline of a covered card is often too wide, by
a sixth of a width."""
MAX_ROW_STEP_RATIO: Final = 1.4
"""Overlapping cards beside the stock are part of a word only if one distance between neighbours is less
than this many times the next. Cards thrown on a pile lie less evenly."""
MAX_ROW_OFFSET_HEIGHTS: Final = 0.1
"""Greatest offset of a card above or below its neighbour, in card heights, at which overlapping cards
beside the stock can be the row of a word."""
MIN_ONE_WAY_SHARE: Final = 0.7
"""Overlapping cards are a fan only if at least this share of their turns from card to card goes in one
direction. A stair, which is a heap pulled apart, needs the same share of its downward steps. A careless
row turns both ways."""
MAX_FAN_STEP_WIDTHS: Final = 1.2
"""Distance from either of two overlapping cards, in card widths, within which other cards are counted as
cards of the same fan. Neighbours in a fan are about half a width apart (`MAX_MEAN_STEP_WIDTHS`), so two
more cards on each side are counted."""
MIN_FAN_CARDS: Final = 5
"""Two overlapping cards are neighbours in a fan only if at least this many cards, these two included, lie
within `MAX_FAN_STEP_WIDTHS` of them. A thrown pile shows fewer cards. The number is a judgement."""
MIN_FAN_DIRECTIONS: Final = 4
"""Two overlapping cards are neighbours in a fan only if the cards within `MAX_FAN_STEP_WIDTHS` of them
have at least this many different directions. The overlapping cards of a row have fewer directions."""
FAN_TURN_DEGREES: Final = 4.0
"""The directions of two cards count as different if they differ by at least about this angle, in degrees,
when the directions in a fan are counted. A fan turns by about 5 to 15 degrees a card, a careless row by 2
or 3."""


def heaps(pieces: Sequence[MeasuredPiece], stock: Sequence[MeasuredPiece]) -> list[tuple[MeasuredPiece, ...]]:
    """Return the cards as heaps: groups of cards that lie on one another. The cards of a row or a fan overlap
    too, but are no heap. The cards of each heap keep the given order."""
    piece_heaps: list[list[MeasuredPiece]] = []
    for piece in pieces:
        for heap in piece_heaps:
            if all(
                _heaped(piece, other, stock)
                and not (_fan_neighbours(pieces, piece, other) or _row_neighbours(pieces, piece, other))
                for other in heap
            ):
                heap.append(piece)
                break
        else:
            piece_heaps.append([piece])
    return [tuple(heap) for heap in piece_heaps]


def is_near_stock(piece: MeasuredPiece, stock: Sequence[MeasuredPiece]) -> bool:
    """Return True if a piece lies near enough to the stock to be part of the exposed pile."""
    return any(
        distance(s.centre, piece.centre) < MAX_EXPOSED_PILE_SIDES * max(s.width, s.height) for s in stock
    )


def _heaped(a: MeasuredPiece, b: MeasuredPiece, stock: Sequence[MeasuredPiece]) -> bool:
    """Return True if two overlapping cards are part of a pile. Near the stock the cards of a pile may lie
    farther apart. Elsewhere two cards are a pile only if they lie nearer together, or more askew, than the
    cards of a word."""
    away, width = distance(a.centre, b.centre), min(a.width, a.height, b.width, b.height)
    if away >= max(MAX_HEAP_STEP_WIDTHS, MIN_NEIGHBOUR_STEP_WIDTHS, MAX_THROWN_STEP_WIDTHS) * width:
        return False  # true of most pairs on a table
    period = 90.0 if a.is_square else 180.0
    askew = smallest_angle(heading(a.right), heading(b.right), period) > MIN_THROWN_ANGLE_DEGREES
    return away < (
        MAX_HEAP_STEP_WIDTHS if is_near_stock(a, stock) else MIN_NEIGHBOUR_STEP_WIDTHS
    ) * width or (askew and away < MAX_THROWN_STEP_WIDTHS * width)


def _fan_neighbours(pieces: Sequence[MeasuredPiece], a: MeasuredPiece, b: MeasuredPiece) -> bool:
    """Return True if `a` and `b` are neighbours in a fan. The cards of a fan overlap at an angle as in a
    pile, but a fan has more cards, evenly spread."""
    if distance(a.centre, b.centre) < MIN_NEIGHBOUR_STEP_WIDTHS * a.width:
        return False
    reach = MAX_FAN_STEP_WIDTHS * a.width
    near = [p for p in pieces if distance(p.centre, a.centre) < reach or distance(p.centre, b.centre) < reach]
    turns = sorted(heading(p.right) % 180 for p in near)
    directions = {round(t / FAN_TURN_DEGREES) for t in turns}
    return len(near) >= MIN_FAN_CARDS and len(directions) >= MIN_FAN_DIRECTIONS


def _row_neighbours(pieces: Sequence[MeasuredPiece], a: MeasuredPiece, b: MeasuredPiece) -> bool:
    """Return True if a third card continues the line of `a` and `b` at the same distance, as the overlapping
    cards of a word do. The outline of a covered card may be wrong at its left or its right side. So the
    distances are compared twice: between the left sides, and between the right sides."""
    for side in (-0.5, 0.5):
        step = _row_step(a, b, side)
        if step is None or abs(step) < MIN_ROW_STEP_WIDTHS:
            continue
        others = (_row_step(a, c, side) for c in pieces if c is not a and c is not b)
        onward = (max(-s / step, s / step - 1) for s in others if s is not None)
        if any(1 / MAX_ROW_STEP_RATIO < more < MAX_ROW_STEP_RATIO for more in onward):
            return True
    return False


def _row_step(a: MeasuredPiece, b: MeasuredPiece, side: float) -> float | None:
    """Return the distance of `b` from `a` along their line, in card widths of `a`. It is measured between
    the left sides of both cards if `side` is -0.5, and between the right sides if `side` is 0.5. Return None
    if the cards are not in line."""
    if smallest_angle(heading(a.right), heading(b.right), 180.0) > MIN_THROWN_ANGLE_DEGREES:
        return None
    turned = 1.0 if dot(a.right, b.right) > 0 else -1.0
    ends = [
        (p.centre[0] + way * p.width * p.right[0], p.centre[1] + way * p.width * p.right[1])
        for p, way in ((a, side), (b, side * turned))
    ]
    step = minus(ends[1], ends[0])
    if abs(dot(step, quarter(a.right))) > MAX_ROW_OFFSET_HEIGHTS * a.height:
        return None
    return dot(step, a.right) / a.width


def without_bare_table(
    backs: Sequence[MeasuredPiece], fronts: Sequence[MeasuredPiece]
) -> tuple[MeasuredPiece, ...]:
    """Return the face-down cards `backs` without pieces that are probably bare table between the cards of a
    crossword: those with two or more neighbours among the face-up cards `fronts`. If all have so many, return
    those with the fewest."""
    if len(backs) < 2:
        return tuple(backs)
    hemmed = [(sum(are_neighbours(back, front) for front in fronts), back) for back in backs]
    fewest = min(count for count, _ in hemmed)
    return tuple(back for count, back in hemmed if count <= max(fewest, 1))


def piles_near_stock(
    stock: Sequence[MeasuredPiece], heaped: Sequence[tuple[MeasuredPiece, ...]]
) -> list[tuple[MeasuredPiece, ...]]:
    """Return the heaps and single cards near enough to the stock to be the exposed pile: first the heaps,
    then the cards, each from the nearest on. If no stock is visible, return the heaps, then the cards far
    from all others."""
    if not stock:
        return [heap for heap in heaped if len(heap) > 1] + [
            heap for heap in heaped if _lies_far(heap, heaped)
        ]
    far = MAX_EXPOSED_DISTANCE_SIDES * max(max(p.width, p.height) for p in stock)
    ranked = [
        (len(heap) == 1, min(distance(p.centre, s.centre) for p in heap for s in stock), i)
        for i, heap in enumerate(heaped)
    ]
    return [heaped[i] for _, away, i in sorted(ranked) if away <= far]


def _lies_far(heap: tuple[MeasuredPiece, ...], heaped: Sequence[tuple[MeasuredPiece, ...]]) -> bool:
    """Return True if the heap is a single card that lies farther from every other card than
    `MAX_EXPOSED_PILE_SIDES`."""
    clear = MAX_EXPOSED_PILE_SIDES * max(heap[0].width, heap[0].height)
    others = (p for other in heaped if other != heap for p in other)
    return len(heap) == 1 and all(distance(heap[0].centre, other.centre) > clear for other in others)


def ends_line(piece: MeasuredPiece, others: Sequence[MeasuredPiece]) -> bool:
    """Return True if the card touches the end of a straight line of two touching cards and continues the
    line. Such a card is a letter of a crossword, even if a face-down card lies nearby."""
    for near in others:
        if not are_neighbours(piece, near):
            continue
        way, step = unit(minus(near.centre, piece.centre)), distance(near.centre, piece.centre)
        for far in others:
            if far is not piece and are_neighbours(near, far):
                on = minus(far.centre, near.centre)
                if (
                    dot(way, unit(on)) > MIN_STRAIGHT_COSINE
                    and abs(dot(way, on) - step) < MAX_STEP_DIFFERENCE_SHARE * step
                ):
                    return True
    return False


def is_fan(chain: Chain) -> bool:
    """Return True if the chain has three or more cards that overlap and turn steadily, as those of a spread
    hand do."""
    return _turn_degrees(chain) >= MIN_HAND_TURN_DEGREES


def is_small_fan(chain: Chain) -> bool:
    """Return True if a few cards turn as the cards of a spread hand do, but so little that they may also be a
    word. They are a hand only if they spell no word."""
    along = sum(chain.steps())
    return _turn_degrees(chain) >= max(MIN_SHORT_HAND_TURN_DEGREES, MIN_FAN_DEGREES_PER_WIDTH * along)


def _turn_degrees(chain: Chain) -> float:
    """Return the turn, in degrees, from the first of at least three overlapping cards to the last; 0 if
    the chain has no such cards, or if they turn in both directions."""
    if len(chain.pieces) < 3 or sum(chain.steps()) / (len(chain.pieces) - 1) > MAX_MEAN_STEP_WIDTHS:
        return 0.0
    angles = [heading(chain.direction(i)) for i in range(len(chain.pieces))]
    turns = [(b - a + 180) % 360 - 180 for a, b in pairwise(angles)]
    steady = abs(sum(turns)) >= MIN_ONE_WAY_SHARE * sum(abs(t) for t in turns)
    return abs(sum(turns)) if steady else 0.0


def is_stair(chain: Chain) -> bool:
    """Return True if the cards overlap, each farther along and farther to the same side than the card
    before, as in a heap that was pulled apart. Such cards are not a word, because the cards of a word lie
    in one line."""
    if len(chain.pieces) < 2 or sum(chain.steps()) / (len(chain.pieces) - 1) > MAX_MEAN_STEP_WIDTHS:
        return False
    moved = [_step_between(chain, i) for i in range(len(chain.pieces) - 1)]
    along, down = sum(a for a, _ in moved), abs(sum(d for _, d in moved))
    deep = down > max(MIN_STAIR_SLOPE * along, MIN_STAIR_DESCENT_HEIGHTS * chain.measure(0)[1])
    return deep and down >= MIN_ONE_WAY_SHARE * sum(abs(d) for _, d in moved)


def _step_between(chain: Chain, i: int) -> Point:
    """Return the step from piece `i` of the chain to the next, mm: the distance along the mean direction
    of both pieces, and the distance down, across that direction."""
    one, other = chain.direction(i), chain.direction(i + 1)
    ahead = unit((one[0] + other[0], one[1] + other[1]))
    way = minus(chain.pieces[i + 1].centre, chain.pieces[i].centre)
    return dot(way, ahead), dot(way, quarter(ahead))


def exposed_pile(
    stock: Sequence[MeasuredPiece], candidates: Sequence[tuple[MeasuredPiece, ...]]
) -> tuple[MeasuredPiece, ...] | None:
    """Return the lone card or heap nearest to the stock, if it is near enough to be the exposed pile. If no
    stock is visible, return the only heap, or None if there is not exactly one."""
    if not stock:
        heaped = [c for c in candidates if len(c) > 1]
        return heaped[0] if len(heaped) == 1 else None
    longest = max(max(p.width, p.height) for p in stock)
    near = [
        (min(distance(p.centre, s.centre) for p in c for s in stock), i) for i, c in enumerate(candidates)
    ]
    away, chosen = min(near, default=(longest * 10, -1))
    return candidates[chosen] if chosen >= 0 and away <= MAX_EXPOSED_DISTANCE_SIDES * longest else None

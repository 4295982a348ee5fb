"""Find lines of cards that run out of the picture. The visible beginning of a word may be another word. The
line is therefore reported, and is not taken for the whole word."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.layout.arrangement import Arrangement, LineAtEdge, SeenGrid
from engine.layout.decide import Decision
from engine.layout.geometry import MeasuredPiece, distance, dot, minus, piece_of, pointing, quarter, unit
from engine.observation import Observation, Point, Quad, Sighting
from engine.shared.condition import Side

MAX_UNSEEN_CARD_ROOM_SHARE: Final = 0.4
"""The width of the strip between a line's last card and the edge of the picture up to which the reader
may miss the next card in it, as a share of a card's length along the line. Tried on 180 cards of the
golden scenes, the reader found two when a third of each card was left, and 88 when a half was left."""

MAX_INVISIBLE_STRIP_SHARE: Final = 0.05
"""The width of the strip between a line's last card and the edge of the picture up to which a next card
could lie there unseen, as a share of a card's length. A strip so narrow would show only the card's blank
margin."""

STRIP_BREADTH_SHARE: Final = 0.6
"""The breadth of the strip, between a line's last card and the edge of the picture, that is searched for
the next card, as a share of a card's breadth. It is below 1, as the next card may lie slightly out of
line."""

MIN_NEXT_PIECE_HALVES: Final = 0.8
"""Least distance from a line's last card to a half-seen piece beyond it, centre to centre, at which the
piece counts as the line's next card; in halves of a card's length. It is below 1, because the outlines of
cut cards are too small as often as too large."""

MIN_VISIBLE_SHARE: Final = 0.75
"""Visible share of a card's area below which its letter is in doubt. With four fifths visible, 179 of 180
golden cards were read right."""

MAX_CUT_CARD_PROBABILITY: Final = MIN_SURE_LETTER_PROBABILITY - 0.01
"""Greatest probability of the letters of a card with less than `MIN_VISIBLE_SHARE` visible.

With a half to two thirds visible, 218 of 242 letters were right. Six of the wrong letters were read as sure:
part of a J is an I, and part of a W an N. The limit is lower than the probability of a sure letter, so that
the table asks.
"""

_SIDES_CLOCKWISE: Final[tuple[Side, ...]] = ("top", "right", "bottom", "left")
"""The sides of the picture's edge, in the order of its corners."""

_NEIGHBOUR_STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The steps in columns and rows from a cell of a crossword to its neighbours, clockwise from the
right."""


BareTest = Callable[[Quad, Quad], bool]
"""A function that compares two parts of the table, a strip and a card. It returns True if the strip clearly
does not show the paper of the card."""


def _never_bare(_strip: Quad, _card: Quad) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class VisibleTable:
    """The part of the table in the picture. Its places are corners on the table, mm."""

    rim: Quad
    """The corners of the picture."""
    unlettered: tuple[Quad, ...] = ()
    """The corners, on the table in mm, of each piece that looks like a card but has no letter."""
    unread: tuple[Quad, ...] = ()
    """The corners, on the table in mm, of each shape that looks like a card of a row and was not read."""
    occlusions: tuple[Quad, ...] = ()
    """The corners, on the table in mm, of each place where an object lies between two cards of a row. The
    object may hide a card."""
    is_bare: BareTest = _never_bare
    """The function that returns True if a strip of the table beside a card certainly shows no card."""


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a line of cards."""

    card: MeasuredPiece
    """The last card of the line."""
    outward: Point
    """The unit vector from the last card out of the line."""
    step: float
    """The usual distance from the centre of one card of the line to the next, mm."""


@dataclass(frozen=True, slots=True)
class _Line:
    """The cards of one line, or of a crossword, with all ends at which more cards may follow."""

    kind: Literal["word", "crossword", "hand"]
    text: str
    cards: tuple[int, ...]
    ends: tuple[_End, ...]


def with_edge_doubts(decision: Decision, observation: Observation, view: VisibleTable) -> Decision:
    """Return the decision with a doubt for each word, hand or crossword that runs out of the picture."""
    arrangement = decision.arrangement
    doubts = (*arrangement.doubts, *lines_at_edge(arrangement, observation, view))
    return replace(decision, arrangement=replace(arrangement, doubts=doubts))


def with_cut_cards_doubted(observation: Observation, rim: Quad) -> Observation:
    """Return the observation with lower probabilities for cards that `rim` cuts through, at most
    `MAX_CUT_CARD_PROBABILITY`."""
    cards = tuple(_doubted(card, rim) for card in observation.cards)
    return observation if cards == observation.cards else replace(observation, cards=cards)


def _doubted(card: Sighting, rim: Quad) -> Sighting:
    best = card.best
    if (
        card.whole
        or best is None
        or best[1] <= MAX_CUT_CARD_PROBABILITY
        or _visible_share(card.corners, rim) >= MIN_VISIBLE_SHARE
    ):
        return card
    share = MAX_CUT_CARD_PROBABILITY / best[1]
    readings = tuple(replace(r, probability=r.probability * share) for r in card.readings)
    return replace(card, readings=readings)


def _visible_share(quad: Quad, rim: Quad) -> float:
    """Return the share of the area of `quad` that lies within the picture `rim`."""
    inside: list[Point] = list(quad)
    for n in range(4):
        inside = _clipped(inside, rim[n], quarter(minus(rim[(n + 1) % 4], rim[n]), 3))
    return _area(inside) / (_area(quad) or 1.0)


def _clipped(shape: Sequence[Point], edge: Point, outward: Point) -> list[Point]:
    """Return the part of a convex shape on the inner side of an edge (Sutherland and Hodgman)."""
    corners: list[Point] = []
    for a, b in pairwise((*shape[-1:], *shape)):
        depth, other_depth = dot(minus(a, edge), outward), dot(minus(b, edge), outward)
        if (depth > 0) != (other_depth > 0):
            share = depth / (depth - other_depth)
            corners.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        if other_depth <= 0:
            corners.append(b)
    return corners


def _area(shape: Sequence[Point]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*shape[-1:], *shape)))) / 2


def lines_at_edge(
    arrangement: Arrangement, observation: Observation, view: VisibleTable
) -> tuple[LineAtEdge, ...]:
    """Return the words, hands and the crossword that may continue beyond the picture.

    A line may continue in three cases: the edge cuts one of its cards, an unread piece lies in the next
    card's place, or only a strip is left in which the next card could lie unseen. If there is no room for a
    next card, the line counts as complete, because most words near the edge end there.
    """
    pieces = [piece_of(i, sighting) for i, sighting in enumerate(observation.cards)]
    grid = arrangement.grid
    crossing = (
        [] if grid is None else [_Line("crossword", "", tuple(grid.letters), _open_sides(grid, pieces))]
    )
    return tuple(
        LineAtEdge(line.kind, line.cards, line.text, side)
        for line in (*crossing, *_lines(arrangement, pieces))
        for side in _sides(line, _possible_next_cards(observation.cards, view, line.cards), view)
    )


def _lines(arrangement: Arrangement, pieces: Sequence[MeasuredPiece]) -> Iterator[_Line]:
    """Yield the words that are not part of the crossword, and the hands."""
    inside = set() if arrangement.grid is None else set(arrangement.grid.letters)
    for word in arrangement.words:
        if not inside & set(word.cards):
            yield _Line("word", word.text, word.cards, tuple(_ends([pieces[i] for i in word.cards])))
    for hand in arrangement.hands:
        yield _Line("hand", "", hand, tuple(_ends([pieces[i] for i in hand])))


def _possible_next_cards(cards: Sequence[Sighting], view: VisibleTable, line: Sequence[int]) -> list[Point]:
    """Return the centres, mm, of the pieces that may be the next card of the line `line`: cards without a
    letter, and other cards that the edge of the picture cuts off."""
    half_seen = [card.corners for i, card in enumerate(cards) if not card.whole and i not in line]
    return [_middle(quad) for quad in (*view.unlettered, *half_seen)]


def _middle(quad: Quad) -> Point:
    return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)


def _ends(line: Sequence[MeasuredPiece]) -> Iterator[_End]:
    """Yield both ends of a line. A single card has no ends, since the direction of the next card is
    unknown."""
    if len(line) > 1:
        for before, last in ((line[1], line[0]), (line[-2], line[-1])):
            yield _End(last, unit(minus(last.centre, before.centre)), distance(last.centre, before.centre))


def _open_sides(grid: SeenGrid, pieces: Sequence[MeasuredPiece]) -> tuple[_End, ...]:
    """Return the ends at which a crossword may continue: every side of a card without a neighbour."""
    across = pointing(grid.angle)
    taken = {(c, r): i for r, row in enumerate(grid.cells) for c, i in enumerate(row) if i is not None}
    return tuple(
        _End(pieces[i], out, 2 * _half_length(pieces[i], out))
        for (c, r), i in taken.items()
        for turns, (right, down) in enumerate(_NEIGHBOUR_STEPS)
        if (c + right, r + down) not in taken
        for out in (quarter(across, turns),)
    )


def _sides(line: _Line, unread: Sequence[Point], view: VisibleTable) -> tuple[Side, ...]:
    """Return the sides of the picture beyond which the line may continue, each once."""
    sides = (_side_beyond(end, unread, view) for end in line.ends)
    return tuple(dict.fromkeys(side for side in sides if side is not None))


def _side_beyond(end: _End, unread: Sequence[Point], view: VisibleTable) -> Side | None:
    """Return the side of the picture beyond which a line may continue after its last visible card; None if
    the line is complete. `end` is this last card with the direction out of the line."""
    reach, side = _to_rim(end.card.centre, end.outward, view.rim)
    half = _half_length(end.card, end.outward)
    gap = reach - half
    # A card under another shows only the step from one card to the next.
    strip = min(end.step, 2 * half)
    if gap <= MAX_UNSEEN_CARD_ROOM_SHARE * strip:
        seen = gap > MAX_INVISIBLE_STRIP_SHARE * strip and view.is_bare(
            _strip_beyond(end, half, reach), _strip_beyond(end, -half, half)
        )
        return None if seen else side
    aside = _half_length(end.card, quarter(end.outward))
    has_unread = any(
        MIN_NEXT_PIECE_HALVES * half < dot(minus(at, end.card.centre), end.outward) < half + end.step
        and abs(dot(minus(at, end.card.centre), quarter(end.outward))) < aside
        for at in unread
    )
    return side if has_unread and gap < end.step else None


def _strip_beyond(end: _End, near: float, far: float) -> Quad:
    """Return the corners of the strip that continues the line beyond its last card. It reaches from `near`
    to `far`, both in mm from the centre of the last card."""
    (x, y), (right, down) = end.card.centre, end.outward
    (aside, sink), broad = (
        quarter(end.outward),
        STRIP_BREADTH_SHARE * _half_length(end.card, quarter(end.outward)),
    )

    def corner(along: float, across: float) -> Point:
        return (x + along * right + across * aside, y + along * down + across * sink)

    return corner(near, -broad), corner(far, -broad), corner(far, broad), corner(near, broad)


def _half_length(piece: MeasuredPiece, direction: Point) -> float:
    """Return half the length of a card along the unit vector `direction`, mm. The card is measured as if it
    were exactly aligned with `direction`. The cards of a line are slightly turned, so their corners would
    give too great a length."""
    along, down = abs(dot(piece.right, direction)), abs(dot(quarter(piece.right), direction))
    return (piece.width if along > down else piece.height) / 2


def _to_rim(at: Point, direction: Point, rim: Quad) -> tuple[float, Side]:
    """Return the distance from the point `at` to the edge of the picture along the unit vector `direction`,
    mm, and the side that is reached."""
    met: list[tuple[float, Side]] = []
    for n, side in enumerate(_SIDES_CLOCKWISE):
        a, b = rim[n], rim[(n + 1) % 4]
        outward = quarter(minus(b, a), 3)
        if (towards := dot(direction, outward)) > 0:
            met.append((dot(minus(a, at), outward) / towards, side))
    return min(met)

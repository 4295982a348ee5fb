"""Group a patience's cards into its piles: fanned piles, a tableau, a circle of words, or columns.

Places are numbered in reading order: rows from the top, each from the left. Around a circle they are
numbered clockwise from the top, with the centre last. A place that is known from an earlier picture tells
which pile lies there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, inf
from statistics import median
from typing import Final

from engine.game import Layout
from engine.layout.geometry import (
    MeasuredPiece,
    distance,
    dot,
    mean_axis,
    middle,
    piece_of,
    pointing,
    quarter,
)
from engine.observation import Observation, Point, Sighting

MAX_OVERLAPPING_WIDTHS: Final = 0.9
"""Distance of centres, in card widths, below which cards of a patience lie on one another and so belong
to one pile. The centres of cards side by side are at least one width apart. A careless player may err by
a tenth of a width."""
MAX_TURNED_DISTANCE_HEIGHTS: Final = 1.4
"""Distance from the stock, centre to centre in card heights, below which cards count as the turned-up
cards. Cards beside the stock are 0.64 away, and cards below it 1.0. The rest allows for a gap."""
MAX_ROW_OFFSET_HEIGHTS: Final = 0.5
"""Distance below the first pile of a row, in card heights, up to which another pile belongs to the row.
Beyond one half the pile is nearer to the next row."""
MAX_COLUMN_OFFSET_WIDTHS: Final = 0.5
"""Greatest sideways offset from a column, in card widths, at which a card belongs to the column. Beyond
one half the card is nearer to the next column."""
MAX_SAME_PLACE_HEIGHTS: Final = 0.75
"""Greatest distance between a pile and a known place, in card heights, at which the pile belongs to this
place. It is more than a card width, since piles get pushed, and less than the distance of the next row."""
MIN_UPRIGHT_PROBABILITY: Final = 0.75
"""Least probability that a card's letter stands upright in its outline at which the card counts for
finding the reading direction of a patience."""
MAX_CENTRE_STEP_WIDTHS: Final = 1.4
"""Greatest distance of the centres of two cards, in card widths, at which both belong to the word in the
middle of a clock. Cards that touch have 1. The rest allows for a careless player, and leaves no room for
another card."""
MAX_CENTRE_OFFSET_WIDTHS: Final = 0.7
"""Greatest distance, in card widths, between the middle of a clock and the first card of the word that
lies there. The last cards of the words around the clock are farther from the middle."""


@dataclass(frozen=True, slots=True)
class SeenPiles:
    """The piles of a patience as the camera sees them."""

    piles: tuple[tuple[int, ...], ...]
    """The sightings of each pile, as indices, from its first card to its last. The last card lies on top of
    the pile, or at its end."""
    places: tuple[Point, ...]
    """The centre of the first card of each pile, mm."""
    angle: float
    """The reading direction of the letters, degrees clockwise from the picture's right."""
    turned: tuple[int, ...] = ()
    """The indices of the sightings that lie face up beside the stock."""
    stock: tuple[int, ...] = ()
    """The indices of the sightings of the stock."""
    astray: tuple[int, ...] = ()
    """The indices of the sightings that belong to no pile, and to neither the stock nor the turned-up
    cards."""
    turned_place: Point | None = None
    """The place of the turned-up cards, mm, even if no card lies on it now; None before any was seen."""


@dataclass(frozen=True, slots=True)
class KnownPlaces:
    """The places of a patience's piles in earlier pictures."""

    piles: Sequence[Point] = ()
    """The centre of the first card of each pile, mm; empty before any pile was seen."""
    angle: float | None = None
    """The reading direction of the letters, degrees clockwise from the picture's right; None if it is not
    known yet."""
    turned_place: Point | None = None
    """The place of the cards turned up beside the stock, mm; None before any of them was seen."""


_UNKNOWN: Final = KnownPlaces()


@dataclass(frozen=True, slots=True)
class _Frame:
    """A coordinate frame turned so that the letters read to the right. Its coordinates are (along, down),
    mm."""

    angle: float
    """The reading direction of the letters, degrees clockwise from the picture's right."""
    right: Point
    """The unit vector along the reading direction."""
    down: Point
    """The unit vector a quarter turn clockwise from `right`."""
    width: float
    """The width of a card, mm."""
    height: float
    """The height of a card, mm."""

    def to_frame(self, point: Point) -> Point:
        """Return the coordinates in this frame of a point of the table."""
        return dot(point, self.right), dot(point, self.down)


def group_piles(
    observation: Observation, layout: Layout, count: int, known: KnownPlaces = _UNKNOWN
) -> SeenPiles:
    """Return the piles of `observation`. `count` is the number of piles, and `known` are their places in
    earlier pictures."""
    pieces = [piece_of(i, s) for i, s in enumerate(observation.cards)]
    if not pieces:
        return SeenPiles(((),) * len(known.piles), tuple(known.piles), known.angle or 0.0)
    frame = _frame(pieces, _writing(pieces, observation.cards) if known.angle is None else known.angle)
    aside, rest = _stock_and_others(pieces, observation.cards, frame, layout, known)
    match layout:
        case "circle":
            groups = _clock_words(rest, frame, known.piles)
        case "columns":
            groups = _columns(rest, frame, known.piles)
        case _:
            groups = _overlapping_piles(rest, frame, count, known.piles)
    seen = _seen_piles(groups, aside, observation.cards, frame, known.piles)
    return replace(
        seen, turned_place=middle(p.centre for p in aside.turned) if aside.turned else known.turned_place
    )


def _writing(pieces: Sequence[MeasuredPiece], cards: Sequence[Sighting]) -> float:
    """Return the direction in which most letters of face-up cards read, degrees clockwise from the
    picture's right."""
    angles = [
        degrees(atan2(piece.right[1], piece.right[0]))
        for piece in pieces
        if cards[piece.index].readings and piece.turns[0] >= MIN_UPRIGHT_PROBABILITY
    ]
    return mean_axis(angles, 360) if angles else 0.0


def _frame(pieces: Sequence[MeasuredPiece], angle: float) -> _Frame:
    right = pointing(angle)
    width, height = median(p.width for p in pieces), median(p.height for p in pieces)
    return _Frame(angle, right, quarter(right), min(width, height), max(width, height))


def _clusters(pieces: Sequence[MeasuredPiece], reach: float) -> list[list[MeasuredPiece]]:
    """Return the pieces in groups that lie on one another. A piece belongs to a group if its centre is nearer
    than `reach`, mm, to the centre of any piece of the group."""
    clusters: list[list[MeasuredPiece]] = []
    for piece in pieces:
        near = [
            group
            for group in clusters
            if any(distance(piece.centre, other.centre) < reach for other in group)
        ]
        joined = [piece, *(other for group in near for other in group)]
        clusters = [group for group in clusters if group not in near] + [joined]
    return clusters


@dataclass(frozen=True, slots=True)
class _StockAndTurned:
    stock: tuple[MeasuredPiece, ...] = ()
    turned: tuple[MeasuredPiece, ...] = ()


def _stock_and_others(
    pieces: Sequence[MeasuredPiece],
    cards: Sequence[Sighting],
    frame: _Frame,
    layout: Layout,
    known: KnownPlaces,
) -> tuple[_StockAndTurned, list[MeasuredPiece]]:
    """Return a pair: the stock with the turned-up cards, and all other pieces. The stock is a group of
    face-down cards that lies at no known place of a pile. The turned-up cards lie next to the stock, or
    where an earlier picture showed turned-up cards. A patience of fanned piles has neither."""
    if layout == "piles":
        return _StockAndTurned(), list(pieces)
    groups = _clusters(pieces, MAX_OVERLAPPING_WIDTHS * frame.width)
    loose = [group for group in groups if not _at_known_place(group, known.piles, frame)]
    down = [group for group in loose if all(cards[p.index].face == "down" for p in group)]
    if layout == "columns":
        down = [group for group in down if not _closes_column(group, pieces, cards, frame)]
    stock = max(down, key=lambda group: frame.to_frame(group[0].centre)[1], default=[])
    others = [group for group in loose if group is not stock]
    at, reach = (
        (stock[0].centre, MAX_TURNED_DISTANCE_HEIGHTS)
        if stock and known.turned_place is None
        else (known.turned_place, MAX_SAME_PLACE_HEIGHTS)
    )
    turned = _nearest_group(others, at, reach * frame.height) if at else []
    set_aside = {p.index for p in (*stock, *turned)}
    return _StockAndTurned(tuple(stock), tuple(turned)), [p for p in pieces if p.index not in set_aside]


def _nearest_group(groups: Sequence[list[MeasuredPiece]], at: Point, reach: float) -> list[MeasuredPiece]:
    """Return the pile (a group of pieces) whose centre is nearest to the point `at`; an empty list if none is
    nearer than `reach`, mm."""
    away = [(distance(middle(p.centre for p in group), at), number) for number, group in enumerate(groups)]
    least, chosen = min(away, default=(reach, 0))
    return groups[chosen] if least < reach else []


def _at_known_place(group: Sequence[MeasuredPiece], known: Sequence[Point], frame: _Frame) -> bool:
    """Return True if a piece of the group lies at one of the known places of piles."""
    return any(
        distance(piece.centre, place) < MAX_SAME_PLACE_HEIGHTS * frame.height
        for piece in group
        for place in known
    )


def _closes_column(
    group: Sequence[MeasuredPiece], pieces: Sequence[MeasuredPiece], cards: Sequence[Sighting], frame: _Frame
) -> bool:
    """Return True if the group lies straight below a face-up card. The group is then the face-down card that
    closes a column."""
    along, down = frame.to_frame(group[0].centre)
    for piece in pieces:
        x, y = frame.to_frame(piece.centre)
        up = cards[piece.index].face == "up"
        if (
            up
            and abs(x - along) < MAX_COLUMN_OFFSET_WIDTHS * frame.width
            and 0 < down - y < 1.3 * frame.height
        ):
            return True
    return False


def _overlapping_piles(
    pieces: Sequence[MeasuredPiece], frame: _Frame, count: int, known: Sequence[Point]
) -> list[list[MeasuredPiece]]:
    """Return the piles, each from its lowest card. A card farther up and to the left lies beneath the
    others, so that its corner shows."""
    groups = [
        sorted(g, key=lambda p: sum(frame.to_frame(p.centre)))
        for g in _clusters(pieces, MAX_OVERLAPPING_WIDTHS * frame.width)
    ]
    if known:
        return _piles_at_places(groups, frame, known)
    return _in_rows(groups, frame)[:count]


def _in_rows(groups: Sequence[list[MeasuredPiece]], frame: _Frame) -> list[list[MeasuredPiece]]:
    """Return piles, each a group of its cards, in reading order: rows from the top, each row from the
    left."""
    waiting = sorted(groups, key=lambda g: frame.to_frame(g[0].centre)[1])
    ordered: list[list[MeasuredPiece]] = []
    while waiting:
        first = frame.to_frame(waiting[0][0].centre)[1]
        row = [
            g
            for g in waiting
            if frame.to_frame(g[0].centre)[1] - first < MAX_ROW_OFFSET_HEIGHTS * frame.height
        ]
        ordered += sorted(row, key=lambda g: frame.to_frame(g[0].centre)[0])
        waiting = waiting[len(row) :]
    return ordered


def _piles_at_places(
    groups: Sequence[list[MeasuredPiece]], frame: _Frame, known: Sequence[Point]
) -> list[list[MeasuredPiece]]:
    """Return the pieces at each of the `known` places of piles. Every group of overlapping pieces belongs to
    the place nearest to it. A group too far from every place is left out."""
    piles: list[list[MeasuredPiece]] = [[] for _ in known]
    for group in groups:
        away, index = min((distance(group[0].centre, place), i) for i, place in enumerate(known))
        if away < MAX_SAME_PLACE_HEIGHTS * frame.height:
            piles[index] += group
    return piles


def _columns(
    pieces: Sequence[MeasuredPiece], frame: _Frame, known: Sequence[Point]
) -> list[list[MeasuredPiece]]:
    """Return the columns from the left, each from its top card."""
    columns: list[list[MeasuredPiece]] = [[] for _ in known]
    tops = [frame.to_frame(place)[0] for place in known]
    for piece in sorted(pieces, key=lambda p: frame.to_frame(p.centre)[0]):
        along = frame.to_frame(piece.centre)[0]
        index = next(
            (i for i, top in enumerate(tops) if abs(top - along) < MAX_COLUMN_OFFSET_WIDTHS * frame.width),
            None,
        )
        if index is not None:
            columns[index].append(piece)
        elif not known:
            tops.append(along)
            columns.append([piece])
    return [sorted(column, key=lambda p: frame.to_frame(p.centre)[1]) for column in columns]


def _clock_words(
    pieces: Sequence[MeasuredPiece], frame: _Frame, known: Sequence[Point]
) -> list[list[MeasuredPiece]]:
    """Return the words around the clock, clockwise from the top and each from its outer card inwards, then
    the word in the centre."""
    if not pieces:
        return [[] for _ in known]
    hub = known[-1] if known else middle(p.centre for p in pieces)
    inner = _centre_word(pieces, hub, frame, MAX_CENTRE_OFFSET_WIDTHS * frame.width if known else inf)
    rest = [piece for piece in pieces if piece not in inner]
    hours = [_hour(place, hub, frame) for place in known[:-1]] or sorted(
        _hour(p.centre, hub, frame) for p in rest
    )
    words: list[list[MeasuredPiece]] = [[] for _ in hours]
    for piece in rest:
        hour = _hour(piece.centre, hub, frame)
        index = min(range(len(hours)), key=lambda i: abs((hour - hours[i] + 180) % 360 - 180))
        words[index].append(piece)
    inward = [sorted(word, key=lambda p: -distance(p.centre, hub)) for word in words]
    return [*inward, inner]


def _hour(point: Point, hub: Point, frame: _Frame) -> float:
    """Return the angle of `point` around `hub`, in degrees clockwise from 15 degrees before the top. With
    this start a word at the top sorts first."""
    along, down = frame.to_frame((point[0] - hub[0], point[1] - hub[1]))
    return (degrees(atan2(along, -down)) + 15) % 360


def _centre_word(
    pieces: Sequence[MeasuredPiece], hub: Point, frame: _Frame, reach: float
) -> list[MeasuredPiece]:
    """Return the cards of the word in the centre of the clock: the card nearest to the point `hub`, if it is
    within `reach` mm, and the cards that follow it to the right without a gap."""
    begun = min(pieces, key=lambda p: distance(p.centre, hub), default=None)
    if begun is None or distance(begun.centre, hub) > reach:
        return []
    word = [begun]
    for piece in sorted(pieces, key=lambda p: frame.to_frame(p.centre)[0]):
        along, down = (
            a - b for a, b in zip(frame.to_frame(piece.centre), frame.to_frame(word[-1].centre), strict=True)
        )
        if (
            0 < along < MAX_CENTRE_STEP_WIDTHS * frame.width
            and abs(down) < MAX_ROW_OFFSET_HEIGHTS * frame.height
        ):
            word.append(piece)
    return word


def _seen_piles(
    groups: Sequence[Sequence[MeasuredPiece]],
    beside: _StockAndTurned,
    cards: Sequence[Sighting],
    frame: _Frame,
    known: Sequence[Point],
) -> SeenPiles:
    held = {p.index for p in (*_flat(groups), *beside.stock, *beside.turned)}
    places = tuple(known) or tuple(group[0].centre for group in groups if group)
    return SeenPiles(
        tuple(tuple(p.index for p in group) for group in groups),
        places,
        frame.angle,
        tuple(p.index for p in sorted(beside.turned, key=lambda p: sum(frame.to_frame(p.centre)))),
        tuple(p.index for p in beside.stock),
        tuple(i for i in range(len(cards)) if i not in held),
    )


def _flat(groups: Iterable[Sequence[MeasuredPiece]]) -> list[MeasuredPiece]:
    return [piece for group in groups for piece in group]

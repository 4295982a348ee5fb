"""Cards of a row that nobody could read: a picture on a Master, a sleeve or a cup over a letter. With such a
card left out its word is another word, or two, so it takes its place in the row and says nothing.

None is made up on bare cloth: something lies there that looks like a card of the row, or that hides one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from statistics import median
from typing import Final

from engine.layout.chains import MAX_NEIGHBOUR_ANGLE_DEGREES, MIN_STEP_WIDTHS, OFF_LINE, Chain, chains
from engine.layout.geometry import (
    MeasuredPiece,
    distance,
    dot,
    heading,
    middle,
    minus,
    piece_of,
    pointing,
    quarter,
    smallest_angle,
    tiles,
)
from engine.observation import Observation, Point, Quad, Sighting

MIN_LETTERED_CARDS: Final = 2
"""Number of lettered cards that make a row: beside a single one a card may lie for many reasons."""
MIN_ROOM_STEPS: Final = 0.6
"""Room to either side that a card needs for its own, in the row's usual steps. By judgement: a piece that is
half of one card and half of the next has its middle half a step from both.
"""
MAX_HIDDEN_CARDS: Final = 3
"""Most cards that one object may hide: a hand is as wide as two."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The `observation`, with the cards of its rows that nobody could read. Those in the places `taken` are
    added at its end.
    """

    observation: Observation
    taken: frozenset[int] = frozenset()


def filled(observation: Observation, strange: Sequence[Quad], hiding: Sequence[Quad] = ()) -> Filled:
    """Add the cards of rows that nobody could read: face up, without a reading. `strange` are pieces of card
    on which no letter was read, `hiding` the places (mm) where something lies between two cards of a row.
    What looks like a card's back between two letters is such a card too. Rows of tiles stay as they are: a
    board's printed squares look like tiles."""
    cards = observation.cards
    lettered = [piece_of(i, card) for i, card in enumerate(cards) if card.face == "up" and card.readings]
    if len(lettered) < MIN_LETTERED_CARDS or tiles(lettered):
        return Filled(observation)
    backs = [i for i, card in enumerate(cards) if card.face == "down"]
    places = [*(_upright(quad) for quad in strange), *_hidden(lettered, cards, hiding)]
    asked = [*cards, *(Sighting(quad, "up") for quad in places)]
    doubtful = [piece_of(i, asked[i]) for i in (*backs, *range(len(cards), len(asked)))]
    free = _once([piece for piece in doubtful if not piece.square])
    within = {
        piece.index
        for row in chains([*lettered, *free])
        for piece in _unread(row, frozenset(p.index for p in lettered), frozenset(backs))
    }
    kept = [replace(card, face="up", readings=()) if i in within else card for i, card in enumerate(cards)]
    added = [i for i in range(len(cards), len(asked)) if i in within]
    if not within:
        return Filled(observation)
    taken = (i - len(cards) for i in added if i - len(cards) < len(strange))
    whole = replace(observation, cards=(*kept, *(asked[i] for i in added)))
    return Filled(whole, frozenset(taken))


def _upright(quad: Quad) -> Quad:
    """Return the corners from one at the left of a short side: nobody knows which way up an unread card
    lies.
    """
    wide = distance(quad[0], quad[1]) + distance(quad[2], quad[3])
    high = distance(quad[1], quad[2]) + distance(quad[3], quad[0])
    return quad if wide <= high else (*quad[1:], quad[0])


def _once(doubtful: Sequence[MeasuredPiece]) -> list[MeasuredPiece]:
    """Return those that lie on no earlier one."""
    kept: list[MeasuredPiece] = []
    for piece in doubtful:
        if all(
            distance(piece.at, other.at) > MIN_ROOM_STEPS * min(piece.width, other.width) for other in kept
        ):
            kept.append(piece)
    return kept


def _unread(row: Chain, lettered: frozenset[int], backs: frozenset[int]) -> Iterator[MeasuredPiece]:
    """Return the cards of a row that are part of it, though they were not read."""
    known = [n for n, piece in enumerate(row.pieces) if piece.index in lettered]
    if len(known) < MIN_LETTERED_CARDS:
        return
    steps = row.steps()
    own = [steps[n] for n, m in pairwise(known) if m == n + 1]
    least = MIN_ROOM_STEPS * (median(own) if own else MIN_STEP_WIDTHS)
    for n, piece in enumerate(row.pieces):
        room = min((*steps[max(0, n - 1) : n], *steps[n : n + 1]))
        inside = known[0] < n < known[-1]
        if piece.index not in lettered and room >= least and (inside or piece.index not in backs):
            yield piece


def _hidden(
    lettered: Sequence[MeasuredPiece], cards: Sequence[Sighting], hiding: Sequence[Quad]
) -> Iterator[Quad]:
    """Return where cards lie under an object, between the nearest two of one row."""
    for place in hiding:
        pairs = [pair for pair in combinations(lettered, 2) if _between(*pair, middle(place))]
        if pairs:
            one, other = min(pairs, key=lambda pair: distance(pair[0].at, pair[1].at))
            yield from _in_between(cards[one.index].corners, one, other)


def _between(one: MeasuredPiece, other: MeasuredPiece, at: Point) -> bool:
    """Tell whether a place lies between two cards of one row."""
    way = minus(other.at, one.at)
    angle = heading(way)
    if any(
        smallest_angle(angle, heading(piece.right), 180) > MAX_NEIGHBOUR_ANGLE_DEGREES
        for piece in (one, other)
    ):
        return False
    ahead = pointing(angle)
    along, aside = dot(minus(at, one.at), ahead), dot(minus(at, one.at), quarter(ahead))
    return 0 < along < distance(one.at, other.at) and abs(aside) < OFF_LINE * one.height


def _in_between(corners: Quad, one: MeasuredPiece, other: MeasuredPiece) -> Iterator[Quad]:
    """Yield as many cards as have room, evenly spaced."""
    count = round(distance(one.at, other.at) / one.width) - 1
    for n in range(1, min(max(count, 1), MAX_HIDDEN_CARDS) + 1):
        x, y = (n / (max(count, 1) + 1) * part for part in minus(other.at, one.at))
        (a, b), (c, d), (e, f), (g, h) = corners
        yield ((a + x, b + y), (c + x, d + y), (e + x, f + y), (g + x, h + y))

"""Add the cards of a row that could not be read: a Master with a picture, or a letter under a sleeve or a
cup.

Without such a card its word would be another word, or two words. The card is therefore added at its place in
the row, without a letter. It is added only where an object lies that looks like a card of the row or that
hides a card, never on bare cloth.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from statistics import median
from typing import Final

from engine.layout.chains import (
    MAX_NEIGHBOUR_ANGLE_DEGREES,
    MAX_NEIGHBOUR_OFFSET_HEIGHTS,
    MIN_USUAL_STEP_WIDTHS,
    Chain,
    chains,
)
from engine.layout.geometry import (
    MeasuredPiece,
    are_tiles,
    distance,
    dot,
    heading,
    middle,
    minus,
    piece_of,
    pointing,
    quarter,
    smallest_angle,
)
from engine.observation import Observation, Point, Quad, Sighting

MIN_LETTERED_CARDS: Final = 2
"""Least number of cards with letters that a row must have for unread cards to be added to it. A piece may
lie beside a single card for many reasons."""
MIN_ROOM_STEPS: Final = 0.6
"""Least distance of an unread piece from its neighbours in a row, as a share of the row's usual step, at
which the piece counts as a card. A piece detected nearer is made of halves of two neighbours, half a step
from both. The figure is a judgement."""
MAX_HIDDEN_CARDS: Final = 3
"""Greatest number of cards that one object may hide. A person's hand is as wide as two cards."""


@dataclass(frozen=True, slots=True)
class FilledObservation:
    """An observation with the unread cards of its rows added."""

    observation: Observation
    """The observation, with the added cards at its end."""
    added_shapes: frozenset[int] = frozenset()
    """The indices of the unread shapes that were added as cards."""


def with_unread_cards(
    observation: Observation, unread_shapes: Sequence[Quad], occlusions: Sequence[Quad] = ()
) -> FilledObservation:
    """Return the observation with the unread cards of its rows added: face up, without a reading.

    `unread_shapes` are the corners, mm, of shapes that look like cards and on which no letter was read.
    `occlusions` are the places, mm, where an object lies between two cards of a row. A face-down card between
    two letters of a row is taken for an unread card, too. Rows of tiles stay unchanged, because a board's
    printed squares look like tiles.
    """
    cards = observation.cards
    lettered = [piece_of(i, card) for i, card in enumerate(cards) if card.face == "up" and card.readings]
    if len(lettered) < MIN_LETTERED_CARDS or are_tiles(lettered):
        return FilledObservation(observation)
    backs = [i for i, card in enumerate(cards) if card.face == "down"]
    places = [*(_upright(quad) for quad in unread_shapes), *_hidden_cards(lettered, cards, occlusions)]
    candidates = [*cards, *(Sighting(quad, "up") for quad in places)]
    doubtful = [piece_of(i, candidates[i]) for i in (*backs, *range(len(cards), len(candidates)))]
    free = _without_overlaps([piece for piece in doubtful if not piece.is_square])
    within = {
        piece.index
        for row in chains([*lettered, *free])
        for piece in _unread(row, frozenset(p.index for p in lettered), frozenset(backs))
    }
    face_up_cards = [
        replace(card, face="up", readings=()) if i in within else card for i, card in enumerate(cards)
    ]
    added = [i for i in range(len(cards), len(candidates)) if i in within]
    if not within:
        return FilledObservation(observation)
    taken = (i - len(cards) for i in added if i - len(cards) < len(unread_shapes))
    whole = replace(observation, cards=(*face_up_cards, *(candidates[i] for i in added)))
    return FilledObservation(whole, frozenset(taken))


def _upright(quad: Quad) -> Quad:
    """Return the corners of `quad` in order, beginning at the left end of a short side. The way up of an
    unread card is unknown."""
    wide = distance(quad[0], quad[1]) + distance(quad[2], quad[3])
    high = distance(quad[1], quad[2]) + distance(quad[3], quad[0])
    return quad if wide <= high else (*quad[1:], quad[0])


def _without_overlaps(doubtful: Sequence[MeasuredPiece]) -> list[MeasuredPiece]:
    """Return the pieces that do not lie on an earlier piece."""
    pieces: list[MeasuredPiece] = []
    for piece in doubtful:
        if all(
            distance(piece.centre, other.centre) > MIN_ROOM_STEPS * min(piece.width, other.width)
            for other in pieces
        ):
            pieces.append(piece)
    return pieces


def _unread(row: Chain, lettered: frozenset[int], backs: frozenset[int]) -> Iterator[MeasuredPiece]:
    """Yield the pieces of a row on which no letter was read and which are far enough from their neighbours to
    be a card. A face-down card counts only between cards with letters."""
    known = [n for n, piece in enumerate(row.pieces) if piece.index in lettered]
    if len(known) < MIN_LETTERED_CARDS:
        return
    steps = row.steps()
    own = [steps[n] for n, m in pairwise(known) if m == n + 1]
    least = MIN_ROOM_STEPS * (median(own) if own else MIN_USUAL_STEP_WIDTHS)
    for n, piece in enumerate(row.pieces):
        room = min((*steps[max(0, n - 1) : n], *steps[n : n + 1]))
        inside = known[0] < n < known[-1]
        if piece.index not in lettered and room >= least and (inside or piece.index not in backs):
            yield piece


def _hidden_cards(
    lettered: Sequence[MeasuredPiece], cards: Sequence[Sighting], occlusions: Sequence[Quad]
) -> Iterator[Quad]:
    """Yield the corners, mm, of the cards that objects on the table cover. Where a place of `occlusions` lies
    between two cards of a row, as many cards are assumed as have room between the nearest two."""
    for place in occlusions:
        pairs = [pair for pair in combinations(lettered, 2) if _lies_between(*pair, middle(place))]
        if pairs:
            one, other = min(pairs, key=lambda pair: distance(pair[0].centre, pair[1].centre))
            yield from _cards_between(cards[one.index].corners, one, other)


def _lies_between(one: MeasuredPiece, other: MeasuredPiece, at: Point) -> bool:
    """Return True if the point `at` lies between the cards `one` and `other`, and these two lie in one
    row."""
    way = minus(other.centre, one.centre)
    angle = heading(way)
    if any(
        smallest_angle(angle, heading(piece.right), 180) > MAX_NEIGHBOUR_ANGLE_DEGREES
        for piece in (one, other)
    ):
        return False
    ahead = pointing(angle)
    along, aside = dot(minus(at, one.centre), ahead), dot(minus(at, one.centre), quarter(ahead))
    return (
        0 < along < distance(one.centre, other.centre)
        and abs(aside) < MAX_NEIGHBOUR_OFFSET_HEIGHTS * one.height
    )


def _cards_between(corners: Quad, one: MeasuredPiece, other: MeasuredPiece) -> Iterator[Quad]:
    """Yield the corners of as many cards as have room between `one` and `other`, evenly spaced."""
    count = round(distance(one.centre, other.centre) / one.width) - 1
    for n in range(1, min(max(count, 1), MAX_HIDDEN_CARDS) + 1):
        x, y = (n / (max(count, 1) + 1) * part for part in minus(other.centre, one.centre))
        (a, b), (c, d), (e, f), (g, h) = corners
        yield ((a + x, b + y), (c + x, d + y), (e + x, f + y), (g + x, h + y))

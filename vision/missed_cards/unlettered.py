"""Find cards without a letter that were seen in part, or misread: a word, a number, a picture.

The finder often sees half of the card, or only the figure on it, which looks like a card's back or a letter
on its tile. But a card of the pack has the pack's size, which the lettered cards give. Around every piece
that is unreadable or of another size, a free rectangle of the pack's size is searched by its four edges. The
rectangle is then read once more as a whole card.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.crops import MAX_BEYOND_PICTURE_PIXELS, Pyramid, outline_of
from vision.detection_budget import FULL_BUDGET, Budget
from vision.geometry.edges import MIN_CARDS_FOR_SIZE, edge_support, fit_opposite_edges, measure_edges
from vision.geometry.rectangles import find_rectangle
from vision.geometry.rectification import MAX_TILE_SIDE_RATIO, Plane
from vision.pieces.classify import UNCALIBRATED, ClassifierSettings, Piece, classify, corners_of
from vision.pieces.detect import MIN_PIECE_HEAT
from vision.pieces.neighbours import are_lying_on, are_not_overlapped, lies_on
from vision.tensor_format import Floats, axes

MAX_UNLETTERED_SIDE_DEVIATION: Final = 0.12
"""The greatest deviation of a rectangle's side from the pack's card, as a share of the side. A rectangle that
deviates more is no card of the pack. The sides of covered and blurred cards deviate by as much; a printed
figure that was taken for a card deviates by a fifth or more."""


MIN_ODD_SIZED_BACK_PROBABILITY: Final = 0.97
"""The probability of a back from which a piece that has not the pack's size is a back, such as the top of a
pile, which looks larger. With less it may be a card without a letter, seen in part. Of thirty halves of cards
with a word the surest had 0.82."""

MAX_PLACES_TRIED: Final = 6
"""The greatest number of places in one photograph that are searched for a card without a letter, those with
the finder's highest probabilities first. A table may have twenty objects that are no cards."""

MAX_COVERED_CARD_SHARE: Final = 0.08
"""The greatest share of a rectangle that a known card may cover for the rectangle to count as free, and so as
a possible card. It is above 0, because cards are found slightly askew."""

FOUND_EDGES_PROBABILITY: Final = 0.6
"""The least finder's probability of a whole card that was found by its edges around a part. If the finder
gave the part less, the card gets this. A card without a letter is reported from it on
(`reader.BLANK_CARD_PROBABILITIES`)."""

PLAIN_EDGE_SHARE: Final = 0.75
"""The least visible share of its edges for a rectangle to be plainly a card. The edges of real cards reach
it; newsprint came to 0.70."""

MIN_NO_LETTER_PROBABILITY: Final = 0.8
"""The least probability of no letter and no back for a free rectangle to count as a card without a letter."""

MIN_UNLETTERED_PRINT_PROBABILITY: Final = 0.1
"""The least probability of print without a letter for a rectangle with plain edges to count as a card without
a letter. By judgement, since the speller gives hardly any for bare table."""

MIN_UNLETTERED_PROBABILITY: Final = 0.65
"""The least probability of the speller for a card without a letter whose edges are not plain. A picture card
on a checked cloth reaches it."""

MIN_UNLETTERED_EDGE_SHARE: Final = 0.42
"""The least visible share of its edges for a rectangle to count as a card without a letter. Rectangles found
where no card lies mostly have less."""


@dataclass(frozen=True, slots=True)
class UnletteredSearch:
    """The result of the search for cards without a letter."""

    pieces: tuple[Piece, ...]
    """The pieces without those that turned out to be parts of a card without a letter."""
    unlettered: tuple[Piece, ...] = ()
    """The cards without a letter, found earlier or by the search."""
    unsure: tuple[Piece, ...] = ()
    """Free rectangles with plain edges and the size of a card, whose print could not be told: possibly
    cards."""

    def fresh(self, classified: Sequence[Piece]) -> tuple[Piece, ...]:
        """Return the cards without a letter that were found in this photograph only, so that the next reading
        can keep them. `classified` are the pieces that it will keep anyway."""
        return tuple(
            p for p in self.unlettered if p.edge_fitted and not any(p is other for other in classified)
        )


@dataclass(frozen=True, slots=True)
class PiecesFound:
    """The pieces that are known before the search for cards without a letter."""

    settled: tuple[Piece, ...]
    """The pieces that were accepted as cards of the game."""
    classified: Sequence[Piece]
    """All pieces that were classified in the photograph."""
    unlettered: Sequence[Piece]
    """The cards without a letter, such as an advertisement card, that earlier steps have found, whole or
    partly hidden."""


@dataclass(frozen=True, slots=True)
class _Pack:
    """A photograph of cards of one pack: the photograph, the map to the table, and the size of a card."""

    pyramid: Pyramid
    """The photograph, with smaller copies of it."""
    plane: Plane
    """The map between the photograph and the table."""
    size: tuple[float, float]
    """The short and the long side of the pack's cards, mm."""


def find_unlettered(
    pyramid: Pyramid,
    found: PiecesFound,
    plane: Plane,
    settings: ClassifierSettings = UNCALIBRATED,
    budget: Budget = FULL_BUDGET,
) -> UnletteredSearch:
    """Return the result of the search for cards without a letter that were seen in part or misread. They are
    free rectangles of the pack's size. Cards without a letter that an earlier photograph showed are kept
    without a search.

    If all classified pieces are cards of the pack's size, the search costs nothing.
    """
    pieces, classified, unlettered = found.settled, found.classified, found.unlettered
    # Letters so odd that a household had to enrol them do not look like letters.
    deck = settings.deck
    readable = deck is None or deck.legible
    size = _size(pieces, plane) if readable else None
    odd_sized = [] if size is None else _odd_sized(pieces, plane, size)
    usual = [p for p in pieces if not any(p is other for other in odd_sized)]
    before = _pieces_beside([p for p in classified if p.edge_fitted and not p.is_likely], usual)
    if size is None:
        return UnletteredSearch(pieces, (*before, *unlettered))
    seed_pieces = _pieces_beside(
        [p for p in (*unlettered, *classified) if p.outline.score >= MIN_PIECE_HEAT], (*pieces, *before)
    )
    seeds = [*seed_pieces, *_pieces_beside(odd_sized, before)]
    seeds.sort(key=lambda p: -p.outline.score)
    readings = _read_free_cards(
        _Pack(pyramid, plane, size), seeds, usual, budget.second_looks(MAX_PLACES_TRIED), settings
    )
    seen = edge_support(pyramid, corners_of(readings)).tolist()
    are_cards = [
        _is_unlettered_card(p, edge, unlettered, odd_sized) for p, edge in zip(readings, seen, strict=True)
    ]
    cards = (*before, *map(as_unlettered, compress(readings, are_cards)))
    pieces_left = tuple(p for p in pieces if not (any(p is o for o in odd_sized) and lies_on(p, cards)))
    plain = (
        p
        for p, card, edge in zip(readings, are_cards, seen, strict=True)
        if not card and edge >= PLAIN_EDGE_SHARE
    )
    return UnletteredSearch(
        pieces_left, (*cards, *_pieces_beside(unlettered, cards)), _pieces_beside(tuple(plain), pieces_left)
    )


def _pieces_beside(pieces: Sequence[Piece], others: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces whose middle lies on none of the `others`."""
    return tuple(compress(pieces, ~are_lying_on(pieces, others)))


def as_unlettered(piece: Piece) -> Piece:
    """Return the piece marked as a card without a letter. Later readings keep this result while the card lies
    there."""
    return replace(
        piece,
        probabilities=np.zeros_like(piece.probabilities),
        back_probability=0.0,
        other_probability=1.0,
        unlettered_probability=1.0,
    )


def _is_unlettered_card(
    reading: Piece, edge: float, unlettered: Sequence[Piece], odd_sized: Sequence[Piece]
) -> bool:
    """Return True if a free rectangle, read as the piece, is a card without a letter. `edge` is the visible
    share of the rectangle's edges."""
    if edge >= PLAIN_EDGE_SHARE and any(_holds(reading.corners, piece) for piece in unlettered):
        return True
    if edge >= PLAIN_EDGE_SHARE and any(
        _holds(reading.corners, p) and p.letter_probability > p.back_probability for p in odd_sized
    ):
        return not reading.is_likely
    return reading.other_probability >= MIN_NO_LETTER_PROBABILITY and (
        reading.unlettered_probability >= MIN_UNLETTERED_PRINT_PROBABILITY
        if edge >= PLAIN_EDGE_SHARE
        else reading.unlettered_probability >= MIN_UNLETTERED_PROBABILITY
        and edge >= MIN_UNLETTERED_EDGE_SHARE
    )


def _size(pieces: Sequence[Piece], plane: Plane) -> tuple[float, float] | None:
    """Return the median short and long side of the sure cards, mm. None if there are too few, or if they
    are tiles."""
    sure = [
        p
        for p in pieces
        if p.letter_probability > p.back_probability and p.best_probability >= MIN_SURE_LETTER_PROBABILITY
    ]
    if len(sure) < MIN_CARDS_FOR_SIZE:
        return None
    short, long = np.median(np.sort(_sides(corners_of(sure), plane), 1), 0).tolist()
    return (short, long) if long > MAX_TILE_SIDE_RATIO * short else None


def _sides(quads: Floats, plane: Plane) -> NDArray[np.float64]:
    """Return the width and height (n, 2) on the table, mm, of rectangles with the corners `quads` (n, 4, 2),
    photograph pixels."""
    ups, rights = axes(np.asarray(plane.to_table(quads), np.float32))
    return np.stack([np.linalg.norm(rights, axis=1), np.linalg.norm(ups, axis=1)], 1).astype(np.float64)


def _fits(quads: Floats, plane: Plane, size: tuple[float, float]) -> NDArray[np.bool_]:
    """Return a mask (n,): True for each rectangle of `quads` (n, 4, 2) whose sides have the pack's `size`,
    mm."""
    off = np.log(np.sort(_sides(quads, plane), 1) / np.array(size))
    return np.asarray(np.abs(off).max(1) < MAX_UNLETTERED_SIDE_DEVIATION, np.bool_)


def _odd_sized(pieces: tuple[Piece, ...], plane: Plane, size: tuple[float, float]) -> list[Piece]:
    """Return the pieces that are not of the pack's size, lie beside all other pieces, and are no sure
    backs."""
    odd = ~_fits(corners_of(pieces), plane, size) & are_not_overlapped(pieces)
    return [
        p
        for p, other in zip(pieces, odd.tolist(), strict=True)
        if other and p.back_probability < MIN_ODD_SIZED_BACK_PROBABILITY
    ]


def _read_free_cards(
    pack: _Pack,
    seeds: Sequence[Piece],
    usual: Sequence[Piece],
    max_seeds: int,
    settings: ClassifierSettings,
) -> tuple[Piece, ...]:
    """Return the readings of the free cards around the `seeds`, pieces that may be a part of such a card. At
    most `max_seeds` seeds are tried."""
    quads, scores, tried = list[Floats](), list[float](), 0
    for seed in seeds:
        if tried == max_seeds:
            break
        if any(_holds(quad, seed) for quad in quads):
            continue
        tried += 1
        quad = _card(pack, seed)
        if _holds(quad, seed) and _is_free(pack.pyramid, quad, (*corners_of(usual), *quads)):
            quads.append(quad)
            scores.append(max(FOUND_EDGES_PROBABILITY, seed.outline.score))
    if not quads:
        return ()
    readings = classify(pack.pyramid, tuple(map(outline_of, quads, scores)), settings)
    return tuple(
        replace(reading, corners=_as_read(quad, reading), edge_fitted=True)
        for reading, quad in zip(readings, quads, strict=True)
    )


def _card(pack: _Pack, seed: Piece) -> Floats:
    """Return the corners (4, 2), pixels, of the likeliest card of the pack's size around `seed`, a piece that
    may be a part of that card. The card is found by its edges."""
    pyramid, plane, size = pack.pyramid, pack.plane, pack.size
    at = plane.to_table(seed.corners).mean(0)
    rough = plane.to_picture(find_rectangle(pyramid, plane, size, at)).astype(np.float32)[None]
    return np.asarray(fit_opposite_edges(measure_edges(pyramid, rough), plane, size)[0], np.float32)


def _holds(quad: Floats, seed: Piece) -> bool:
    x, y = seed.corners.mean(0).tolist()
    return cv2.pointPolygonTest(quad, (x, y), measureDist=False) >= 0


def _is_free(pyramid: Pyramid, quad: Floats, others: Sequence[Floats]) -> bool:
    """Return True if the rectangle `quad` lies wholly within the picture, with none of the known cards
    `others` over it."""
    height, width = pyramid.levels[0].shape[:2]
    if (quad < -MAX_BEYOND_PICTURE_PIXELS).any() or (
        quad > np.array([width, height]) + MAX_BEYOND_PICTURE_PIXELS
    ).any():
        return False
    area = abs(cv2.contourArea(quad))
    return all(cv2.intersectConvexConvex(quad, other)[0] <= MAX_COVERED_CARD_SHARE * area for other in others)


def _as_read(quad: Floats, reading: Piece) -> Floats:
    """Return the corners of `quad` renumbered, so that the first is the corner nearest to the top left corner
    of the piece `reading`."""
    first = np.hypot(*(quad - reading.corners[0]).T).argmin()
    return np.roll(quad, -int(first), axis=0)

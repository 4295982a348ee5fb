"""Find cards that show little more than a corner letter: a hand fanned out, a column laid downwards.

The finder's outlines of these cards differ by less than the finder's own error, and a crop of one of the
cards shows mostly its neighbours. The corner letter shows the letter of the card, its turn and the place of
its corner. The neighbours show its size.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.corner_letters.card_size import card_size_of
from vision.corner_letters.detect import (
    SAME_CORNER_PIXELS,
    CornerLetter,
    detect_corner_letters,
    suppress_repeated,
)
from vision.corner_letters.merge import merge_corner_cards
from vision.corner_letters.placement import card_at_corner
from vision.corner_letters.relations import is_found_twice, lies_on_any
from vision.crops import Pyramid
from vision.detection_budget import FULL_BUDGET, Budget
from vision.filtering.nested import SMALLER_AREA_SHARE, small_edgeless_pieces
from vision.geometry.edges import fit_each_edge, measure_edges
from vision.geometry.rectification import MAX_TILE_SIDE_RATIO
from vision.pieces.classify import Piece, corners_of
from vision.pieces.zoom import PictureBox, crowded_or_doubtful, whole_picture
from vision.tensor_format import MIN_SPOT_CARD_PIXELS, SPOT_CARD_PIXELS, Floats

MARGIN_CARD_LENGTHS: Final = 0.35
"""The margin round a crowded place that the spotter sees as well, in card lengths. A corner may stick out of
the place."""

SPOTTER_PIXELS: Final = 1600 * 1200
"""The greatest number of pixels of all looks of the spotter together, so that a table full of doubts costs a
bounded time. It is half as large again as for the finder's closer looks, since letters are small."""

RIM_CARD_LENGTHS: Final = 0.4
"""The distance from a window's rim, in card lengths, within which a letter shows that the fan may continue
beyond the rim. Fanned cards are an eighth to a quarter apart. A letter that the rim cuts, a tenth to a
seventh large, is not seen. At 0.3 a hand whose next letter was cut stayed unread."""

ONWARD_CARD_LENGTHS: Final = 0.7
"""The half side of a further window in which corner letters are searched, card lengths. It lies round a
letter near the rim of the window before, where a fan may go on, and reaches a few more cards."""

MAX_SPOTTER_ENLARGEMENT: Final = 1.6
"""The greatest factor by which a photograph is enlarged for the spotter, as in training."""

MIN_SCALE_SHARE: Final = 0.6
"""The least scale at which the spotter still searches a crowded place, as a share of the scale at which cards
are as large as in training. When the pixels left for the spotter allow less, the search ends. Training goes
down to 0.62."""

MIN_CARD_SIZE_SHARE: Final = 0.7
"""The least length of the cards in a place for the spotter to search it, as a share of the smallest cards
with corner letters in training. A camera of 1280 x 720 pixels shows cards that small. With the spotter the
table then asks its players a third as often."""

MIN_CORNER_CARD_EDGE_SHARE: Final = 0.7
"""The least visible share of its edges for a card that only its corner letter shows, if the card lies under
no other card."""

MIN_OPEN_EDGES_SHARE: Final = 0.75
"""The least visible share of its three best edges for a card that only its corner letter shows, if the fourth
edge is hidden. The first card of a row lies with one edge under the next card."""

SIZE_GIVING_EDGE_SHARE: Final = 0.85
"""The least visible share of a sure card's edges, relative to the card with the plainest edges, for the
card's size to count. The usual size of a card in the photograph is measured on such cards. Of overlapping
cards, the upper ones reach it."""

MIN_SIZE_GIVING_CARDS: Final = 3
"""The fewest cards with well visible edges on which alone the size of a card is measured, and how much larger
nearer cards are. If there are fewer, every card that shows `MIN_CORNER_CARD_EDGE_SHARE` of its edges counts,
too. The exposed card alone, which lay nearer to the camera, made a hand a tenth too large."""


def add_corner_cards(
    pyramid: Pyramid,
    pieces: tuple[Piece, ...],
    kept_pieces: tuple[Piece, ...] = (),
    changed_pieces: tuple[Piece, ...] = (),
    budget: Budget = FULL_BUDGET,
) -> tuple[Piece, ...]:
    """Return `pieces` with the cards that corner letters show in crowded and doubtful places.

    `kept_pieces` are settled pieces, which stay unchanged. `changed_pieces` are pieces of the photograph
    before whose places changed. These pieces may now lie under others.
    """
    small = {id(piece) for piece in small_edgeless_pieces(pyramid, pieces, kept_pieces)}
    every = (*(piece for piece in pieces if id(piece) not in small), *kept_pieces)
    printed = tuple(piece for piece in pieces if id(piece) in small and piece.is_likely)
    cards = tuple(piece for piece in pieces if not (id(piece) in small and piece.is_likely))
    lost = (old for old in changed_pieces if not any(is_found_twice(old, piece) for piece in pieces))
    crowded = crowded_or_doubtful(cards, (*kept_pieces, *lost), printed, slivers=True)
    corner_cards = _corner_cards(pyramid, crowded, every, budget) if crowded else ()
    edges_visible = partial(_are_edges_visible, pyramid)
    # When no card was found by its corner letter, small pieces may be real cards.
    return merge_corner_cards(cards if corner_cards else pieces, corner_cards, kept_pieces, edges_visible)


def _corner_cards(
    pyramid: Pyramid,
    cores: Sequence[tuple[PictureBox, float]],
    pieces: Sequence[Piece],
    budget: Budget,
) -> tuple[Piece, ...]:
    """Return the cards that corner letters show in the crowded and doubtful places `cores`. `pieces` are all
    pieces that were read; the size of a card is measured on the sure ones."""
    size_giving = () if _are_mostly_tiles(pieces) else _size_giving_cards(pyramid, pieces)
    card_size = card_size_of(size_giving)
    if card_size is None:
        return ()
    pixels_left, spots, photograph = (
        SPOTTER_PIXELS * budget.pixel_share,
        list[CornerLetter](),
        whole_picture(pyramid.levels[0]),
    )
    known_quads = [piece.corners for piece in pieces if piece.best_probability >= MIN_SURE_LETTER_PROBABILITY]
    # The smallest first, so that many small places are not given up for a large one.
    for core, _ in sorted(cores, key=lambda place: place[0].area):
        long_side = float(np.median([p.outline.height for p in _pieces_in(pieces, core)]))
        if long_side < MIN_CARD_SIZE_SHARE * MIN_SPOT_CARD_PIXELS:
            continue
        window = photograph.part(core.grown(MARGIN_CARD_LENGTHS * long_side))
        wanted = min(MAX_SPOTTER_ENLARGEMENT, SPOT_CARD_PIXELS / long_side)
        scale = min(wanted, float(np.sqrt(max(0.0, pixels_left) / max(1.0, window.area))))
        if scale < MIN_SCALE_SHARE * wanted:
            break
        look_at = partial(detect_corner_letters, pyramid, long_side=long_side, scale=scale, budget=budget)
        fan_spots, window_pixels_left = follow_fan(
            look_at, window, photograph, long_side, pixels_left / scale**2, known_quads
        )
        pixels_left = window_pixels_left * scale**2
        spots += suppress_repeated(fan_spots, SAME_CORNER_PIXELS / scale, spots)
    cards = (card_at_corner(spot, card_size) for spot in spots)
    return tuple(card for card in cards if card is not None)


def _are_mostly_tiles(pieces: Sequence[Piece]) -> bool:
    """Return True if square pieces, which are tiles, make up most of the pieces' area. Tiles print figures in
    their corners and no letters.

    Each piece is weighted by the probability of its reading, since the doubtful outline of a tile may have
    any shape, and one corner of a fanned hand may be read as a square piece.
    """
    lettered = [(p, p.best_probability * p.area) for p in pieces if p.letter_probability > p.back_probability]
    square = sum(area for p, area in lettered if p.outline.height <= MAX_TILE_SIDE_RATIO * p.outline.width)
    return 2 * square > sum(area for _, area in lettered)


def _size_giving_cards(pyramid: Pyramid, pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return the cards from which the size of a card in the photograph is measured: the sure cards whose
    edges show about as well as the best card's. Without a sure card, return all pieces.

    The corners are fitted to the edges, since the speller's outline of a covered card is a tenth too narrow.
    A piece far smaller than most pieces is a letter in a card's corner, however well it is read.
    """
    usual = float(np.median([p.area for p in pieces if p.is_likely] or [0.0]))
    sure = [p for p in pieces if _surely_card(p) and p.area >= SMALLER_AREA_SHARE * usual]
    if not sure:
        return pieces
    seen = measure_edges(pyramid, corners_of(sure))
    well_visible = seen.support >= SIZE_GIVING_EDGE_SHARE * seen.support.max()
    if well_visible.sum() < MIN_SIZE_GIVING_CARDS:
        well_visible |= seen.support >= MIN_CORNER_CARD_EDGE_SHARE
    cards = zip(sure, fit_each_edge(seen), well_visible, strict=True)
    return [replace(piece, corners=corners) for piece, corners, shown in cards if shown]


def _are_edges_visible(pyramid: Pyramid, card: Piece) -> bool:
    """Return True if the picture shows all edges, or all but one, of a card whose corner letter was seen."""
    sides = np.sort(measure_edges(pyramid, card.corners[None]).votes[0].max(1))
    return (
        float(sides.mean()) >= MIN_CORNER_CARD_EDGE_SHARE or float(sides[1:].mean()) >= MIN_OPEN_EDGES_SHARE
    )


def _surely_card(piece: Piece) -> bool:
    oblong = piece.outline.height > MAX_TILE_SIDE_RATIO * piece.outline.width
    return (
        oblong
        and piece.best_probability >= MIN_SURE_LETTER_PROBABILITY
        and piece.letter_probability > piece.back_probability
    )


def follow_fan(
    look_at: Callable[[PictureBox], tuple[CornerLetter, ...]],
    window: PictureBox,
    photograph: PictureBox,
    long_side: float,
    pixels: float,
    known_quads: Sequence[Floats] = (),
) -> tuple[list[CornerLetter], float]:
    """Return the corner letters in `window`, and the number of pixels left. `look_at` returns the corner
    letters of one window. Where letters stand near a window's rim, the search goes on beyond the rim, because
    the fan may continue there.

    Only letters that are read for sure, however faint, extend the search. Letters on the `known_quads` cards,
    (4, 2) quads, do not. `photograph` is the whole photograph, `long_side` a card's long side in pixels. The
    windows have at most `pixels` together, but the first window is always looked at.
    """
    taken, spots, wanted = list[PictureBox](), list[CornerLetter](), [window]
    while wanted and (wanted[0].area <= pixels or not taken):
        taken.append(wanted[0])
        pixels -= wanted[0].area
        spots += look_at(wanted[0])
        inner = [_inner(box, photograph, RIM_CARD_LENGTHS * long_side) for box in taken]
        sure_middles = (s.middle for s in spots if s.probabilities.max() >= MIN_SURE_LETTER_PROBABILITY)
        near_rim = [at for at in sure_middles if not any(box.holds(*at.tolist()) for box in inner)]
        open_ = [at.tolist() for at in near_rim if not lies_on_any(at, known_quads)]
        wanted = [
            photograph.part(PictureBox(x, y, x, y).grown(ONWARD_CARD_LENGTHS * long_side))
            for x, y in open_[:1]
        ]
    return spots, pixels


def _inner(window: PictureBox, photograph: PictureBox, rim: float) -> PictureBox:
    """Return the window without a rim of `rim` pixels on each side. On the photograph's own edge nothing is
    removed."""
    right, bottom = window.right < photograph.right, window.bottom < photograph.bottom
    return PictureBox(
        window.left + rim * (window.left > photograph.left), window.top + rim * (window.top > photograph.top),
        window.right - rim * right, window.bottom - rim * bottom,
    )  # fmt: skip


def _pieces_in(pieces: Sequence[Piece], core: PictureBox) -> list[Piece]:
    inner = [p for p in pieces if core.holds(*p.corners.mean(0).tolist())]
    return inner or list(pieces)

"""Choose the cards whose figures are read. A table on which no card needs its figure costs nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from types import MappingProxyType
from typing import Final

import numpy as np

from engine.evidence.figures import NO_FIGURE_NEEDED_PROBABILITY
from engine.observation import Sighting
from vision.crops import Outline, Pyramid
from vision.figures.classify import PrintedPlace, read_figures
from vision.figures.rectified import FIGURE_COUNT
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats, axes

MAX_PROVING_CARDS: Final = 12
"""The number of cards whose figures are read only to prove which pack printed the cards. These cards need no
figure themselves. A third of them must agree."""

MIN_LONG_SIDE_PIXELS: Final = 90.0
"""The long side of a card from which its figure can be read, pixels. On smaller cards the figure is four
pixels high."""

MIN_BLOCK_RATIO: Final = 0.85
"""The ratio of width to height from which a piece is a letter block, not a card. Its figure is not read,
because the blocks of a set all have the same figure, or none."""

MIN_PACK_CARDS: Final = 4
"""The fewest cards whose figures can prove which pack is on the table. With fewer no figure is read."""

MAX_NEIGHBOUR_DISTANCE_SIDES: Final = 1.1
"""The greatest distance between the middles of two cards, in long sides of a card, for the two to be
neighbours in a word or a column. Neighbours face the same way."""

MIN_PASSED_FIGURE_PROBABILITY: Final = 0.01
"""The probability below which a figure is not passed on to the engine."""


@dataclass(frozen=True, slots=True)
class SeenFigure:
    """The reading of the red figure on one card."""

    figure: tuple[tuple[int, float], ...]
    """The figures that the card may have, with their probabilities, as in `Sighting`."""
    upper_half_probability: float
    """The probability that the card's only figure stands in its upper half, as in `Sighting`."""


@dataclass(frozen=True, slots=True)
class CardsWithFigures:
    """Cards, with the figures that were read on them."""

    cards: tuple[Sighting, ...]
    """The cards, with the figures that were read."""
    figures: Mapping[Outline, SeenFigure]
    """The reading of each card's figure, by the outline of its piece."""


def read_needed_figures(
    pyramid: Pyramid,
    pieces: Sequence[Piece],
    cards: tuple[Sighting, ...],
    places: Sequence[PrintedPlace] = (),
    before: Mapping[Outline, SeenFigure] = MappingProxyType({}),
) -> CardsWithFigures:
    """Return `cards` with the figures of the cards that need one, and of some cards that need none but prove
    the pack. A card needs its figure if its letter or its direction has less than
    `NO_FIGURE_NEEDED_PROBABILITY`. The cards are unchanged if none needs a figure, or if too few could prove
    a pack.

    `cards` are the sightings of `pieces`, in the same order. `places` are the deck's places for figures, if
    known. A card whose outline is in `before`, the figures of the photograph before, is not read again.
    """
    chosen = _cards_to_read(pieces)
    fresh = [n for n in chosen if pieces[n].outline not in before]
    seen = dict(before)
    if fresh:
        read = read_figures(pyramid, corners_of([pieces[n] for n in fresh]), places)
        for n, probabilities, upper_half_probability in zip(
            fresh, read.probabilities.tolist(), read.upper_half_probabilities.tolist(), strict=True
        ):
            figure = tuple(
                (f, probabilities[f])
                for f in range(1, FIGURE_COUNT + 1)
                if probabilities[f] >= MIN_PASSED_FIGURE_PROBABILITY
            )
            seen[pieces[n].outline] = SeenFigure(figure, upper_half_probability)
    if not chosen:
        return CardsWithFigures(cards, seen)
    cards_with_figures = list(cards)
    for n in chosen:
        figure_seen = seen[pieces[n].outline]
        cards_with_figures[n] = replace(
            cards[n],
            figure=figure_seen.figure,
            upper_half_probability=figure_seen.upper_half_probability,
        )
    seen_of_pieces = {piece.outline: seen[piece.outline] for piece in pieces if piece.outline in seen}
    return CardsWithFigures(tuple(cards_with_figures), seen_of_pieces)


def _cards_to_read(pieces: Sequence[Piece]) -> list[int]:
    """Return the numbers of the pieces whose figures are to be read. All pieces are judged together: one by
    one, the choice took longer than many a network."""
    if len(pieces) < MIN_PACK_CARDS:
        return []
    quads = corners_of(pieces)
    long, wide = (np.hypot(*axis.T) for axis in axes(quads))
    letters = np.array([piece.letter_probability > piece.back_probability for piece in pieces], bool)
    fit = np.flatnonzero(letters & (long >= MIN_LONG_SIDE_PIXELS) & (wide < MIN_BLOCK_RATIO * long)).tolist()
    direction_probabilities = dict(zip(fit, _direction_probabilities([pieces[n] for n in fit]), strict=True))
    in_need = {
        n for n in fit if pieces[n].best_probability < NO_FIGURE_NEEDED_PROBABILITY
    } | _of_unknown_direction(quads[fit], fit, direction_probabilities)
    if not in_need or len(fit) < MIN_PACK_CARDS:
        return []
    sure = sorted(
        (n for n in fit if pieces[n].best_probability >= NO_FIGURE_NEEDED_PROBABILITY),
        key=lambda n: -float(long[n]),
    )
    upright = (
        [n for n in sure if direction_probabilities[n] >= NO_FIGURE_NEEDED_PROBABILITY]
        if len(sure) > MAX_PROVING_CARDS
        else []
    )
    proving = [n for n in dict.fromkeys((*upright, *sure)) if n not in in_need][:MAX_PROVING_CARDS]
    return [*sorted(in_need), *proving]


def _of_unknown_direction(
    quads: Floats, fit: Sequence[int], direction_probabilities: Mapping[int, float]
) -> set[int]:
    """Return the numbers of the cards whose figures are needed to tell their direction: neither they nor
    their neighbours show a direction, and they have neighbours. A card without neighbours may lie either way.

    `fit` are the numbers of the cards in question, and `quads` their corners (n, 4, 2), pixels.
    """
    direction_known = np.array(
        [direction_probabilities[n] >= NO_FIGURE_NEEDED_PROBABILITY for n in fit], bool
    )
    if direction_known.all():
        return set()
    middles = quads.mean(1)
    gaps = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = gaps < MAX_NEIGHBOUR_DISTANCE_SIDES * np.linalg.norm(axes(quads)[0], axis=1)[:, None]
    np.fill_diagonal(near, val=False)
    open_ = ~direction_known & near.any(1) & ~(near & direction_known).any(1)
    return set(compress(fit, open_.tolist()))


def _direction_probabilities(pieces: Sequence[Piece]) -> list[float]:
    """Return for each piece the probability of its likeliest direction, whatever its letter."""
    if not pieces:
        return []
    turns = np.array([piece.probabilities for piece in pieces], np.float32).sum(2)
    return list((turns.max(1) / np.maximum(1e-9, turns.sum(1))).tolist())

"""Cards of one pack are of one size and stand upright: an outline that does not is looked at once more, as
the others are.

A letter in a ring, a picture or a frame can look like a tile that lies on a card. Which of two outlines is
the card's, its edges tell: along the right one the picture falls from paper to table, along the other it does
so by chance alone.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, product, repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats, axes
from vision.crops import Outline, Pyramid
from vision.effort import FULL, Effort
from vision.enrol.prototypes import Prototypes
from vision.pieces.letters import Piece, again, corners_of, spell
from vision.pieces.neighbours import SAME, nearest, times
from vision.plane.edges import borne_out

OTHER: Final = 1.5
"""Times by which the areas of neighbours differ that are not of one size: a camera tilted by 35 degrees makes
them differ by a fifth from one card to the next."""

SLENDER: Final = 1.2
"""Times as high as wide that a card is at the least, and as wide as high one that was taken to lie on its
side: tiles are neither, and the squarest cards (1.4) are as high as that in a camera tilted by 30 degrees."""

BETTER: Final = 0.1
"""Share of the places along its edges by which the picture must bear an outline out better than the one it
replaces: noise alone bears any out by a half, a card's edges by three quarters. One that no card can have it
need not even reach: between cards of one paper that abut there is next to no edge."""

TRIED: Final = 2
"""Sizes tried, those borne out best first: what the cards are and what was taken for them; each more is
another look at every odd piece."""


def of_one_size(
    pyramid: Pyramid,
    pieces: tuple[Piece, ...],
    among: tuple[Piece, ...] = (),
    temperature: float = 1.0,
    known: Prototypes | None = None,
    effort: Effort = FULL,
) -> tuple[Piece, ...]:
    """`pieces`, those replaced that have the size of others if looked at so, and whose edges say so. `among`
    are pieces already settled. Costs nothing where neighbours are of one size."""
    now, lettered = list(pieces), [n for n, piece in enumerate(pieces) if piece.letter > 0.5]
    settled = [piece for piece in among if piece.letter > 0.5]
    if not _uneven(every := [*(pieces[n] for n in lettered), *settled]):
        return pieces
    models = _models(pyramid, every)
    # Twice each: what was set right shows its neighbours how they may lie.
    rounds = tuple(chain.from_iterable(repeat(model, 2) for model in models))
    for model in rounds[: effort.more(len(rounds))]:
        lying = _on_their_sides([now[n] for n in lettered], model)
        odd = [n for n, lies in zip(lettered, lying, strict=True) if lies or times(now[n], model) > SAME]
        others = [p for p in (*(now[n] for n in lettered), *settled) if times(p, model) <= SAME]
        if not others:  # the model itself has turned out to be of another size
            continue
        found = _looked_at(pyramid, [now[n] for n in odd], model, others, (temperature, known))
        for n, better in zip(odd, found, strict=True):
            now[n] = better
    return tuple(now)


def _uneven(pieces: Sequence[Piece]) -> bool:
    """Whether some piece is of another size than the one next to it, or lies on its side there."""
    if len(pieces) < 2:
        return False
    places = corners_of(pieces).mean(1)
    gaps = np.hypot(*np.moveaxis(places[:, None] - places, 2, 0))
    np.fill_diagonal(gaps, np.inf)
    others = gaps.argmin(1)
    if any(times(piece, pieces[m]) > OTHER for piece, m in zip(pieces, others, strict=True)):
        return True
    slender = _slender(pieces)
    return bool(_lying(slender, slender[others]).any())


def _on_their_sides(pieces: Sequence[Piece], model: Piece) -> NDArray[np.bool_]:
    """(n,) which of them lie so against the model."""
    return _lying(_slender(pieces), _slender((model,)))


def _lying(slender: Floats, others: Floats) -> NDArray[np.bool_]:
    """Whose letters lie along the long side, as no pack has it, while others' lie along the short one."""
    return (others >= SLENDER) & (slender * SLENDER <= 1)


def _slender(pieces: Sequence[Piece]) -> Floats:
    """(n,) how many times as high as wide they are as their likeliest readings have them upright."""
    up, right = (np.hypot(*axis.T) for axis in axes(corners_of(pieces)))
    return np.asarray(up / np.maximum(1e-6, right), np.float32)


def _models(pyramid: Pyramid, pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces of different sizes, those first whose edges are to be seen best."""
    seen = borne_out(pyramid, corners_of(pieces))
    models: list[Piece] = []
    for n in np.argsort(-seen).tolist():
        if all(times(pieces[n], model) > SAME for model in models):
            models.append(pieces[n])
    return models[:TRIED]


def _looked_at(
    pyramid: Pyramid,
    odd: Sequence[Piece],
    model: Piece,
    others: Sequence[Piece],
    how: tuple[float, Prototypes | None],
) -> tuple[Piece, ...]:
    """Each odd piece as it reads at the size of `model`, if its edges bear that out; else as it was. It may
    lie as the nearest of the others does: what is seen too small may be seen askew."""
    tries = [
        _sized(piece, model, angle)
        for piece in odd
        for angle in (piece.outline.angle, nearest(piece, others).outline.angle)
    ]
    first = spell(pyramid, tuple(tries), *how)
    looks = spell(pyramid, again(first), *how)
    before, now = borne_out(pyramid, corners_of(odd)), borne_out(pyramid, corners_of(looks))
    best = list(odd)
    gain = np.where(_on_their_sides(odd, model), 0.0, BETTER)
    for (n, turn), look in zip(product(range(len(odd)), range(2)), looks, strict=True):
        better = float(now[2 * n + turn] - before[n])
        if better > gain[n] and _agrees(look, odd[n], model):
            best[n], gain[n] = look, better
    return tuple(best)


def _agrees(look: Piece, piece: Piece, model: Piece) -> bool:
    """Whether it is the same letter still, and of the size it was looked at."""
    same = look.likely and look.likeliest == piece.likeliest
    return same and times(look, model) <= SAME and not _on_their_sides((look,), model).any()


def _sized(piece: Piece, model: Piece, angle: float) -> Outline:
    (like,) = again((model,))
    x, y = piece.corners.mean(0).tolist()
    return replace(piece.outline, x=x, y=y, height=like.height, width=like.width, angle=angle)

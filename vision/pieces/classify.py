"""Classify each outline as a letter, a back or nothing, and correct its corners."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.evidence import BARELY_UNSURE_PROBABILITY, MIN_SURE_LETTER_PROBABILITY
from vision.crops import Outline, Pyramid, cut_crops, measures, outline_of, to_picture
from vision.detection_budget import FULL_BUDGET, Budget
from vision.enrol.prototypes import Prototypes
from vision.network import run
from vision.tensor_format import (
    BACK,
    CROP_HEIGHT,
    CROP_MARGIN,
    LETTERS,
    NOTHING,
    UNLETTERED,
    Floats,
    axes,
    frames,
    lean,
)  # fmt: skip

BATCH_CROPS = 32
"""The number of crops that are classified at once, which bounds memory on a table with many cards."""

NO_SECOND_LOOK_PROBABILITY: Final = 0.97
"""The probability of a piece's reading from which the speller does not look again, if the piece is also large
and its first outline was nearly right."""

FIRST_OUTLINE_ERROR_SHARE: Final = 0.06
"""The error of the first outline, as a share of the piece, up to which a first look is enough. A tighter
outline hardly changes the reading. Half of the cards that lie apart then need no second look, and
labelled, golden and held-back cards are read as well."""

FULL_SIZE_PIXELS: Final = CROP_HEIGHT / CROP_MARGIN
"""The height of a piece in the photograph, pixels, from which its crop is not enlarged. Smaller pieces always
get two looks. A corner letter of a few pixels was read for sure, but as another letter (W, N) in an outline a
hair's breadth away."""


SPELLER_WEIGHT: Final = 0.36
"""The weight of the speller's log odds that there is nothing to read, when they are combined with the
finder's (`FINDER_WEIGHT`)."""

FINDER_WEIGHT: Final = 1.67
"""The weight of the finder's log odds that there is a piece, when they are combined with the speller's
(`SPELLER_WEIGHT`)."""

NOTHING_BIAS: Final = 0.7
"""The log odds that an outline shows nothing to read, if neither network leans either way.

The two networks together decide better than the speller alone. On 5,928 outlines of held-back pictures, an
earlier speller alone was right in 90.4 of a hundred about whether there is a piece, both networks in 93.2. Of
the accepted pieces 5.8 in a hundred are none, instead of 10.8. (Logistic regression gives 0.31, 1.80 and 0.70
for `SPELLER_WEIGHT`, `FINDER_WEIGHT` and this constant. It would leave doubts about pieces that are plain to
see, because most of those pictures are hard.)
"""

MAX_FINDER_PROBABILITY: Final = 0.95
"""The limit to which the finder's probability of a piece is reduced before it is combined with the
speller's."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece as it was read. Two pieces are equal only if they are the same object."""

    corners: Floats
    """The corners (4, 2) of the piece, photograph pixels, clockwise from the top left of its likeliest
    reading."""
    probabilities: Floats
    """The probabilities (4, 27): entry (k, i) is that of letter `LETTERS[i]` with its top left at
    `corners[k]`."""
    back_probability: float
    """The probability that the piece is a card's back."""
    other_probability: float
    """The probability that the piece is neither a letter card nor a back."""
    outline: Outline
    """The rough outline from which the piece was read."""
    letter_corner: Floats | None = None
    """The corner (2,) of the card beside which a corner letter was seen, photograph pixels, or None if none
    was seen."""
    letter_middle: Floats | None = None
    """The centre (2,) of the corner letter that was seen on the card, photograph pixels, or None if none was
    seen."""
    edge_fitted: bool = False
    """True if `corners` were fitted to the card's visible edges."""
    unlettered_probability: float = 0.0
    """The probability that the piece is a card with print other than a letter or a back. It is part of
    `other_probability`."""
    only_corner_seen: bool = False
    """True if only a corner letter shows the card."""

    # Called hundreds of times a photograph, mostly for the same pieces: each result is computed once.
    @cached_property
    def letter_probability(self) -> float:
        """Return the probability that the piece is a letter card or a Master."""
        return float(self.probabilities.sum())

    @cached_property
    def likeliest_letter(self) -> int:
        """Return the index in `LETTERS` of the piece's likeliest letter, in whichever direction."""
        return int(self.probabilities.sum(0).argmax())

    @cached_property
    def best_probability(self) -> float:
        """Return the probability of the piece's likeliest reading: a letter in any direction, or a back."""
        return max(self.back_probability, float(self.probabilities.sum(0).max()))

    @cached_property
    def lean(self) -> float:
        """Return the angle of the piece's up direction against the picture's, radians clockwise."""
        return lean(axes(self.corners)[0])

    @cached_property
    def area(self) -> float:
        """Return the area of the piece in the photograph, square pixels."""
        return abs(cv2.contourArea(self.corners))

    @property
    def is_likely(self) -> bool:
        """True if the piece is more likely a letter card or a back than neither of the two."""
        return self.other_probability < 0.5


@dataclass(frozen=True, slots=True)
class ClassifierSettings:
    """How the speller's output becomes probabilities: the divisor of its scores, and the enrolled deck."""

    temperature: float = 1.0
    """The divisor of the speller's class scores that calibrates its probabilities."""
    deck: Prototypes | None = None
    """The enrolled deck in use, or the pictures of its Masters."""


UNCALIBRATED: Final = ClassifierSettings()


def classify(
    pyramid: Pyramid, outlines: tuple[Outline, ...], settings: ClassifierSettings = UNCALIBRATED
) -> tuple[Piece, ...]:
    """Return the piece read at each outline."""
    deck = settings.deck
    pieces: list[Piece] = []
    for start in range(0, len(outlines), BATCH_CROPS):
        some = outlines[start : start + BATCH_CROPS]
        scores, fixes, *features = run("speller", cut_crops(pyramid, some))
        scores = scores / settings.temperature
        if deck is not None:
            scores = deck.weigh(scores, features[0])
        pieces += _pieces(some, scores, fixes.reshape(-1, 4, 2))
    return tuple(pieces)


def _pieces(outlines: Sequence[Outline], scores: Floats, fixes: Floats) -> Iterator[Piece]:
    """Yield the pieces from the speller's output for n outlines: the class scores (n, CLASSES), and the
    corrections (n, 4, 2) of the corners, as shares of the crop."""
    odds = np.exp(scores - scores.max(1, keepdims=True))
    odds = _fused_probabilities(odds / odds.sum(1, keepdims=True), np.array([o.score for o in outlines]))
    corners = to_picture(outlines, frames(*measures(outlines)[2:4]) + fixes)
    probabilities = odds[:, :BACK].reshape(-1, 4, len(LETTERS))
    # Corners and probabilities begin at the top left of the likeliest reading.
    order = (probabilities.max(2).argmax(1)[:, None] + np.arange(4)) % 4
    each = np.arange(len(odds))[:, None]
    others = odds[:, [BACK, NOTHING, UNLETTERED]].astype(float).tolist()
    rows = zip(corners[each, order], probabilities[each, order], others, outlines, strict=True)
    for quad, letters, (back, nothing, stranger), outline in rows:
        yield Piece(quad, letters, back, nothing + stranger, outline, unlettered_probability=stranger)


def _fused_probabilities(odds: Floats, heat: NDArray[np.float64]) -> Floats:
    """Return the probabilities (n, CLASSES) of speller and finder together. `odds` are the speller's,
    `heat` (n,) the finder's, 0 to 1.

    The finder helps to tell whether there is a piece. The speller alone tells which letter it has.
    """
    silent = odds[:, NOTHING].astype(np.float64)
    log_odds = (
        SPELLER_WEIGHT * _log_odds(silent)
        - FINDER_WEIGHT * _log_odds(np.minimum(heat, MAX_FINDER_PROBABILITY))
        + NOTHING_BIAS
    )
    nothing = 1 / (1 + np.exp(-log_odds))
    out = odds * ((1 - nothing) / np.maximum(1e-9, 1 - silent))[:, None]
    out[:, NOTHING] = nothing
    return np.asarray(out, np.float32)


def _log_odds(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log odds of the probabilities (n,), limited to a billion to one."""
    sure, other = (np.log(np.clip(p, 1e-9, None)) for p in (probabilities, 1 - probabilities))
    return np.asarray(sure - other, np.float64)


def calibrate(pieces: tuple[Piece, ...], divisor: float) -> tuple[Piece, ...]:
    """Return the pieces with calibrated probabilities: the letters' log probabilities divided by `divisor`
    (Guo et al., 2017).

    The likeliest letter and its direction do not change. The probability that the piece shows some letter
    does not change. A sure letter stays sure, and an unsure one unsure.
    """
    if not pieces:
        return ()
    by_turn = np.array([piece.probabilities for piece in pieces], np.float32)
    letters = np.maximum(by_turn.sum(1), 1e-9)
    total, highest = letters.sum(1), letters.max(1)
    sharp = (letters / highest[:, None]) ** (1 / divisor)
    best = total / sharp.sum(1)
    best = np.where(
        highest < MIN_SURE_LETTER_PROBABILITY,
        np.minimum(best, np.maximum(highest, BARELY_UNSURE_PROBABILITY)),
        best,
    )
    rest = (total - best) / np.maximum(sharp.sum(1) - 1, 1e-9)
    sharp *= rest[:, None]
    sharp[np.arange(len(pieces)), letters.argmax(1)] = best
    probabilities = by_turn * (sharp / letters)[:, None]
    return tuple(
        replace(piece, probabilities=calibrated)
        for piece, calibrated in zip(pieces, probabilities, strict=True)
    )


def corners_of(pieces: Sequence[Piece]) -> Floats:
    """Return the corners (n, 4, 2) of the pieces; n may be 0."""
    return np.array([piece.corners for piece in pieces], np.float32).reshape(-1, 4, 2)


def boxes_overlap(pieces: Sequence[Piece]) -> NDArray[np.bool_]:
    """Return a matrix (n, n): True where the upright bounding boxes of two pieces share a point. It is a
    quick first test before outlines are compared."""
    corners = corners_of(pieces)
    low, high = corners.min(1), corners.max(1)
    return np.asarray(((low[:, None] <= high) & (low <= high[:, None])).all(2), np.bool_)


def one_look_suffices(piece: Piece, budget: Budget = FULL_BUDGET) -> bool:
    """Return True if the piece needs no second look: it is sure and large, and its first outline was nearly
    right."""
    first, tight = piece.outline, _tight_outline(piece)
    off = max(abs(tight.x - first.x), abs(tight.y - first.y)) / first.height
    grown = max(abs(tight.height / first.height - 1), abs(tight.width / first.width - 1))
    sure = max(piece.best_probability, piece.other_probability) >= NO_SECOND_LOOK_PROBABILITY
    near, large = FIRST_OUTLINE_ERROR_SHARE / budget.pixel_share, FULL_SIZE_PIXELS * budget.side_share
    return sure and tight.height >= large and off < near and grown < 2 * near


def needs_no_second_look(
    pieces: tuple[Piece, ...], one_look_enough: NDArray[np.bool_], budget: Budget
) -> NDArray[np.bool_]:
    """Return a mask (n,): True for each of the pieces `pieces` that is not classified a second time.

    `one_look_enough` (n,) marks the pieces for which one look is enough. The others get a second look while
    the budget allows it, the least sure first.
    """
    most = budget.second_looks(len(pieces))
    if most >= int((~one_look_enough).sum()):
        return one_look_enough
    doubt = (
        np.array([1 - max(piece.best_probability, piece.other_probability) for piece in pieces])
        - one_look_enough
    )
    enough = np.ones(len(pieces), np.bool_)
    enough[np.argsort(-doubt, kind="stable")[:most]] = False
    return enough


def tighter_outlines(pieces: Iterable[Piece]) -> tuple[Outline, ...]:
    """Return an outline of each piece by the corners that the speller corrected, for a second look. The first
    look had only the finder's rough outlines."""
    return tuple(_tight_outline(piece) for piece in pieces)


def _tight_outline(piece: Piece) -> Outline:
    return outline_of(piece.corners, piece.outline.score)


def iou(one: Floats, two: Floats) -> float:
    """Return the intersection over union of two convex (4, 2) outlines."""
    shared = float(cv2.intersectConvexConvex(one, two)[0])
    union = abs(cv2.contourArea(one)) + abs(cv2.contourArea(two)) - shared
    return shared / union if union > 0 else 0.0

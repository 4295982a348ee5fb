"""Viewing conditions: everything that keeps the camera from seeing well.

The conditions are judged on one picture, and the camera's movement on an earlier one as well. A picture of
twenty cards takes some 15 milliseconds: light and background are judged on a small copy, print on all cards,
sharpness on a few.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.observation import Point
from engine.shared.condition import (
    Black,
    Condition,
    Covered,
    CutOff,
    DirtyLens,
    Glare,
    Moved,
    OutOfFocus,
    Severity,
    Shaken,
    Side,
    TooBright,
    TooDark,
    Unread,
    Veiled,
)
from vision.conditions import camera_movement
from vision.conditions.camera_movement import Reference, background_shift, mat_shift, reference_of
from vision.conditions.covered_gaps import covered_gaps
from vision.conditions.lighting import brightest_level, lighting_of
from vision.conditions.motion_blur import motion_blur, strong_motion_blur
from vision.conditions.pale_print import pale_prints
from vision.conditions.row_continuation import row_continuations
from vision.conditions.rows import without_overlaps
from vision.conditions.sharpness import (
    MAX_CARDS_MEASURED,
    EdgeWidths,
    Sharpness,
    judge_sharpness,
    measure_edge_widths,
    picture_blur,
)
from vision.conditions.thumbnail import Thumbnail, make_thumbnail
from vision.conditions.veil import blackest_print
from vision.crops import Picture
from vision.geometry import mat
from vision.reader import PhotoReading
from vision.tensor_format import Floats

__all__ = ["Condition", "Reference", "conditions", "reference"]

MAX_NOISE_GREY_LEVEL: Final = 10
"""The grey level of a picture's brightest places up to which the picture shows only the sensor's noise."""

DIM_PAPER_GREY_LEVEL: Final = 60
"""The grey level of paper below which the picture is too dark. Measured on photographs that were darkened,
with noise added: at 60 one letter in a hundred is lost."""

DARK_PAPER_GREY_LEVEL: Final = 28
"""The grey level of paper below which the picture allows no ruling: at 25 one letter in seventeen is lost,
at 15 one in four."""

DIM_TABLE_GREY_LEVEL: Final = 40
"""The grey level of a picture's brightest places below which a picture without cards is too dark. The
limit is low, because the brightest place may be that of a brown table."""

BURNT_OUT_PICTURE_SHARE: Final = 0.5
"""The burnt-out share of the picture from which the picture is too bright. White cards in bright light
with a marble table and a mirrored window come to 0.22."""

SOFT_BLUR_SHARE: Final = 0.022
"""The blur, as a share of the card's long side, from which a card is out of focus. Sharp photographs have
0.004-0.018; at 0.024 one letter in seventy is lost."""

UNREADABLE_BLUR_SHARE: Final = 0.034
"""The blur, as a share of the card's long side, from which the picture allows no ruling: one letter in ten
is lost there."""

SHARP_BLUR_PIXELS: Final = 1.1
"""The blur in photograph pixels up to which no blur is reported. The lens is then as sharp as the sensor, and
letters are hard to read only because the cards are small."""

HOPELESS_BLUR_PIXELS: Final = 2.0
"""The blur, pixels of the small copy, from which a picture without any card found is out of focus. Some
200 sharp pictures, photographs and rendered ones, have 0.2-1.4; where blur hides all cards it is 2.2 or
more."""

SMEARED_LENS_FACTOR: Final = 1.7
"""The factor by which a card must be softer than most cards to prove a smear on the lens."""

MIN_SHARP_CARDS: Final = 2
"""The number of sharp cards from which the lens is in focus although most cards are soft. A single sharp card
may be a soft card with a sharp line drawn on it."""

SHAKEN_BLUR_SHARE: Final = 0.0235
"""The motion blur, as a share of the card's long side, from which the picture is shaken. A movement by a
tenth of the card's long side gives this blur, and no letter is lost yet. A movement by 0.13 of the side loses
one letter in seventeen."""

SLIGHTLY_SHAKEN_BLUR_SHARE: Final = 0.019
"""The motion blur, as a share of the card's long side, from which the picture is shaken when hardly any
letter is sure. In that case a smaller blur is proof enough: 400 pictures that were not shaken have 0.018
at most."""

UNRULED_SHAKEN_BLUR_SHARE: Final = 0.042
"""The motion blur, as a share of the card's long side, from which the picture allows no ruling. Movements of
a tenth of a card blur less.

Movements by 0.17 of the side lose one letter in five. Two in five of these pictures exceed the limit, and in
most of the others hardly any letter is sure.
"""

MAX_HARDLY_SURE_SHARE: Final = 0.4
"""The share of face-up cards read for sure up to which a table counts as hardly read. In pictures shaken so
that one letter in five is lost the share is 0.1 to 0.5. In other pictures it is 0.6 and more, apart from
decks with odd print."""

EDGE_DISTANCE_SHARE: Final = 0.003
"""The distance from the picture's edge within which a card counts as cut off, as a share of the picture's
shorter side. The reader often takes the picture's edge for the edge of a card that continues beyond the
picture."""

RULING_SHIFT_WIDTHS: Final = 0.02
"""The shift of the camera, in picture widths, from which the picture allows no ruling: about a third of a
card."""


def reference(picture: Picture, reading: PhotoReading) -> Reference:
    """Return the present background as a reference, with which later pictures are compared to detect a
    moved camera."""
    return reference_of(make_thumbnail(picture), _outlines(reading), mat.find(picture))


def conditions(
    picture: Picture, reading: PhotoReading | None, reference: Reference | None
) -> tuple[Condition, ...]:
    """Return everything that keeps the camera from seeing well in a (h, w, 3) picture, the worst first.

    `reading` is the reader's result, None when the reader was not run. `reference` is the earlier background.
    """
    small = make_thumbnail(picture)
    quads = _outlines(reading)
    if (level := brightest_level(small)) <= MAX_NOISE_GREY_LEVEL:
        return (Condition(Black(round(level)), "serious"),)
    hardly_any_sure = _hardly_any_sure(reading)
    sharp, light = (
        _sharpness_faults(picture, small, quads, hardly_any_sure),
        _light_faults(picture, small, reading, quads, level),
    )
    if small.burnt >= BURNT_OUT_PICTURE_SHARE:
        light = [Condition(TooBright(round(small.burnt, 2)), "serious" if hardly_any_sure else "minor")]
    if any(isinstance(c.fact, OutOfFocus | Shaken) for c in sharp):
        # A blurred letter spreads over its paper and looks like glare.
        light = [c for c in light if not isinstance(c.fact, Glare)]
    elif not any(isinstance(c.fact, TooDark | TooBright) for c in light):
        sharp += _veiled_lens(picture, reading, small, hardly_any_sure)
    all_conditions = [*light, *sharp, *_cut_off(reading, small)]
    # In the dark the noise hides the table's texture, which then matches anything.
    if not any(isinstance(c.fact, TooDark | TooBright) for c in all_conditions):
        all_conditions += _unread_places(picture, reading, small)
    blind = any(c.severity == "serious" or isinstance(c.fact, TooDark) for c in all_conditions)
    if reference is not None and not blind:
        all_conditions += _background_changes(reference, picture, small, quads)
    return tuple(sorted(all_conditions, key=lambda c: c.severity != "serious"))


def _outlines(reading: PhotoReading | None) -> list[Floats]:
    """Return the corners (4, 2), photograph pixels, of the pieces in the order of the observation, and then
    of the cards without a letter. Empty without a reading."""
    return [] if reading is None else [p.corners for p in (*reading.pieces, *reading.unlettered)]


def _hardly_any_sure(reading: PhotoReading | None) -> bool:
    """Return True if hardly any letter was read for sure, or no letter at all."""
    faces = [] if reading is None else [p for p in reading.pieces if p.back_probability < 0.5]
    return sum(
        float(p.probabilities.sum(0).max()) >= MIN_SURE_LETTER_PROBABILITY for p in faces
    ) <= MAX_HARDLY_SURE_SHARE * len(faces)


def _light_faults(
    picture: Picture, small: Thumbnail, reading: PhotoReading | None, quads: list[Floats], level: float
) -> list[Condition]:
    cards = lighting_of(small, quads)
    if not cards:
        return [Condition(TooDark(round(level)), "serious")] if level < DIM_TABLE_GREY_LEVEL else []
    paper = float(np.median([card.paper for card in cards]))
    if paper < DIM_PAPER_GREY_LEVEL:
        return [Condition(TooDark(round(paper)), "serious" if paper < DARK_PAPER_GREY_LEVEL else "minor")]
    known = () if reading is None else reading.pieces
    glares = {n: (card.share, card.glare) for n, card in enumerate(cards) if card.share > 0}
    faces = [n for n, piece in enumerate(known) if piece.back_probability < 0.5]
    for n, card in zip(faces, pale_prints(picture, [quads[n] for n in faces]), strict=True):
        if card.share > 0:
            glares.setdefault(n, (card.share, card.glare))
        elif card.has_black_print:
            glares.pop(n, None)
    return [
        Condition(Glare(n if n < len(known) else None, round(share, 2)), "minor", _fractions(where, small))
        for n, (share, where) in sorted(glares.items())
    ]


def _sharpness_faults(
    picture: Picture, small: Thumbnail, quads: list[Floats], hardly_any_sure: bool
) -> list[Condition]:
    """Return the fault of the picture's sharpness, or an empty list.

    The picture is shaken when edges are wide in one direction. It is out of focus when most cards are soft.
    The lens is dirty when some cards are soft and others are not. With `hardly_any_sure` the fault is
    serious.
    """
    some = (
        [quads[n] for n in np.unique(np.linspace(0, len(quads) - 1, MAX_CARDS_MEASURED).astype(int))]
        if quads
        else []
    )
    if not some:
        return _faults_without_cards(small)
    edge_widths = measure_edge_widths(picture, some)
    judged = _judged(some, edge_widths)
    if not judged:
        return _faults_without_cards(small)
    streak = motion_blur(edge_widths)
    if (
        streak
        and streak.softness > (SLIGHTLY_SHAKEN_BLUR_SHARE if hardly_any_sure else SHAKEN_BLUR_SHARE)
        and streak.blur > SHARP_BLUR_PIXELS
    ):
        fact = Shaken(round(streak.blur, 2), round(streak.softness, 4))
        return [
            Condition(
                fact, "serious" if hardly_any_sure or streak.softness > UNRULED_SHAKEN_BLUR_SHARE else "minor"
            )
        ]
    soft, blur = _usual_sharpness(judged)
    if soft > SOFT_BLUR_SHARE and blur > SHARP_BLUR_PIXELS:
        # All cards are measured now: some may still be sharp.
        judged = _judged(quads, measure_edge_widths(picture, quads))
        crisp = [
            s.softness
            for _, s in judged
            if s.softness <= SOFT_BLUR_SHARE and SMEARED_LENS_FACTOR * s.softness <= soft
        ]
        if len(crisp) < MIN_SHARP_CARDS:
            severity: Severity = "serious" if hardly_any_sure or soft > UNREADABLE_BLUR_SHARE else "minor"
            return [Condition(OutOfFocus(round(blur, 2), round(soft, 4)), severity)]
        soft = float(np.median(crisp))
    return _smeared_lens(judged, soft, small, "serious" if hardly_any_sure else "minor")


def _judged(quads: list[Floats], edge_widths: EdgeWidths) -> list[tuple[Floats, Sharpness]]:
    return [(quad, s) for quad, s in zip(quads, judge_sharpness(edge_widths), strict=True) if s is not None]


def _usual_sharpness(judged: list[tuple[Floats, Sharpness]]) -> tuple[float, float]:
    """Return the median softness, a share of the card's long side, and the median blur, pixels, of the
    cards."""
    soft, blur = np.median([(s.softness, s.blur) for _, s in judged], axis=0).tolist()
    return soft, blur


def _smeared_lens(
    judged: list[tuple[Floats, Sharpness]], usual: float, small: Thumbnail, severity: Severity
) -> list[Condition]:
    """Return a condition for a dirty lens, with the region of the cards that are far softer than `usual`.
    Empty without such cards, or if fewer than three cards were measured."""
    smeared = [(q, s) for q, s in judged if _is_smeared(s, usual)]
    if not smeared or len(judged) < 3:
        return []
    hull = _hull(np.concatenate([q for q, _ in smeared]))
    times = max(s.softness for _, s in smeared) / usual
    return [Condition(DirtyLens(round(times, 1)), severity, _fractions(hull, small))]


def _veiled_lens(
    picture: Picture, reading: PhotoReading | None, small: Thumbnail, hardly_any_sure: bool
) -> list[Condition]:
    """Return the condition of fog or grease on the lens, if the print on the cards shows it."""
    faces = (
        [] if reading is None else [piece.corners for piece in reading.pieces if piece.back_probability < 0.5]
    )
    black = blackest_print(picture, small, faces)
    return (
        []
        if black is None
        else [Condition(Veiled(round(black, 2)), "serious" if hardly_any_sure else "minor")]
    )


def _faults_without_cards(small: Thumbnail) -> list[Condition]:
    """Return the condition of a picture that is so shaken or blurred that no card was found, otherwise an
    empty list.

    Without this test the worst pictures would have no condition.
    """
    if (streak := strong_motion_blur(small)) is not None:
        return [Condition(Shaken(round(streak.blur, 2)), "serious")]
    blur = picture_blur(small)
    if blur is None or blur < HOPELESS_BLUR_PIXELS:
        return []
    return [Condition(OutOfFocus(round(blur / small.scale, 2)), "serious")]


def _is_smeared(card: Sharpness, usual: float) -> bool:
    return card.softness > max(SOFT_BLUR_SHARE, SMEARED_LENS_FACTOR * usual) and card.blur > SHARP_BLUR_PIXELS


def _cut_off(reading: PhotoReading | None, small: Thumbnail) -> list[Condition]:
    """Return a condition for each piece that reaches to the picture's edge or beyond."""
    known = 0 if reading is None else len(reading.pieces)
    quads = _outlines(reading)
    return [
        Condition(CutOff(n if n < known else None, side), "minor", _fractions(quad, small))
        for n, quad in enumerate(quads)
        if (side := _side_cut_off(quad, small.width, small.height)) is not None
    ]


def _unread_places(picture: Picture, reading: PhotoReading | None, small: Thumbnail) -> list[Condition]:
    """Return a condition for each unread place: where a row of cards continues, and where something covers a
    gap between two cards of a row.

    A white place that continues a row may be a card that a lamp's reflection hides.
    """
    if reading is None:
        return []
    others = (*reading.unlettered, *reading.unsure)
    ends = row_continuations(picture, reading.pieces, others)
    places = [*(end.place for end in ends), *covered_gaps(picture, reading.pieces, others)]
    facts = [Glare(None, 1.0) if end.is_burnt_out else Unread() for end in ends]
    # A place with the colour of the cards' paper is more likely a card than a cover: `ends` come first.
    conditions_at = [(Covered() if n >= len(ends) else facts[n], places[n]) for n in without_overlaps(places)]
    return [Condition(fact, "minor", _fractions(place, small)) for fact, place in conditions_at]


def _side_cut_off(quad: Floats, width: int, height: int) -> Side | None:
    """Return the side of the picture that the piece crosses farthest, or None when it stays inside."""
    low, high = quad.min(0), quad.max(0) - np.array([width, height])
    reach: dict[Side, float] = {"left": -low[0], "top": -low[1], "right": high[0], "bottom": high[1]}
    side = max(reach, key=lambda s: reach[s])
    return side if reach[side] > -EDGE_DISTANCE_SHARE * min(width, height) else None


def _background_changes(
    reference: Reference, picture: Picture, small: Thumbnail, quads: list[Floats]
) -> list[Condition]:
    """Return the condition that the background shows: a moved camera, or else a smear on the lens."""
    # The marks of a printed mat are more reliable than anything else on a table.
    mat_pose = mat.find(picture) if reference.mat_pose is not None else None
    if reference.mat_pose is not None and mat_pose is not None:
        shift = mat_shift(reference.mat_pose, mat_pose, small.width)
    else:
        shift = background_shift(reference, small, quads)
    if shift is None:
        return _smeared_background(reference, small, quads)
    if shift.distance is None or shift.degrees is None:
        return [Condition(Moved(None, None), "serious")]
    fact = Moved(round(shift.distance * small.width, 1), round(shift.degrees, 2))
    return [Condition(fact, "serious" if shift.distance >= RULING_SHIFT_WIDTHS else "minor")]


def _smeared_background(reference: Reference, small: Thumbnail, quads: list[Floats]) -> list[Condition]:
    """Return a condition for a dirty lens, with the region of the background that lost its detail while the
    rest kept it. Empty without such a region."""
    times, mask = camera_movement.faded_cells(reference, small, quads)
    if not mask.any():
        return []
    ys, xs = np.nonzero(mask)
    cells = np.concatenate([np.column_stack([xs + dx, ys + dy]) for dx in (0, 1) for dy in (0, 1)])
    hull = _hull(cells)
    columns, rows = camera_movement.GRID_COLUMNS_ROWS
    return [
        Condition(
            DirtyLens(round(times, 1)), "minor", tuple((x / columns, y / rows) for x, y in hull.tolist())
        )
    ]


def _hull(points: NDArray[np.generic]) -> Floats:
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), np.float32)


def _fractions(points: Floats, small: Thumbnail) -> tuple[Point, ...]:
    return _shares(points, small.width, small.height)


def _shares(points: Floats, width: int, height: int) -> tuple[Point, ...]:
    """Convert photograph pixels to shares of the picture's width and height, clipped to 0-1."""
    inside = np.clip(points / np.array([width, height]), 0, 1)
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in inside)

"""Find glare on white cards by their print.

Glare, the reflection of a lamp, adds light to ink and paper alike. White paper can become no whiter, so glare
on it is invisible. But glare turns black print grey, in all three colour channels. Such paler print is called
*whitened*.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.conditions.lighting import MIRRORED_GREY_LEVEL, PAPER_PERCENTILE
from vision.crops import Grey, Picture
from vision.tensor_format import Floats

PRINT_COPY_SIDE_PIXELS: Final = 64
"""The side in pixels of the square into which each card is copied to examine its print. The strokes of most
letters are then some four pixels wide."""

PRINT_INSET_SHARE: Final = 0.06
"""The share of a card that is left out along each edge when its print is examined. The table beside the card
would count as print."""

INK_PERCENTILE: Final = 3
"""The percentile of a card's pixels, from the darkest, whose level counts as the level of its print. The
large letter of any card covers more than this percentage."""

THIN_PRINT_LEVEL: Final = 110
"""The level of the cards' usual print above which the print counts as thin: corner letters alone, or a pale
colour. Thin print is as grey as whitened print, so only much paler print proves glare."""

PALER_GREY_LEVELS: Final = 80
"""The least grey levels by which a card's print must be paler than usual to prove glare, if the usual print
is thin. At least `OTHER_PRINT_SHARE` of the card's print must also be whitened. The thin print of one card
differs from that of another by 50."""

STROKE_WINDOW_PIXELS: Final = 7
"""The side in pixels of the window round a place whose darkest pixel counts as the print there. The soft edge
of a stroke is as grey as whitened print, but the window also holds the stroke's dark middle."""

PAPER_WINDOW_PIXELS: Final = 9
"""The side in pixels of the window round a place whose brightest pixel counts as the paper there. It is wider
than a stroke of print."""

WHITENED_GREY_LEVELS: Final = 45
"""The least grey levels by which print must be brighter than the cards' usual print to count as whitened.
Uneven light and worn print brighten it by less."""

MIN_PRINT_CONTRAST_GREY_LEVELS: Final = 40
"""The grey levels by which a place must be darker than the paper around it to be print. Places with a smaller
difference are paper."""

WHITE_LEVEL: Final = 250
"""The level from which a place counts as white, so that light added by a lamp no longer shows on it."""

MIN_ADDED_LIGHT_RATIO: Final = 0.5
"""The least ratio of the light added to paper to the light added to its print, where the paper is not
white. Worn print and coloured ink are pale on paper without added light. By judgement, since light falls
off across a table."""

GAMMA_EXPONENT: Final = 2.2
"""The exponent that converts a grey level to light, as screens and cameras have it."""

GLARE_WHITENED_SHARE: Final = 0.09
"""The least share of a card that whitened print must cover to prove glare. The share that is usual for the
cards on the table is subtracted first: thin corner letters and figures are grey without glare.

360 pictures without glare have at most this share on cards with thick print. On 176 traced tables without a
mirrored lamp a limit of 0.1 gives the same result.
"""

WHITENED_PRINT_SHARE: Final = 0.4
"""The share of a card's print that must be whitened to prove glare, when whitened print covers at least
`GLARE_WHITENED_SHARE` of the card. With less, the grey places may be the serifs of a large dark letter."""

DARKEST_RAISED_GREY_LEVELS: Final = (15.0, 60.0)
"""The range, grey levels, by which the darkest print of a partly whitened card is brighter than the usual
print. Below the range the print is only thin. Above it nothing of the letter is black, so black print beside
the letter belongs to another card."""

OTHER_PRINT_SHARE: Final = 0.7
"""The least share of a card's print that must be whitened to prove glare, if whitened print covers only a
small part of the card, less than `GLARE_WHITENED_SHARE`."""

MIN_WHITENED_SHARE: Final = 0.045
"""The least share of a card that whitened print must cover to prove glare, when at least `OTHER_PRINT_SHARE`
of the card's print is whitened: the ends of a letter that the lamp hides."""

BURNT_OUT_LEVEL: Final = 252
"""The level of a card's darkest channel from which its paper is burnt out. Most paper and lamplight are a
little yellow, so blue is below this level in a bright picture without glare."""

GLARE_BURNT_OUT_SHARE: Final = 0.2
"""The least share of a card that must be burnt out for print paler by `PALER_BURNT_GREY_LEVELS` to prove
glare. The share that is usual for the cards on the table is subtracted first."""

PALER_BURNT_GREY_LEVELS: Final = 50
"""The least grey levels by which print must be paler than usual to prove glare on a card that is burnt out by
`GLARE_BURNT_OUT_SHARE`. Thin print counts, too."""

MOSTLY_BURNT_OUT_SHARE: Final = 0.4
"""The least share of a card that must be burnt out for print paler by only `MIN_PALER_GREY_LEVELS` to prove
glare. The share that is usual for the cards on the table is subtracted first."""

MIN_PALER_GREY_LEVELS: Final = 15
"""The least grey levels by which print must be paler than usual to prove glare on a card that is burnt out by
`MOSTLY_BURNT_OUT_SHARE`. By judgement. The number is small, because in a small copy of the card thin print is
hardly darker than paper."""

MAX_PAPER_LEVEL: Final = 238
"""The greatest level of the cards' usual paper, in its darkest channel, at which print paler by
`MIN_PALER_GREY_LEVELS` proves glare. On brighter paper, slightly uneven light burns whole cards out."""


RAISED_BRIGHT_GREY_LEVELS: Final = 30
"""The least grey levels by which a lamp's reflection brightens print on paper brighter than
`MIRRORED_GREY_LEVEL`. Print on such paper that is brightened by less counts as black, and so as free of
reflection."""

MIN_BLACKER_SHARE: Final = 0.15
"""The least share of the print on a card's bright paper that must be black for the light there to be no
lamp's reflection. By judgement: a reflection may cover only a part of the bright paper."""


@dataclass(frozen=True, slots=True)
class PalePrint:
    """The glare on a card, as the card's print and its burnt-out paper show it."""

    share: float
    """The share of the card that `glare` covers, 0 without glare."""
    glare: Floats
    """The convex hull of the whitened print, or of the burnt-out paper, (n, 2) photograph pixels. Empty
    without glare."""
    has_black_print: bool
    """True if the print on the card's brightest paper is as black as the other cards' print. The light on it
    is then no lamp's reflection."""


def pale_prints(picture: Picture, quads: list[Floats]) -> list[PalePrint]:
    """Return for each face-up card, with the corners `quads` (4, 2) in the photograph, the glare that its
    print shows."""
    if not quads:
        return []
    copies = [_copy(picture, quad) for quad in quads]
    darkest = [_darkest(copy) for copy in copies]
    inks, papers = np.percentile(
        np.stack(darkest).reshape(len(quads), -1), (INK_PERCENTILE, PAPER_PERCENTILE), axis=1
    )
    ink, paper = float(np.median(inks)), float(np.median(papers))
    burnt = [dark >= BURNT_OUT_LEVEL for dark in darkest]
    black = np.array(
        [_has_black_print(copy, dark, ink) for copy, dark in zip(copies, darkest, strict=True)], bool
    )
    hidden = _are_burnt_out(burnt, inks - ink, not_nearly_white=paper <= MAX_PAPER_LEVEL) & ~black
    where = burnt
    parts = [_print_masks(copy, dark, ink, paper) for copy, dark in zip(copies, darkest, strict=True)]
    pale = _are_whitened(parts, inks - ink, thin=ink > THIN_PRINT_LEVEL)
    where = [grey if one else white for one, (grey, _), white in zip(pale, parts, burnt, strict=True)]
    hidden = hidden | pale
    none = np.empty((0, 2), np.float32)
    return [
        PalePrint(*(_hull(mask, quad) if hide else (0.0, none)), bool(proof))
        for hide, mask, quad, proof in zip(hidden, where, quads, black, strict=True)
    ]


def _are_burnt_out(
    burnt: list[NDArray[np.bool_]], raised: NDArray[np.float64], *, not_nearly_white: bool
) -> NDArray[np.bool_]:
    """Return a mask (n,): True for each card that has more burnt-out pixels than most cards, and whose print
    is paler by `raised` (n,) grey levels.

    If the usual paper is `not_nearly_white`, a card that is mostly burnt out needs a smaller rise.
    """
    shares = np.array([mask.mean() for mask in burnt])
    beyond = shares - np.median(shares)
    part, whole = (
        (beyond >= GLARE_BURNT_OUT_SHARE) & (raised >= PALER_BURNT_GREY_LEVELS),
        (beyond >= MOSTLY_BURNT_OUT_SHARE) & (raised >= MIN_PALER_GREY_LEVELS),
    )
    return np.asarray(part | whole if not_nearly_white else part, np.bool_)


def _are_whitened(
    parts: list[tuple[NDArray[np.bool_], NDArray[np.bool_]]], raised: NDArray[np.float64], *, thin: bool
) -> NDArray[np.bool_]:
    """Return a mask (n,): True for each card with much whitened print, or with nearly all its print whitened.
    `parts` are the masks of the card's whitened and black print, and `raised` (n,) is how much paler its
    print is than usual, grey levels.

    If the usual print is `thin`, only the second case counts, and the print must be much paler.
    """
    shares = np.array([(pale.mean(), black.mean()) for pale, black in parts])
    beyond = shares[:, 0] - np.median(shares[:, 0])
    of_all = shares[:, 0] / np.maximum(shares.sum(1), 1e-6)
    partly = (
        (of_all >= WHITENED_PRINT_SHARE)
        & (raised >= DARKEST_RAISED_GREY_LEVELS[0])
        & (raised <= DARKEST_RAISED_GREY_LEVELS[1])
    )
    much_whitened, all_whitened = (
        (beyond >= GLARE_WHITENED_SHARE) & partly,
        (beyond >= MIN_WHITENED_SHARE) & (of_all >= OTHER_PRINT_SHARE),
    )
    return np.asarray(
        all_whitened & (raised >= PALER_GREY_LEVELS) if thin else much_whitened | all_whitened, np.bool_
    )


def _darkest(copy: Picture) -> Grey:
    """Return the darkest of the three channels at each pixel. Coloured print is dark in one channel,
    whitened print in none."""
    blue, green, red = cv2.split(copy)
    return np.asarray(cv2.blur(cv2.min(cv2.min(blue, green), red), (2, 2)), np.uint8)


def _print_masks(
    copy: Picture, dark: Grey, ink: float, usual: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return two masks of a card's `copy`: where light has whitened the print, and where the print is black.

    `dark` is the darkest channel of the copy. `ink` and `usual` are the grey levels of print and of paper on
    most cards.
    """
    stroke, around = (
        np.ones((STROKE_WINDOW_PIXELS, STROKE_WINDOW_PIXELS), np.uint8),
        np.ones((PAPER_WINDOW_PIXELS, PAPER_WINDOW_PIXELS), np.uint8),
    )
    print_, paper = cv2.erode(dark, stroke).astype(np.int16), cv2.dilate(dark, around).astype(np.int16)
    white = cv2.dilate(cv2.cvtColor(copy, cv2.COLOR_BGR2GRAY), around) >= WHITE_LEVEL
    lamp = _intensity(paper) - _intensity(usual) >= MIN_ADDED_LIGHT_RATIO * (
        _intensity(print_) - _intensity(ink)
    )
    pale = (
        (print_ > ink + WHITENED_GREY_LEVELS)
        & (print_ < paper - MIN_PRINT_CONTRAST_GREY_LEVELS)
        & (white | lamp)
    )
    # Opening removes places narrower than a widened stroke: they are the ends of strokes.
    return _opened(pale), _opened(print_ <= ink + WHITENED_GREY_LEVELS)


def _intensity(level: NDArray[np.int16] | float) -> NDArray[np.float64]:
    """Convert grey levels to light intensity, as a share of the maximum."""
    return np.asarray((np.asarray(level) / 255) ** GAMMA_EXPONENT)


def _has_black_print(copy: Picture, dark: Grey, ink: float) -> bool:
    """Return True if much of the print on a card's brightest paper is black."""
    stroke, around = np.ones((3, 3), np.uint8), np.ones((PAPER_WINDOW_PIXELS, PAPER_WINDOW_PIXELS), np.uint8)
    print_, paper = cv2.erode(dark, stroke).astype(np.int16), cv2.dilate(dark, around).astype(np.int16)
    bright = (
        cv2.erode(cv2.dilate(cv2.cvtColor(copy, cv2.COLOR_BGR2GRAY), around), stroke) >= MIRRORED_GREY_LEVEL
    )
    printed = bright & (print_ < paper - MIN_PRINT_CONTRAST_GREY_LEVELS)
    black = printed & (print_ <= ink + RAISED_BRIGHT_GREY_LEVELS)
    return bool(black.sum() > MIN_BLACKER_SHARE * max(1, int(printed.sum())))


def _opened(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    stroke = np.ones((STROKE_WINDOW_PIXELS, STROKE_WINDOW_PIXELS), np.uint8)
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, stroke) > 0, np.bool_)


def _inner(quad: Floats) -> Floats:
    return np.asarray(quad + (quad.mean(0) - quad) * (2 * PRINT_INSET_SHARE), np.float32)


def _copy(picture: Picture, quad: Floats) -> Picture:
    place = _inner(quad)[[0, 1, 3]]
    onto = cv2.getAffineTransform(
        place, np.array([[0, 0], [PRINT_COPY_SIDE_PIXELS, 0], [0, PRINT_COPY_SIDE_PIXELS]], np.float32)
    )
    copy = cv2.warpAffine(
        picture, onto, (PRINT_COPY_SIDE_PIXELS, PRINT_COPY_SIDE_PIXELS), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(copy, np.uint8)


def _hull(pale: NDArray[np.bool_], quad: Floats) -> tuple[float, Floats]:
    """Return the convex hull of the places in `pale`, a mask of the card's copy: the share of the card that
    the hull covers, and the hull in photograph pixels."""
    ys, xs = np.nonzero(pale)
    hull = cv2.convexHull(np.column_stack([xs, ys]).astype(np.float32)).reshape(-1, 2)
    share = cv2.contourArea(hull) / PRINT_COPY_SIDE_PIXELS**2
    a, b, _, d = _inner(quad)
    hull = hull / PRINT_COPY_SIDE_PIXELS
    return share, np.asarray(a + hull[:, :1] * (b - a) + hull[:, 1:] * (d - a), np.float32)

"""Cards of which little more shows than a corner letter: a hand fanned out, a column laid downwards.

The finder's outlines of such cards differ by less than its own error, and a crop of one shows mostly its
neighbours. A corner letter, seen for itself, says which card it is, which way it is turned and where its
corner lies; how large it is, its neighbours tell.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import INDEX_LEAST, INDEX_LONG, LETTERS, Floats, axes, lean
from vision.crops import Outline, Pyramid
from vision.indices.blank import blank
from vision.indices.joining import joined, outvoted
from vision.indices.relations import SURE, found_twice, within
from vision.indices.spots import TWICE, Spot, once, spotted
from vision.pieces.closer import Box, places, round_about, whole
from vision.pieces.letters import Piece, corners_of
from vision.pieces.printed import without_edges, without_print
from vision.plane.edges import alone, edges

OBLONG: Final = 1.2
"""Height over width from which a piece is a card, half-way between tiles and the squarest cards (1.4): tiles
bear no corner letters."""

MARGIN: Final = 0.35
"""Surroundings of a crowded place that are looked at, in card lengths: a corner may stick out of it."""

MOST: Final = 1600 * 1200
"""Pixels that the spotter may be shown altogether, so that a table full of doubt costs a bounded time: half
as many again as the finder's closer looks may take, since letters are small."""

NEAR: Final = 0.4
"""Card lengths from a window's rim within which a letter says that the fan may go on beyond it: fanned cards
are an eighth to a quarter apart, and a letter that the rim cuts, a tenth to a seventh large, is not seen. At
0.3 a hand went unread whose next letter was cut."""

STEP: Final = 0.7
"""Card lengths that are then looked at beyond the rim, to every side of that letter: as far as a few cards
more of the fan reach."""

FINEST: Final = 1.6
"""Times that a photograph may be enlarged for the spotter, as in training."""

COARSEST: Final = 0.6
"""Share of the wanted scale below which a place is not worth looking at: training goes down to 0.62."""

WORTH: Final = 0.7
"""Share of the smallest cards whose corner letters lessons show, from which those are worth asking. A table
filmed at 1280 x 720 shows such cards, and is asked about a third as often as if they were left alone."""

EVIDENT: Final = 0.5
"""How sure the spotter must be of a letter that tells where the pack's letters stand: likelier one than not,
for the middle of several is taken and the letter must be read for sure besides."""

SEEN: Final = 0.4
"""How sure the finder must be of a card that is to tell how large they are: of what it gives less, two in
three are none."""

EDGED: Final = 0.85
"""Share of the best seen card's edges that others must show to tell how large cards are: where cards lie over
one another, it is the upper ones."""

SEVERAL: Final = 4
"""Sure pieces, or sure letters, from which on they tell what is usual: of four the middle stands though one
of them is odd."""

SPREAD: Final = (0.055, 0.05)
"""Card lengths by which letters may stand elsewhere, to the right and below: an I is narrower than a W, but
all are of one height."""

OTHER: Final = 0.3
"""Difference of two inks' directions from which they are two. Of 289 letters of path-traced scenes none was
further from the others of its pack than 0.28, one in a hundred further than 0.2; red figures beside
black letters were 0.32 to 0.41 away."""

INKS: Final = (0.2, 6.0)
"""Where letters differ less among themselves, so does a figure: this far is another ink if it is so many
times their median difference. A dull red 8 beside dark blue letters is 0.29 away, and these 0.01."""

SAME: Final = 0.05
"""Difference of two inks within which they are one: a sixth of what makes them two (`OTHER`). Then it is the
corner that was misjudged, ..."""

WIDER: Final = (0.075, 0.1)
"""... if the letter stands no further off than this (card lengths, to the right and below), a third more and
twice as much as `SPREAD`, ..."""

COLOURED: Final = 0.2
"""... and if the pack's figures, several of them, are printed in an ink further off than this, as one letter
in a hundred is: else figures are of the letters' ink, and it tells nothing."""

UNLIKE: Final = frozenset(LETTERS.index(letter) for letter in "AEFHKMNRUVWXY")
"""Letters that no figure of the same ink is taken for: 0 to 3 and 5 to 9 look like the others. Such
a one read for sure, however wide, is a letter, though the pack's figures do not tell their ink."""

SHORT: Final = 0.6
"""Share of the letters' usual height below which what figures look like is one: they are printed half as
tall. Of 4,200 corner letters in rendered and traced pictures ten such were so short, blurred ones, and of the
figures that were read as sure letters 17."""

TALL: Final = 0.8
"""The same from which on it is none. In three traced hands a plain letter, its corner misjudged, was left out
for looking like a figure."""

UPRIGHT: Final = 0.9
"""Chance that a lone corner letter is the upper one, nine to one: hands are fanned to show those. By
judgement; a word's line settles it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How the cards of a photograph appear. `onto` (2, 2): card lengths on the table to pixels, up to a turn
    of the table; `wide`: a card's width in its lengths."""

    onto: NDArray[np.float64]
    wide: float

    def card(self, up: Floats) -> tuple[Floats, Floats]:
        """The edges, pixels, upwards and to the right of a card whose up direction in the picture is `up`."""
        ahead = np.linalg.solve(self.onto, up)
        ahead /= np.hypot(*ahead)
        # Rows count downwards, so a quarter turn clockwise takes (x, y) to (-y, x).
        right = self.onto @ np.array([-ahead[1], ahead[0]]) * self.wide
        return (self.onto @ ahead).astype(np.float32), right.astype(np.float32)


def indexed(
    pyramid: Pyramid,
    pieces: tuple[Piece, ...],
    among: tuple[Piece, ...] = (),
    gone: tuple[Piece, ...] = (),
) -> tuple[Piece, ...]:
    """`pieces` with the cards that corner letters tell of, in crowded and doubtful places. `among` are pieces
    already settled, which stay as they are; `gone` lay there in the photograph before, and may now lie under
    others. Of a pack with corner letters alone every card's are asked."""
    small = {id(piece) for piece in without_edges(pyramid, pieces, among)}
    every = (*(piece for piece in pieces if id(piece) not in small), *among)
    printed = tuple(piece for piece in pieces if id(piece) in small and piece.likely)
    cards = tuple(piece for piece in pieces if not (id(piece) in small and piece.likely))
    lost = (old for old in gone if not any(found_twice(old, piece) for piece in pieces))
    crowded = places(cards, (*among, *lost), printed, slivers=True)
    told = _told(pyramid, crowded, every) if crowded else ()
    # Where no card is told by its corner letter, small pieces may be what they seem.
    read = joined(cards if told else pieces, told, among)
    bare = _bare(pyramid, read, among)
    if not bare:
        return read
    corners = _told(pyramid, round_about(bare), every)
    # A hand of which hardly a card was seen may lie beside them.
    known = [piece.corners for piece in (*read, *among) if piece.best >= SURE]
    unknown = tuple(card for card in corners if card.glyph is not None and not within(card.glyph, known))
    return outvoted(joined(read, unknown, among), corners)


def _told(pyramid: Pyramid, cores: Sequence[tuple[Box, float]], pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The cards that corner letters in these places tell of. `pieces`: all that were read."""
    cards = without_print(pieces)
    shape = None if _tiles(cards) else shape_of(_by_edges(pyramid, cards))
    if shape is None:
        return ()
    left, spots, sheet = float(MOST), list[Spot](), whole(pyramid.levels[0])
    known = [piece.corners for piece in pieces if piece.best >= SURE]
    for core, _ in cores:
        long = float(np.median([p.outline.height for p in _nearest(cards, core)]))
        if long < WORTH * INDEX_LEAST:
            continue
        window = sheet.part(core.grown(MARGIN * long))
        wanted = min(FINEST, INDEX_LONG / long)
        scale = min(wanted, float(np.sqrt(max(0.0, left) / max(1.0, window.area))))
        if scale < COARSEST * wanted:
            break
        look = partial(spotted, pyramid, long=long, scale=scale)
        found, rest = onwards(look, window, sheet, long, left / scale**2, known)
        left = rest * scale**2
        spots += once(found, TWICE / scale)
    return tuple(card for spot in alike(spots, shape) if (card := card_of(spot, shape)) is not None)


def _tiles(pieces: Sequence[Piece]) -> bool:
    """Whether what lies there are tiles, which bear no corner letters but figures: most of the area that was
    read for sure is square, whatever else a doubtful outline of one may look like."""
    sure = [p for p in pieces if p.best >= SURE and p.letter > p.back]
    square = sum(p.area for p in sure if p.outline.height <= OBLONG * p.outline.width)
    return 2 * square > sum(p.area for p in sure)


def _by_edges(pyramid: Pyramid, pieces: Sequence[Piece]) -> Sequence[Piece]:
    """The cards read for sure whose edges are seen about as well as the best's, with the corners that these
    tell: of a covered card the speller's outline is a tenth too narrow. All pieces where no card is sure."""
    sure = [p for p in pieces if _surely_card(p)]
    if not sure:
        return pieces
    seen = edges(pyramid, corners_of(sure))
    plain = seen.borne_out >= EDGED * seen.borne_out.max()
    cards = zip(sure, alone(seen), plain, strict=True)
    return [replace(piece, corners=corners) for piece, corners, shown in cards if shown]


def _bare(pyramid: Pyramid, pieces: tuple[Piece, ...], among: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Those of `pieces` read for sure whose middle is blank, if most cards' are: each is to be read by its
    corners. A card just added is one of the pack that lies there."""
    sure, lying = ([p for p in some if _surely_card(p)] for some in (pieces, among))
    plain = blank(pyramid, corners_of(sure))
    count = len(sure) + len(lying)
    if not plain.any() or count < SEVERAL:
        return ()
    if 2 * (int(plain.sum()) + int(blank(pyramid, corners_of(lying)).sum())) <= count:
        return ()
    return tuple(compress(sure, plain))


def _surely_card(piece: Piece) -> bool:
    oblong = piece.outline.height > OBLONG * piece.outline.width
    return oblong and piece.best >= SURE and piece.letter > piece.back


def onwards(
    look: Callable[[Box], tuple[Spot, ...]],
    window: Box,
    sheet: Box,
    long: float,
    pixels: float,
    known: Sequence[Floats] = (),
) -> tuple[list[Spot], float]:
    """The letters that a `look` finds in a window, and on beyond its rims where some of them stand near one:
    a fan goes on there of which the finder saw a part. Letters on the `known` cards, (4, 2) quads, tell of no
    fan. `sheet`: all of the photograph; `long`: pixels of a card's long side. Looks at `pixels` at most
    beside the window, and also returns how many are left."""
    taken, spots, wanted = list[Box](), list[Spot](), [window]
    while wanted and (wanted[0].area <= pixels or not taken):
        taken.append(wanted[0])
        pixels -= wanted[0].area
        spots += look(wanted[0])
        inner = [_inner(box, sheet, NEAR * long) for box in taken]
        plain = (s.middle.tolist() for s in spots if s.score >= EVIDENT and s.chances.max() >= SURE)
        last = [(x, y) for x, y in plain if not any(box.holds(x, y) for box in inner)]
        open_ = [(x, y) for x, y in last if not any(_on(quad, x, y) for quad in known)]
        wanted = [sheet.part(Box(x, y, x, y).grown(STEP * long)) for x, y in open_[:1]]
    return spots, pixels


def _on(quad: Floats, x: float, y: float) -> bool:
    return cv2.pointPolygonTest(quad, (x, y), measureDist=False) >= 0


def _inner(window: Box, sheet: Box, rim: float) -> Box:
    """The window without its rims, but for those that are the photograph's."""
    right, bottom = window.right < sheet.right, window.bottom < sheet.bottom
    return Box(
        window.left + rim * (window.left > sheet.left), window.top + rim * (window.top > sheet.top),
        window.right - rim * right, window.bottom - rim * bottom,
    )  # fmt: skip


def _nearest(pieces: Sequence[Piece], core: Box) -> list[Piece]:
    inner = [p for p in pieces if core.holds(*p.corners.mean(0).tolist())]
    return inner or list(pieces)


def shape_of(pieces: Sequence[Piece]) -> Shape | None:
    """How large cards appear, from those that were read; None when no card tells."""
    oblong = [p for p in pieces if p.outline.height > OBLONG * p.outline.width]
    if not oblong:
        return None
    # The middle of a few is not better for their being read well, and in a fan even such outlines are off.
    # Nor is what the finder hardly saw as a card: of a large one it may be the corner letter alone.
    clear = [p for p in oblong if p.best >= SURE and p.outline.score >= SEEN]
    clear = clear if len(clear) >= SEVERAL else oblong
    edges = [axes(p.corners) for p in clear]
    # Tilt makes some cards seem narrow and others short; over cards turned every way the middle is right.
    wide = float(np.median([np.hypot(*right) / max(1e-6, np.hypot(*up)) for up, right in edges]))
    maps = [np.column_stack([right / wide, up]) for up, right in edges]
    spread = np.median([m @ m.T for m in maps], axis=0)
    # Its symmetric root; how a card itself is turned on the table has left no trace in m @ m.T.
    values, vectors = np.linalg.eigh(spread)
    return Shape(vectors @ np.diag(np.sqrt(np.maximum(values, 1.0))) @ vectors.T, wide)


def alike(spots: Sequence[Spot], shape: Shape) -> tuple[Spot, ...]:
    """The spots that stand in their corners as most of the sure ones do, in their ink, and as tall. A pack's
    letters are all printed in one place; what stands elsewhere in a corner, or is red where they are black,
    or shorter, is a figure or an ornament. Where figures are, a letter of the very ink is one of the pack's,
    whose corner was misjudged."""
    plain = [n for n, s in enumerate(spots) if s.score >= EVIDENT and float(s.chances.max()) >= SURE]
    if len(plain) < SEVERAL:
        return tuple(spots)
    lie, inks = np.array([_inwards(spot, shape) for spot in spots]), np.array([spot.ink for spot in spots])
    sure = lie[plain]
    upper = sure[sure[:, 0] > 0]
    # Letters upright at the lower right as well stand there as often as at the upper left.
    usual = np.median(np.abs(upper if 2 * len(upper) > len(sure) else sure), axis=0)
    lower = len(sure) - len(upper) > len(upper) / 3
    side = (lie[:, 0] > 0) | lower
    off = np.abs(np.abs(lie) - usual)
    apart = np.linalg.norm(inks - np.median(inks[plain], axis=0), axis=1)
    other = min(OTHER, max(INKS[0], INKS[1] * float(np.median(apart[plain]))))
    talls = np.array([spot.tall for spot in spots])
    short = (talls < SHORT * np.median(talls[plain])) & (talls > 0)  # else it is not known
    figures = np.array([s.letter not in UNLIKE for s in spots]) & short
    placed = (off < SPREAD).all(1) & side & (apart < other) & ~figures
    told = (apart > COLOURED).sum() >= SEVERAL
    tall = talls > TALL * np.median(talls[plain])
    letters = np.array([s.letter in UNLIKE for s in spots]) | tall
    letters &= np.array([float(s.chances.max()) >= SURE for s in spots])
    moved = (off < WIDER).all(1) & side & (apart < SAME) & (told | letters) & ~(placed | short)
    settled = [_moved(spot, shape, usual) if m else spot for spot, m in zip(spots, moved, strict=True)]
    return tuple(compress(settled, placed | moved))


def _moved(spot: Spot, shape: Shape, usual: NDArray[np.float64]) -> Spot:
    """The letter with its card's corner where the pack's letters have it: between cards edges are many."""
    up, right = shape.card(spot.up)
    across, down = np.copysign(usual, _inwards(spot, shape))
    inwards = across / shape.wide * right - down * up
    return replace(spot, corner=np.asarray(spot.middle - inwards, np.float32))


def _inwards(spot: Spot, shape: Shape) -> tuple[float, float]:
    """How far a corner letter stands from its corner, in card lengths: to the right of it, and below."""
    up, right = shape.card(spot.up)
    inwards = spot.middle - spot.corner
    across, down = inwards @ right / (right @ right), -(inwards @ up) / (up @ up)
    return float(across) * shape.wide, float(down)


def card_of(spot: Spot, shape: Shape) -> Piece | None:
    """The card that a corner letter stands on: at its upper left, or at its lower right where it is printed
    upright there. None for what stands at another corner, as figures do."""
    across, down = _inwards(spot, shape)
    if across * down <= 0:
        return None
    up, right = shape.card(spot.up)
    top_left = spot.corner if across > 0 else spot.corner - right + up
    quad = np.array([top_left, top_left + right, top_left + right - up, top_left - up], np.float32)
    x, y = quad.mean(0).tolist()
    outline = Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up), spot.score)
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0], chances[2] = UPRIGHT * spot.chances, (1 - UPRIGHT) * spot.chances
    return Piece(quad, chances, 0.0, 0.0, outline, spot.corner, spot.middle)

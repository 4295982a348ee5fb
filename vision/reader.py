"""Read everything on the table from one photograph.

The reader keeps nothing between photographs. Its caller passes the last reading in.

The steps: changes since the last photograph, detection in changed places, classification, a closer look at
crowds and doubts, a tighter classification, corner letters, one reading for each piece, covered cards, edges,
rectification, and figures where letters are in doubt.
"""

import json
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, compress
from typing import Final, Literal

import numpy as np

from engine.observation import Observation
from vision.change_detection import (
    NO_CHANGES,
    PictureChanges,
    Trace,
    downscale,
    find_changes,
    is_already_known,
    with_new_copy,
)
from vision.corner_letters.cards import add_corner_cards
from vision.crops import Outline, Picture, Pyramid
from vision.detection_budget import Budget
from vision.enrol.prototypes import Prototypes
from vision.figures.deck_layout import NO_FIGURES
from vision.figures.selection import read_needed_figures
from vision.filtering.paper_colour import drop_other_paper
from vision.filtering.plain_backs import drop_plain_backs
from vision.filtering.relative_size import drop_dwarfed, drop_undersized
from vision.filtering.suppression import (
    drop_implausible,
    have_usual_size,
    select_pieces,
    stand_upright,
    suppress_duplicates,
)
from vision.geometry import mat
from vision.geometry.edges import support_near_corners
from vision.geometry.rectification import Plane
from vision.geometry.refinement import refine, refine_each
from vision.missed_cards.occluded import find_occluded
from vision.missed_cards.unlettered import MIN_UNLETTERED_PROBABILITY, PiecesFound, find_unlettered
from vision.network import WEIGHTS
from vision.pieces.augmented_views import average_views
from vision.pieces.backs import drop_bare_table
from vision.pieces.classify import (
    ClassifierSettings,
    Piece,
    calibrate,
    classify,
    corners_of,
    iou,
    needs_no_second_look,
    one_look_suffices,
    tighter_outlines,
)
from vision.pieces.detect import LOOK_SIDE_PIXELS, MIN_PIECE_HEAT, detect_multiscale
from vision.pieces.masters import find_masters
from vision.pieces.neighbours import are_not_overlapped, lies_on
from vision.pieces.upside_down import find_orientations
from vision.pieces.zoom import PictureBox, zoom_in
from vision.sightings import sightings
from vision.weight_checksums import read_checked

PieceKind = Literal["cards", "tiles"]


NO_LETTER_PROBABILITY: Final = 0.975
"""The probability of no letter from which a piece is not read again from a tighter outline. At 0.96 a card
half under a hand was lost. With an enrolled deck every piece is read again."""

KEPT_READING_PROBABILITY: Final = 0.5
"""The probability of a first reading from which the reading is kept although the closer look does not show
the piece (`MIN_KEPT_OVERLAP`)."""

MIN_KEPT_OVERLAP: Final = 0.3
"""The overlap (intersection over union) above which a piece from the closer look replaces a first reading.
Without such a piece the first reading is kept: on a large card the closer look may find only the corner
letters, or nothing to read. Of 2,194 held-back cards eleven more are found with this rule."""


MIN_FINDER_PROBABILITY: Final = 0.4
"""The least probability of the finder for a piece that the speller takes for print without a letter to be a
card. Newsprint, which may look like a card, hardly ever reaches it."""

BLANK_CARD_PROBABILITIES: Final = ((0.6, 0.7), (0.5, 0.9))
"""Pairs of least probabilities: of the finder for a card, and of the speller for no letter on the card. A
piece that reaches both probabilities of one pair is a card without a letter, whatever its print. For a
snapshot on the table the speller gives 0.65."""

LONE_CARD_PROBABILITY: Final = 0.6
"""The least probability of the finder for a card without a letter when nothing else on the table is a
card. The limit is high: a leaflet lies alone, but the cards without a letter of a pack lie with others."""

MIN_ROW_CARD_PROBABILITY: Final = 0.4
"""The least probability of the finder for an unread outline to be a card where a row has room for one. Two in
three outlines below this probability are no cards."""

MIN_ROW_CARD_EDGE_SHARE: Final = 0.65
"""The least visible share of the edges of an unread card in a row, without its faintest edge. A shape in a
row that only looks like a card has 0.4, a card 0.7."""


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The reading of one photograph. `pieces[i]` (pixels) and `observation.cards[i]` (millimetres) are the
    same piece."""

    width: int
    """The photograph's width, pixels."""
    height: int
    """The photograph's height, pixels."""
    pieces: tuple[Piece, ...]
    """The pieces that were read on the table, in photograph pixels."""
    plane: Plane
    """The map between the photograph and the table."""
    observation: Observation
    """The pieces as sightings in millimetres on the table, for the engine."""
    unlettered: tuple[Piece, ...] = ()
    """Pieces that look like cards but have no letter: advertisements, pictures, court cards."""
    trace: Trace | None = field(default=None, compare=False, repr=False)
    """The part of this reading that the next one reuses."""
    unsure: tuple[Piece, ...] = ()
    """Pieces with plain edges and the size of a card, whose print could not be told: possibly cards."""
    unread: tuple[Piece, ...] = ()
    """The pieces that show a card's edges but were not read: cards without a letter, pieces with an unknown
    print, and faint detections."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of photographs: its settings, and the deck that it knows."""

    look_pixels: int = LOOK_SIDE_PIXELS
    """The longer side of the picture in which cards are detected, pixels. It also limits all later looks
    (`budget`)."""
    min_heat: float = MIN_PIECE_HEAT
    """The least probability, by the finder, at which a piece is detected."""
    temperature: float = 1.0
    """The divisor of the speller's scores that calibrates its probabilities at each look."""
    joint_temperature: float = 1.0
    """The divisor that calibrates the probabilities of a piece's letters after all looks at the piece are
    combined (`calibrate`). It divides their logarithms."""
    deck: Prototypes | None = None
    """The enrolled deck in use, or the pictures of its Masters, or None."""

    @classmethod
    def load(cls, look_pixels: int = LOOK_SIDE_PIXELS, deck: Prototypes | None = None) -> "Reader":
        """Return the reader with the calibration that was measured for the committed weights."""
        return cls(look_pixels, MIN_PIECE_HEAT, *_calibration(), deck)

    @property
    def settings(self) -> ClassifierSettings:
        """Return the settings with which the speller classifies pieces: the divisor of its scores, and the
        deck."""
        return ClassifierSettings(self.temperature, self.deck)

    @property
    def enrolled_deck(self) -> Prototypes | None:
        """Return the enrolled deck, or None without one. A deck of which only Masters are known does not
        count."""
        return self.deck if self.deck is not None and self.deck.lettered else None

    @property
    def budget(self) -> Budget:
        """Return the budget that the size of the first look (`look_pixels`) leaves for the later looks."""
        return Budget(self.look_pixels)

    def read(
        self, picture: Picture, piece_kind: PieceKind | None = None, last_reading: PhotoReading | None = None
    ) -> PhotoReading:
        """Return the reading of a (h, w, 3) blue-green-red photograph. `piece_kind` is the kind of the
        pieces, cards or tiles, if it is known.

        With this reader's `last_reading` reading, only the parts that have changed since are read. If nothing
        has changed, `pieces` and `observation` are those of `last_reading` themselves.
        """
        pyramid = Pyramid.of(picture)
        small = downscale(pyramid)
        before = (
            None
            if last_reading is None or (last_reading.width, last_reading.height) != picture.shape[1::-1]
            else last_reading.trace
        )
        changes = (
            None
            if before is None or before.piece_kind != piece_kind
            else find_changes(before, small, picture)
        )
        if changes is None or before is None or last_reading is None:
            marks = mat.find_marks(picture)
            return self.assemble(
                pyramid, self._read_whole(pyramid, marks, piece_kind), Trace(small, (), marks, piece_kind)
            )
        if not changes.changed_places:
            return replace(last_reading, trace=with_new_copy(before, small))
        fresh = (
            self._read_part(pyramid, place, changes, before.marks, piece_kind)
            for place in changes.changed_places
        )
        return self.assemble(
            pyramid,
            (*changes.kept_pieces, *chain.from_iterable(fresh)),
            with_new_copy(before, small),
            last_reading.plane,
        )

    def _read_whole(
        self, pyramid: Pyramid, marks: tuple[mat.FoundMark, ...], piece_kind: PieceKind | None
    ) -> tuple[Piece, ...]:
        """Return everything in the photograph that the finder takes for a piece, classified."""
        outlines, look_pixels = detect_multiscale(pyramid, self.look_pixels, self.min_heat)
        return self._classified(pyramid, mat.off_marks(outlines, marks), look_pixels, piece_kind)

    def _read_part(
        self,
        pyramid: Pyramid,
        place: PictureBox,
        changes: PictureChanges,
        marks: tuple[mat.FoundMark, ...],
        piece_kind: PieceKind | None,
    ) -> tuple[Piece, ...]:
        """Return the newly detected and classified pieces in one part of the photograph. Pieces that the
        earlier reading knows and that have not changed (`changes.kept_pieces`) are not among them."""
        kept_outlines, window = (
            [piece.outline for piece in changes.kept_pieces],
            (place.left, place.top, place.right, place.bottom),
        )
        outlines, look_pixels = detect_multiscale(
            pyramid, self.look_pixels, self.min_heat, kept_outlines, window
        )
        wanted = tuple(
            o for o in outlines if place.holds(o.x, o.y) and not is_already_known(changes.kept_pieces, o)
        )
        return self._classified(pyramid, mat.off_marks(wanted, marks), look_pixels, piece_kind, changes)

    def _classified(
        self,
        pyramid: Pyramid,
        outlines: tuple[Outline, ...],
        look_pixels: int,
        piece_kind: PieceKind | None,
        changes: PictureChanges = NO_CHANGES,
    ) -> tuple[Piece, ...]:
        """Return the pieces at the outlines, with the cards that corner letters show. Places where pieces
        overlap or are doubtful get a closer look."""
        # An enrolled deck may be so odd that only likeness to its own cards, seen closely, tells its letters.
        no_letter_limit = NO_LETTER_PROBABILITY if self.enrolled_deck is None else np.inf
        rough = self._with_closer_look(
            pyramid, classify(pyramid, outlines, self.settings), look_pixels, changes.kept_pieces
        )
        read = self._with_tighter_look(
            pyramid, tuple(p for p in rough if p.other_probability < no_letter_limit)
        )
        bare = _reclassified_unlettered(
            pyramid, tuple(p for p in rough if p.other_probability >= no_letter_limit), self.settings
        )
        # Tiles have figures in their corners and no letters. Letters so odd that a household had to enrol
        # them do not look like other decks' corner letters.
        if piece_kind == "tiles" or (self.enrolled_deck is not None and not self.enrolled_deck.legible):
            return (*read, *bare)
        kept_cards = tuple(p for p in changes.kept_pieces if p.other_probability < no_letter_limit)
        return (*add_corner_cards(pyramid, read, kept_cards, changes.changed_pieces, self.budget), *bare)

    def _with_closer_look(
        self,
        pyramid: Pyramid,
        rough: tuple[Piece, ...],
        look_pixels: int,
        kept_pieces: tuple[Piece, ...],
    ) -> tuple[Piece, ...]:
        """Return the pieces `rough`, those in crowded or doubtful places read again in a closer look."""
        scale = look_pixels / max(pyramid.levels[0].shape[:2])
        better = zoom_in(pyramid.levels[0], rough, scale, kept_pieces, self.budget)
        seen, remaining = {p.outline for p in rough}, set(better)
        readings = classify(pyramid, tuple(o for o in better if o not in seen), self.settings)
        closely = (*(p for p in rough if p.outline in remaining), *readings)
        return (*closely, *_lost_in_closer_look(rough, closely))

    def _with_tighter_look(self, pyramid: Pyramid, rough: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """Return the pieces `rough`, those that were not seen well or overlap another piece read again from
        corners that are right within a few pixels. Doubtful pieces are then read in several views."""
        settings, budget = self.settings, self.budget
        well = [self.enrolled_deck is None and one_look_suffices(p, budget) for p in rough]
        enough = needs_no_second_look(rough, are_not_overlapped(rough) & np.array(well, bool), budget)
        close = classify(pyramid, tighter_outlines(compress(rough, ~enough)), settings)
        return average_views(pyramid, (*compress(rough, enough), *close), settings, budget)

    def assemble(
        self, pyramid: Pyramid, classified: tuple[Piece, ...], trace: Trace, last_plane: Plane | None = None
    ) -> PhotoReading:
        """Return the reading of a photograph from all its classified detections. `trace` is that of the
        earlier reading, or a new one for a photograph that was read as a whole. `last_plane` is the map from
        pixels to the table in the last photograph."""
        height, width = pyramid.levels[0].shape[:2]
        tiles = trace.piece_kind == "tiles"
        classified = classified if tiles else tuple(map(stand_upright, classified))
        pieces = drop_plain_backs(
            pyramid, drop_other_paper(pyramid, drop_implausible(drop_bare_table(select_pieces(classified))))
        )
        if not tiles:
            pieces = (*pieces, *find_occluded(pyramid, pieces))
        found_unlettered = tuple(p for p in classified if _is_unlettered(p) and not p.edge_fitted)
        found_unlettered = suppress_duplicates(tuple(p for p in found_unlettered if not lies_on(p, pieces)))
        if not pieces and len(found_unlettered) == 1:
            found_unlettered = tuple(p for p in found_unlettered if p.outline.score >= LONE_CARD_PROBABILITY)
        unlettered = refine_each(pyramid, found_unlettered)
        refined = refine(pyramid, pieces, trace.marks, last_plane)
        plane = refined.plane
        # The size is that of the outlines before the edge search, which assumes a card of the usual size.
        pieces = tuple(
            compress(refined.pieces, refined.has_own_edges & np.array(have_usual_size(pieces, plane), bool))
        )
        pieces_found = PiecesFound(pieces, classified, unlettered)
        bare = find_unlettered(pyramid, pieces_found, plane, self.settings, self.budget)
        pieces = drop_dwarfed(bare.pieces, bare.unlettered, plane)
        unlettered, unsure = drop_undersized(bare.unlettered, pieces, plane), bare.unsure
        if not tiles:
            pieces, unlettered, unsure = find_masters(pyramid, pieces, (unlettered, unsure), plane)
        # A card of an enrolled deck is as sure as its likeness to the enrolled cards.
        pieces = calibrate(pieces, self.joint_temperature) if self.enrolled_deck is None else pieces
        orientations = find_orientations(pyramid, pieces, trace.orientations)
        figure_layout = NO_FIGURES if self.deck is None else self.deck.figure_layout
        sighted = sightings(pieces, plane, width, height, orientations)
        cards, figures = sighted, trace.figures
        if self.budget.second_look_share > 0:
            with_figures = read_needed_figures(pyramid, pieces, sighted, figure_layout.places, trace.figures)
            cards, figures = with_figures.cards, with_figures.figures
        seen = Observation(plane.width, plane.height, cards, (), figure_layout.figures)
        unread = _unread(pyramid, classified, pieces, (*unlettered, *unsure))
        classified = (*_with_fitted_corners(classified, pieces), *bare.fresh(classified))
        new_trace = replace(trace, classified=classified, figures=figures, orientations=orientations)
        return PhotoReading(width, height, pieces, plane, seen, unlettered, new_trace, unsure, unread)


def _reclassified_unlettered(
    pyramid: Pyramid, rough: tuple[Piece, ...], settings: ClassifierSettings
) -> tuple[Piece, ...]:
    """Return `rough` with its cards without a letter classified again from tighter corners, so that their
    print is judged on a better crop.

    A card keeps its first reading if the second one is less sure that the card has no letter.
    """
    numbers = [n for n, piece in enumerate(rough) if _is_unlettered(piece)]
    readings = classify(pyramid, tighter_outlines(rough[n] for n in numbers), settings)
    pieces = list(rough)
    for n, reading in zip(numbers, readings, strict=True):
        pieces[n] = reading if _is_unlettered(reading) else rough[n]
    return tuple(pieces)


def _is_unlettered(piece: Piece) -> bool:
    """Return True if the piece was surely read as a card without a letter."""
    plain = any(
        piece.outline.score >= card and piece.other_probability >= none
        for card, none in BLANK_CARD_PROBABILITIES
    )
    return plain or (
        piece.outline.score >= MIN_FINDER_PROBABILITY
        and piece.unlettered_probability >= MIN_UNLETTERED_PROBABILITY
    )


def _unread(
    pyramid: Pyramid, classified: tuple[Piece, ...], pieces: tuple[Piece, ...], unlettered: tuple[Piece, ...]
) -> tuple[Piece, ...]:
    """Return the shapes that look like cards without a legible letter and lie on none of the `pieces`: the
    cards without a letter `unlettered`, and outlines that were not read."""
    doubtful = tuple(p for p in classified if not p.is_likely and p.outline.score >= MIN_ROW_CARD_PROBABILITY)
    outlines = (
        *unlettered,
        *suppress_duplicates(tuple(p for p in doubtful if not lies_on(p, (*pieces, *unlettered)))),
    )
    if not outlines:
        return ()
    # A neighbour may lie over one of its edges.
    visible_shares = np.sort(support_near_corners(pyramid, corners_of(outlines)), 1)[:, 1]
    return tuple(compress(outlines, visible_shares >= MIN_ROW_CARD_EDGE_SHARE))


def _lost_in_closer_look(rough: tuple[Piece, ...], closely: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces of the first look that the closer look lacks, or reads as nothing. On a large card
    the closer look may find only the corner letters."""
    closely_seen = {id(piece) for piece in closely}
    lost = (p for p in rough if p.best_probability >= KEPT_READING_PROBABILITY and id(p) not in closely_seen)
    return tuple(
        p
        for p in lost
        if not any(c.is_likely and iou(p.corners, c.corners) > MIN_KEPT_OVERLAP for c in closely)
    )


def _with_fitted_corners(classified: tuple[Piece, ...], pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the `classified` pieces, with the corners of the same pieces in `pieces` where these were fitted
    to the edges. A piece that stays in place then keeps the fitted corners in the next reading."""
    fitted_corners = {p.outline: p.corners for p in pieces if p.edge_fitted}
    return tuple(
        replace(p, corners=fitted_corners[p.outline], edge_fitted=True)
        if p.outline in fitted_corners and not p.edge_fitted
        else p
        for p in classified
    )


@cache
def _calibration() -> tuple[float, float]:
    calibration = json.loads(read_checked(WEIGHTS / "calibration.json"))
    return float(calibration["temperature"]), float(calibration["said"])

"""Measure the reader against labelled photographs, for the bench, the tests and the model card.

A labelled set is either a folder with `labels.json` (`<set>/photos/*.jpg`) or a folder of scenes with one
JSON beside each picture. Labels are for measuring only.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.pieces.classify import Piece, iou
from vision.reader import PhotoReading
from vision.tensor_format import LETTERS, Floats

MIN_OVERLAP: Final = 0.5
"""The least overlap (intersection over union) of a piece that was read with a labelled piece. With less,
they are different pieces."""

MUST_BE_FOUND_BONUS: Final = 0.1
"""The amount added to a piece's overlap with a label that must be found, when pieces are matched with
labels. In a pile the top card and a covered card lie at nearly the same place, and only the top card must be
found. The addition makes sure that the piece is matched with the top card."""

SURE_READING_PROBABILITY: Final = MIN_SURE_LETTER_PROBABILITY
"""The least probability of a letter that counts as sure. It is the engine's own limit."""


@dataclass(frozen=True, slots=True)
class LabelledPiece:
    """A piece on a labelled photograph."""

    letter: str | None
    """The letter A-Z, `?` for a Master, or None for a back or a piece without a letter."""
    quad: Floats
    """The corners (4, 2), pixels."""
    counted: bool = True
    """True if the reader must find and read the piece."""


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A labelled photograph."""

    path: Path
    """The file of the photograph."""
    pieces: tuple[LabelledPiece, ...]
    """The labelled pieces."""
    words: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Each word with the indices of its letters in `pieces`, in reading order."""
    category: str = ""
    """The category of a path-traced scene, or the label's description of cards and table on a photograph."""


@dataclass(slots=True)
class ReadingTally:
    """The counts of readings of a labelled set."""

    photos: int = 0
    """The number of photographs."""
    counted: int = 0
    """The number of pieces that must be found and read."""
    found: int = 0
    """The number of pieces that must be found and were found."""
    right: int = 0
    """The number of pieces that must be found and were read right."""
    sure_wrong: int = 0
    """The number of pieces that must be found and for which the reader gave a wrong letter as sure."""
    false: int = 0
    """The number of pieces that were read as letters and match no label. A second reading of a labelled
    piece is one of them."""
    false_backs: int = 0
    """The number of pieces that were read as backs and match no label."""
    corner_error: list[float] = field(default_factory=list)
    """For each piece that must be found and was found, the mean error of its corners, in long sides of the
    piece."""
    predictions: list[tuple[float, bool]] = field(default_factory=list)
    """For each piece that must be found and was found: the confidence of its letter, and True if the letter
    is right."""
    wrong: list[str] = field(default_factory=list)
    """A line for people about each error."""
    pairs: list[tuple[str, str]] = field(default_factory=list)
    """The true letter and the letter read, for each piece that must be found. The letter read is `-` for a
    piece that was not found or was read as a back."""

    def row(self) -> dict[str, float | int]:
        """Return the figures for docs/measured.md, by name: counts, shares from 0 to 1, the median corner
        error in long sides, and the calibration error."""
        return {
            "photos": self.photos,
            "pieces": self.counted,
            "found": self.found / max(1, self.counted),
            "right": self.right / max(1, self.found),
            "sure_and_wrong": self.sure_wrong / max(1, self.found),
            "false": self.false,
            "false_backs": self.false_backs,
            "corner_error": float(np.median(self.corner_error)) if self.corner_error else 0.0,
            "ece": ece(self.predictions),
        }

    def letters(self) -> dict[str, tuple[int, int]]:
        """Return for each letter the number of its pieces that were read right, and the number of all its
        pieces."""
        of = Counter(true for true, _ in self.pairs)
        right = Counter(true for true, read in self.pairs if true == read)
        return {letter: (right[letter], of[letter]) for letter in LETTERS if of[letter]}

    def confusions(self) -> list[tuple[str, str, int]]:
        """Return the wrong readings as (true letter, letter read, number of times), the most frequent
        first. The letter read is `-` for a piece that was not found or was read as a back."""
        slips = Counter(pair for pair in self.pairs if pair[0] != pair[1])
        return [(true, read, n) for (true, read), n in sorted(slips.items(), key=lambda s: (-s[1], s[0]))]


def ece(predictions: list[tuple[float, bool]], bins: int = 10) -> float:
    """Return the expected calibration error (Guo et al., 2017): the mean gap between confidence and share
    of right readings, over `bins` equal ranges of confidence. A prediction is a confidence with True if
    it was right."""
    if not predictions:
        return 0.0
    confidence, right = np.array([s[0] for s in predictions]), np.array([s[1] for s in predictions], float)
    bin_of = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(confidence[bin_of == b].mean() - right[bin_of == b].mean()) * (bin_of == b).mean()
        for b in range(bins)
        if (bin_of == b).any()
    ]
    return float(sum(gaps))


def labelled(folder: Path) -> Iterator[LabelledPhoto]:
    """Yield the labelled photographs in the folder of one set. Path-traced scenes come in the order of
    their names, other photographs in the order of `labels.json`."""
    if (folder / "labels.json").exists():
        for entry in json.loads((folder / "labels.json").read_text()):
            pieces = tuple(_photo_pieces(entry))
            yield LabelledPhoto(folder / entry["image"], pieces, category=entry.get("surface", ""))
        return
    for path in sorted(folder.glob("*.json")):
        yield _scene(path, json.loads(path.read_text()))


def _plain(letter: str | None) -> str | None:
    """Return the letter of a label as A-Z, without a diacritic, or `?` for `MASTER`. Return None if there
    is no letter."""
    if letter is None:
        return None
    return "?" if letter == "MASTER" else unicodedata.normalize("NFD", letter)[0]


def _photo_pieces(entry: dict[str, Any]) -> Iterator[LabelledPiece]:
    for item in entry.get("cards") or entry.get("tiles") or []:
        cut_off = bool(item.get("truncated"))
        letter = _plain(item.get("letter"))
        yield LabelledPiece(letter, np.array(item["quad"], np.float32), letter is not None and not cut_off)


def _scene(path: Path, scene: dict[str, Any]) -> LabelledPhoto:
    pieces = []
    for card in scene["cards"]:
        clear = any(region["visible"] >= 0.98 for region in card.get("letter_regions", []))
        inside = card["in_frame_fraction"] >= 0.999
        letter = _plain(card["letter"])
        counted = letter is not None and clear and inside
        pieces.append(LabelledPiece(letter, np.array(card["corners"], np.float32), counted))
    words = tuple((w["text"], tuple(w["card_ids"])) for w in scene["words"])
    return LabelledPhoto(path.with_name(scene["image"]), tuple(pieces), words, scene["category"])


def compare(truth: LabelledPhoto, seen: PhotoReading, tally: ReadingTally) -> None:
    """Add the reading `seen` of one labelled photograph to the tally. A piece counts as read with its
    likeliest letter, whichever way up the piece may lie."""
    tally.photos += 1
    owner = matched(truth.pieces, seen.pieces)
    for n, piece in enumerate(truth.pieces):
        if not piece.counted:
            continue
        tally.counted += 1
        read = owner.get(n)
        if read is None:
            tally.wrong.append(f"{truth.path.name}: {piece.letter} at {_quad_of(piece.quad)} not found")
            tally.pairs.append((str(piece.letter), "-"))
            continue
        tally.found += 1
        _compare_piece(truth, piece, read, tally)
    taken = {id(p) for p in owner.values()}
    for extra in seen.pieces:
        if id(extra) not in taken and not _excused(extra, truth.pieces):
            down = extra.back_probability > extra.letter_probability
            tally.false += not down
            tally.false_backs += down
            what = "false back" if down else "false card"
            tally.wrong.append(f"{truth.path.name}: {what} at {_quad_of(extra.corners)}")


def _quad_of(quad: Floats) -> str:
    x, y = quad.mean(0).tolist()
    return f"{x:.0f},{y:.0f}"


def _compare_piece(truth: LabelledPhoto, piece: LabelledPiece, read: Piece, tally: ReadingTally) -> None:
    by_letter = read.probabilities.sum(0)
    letter, confidence = LETTERS[int(by_letter.argmax())], float(by_letter.max())
    if read.back_probability > read.letter_probability:
        letter, confidence = "back", read.back_probability
    right = letter == piece.letter
    tally.pairs.append((str(piece.letter), "-" if letter == "back" else letter))
    tally.right += right
    tally.predictions.append((confidence, right))
    tally.sure_wrong += (not right) and confidence >= SURE_READING_PROBABILITY
    if not right:
        tally.wrong.append(
            f"{truth.path.name}: {piece.letter} read as {letter} ({confidence:.2f}) at {_quad_of(piece.quad)}"
        )
    tally.corner_error.append(corner_error(read.corners, piece.quad))


def corner_error(corners: Floats, quad: Floats) -> float:
    """Return the mean distance of the four corners from the label's corners, in long sides of the label.
    The corners may begin at any corner of the label."""
    long = max(np.hypot(*(quad[0] - quad[3])), np.hypot(*(quad[0] - quad[1])))
    gaps = [np.hypot(*(np.roll(corners, k, 0) - quad).T).mean() for k in range(4)]
    return float(min(gaps) / long)


def matched(truths: tuple[LabelledPiece, ...], reads: tuple[Piece, ...]) -> dict[int, Piece]:
    """Return the piece that was read at each labelled piece, by the label's index. A labelled piece that
    was not found is left out. No piece that was read belongs to two labels.

    Pieces and labels are paired greedily, the largest overlap first. A label that must be found gets
    `MUST_BE_FOUND_BONUS` in addition to its overlap.
    """
    pairs = sorted(
        (share + MUST_BE_FOUND_BONUS * t.counted, n, m)
        for n, t in enumerate(truths)
        for m, r in enumerate(reads)
        if (share := iou(t.quad, r.corners)) >= MIN_OVERLAP
    )
    owner: dict[int, Piece] = {}
    used: set[int] = set()
    for _, n, m in reversed(pairs):
        if n not in owner and m not in used:
            owner[n] = reads[m]
            used.add(m)
    return owner


def _excused(piece: Piece, truths: tuple[LabelledPiece, ...]) -> bool:
    """Return True if the piece lies on a label that need not be found, such as a half-hidden card. The
    piece is then no false reading."""
    return any(not t.counted and iou(t.quad, piece.corners) > 0.3 for t in truths)

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

from engine.evidence import SURE_PROBABILITY
from vision.pieces.classify import Piece, iou
from vision.reader import PhotoReading
from vision.tensor_format import LETTERS, Floats

MIN_OVERLAP: Final = 0.5
"""The overlap (intersection over union) above which a piece that was read is the labelled piece."""

MIN_OVERLAP_DIFFERENCE: Final = 0.1
"""The overlap that is added for a label that counts, before labels and pieces are matched. In a pile the
label of the card on top, which counts, is then preferred to the label of a covered card with nearly the
same place."""

SURE_READING_PROBABILITY: Final = SURE_PROBABILITY
"""The probability from which a letter counts as sure, as in the engine."""


@dataclass(frozen=True, slots=True)
class LabelledPiece:
    """A labelled piece."""

    letter: str | None
    """The letter A-Z, `?` for a Master, or None for a back or a piece without a letter."""
    quad: Floats
    """The corners (4, 2), pixels."""
    counted: bool = True
    """True if the piece must be found and read."""


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A labelled photograph."""

    path: Path
    """The photograph."""
    pieces: tuple[LabelledPiece, ...]
    """The labelled pieces."""
    words: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The words, with the numbers of their pieces in reading order."""
    category: str = ""
    """The kind of a scene, or the label's description of the cards and the table."""


@dataclass(slots=True)
class ReadingTally:
    """The counts over a set."""

    photos: int = 0
    """The photographs."""
    counted: int = 0
    """The pieces that must be found and read."""
    found: int = 0
    """The counted pieces that were found."""
    right: int = 0
    """The counted pieces that were read right."""
    sure_wrong: int = 0
    """The counted pieces that were read wrong for sure."""
    false: int = 0
    """The letters read where no card lies."""
    false_backs: int = 0
    """The backs read on face-up cards."""
    corner_error: list[float] = field(default_factory=list)
    """The error of the corners of each piece found, long sides."""
    predictions: list[tuple[float, bool]] = field(default_factory=list)
    """The confidence of each counted piece that was found, and True if the piece was read right."""
    wrong: list[str] = field(default_factory=list)
    """A description of each error."""
    pairs: list[tuple[str, str]] = field(default_factory=list)
    """The true letter and the letter read of each counted piece. `-` stands for a piece not found or read
    as a back."""

    def row(self) -> dict[str, float | int]:
        """Return the figures of docs/measured.md, as shares, 0 to 1."""
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
        """Return for each letter the number of cards that were found and read right, and the number of its
        cards."""
        of = Counter(true for true, _ in self.pairs)
        right = Counter(true for true, read in self.pairs if true == read)
        return {letter: (right[letter], of[letter]) for letter in LETTERS if of[letter]}

    def confusions(self) -> list[tuple[str, str, int]]:
        """Return the confusions (true, read, count), the commonest first; `-` as in `pairs`."""
        slips = Counter(pair for pair in self.pairs if pair[0] != pair[1])
        return [(true, read, n) for (true, read), n in sorted(slips.items(), key=lambda s: (-s[1], s[0]))]


def ece(predictions: list[tuple[float, bool]], bins: int = 10) -> float:
    """Return the expected calibration error (Guo et al., 2017) over equal-width confidence bins."""
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
    """Yield the photographs of a set, in the order of their names."""
    if (folder / "labels.json").exists():
        for entry in json.loads((folder / "labels.json").read_text()):
            pieces = tuple(_photo_pieces(entry))
            yield LabelledPhoto(folder / entry["image"], pieces, category=entry.get("surface", ""))
        return
    for path in sorted(folder.glob("*.json")):
        yield _scene(path, json.loads(path.read_text()))


def _plain(letter: str | None) -> str | None:
    """Return a label's plain letter: `?` for MASTER, and a letter without its diacritic (Ä)."""
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
    """Add one photograph to the tally. A piece's letter is the likeliest reading, in whichever direction."""
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
            down = extra.back > extra.letter
            tally.false += not down
            tally.false_backs += down
            what = "false back" if down else "false card"
            tally.wrong.append(f"{truth.path.name}: {what} at {_quad_of(extra.corners)}")


def _quad_of(quad: Floats) -> str:
    x, y = quad.mean(0).tolist()
    return f"{x:.0f},{y:.0f}"


def _compare_piece(truth: LabelledPhoto, piece: LabelledPiece, read: Piece, tally: ReadingTally) -> None:
    by_letter = read.chances.sum(0)
    letter, confidence = LETTERS[int(by_letter.argmax())], float(by_letter.max())
    if read.back > read.letter:
        letter, confidence = "back", read.back
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
    """Return the mean distance of four corners from the label's corners, long sides. The first corner of the
    piece may be any corner of the label."""
    long = max(np.hypot(*(quad[0] - quad[3])), np.hypot(*(quad[0] - quad[1])))
    gaps = [np.hypot(*(np.roll(corners, k, 0) - quad).T).mean() for k in range(4)]
    return float(min(gaps) / long)


def matched(truths: tuple[LabelledPiece, ...], reads: tuple[Piece, ...]) -> dict[int, Piece]:
    """Return the pieces that were read, by the index of their label. Each label has at most one piece.

    Pairs are taken greedily, the largest overlap first. In a pile the label of the card on top is preferred
    (`MIN_OVERLAP_DIFFERENCE`).
    """
    pairs = sorted(
        (share + MIN_OVERLAP_DIFFERENCE * t.counted, n, m)
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
    """Return True if a piece lies on a label that need not be found: half hidden, cut off, or without a
    letter."""
    return any(not t.counted and iou(t.quad, piece.corners) > 0.3 for t in truths)

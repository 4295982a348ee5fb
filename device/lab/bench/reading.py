"""Measure how well the labelled photographs are read."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.errors import UsageFault
from engine.layout import Arrangement, Decision, arrange, decide_letters
from engine.words import WordList
from vision.lab.measuring import labelled_sets
from vision.lab.measuring.measure import (
    SURE_READING_PROBABILITY,
    LabelledPhoto,
    ReadingTally,
    compare,
    ece,
    matched,
)
from vision.lab.measuring.unlettered import UnletteredTally, compare_unlettered
from vision.picture import load
from vision.reader import PhotoReading, Reader

SETS = labelled_sets.LETTERED_SETS
"""The sets of labelled photographs of lettered pieces, by name. Other measurements use them, too."""


@dataclass(slots=True)
class _Counts:
    """How well some photographs were read. `predictions` has, for each piece, the confidence and true if
    the letter is right (`_final_predictions`)."""

    tally: ReadingTally = field(default_factory=ReadingTally)
    predictions: list[tuple[float, bool]] = field(default_factory=list)
    words: int = 0
    words_right: int = 0

    def row(self) -> dict[str, Any]:
        """Return the results by name. Most results are shares, 0 to 1, such as the share of words that were
        read right."""
        row: dict[str, Any] = {key: round(value, 5) for key, value in self.tally.row().items()}
        if self.words:
            row["words"], row["words_grouped"] = self.words, round(self.words_right / self.words, 5)
        row["told_right"] = round(
            sum(right for _, right in self.predictions) / max(1, len(self.predictions)), 5
        )
        row["told_sure_and_wrong"] = sum(
            sure >= SURE_READING_PROBABILITY and not right for sure, right in self.predictions
        )
        row["told_ece"] = round(ece(self.predictions), 5)
        row["letters"], row["confusions"] = self.tally.letters(), self.tally.confusions()
        row["wrong_list"] = self.tally.wrong
        return row


def measure(folder: Path, words: WordList) -> dict[str, Any]:
    """Read all labelled photographs in `folder`. Return the results of each set, of all lettered sets
    together, and of the sets of cards without a letter.

    Raise UsageFault if the folder has no labelled set.
    """
    check(folder)
    reader, everything = Reader.load(), _Counts()
    rows: dict[str, Any] = {}
    for name, kind, photos in labelled_sets.lettered_parts(folder):
        counts = _Counts()
        for photo in photos:
            _count(photo, reader.read(load(photo.path), kind), words, counts, everything)
        rows[name] = counts.row()
    return rows | {"together": everything.row()} | _unlettered_figures(reader, folder)


def check(folder: Path) -> None:
    """Raise UsageFault if the folder has no labelled set."""
    places = [place for place, _ in SETS.values()] + list(labelled_sets.UNLETTERED_SETS.values())
    if not any((folder / place).is_dir() for place in places):
        raise UsageFault(f"{folder}: no labelled photographs; they are kept in {', '.join(places)}")


def _unlettered_figures(reader: Reader, folder: Path) -> dict[str, Any]:
    """Read the sets of cards without a letter. Return for each set the shares of cards that are recognised,
    and that are taken for letters."""
    rows: dict[str, Any] = {}
    for name, photos in labelled_sets.unlettered_parts(folder):
        bare = UnletteredTally()
        for photo in photos:
            compare_unlettered(photo, reader.read(load(photo.path), "cards"), bare)
        row: dict[str, Any] = {key: round(value, 5) for key, value in bare.row().items()}
        rows[name] = row | {"wrong_list": bare.wrong}
    return rows


def _count(photo: LabelledPhoto, seen: PhotoReading, words: WordList, *into: _Counts) -> None:
    settled = decide_letters(seen.observation, arrange(seen.observation, words), words)
    predictions, (good, of) = (
        _final_predictions(photo, seen, settled),
        count_words(photo, settled.arrangement),
    )
    for counts in into:
        compare(photo, seen, counts.tally)
        counts.predictions += predictions
        counts.words += of
        counts.words_right += good


def _final_predictions(
    photo: LabelledPhoto, seen: PhotoReading, settled: Decision
) -> list[tuple[float, bool]]:
    """Return two values for each labelled piece that was found: the confidence, 0 to 1, and true if the
    letter is right.

    Confidence and letter are those of the final decision, which the command `read` makes from sight, the row
    and the word list together.
    """
    at = {id(piece): n for n, piece in enumerate(seen.pieces)}
    predictions = []
    for n, piece in matched(photo.pieces, seen.pieces).items():
        letters = settled.letters[at[id(piece)]]
        if photo.pieces[n].counted:
            letter, sure = letters[0] if letters else (None, piece.back_probability)
            predictions.append((sure, letter == photo.pieces[n].letter))
    return predictions


def count_words(photo: LabelledPhoto, arrangement: Arrangement) -> tuple[int, int]:
    """Return the number of labelled words that are read whole and in order, and the number of all labelled
    words."""
    if not photo.words:
        return 0, 0
    texts = [w.text.upper() for w in arrangement.words]
    good = 0
    for text, _ in photo.words:
        # An unnamed Master counts as right in its place. Each word read counts for one labelled word only.
        hit = next((s for s in texts if is_same_word(s, text)), None)
        if hit is not None:
            texts.remove(hit)
            good += 1
    return good, len(photo.words)


def is_same_word(read_text: str, true_text: str) -> bool:
    """Return True if the text `read_text` is the true word `true_text`. A `?` in `read_text`, an unnamed
    Master, may stand for any letter."""
    return len(read_text) == len(true_text) and all(
        a in (b, "?") for a, b in zip(read_text, true_text, strict=True)
    )

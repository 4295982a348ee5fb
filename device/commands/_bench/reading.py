"""How well the labelled photographs and scenes are read."""

from pathlib import Path
from typing import Any

from engine.layout import Arrangement, Decision, arrange, decided
from engine.words import WordList
from vision.measure import SURE, Labelled, Tally, compare, ece, labelled, matched
from vision.picture import load
from vision.reader import Kind, Reader, Seen

SETS: dict[str, tuple[str, Kind]] = {
    "letter_cards": ("photos/letter_cards", "cards"),
    "loose_tiles": ("photos/loose_tiles", "tiles"),
    "board_tiles": ("photos/board_tiles", "tiles"),
    "scenes": ("scenes", "cards"),
}
"""Name of each set, its folder below the labelled photographs, and what lies there."""

ORDINARY = ("lexicon", "crossword", "hand")


def measure(folder: Path, words: WordList) -> dict[str, Any]:
    """The reading figures of every set that is there; empty when none is."""
    reader = Reader.load()
    rows: dict[str, Any] = {}
    for name, (place, kind) in SETS.items():
        if not (folder / place).is_dir():
            continue
        photos = list(labelled(folder / place))
        if name != "scenes":
            rows[name] = _row(photos, reader, kind, words)
            continue
        plain = [p for p in photos if p.category in ORDINARY]
        rows["scenes_ordinary"] = _row(plain, reader, kind, words)
        rows["scenes_hard"] = _row([p for p in photos if p not in plain], reader, kind, words)
    return rows


def _row(photos: list[Labelled], reader: Reader, kind: Kind, words: WordList) -> dict[str, Any]:
    tally, exact, total = Tally(), 0, 0
    told: list[tuple[float, bool]] = []
    for photo in photos:
        seen = reader.read(load(photo.path), kind)
        compare(photo, seen, tally)
        settled = decided(seen.observation, arrange(seen.observation, words), words)
        told += _told(photo, seen, settled)
        good, of = grouped(photo, settled.arrangement)
        exact, total = exact + good, total + of
    row: dict[str, Any] = {key: round(value, 5) for key, value in tally.row().items()}
    if total:
        row["words"], row["words_grouped"] = total, round(exact / total, 5)
    row["told_right"] = round(sum(right for _, right in told) / max(1, len(told)), 5)
    row["told_sure_and_wrong"] = sum(sure >= SURE and not right for sure, right in told)
    row["told_ece"] = round(ece(told), 5)
    row["wrong_list"] = tally.wrong
    return row


def _told(photo: Labelled, seen: Seen, settled: Decision) -> list[tuple[float, bool]]:
    """Of every labelled piece that was found, what `read` says in the end, by the line, the list and sight
    together: how sure, and whether that is right."""
    at = {id(piece): n for n, piece in enumerate(seen.pieces)}
    said = []
    for n, piece in matched(photo.pieces, seen.pieces).items():
        letters = settled.letters[at[id(piece)]]
        if photo.pieces[n].counted:
            letter, sure = letters[0] if letters else (None, piece.back)
            said.append((sure, letter == photo.pieces[n].letter))
    return said


def grouped(photo: Labelled, arrangement: Arrangement) -> tuple[int, int]:
    """How many of the labelled words came out whole and in order, and how many there are."""
    if not photo.words:
        return 0, 0
    said = [w.text.upper() for w in arrangement.words]
    good = 0
    for text, _ in photo.words:
        # An unnamed Master is right in its place; each word read may answer for one labelled word only.
        hit = next((s for s in said if _same(s, text)), None)
        if hit is not None:
            said.remove(hit)
            good += 1
    return good, len(photo.words)


def _same(said: str, text: str) -> bool:
    return len(said) == len(text) and all(a in (b, "?") for a, b in zip(said, text, strict=True))

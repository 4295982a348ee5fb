"""Score the reading of golden scenes: pictures with a text beside each that states its contents.

The first line of the text `NAME.txt` is the position (docs/notation.md). The `key: value` lines after it hold
facts that a position does not state. The text does not say where the cards lie, so that anybody can add a
photograph of a table in a minute. Letters are compared as a multiset and words by their text.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.layout import Arrangement, CutOffCard, VisibleTable, arrange, lines_at_edge
from engine.notation import parse_position
from engine.observation import Observation, Sighting
from engine.position import Grid, Position
from engine.words import WordList
from vision.crops import Picture
from vision.field_of_view import observation_to_arrange, view_of
from vision.picture import load
from vision.reader import Reader

ACCUSING_CONFIDENCE: Final = MIN_SURE_LETTER_PROBABILITY
"""The least confidence with which a wrong letter could make the table accuse a player. It is the engine's
own limit for a sure letter."""

MIN_OFFERED_PROBABILITY: Final = 0.02
"""The least probability with which a second letter counts as one of the likely readings of a card."""

TEXT_KEYS: Final = (
    "hand",
    "loose",
    "either",
    "backs",
    "unread",
    "cut",
    "broken",
    "strangers",
    "pieces",
    "shows",
)
"""The keys of the `key: value` lines in the text of a golden scene. Each is a field of `GoldenTruth`."""


@dataclass(frozen=True, slots=True)
class GoldenTruth:
    """The content of a golden picture, as the text beside the picture states it. Golden pictures are
    committed, and the tests measure the reader on them."""

    position: Position
    """The position of the cards on the table."""
    hand: str = ""
    """The letters of a fanned hand beside the position."""
    loose: str = ""
    """The letters of cards or tiles in no word."""
    either: tuple[str, ...] = ()
    """The cards that may be read as either of two letters, because nothing shows which one it is. Each is
    given as its two letters, such as `MW`."""
    backs: int = 0
    """The number of cards face down."""
    unread: str = ""
    """The letters of cards that show no legible letter. These letters are also in `position`, `hand` or
    `loose`, and need not be read."""
    cut: str = ""
    """The letters of cards that the picture's edge cuts. These letters are also in `position`, `hand` or
    `loose`, and need not be read."""
    broken: tuple[str, ...] = ()
    """The words of the position that contain an unread or cut letter. They need not be read."""
    strangers: int = 0
    """The number of cards without a letter."""
    pieces: str = "cards"
    """The kind of the pieces: `cards` or `tiles`."""
    shows: str = ""
    """A description of the scene for people."""

    @property
    def letters(self) -> Counter[str]:
        """The letters that must be read, with the number of each; `?` for a Master."""
        grid = "".join(_lines(self.position)).replace(".", "")
        every = Counter(map(_face, grid + (self.position.exposed or "") + self.hand + self.loose))
        return every - self.excused

    @property
    def excused(self) -> Counter[str]:
        """The letters that need not be read, with the number of each."""
        return Counter(self.unread) + Counter(self.cut)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that must be read, as in the notation. Words with a letter that need not be read are
        left out."""
        texts = list(_runs(self.position)) if isinstance(self.position, Grid) else list(self.position.lines)
        for word in self.broken:
            texts.remove(word)
        return tuple(texts)


def parse(text: str) -> GoldenTruth:
    """Return the contents that the text of a golden scene states. Raise ValueError, which names the line,
    if a line is not a known key with a value. Raise NotationError if the position is faulty."""
    first, *rest = text.splitlines() or [""]
    values: dict[str, str] = {}
    for number, line in enumerate(rest, 2):
        key, colon, value = line.partition(":")
        if not colon or key not in TEXT_KEYS or key in values:
            raise ValueError(
                f"line {number} {line!r}: not one of {', '.join(TEXT_KEYS)} with a value, each once"
            )
        values[key] = value.strip()
    return GoldenTruth(
        parse_position(first),
        values.get("hand", ""), values.get("loose", ""), tuple(values.get("either", "").split()),
        int(values.get("backs", 0)), values.get("unread", ""), values.get("cut", ""),
        tuple(values.get("broken", "").split()), int(values.get("strangers", 0)),
        values.get("pieces", "cards"), values.get("shows", ""),
    )  # fmt: skip


def _face(card: str) -> str:
    return "?" if card.islower() else card


def _lines(position: Position) -> tuple[str, ...]:
    return position.lines


def _runs(grid: Grid) -> Iterator[str]:
    """Yield the words of a crossword: runs of two or more letters, across and down."""
    for lines in (grid.rows, map("".join, zip(*grid.rows, strict=True))):
        for line in lines:
            yield from (run for run in line.split(".") if len(run) > 1)


@dataclass(frozen=True, slots=True)
class PictureScore:
    """The score of the reading of one picture. A greater value is better, except in the last two fields,
    `false` and `sure_wrong`."""

    found: int
    """The number of letter cards that were found."""
    right: int
    """The number of letter cards that were read right."""
    words: int
    """The number of words that were read exactly."""
    backs: int
    """The number of backs that were found."""
    exposed: int
    """1 if the exposed card was read right, or else 0."""
    strangers: int
    """The number of cards without a letter that were recognised as cards without a letter."""
    either: int
    """The number of cards with an ambiguous letter, such as M or W, for which the reading offers both
    letters."""
    edge: int
    """1 if the picture's edge cuts a card and the reading reports a cut, or else 0."""
    false: int
    """The number of pieces in the reading that are not on the table."""
    sure_wrong: int
    """The number of letters that were read wrong with the confidence of a sure letter."""

    def better(self, other: "PictureScore") -> "PictureScore":
        """Return a score that has in each field the better value of this score and `other`."""
        mine, its = astuple(self), astuple(other)
        picks = [max] * 8 + [min] * 2
        return PictureScore(*(pick(a, b) for pick, a, b in zip(picks, mine, its, strict=True)))

    def worse_than(self, floor: "PictureScore") -> tuple[str, ...]:
        """Return a short text for each field in which this score is worse than `floor`, the score that the
        scene must reach."""
        best = self.better(floor)
        return tuple(
            f"{name} {getattr(self, name)} instead of {getattr(floor, name)}"
            for name in PictureScore.__dataclass_fields__
            if getattr(self, name) != getattr(best, name)
        )


def measure_scene(picture: Path, reader: Reader, words: WordList) -> PictureScore:
    """Read one golden picture, and return the score of the reading. Raise what `truth_of` and
    `vision.picture.load` raise if the text or the picture is faulty."""
    return score_picture(load(picture), truth_of(picture), reader, words)


def score_picture(picture: Picture, truth: GoldenTruth, reader: Reader, words: WordList) -> PictureScore:
    """Read a picture (h, w, 3) with the contents `truth`, and return the score of the reading."""
    seen = reader.read(picture, "tiles" if truth.pieces == "tiles" else "cards")
    view = view_of(seen)
    observation = observation_to_arrange(seen, view).observation
    return score(truth, observation, arrange(observation, words), view)


def score(
    truth: GoldenTruth, seen: Observation, arranged: Arrangement, view: VisibleTable | None = None
) -> PictureScore:
    """Return the score of a reading. The reading is the observation `seen` with its words `arranged`.
    `view` says which cards without a letter the camera saw, and where the picture ends."""
    pairs, single = _split_ambiguous(truth.either, [card for card in seen.cards if card.best])
    best_letters = sorted((best for card in single if (best := card.best)), key=lambda b: -b[1])
    wanted, excused = truth.letters, truth.excused
    right, rest = 0, []
    for letter, confidence in best_letters:
        if wanted[letter] > 0:
            wanted[letter] -= 1
            right += 1
        elif excused[letter] > 0:
            excused[letter] -= 1
        else:
            rest.append(confidence)
    missed = wanted.total()
    # `rest` has the readings that match no letter. Each counts as a misread letter while letters are missing,
    # then as a misread letter that need not be read, and then as a false piece.
    misread = min(missed, len(rest))
    false = max(0, len(rest) - misread - excused.total())
    backs = sum(card.face == "down" for card in seen.cards)
    return PictureScore(
        found=right + misread,
        right=right,
        words=_count_words(truth.words, [w.text for w in arranged.words]),
        backs=min(backs, truth.backs),
        exposed=int(_exposed(truth, seen, arranged)),
        strangers=min(truth.strangers, len(view.unlettered) if view else 0),
        either=sum(_offers(card, letters) for card, letters in pairs),
        edge=int(bool(truth.cut) and _reports_cut_off(seen, arranged, view)),
        false=false + max(0, backs - truth.backs),
        sure_wrong=sum(confidence >= ACCUSING_CONFIDENCE for confidence in rest),
    )


def _split_ambiguous(
    wanted: tuple[str, ...], cards: list[Sighting]
) -> tuple[list[tuple[Sighting, str]], list[Sighting]]:
    """Assign to each pair of letters in `wanted`, such as MW, one of `cards` that was read as one of these
    two letters: the card whose reading is least certain. Return the assigned cards with their pairs, and all
    other cards."""
    pairs: list[tuple[Sighting, str]] = []
    rest = list(cards)
    for letters in wanted:
        able = [card for card in rest if card.best and card.best[0] in letters]
        for card in sorted(able, key=lambda c: c.best[1] if c.best else 0.0)[:1]:
            pairs.append((card, letters))
            rest.remove(card)
    return pairs, rest


def _offers(card: Sighting, letters: str) -> bool:
    """Return True if the reading of the card gives each of `letters` at least the probability
    `MIN_OFFERED_PROBABILITY`."""
    probabilities = dict(card.letters())
    return all(probabilities.get(letter, 0.0) >= MIN_OFFERED_PROBABILITY for letter in letters)


def _reports_cut_off(seen: Observation, arranged: Arrangement, view: VisibleTable | None) -> bool:
    """Return True if the reading reports that the picture's edge cuts a card or a word."""
    beyond = lines_at_edge(arranged, seen, view) if view else ()
    return bool(beyond) or any(isinstance(doubt, CutOffCard) for doubt in arranged.doubts)


def _count_words(wanted: tuple[str, ...], read: list[str]) -> int:
    """Return the number of `wanted` words that were read exactly. A Master named in `wanted` may be
    unnamed in the reading."""
    good = 0
    for word in wanted:
        hit = next((s for s in read if _is_same_word(s, word)), None)
        if hit is not None:
            read.remove(hit)
            good += 1
    return good


def _is_same_word(read: str, word: str) -> bool:
    return len(read) == len(word) and all(
        a == b or (a == "?" and b.islower()) for a, b in zip(read, word, strict=True)
    )


def _exposed(truth: GoldenTruth, seen: Observation, arranged: Arrangement) -> bool:
    if not truth.position.exposed or arranged.exposed is None:
        return False
    best = seen.cards[arranged.exposed].best
    return best is not None and best[0] == truth.position.exposed


@dataclass(frozen=True, slots=True)
class Floor:
    """The least score that the reading of a golden scene may have, with the fingerprint of that scene."""

    fingerprint: str
    """The fingerprint of the scene when its least score was set. If the scene has changed since, that score
    is no longer valid."""
    score: PictureScore
    """The score that the reading of the scene must reach. Each figure is the least allowed, except for the
    last two, false pieces and sure wrong letters: these are the greatest allowed."""


def fingerprint_of(picture: Path) -> str:
    """Return the fingerprint of a golden scene: a hash of its picture and of the text beside it. A recorded
    score is valid only for a scene with the fingerprint that was recorded with it."""
    # Reading as text makes line ends equal, because they depend on git and not on the scene.
    words = picture.with_suffix(".txt").read_text(encoding="utf-8").encode()
    return hashlib.sha256(picture.read_bytes() + words).hexdigest()[:12]


def truth_of(picture: Path) -> GoldenTruth:
    """Return what a golden picture shows, as the text beside the picture states it. Raise ValueError if a
    line of the text is not a known key with a value. Raise NotationError if the position in the text is
    faulty."""
    return parse(picture.with_suffix(".txt").read_text(encoding="utf-8"))


def raised_floors(floors: Mapping[str, Floor], now: Mapping[str, Floor]) -> dict[str, Floor]:
    """Return the least scores that the measured golden scenes must reach from now on, by scene. `now` has
    the newly measured scores; `floors` has the earlier least scores.

    The least score of an unchanged scene never falls. A new or changed scene gets the measured score.
    """
    return {name: _raised_floor(floors.get(name), new) for name, new in sorted(now.items())}


def _raised_floor(old: Floor | None, new: Floor) -> Floor:
    if old is None or old.fingerprint != new.fingerprint:
        return new
    return Floor(new.fingerprint, old.score.better(new.score))


_FIGURES: Final = " ".join(PictureScore.__dataclass_fields__)
_HEAD: Final = f"# scene, fingerprint, then {_FIGURES}: the last two at most, the others at least\n"


def floors_text(floors: Mapping[str, Floor]) -> str:
    """Return the least scores of golden scenes as the text of the committed file, one line for each scene.
    The function `parse_floors` reads it."""
    lines = [f"{n} {f.fingerprint} {' '.join(map(str, astuple(f.score)))}" for n, f in sorted(floors.items())]
    return _HEAD + "".join(f"{line}\n" for line in lines)


def parse_floors(text: str) -> dict[str, Floor]:
    """Return the least score of each golden scene, by its name, from the text that `floors_text` wrote.
    Raise ValueError, which names the line, if a line is not a scene with its figures."""
    floors = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        try:
            name, mark, *figures = line.split()
            floors[name] = Floor(mark, PictureScore(*map(int, figures)))
        except (ValueError, TypeError):
            raise ValueError(f"floors, line {number} {line!r}: not a scene with its figures") from None
    return floors

"""What is printed on cards that bear no letter, by Tesseract: a word, a number, a sentence.

Asked only on request, for it takes a second or so a card. A legible word also tells such a card from a back,
or from the letter that a figure was taken for: backs have patterns, and letter cards no words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import pytesseract

from vision.codes import LETTERS, Floats, axes
from vision.crops import Picture, Pyramid
from vision.pieces.letters import DECIDED, Piece, overlap
from vision.reader import Seen

PRINT: Final = 800
"""Pixels of a card's long side at which its print is read: Tesseract likes capitals of some twenty, and those
of a text on a card are a fortieth of it."""

RIM: Final = 0.02
"""Of a card's long side, what is left out all round: a sliver of table is read as strokes."""

LEGIBLE: Final = 60.0
"""Tesseract's confidence, of 100, from which a word is one: pips, pictures and frames make words below ..."""

TELLING: Final = 80.0
"""... and from which it tells that a card is none of those that it was taken for, a number stands alone, or a
word is read that must be enlarged more ..."""

ENLARGED: Final = 4.0
"""... than so many times: of cards of 60 pixels it read "16" and "AAS" from pictures with 60 to 75 of 100."""

AROUND: Final = " .,:;!?'\"()-|_=~*"
"""What stands around words in print, and what Tesseract makes of lines."""

FIGURE: Final = 0.11
"""Of the card's long side, the height from which print is a number of its own and no line of a text, in which
Tesseract does not look for one: capitals of texts have 0.03, words 0.1."""

THICK: Final = 0.5
"""Of the ink's contrast, what is print: the middle between paper and ink."""

BESIDE: Final = 0.35
"""Of its height, how far the middle of a number's figures may be off one line, and apart in height."""

APART: Final = 1.25
"""How far, in its own size about its middle, a card is grown that lies by itself if no other meets it then:
cards of a word lie closer."""

MEETING: Final = 0.02
"""Overlap (intersection over union) from which cards meet: those that touch seem to by less."""

SPARSE, BLOCK, WORD = 11, 6, 8
"""Tesseract's ways to look at a card: for print wherever it stands, for one block of lines, for one word. On
pictures the first reads more, on coloured bands the second."""

MOST: Final = 8
"""Cards of a photograph that are asked about beside the strangers: a whole minute is too long to wait."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as Tesseract reads it: how sure it is, of 100, and its box, pixels of the upright card."""

    text: str
    sure: float
    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self) -> float:
        """How far down its middle is."""
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Texts:
    """A photograph with the print on its cards: `seen.strangers[i]` says `texts[i]`, which may be empty."""

    seen: Seen
    texts: tuple[str, ...]


def read_texts(pyramid: Pyramid, seen: Seen) -> Texts:
    """`seen` with what is printed on its cards without a letter; cards among the others, and what could not
    be told, that bear a legible word are such cards, too."""
    texts = [text(pyramid, piece.corners) for piece in seen.strangers]
    asked = [n for n in range(len(seen.pieces)) if _doubtful(seen.pieces, n)][:MOST]
    said = {n: telling(pyramid, seen.pieces[n].corners) for n in asked}
    worded = {n: found for n, found in said.items() if found}
    more = [(piece, telling(pyramid, piece.corners)) for piece in seen.unsure[:MOST]]
    more = [(piece, found) for piece, found in more if found]
    kept = [n for n in range(len(seen.pieces)) if n not in worded]
    cards = tuple(seen.observation.cards[n] for n in kept)
    strangers = (*seen.strangers, *(seen.pieces[n] for n in worded), *(piece for piece, _ in more))
    now = replace(
        seen, pieces=tuple(seen.pieces[n] for n in kept), observation=replace(seen.observation, cards=cards),
        strangers=strangers, unsure=tuple(p for p in seen.unsure if not any(p is q for q, _ in more)),
    )  # fmt: skip
    return Texts(now, (*texts, *worded.values(), *(found for _, found in more)))


def _doubtful(pieces: Sequence[Piece], n: int) -> bool:
    """Whether it may be another card than it was taken for: a back, a letter that is in doubt, or one that
    lies by itself, since a card of a word is no part of one. A Master may bear words itself."""
    piece = pieces[n]
    if piece.letter > piece.back and LETTERS[piece.likeliest] == "?":
        return False
    unsure = piece.back > piece.letter or float(piece.chances.sum(0).max()) < DECIDED
    return _free(pieces, n, 1.0) if unsure else _free(pieces, n, APART)


def _free(pieces: Sequence[Piece], n: int, grown: float) -> bool:
    """Whether no other piece meets it, grown so many times about its middle: print beneath one is cut."""
    middle = pieces[n].corners.mean(0)
    around = np.asarray(middle + (pieces[n].corners - middle) * grown, np.float32)
    return all(m == n or overlap(around, p.corners) < MEETING for m, p in enumerate(pieces))


def text(pyramid: Pyramid, corners: Floats) -> str:
    """What is printed on a card with these (4, 2) corners, pixels, the way up that is the easiest to read, in
    lines from the top; empty when there is nothing legible."""
    turned = [_upright(pyramid, np.roll(corners, -quarters, axis=0)) for quarters in range(4)]
    least = LEGIBLE if _long(corners) * ENLARGED >= PRINT else TELLING
    for way in (SPARSE, BLOCK):
        looks = [_legible(_words(card, way), least) for card in turned]
        best = max(range(4), key=lambda n: _weight(looks[n]))
        if looks[best]:
            other = _legible(_words(turned[best], BLOCK + SPARSE - way), least)
            return _lines(_with(_joined(looks[best], other), _number(turned[best], LEGIBLE)))
    numbers = [number for card in turned if (number := _number(card, TELLING)) is not None]
    return max(numbers, key=lambda number: number.sure).text if numbers else ""


def telling(pyramid: Pyramid, corners: Floats) -> str:
    """What is printed on a card that may bear a letter or be a back; empty where that is no legible word."""
    for quarters in range(4):
        words = _words(_upright(pyramid, np.roll(corners, -quarters, axis=0)), SPARSE)
        if any(word.sure >= TELLING and _tells(word.text) and not word.text.isdecimal() for word in words):
            return text(pyramid, corners)
    return ""


def _long(corners: Floats) -> float:
    """Pixels of a card's long side."""
    return max(float(np.hypot(*axis)) for axis in axes(np.asarray(corners, np.float32)))


def _upright(pyramid: Pyramid, corners: Floats) -> Picture:
    """The card alone, its first corner top left, without its rim."""
    up, right = axes(np.asarray(corners, np.float32))
    tall, wide = float(np.hypot(*up)), float(np.hypot(*right))
    scale = PRINT / max(tall, wide, 1.0)
    size = max(1, round(wide * scale)), max(1, round(tall * scale))
    rim = RIM * PRINT
    east, south = size[0] + rim, size[1] + rim
    onto = np.array([[-rim, -rim], [east, -rim], [east, south], [-rim, south]], np.float32)
    flat = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), onto)
    return np.asarray(cv2.warpPerspective(pyramid.levels[0], flat, size, flags=cv2.INTER_CUBIC), np.uint8)


def _words(card: Picture, way: int, config: str = "") -> list[Word]:
    """Everything that Tesseract takes for a word."""
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
    data = pytesseract.image_to_data(
        grey, config=f"--psm {way} {config}", output_type=pytesseract.Output.DICT
    )
    rows = zip(*(data[key] for key in ("text", "conf", "left", "top", "width", "height")), strict=True)
    found = (Word(word.strip(AROUND), float(sure), *box) for word, sure, *box in rows)
    return [word for word in found if word.text and word.sure >= 0]


def _legible(words: Sequence[Word], least: float) -> list[Word]:
    """Those that Tesseract is sure of and that are print; of numbers it must be surer than of words."""
    sure = [w for w in words if w.sure >= (TELLING if w.text.isdecimal() else least)]
    return [sure[n] for n in legible([word.text for word in sure])]


def _weight(words: Sequence[Word]) -> float:
    """What Tesseract is sure of, and how much of it there is."""
    return sum(word.sure * len(word.text) for word in words)


def _joined(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """The words, and those of another look that stand where none of them does."""
    return [*words, *(o for o in others if not any(_meet(o, word) for word in words))]


def _with(words: list[Word], number: Word | None) -> list[Word]:
    """The words with the large number, in place of what was made of it."""
    return words if number is None else [number, *(w for w in words if not _meet(w, number))]


def _meet(one: Word, two: Word) -> bool:
    across = min(one.left + one.width, two.left + two.width) - max(one.left, two.left)
    down = min(one.top + one.height, two.top + two.height) - max(one.top, two.top)
    return across > 0 and down > 0


def _lines(words: Sequence[Word]) -> str:
    """The words line by line: one is on a line whose last word's middle lies within its height."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.middle):
        if lines and abs(word.middle - lines[-1][-1].middle) < max(word.height, lines[-1][-1].height) / 2:
            lines[-1].append(word)
        else:
            lines.append([word])
    return " ".join(word.text for line in lines for word in sorted(line, key=lambda word: word.left))


def _number(card: Picture, least: float) -> Word | None:
    """The large number on an upright card, of one to three figures side by side, as sure as `least`; None
    where there is none."""
    boxes = _figures(card)
    if not boxes:
        return None
    left, top = min(x for x, *_ in boxes), min(y for _, y, *_ in boxes)
    right, low = max(x + w for x, _, w, _ in boxes), max(y + h for _, y, _, h in boxes)
    room = (low - top) // 4
    part = card[max(0, top - room) : low + room, max(0, left - room) : right + room]
    words = _words(np.ascontiguousarray(part), WORD, "-c tessedit_char_whitelist=0123456789")
    best = max(words, key=lambda word: word.sure, default=None)
    if best is None or best.sure < least or not best.text.isdecimal() or len(best.text) != len(boxes):
        return None
    return Word(best.text, best.sure, left, top, right - left, low - top)


def _figures(card: Picture) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, width, height) of up to three large figures in one line, on plain paper."""
    paper = np.median(card.reshape(-1, 3), axis=0)
    ink = np.abs(card.astype(np.float32) - paper).max(2)
    print_ = (ink > THICK * max(float(np.percentile(ink, 99)), 1.0)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(print_)
    boxes = [(int(x), int(y), int(w), int(h)) for x, y, w, h, _ in stats[1:]]
    height, width = card.shape[:2]
    tall = [
        (x, y, w, h) for x, y, w, h in boxes
        if FIGURE * max(card.shape) <= h <= height / 2 and w <= h and x > 0 and y > 0 and x + w < width
    ]  # fmt: skip
    if not 1 <= len(tall) <= 3:
        return []
    middles, heights = [y + h / 2 for _, y, _, h in tall], [h for *_, h in tall]
    even = max(np.ptp(middles), np.ptp(heights)) <= BESIDE * max(heights)
    return sorted(tall) if even else []


def legible(words: Sequence[str]) -> list[int]:
    """Which of the words read on a card are print: numbers, words of three letters or more, and shorter ones
    between those. Pips, frames and pictures make "CD", "oo", "D>"."""
    tell = [i for i, word in enumerate(words) if _tells(word)]
    between = range(tell[0], tell[-1]) if tell else range(0)
    return sorted({*tell, *(i for i in between if words[i].isalpha())})


def _tells(word: str) -> bool:
    letters = word.replace("'", "").replace("-", "")
    return word.isdecimal() or (letters.isalpha() and len(letters) > 2 and len(set(letters.lower())) > 1)

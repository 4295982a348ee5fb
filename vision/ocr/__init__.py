"""Read the print on cards without a letter by Tesseract: a word, a number, a sentence.

Print is read only on request, for a card takes a second or so. A legible word also shows that a card is
neither a back nor a letter card: backs have patterns, and letter cards have no words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.crops import Grey, Pyramid
from vision.ocr.numbers import read_number
from vision.ocr.preprocessing import (
    BAND_MARGIN_PIXELS,
    BLOCK,
    READ_SIDE_PIXELS,
    SPARSE,
    Word,
    cut_upright_card,
    read_words,
    to_dark_on_white,
    to_grey,
)
from vision.pieces.classify import Piece, iou
from vision.reader import PhotoReading
from vision.tensor_format import LETTERS, Floats, axes

MIN_CARD_WORD_CONFIDENCE: Final = 60.0
"""The confidence of Tesseract, of 100, from which a word counts. Pips, pictures and frames make words with
less."""

DECISIVE_CONFIDENCE: Final = 80.0
"""The confidence of Tesseract, of 100, that is needed to change the kind of a card, to accept a number alone,
or to accept a word that was enlarged more than `MAX_PRINT_ENLARGEMENT` times."""

MIN_LARGE_NUMBER_CONFIDENCE: Final = 40.0
"""The confidence of Tesseract, of 100, from which a large number beside legible words counts. It is low,
because the number's figures were already found as large print."""

MAX_PRINT_ENLARGEMENT: Final = 4.0
"""The enlargement above which a word needs the confidence `DECISIVE_CONFIDENCE`. On cards of 60 pixels
Tesseract read "16" and "AAS" in pictures with a confidence of 60 to 75."""

LONE_CARD_FACTOR: Final = 1.25
"""The factor by which a card is enlarged about its middle to test whether it lies alone: no other card may
reach into it. Cards of a word lie closer."""

MEETING_OVERLAP: Final = 0.02
"""The overlap (intersection over union) from which two cards count as overlapping. The outlines of cards that
only touch overlap by less."""

MAX_CARDS_READ: Final = 8
"""The greatest number of doubtful or unread pieces of a photograph that are read, in addition to the cards
without a letter. A whole minute is too long to wait."""


@dataclass(frozen=True, slots=True)
class Texts:
    """A photograph's reading with the print on its cards."""

    reading: PhotoReading
    """The photograph's reading, in which cards may have become cards without a letter."""
    texts: tuple[str, ...]
    """The print on each card without a letter (`reading.unlettered`), in the same order. It may be empty."""


def read_texts(pyramid: Pyramid, reading: PhotoReading) -> Texts:
    """Return the reading with the print on its cards without a letter.

    Doubtful and unread pieces with a legible word become cards without a letter, too.
    """
    texts = [read_text(pyramid, piece.corners) for piece in reading.unlettered]
    doubtful = [n for n in range(len(reading.pieces)) if _doubtful(reading.pieces, n)][:MAX_CARDS_READ]
    texts_read = {n: decisive_text(pyramid, reading.pieces[n].corners) for n in doubtful}
    worded = {n: text for n, text in texts_read.items() if text}
    unsure_read = [
        (piece, decisive_text(pyramid, piece.corners)) for piece in reading.unsure[:MAX_CARDS_READ]
    ]
    unsure_read = [(piece, text) for piece, text in unsure_read if text]
    rest = [n for n in range(len(reading.pieces)) if n not in worded]
    cards = tuple(reading.observation.cards[n] for n in rest)
    unlettered = (
        *reading.unlettered,
        *(reading.pieces[n] for n in worded),
        *(piece for piece, _ in unsure_read),
    )
    now = replace(
        reading,
        pieces=tuple(reading.pieces[n] for n in rest),
        observation=replace(reading.observation, cards=cards),
        unlettered=unlettered,
        unsure=tuple(p for p in reading.unsure if not any(p is q for q, _ in unsure_read)),
    )
    return Texts(now, (*texts, *worded.values(), *(text for _, text in unsure_read)))


def _doubtful(pieces: Sequence[Piece], n: int) -> bool:
    """Return True if a piece may have been mistaken for another kind of card: a back, a doubtful letter, or
    a card that lies alone.

    A Master does not count, since it may bear words.
    """
    piece = pieces[n]
    if piece.letter_probability > piece.back_probability and LETTERS[piece.likeliest_letter] == "?":
        return False
    unsure = (
        piece.back_probability > piece.letter_probability
        or float(piece.probabilities.sum(0).max()) < MIN_SURE_LETTER_PROBABILITY
    )
    return _lies_free(pieces, n, 1.0) if unsure else _lies_free(pieces, n, LONE_CARD_FACTOR)


def _lies_free(pieces: Sequence[Piece], n: int, factor: float) -> bool:
    """Return True if no other piece overlaps piece `n`, enlarged by the factor `factor` about its middle. The
    print of a covered card would be cut."""
    middle = pieces[n].corners.mean(0)
    around = np.asarray(middle + (pieces[n].corners - middle) * factor, np.float32)
    return all(m == n or iou(around, p.corners) < MEETING_OVERLAP for m, p in enumerate(pieces))


def read_text(pyramid: Pyramid, corners: Floats) -> str:
    """Return the print on a card with these corners (4, 2), pixels, in its most legible direction.

    Lines are in order from the top. The text is empty when nothing is legible.
    """
    turned = [cut_upright_card(pyramid, np.roll(corners, -quarters, axis=0)) for quarters in range(4)]
    least = (
        MIN_CARD_WORD_CONFIDENCE
        if _long(corners) * MAX_PRINT_ENLARGEMENT >= READ_SIDE_PIXELS
        else DECISIVE_CONFIDENCE
    )
    for shown in (to_grey, to_dark_on_white):
        best = _most_legible([shown(card) for card in turned], least, numbers=shown is to_grey)
        if best is not None:
            card, around = (
                turned[best[0]],
                cut_upright_card(pyramid, np.roll(corners, -best[0], axis=0), BAND_MARGIN_PIXELS),
            )
            beside = [
                replace(w, left=w.left - BAND_MARGIN_PIXELS, top=w.top - BAND_MARGIN_PIXELS)
                for w in _plain_words(to_dark_on_white(around))
            ]
            legible = _joined(best[1], beside)
            return _lines(_with_large_number(legible, read_number(card, MIN_LARGE_NUMBER_CONFIDENCE)))
    numbers = [large for card in turned if (large := read_number(card, DECISIVE_CONFIDENCE)) is not None]
    return max(numbers, key=lambda large: large.confidence).text if numbers else ""


def _most_legible(turned: Sequence[Grey], least: float, *, numbers: bool) -> tuple[int, list[Word]] | None:
    """Return the number of the direction in which a card's print reads best, and the words read in that
    direction. None if nothing is legible.

    `turned` holds the card in each direction, and `least` is the confidence from which a word counts. Numbers
    count if `numbers` is True.
    """
    for mode in (SPARSE, BLOCK):
        words_of_turns = [
            [w for w in read_words(page, mode) if numbers or not w.text.isdecimal()] for page in turned
        ]
        looks = [_legible(some, least) for some in words_of_turns]
        best = max(range(len(turned)), key=lambda n: _weight(looks[n]))
        if looks[best]:
            page, across = turned[best], looks[(best + 2) % len(turned)]
            other = _legible(read_words(page, BLOCK + SPARSE - mode), least)
            return best, _without_upside_down(_joined(looks[best], other), across, page)
    return None


def _plain_words(page: Grey) -> list[Word]:
    """Return the words on a page that are plainly print, and the shorter words in their lines. `page` is the
    picture of a card with its print made dark on white.

    Only long, surely read words start a line, because other marks on such a page resemble short words.
    """
    all_words = [word for mode in (SPARSE, BLOCK) for word in read_words(page, mode) if word.text.isalpha()]
    plain_words = _joined(
        (),
        [word for word in all_words if word.confidence >= DECISIVE_CONFIDENCE and _is_word_like(word.text)],
    )
    if not plain_words:
        return []
    plain_words = _without_upside_down(
        plain_words, read_words(np.ascontiguousarray(page[::-1, ::-1]), SPARSE), page
    )
    return _joined(
        plain_words,
        [
            word
            for word in all_words
            if word.confidence >= DECISIVE_CONFIDENCE and _in_line(word, plain_words)
        ],
    )


def _without_upside_down(
    upright_words: Sequence[Word], upside_down_words: Sequence[Word], page: Grey
) -> list[Word]:
    """Return `upright_words` without the words whose places read as well or better on the page turned upside
    down.

    `upside_down_words` are the words read on the page turned upside down. On a card with print at both ends
    these include the words of the other end.
    """
    high, wide = page.shape
    turned = [
        replace(word, left=wide - word.left - word.width, top=high - word.top - word.height)
        for word in upside_down_words
        if _is_word_like(word.text)
    ]
    return [
        word
        for word in upright_words
        if not any(o.confidence >= word.confidence and _overlap(o, word) for o in turned)
    ]


def _in_line(word: Word, others: Sequence[Word]) -> bool:
    """Return True if one of the `others` lies in the same line as the word and is about as high."""
    return any(
        abs(word.middle - o.middle) < o.height / 4 and o.height / 2 < word.height < 2 * o.height
        for o in others
    )


def decisive_text(pyramid: Pyramid, corners: Floats) -> str:
    """Return the print on a piece that may be a letter card or a back. The text is empty if no word is surely
    legible."""
    for quarters in range(4):
        all_words = read_words(
            to_grey(cut_upright_card(pyramid, np.roll(corners, -quarters, axis=0))), SPARSE
        )
        if any(
            word.confidence >= DECISIVE_CONFIDENCE and _is_word_like(word.text) and not word.text.isdecimal()
            for word in all_words
        ):
            return read_text(pyramid, corners)
    return ""


def _long(corners: Floats) -> float:
    """Return the length of a card's long side, pixels, from its corners (4, 2)."""
    return max(float(np.hypot(*axis)) for axis in axes(np.asarray(corners, np.float32)))


def _legible(all_words: Sequence[Word], least: float) -> list[Word]:
    """Return the words that are print and that Tesseract read with at least the confidence `least`. Numbers
    need `DECISIVE_CONFIDENCE`."""
    sure = [w for w in all_words if w.confidence >= (DECISIVE_CONFIDENCE if w.text.isdecimal() else least)]
    return [sure[n] for n in legible_words([word.text for word in sure])]


def _weight(all_words: Sequence[Word]) -> float:
    """Return how well words were read: the confidence of each word, times its number of letters, summed. The
    best of several readings has the greatest sum."""
    return sum(word.confidence * len(word.text) for word in all_words)


def _joined(own: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Return the words `own` together with the `others`, from another reading of the same print. Where two
    overlap, the longer one stays if it is at least as sure, otherwise that of `own`."""
    words_left = [word for word in own if not _is_outdone(word, others)]
    for other in others:
        if not any(_overlap(other, word) for word in words_left):
            words_left.append(other)
    return words_left


def _is_outdone(word: Word, others: Sequence[Word]) -> bool:
    """Return True if the `others` read more at the word's place with at least the same confidence: a longer
    word, or the same letters as several words."""
    overlapping = sorted((other for other in others if _overlap(other, word)), key=lambda other: other.left)
    if min((other.confidence for other in overlapping), default=0.0) < word.confidence:
        return False
    longer = any(word.text in other.text and word.text != other.text for other in overlapping)
    return longer or (len(overlapping) > 1 and "".join(other.text for other in overlapping) == word.text)


def _with_large_number(all_words: list[Word], large: Word | None) -> list[Word]:
    """Return the words that were read on a card, with the large number `large` in place of the words that it
    overlaps. If one of these words is a number that was read at least as surely, `all_words` are returned
    unchanged."""
    if large is None:
        return all_words
    overlapping = [word for word in all_words if _overlap(word, large)]
    if any(word.text.isdecimal() and word.confidence >= large.confidence for word in overlapping):
        return all_words
    return [large, *(word for word in all_words if word not in overlapping)]


def _overlap(one: Word, two: Word) -> bool:
    across = min(one.left + one.width, two.left + two.width) - max(one.left, two.left)
    down = min(one.top + one.height, two.top + two.height) - max(one.top, two.top)
    return across > 0 and down > 0


def _lines(all_words: Sequence[Word]) -> str:
    """Return the words line by line. A word belongs to a line when its middle is near that of the line's
    last word."""
    lines: list[list[Word]] = []
    for word in sorted(all_words, key=lambda word: word.middle):
        if lines and abs(word.middle - lines[-1][-1].middle) < max(word.height, lines[-1][-1].height) / 2:
            lines[-1].append(word)
        else:
            lines.append([word])
    return " ".join(word.text for line in lines for word in sorted(line, key=lambda word: word.left))


def legible_words(texts: Sequence[str]) -> list[int]:
    """Return the indices of the words that are print: figures, words of three letters or more, and shorter
    words between them.

    Tesseract reads pips, frames and pictures as "CD", "oo" or "D>".
    """
    tell = [i for i, word in enumerate(texts) if _is_word_like(word)]
    between = range(tell[0], tell[-1]) if tell else range(0)
    return sorted({*tell, *(i for i in between if texts[i].isalpha())})


def _is_word_like(word: str) -> bool:
    letters = word.replace("'", "").replace("-", "")
    return word.isdecimal() or (letters.isalpha() and len(letters) > 2 and len(set(letters.lower())) > 1)

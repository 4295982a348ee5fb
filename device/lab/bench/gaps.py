"""Measure words in which one or two cards cannot be read: a Master, a card with a picture in its place, or a
card under a cup or a hand.

The bench counts the words that are still read as one word. It also counts the unread cards that are reported
at places without a card.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from device.lab.bench.reading import is_same_word
from engine.cards import MASTER
from engine.layout import arrange, decide_letters
from engine.words import WordList
from vision.conditions import conditions
from vision.field_of_view import observation_to_arrange, view_of
from vision.lab.render.composed import CameraView, Reach, Stage, take_picture
from vision.lab.render.unlettered_cards import Kind, UnletteredCard, unlettered_card
from vision.pieces.classify import iou
from vision.reader import Reader
from vision.render.brushes import Patch, Rng, disc, even_area, hsv
from vision.render.layouts import PiecePlace
from vision.render.pieces import RenderedPiece, card
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.random_deck import random_deck
from vision.render.prints.typefaces import Faces, vendored
from vision.render.sample import RenderedPicture
from vision.render.surroundings.tables import Top, baize, checks, cloth, laminate, marble, stripes, wood
from vision.tensor_format import Floats

PICTURE_PIXELS: Final = (2304, 1296)
KINDS: Final = ("plain", "master", "picture", "cup", "hand")
"""The kinds of words: letters alone (`plain`), one or two Masters of the pack (`master`), a picture card in
the place of a Master (`picture`), a cup on a card (`cup`), a hand over a card (`hand`). No training picture
has such picture cards."""

ROWS_PER_PICTURE: Final = 3
TABLES: Final[tuple[Top, ...]] = (wood, baize, laminate, cloth, checks, marble, stripes)
WORD_LENGTHS: Final = (4, 5, 6, 7, 8)
ROW_STEP_HEIGHTS: Final = 1.35
"""The distance from one row of words to the next, in heights of a card."""

MIN_OVERLAP: Final = 0.3
"""The least overlap of a reported card with a true piece, as intersection over union. A card that overlaps
less with every piece counts as reported where no card lies."""

PICTURES: Final[tuple[Kind, ...]] = ("picture", "word", "along")
CUP_DIAMETER_HEIGHTS: Final = (0.75, 1.1)
"""The least and the greatest diameter of a cup, in heights of a card."""


@dataclass(slots=True)
class WordCount:
    """How many words with one kind of unreadable card were read whole. `KINDS` lists the kinds, such as a
    Master."""

    words: int = 0
    """The number of words with this kind of unreadable card."""
    whole: int = 0
    """The number of words read whole, with a `?` for each unreadable card."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word on a rendered table, with its unreadable cards."""

    kind: str
    text: str
    """The true word, as it should be read."""
    spots: tuple[PiecePlace, ...]
    """The place of each card of the word on the table."""
    gaps: tuple[int, ...]
    """The indices of the word's cards that cannot be read."""


def measure(tables: int, words: WordList, seed: int = 100) -> dict[str, Any]:
    """Measure `tables` rendered photographs of three words each. Return, for each kind of word, the number of
    words and of words read whole. Return also the number of cards reported where none lies."""
    counts = {kind: WordCount() for kind in KINDS}
    reader, faces, false_reports = Reader.load(), vendored(), 0
    for n in range(tables):
        rng = np.random.default_rng([seed, n])
        deck = random_deck(rng, faces)
        laid = list(_words(rng, n, words, deck))
        picture = _photograph(rng, n, deck, laid, faces)
        seen = reader.read(picture.image, "cards")
        found = observation_to_arrange(seen, view_of(seen, conditions(picture.image, seen, None)))
        settled = decide_letters(found.observation, arrange(found.observation, words), words)
        texts = [word.text.upper() for word in settled.arrangement.words]
        for word in laid:
            count, hit = counts[word.kind], next((s for s in texts if is_same_word(s, word.text)), None)
            count.words += 1
            if hit is not None:
                count.whole += 1
                texts.remove(hit)
        unread = [c for c in found.observation.cards if c.face == "up" and not c.readings]
        quads = [seen.plane.to_picture(np.array(c.corners)).astype(np.float32) for c in unread]
        false_reports += sum(not _is_reported(quad, picture) for quad in quads)
    rows = {kind: {"words": count.words, "whole": count.whole} for kind, count in counts.items()}
    return {**rows, "told_where_none_lies": false_reports}


def _is_reported(quad: Floats, picture: RenderedPicture) -> bool:
    return any(iou(quad, np.asarray(label.quad, np.float32)) >= MIN_OVERLAP for label in picture.labels)


def _words(rng: Rng, n: int, words: WordList, deck: PrintedDeck) -> Iterator[_Word]:
    """Yield the three words of photograph `n`. Each word is of another kind, and has a row of its own. A word
    under a hand is in the lowest row."""
    kinds = sorted(
        (KINDS[(n + k) % len(KINDS)] for k in range(ROWS_PER_PICTURE)), key=lambda kind: kind == "hand"
    )
    gap, sloppy = float(rng.uniform(0, 6)), float(rng.uniform(0.3, 1.5))
    for row, kind in enumerate(kinds):
        length = WORD_LENGTHS[int(rng.integers(len(WORD_LENGTHS)))]
        listed = words.of_length(length)
        text = listed[int(rng.integers(len(listed)))]
        some = rng.permutation(length)[: 2 if kind == "master" and n % 3 == 0 else 1].tolist()
        gaps = () if kind == "plain" else tuple(sorted(some))
        if kind in ("cup", "hand"):  # a cover on the end could also lie beside the word
            gaps = (int(rng.integers(1, length - 1)),)
        jitter = rng.normal(0, sloppy, (length, 3)).tolist()
        left, top = (
            float(rng.uniform(-40, 40)) - length * deck.width / 2,
            ROW_STEP_HEIGHTS * row * deck.height,
        )
        spots = tuple(
            PiecePlace(letter, left + k * (deck.width + gap) + x, top + y, turn)
            for k, (letter, (x, y, turn)) in enumerate(zip(text, jitter, strict=True))
        )
        yield _Word(kind, text, spots, gaps)


def _photograph(rng: Rng, n: int, deck: PrintedDeck, laid: list[_Word], faces: Faces) -> RenderedPicture:
    pieces = [piece for word in laid for piece in _pieces(rng, deck, word)]
    view = CameraView(
        PICTURE_PIXELS,
        tilt=float(rng.uniform(0, 20)),
        azimuth=float(rng.uniform(0, 360)),
        fill=float(rng.uniform(0.6, 0.9)),
    )
    stage = Stage(tuple(pieces), TABLES[n % len(TABLES)], view=view)
    hands = [word for word in laid if word.kind == "hand"]
    state = rng.bit_generator.state
    picture = take_picture(rng, stage, faces)
    if not hands:
        return picture
    # The hand's place is known once the picture is rendered.
    reaches = tuple(_reach(word, laid, picture) for word in hands)
    rng.bit_generator.state = state
    return take_picture(rng, replace(stage, arms=reaches), faces)


def _reach(word: _Word, laid: list[_Word], picture: RenderedPicture) -> Reach:
    """Return a hand from below that covers the word's unreadable card up to the card's upper edge."""
    cards = [(one, k) for one in laid for k in range(len(one.spots))]
    cards_shown = [label for label in picture.labels if label.kind in ("card", "other")]
    top_left, top_right, *_ = cards_shown[cards.index((word, word.gaps[0]))].quad
    x, y = ((top_left + top_right) / 2 / np.array(PICTURE_PIXELS)).tolist()
    down = cards_shown[cards.index((word, word.gaps[0]))].quad[3] - top_left
    return Reach(x, y, float(np.degrees(np.arctan2(-down[0], down[1]))))


def _pieces(rng: Rng, deck: PrintedDeck, word: _Word) -> Iterator[RenderedPiece]:
    for k, spot in enumerate(word.spots):
        gap = k in word.gaps
        if gap and word.kind == "picture":
            odd = UnletteredCard(PICTURES[int(rng.integers(len(PICTURES)))], "EVENING", float(rng.random()))
            yield unlettered_card(rng, deck, replace(spot, shows="stranger"), odd)
        else:
            yield card(rng, deck, replace(spot, letter=MASTER) if gap and word.kind == "master" else spot)
    if word.kind == "cup":
        yield _cup(rng, deck, word.spots[word.gaps[0]])


def _cup(rng: Rng, deck: PrintedDeck, spot: PiecePlace) -> RenderedPiece:
    """Return a cup or a coaster, seen from above, that lies on the middle of the card at `spot`."""
    across = float(rng.uniform(*CUP_DIAMETER_HEIGHTS)) * deck.height
    colour, drink = hsv(float(rng.random()), 0.6, 0.7), hsv(0.08, 0.6, float(rng.uniform(0.2, 0.9)))

    def paint(ppm: float) -> Patch:
        size = max(8, round(across * ppm))
        image, alpha = even_area(size, size, colour), np.zeros((size, size, 3), np.uint8)
        disc(image, (size / 2, size / 2), 0.44 * size, drink)
        disc(alpha, (size / 2, size / 2), 0.49 * size, (255, 255, 255))
        return Patch(image, alpha[..., 0].copy())

    piece = card(rng, replace(deck, width=across, height=across), replace(spot, shows="stranger"))
    return replace(piece, paint=paint, kind="back", top_elevation=20.0, radius=across / 2)

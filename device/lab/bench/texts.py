"""Measure how well cards without a letter are read, such as advertisements that lie beside a word. Count the
cards that the reader recognises as cards without a letter, and those whose print it reads."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.crops import Pyramid
from vision.lab.render.composed import CameraView, Stage, take_picture
from vision.lab.render.unlettered_cards import Kind, UnletteredCard, unlettered_card
from vision.ocr import read_texts
from vision.pieces.classify import iou
from vision.reader import PhotoReading, Reader
from vision.render.brushes import Rng
from vision.render.layouts import PiecePlace
from vision.render.pieces import card
from vision.render.prints.deck import plain_deck
from vision.render.prints.typefaces import vendored
from vision.render.surroundings.tables import Top, baize, checks, laminate, wood
from vision.tensor_format import Floats

PICTURE_PIXELS: Final = (2304, 1728)
"""Width and height of a photograph in pixels, as the table's camera takes it. Fine print is crisp at this
size."""

MIN_OVERLAP: Final = 0.5
"""Minimum overlap (intersection over union) of a detected card with a card of the scene. With less overlap
the detected card does not count as this card."""

PRINTED: Final[dict[Kind, tuple[str, ...]]] = {
    "word": ("CASTLE", "VIOLET", "HARVEST", "PEPPER"),
    "along": ("LEMON", "STRANGE", "COPPER", "ISLAND"),
    "number": (
        "7/MISS A TURN/AND PAY TEN",
        "50/BONUS/FOR SIX LETTERS",
        "12/DOUBLE SCORE",
        "3/TAKE TWO CARDS",
    ),
    "picture": ("THE HOUSE BY THE SEA", "EVENING/GAMES FOR ALL", "OUR VILLAGE/IN SUMMER"),
    "advert": ("MORE GAMES/ASK YOUR DEALER/FOR OUR NEW LIST", "NEW EDITION/LARGER LETTERS/CLOTH BOX"),
}
"""The texts printed on the cards, by kind of card; `/` separates the lines. They are in capitals, because the
product's own fonts have no small letters."""

WORDS: Final = ("PLANET", "WIDTH", "COUNT", "HOUSE", "BRICK")
"""The words of which one lies among the cards without a letter. Its cards show the reader how large the
pack's cards are."""

TABLES: Final[tuple[Top, ...]] = (wood, baize, laminate, checks)

PLACES_MM: Final = ((-150.0, -115.0), (-50.0, 115.0), (50.0, -115.0), (150.0, 115.0))
"""The places of the four cards above and below the word, in mm from its middle, from left to right. No card
covers another."""


@dataclass(slots=True)
class CardCount:
    """How many cards without a letter were recognised and read, for one kind of card such as an
    advertisement."""

    cards: int = 0
    """The number of cards on the tables."""
    seen: int = 0
    """The number of cards that the networks alone, without Tesseract, recognise as cards without a letter."""
    seen_with_texts: int = 0
    """The number of cards that are recognised as cards without a letter, with Tesseract's help."""
    read: int = 0
    """The number of recognised cards whose whole print was read right."""

    def row(self) -> dict[str, int]:
        """Return the counts by the names that they have in the bench's result."""
        return {
            "cards": self.cards,
            "seen": self.seen,
            "seen_with_texts": self.seen_with_texts,
            "read": self.read,
        }


def measure(tables: int, seed: int = 100) -> dict[str, Any]:
    """Read `tables` rendered tables, each with four cards without a letter, and return how many of these
    cards are recognised and how many are read right. Return a note if Tesseract is not installed."""
    if shutil.which("tesseract") is None:
        return {"texts": "not measured: Tesseract is not installed"}
    counts = {kind: CardCount() for kind in PRINTED}
    reader, other = Reader.load(), 0
    for n in range(tables):
        rng = np.random.default_rng([seed, n])
        picture, odd = _table(rng, n)
        seen = reader.read(picture.image, "cards")
        texts = read_texts(Pyramid.of(picture.image), seen)
        quads = sorted((label.quad for label in picture.labels if label.kind == "other"), key=_left)
        for card_, quad in zip(odd, quads, strict=True):
            _count(counts[card_.kind], card_, quad, seen, texts.reading, texts.texts)
        other += len(texts.reading.unlettered) - sum(
            _card_at(texts.reading, quad) is not None for quad in quads
        )
    whole = CardCount(*(sum(getattr(c, name) for c in counts.values()) for name in CardCount.__slots__))
    return {**whole.row(), "seen_where_none_is": other, "kinds": {k: c.row() for k, c in counts.items()}}


def _table(rng: Rng, n: int) -> tuple[Any, list[UnletteredCard]]:
    """Return the photograph of table `n`, and its cards without a letter from left to right."""
    faces = vendored()
    face = faces.faces[n % len(faces.faces)]
    deck = plain_deck(face, paper_colour=(243, 245, 246) if n % 2 else (205, 232, 240))
    word = WORDS[int(rng.integers(len(WORDS)))]
    at = [58.0 * (k - (len(word) - 1) / 2) for k in range(len(word))]
    off = rng.normal(0, (0.8, 1.2), (len(word), 2)).tolist()
    spots = [PiecePlace(letter, x, *jitter) for letter, x, jitter in zip(word, at, off, strict=True)]
    odd = list(_unlettered_cards(rng, n))
    places = [(x + float(rng.normal(0, 3)), y + float(rng.normal(0, 4))) for x, y in PLACES_MM]
    singles = [PiecePlace("A", *place, float(rng.uniform(0, 360)), "stranger") for place in places]
    pieces = [card(rng, deck, spot) for spot in spots]
    pieces += [unlettered_card(rng, deck, spot, one) for spot, one in zip(singles, odd, strict=True)]
    view = CameraView(PICTURE_PIXELS, tilt=float(rng.uniform(0, 12)), azimuth=float(rng.uniform(0, 360)))
    return take_picture(rng, Stage(tuple(pieces), TABLES[n % len(TABLES)], view=view), faces), odd


def _unlettered_cards(rng: Rng, n: int) -> Iterator[UnletteredCard]:
    """Yield a card of each kind in `PRINTED` but one, in random order. The kind that is left out changes from
    table to table; `n` is the table's number."""
    kinds = [kind for k, kind in enumerate(PRINTED) if k != n % len(PRINTED)]
    for k in rng.permutation(len(kinds)).tolist():
        texts = PRINTED[kinds[k]]
        yield UnletteredCard(kinds[k], texts[int(rng.integers(len(texts)))], float(rng.random()))


def _left(quad: NDArray[np.float32]) -> float:
    return float(quad[:, 0].mean())


def _count(
    count: CardCount,
    odd: UnletteredCard,
    quad: Floats,
    before: PhotoReading,
    after: PhotoReading,
    texts: tuple[str, ...],
) -> None:
    at = _card_at(after, quad)
    count.cards += 1
    count.seen += _card_at(before, quad) is not None
    count.seen_with_texts += at is not None
    count.read += at is not None and texts[at] == odd.text.replace("/", " ")


def _card_at(seen: PhotoReading, quad: Floats) -> int | None:
    """Return the index of the recognised card without a letter that lies at `quad`. Return None if no such
    card lies there."""
    shares = [iou(np.asarray(quad, np.float32), piece.corners) for piece in seen.unlettered]
    best = max(range(len(shares)), key=lambda n: shares[n], default=None)
    return best if best is not None and shares[best] >= MIN_OVERLAP else None

"""Measure how well Masters are read that no network has seen.

Each table has words with Masters in them, at their ends or two together, a stock, an exposed card, and cards
that are not letter cards.

`python -m vision.lab.measuring.masters --drawings DRAWINGS --count 100` draws tables with held-back pictures
of Masters in the product's own typefaces, and reads them. `vision.lab.training.drawings` makes DRAWINGS.
Without this option, only pictures that are generated from a seed are drawn.

With `--known enrolled`, each table's deck is first enrolled from a photograph of the deck laid out on another
table. With `--known shown`, only one Master of that photograph is known, as when people show a Master to
answer a question.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

import click
import cv2
import numpy as np

from engine.layout import arrange
from vision.enrol import learning
from vision.enrol.prototypes import Prototypes
from vision.lab.measuring.measure import MIN_OVERLAP, SURE_READING_PROBABILITY, LabelledPiece, matched
from vision.lab.render.household import camera_above, laid_out
from vision.pieces.classify import Piece as Read
from vision.pieces.classify import iou
from vision.reader import PhotoReading, Reader
from vision.render.brushes import Image, Rng, chance, uniform, xy
from vision.render.canvas import Canvas
from vision.render.layouts import PiecePlace, Shows, turn_spots
from vision.render.optics.light import illuminate
from vision.render.pieces import card, draw, random_sun
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.master_designs import Drawings, files_of
from vision.render.prints.random_deck import random_deck
from vision.render.prints.typefaces import vendored
from vision.render.sample import PieceTruth, labels_of, quick_post
from vision.render.scenery import ground
from vision.tensor_format import LETTERS

PHOTO_SIZE: Final = (1920, 1440)
"""The width and height of a photograph, pixels."""

WORDS: Final = (
    "ARM", "OAK", "TEA", "CUP", "BIRD", "FISH", "GOLD", "HARP", "BREAD", "CHAIR", "DANCE", "EAGLE", "FLUTE",
    "GRAPE", "HOUSE", "JUDGE", "KNIFE", "LEMON", "PLANT", "QUILT", "RIVER", "SUGAR", "TIGER", "VOICE",
    "BASKET", "CASTLE", "DOCTOR", "FLOWER", "GARDEN", "PICTURE",
)  # fmt: skip
"""The words on the tables. M, W, N and Z, which look like other letters when turned, occur only in words
in which the other letters show the direction."""

LAID_OUT_CARDS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ??-"
"""The cards that are laid out to enrol a deck: each letter, two Masters (`?`) and a back (`-`)."""

MASTER_PLACES: Final = ("none", "inside", "first", "last", "pair")
"""The places of the Masters in a word, each equally likely. Words without a Master (`none`) serve for
comparison."""

Kind = Literal["word", "exposed", "stock", "beside"]
Known = Literal["nothing", "enrolled", "shown"]


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A rendered photograph of a table with the truth about it."""

    image: Image
    """The photograph."""
    labels: tuple[PieceTruth, ...]
    """The truth about each piece."""
    kinds: tuple[Kind, ...]
    """The role of each piece, in the order of `labels`: a card of a word, the stock, the exposed card, or
    a card beside them."""
    words: tuple[tuple[str, tuple[int, ...]], ...]
    """Each word, with `?` for a Master, and the indices of its pieces in `labels`, in reading order."""
    deck: PrintedDeck
    """The deck of all cards on the table."""


@dataclass(slots=True)
class MasterCount:
    """The counts of readings of several tables. A reading is described in one word by `describe`."""

    masters: Counter[str] = field(default_factory=Counter)
    """The numbers of Masters, by how they were read, such as `?` or `back` (`describe`)."""
    words: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    """The numbers of words of four kinds. The key says first if the word has a Master, and then if the
    whole word was read right."""
    letters: Counter[str] = field(default_factory=Counter)
    """The numbers of cards with a letter, by how they were read: `right`, or a description of the wrong
    reading (`describe`)."""
    others: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The numbers of cards without a letter, by the kind of the card and by how it was read (`describe`)."""
    doubted: int = 0
    """The number of Masters that were read as Masters, but with too little confidence for a sure reading."""
    wrong: list[str] = field(default_factory=list)
    """A line for people about each wrong reading."""

    def row(self) -> dict[str, Any]:
        """Return the counts and shares to print, by name. Shares are 0 to 1."""
        every = max(1, self.masters.total())
        beside = {kind: sum(n for (of, _), n in self.others.items() if of == kind) for kind, _ in self.others}
        return {
            "masters": self.masters.total(),
            "found": round(self.masters["?"] / every, 4),
            "found_and_sure": round((self.masters["?"] - self.doubted) / every, 4),
            "told": dict(self.masters),
            "words_with": self.words[True, True] + self.words[True, False],
            "words_with_whole": _share(self.words[True, True], self.words[True, False]),
            "words_without": self.words[False, True] + self.words[False, False],
            "words_without_whole": _share(self.words[False, True], self.words[False, False]),
            "letters": self.letters.total(),
            "letters_told": dict(self.letters),
            "others": beside,
            "taken_for_masters": {kind: self.others[kind, "?"] for kind in beside},
            "others_told": {
                f"{kind} as {kind_told}": n for (kind, kind_told), n in sorted(self.others.items())
            },
        }


def _share(good: int, bad: int) -> float:
    return round(good / max(1, good + bad), 4)


def table(rng: Rng, drawings: Drawings) -> DrawnTable:
    """Return a random table with two to four words, a stock, an exposed card, and up to three cards
    beside them that have no letter."""
    deck = random_deck(rng, vendored(), drawings=drawings)
    spots, kinds, words = list[PiecePlace](), list[Kind](), list[tuple[str, tuple[int, ...]]]()
    step, gap = 1.3 * deck.height, uniform(rng, 0.3, 4)
    for line in range(int(rng.integers(2, 5))):
        word = _with_masters(rng, WORDS[int(rng.integers(len(WORDS)))])
        start = uniform(rng, -0.5, 0.5) * deck.width
        words.append((word, tuple(range(len(spots), len(spots) + len(word)))))
        for n, letter in enumerate(word):
            x, y = start + n * (deck.width + gap), line * step
            spots.append(PiecePlace(letter, x + _small_error(rng), y + _small_error(rng), _small_error(rng)))
            kinds.append("word")
    right = max(spot.x for spot in spots) + 1.7 * deck.width
    spots.append(PiecePlace(None, right, 0, _small_error(rng), "back"))
    spots.append(PiecePlace("?" if chance(rng, 0.3) else "E", right + 1.3 * deck.width, 0, _small_error(rng)))
    kinds += ["stock", "exposed"]
    for n in range(int(rng.integers(0, 4))):
        shows: Shows = "back" if chance(rng, 0.2) else "stranger"
        at = (right + (n % 2) * 1.5 * deck.width, (1.5 + 1.4 * (n // 2)) * deck.height)
        spots.append(PiecePlace(None, *at, uniform(rng, 0, 360), shows))
        kinds.append("beside")
    whole = turn_spots(spots, 90.0 * int(rng.integers(4)) + float(rng.normal(0, 6)))
    return _photographed(rng, deck, whole, tuple(kinds), tuple(words))


def _small_error(rng: Rng) -> float:
    """Return a small random error of a card laid by hand: mm if it is added to a place, degrees if it is
    added to an angle. Its standard deviation is 0.8."""
    return float(rng.normal(0, 0.8))


def _with_masters(rng: Rng, word: str) -> str:
    """Return the word with some letters replaced by Masters (`?`), at random places of `MASTER_PLACES`."""
    where = MASTER_PLACES[int(rng.integers(len(MASTER_PLACES)))]
    places = {
        "none": (), "inside": (int(rng.integers(1, len(word) - 1)),), "first": (0,), "last": (len(word) - 1,),
        "pair": (len(word) - 2, len(word) - 1) if chance(rng, 0.5) else (0, 1),
    }[where]  # fmt: skip
    return "".join("?" if n in places else letter for n, letter in enumerate(word))


def _photographed(
    rng: Rng,
    deck: PrintedDeck,
    spots: list[PiecePlace],
    kinds: tuple[Kind, ...],
    words: tuple[tuple[str, tuple[int, ...]], ...],
) -> DrawnTable:
    pieces = [card(rng, deck, spot) for spot in spots]
    corners = xy(np.concatenate([piece.corners for piece in pieces]))
    extent = np.ptp(corners, 0) + 6
    scale = uniform(rng, 0.7, 0.93) * float((xy(PHOTO_SIZE) / extent).min())
    middle = (corners.min(0) + corners.max(0)) / 2
    camera = camera_above(rng, PHOTO_SIZE, middle.tolist(), scale, uniform(rng, 0, 22))
    sun = random_sun(rng)
    canvas = Canvas(ground(rng, camera, vendored()))
    drawn = [draw(canvas, camera, piece, n, sun) for n, piece in enumerate(pieces)]
    labels = labels_of(canvas, camera, pieces, drawn)
    assert len(labels) == len(pieces), "every card shows"
    lit = illuminate(rng, canvas, uniform(rng, 0, 0.6) ** 2)
    return DrawnTable(quick_post(rng, camera.through_lens(lit)), labels, kinds, words, deck)


def count(table: DrawnTable, seen: PhotoReading, into: MasterCount, name: str) -> None:
    """Add the reading `seen` of one table to the counts `into`. `name` names the table in lines about
    errors."""
    truths = tuple(
        LabelledPiece(label.letter, label.quad, label.letter is not None) for label in table.labels
    )
    owner = matched(truths, seen.pieces)
    readings = [describe(owner.get(n), label, seen) for n, label in enumerate(table.labels)]
    for n, (label, kind) in enumerate(zip(table.labels, table.kinds, strict=True)):
        if label.letter == "?":
            into.masters[readings[n]] += 1
            into.doubted += readings[n] == "?" and owner[n].best_probability < SURE_READING_PROBABILITY
        elif label.letter is not None:
            into.letters["right" if readings[n].lower() == label.letter.lower() else readings[n]] += 1
        else:
            into.others[kind if kind == "stock" else label.kind, readings[n]] += 1
        if label.letter == "?" and readings[n] != "?":
            design = table.deck.master.design
            into.wrong.append(
                f"{name}: {kind} told as {readings[n]}; {design and (design.setting, design.drawing.name)}"
            )
    _count_words(table, owner, seen, into, name)


def describe(read: Read | None, label: PieceTruth, seen: PhotoReading) -> str:
    """Return in a word how a card was read: a letter; `?` for a Master; `back`; `stranger` for a card
    without a letter; `unsure` for a card with an unknown print; `unseen` if no piece was found.

    A letter that is not sure is in lower case. A Master is `?` even if it is not sure.
    """
    if read is None:
        for what, some in (("stranger", seen.unlettered), ("unsure", seen.unsure)):
            if any(iou(label.quad, other.corners) >= MIN_OVERLAP for other in some):
                return what
        return "unseen"
    if read.back_probability > read.letter_probability:
        return "back"
    letter = LETTERS[read.likeliest_letter]
    return letter if read.best_probability >= SURE_READING_PROBABILITY else letter.lower()


def _count_words(
    table: DrawnTable, owner: dict[int, Read], seen: PhotoReading, into: MasterCount, name: str
) -> None:
    at = {id(piece): n for n, piece in enumerate(seen.pieces)}
    texts_and_cards = [(word.text.upper(), set(word.cards)) for word in arrange(seen.observation).words]
    for text, numbers in table.words:
        cards = {at[id(owner[n])] for n in numbers if n in owner}
        whole = any(_is_same_word(word, text) and lying == cards for word, lying in texts_and_cards)
        into.words["?" in text, whole] += 1
        if not whole:
            near = [word for word, lying in texts_and_cards if lying & cards]
            into.wrong.append(f"{name}: {text} is {' '.join(near) or 'nothing'}")


def _is_same_word(word: str, text: str) -> bool:
    """Return True if the word that was read is `text`, forwards or backwards. Both count, because the
    reader has no word list here that would show the direction."""
    return word in (text, text[::-1])


def learnt_appearance(table: DrawnTable, what: Known, rng: Rng) -> Prototypes | None:
    """Return what is known of the deck before the table is read: all its cards or one Master, learnt from
    another photograph. Return None if nothing is known."""
    if what == "nothing":
        return None
    laid = laid_out(rng, table.deck, LAID_OUT_CARDS, PHOTO_SIZE, vendored())
    masters = [label for label in laid.labels if label.letter == "?"]
    some = laid.labels if what == "enrolled" else masters[:1]
    crops = [
        learning.decode_crop(learning.encode_crop(learning.cut_upright_crop(laid.image, label.quad)))
        for label in some
    ]
    letters = "".join(label.letter or learning.FACE_DOWN for label in some)
    return learning.make_prototypes(letters, learning.compute_features(crops), legible=True)


def tables(drawings: Drawings, seed: int, number: int) -> Iterator[tuple[str, DrawnTable]]:
    """Yield `number` random tables with Masters, each with a name for reports. The same `seed` gives the
    same tables."""
    for n in range(number):
        yield f"{seed}/{n}", table(np.random.default_rng((seed, n)), drawings)


@click.command()
@click.option("--drawings", type=click.Path(exists=True, path_type=Path), help="Folder of pictures.")
@click.option("--count", "number", default=100, show_default=True, help="Tables to draw.")
@click.option("--seed", default=7, show_default=True)
@click.option(
    "--known",
    "what",
    type=click.Choice(get_args(Known)),
    default="nothing",
    show_default=True,
    help="What is known of each deck beforehand.",
)
@click.option("--keep", type=click.Path(path_type=Path), help="Keep the pictures in this folder, to look at.")
def main(drawings: Path | None, number: int, seed: int, what: Known, keep: Path | None) -> None:
    """Draw tables with Masters, read them, and print how their cards were read."""
    held_back = Drawings.of(files_of(drawings) if drawings else (), held_back=True)
    reader, all_of_them = Reader.load(), MasterCount()
    for name, table in tables(held_back, seed, number):
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(keep / f"{name.replace('/', '-')}.jpg"), table.image)
        learnt = learnt_appearance(table, what, np.random.default_rng((seed, len(name), table.deck.pattern)))
        count(table, replace(reader, deck=learnt).read(table.image, "cards"), all_of_them, name)
    click.echo(json.dumps(all_of_them.row(), indent=1))
    for line in all_of_them.wrong:
        click.echo(line, err=True)


if __name__ == "__main__":
    main()

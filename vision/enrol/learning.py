"""Make prototypes of cards with known letters, from photographs or from the small crops on disk."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import cv2
import numpy as np

from vision import jpeg
from vision.crops import Picture, Pyramid, cut_crops, outline_of
from vision.enrol.gather import ENROL_BATCH_CROPS, FoundCard
from vision.enrol.prototypes import Prototypes, normal
from vision.figures.deck_layout import NO_FIGURES, FigureLayout, learn_layout
from vision.network import WEIGHTS, run
from vision.tensor_format import BACK, CROP_HEIGHT, CROP_WIDTH, LETTERS, Floats
from vision.weight_checksums import read_checked

FACE_DOWN: Final = "-"
"""The character that stands in a deck's letters for a face-down card."""

EXAMPLES_PER_LETTER: Final = 2
"""The greatest number of cards of one letter that are kept as examples of a deck. More cards of the same
print teach nothing and fill the file."""

JPEG_QUALITY: Final = 70
"""The JPEG quality of the crops that are kept. A card takes some 6.5 kB with its features, and a whole
deck 350 kB."""

MIN_READ_SHARE: Final = 0.85
"""The share of a deck's cards that the network must read by itself for the deck to be legible.

Of twenty decks in the bench's odd typefaces it read 22 to 70 cards in a hundred, of twelve ordinary decks 92
and more. Decks that nobody had labelled were compared with their lettering: the network agreed with it in 37
to 69 cards in a hundred of ten odd decks, and in 94 and more of six ordinary ones, though half of one deck's
cards were in doubt.
"""

MAX_DOUBTFUL_SHARE: Final = 2 / 3
"""The share of doubtful cards above which a deck is not legible, even if the network agrees with the letters
suggested for them. Of ordinary decks at most half were in doubt, of blackletter without answers eleven of
twelve."""


@cache
def fingerprint() -> str:
    """Return 16 hexadecimal digits that identify the speller's weights. Features of different spellers
    cannot be compared."""
    return hashlib.sha256(read_checked(WEIGHTS / "speller.onnx")).hexdigest()[:16]


def choose_examples(letters: str) -> tuple[int, ...]:
    """Return the numbers of the cards to keep as examples of a deck: the first `EXAMPLES_PER_LETTER` of each
    letter. `letters` are the cards' letters, the preferred cards first; `FACE_DOWN` is a back."""
    return tuple(i for i, letter in enumerate(letters) if letters[:i].count(letter) < EXAMPLES_PER_LETTER)


def encode_crop(crop: Picture) -> bytes:
    """Return a crop (208, 160, 3) as a small JPEG."""
    done, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise ValueError("the crop can't be packed")
    return data.tobytes()


def decode_crop(data: bytes) -> Picture:
    """Return the crop from its JPEG. Raise ValueError if `data` is no JPEG of a crop."""
    head = jpeg.read_header(data) if data.startswith(jpeg.START) else None
    fits = head is not None and (head.width, head.height) == (CROP_WIDTH, CROP_HEIGHT)
    crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if fits else None
    if crop is None or crop.shape != (CROP_HEIGHT, CROP_WIDTH, 3):
        raise ValueError("not the picture of a card")
    return np.asarray(crop, np.uint8)


def compute_features(crops: Sequence[Picture]) -> Floats:
    """Return features (2 n, F) of upright crops: first of each crop, then of each crop upside down, as the
    speller sees a card that faces the other way."""
    upright = np.stack(list(crops))
    both = np.concatenate([upright, upright[:, ::-1, ::-1]])
    parts = [
        run("speller", np.ascontiguousarray(both[n : n + ENROL_BATCH_CROPS]))[2]
        for n in range(0, len(both), ENROL_BATCH_CROPS)
    ]
    return np.concatenate(parts)


def cut_upright_crop(picture: Picture, corners: Floats) -> Picture:
    """Return the crop (208, 160, 3) of a card by its corners (4, 2), pixels, clockwise from its top left."""
    crop: Picture = cut_crops(Pyramid.of(picture), (outline_of(corners),))[0]
    return crop


def learn_figure_layout(finds: Sequence[FoundCard], letters: str) -> FigureLayout:
    """Return where a deck prints its figures, and the figure of each letter, as the cards of an enrolment
    show them. `letters` are the letters of all the cards; cards that lie face down do not count."""
    up = [n for n, letter in enumerate(letters) if letter != FACE_DOWN]
    return learn_layout(np.array([finds[n].figures for n in up], np.float32), [letters[n] for n in up])


def is_legible(finds: Sequence[FoundCard], letters: str, doubtful_cards: Collection[int] = ()) -> bool:
    """Return True if the network reads these cards well enough without examples (`MIN_READ_SHARE`). `letters`
    are their letters, known from people or, for the `doubtful_cards` cards (by number), suggested by the
    whole deck.

    The doubtful cards count, because the few cards without doubt are always read well. A deck with hardly any
    sure card is not legible.
    """
    if len(doubtful_cards) > MAX_DOUBTFUL_SHARE * len(finds):
        return False
    up = [(find, letter) for find, letter in zip(finds, letters, strict=True) if letter in LETTERS]
    right = sum(LETTERS[int(find.log_probabilities.argmax())] == letter for find, letter in up)
    return bool(up) and right >= MIN_READ_SHARE * len(up)


def make_prototypes(
    letters: str, features: Floats, figure_layout: FigureLayout = NO_FIGURES, legible: bool = False
) -> Prototypes:
    """Return an enrolled deck from n cards with these letters. `features` (2 n, F) are the speller's
    features, first of each card upright, then of each card upside down. The letter `FACE_DOWN` means a back.

    `figure_layout` are the deck's figures. `legible` is True if the networks read the deck's print without
    enrolment.
    """
    upright = [BACK if letter == FACE_DOWN else LETTERS.index(letter) for letter in letters]
    turned = [BACK if one == BACK else one + 2 * len(LETTERS) for one in upright]
    return Prototypes(normal(features), np.array([*upright, *turned], np.int64), figure_layout, legible)


def with_masters(deck: Prototypes | None, crops: Sequence[Picture]) -> Prototypes | None:
    """Return the `deck` with added Masters that look like these crops (208, 160, 3). If `deck` is
    None, the result holds the Masters alone."""
    if not crops:
        return deck
    shown = make_prototypes("?" * len(crops), compute_features(crops), legible=True)
    if deck is None:
        return shown
    return replace(
        deck,
        features=np.concatenate([deck.features, shown.features]),
        classes=np.concatenate([deck.classes, shown.classes]),
    )

"""Measure the benefit of the red figure on a card. Cards that are partly covered, blurred or under glare are
read, with the red figure and without the figure."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Final

import cv2
import numpy as np

from device.lab.bench.enrolment import true_letter
from engine.cards import LETTERS, WADDINGTONS
from engine.evidence import MIN_SURE_LETTER_PROBABILITY, merge_figures
from engine.evidence.figures import printed_figures
from vision.crops import Picture, Pyramid
from vision.enrol import learning
from vision.enrol.gather import gather
from vision.figures.deck_layout import NO_FIGURES, FigureLayout
from vision.figures.selection import read_needed_figures
from vision.lab.measuring.measure import LabelledPiece, ece, matched
from vision.lab.render.household import laid_out
from vision.reader import PhotoReading, Reader
from vision.render.brushes import Rng, chance, tint, uniform
from vision.render.optics.sensor import quick_post
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.random_deck import random_deck
from vision.render.prints.typefaces import Faces, odd, vendored
from vision.render.sample import PieceTruth

PICTURE_PIXELS: Final = (1600, 1200)
"""Width and height in pixels of a picture before it is shrunk. In the shrunk picture a card is some 110 to
250 pixels high, and its red figure 4 to 14."""

CARDS_PER_PICTURE: Final = 24
"""Number of cards in a picture. Twelve of them have the letters of `LOOKALIKE_PAIRS`."""

LOOKALIKE_PAIRS: Final = ("OQ", "NZ", "IH", "EF", "UV", "BP")
"""Pairs of letters that look alike in bad pictures. The figures of the two letters differ."""

COVERED_SHARE: Final = 0.6
"""Share of the cards that are partly covered, or have a glare on them."""


@dataclass(slots=True)
class FigureScore:
    """The letters that were read, compared with the truth."""

    predictions: list[tuple[float, bool]] = field(default_factory=list)
    """Two values for each card: the reader's confidence in the letter, 0 to 1, and true if the letter is
    right."""
    swapped: Counter[str] = field(default_factory=Counter)
    """For each of `LOOKALIKE_PAIRS`, the number of times that one of the two letters was taken for the
    other."""

    def count_card(self, letters: tuple[tuple[str, float], ...], truth: str) -> None:
        """Count one card. `letters` has the letters that the reader considers, each with its probability, the
        likeliest first. `truth` is the card's true letter."""
        letter, sure = letters[0] if letters else ("", 0.0)
        self.predictions.append((sure, letter == truth))
        self.swapped.update(
            pair for pair in LOOKALIKE_PAIRS if letter != truth and {letter, truth} == set(pair)
        )

    def row(self) -> dict[str, Any]:
        """Return the counts, and the letters that are right and sure as shares of the cards."""
        count = max(1, len(self.predictions))
        return {
            "cards": len(self.predictions),
            "letters_right": round(sum(right for _, right in self.predictions) / count, 4),
            "sure": round(
                sum(sure >= MIN_SURE_LETTER_PROBABILITY for sure, _ in self.predictions) / count, 4
            ),
            "sure_and_wrong": sum(
                sure >= MIN_SURE_LETTER_PROBABILITY and not right for sure, right in self.predictions
            ),
            "ece": round(ece(self.predictions), 4),
            "taken_for_one_another": {pair: self.swapped[pair] for pair in LOOKALIKE_PAIRS},
        }


def measure(pictures: int, seed: int) -> dict[str, Any]:
    """Measure the letters that are right, sure, and sure but wrong, with and without the red figures.

    The letters are in the product's own fonts, or in unusual fonts that leave every letter in doubt. Two
    further decks have figures that no known pack has. Their figures must change no reading until the deck is
    enrolled.
    """
    own, strange = vendored(), odd()
    return {
        "own": ablation(pictures, seed, own, own), "odd": ablation(pictures, seed, strange, own),
        "other figures": ablation(pictures, seed, own, own, usual=False),
        "other figures, enrolled": ablation(pictures, seed, own, own, usual=False, enrolled=True),
    }  # fmt: skip


def ablation(
    pictures: int, seed: int, faces: Faces, digits: Faces, *, usual: bool = True, enrolled: bool = False
) -> dict[str, Any]:
    """Read `pictures` pictures with and without the cards' red figures, and return the shares of letters read
    right.

    The deck's letters are printed in the fonts `faces`, its figures in the fonts `digits`. If `usual` is
    true, each letter has the figure of the Waddingtons pack; otherwise it has a random figure. If `enrolled`
    is true, the reader knows the deck's figures from an enrolment. In the result, `asked` counts the pictures
    in which figures were read, and `proven` the pictures in which these figures belong to a known pack or
    deck. `ms` is the median number of milliseconds for the figures of a picture.
    """
    reader, every, doubtful = Reader.load(), (FigureScore(), FigureScore()), (FigureScore(), FigureScore())
    figure_cards, proven, spent = 0, 0, []
    for n in range(pictures):
        rng = np.random.default_rng((seed, n))
        deck = random_deck_with_figures(rng, faces, digits)
        figures = WADDINGTONS.figures if usual else {c: int(rng.integers(1, 16)) for c in deck.figure.values}
        deck = replace(deck, figure=replace(deck.figure, values=figures))
        own = _enrolled_figures(np.random.default_rng((seed, n, 1)), deck) if enrolled else NO_FIGURES
        picture, truths = _photograph(rng, deck)
        seen = reader.read(picture, "cards")
        if enrolled:
            shown = read_needed_figures(Pyramid.of(picture), seen.pieces, seen.observation.cards, own.places)
            observation = replace(seen.observation, cards=shown.cards, figures=own.figures)
            seen = replace(seen, observation=observation)
        cards, merged = seen.observation.cards, merge_figures(seen.observation).cards
        figure_cards += any(card.figure for card in cards)
        proven += printed_figures(cards, own.figures) is not None
        spent += _figure_milliseconds(picture, seen)
        for truth, i in _pairs(truths, seen):
            sight = cards[i].letters()
            groups = (every, doubtful) if not sight or sight[0][1] < MIN_SURE_LETTER_PROBABILITY else (every,)
            for before, after in groups:
                before.count_card(sight, truth)
                after.count_card(merged[i].letters(), truth)
    return {
        "pictures": pictures, "asked": figure_cards, "proven": proven,
        "ms": round(float(np.median(spent)), 1) if spent else 0.0,
        "sight": every[0].row(), "+ figures": every[1].row(),
        "doubtful by sight": doubtful[0].row(), "doubtful + figures": doubtful[1].row(),
    }  # fmt: skip


def _enrolled_figures(rng: Rng, deck: PrintedDeck) -> FigureLayout:
    """Return the deck's figures and their places on a card, learnt from two photographs of the whole deck."""
    cards = list(WADDINGTONS.cards())
    rng.shuffle(cards)
    half = len(cards) // 2
    laid = [
        laid_out(rng, deck, "".join(part), PICTURE_PIXELS, vendored())
        for part in (cards[:half], cards[half:])
    ]
    finds = gather(tuple(picture.image for picture in laid))
    letters = [true_letter(find, laid[find.photo].labels) or learning.FACE_DOWN for find in finds]
    return learning.learn_figure_layout(finds, "".join(letters))


def _figure_milliseconds(picture: Picture, seen: PhotoReading) -> list[float]:
    """Return the milliseconds in which the figures of doubtful letters are read; empty if no letter is in
    doubt."""
    pyramid, cards = Pyramid.of(picture), seen.observation.cards
    began = perf_counter()
    figure_reading = read_needed_figures(pyramid, seen.pieces, cards).cards
    return [1000 * (perf_counter() - began)] if figure_reading is not cards else []


def _pairs(truths: tuple[LabelledPiece, ...], seen: PhotoReading) -> Iterator[tuple[str, int]]:
    place = {id(piece): i for i, piece in enumerate(seen.pieces)}
    for n, piece in matched(truths, seen.pieces).items():
        letter = truths[n].letter
        if letter is not None and truths[n].counted:
            yield letter, place[id(piece)]


def random_deck_with_figures(rng: Rng, faces: Faces, digits: Faces) -> PrintedDeck:
    """Return a random printed deck whose cards have figures. Its letters are in one of `faces`, its figures
    in one of `digits`."""
    while (deck := random_deck(rng, faces)).figure.style == "none":
        pass
    return replace(deck, figure=replace(deck.figure, face=digits.pick(rng)))


def _photograph(rng: Rng, deck: PrintedDeck) -> tuple[Picture, tuple[LabelledPiece, ...]]:
    """Photograph cards of the deck with an average camera in average light. Some cards are partly covered.
    Return the picture, and each card's letter and corners."""
    text = "".join(LOOKALIKE_PAIRS) + "".join(rng.choice(list(LETTERS), CARDS_PER_PICTURE - 12))
    laid = laid_out(rng, deck, "".join(rng.permutation(list(text))), PICTURE_PIXELS, vendored())
    picture = laid.image.copy()
    for label in laid.labels:
        if chance(rng, COVERED_SHARE):
            _cover(rng, picture, label)
    share = uniform(rng, 0.45, 0.9)
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    shown = quick_post(rng, np.asarray(small, np.uint8))
    return shown, tuple(_truth(label, share) for label in laid.labels)


def _cover(rng: Rng, picture: Picture, label: PieceTruth) -> None:
    """Draw on the picture a plain strip across a third to a half of a card, or a glare on the card."""
    across, along = label.quad[1] - label.quad[0], label.quad[3] - label.quad[0]
    if chance(rng, 0.5):
        middle = label.quad[0] + across * uniform(rng, 0.2, 0.8) + along * uniform(rng, 0.2, 0.8)
        reach = round(uniform(rng, 0.15, 0.35) * float(np.hypot(*along)))
        spot = np.zeros(picture.shape[:2], np.float32)
        cv2.circle(spot, (round(float(middle[0])), round(float(middle[1]))), reach, 1.0, -1)
        glow = np.asarray(cv2.GaussianBlur(spot, (0, 0), reach / 3), np.float32)
        picture[:] = tint(picture, glow, 1.0, (250.0, 250.0, 250.0))
        return
    first, wide = uniform(rng, -0.1, 0.7), uniform(rng, 0.3, 0.55)
    one, other = (along, across) if chance(rng, 0.5) else (across, along)
    start = label.quad[0] + one * first - other * 0.1
    strip = np.array([start, start + other * 1.2, start + other * 1.2 + one * wide, start + one * wide])
    cv2.fillPoly(picture, [strip.round().astype(np.int32)], tuple(rng.integers(0, 255, 3).tolist()))


def _truth(label: PieceTruth, share: float) -> LabelledPiece:
    return LabelledPiece(label.letter, np.asarray(label.quad * share, np.float32))

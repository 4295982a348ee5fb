"""Measure the benefit of enrolling a deck. Decks in unusual and in ordinary fonts are read before and after
they are enrolled, on the same photographs."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from device.commands._enrol.asking import EnrolResult, find_letters
from engine.cards import PACKS
from vision.enrol import learning
from vision.enrol.gather import FoundCard, gather
from vision.enrol.prototypes import Prototypes
from vision.lab.measuring.measure import SURE_READING_PROBABILITY, LabelledPiece, ece, matched
from vision.lab.render.household import household, in_play, laid_out
from vision.pieces.classify import iou
from vision.reader import Reader
from vision.render.prints.typefaces import Face, Faces, odd, vendored
from vision.render.sample import PieceTruth, RenderedPicture
from vision.tensor_format import LETTERS

ENROLMENT_PIXELS: Final = (1600, 1200)
"""Width and height in pixels of a photograph for enrolling. Phones and the table's camera take larger
pictures."""

PLAY_PIXELS: Final = (1280, 960)
"""Width and height in pixels of a photograph of a table in play."""

PLAY_PHOTOGRAPHS: Final = 3
"""Number of photographs in which each deck is seen in play."""

SURROUNDING_FACES: Final = Faces(vendored().faces[:1])
"""The font of the newspapers and books that lie on the table."""

MIN_VISIBLE_SHARE: Final = 0.1
"""Minimum share of a card's area that must be visible. A card of which less is visible counts neither as
found nor as missed."""


@dataclass(slots=True)
class DeckCount:
    """How well decks are enrolled, and read before and after the enrolment. One count is for all decks in
    unusual fonts, another for all decks in the product's fonts."""

    decks: int = 0
    """The number of decks."""
    cards: int = 0
    """The number of cards laid out for enrolling."""
    questions: int = 0
    """The number of questions to the person who enrols the decks."""
    enrolled: int = 0
    """The number of cards that the enrolment found."""
    learnt_right: int = 0
    """The number of cards enrolled with the right letter."""
    play: int = 0
    """The number of readable cards in the photographs of play."""
    before: list[tuple[float, bool]] = field(default_factory=list)
    """Two values for each card found in play before enrolling: the confidence, 0 to 1, and true if the letter
    is right."""
    after: list[tuple[float, bool]] = field(default_factory=list)
    """Two values for each card found in play after enrolling: the confidence, 0 to 1, and true if the letter
    is right."""

    def row(self) -> dict[str, Any]:
        """Return the counts, and the results in play as shares of the readable cards. A card that was not
        found counts as not read."""
        return {
            "decks": self.decks, "questions_a_deck": round(self.questions / max(1, self.decks), 1),
            "cards_found_laid_out": round(self.enrolled / max(1, self.cards), 4),
            "lettered_right": round(self.learnt_right / max(1, self.enrolled), 4),
            "cards_in_play": self.play,
            "found_before": round(len(self.before) / max(1, self.play), 4),
            "found_after": round(len(self.after) / max(1, self.play), 4),
            "right_before": round(_right(self.before) / max(1, self.play), 4),
            "right_after": round(_right(self.after) / max(1, self.play), 4),
            "sure_and_wrong_before": round(_sure_wrong(self.before) / max(1, self.play), 4),
            "sure_and_wrong_after": round(_sure_wrong(self.after) / max(1, self.play), 4),
            "ece_before": round(ece(self.before), 4), "ece_after": round(ece(self.after), 4),
        }  # fmt: skip


def measure(decks: int, seed: int = 1) -> dict[str, Any]:
    """Enrol `decks` simulated decks in each unusual font, and as many in each of the product's own fonts.
    Return how well their cards are read before and after the enrolment.

    The person who answers the questions of an enrolment knows the deck. No picture and no unusual font was
    used in training or tuning.
    """
    return {
        "odd": _measured(odd(), decks, seed).row(),
        "ordinary": _measured(vendored(), decks, seed).row(),
    }


def _measured(faces: Faces, decks: int, seed: int) -> DeckCount:
    count = DeckCount()
    for n, face in enumerate(faces.faces):
        for k in range(decks):
            _measure_deck(np.random.default_rng((seed, n, k)), face, count)
    return count


def _measure_deck(rng: np.random.Generator, face: Face, count: DeckCount) -> None:
    """Enrol a simulated deck from photographs of its two halves. Read photographs of the deck in play before
    and after the enrolment, and add the results to `count`."""
    deck = household(rng, face)
    cards = list(PACKS[str(rng.choice(["waddingtons", "parker"]))].cards())
    rng.shuffle(cards)
    half = len(cards) // 2
    laid = [
        laid_out(rng, deck, "".join(part), ENROLMENT_PIXELS, SURROUNDING_FACES)
        for part in (cards[:half], cards[half:])
    ]
    finds = gather(tuple(picture.image for picture in laid))
    truth = [true_letter(find, laid[find.photo].labels) for find in finds]
    result = find_letters(finds, len(laid), {}, lambda question: truth[question.card])
    count.decks, count.cards = count.decks + 1, count.cards + len(cards)
    count.questions, count.enrolled = count.questions + result.answer_count, count.enrolled + len(finds)
    count.learnt_right += sum(a == b for a, b in zip(result.letters, truth, strict=True))
    known = learn_prototypes(finds, result)
    for _ in range(PLAY_PHOTOGRAPHS):
        _played(in_play(rng, deck, PLAY_PIXELS, SURROUNDING_FACES), known, count)


def learn_prototypes(finds: tuple[FoundCard, ...], result: EnrolResult) -> Prototypes:
    """Return the prototypes of the deck's letters that the command `enrol` would store, from the enrolled
    cards `finds` and their settled letters."""
    sure = [i for i in range(len(finds)) if i not in result.doubtful]
    letters = "".join(result.letters[i] for i in sure)
    chosen = learning.choose_examples(letters)
    crops = [learning.decode_crop(learning.encode_crop(finds[sure[n]].crop)) for n in chosen]
    printed = learning.learn_figure_layout([finds[i] for i in sure], letters)
    legible = learning.is_legible(finds, result.letters, result.doubtful)
    return learning.make_prototypes(
        "".join(letters[n] for n in chosen), learning.compute_features(crops), printed, legible
    )


def true_letter(find: FoundCard, labels: tuple[PieceTruth, ...]) -> str | None:
    """Return the true letter of the card that the enrolment found as `find`. Return None if no card of the
    picture lies there."""
    near = max(labels, key=lambda label: iou(label.quad, find.corners))
    return near.letter if iou(near.quad, find.corners) > 0.5 else None


def _played(picture: RenderedPicture, known: Prototypes, count: DeckCount) -> None:
    truths = tuple(
        LabelledPiece(label.letter, label.quad)
        for label in picture.labels
        if label.kind == "card" and label.is_readable and label.visible_share >= MIN_VISIBLE_SHARE
    )
    count.play += len(truths)
    for prototypes, readings in ((None, count.before), (known, count.after)):
        seen = Reader.load(deck=prototypes).read(picture.image, "cards")
        for n, piece in matched(truths, seen.pieces).items():
            chances = piece.probabilities.sum(0)
            right = (
                piece.back_probability <= piece.letter_probability
                and LETTERS[int(chances.argmax())] == truths[n].letter
            )
            readings.append((float(max(piece.back_probability, chances.max())), right))


def _right(readings: list[tuple[float, bool]]) -> int:
    return sum(right for _, right in readings)


def _sure_wrong(readings: list[tuple[float, bool]]) -> int:
    return sum(not right and confidence >= SURE_READING_PROBABILITY for confidence, right in readings)

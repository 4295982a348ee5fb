"""Make a deck of the cards that were found and lettered."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from device.commands._enrol.asking import EnrolResult
from device.errors import UsageFault
from device.records import decks
from engine.i18n import Sentence, Translate, english
from engine.inventory import Difference, difference_to, learning_worded, nearest, worded
from vision.enrol import learning
from vision.enrol.gather import FoundCard

MIN_LEARNT_SHARE: Final = 0.5
"""Minimum share of cards with a known letter. With a smaller share the deck is stored only after a
confirmation, because the reader's guesses fit a known pack by chance."""


@dataclass(frozen=True, slots=True)
class DeckContents:
    """How many cards of each letter a photographed deck has, and how it differs from the most similar
    pack."""

    counts: Mapping[str, int]
    """The number of cards with each known letter."""
    unlearnt: int
    """The number of cards still in doubt."""
    likely: Mapping[str, int]
    """The number of cards by letter. A card in doubt counts as its likeliest letter."""
    difference: Difference
    """The difference between the deck, by its likely letters, and the nearest known pack."""

    @property
    def learnt(self) -> int:
        """The number of cards whose letter is known."""
        return sum(self.counts.values())

    @property
    def size(self) -> int:
        """The number of all cards of the deck, with and without a known letter."""
        return self.learnt + self.unlearnt

    @property
    def is_mostly_unlearnt(self) -> bool:
        """True if the letters of so few cards are known that the deck is stored only after a person
        agrees."""
        return self.learnt < MIN_LEARNT_SHARE * self.size

    @property
    def adds_up(self) -> bool:
        """True if the deck seems to have exactly the cards of a known pack, and enough of its letters are
        known."""
        return self.difference.is_empty and not self.is_mostly_unlearnt

    def summary(self, tr: Translate = english) -> str:
        """Return sentences about the deck's difference from the nearest pack, and about how many letters
        are known. `tr` translates them."""
        contents = worded(self.likely, self.difference, tr)
        return contents + learning_worded(self.learnt, self.unlearnt, tr, little=self.is_mostly_unlearnt)


def contents(finds: Sequence[FoundCard], result: EnrolResult) -> DeckContents:
    """Return how many cards of each letter the photographed deck has. If several photographs show the
    whole deck, count it once."""
    up = [i for i, letter in enumerate(result.letters) if letter != learning.FACE_DOWN]
    likely = _counts_of_one_deck(Counter(result.letters[i] for i in up), result.copies)
    sure = [i for i in up if i not in result.doubtful]
    # A letter that is in doubt in one photograph may be known from another.
    whole = result.copies > 1
    known = _highest_counts(
        Counter(result.letters[i] for i in sure if not whole or finds[i].photo == photo)
        for photo in {finds[i].photo if whole else 0 for i in sure}
    )
    counts = {letter: min(n, likely[letter]) for letter, n in sorted(known.items())}
    unlearnt = sum(likely.values()) - sum(counts.values())
    pack = nearest(counts, unlearnt).pack
    return DeckContents(counts, unlearnt, likely, difference_to(likely, pack))


def _counts_of_one_deck(seen: Mapping[str, int], copies: int) -> dict[str, int]:
    """Return the number of cards of each letter in one deck. `seen` are the numbers in `copies`
    photographs of the whole deck together. A fraction is rounded up."""
    return {letter: -(-n // copies) for letter, n in sorted(seen.items())}


def _highest_counts(counted: Iterable[Counter[str]]) -> Counter[str]:
    """Return, for each letter, its highest number in the tallies `counted`. There is one tally for
    each photograph of the deck."""
    most: Counter[str] = Counter()
    for letters in counted:
        most |= letters
    return most


def deck(name: str, finds: Sequence[FoundCard], result: EnrolResult, contents: DeckContents) -> decks.Deck:
    """Return the enrolled deck `name`, made from the cards `finds` and their letters in `result`. Its
    example cards are chosen among the cards whose letter is not in doubt.

    Raise UsageFault if every card is in doubt.
    """
    sure = [i for i in range(len(finds)) if i not in result.doubtful]
    letters = "".join(result.letters[i] for i in sure)
    chosen = [sure[n] for n in learning.choose_examples(letters)]
    if not letters.strip(learning.FACE_DOWN):
        raise UsageFault(
            Sentence("Not one card was read without doubt. Answer for some, or photograph them from nearer.")
        )
    cards = tuple(decks.DeckCard(result.letters[i], learning.encode_crop(finds[i].crop)) for i in chosen)
    # From the packed crops, so that reading is the same before and after an update of the network.
    features = learning.compute_features([learning.decode_crop(card.crop) for card in cards])
    printed = learning.learn_figure_layout([finds[i] for i in sure], letters)
    return decks.Deck(
        name, contents.difference.pack.name, dict(contents.counts), cards, learning.fingerprint(),
        np.asarray(features, np.float16).tobytes(), dict(printed.figures or {}),
        tuple(decks.FigurePlace(place.across, place.down, place.is_upside_down) for place in printed.places),
        learning.is_legible(finds, result.letters, result.doubtful), contents.unlearnt,
    )  # fmt: skip

"""Read a line of cards: decide the end at which it begins and the letter of each card together.

Sight decides. The word list only decides between readings that are about equally likely by sight
(`engine.evidence.word_list_weight` bounds its weight).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, log
from typing import Final

from engine.cards import LETTERS, MASTER
from engine.evidence import LISTED_LOG_FACTOR
from engine.layout.arrangement import Letters
from engine.layout.rotated_letters import rotated_readings
from engine.observation import Sighting
from engine.words import WordList

TURNED_CARD_PROBABILITY: Final = 0.01
"""Probability that a card of a word lies turned by one, by two, or by three quarter turns: the same for
each of the three. Together they have one in thirty. The figure is a judgement, since people lay words to
be read."""
MIN_LIKELIHOOD: Final = 1e-6
"""A likelihood that is added to each card's, so that the logarithm stays finite for a card that fits no
direction."""
_MIN_LETTER_PROBABILITY: Final = 0.01
"""Probability below which a possible letter of a card is not tried when a word is spelt. A listed word
gains a factor of seven (`LISTED_LOG_FACTOR`), which would not lift such a letter above a tenth."""
_MAX_SPELLINGS: Final = 48
"""The number of likeliest spellings of a line that are kept after each card. It bounds the time. Two
doubtful cards with five letters each make 25."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """A text (`?` for Masters) with the logarithm of its likelihood, including the bonus of the word list."""

    text: str
    score: float


def letter_likelihoods(sighting: Sighting, turns: int) -> Letters:
    """Return the likelihood of each letter, best first, if the word stands `turns` quarter turns from the
    card's reported upright. The likelihoods do not sum to 1. Their sum tells how well the card fits this
    direction."""
    return _ranked(_shares(sighting, turns))


def settled_letter_likelihoods(sighting: Sighting, turns: int) -> Letters:
    """Return the likelihood of each letter of a card, best first, if its word certainly stands `turns`
    quarter turns from the card's reported upright.

    If an M is then upside down, the card is more probably a W of a typeface that prints both alike than an M
    laid upside down. So the W is added as a possible letter, unless print beside the letter shows another way
    up than `turns`.
    """
    sums = _shares(sighting, turns)
    if sighting.printed_turns is not None and sighting.printed_turns % 4 != turns % 4:
        return _ranked(sums)
    for reading in sighting.readings:
        for other in rotated_readings(sighting, reading):
            if other.turns == turns % 4:
                sums[other.letter] = max(sums.get(other.letter, 0.0), other.probability)
    return _ranked(sums)


def _shares(sighting: Sighting, turns: int) -> dict[str, float]:
    sums: dict[str, float] = {}
    for reading in sighting.readings:
        share = 1 - 3 * TURNED_CARD_PROBABILITY if reading.turns % 4 == turns % 4 else TURNED_CARD_PROBABILITY
        sums[reading.letter] = sums.get(reading.letter, 0.0) + share * reading.probability
    return sums


def _ranked(sums: dict[str, float]) -> Letters:
    return tuple(sorted(sums.items(), key=lambda item: (-item[1], item[0])))


def likelihood(cards: Iterable[Letters], counts: Iterable[float]) -> float:
    """Return the log likelihood that cards lie in a direction. `cards` are the likelihoods of each card's
    letters in this direction, and `counts` are the weights of the cards."""
    pairs = zip(cards, counts, strict=True)
    return sum(count * log(sum(p for _, p in letters) + MIN_LIKELIHOOD) for letters, count in pairs)


def letters_at_turns(sighting: Sighting, turns: int) -> Letters:
    """Return the possible letters of the card with their probabilities, if the word stands `turns` quarter
    turns from the card's reported upright. If the reader gave less than 1 to all readings together, the
    letters also sum to less than 1."""
    letters = settled_letter_likelihoods(sighting, turns)
    total = sum(p for _, p in letters) + max(0.0, 1.0 - sum(r.probability for r in sighting.readings))
    return tuple((letter, p / total) for letter, p in letters) if total else ()


def is_listed(text: str, words: WordList) -> bool:
    """Return True if `text` is a listed word. If it has unnamed Masters, return True if some letters for them
    make a listed word."""
    return bool(words.matching(text)) if MASTER in text else text in words


def spell(cards: Sequence[Letters], words: WordList | None) -> Spelling:
    """Return the likeliest text of the cards, read in this order."""
    texts = _spellings(cards)
    if words is not None and len(cards) > 1:
        texts = [Spelling(s.text, s.score + LISTED_LOG_FACTOR * is_listed(s.text, words)) for s in texts]
    return max(texts, key=lambda s: s.score)


def _spellings(cards: Sequence[Letters]) -> list[Spelling]:
    beam = [Spelling("", 0.0)]
    for letters in cards:
        options = (
            [(c, p) for c, p in islice(letters, 5) if p >= _MIN_LETTER_PROBABILITY]
            or list(letters[:1])
            or [(MASTER, MIN_LIKELIHOOD)]
        )
        grown = [Spelling(s.text + c, s.score + log(p + MIN_LIKELIHOOD)) for s in beam for c, p in options]
        beam = sorted(grown, key=lambda s: -s.score)[:_MAX_SPELLINGS]
    return beam


def with_masters_named(text: str, words: WordList | None) -> str:
    """Return `text` with its Masters as lower-case letters if exactly one listed word fits; otherwise
    return it unchanged."""
    if words is None or MASTER not in text or not any(c in LETTERS for c in text):
        return text
    fitting = words.matching(text)
    if len(fitting) != 1:
        return text
    return "".join(w.lower() if c == MASTER else c for c, w in zip(text, fitting[0], strict=True))


def probability_of_first(one: float, other: float) -> float:
    """Return the probability of the first of two alternatives. `one` and `other` are the logarithms of
    their likelihoods."""
    return 1 / (1 + exp(min(max(other - one, -700.0), 700.0)))

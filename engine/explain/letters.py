"""Weigh the letters of a line of cards by the cards before: cards do not change by themselves.

Each candidate text is weighed by sight (the probability of the cards' looks), by the change that it would
need (none, an insertion, an exchange, something stranger), and a little by the word list.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from engine.cards import LETTERS, MASTER
from engine.evidence import SURE_PROBABILITY, clear_letter, listing_weight
from engine.layout.arrangement import Letters
from engine.layout.spelling import is_listed
from engine.moves import face, faces
from engine.rules.masters import holds
from engine.ruling import FaintCard
from engine.words import WordList

MIN_OLD_CARD_PROBABILITY: Final = 5e-4
"""Least probability that an old card is still there, one in 2,000: a card clearly read otherwise then
supports a change (7.6 against some 2), but no single look makes it impossible.
"""
FAINT_OLD_CARD_PROBABILITY: Final = 0.25
"""Probability below which an old card is faint: sight need not prove again what was settled, only not
contradict it. A new one must be clear (`SURE_PROBABILITY`).
"""
LEFT_OPEN_FACTOR: Final = 2.0
"""Factor by which a new unreadable card is likelier left open than some letter of the word."""
_BEAM: Final = 32
"""Number of texts that go on from card to card: bounds the time (64 until explanations were made to take a
fifth of it).
"""
_KEPT: Final = 12
"""Number of texts of one line that are weighed further: more than the likeliest few, which the packs may rule
out, and as many as `identity._KEPT` goes on with.
"""
UNKNOWN_CHANGE_LOG_PROBABILITY: Final = -5.0
"""Logarithm of the probability that a word is changed in a way no rule knows, before the changed cards are
counted: one in 150, some thirty times less than an exchange or an insertion.
"""
_OPTIONS: Final = 5
"""Number of letters of one card that are tried, besides those of the old word: bounds the time; the sixth
likeliest is seldom right.
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text a line of cards may have, with the logarithm of its weight; kept Masters keep their names."""

    text: str
    score: float
    faint: tuple[FaintCard, ...] = ()


def candidates(before: str, cards: Sequence[Letters], words: WordList | None) -> list[Candidate]:
    """Return the likeliest texts for cards that lie where `before` lay (empty: a new word), best first. A
    text that lay there before counts as listed.
    """
    was, weighed, clear = faces(before), [], [clear_letter(letters) for letters in cards]
    for text, sight in _texts(set(was), cards):
        likely = words is not None and (text == was or is_listed(text, words))
        weighed.append((sight + happened(was, text) + likely * listing_weight(text, clear), text))
    best = sorted(weighed, key=lambda w: -w[0])[:_KEPT]
    return [Candidate(with_names_kept(before, t), score, tuple(_faint(was, t, cards))) for score, t in best]


def happened(before: str, after: str) -> float:
    """Return the logarithm of how likely `before` (faces) becomes `after` within a turn; 0 for no change."""
    if before == after:
        return 0.0
    if not before:
        return -1.5
    if len(before) == len(after):
        return -1.5 - 0.4 * sum(b != a for b, a in zip(before, after, strict=True))
    if len(before) < len(after) and holds(before, after):
        return -1.0 - 0.2 * (len(after) - len(before))
    return UNKNOWN_CHANGE_LOG_PROBABILITY - (max(len(before), len(after)) - shared(before, after))


def shared(a: str, b: str) -> int:
    """Return the length of the longest sequence of cards that both hold in order."""
    above = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
        above = row
    return above[-1]


def with_names_kept(before: str, text: str) -> str:
    """Keep the names of the Masters of `text` that lay in `before` with a name as far as each one's new place
    is not in question.
    """
    if MASTER not in text or faces(before) == before:
        return text
    if len(before) == len(text):
        return "".join(b if t == MASTER == face(b) else t for b, t in zip(before, text, strict=True))
    if not holds(faces(before), text):
        return text
    named, rest = [], list(before)
    for card in text:
        same = bool(rest) and face(rest[0]) == card
        named.append(rest.pop(0) if same else card)
    return "".join(named) if not rest else text


def probability(letters: Letters, card: str) -> float:
    """Return how likely sight thinks `card` (a face). The letters that the reader did not name share the
    rest: an unsure reader does not rule out a letter that it says nothing of.
    """
    for letter, p in letters:
        if letter == card:
            return p
    left = max(0.0, 1.0 - sum(p for _, p in letters))
    return left / max(1, len(LETTERS) + 1 - len(letters))


def _texts(kept: set[str], cards: Iterable[Letters]) -> Iterator[tuple[str, float]]:
    beam = [("", 0.0)]
    for letters in cards:
        options = dict(letters[:_OPTIONS]) or {MASTER: LEFT_OPEN_FACTOR * probability(letters, MASTER)}
        for card in kept:
            options[card] = max(probability(letters, card), MIN_OLD_CARD_PROBABILITY)
        grown = [(text + c, score + log(max(p, 1e-9))) for text, score in beam for c, p in options.items()]
        beam = sorted(grown, key=lambda item: -item[1])[:_BEAM]
    yield from beam


def _faint(before: str, text: str, cards: Sequence[Letters]) -> Iterator[FaintCard]:
    """Return the cards of a changed word that sight alone is not sure of, besides the unread ones."""
    if text == before:
        return
    kept = kept_places(before, text)
    for i, (card, letters) in enumerate(zip(text, cards, strict=True)):
        seen = probability(letters, card)
        if letters and seen < (FAINT_OLD_CARD_PROBABILITY if i in kept else SURE_PROBABILITY):
            yield FaintCard(text, card, seen)


def kept_places(before: str, after: str) -> frozenset[int]:
    """Return the places of `after` whose card lay in `before` already: place for place if equally long, else
    in order.
    """
    if len(before) == len(after):
        return frozenset(i for i, (b, a) in enumerate(zip(before, after, strict=True)) if b == a)
    kept, rest = set(), list(before)
    for i, card in enumerate(after):
        if rest and rest[0] == card:
            rest.pop(0)
            kept.add(i)
    return frozenset(kept)

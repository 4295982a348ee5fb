"""Weigh the letters of a line by the cards that lay in its place before, since cards do not change by
themselves.

Each candidate text is weighed by sight, by the change that it implies (none, an insertion, an exchange, or
an unknown one), and with little weight by the word list.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from engine.cards import LETTERS, MASTER
from engine.evidence import MIN_SURE_LETTER_PROBABILITY, listing_weight, sure_letter
from engine.layout.arrangement import Letters
from engine.layout.spelling import is_listed
from engine.moves import face, faces
from engine.rules.masters import keeps_cards
from engine.ruling import DoubtfulCard
from engine.words import WordList

MIN_SETTLED_CARD_PROBABILITY: Final = 5e-4
"""Least probability that an old card still lies in its place: one in 2,000, a log cost of 7.6. An exchange
costs only about 2. So if a card clearly reads as another letter, an exchange is likelier than a misread old
card. No single picture makes the old card impossible."""
DOUBTFUL_SETTLED_CARD_PROBABILITY: Final = 0.25
"""Probability by sight of a settled card's old letter below which the card is doubtful. It is low,
because the card was already read once. A newly laid card must be sure (`MIN_SURE_LETTER_PROBABILITY`)."""
LEFT_OPEN_FACTOR: Final = 2.0
"""Factor by which the weight of the unknown card `?` is raised for a newly laid card that could not be
read. The card then stays `?` and does not get an unlikely letter."""
_BEAM_WIDTH: Final = 32
"""The number of partly read texts of a line that are kept after each card. It bounds the time."""
_MAX_TEXTS: Final = 12
"""The number of likeliest texts that are returned for one line. It is this large because the contents of
the packs may later rule out the likeliest texts."""
UNKNOWN_CHANGE_LOG_PROBABILITY: Final = -5.0
"""Log probability that a word changes in a way that no rule allows, before the changed cards are counted:
one in 150. This is about thirty times less than for an exchange or an insertion."""
_MAX_LETTERS_PER_CARD: Final = 5
"""The number of likeliest letters that are tried for one card, besides the letters of the old word. It
bounds the time. The sixth likeliest letter is seldom right."""


@dataclass(frozen=True, slots=True)
class ScoredText:
    """A text that a line of cards may have, with its log weight and its doubtful cards. A Master of the
    settled word keeps its letter."""

    text: str
    score: float
    doubtful_cards: tuple[DoubtfulCard, ...] = ()


def scored_texts(before: str, cards: Sequence[Letters], words: WordList | None) -> list[ScoredText]:
    """Return the likeliest texts of a line of cards, best first. `cards` are the possible letters of each
    card. `before` is the settled word that the line may show, or "" for a new word. `before` counts as a
    listed word."""
    was, weighed, sure = faces(before), [], [sure_letter(letters) for letters in cards]
    for text, sight in _texts(set(was), cards):
        likely = words is not None and (text == was or is_listed(text, words))
        weighed.append(
            (sight + change_log_probability(was, text) + likely * listing_weight(text, sure), text)
        )
    best = sorted(weighed, key=lambda w: -w[0])[:_MAX_TEXTS]
    return [
        ScoredText(with_names_kept(before, t), score, tuple(_doubtful_cards(was, t, cards)))
        for score, t in best
    ]


def change_log_probability(before: str, after: str) -> float:
    """Return the log probability that the word `before` becomes `after` within a turn, both as faces; 0 if
    they are equal."""
    if before == after:
        return 0.0
    if not before:
        return -1.5
    if len(before) == len(after):
        return -1.5 - 0.4 * sum(b != a for b, a in zip(before, after, strict=True))
    if len(before) < len(after) and keeps_cards(before, after):
        return -1.0 - 0.2 * (len(after) - len(before))
    return UNKNOWN_CHANGE_LOG_PROBABILITY - (max(len(before), len(after)) - common_length(before, after))


def common_length(a: str, b: str) -> int:
    """Return the length of the longest common subsequence of `a` and `b`."""
    above = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
        above = row
    return above[-1]


def with_names_kept(before: str, text: str) -> str:
    """Return `text` with its Masters named as they were in the settled word `before`. A Master keeps its
    letter if its place in `text` is unambiguous."""
    if MASTER not in text or faces(before) == before:
        return text
    if len(before) == len(text):
        return "".join(b if t == MASTER == face(b) else t for b, t in zip(before, text, strict=True))
    if not keeps_cards(faces(before), text):
        return text
    named, rest = [], list(before)
    for card in text:
        same = bool(rest) and face(rest[0]) == card
        named.append(rest.pop(0) if same else card)
    return "".join(named) if not rest else text


def probability(letters: Letters, card: str) -> float:
    """Return the probability of the face `card` by sight. The letters that the reader did not name share
    the rest of the probability equally."""
    for letter, p in letters:
        if letter == card:
            return p
    left = max(0.0, 1.0 - sum(p for _, p in letters))
    return left / max(1, len(LETTERS) + 1 - len(letters))


def _texts(texts: set[str], cards: Iterable[Letters]) -> Iterator[tuple[str, float]]:
    beam = [("", 0.0)]
    for letters in cards:
        options = dict(letters[:_MAX_LETTERS_PER_CARD]) or {
            MASTER: LEFT_OPEN_FACTOR * probability(letters, MASTER)
        }
        for card in texts:
            options[card] = max(probability(letters, card), MIN_SETTLED_CARD_PROBABILITY)
        grown = [(text + c, score + log(max(p, 1e-9))) for text, score in beam for c, p in options.items()]
        beam = sorted(grown, key=lambda item: -item[1])[:_BEAM_WIDTH]
    yield from beam


def _doubtful_cards(before: str, text: str, cards: Sequence[Letters]) -> Iterator[DoubtfulCard]:
    """Yield the doubtful cards of a changed word: new cards that are not sure by sight, and cards of the
    old word that sight hardly supports."""
    if text == before:
        return
    old_places = kept_places(before, text)
    for i, (card, letters) in enumerate(zip(text, cards, strict=True)):
        seen = probability(letters, card)
        if letters and seen < (
            DOUBTFUL_SETTLED_CARD_PROBABILITY if i in old_places else MIN_SURE_LETTER_PROBABILITY
        ):
            yield DoubtfulCard(text, card, seen)


def kept_places(before: str, after: str) -> frozenset[int]:
    """Return the indices of the cards of `after` that lay in `before`. In words of equal length, these are
    the places with equal cards. Otherwise the cards of `before` are looked for in `after`, in order."""
    if len(before) == len(after):
        return frozenset(i for i, (b, a) in enumerate(zip(before, after, strict=True)) if b == a)
    places, rest = set(), list(before)
    for i, card in enumerate(after):
        if rest and rest[0] == card:
            rest.pop(0)
            places.add(i)
    return frozenset(places)

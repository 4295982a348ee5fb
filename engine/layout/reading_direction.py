"""Decide the end at which each word begins: first by its letters, then by the other words, since people
who sit on one side of the table lay their words the same way up."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log
from statistics import median
from types import MappingProxyType
from typing import Final

from engine.cards import MASTER
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.layout.arrangement import Letters, SeenWord
from engine.layout.geometry import smallest_angle
from engine.layout.spelling import probability_of_first, spell, with_masters_named
from engine.observation import Sighting
from engine.words import WordList

MAX_PARALLEL_DEGREES: Final = 30.0
"""Greatest angle between two words, in degrees, at which they count as laid from the same side or from
opposite sides of the table. The sides are 90 degrees apart, so from 45 degrees on a word would belong to
the next side. Angles just below 45 degrees are no evidence."""
SAME_FACING_PROBABILITY: Final = 0.75
"""Probability that two words along one side of the table face the same way. Players who sit opposite each
other lay their words in opposite directions (ALL-6). So another word is weaker evidence than two letters
that read in one direction only."""


COMMONER_WORD_LOG_FACTOR: Final = 0.015
"""The log weight by which the commoner of two listed words is preferred, if a row spells one word in each
direction, such as SMART and TRAMS. It counts for each step between the SCOWL sizes of the words. An
everyday word beside one of the rarest gets a probability of 0.71. The weight is small, since good players
know rare words."""
MIN_DIRECTION_PROBABILITY: Final = 0.9
"""Least median, over the cards seen, of the probability of a card's likelier way up. Below it the deck is
taken to be printed alike both ways up, so that no card shows its reading direction. Decks with one way up
have 0.98, and decks with two at most 0.82."""
HALF_TURN_FACES: Final = "HINOSXZ" + MASTER
"""The faces that look the same after half a turn on any card."""
_HALF_TURNED: Final = MappingProxyType({**{letter: letter for letter in HALF_TURN_FACES}, "M": "W", "W": "M"})


def from_the_other_side(word: str) -> str:
    """Return the word as a person sitting opposite reads it, as faces: OH for HO. Return "" if one of its
    letters, turned round, is not a letter."""
    letters = [_HALF_TURNED.get(letter, "") for letter in reversed(word)]
    return "".join(letters) if all(letters) else ""


def are_printed_alike(sightings: Iterable[Sighting]) -> bool:
    """Return True if the cards look alike both ways up, as in packs that have corner letters only."""
    shares = [
        max(ways) / sum(ways)
        for sighting in sightings
        if sighting.readings and sighting.letters()[0][0] not in HALF_TURN_FACES
        if sum(ways := [sum(r.probability for r in sighting.readings if r.turns == t) for t in range(4)]) > 0
    ]
    return bool(shares) and median(shares) < MIN_DIRECTION_PROBABILITY


def with_weaker_facing(word: SeenWord) -> SeenWord:
    """Return the word with a less certain direction: `direction_probability` is moved nearer to one half.
    It is for words whose cards look alike both ways up. Light or print misleads the reader in the same way
    on all of them, so they count as a single card."""
    return replace(
        word,
        direction_probability=probability_of_first(_logit(word.direction_probability) / len(word.cards), 0.0),
    )


def from_likelier_end(word: SeenWord, listed: WordList | None) -> SeenWord:
    """Return the word read from its likelier end, by the letters and the word list together."""
    if len(word.cards) == 1 or _direction_probability(word, listed) >= 0.5:
        return word
    return word.turned(with_masters_named(spell(word.backward, listed).text, listed))


def facing_probabilities(words: Sequence[SeenWord], listed: WordList | None) -> list[float]:
    """Return for each word the probability that it reads in its reported direction and not from its other
    end.

    A word with a sure direction keeps its probability. The direction of any other word follows from its own
    letters and from the directions of words along the same side of the table.
    """
    sure = [abs(word.direction_probability - 0.5) > MIN_SURE_LETTER_PROBABILITY - 0.5 for word in words]
    if all(sure):
        return [word.direction_probability for word in words]
    evidence = [_direction_probability(word, listed) for word in words]
    return [
        word.direction_probability
        if known
        else _facing_among_words(i, words, evidence, _commoner_log_weight(word, listed))
        for i, (word, known) in enumerate(zip(words, sure, strict=True))
    ]


def _direction_probability(word: SeenWord, listed: WordList | None) -> float:
    """Return the probability that `word` reads in its reported direction and not from its other end, by its
    own letters and the word list."""
    bonus = _list_support(word.letters, listed) - _list_support(word.backward, listed)
    return probability_of_first(
        _logit(word.direction_probability) + bonus + _commoner_log_weight(word, listed), 0.0
    )


def _commoner_log_weight(word: SeenWord, listed: WordList | None) -> float:
    """Return a log weight for the reported end of the word. It is positive if the word read from this end is
    commoner than the word read from the other end, and negative if it is rarer. It is 0 unless both words
    are listed."""
    if listed is None:
        return 0.0
    one, other = (listed.entry(spell(letters, listed).text) for letters in (word.letters, word.backward))
    return COMMONER_WORD_LOG_FACTOR * (other.tier - one.tier) if one and other else 0.0


def _list_support(letters: Sequence[Letters], listed: WordList | None) -> float:
    return spell(letters, listed).score - spell(letters, None).score


def _logit(p: float) -> float:
    return log(max(p, 1e-9)) - log(max(1 - p, 1e-9))


def _facing_among_words(
    i: int, words: Sequence[SeenWord], evidence: Sequence[float], commoner: float
) -> float:
    """Return the probability that word `i` reads in its reported direction, by its own letters and by the
    words along the same side of the table."""
    word, same, other = words[i], 1.0, 1.0
    for j, neighbour in enumerate(words):
        if j != i and smallest_angle(word.angle, neighbour.angle, 180) < MAX_PARALLEL_DEGREES:
            p = evidence[j] if smallest_angle(word.angle, neighbour.angle) < 90 else 1 - evidence[j]
            same *= SAME_FACING_PROBABILITY * p + (1 - SAME_FACING_PROBABILITY) * (1 - p)
            other *= SAME_FACING_PROBABILITY * (1 - p) + (1 - SAME_FACING_PROBABILITY) * p
    with_us = SAME_FACING_PROBABILITY * same + (1 - SAME_FACING_PROBABILITY) * other
    against = SAME_FACING_PROBABILITY * other + (1 - SAME_FACING_PROBABILITY) * same
    return probability_of_first(_logit(word.direction_probability) + log(with_us / against) + commoner, 0.0)

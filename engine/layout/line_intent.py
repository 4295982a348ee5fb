"""Find the probability that the cards of a line were laid as a line. Tiles poured onto a table form lines
by chance. Such a line does not show the direction of its tiles.

When people lay a word, twenty-nine of thirty cards face with its line. Strewn tiles face in any
direction. So the number of cards that face with the line gives the probability p that the line was laid.
A letter of a card gets p times its probability along the line, plus 1 - p times its probability for the
card by itself.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import log
from typing import Final

from engine.layout.arrangement import Letters
from engine.layout.line_readings import DirectedReading
from engine.layout.rotated_letters import turns_towards
from engine.layout.spelling import letter_likelihoods, probability_of_first
from engine.observation import Sighting

LAID_LINE_LOG_ODDS: Final = log(3.0)
"""Log odds that a line was laid, before its cards are counted: three to one, since most lines are words. A
single card that faces another way outweighs these odds."""

STREWN_DIRECTION_PROBABILITY: Final = 0.25
"""Probability that a strewn tile faces in one given direction of four. If the reader gave all letters of
a tile less than 1 together, each direction also gets this share of the rest."""


def mixed_by_intent(
    ways: tuple[DirectedReading, ...], angles: Sequence[float], sightings: Sequence[Sighting]
) -> tuple[DirectedReading, ...]:
    """Return the readings `ways` of one line, with letter probabilities that allow for strewn tiles. If the
    line was laid as a word, its direction counts for each letter; otherwise each card is read by itself. The
    new probabilities are the mean of both, weighted by the probability that the line was laid.

    `angles` are the directions of `ways`, in degrees clockwise from the picture's right.
    """
    if len(ways[0].cards) < 2:
        return ways
    laid = max(
        probability_of_first(
            LAID_LINE_LOG_ODDS + sum(_log_ratio(sightings[i], angle) for i in way.cards), 0.0
        )
        for way, angle in zip(ways, angles, strict=True)
    )
    return tuple(
        replace(way, letters=tuple(_mixed(line, sightings[i].letters(), laid) for i, line in _cards(way)))
        for way in ways
    )


def _cards(way: DirectedReading) -> Sequence[tuple[int, Letters]]:
    return list(zip(way.cards, way.letters, strict=True))


def _log_ratio(sighting: Sighting, angle: float) -> float:
    """Return the log likelihood ratio of two cases for a card: laid in a line that is read along `angle`
    (degrees), or strewn in any direction. It is positive if the card faces along the line."""
    seen = sum(weight for _, weight in letter_likelihoods(sighting, turns_towards(sighting, angle)))
    left = max(0.0, 1.0 - sum(r.probability for r in sighting.readings))
    return log((seen + STREWN_DIRECTION_PROBABILITY * left) / STREWN_DIRECTION_PROBABILITY)


def _mixed(line: Letters, alone: Letters, laid: float) -> Letters:
    sums = {letter: laid * p for letter, p in line}
    for letter, p in alone:
        sums[letter] = sums.get(letter, 0.0) + (1 - laid) * p
    return tuple(sorted(sums.items(), key=lambda item: (-item[1], item[0])))

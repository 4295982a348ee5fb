"""Tell whether cards in a line were laid in it: tiles poured onto a table lie in lines by chance, and the
line then tells nothing of their direction.

Cards laid by people face as their line does but for one in thirty; strewn cards face in any direction. The
number of cards that face with the line tells which it was. Each card is then read to that degree by the line,
and to the rest by itself.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import log
from typing import Final

from engine.layout.arrangement import Letters
from engine.layout.line_readings import Way
from engine.layout.rotated_letters import upright
from engine.layout.spelling import share, weights
from engine.observation import Sighting

LAID: Final = log(3.0)
"""Evidence for a line before its cards are counted, as the logarithm of odds: three to one, since most lines
are words. A single card that faces another way is stronger evidence against it.
"""

ANY_WAY: Final = 0.25
"""Probability that a strewn tile faces a given way, of four; the rest that the reader left open faces any
way, too.
"""


def trusted(ways: tuple[Way, ...], angles: Sequence[float], sightings: Sequence[Sighting]) -> tuple[Way, ...]:
    """Return the readings of one line along `angles` (degrees clockwise from the right), mixed with the
    readings of its single cards as far as the cards seem strewn.
    """
    if len(ways[0].cards) < 2:
        return ways
    laid = max(
        share(LAID + sum(_stands(sightings[i], angle) for i in way.cards), 0.0)
        for way, angle in zip(ways, angles, strict=True)
    )
    return tuple(
        replace(way, letters=tuple(_mixed(line, sightings[i].letters(), laid) for i, line in _cards(way)))
        for way in ways
    )


def _cards(way: Way) -> Sequence[tuple[int, Letters]]:
    return list(zip(way.cards, way.letters, strict=True))


def _stands(sighting: Sighting, angle: float) -> float:
    """Return the logarithm of how much likelier the card is in a line that is read along `angle` than
    anywhere.
    """
    seen = sum(weight for _, weight in weights(sighting, upright(sighting, angle)))
    left = max(0.0, 1.0 - sum(r.probability for r in sighting.readings))
    return log((seen + ANY_WAY * left) / ANY_WAY)


def _mixed(line: Letters, alone: Letters, laid: float) -> Letters:
    sums = {letter: laid * p for letter, p in line}
    for letter, p in alone:
        sums[letter] = sums.get(letter, 0.0) + (1 - laid) * p
    return tuple(sorted(sums.items(), key=lambda item: (-item[1], item[0])))

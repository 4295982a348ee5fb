"""Letters that another one is when it is turned: both are offered, whatever the eyes make of the print.

An M is a W after half a turn; on square tiles, which lie any way, an N is a Z after a quarter and a C a U.
The eyes know how typefaces usually tell them apart and are sure, and a few typefaces do not. In a word the
line settles it, and what stands the other way counts no more (`Sighting.letters`).
"""

from dataclasses import replace
from typing import Final

from engine.layout.geometry import piece_of
from engine.observation import Observation, Reading, Sighting

ALIKE: Final = 0.03
"""How likely the other letter is at the least: about one typeface in thirty prints both as one shape."""

_Pairs = dict[str, tuple[str, tuple[int, ...]]]

_HALF: Final[_Pairs] = {"M": ("W", (2,)), "W": ("M", (2,))}
"""Of cards, which lie one way or the other: ..."""

_QUARTER: Final[_Pairs] = {"N": ("Z", (1, 3)), "Z": ("N", (1, 3)), "C": ("U", (1,)), "U": ("C", (3,))}
"""... and besides of square tiles: the other letter, and by how many quarter turns clockwise its upright quad
is ahead."""


def offering_turned(observation: Observation) -> Observation:
    """What was seen, with the other letter of each such pair among the readings."""
    return replace(observation, cards=tuple(map(_offering, observation.cards)))


def others(card: Sighting, reading: Reading) -> tuple[Reading, ...]:
    """What else a reading of the card may be: the other letter of such a pair, as it then stands."""
    pairs = _pairs(card, reading.letter)
    if reading.letter not in pairs:
        return ()
    other, ahead = pairs[reading.letter]
    share = ALIKE * reading.probability / len(ahead)
    return tuple(Reading(other, (reading.turns + turns) % 4, share) for turns in ahead)


def _pairs(card: Sighting, letter: str) -> _Pairs:
    return _HALF | _QUARTER if letter in _QUARTER and piece_of(0, card).square else _HALF


def _offering(card: Sighting) -> Sighting:
    best = card.best
    if best is None or best[0] not in (pairs := _pairs(card, best[0])):
        return card
    other, ahead = pairs[best[0]]
    if dict(card.letters()).get(other, 0.0) >= ALIKE:
        return card
    first = next(reading for reading in card.readings if reading.letter == best[0])
    # The other readings make room, so that all still sum to no more than they did.
    kept = [replace(r, probability=r.probability * (1 - ALIKE)) for r in card.readings]
    share = sum(r.probability for r in card.readings) * ALIKE / len(ahead)
    added = [Reading(other, (first.turns + turns) % 4, share) for turns in ahead]
    return replace(card, readings=tuple(sorted((*kept, *added), key=lambda r: -r.probability)))

"""Handle letters that become another letter when they are turned. The shape of such a letter alone never
makes it sure.

An M is a W after half a turn. On square tiles, which may lie in any direction, an N is a Z and a C a U
after a quarter turn. The same is true of cards seen at an unknown angle. The reader knows how typefaces
usually distinguish such letters, but a few typefaces do not. Other evidence decides the letter. A bar, a
corner letter or a figure beside it shows its direction (`Sighting.printed_turns`). The line of its word
excludes the other direction (`Sighting.letters`). If the print contradicts the line, the letter stays in
doubt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, radians, sin
from statistics import median
from typing import Final

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.layout.geometry import dot, minus, piece_of, unit
from engine.observation import Observation, Reading, Sighting

MIN_ROTATED_SHARE: Final = 0.03
"""Share of an ambiguous letter's probability that always goes to the other letter of its pair, such as W
for M, even if the word shows which way is up. About one typeface in thirty prints both letters as one
shape."""

MAX_SHAPE_ALONE_PROBABILITY: Final = MIN_SURE_LETTER_PROBABILITY - 0.01
"""Greatest probability of a letter that is recognized by its shape alone. It is less than the probability of
a sure letter. Of 283 letters M and W on traced tables eight were misread as each other, and the reader was
as sure of these as of the rest."""

PRINT_DIRECTION_SHARE: Final = 0.95
"""Share of an ambiguous letter's probability that goes to the other letter of its pair, such as W for M,
if print beside the letter shows that the reading was upside down. It is below 1, since the edge of a
neighbour may look like a printed bar."""

MIN_EQUAL_SHAPES: Final = 4
"""The table counts as seen from straight above if at least this many pieces have equal proportions. Three
outlines may agree by chance."""

MAX_SHAPE_RATIO: Final = 1.15
"""Factor by which the ratio of a piece's long side to its short side may differ from the median of all
pieces. Within it the piece has the usual shape."""

_Pairs = dict[str, tuple[str, tuple[int, ...]]]

_HALF_TURN_PAIRS: Final[_Pairs] = {"M": ("W", (2,)), "W": ("M", (2,))}
"""The letters that turn into another letter on any card. Each letter is mapped to the other letter, and to
the numbers of clockwise quarter turns after which the other letter stands upright."""

_QUARTER_TURN_PAIRS: Final[_Pairs] = {
    "N": ("Z", (1, 3)),
    "Z": ("N", (1, 3)),
    "C": ("U", (1,)),
    "U": ("C", (3,)),
}
"""The letters that look like another letter after a quarter turn, which counts on square tiles only. Each
letter is mapped to the other letter, and to the numbers of clockwise quarter turns after which the other
letter stands upright."""


def with_rotated_letters(observation: Observation) -> Observation:
    """Return the observation with corrected readings of letters that look like another letter when turned,
    such as M and W. If print beside the letter shows which way is up, the letter is decided. Otherwise its
    probability is limited to `MAX_SHAPE_ALONE_PROBABILITY`."""
    aslant = not _are_seen_from_above(observation.cards)
    cards = tuple(_with_rotated(card, aslant=aslant) for card in observation.cards)
    return observation if cards == observation.cards else replace(observation, cards=cards)


def _are_seen_from_above(cards: Sequence[Sighting]) -> bool:
    """Return True if at least `MIN_EQUAL_SHAPES` cards have equal proportions. They are then seen from
    straight above."""
    sides = [(piece.height, piece.width) for i, card in enumerate(cards) for piece in (piece_of(i, card),)]
    shapes = [max(pair) / max(min(pair), 1e-6) for pair in sides]
    usual = median(shapes) if shapes else 0.0
    return (
        sum(usual / MAX_SHAPE_RATIO < shape < usual * MAX_SHAPE_RATIO for shape in shapes) >= MIN_EQUAL_SHAPES
    )


def rotated_readings(card: Sighting, reading: Reading) -> tuple[Reading, ...]:
    """Return the readings of `card` as the letter that it shows when turned, such as W instead of M, each
    with its own way up. They have a small share (`MIN_ROTATED_SHARE`) of the probability of `reading`.
    Return () if the letter of `reading` does not turn into another letter."""
    pairs = _pairs(card, reading.letter)
    if reading.letter not in pairs:
        return ()
    other, ahead = pairs[reading.letter]
    share = MIN_ROTATED_SHARE * reading.probability / len(ahead)
    return tuple(Reading(other, (reading.turns + turns) % 4, share) for turns in ahead)


def direction_weights(cards: Sequence[Sighting]) -> tuple[float, ...]:
    """Return the weight of each card as evidence for the way up of a line. All letters M and W that are
    recognized by their shape alone share the weight of one card. A typeface that prints an M as a W does so
    on all cards."""
    turn = [
        card.printed_turns is None and card.best is not None and card.best[0] in _HALF_TURN_PAIRS
        for card in cards
    ]
    return tuple(1 / sum(turn) if one else 1.0 for one in turn)


def is_contradicted(card: Sighting, angle: float) -> bool:
    """Return True if a card read as an ambiguous letter (M or W; on squares also N or Z, C or U) must be the
    other letter of its pair. This is so if the print beside the letter shows another way up than the word
    does. `angle` is the word's direction, degrees clockwise from the right."""
    best = card.best
    if best is None or card.printed_turns is None:
        return False
    _, ahead = _pairs(card, best[0]).get(best[0], ("", ()))
    return (card.printed_turns - turns_towards(card, angle)) % 4 in ahead


def turns_towards(card: Sighting, angle: float) -> int:
    """Return the number of quarter turns after which the upper edge of the card points along `angle`,
    degrees clockwise from the right."""
    along, corners = (cos(radians(angle)), sin(radians(angle))), card.corners
    edges = [unit(minus(corners[(k + 1) % 4], corners[k])) for k in range(4)]
    return max(range(4), key=lambda k: dot(edges[k], along))


def _pairs(card: Sighting, letter: str, *, aslant: bool = False) -> _Pairs:
    if letter not in _QUARTER_TURN_PAIRS:
        return _HALF_TURN_PAIRS
    return (
        _HALF_TURN_PAIRS | _QUARTER_TURN_PAIRS if aslant or piece_of(0, card).is_square else _HALF_TURN_PAIRS
    )


def _with_rotated(card: Sighting, *, aslant: bool) -> Sighting:
    best = card.best
    if best is None or best[0] not in (pairs := _pairs(card, best[0], aslant=aslant)):
        return card
    if card.printed_turns is not None:
        return _first(card, [part for r in card.readings for part in _printed(r, card.printed_turns, pairs)])
    letter, sure = best
    other, ahead = pairs[letter]
    rest = dict(card.letters()).get(other, 0.0)
    moved = max(sure - MAX_SHAPE_ALONE_PROBABILITY, MIN_ROTATED_SHARE * sure - rest, 0.0) / sure
    readings = [
        replace(r, probability=r.probability * (1 - moved * (r.letter == letter))) for r in card.readings
    ]
    added = [
        Reading(other, (r.turns + turns) % 4, r.probability * moved / len(ahead))
        for r in card.readings
        if r.letter == letter and moved
        for turns in ahead
    ]
    return _first(card, [*readings, *added])


def _printed(reading: Reading, way: int, pairs: _Pairs) -> Iterator[Reading]:
    """Yield the readings that replace `reading` when print beside the letter shows which way is up. If the
    print agrees with the reading, yield the reading unchanged. If it shows that an M is a W, for example,
    yield W with most of the probability, and M with the rest. `way` is the direction of the print in quarter
    turns."""
    other, ahead = pairs.get(reading.letter, ("", ()))
    if reading.turns % 4 == way % 4 or way % 4 not in {(reading.turns + turns) % 4 for turns in ahead}:
        yield reading
        return
    yield Reading(other, way % 4, PRINT_DIRECTION_SHARE * reading.probability)
    yield replace(reading, probability=(1 - PRINT_DIRECTION_SHARE) * reading.probability)


def _first(card: Sighting, readings: Sequence[Reading]) -> Sighting:
    """Return the card with `readings`, its corners turned so that the likeliest reading is upright."""
    ranked = sorted(readings, key=lambda r: -r.probability)
    ahead = ranked[0].turns % 4
    turned = tuple(replace(r, turns=(r.turns - ahead) % 4) for r in ranked)
    if not ahead:
        return replace(card, readings=turned)
    a, b, c, d = card.corners[ahead:] + card.corners[:ahead]
    printed_turns = None if card.printed_turns is None else (card.printed_turns - ahead) % 4
    upper_half_probability = 1 - card.upper_half_probability if ahead == 2 else 0.5
    return replace(
        card,
        corners=(a, b, c, d),
        readings=turned,
        printed_turns=printed_turns,
        upper_half_probability=upper_half_probability,
    )

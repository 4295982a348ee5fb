"""Find the cards that may be the exposed card, and their places.

A single card near a visible stock is the exposed card. Without a visible stock, a single card may also be
the first card of a word in progress. A stock in a box, under a sleeve or on a table of its own colour is
not seen, so every lone card may then be the exposed card. It is likelier if it lies in the exposed card's
old place or has its letter.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import log
from typing import Final

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.explain.explanation import SettledPosition
from engine.explain.identity import MAX_MOVEMENT_WEIGHT, MOVEMENT_WEIGHT_PER_MM, seen_lines
from engine.explain.letters import MIN_SETTLED_CARD_PROBABILITY, probability
from engine.layout.arrangement import Arrangement
from engine.layout.geometry import distance
from engine.observation import Observation, Point, Sighting
from engine.ruling import Doubt, DoubtfulCard

OTHER_CARD_LOG_PROBABILITY: Final = -1.5
"""Log probability that the exposed card in a picture is another card than the exposed card last seen: one
in five. The figure is a judgement. A turn is seen in several still pictures, and one of them is the first
with the new discard."""


UNSEEN_LOG_PROBABILITY: Final = -2.0
"""Log probability that a picture of the cards does not show the exposed card: one in seven. The figure is
a judgement. Arms and sleeves often cover the exposed card, because every player reaches for it."""
_MAX_LONE_CARDS: Final = 6
"""Greatest number of lone cards that are tried as the exposed card. A game in progress has fewer."""


MAX_UNMOVED_PILE_MM: Final = 40.0
"""Distance from the exposed pile's old place, in mm, below which the pile counts as unmoved. It is less
than the length of a card."""
MAX_STOCK_DISTANCE_HEIGHTS: Final = 2.0
"""Greatest distance of a face-down card from the exposed pile, in card heights, at which the card belongs
to the stock. A face-down card farther away counts as an unreadable letter card."""


@dataclass(frozen=True, slots=True)
class ExposedCandidate:
    """A card that may be exposed, with its log weight."""

    card: str | None
    """The face of the card; None if nobody has seen an exposed card."""
    score: float = 0.0
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class ExposedPile:
    """One possible place of the exposed pile, with the cards that the pile may show."""

    arrangement: Arrangement
    """The arrangement of the cards if the exposed pile lies here."""
    options: tuple[ExposedCandidate, ...]
    """The cards that the exposed pile may show if it lies here."""
    score: float = 0.0
    """The log weight of this place of the exposed pile."""
    centre: Point | None = None
    """The centre of the pile, mm; None if no picture has shown it."""


def without_strays(observation: Observation, settled: SettledPosition) -> Observation:
    """Return the observation with each face-down card far from the exposed pile turned into an unreadable
    face-up card. The stock lies beside the exposed pile, so such a card does not belong to the stock. Return
    the observation unchanged if no card lies where the exposed pile was."""
    place = settled.exposed_place
    cards = observation.cards
    if place is None or not any(
        c.face == "up" and distance(c.centre, place) < MAX_UNMOVED_PILE_MM for c in cards
    ):
        return observation
    turned = tuple(replace(c, face="up") if c.face == "down" and _is_astray(c, place) else c for c in cards)
    return observation if turned == cards else replace(observation, cards=turned)


def _is_astray(card: Sighting, exposed_place: Point) -> bool:
    height = max(distance(*card.corners[:2]), distance(*card.corners[1:3]))
    return distance(card.centre, exposed_place) > MAX_STOCK_DISTANCE_HEIGHTS * height


def exposed_piles(
    before: str | None, old_place: Point | None, arrangement: Arrangement, observation: Observation
) -> Iterator[ExposedPile]:
    """Yield the possible exposed piles, at least one. `before` is the exposed card that was seen last, and
    `old_place` is the place, in mm, where it was seen; None if it was not seen yet. If no exposed pile was
    recognised, each lone card may be it."""
    if arrangement.exposed is not None:
        options = tuple(exposed_options(before, arrangement, observation))
        yield ExposedPile(arrangement, options, 0.0, observation.cards[arrangement.exposed].centre)
        return
    yield ExposedPile(
        arrangement,
        tuple(exposed_options(before, arrangement, observation)),
        UNSEEN_LOG_PROBABILITY,
        old_place,
    )
    alone = (line.cards[0] for line in seen_lines(arrangement, observation) if len(line.cards) == 1)
    for card in islice(alone, _MAX_LONE_CARDS):
        shown = replace(
            arrangement,
            exposed=card,
            lone=tuple(word for word in arrangement.lone if word.cards != (card,)),
        )
        at = observation.cards[card].centre
        moved = (
            0.0
            if old_place is None
            else min(MOVEMENT_WEIGHT_PER_MM * distance(at, old_place), MAX_MOVEMENT_WEIGHT)
        )
        yield ExposedPile(shown, tuple(exposed_options(before, shown, observation)), -moved, at)


def exposed_options(
    before: str | None, arrangement: Arrangement, observation: Observation
) -> Iterator[ExposedCandidate]:
    """Yield the cards that may be the exposed card now. `before` is the exposed card that was seen last. If
    `arrangement` shows no exposed card, yield only `before`, since the camera may have missed it."""
    if arrangement.exposed is None:
        yield ExposedCandidate(before)
        return
    letters = observation.cards[arrangement.exposed].letters()
    if before:
        yield ExposedCandidate(before, log(max(probability(letters, before), MIN_SETTLED_CARD_PROBABILITY)))
    for card, p in islice(letters, 3):
        if card != before and p > 0:
            doubtful = (DoubtfulCard(card, card, p),) if p < MIN_SURE_LETTER_PROBABILITY else ()
            yield ExposedCandidate(card, log(p) + OTHER_CARD_LOG_PROBABILITY * (before is not None), doubtful)

"""Combine the readings of resting cards in successive pictures: a sure reading stays while a later
reading is only doubtful.

Cards do not change by themselves. A card may be sure at first and, in slightly different light, as one
of two letters. If the first letter is among them, the card still has that letter. A later sure reading
counts, because the card may have been exchanged.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.layout.geometry import distance
from engine.observation import Observation, Sighting

MAX_UNMOVED_DISTANCE_WIDTHS: Final = 0.35
"""Distance, in card widths, up to which a card counts as unmoved between two pictures. A card laid beside
it can shift the estimated plane of the table by some millimetres."""

MIN_EARLIER_LETTER_PROBABILITY: Final = 0.2
"""Least probability, in a new doubtful reading of a card, of the letter that was sure before. From this
probability on the earlier sure reading is kept. Below it, the card counts as another card."""


def with_earlier_readings(last: Observation | None, now: Observation) -> Observation:
    """Return the observation `now` with doubtful readings replaced by sure ones from `last`. A doubtful
    reading of a card is replaced if the same card is sure in `last`, and the letter is still possible in
    `now`."""
    if last is None:
        return now
    sure = [
        card for card in last.cards if card.best is not None and card.best[1] >= MIN_SURE_LETTER_PROBABILITY
    ]
    return replace(now, cards=tuple(_with_earlier_reading(card, sure) for card in now.cards))


def _with_earlier_reading(card: Sighting, before: Sequence[Sighting]) -> Sighting:
    if card.best is None or card.best[1] >= MIN_SURE_LETTER_PROBABILITY or not before:
        return card
    was = min(before, key=lambda other: distance(other.centre, card.centre))
    if was.best is None or distance(was.centre, card.centre) > MAX_UNMOVED_DISTANCE_WIDTHS * _card_width(
        card
    ):
        return card
    if dict(card.letters()).get(was.best[0], 0.0) < MIN_EARLIER_LETTER_PROBABILITY:
        return card
    # Turns count from the first corner, and another corner may be the first now.
    first = min(range(4), key=lambda k: distance(card.corners[k], was.corners[0]))
    a, b, c, d = card.corners[first:] + card.corners[:first]
    return replace(card, corners=(a, b, c, d), readings=was.readings, printed_turns=was.printed_turns)


def _card_width(card: Sighting) -> float:
    """Return the shorter side of the card, mm."""
    return min(distance(card.corners[0], card.corners[1]), distance(card.corners[1], card.corners[2]))

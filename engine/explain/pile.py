"""What may lie exposed now."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import log
from typing import Final

from engine.evidence import CLEAR
from engine.explain.letters import LEAST, probability
from engine.layout.seen import Arrangement
from engine.observation import Observation
from engine.ruling import Doubt, FaintCard

DISCARDED: Final = -1.5
"""Logarithm of how likely it is that another card lies exposed than before."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """A card that may lie exposed (None: nobody has seen any), with the logarithm of its weight."""

    card: str | None
    score: float = 0.0
    doubts: tuple[Doubt, ...] = ()


def exposed_options(
    before: str | None, arrangement: Arrangement, observation: Observation
) -> Iterator[Exposed]:
    """The exposed card as seen. One not to be seen is taken to lie there still: a camera overlooks things."""
    if arrangement.exposed is None:
        yield Exposed(before)
        return
    letters = observation.cards[arrangement.exposed].letters()
    if before:
        yield Exposed(before, log(max(probability(letters, before), LEAST)))
    for card, p in islice(letters, 3):
        if card != before and p > 0:
            faint = (FaintCard(card, card, p),) if p < CLEAR else ()
            yield Exposed(card, log(p) + DISCARDED * (before is not None), faint)

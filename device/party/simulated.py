"""Tables and stewards without people: they play the hands of a party as soon as the bell allows it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from device.party.link import State
from device.party.wire import Call, StewardState, TableState
from engine.catalogue import configured
from engine.events import Verdict
from engine.party import (
    NOBODY,
    CallRuled,
    Fact,
    HandCounted,
    SeatInitialled,
    StewardCalled,
    TableReady,
    WinnersDrawn,
    left_of,
)
from engine.rules.party import stewards_verdict

Judge = Callable[[str], Verdict]
"""What a steward rules on a word."""


def counts(rng: Random, values: Sequence[int], seats: Sequence[str]) -> tuple[int | None, ...]:
    """Return what the hands of a round count: somebody went out, the others hold cards worth `values`."""
    sitting = [seat for seat, player in enumerate(seats) if player != NOBODY]
    found: list[int | None] = [None] * len(seats)
    for seat in sitting:
        found[seat] = sum(rng.sample(values, rng.randint(1, 7)))
    if rng.random() < 0.8:
        found[rng.choice(sitting)] = 0
    return tuple(found)

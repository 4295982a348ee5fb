"""Show the camera's picture with its readings, and the faults of the view, on phones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.observation import Observation, Quad
from engine.shared.condition import Condition, advise, describe, to_report
from web.languages import translate as _
from web.snapshot import Corner, Corners, Mark, Notice, Picture


def picture(
    number: int,
    size: tuple[int, int],
    seen: Observation,
    corners: Sequence[Quad],
    stands: Mapping[int, str] = MappingProxyType({}),
) -> Picture:
    """Return the camera's picture `number` with its readings.

    `size` is width and height in pixels. `corners[i]` are the corners of `seen.cards[i]` in pixels. With the
    letter upright, the top left corner is the first. `stands` are the letters that Masters stand for, by the
    index of the card. Raise `ValueError` if `seen.cards` and `corners` differ in length.
    """
    width, height = size
    marks = tuple(
        replace(_mark(f"c{n}", card.best, quad, size), stands=stands.get(n, ""))
        for n, (card, quad) in enumerate(zip(seen.cards, corners, strict=True))
    )
    return Picture(number, width, height, marks)


def notices(conditions: Sequence[Condition]) -> tuple[Notice, ...]:
    """Return the notices about the faults of the camera's view, one for each kind of fault."""
    return tuple(
        Notice(
            first.kind,
            describe(first, count, _),
            advise(first, _),
            first.severity == "serious",
            _places(conditions, first),
        )
        for first, count in to_report(conditions)
    )


def _places(conditions: Sequence[Condition], first: Condition) -> tuple[tuple[Corner, ...], ...]:
    """Return the outlines of all faults in `conditions` that are of the kind of `first`. One sentence tells
    people of all these faults together."""
    return tuple(c.where for c in conditions if c.kind == first.kind and c.where)


def _mark(name: str, best: tuple[str, float] | None, quad: Quad, size: tuple[int, int]) -> Mark:
    width, height = size
    corners = cast(Corners, tuple((round(x / width, 4), round(y / height, 4)) for x, y in quad))
    if best is None:
        return Mark(name, corners, None)
    letter, probability = best
    return Mark(
        name, corners, letter, round(probability, 4), doubtful=probability < MIN_SURE_LETTER_PROBABILITY
    )

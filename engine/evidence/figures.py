"""What the figures on the cards say of their letters: a second witness, where it is known to speak the truth.

Every pack prints a figure on each card (engine/cards.py): 8 on an O and 4 on a Q, under the usual figures.
But people also play with packs of other figures, or of none. So the cards that are read for sure are asked
first whether their figures are a known pack's; only then do those of the doubtful ones count. And they count
within a bound, like the word list (engine/evidence/prior.py): a figure misread, or a neighbour's, never
overrules a letter that is plain to see.

A figure that stands in one corner alone tells which way up a card lies, too, where its letter does not (NO
against ON). Whether this pack's figures stand alone is again what the cards prove that are sure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp, log
from typing import Final

from engine.cards import PACKS
from engine.evidence.prior import CLEAR, LISTED, UNCLEAR, clear_letter
from engine.observation import Observation, Sighting

Figures = Mapping[str, int]
"""The figure on each face of a pack, by `A`-`Z` and `?`."""

SURE: Final = 0.97
"""From here on a card's letter says which figure it must bear: what a look leaves no more than this is not
asked twice either (vision/pieces/letters.py)."""

LEGIBLE: Final = 0.8
"""From here on a figure is read. Of two that look alike, such as 6 and 8, a sure card proves neither."""

AGREEING: Final = 4
"""Sure cards that must bear the figures of a pack: by chance, of the dozen figures there are, two do."""

STRAYING: Final = 0.1
"""How many cards may bear other figures, for each that agrees: a figure misread, a card of another pack. Of
packs with figures of their own more than half stray."""

MISREAD: Final = 0.02
"""How often a figure is not what it surely looks like: that of a card on top, a stain, a ball-pen's."""

EVERY: Final = 15
"""Figures that may stand there, as far as the eyes tell them apart: what they leave open is shared by all."""


def heard(observation: Observation) -> Observation:
    """`observation` with what the figures say taken into the readings. They are heard once: none is left in
    it."""
    if not any(card.figure for card in observation.cards):
        return observation
    figures, way = printed(observation.cards), lone(observation.cards)
    cards = (_weighed(_turned(card, way), figures) for card in observation.cards)
    return replace(observation, cards=tuple(cards))


def printed(cards: Sequence[Sighting]) -> Figures | None:
    """The figures of the known pack that lies there, as far as sure cards prove it; else None."""
    known = {tuple(sorted(pack.figures.items())): pack.figures for pack in PACKS.values()}
    pairs = [pair for card in cards if (pair := _proof(card)) is not None]
    return next((figures for figures in known.values() if _holds(figures, pairs)), None)


def _proof(card: Sighting) -> tuple[str, int] | None:
    """The letter and the figure of a card that shows both plainly."""
    if card.best is None or card.best[1] < SURE or not card.figure:
        return None
    figure, chance = max(card.figure, key=lambda pair: pair[1])
    return (card.best[0], figure) if chance >= LEGIBLE else None


def _holds(figures: Figures, pairs: Sequence[tuple[str, int]]) -> bool:
    """Whether these letters bear these figures. Where all bear one and the same, that says nothing: it may be
    no figure at all, and would tell no letters apart."""
    agree = [figure for letter, figure in pairs if figures[letter] == figure]
    stray = len(pairs) - len(agree)
    return len(agree) >= AGREEING and stray <= STRAYING * len(agree) and len(set(agree)) > 1


def lone(cards: Iterable[Sighting]) -> bool | None:
    """Where cards have one figure alone, whether it stands upright, as far as those prove it whose way up is
    sure; None where they have two, or none."""
    sure = [card.upright for card in cards if _way(card) >= SURE]
    up, over = sum(p >= LEGIBLE for p in sure), sum(p <= 1 - LEGIBLE for p in sure)
    if max(up, over) < AGREEING or min(up, over) > STRAYING * max(up, over):
        return None
    return up > over


def _way(card: Sighting) -> float:
    """Probability that the card lies as its corners have it."""
    return sum(reading.probability for reading in card.readings if reading.turns == 0)


def _turned(card: Sighting, way: bool | None) -> Sighting:
    """The card with its ways up weighed by how its figure stands, if this pack's cards have one alone."""
    if way is None or card.upright == 0.5:
        return card
    stands = card.upright if way else 1 - card.upright
    odds = log((1 - MISREAD) * stands + MISREAD / 2) - log((1 - MISREAD) * (1 - stands) + MISREAD / 2)
    bound = LISTED if max(_way(card), 1 - _way(card)) >= CLEAR else UNCLEAR
    odds = min(max(odds, -bound), bound)
    return _reweighed(card, [odds * (reading.turns == 0) for reading in card.readings])


def _weighed(card: Sighting, figures: Figures | None) -> Sighting:
    """The card with its letters weighed by its figure."""
    if figures is None or not card.figure or not card.readings:
        return replace(card, figure=(), upright=0.5)
    worth = said(card.figure, figures, card.letters())
    heavier = _reweighed(card, [worth[reading.letter] for reading in card.readings])
    return replace(heavier, figure=(), upright=0.5)


def _reweighed(card: Sighting, worth: Sequence[float]) -> Sighting:
    """The card with each of its readings worth so much more, as logarithms; what was left open stays open."""
    pairs = zip(card.readings, worth, strict=True)
    weights = [reading.probability * exp(more) for reading, more in pairs]
    share = sum(reading.probability for reading in card.readings) / sum(weights)
    readings = (
        replace(reading, probability=weight * share)
        for reading, weight in zip(card.readings, weights, strict=True)
    )
    return replace(card, readings=tuple(sorted(readings, key=lambda reading: -reading.probability)))


def said(
    seen: Iterable[tuple[int, float]], figures: Figures, letters: Sequence[tuple[str, float]]
) -> Mapping[str, float]:
    """Logarithm of what the figure `seen` is worth to each letter, 0 for those it fits best. `letters` is
    what sight says, best first: where it is clear, the figure may say no more than the word list."""
    chances = dict(seen)
    left = max(0.0, 1.0 - sum(chances.values())) / EVERY
    fits = {
        letter: log((1 - MISREAD) * (chances.get(figure, 0.0) + left) + MISREAD / EVERY)
        for letter, figure in figures.items()
    }
    best, bound = max(fits.values()), UNCLEAR if clear_letter(letters) is None else LISTED
    return {letter: max(fit - best, -bound) for letter, fit in fits.items()}

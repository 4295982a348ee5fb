"""Weigh doubtful letters by the figures printed on the cards, if these are known to be reliable.

Every pack prints a figure on each card (engine/cards.py): usually 8 on an O and 4 on a Q. But people also
play with packs that have other figures, or none. The cards with sure letters must therefore first prove
that their figures are those of a known pack. Only then do the figures of the doubtful cards count. Their
weight is bounded like that of the word list (engine/evidence/word_list_weight.py): a misread figure, or
the figure of a neighbour, never overrules a sure letter. The figures of an enrolled deck were learnt from
the deck itself. They count unless the cards contradict them.

A figure that is printed in only one half of the card also shows which way up the card lies, if the letters
do not (NO against ON). Again the sure cards must prove that the figures of this pack are printed in this
way.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp, log
from typing import Final

from engine.cards import LETTERS, MASTER, PACKS
from engine.evidence.sure_letters import MIN_SURE_LETTER_PROBABILITY, sure_letter
from engine.evidence.word_list_weight import CONSISTENT_LISTED_LOG_FACTOR, LISTED_LOG_FACTOR
from engine.observation import Observation, Sighting

Figures = Mapping[str, int]
"""For each letter of a pack, and `?` for a Master, the figure printed on the card. For an enrolled deck,
only figures that could be read."""

NO_FIGURE_NEEDED_PROBABILITY: Final = 0.97
"""Least probability of a card's letter, or of its direction, at which the card's figure is not needed as
evidence. Such a card is not read a second time either (vision/pieces/classify.py)."""

MIN_PROVEN_LOG_ODDS: Final = 8.0
"""Least log odds, by the figures read on the cards, at which the cards are taken to be of a known pack.

A sure card with a legible figure adds 2.7, so three such cards must agree. If the figures have only a
probability of one half, each card adds 2.0, and four must agree.
"""

MIN_NAMED_DECK_LOG_ODDS: Final = 0.0
"""Least log odds, by the figures seen, that the cards are of the deck that the settings name. With less,
that deck's figures are not used. 0 means: unless more speaks against the deck than for it."""

MIN_SUPPORTING_LOG_EVIDENCE: Final = 1.0
"""Least log likelihood ratio of a card's figure at which the card supports a pack. A card with the
negative of this value, or less, contradicts the pack."""

MAX_CONTRADICTING_SHARE: Final = 0.2
"""Greatest number of contradicting cards for each supporting card with which a known pack is still
assumed by its figures.

A card of this pack may contradict it if its figure is misread, if it comes from another pack, or if
its sure letter is wrong. If the cards are of another pack, more of them contradict than support.
"""

LEGIBLE_FIGURE_PROBABILITY: Final = 0.8
"""Probability from which on a card's figure counts as printed in one half of the card. With less it tells
nothing about the deck's layout."""

MIN_AGREEING_CARDS: Final = 4
"""Least number of cards with their figure in the same half at which this is taken for the way in which
the deck is printed: one figure, in this half. Only cards of sure direction are counted."""

MIN_FIGURE_PROBABILITY: Final = 0.5
"""Least probability of a figure read on a card at which the figure may add to a doubtful letter as much
weight as the word list may (`CONSISTENT_LISTED_LOG_FACTOR`). Any other figure adds less
(`LISTED_LOG_FACTOR`). From this probability on the figure is likelier than all other figures together.

A less probable figure may be misread, or may be a 10 whose two digits touch in a small frame. On traced
tables figures made 59 doubtful letters sure. Two of these letters were wrong, both because of such figures.
"""

MISREAD_PROBABILITY: Final = 0.02
"""Probability that a figure that looks sure is wrong: it belongs to a card on top, or is a stain or a pen
mark."""

FIGURE_COUNT: Final = 15
"""Number of different figures that the reader can tell apart. The probability that the reader gave to no
figure is divided equally among them."""


def merge_figures(observation: Observation) -> Observation:
    """Return `observation` with each card's letters weighed by the figure that was read on the card, and by
    the half of the card in which it was seen.

    The figures are then removed from the observation, so that they count only once.
    """
    if not any(card.figure for card in observation.cards):
        return observation
    figures = printed_figures(observation.cards, observation.figures)
    is_figure_above = single_figure_above(observation.cards)
    cards = (
        _weighed_by_figure(_weighed_by_direction(card, is_figure_above), figures)
        for card in observation.cards
    )
    return replace(observation, cards=tuple(cards))


def printed_figures(cards: Sequence[Sighting], deck_figures: Figures | None = None) -> Figures | None:
    """Return the points of each letter by the figures on the cards; None if the cards prove no pack.

    The deck's own figures `deck_figures` are returned unless the cards contradict them; otherwise those of
    the known pack that the cards prove.
    """
    known = {tuple(sorted(pack.figures.items())): pack.figures for pack in PACKS.values()}
    shown = [card for card in cards if card.figure and card.readings]
    if deck_figures and sum(_log_ratio(deck_figures, card) for card in shown) >= MIN_NAMED_DECK_LOG_ODDS:
        return deck_figures
    return next((figures for figures in known.values() if _is_proven(figures, shown)), None)


def _is_proven(figures: Figures, cards: Sequence[Sighting]) -> bool:
    """Return True if the cards prove that they have the figures `figures`.

    Cards that all show the same figure prove nothing, because the mark may be no figure at all.
    """
    odds = [_log_ratio(figures, card) for card in cards]
    supporting = [
        figures[c.letters()[0][0]]
        for c, log_odds in zip(cards, odds, strict=True)
        if log_odds >= MIN_SUPPORTING_LOG_EVIDENCE
    ]
    contradicting = sum(log_odds <= -MIN_SUPPORTING_LOG_EVIDENCE for log_odds in odds)
    return (
        sum(odds) >= MIN_PROVEN_LOG_ODDS
        and contradicting <= MAX_CONTRADICTING_SHARE * len(supporting)
        and len(set(supporting)) > 1
    )


def _log_ratio(figures: Figures, card: Sighting) -> float:
    """Return the log likelihood ratio by the figure seen on `card`: that the card is of a pack with
    `figures`, against a pack with any other figures. All possible letters of the card are considered."""
    fits = _fits(card.figure, figures)
    seen = sum(reading.probability * fits[reading.letter] for reading in card.readings)
    return log(FIGURE_COUNT * seen + max(0.0, 1.0 - sum(reading.probability for reading in card.readings)))


def single_figure_above(cards: Iterable[Sighting]) -> bool | None:
    """Return True if the cards of this deck have their figure in the upper half only, and False if in the
    lower half only. Return None if they have figures in both halves or none.

    Only cards whose direction is sure count.
    """
    sure = [
        card.upper_half_probability
        for card in cards
        if _upright_probability(card) >= NO_FIGURE_NEEDED_PROBABILITY
    ]
    upper, lower = (
        sum(p >= LEGIBLE_FIGURE_PROBABILITY for p in sure),
        sum(p <= 1 - LEGIBLE_FIGURE_PROBABILITY for p in sure),
    )
    if max(upper, lower) < MIN_AGREEING_CARDS or min(upper, lower) > MAX_CONTRADICTING_SHARE * max(
        upper, lower
    ):
        return None
    return upper > lower


def _upright_probability(card: Sighting) -> float:
    """Return the probability that the card's letter is upright, with its upper edge at the first edge of
    `corners`."""
    return sum(reading.probability for reading in card.readings if reading.turns == 0)


def _weighed_by_direction(card: Sighting, is_figure_above: bool | None) -> Sighting:
    """Return the card with its upright and upside-down readings weighed by the half in which its figure was
    seen.

    `is_figure_above` is True if the cards of this deck have their figure in the upper half, False for the
    lower half, and None if this is unknown. The card is then unchanged.
    """
    if is_figure_above is None or card.upper_half_probability == 0.5:
        return card
    agrees = card.upper_half_probability if is_figure_above else 1 - card.upper_half_probability
    odds = log((1 - MISREAD_PROBABILITY) * agrees + MISREAD_PROBABILITY / 2) - log(
        (1 - MISREAD_PROBABILITY) * (1 - agrees) + MISREAD_PROBABILITY / 2
    )
    bound = (
        LISTED_LOG_FACTOR
        if max(_upright_probability(card), 1 - _upright_probability(card)) >= MIN_SURE_LETTER_PROBABILITY
        else CONSISTENT_LISTED_LOG_FACTOR
    )
    odds = min(max(odds, -bound), bound)
    return _reweighed(card, [odds * (reading.turns == 0) for reading in card.readings])


def _weighed_by_figure(card: Sighting, figures: Figures | None) -> Sighting:
    """Return the card with the probabilities of its letters weighed by the figure that was read on it."""
    if figures is None or not card.figure or not card.readings:
        return replace(card, figure=(), upper_half_probability=0.5)
    worth = letter_log_weights(card.figure, figures, card.letters())
    heavier = _reweighed(card, [worth[reading.letter] for reading in card.readings])
    return replace(heavier, figure=(), upper_half_probability=0.5)


def _reweighed(card: Sighting, worth: Sequence[float]) -> Sighting:
    """Return the card with its readings' probabilities multiplied by factors, and scaled to the same sum as
    before. `worth` are the logarithms of the factors."""
    pairs = zip(card.readings, worth, strict=True)
    weights = [reading.probability * exp(more) for reading, more in pairs]
    share = sum(reading.probability for reading in card.readings) / sum(weights)
    readings = (
        replace(reading, probability=weight * share)
        for reading, weight in zip(card.readings, weights, strict=True)
    )
    return replace(card, readings=tuple(sorted(readings, key=lambda reading: -reading.probability)))


def letter_log_weights(
    read_figures: Iterable[tuple[int, float]], figures: Figures, letters: Sequence[tuple[str, float]]
) -> Mapping[str, float]:
    """Return a log weight for each letter by the figures `read_figures` that may be printed on a card: 0
    for the letters that fit best, less for others.

    `letters` are the card's possible letters by sight, best first. If the first is sure, or if the figure
    is doubtful, the weights are limited like the smaller weight of the word list.
    """
    read_figures = tuple(read_figures)
    fits = {letter: log(fit) for letter, fit in _fits(read_figures, figures).items()}
    is_probable = max((chance for _, chance in read_figures), default=0.0) >= MIN_FIGURE_PROBABILITY
    best, bound = (
        max(fits.values()),
        CONSISTENT_LISTED_LOG_FACTOR if is_probable and sure_letter(letters) is None else LISTED_LOG_FACTOR,
    )
    return {letter: max(fit - best, -bound) for letter, fit in fits.items()}


def _fits(read_figures: Iterable[tuple[int, float]], figures: Figures) -> dict[str, float]:
    """Return, for each letter, how probable the figures `read_figures` are on a card with that letter.

    `figures` are the known figures of letters. A letter without one may have any figure.
    """
    chances = dict(read_figures)
    left = max(0.0, 1.0 - sum(chances.values())) / FIGURE_COUNT
    return dict.fromkeys((*LETTERS, MASTER), 1 / FIGURE_COUNT) | {
        letter: (1 - MISREAD_PROBABILITY) * (chances.get(figure, 0.0) + left)
        + MISREAD_PROBABILITY / FIGURE_COUNT
        for letter, figure in figures.items()
    }

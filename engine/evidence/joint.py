"""Decide the whole table at once: weigh the readings of all parts together with the contents of the packs.

A part is a word, a crossword or a lone card, and has several possible readings. A combination takes one
reading of each part. The packs hold only so many cards of a letter, so a combination that needs more is less
likely. A letter is *contested* if some combination may need more cards of it than the packs hold. Usually no
letter is contested, and the parts are independent.

There are too many combinations to weigh one by one. They are weighed in groups: a *state* is the number of
cards used of each contested letter, and all combinations that lead to one state are added up. The result is
exact while there are at most `MAX_STATES` states. Beyond that only the likeliest are kept.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import exp, inf, log1p
from operator import itemgetter
from typing import Final

_BITS_PER_LETTER: Final = 12
"""Number of bits that a state has for each contested letter. They hold the number of cards used, plus
`_COUNT_START`, minus the letter's limit. So the top bit is set if there are too many cards."""
_COUNT_START: Final = (1 << _BITS_PER_LETTER - 1) - 1
"""The number from which a state counts the cards of one letter, before the letter's limit is subtracted.

A state is one integer with some bits for each letter. This number is one less than the top bit of a
letter. So the first card beyond the limit sets the top bit, and one mask finds all letters that exceed
their limits.
"""
SURPLUS_CARD_LOG_COST: Final = 6.0
"""The log weight that a combination of readings loses for each card beyond the packs. Really about one
table in four hundred plays with other cards than the players named.

If two cards both look like the only Q, both are read as a Q only if sight gives each of them better
odds than this cost. The limit of the packs therefore never removes a letter with better odds.
"""
MAX_STATES: Final = 60
"""Greatest number of states that are kept, the likeliest first, so that weighing takes little time.

A state is the number of used cards of each contested letter. Two or three contested letters make a
dozen states. A table with more than `MAX_STATES` cannot be read reliably.
"""


@dataclass(frozen=True, slots=True)
class PartReading:
    """A possible reading of one part of the table, such as a word."""

    faces: str
    """The faces of the part's cards in this reading: letters, and `?` for a Master."""
    weight: float
    """The log weight of this reading by sight and the word list, without regard to the packs."""


@dataclass(frozen=True, slots=True)
class JointWeights:
    """The weighed readings of all parts of a table: the likeliest combinations, and each reading's
    probability."""

    ranked: tuple[tuple[float, tuple[int, ...]], ...]
    """The likeliest combinations of readings, best first. Each is its log weight, and the index of the
    reading of each part."""
    shares: tuple[tuple[float, ...], ...]
    """For each part of the table, the probability of each of its readings over all combinations."""
    log_total: float
    """The log weight of all combinations of readings together."""
    is_within_packs: bool = True
    """False if the likeliest combination of readings needs more cards than the packs hold."""


@dataclass(frozen=True, slots=True)
class _PartTransitions:
    """The possible readings of one part of the table, such as a word, and their effect on the count of used
    cards.

    Readings that use the same contested cards lead from a state to the same next state. They make up one
    transition.
    """

    adds: tuple[int, ...]
    """For each reading of the part, the number that its cards add to a state."""
    weights: tuple[float, ...]
    """The log weight of each reading of the part."""
    log_totals: Mapping[int, float]
    """For each transition, the log weight of all its readings of the part together. A transition is
    identified by the number that it adds to a state."""
    best: Mapping[int, float]
    """For each transition, the greatest log weight among its readings of the part. A transition is
    identified by the number that it adds to a state."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """The layout of a state: an integer that counts the used cards of each contested letter in some bits."""

    letters: str
    """The letters of which the table may show more cards than the packs hold. In a state, which is one
    integer, the first letter has the lowest bits."""
    start: int
    """The state (an integer with some bits for each contested letter) in which no card is used."""
    top_bits: int
    """A mask with the top bit of each contested letter. This bit of a state is set if there are too many
    such cards."""

    def excess(self, state: int) -> int:
        """Return how many cards more than the packs hold are used in `state`, over all contested letters."""
        total, over = 0, state & self.top_bits
        while over:  # the top bit of a face marks too many cards
            face = over.bit_length() - _BITS_PER_LETTER
            total += (state >> face & (1 << _BITS_PER_LETTER) - 1) - _COUNT_START
            over ^= 1 << face + _BITS_PER_LETTER - 1
        return total


def weigh_jointly(
    parts: Sequence[Sequence[PartReading]], limits: Mapping[str, int] | None, max_combinations: int = 1
) -> JointWeights:
    """Weigh the readings of all parts of the table, such as words, together with the limits of the packs.
    Return the `max_combinations` likeliest combinations of readings, and each reading's probability. Each
    part has one or more readings.

    `limits` is the number of cards of each letter in the packs. Each card beyond it costs a combination
    `SURPLUS_CARD_LOG_COST`. If `limits` is None, the packs are not considered.
    """
    shape = _shape(parts, limits or {}, limits is not None)
    steps = [_step(part, shape.letters) for part in parts]
    reached = _reached_weights(steps, shape)
    best = _remaining_weights(steps, shape, reached, lambda step: step.best, max)
    every = _remaining_weights(steps, shape, reached, lambda step: step.log_totals, _log_add)
    shares = tuple(_shares(steps, shape, reached, every))
    ranked = tuple(_ranked(steps, shape, best, max_combinations))
    used = sum((step.adds[i] for step, i in zip(steps, ranked[0][1], strict=True)), start=shape.start)
    return JointWeights(ranked, shares, every[0][shape.start], not used & shape.top_bits)


def _shape(parts: Sequence[Sequence[PartReading]], limits: Mapping[str, int], limited: bool) -> _Shape:
    needed: Counter[str] = Counter()
    for part in parts:
        most: Counter[str] = Counter()
        for choice in part:
            most |= Counter(choice.faces)
        needed += most
    contested = sorted(f for f, n in needed.items() if n > limits.get(f, 0)) if limited else []
    start = sum((_COUNT_START - limits.get(f, 0)) << _BITS_PER_LETTER * i for i, f in enumerate(contested))
    over = sum(1 << _BITS_PER_LETTER * i + _BITS_PER_LETTER - 1 for i in range(len(contested)))
    return _Shape("".join(contested), start, over)


def _step(part: Sequence[PartReading], letters: str) -> _PartTransitions:
    adds = tuple(sum(c.faces.count(f) << _BITS_PER_LETTER * i for i, f in enumerate(letters)) for c in part)
    whole: dict[int, float] = {}
    best: dict[int, float] = {}
    for add, choice in zip(adds, part, strict=True):
        whole[add] = _log_add(whole.get(add, -inf), choice.weight)
        best[add] = max(best.get(add, -inf), choice.weight)
    return _PartTransitions(adds, tuple(c.weight for c in part), whole, best)


_States = dict[int, float]
"""Log weights by state, which says how many cards of each contested letter are used.

A weight sums either the combinations of readings that lead to the state, or those that continue from
it.
"""


def _reached_weights(steps: Sequence[_PartTransitions], shape: _Shape) -> list[_States]:
    """Return a list of the states and their log weights: before any part of the table is read, after the
    first part, after the second, and so on. Only the likeliest states are kept.

    The weight of a state sums all combinations of readings that lead to it.
    """
    weights: list[_States] = [{shape.start: 0.0}]
    for step in steps:
        grown: _States = {}
        for state, so_far in weights[-1].items():
            for after, weight in _moves(step.log_totals, shape, state):
                grown[after] = _log_add(grown.get(after, -inf), so_far + weight)
        weights.append(_likeliest(grown))
    return weights


def _likeliest(states: _States) -> _States:
    if len(states) <= MAX_STATES:
        return states
    return dict(sorted(states.items(), key=itemgetter(1), reverse=True)[:MAX_STATES])


def _moves(weights: Mapping[int, float], shape: _Shape, state: int) -> Iterator[tuple[int, float]]:
    """Yield each state that follows from `state` when one more part of the table is read, with the log weight
    of the readings that lead to it.

    Each card beyond the packs reduces the weight.
    """
    before = shape.excess(state)
    for add, weight in weights.items():
        after = state + add
        yield after, weight - SURPLUS_CARD_LOG_COST * (shape.excess(after) - before)


def _log_add(a: float, b: float) -> float:
    """Return the logarithm of exp(a) + exp(b)."""
    if a < b:
        a, b = b, a
    return a + log1p(exp(b - a)) if b > -inf else a


def _remaining_weights(
    steps: Sequence[_PartTransitions],
    shape: _Shape,
    reached: Sequence[_States],
    take: Callable[[_PartTransitions], Mapping[int, float]],
    plus: Callable[[float, float], float],
) -> list[_States]:
    """Return a list of the states and their log weights: before any part of the table is read, after the
    first part, after the second, and so on.

    The weight of a state is that of the readings of the parts that are still to come. If `plus` adds
    weights, all combinations of readings are summed. If `plus` is `max`, only the best combination counts.
    """
    after: _States = dict.fromkeys(reached[-1], 0.0)
    weights = [after]
    for step, states in zip(reversed(steps), reversed(reached[:-1]), strict=True):
        before: _States = {}
        for state in states:
            total = -inf
            for to, weight in _moves(take(step), shape, state):
                if to in after:
                    total = plus(total, weight + after[to])
            if total > -inf:
                before[state] = total
        weights.append(before)
        after = before
    return weights[::-1]


def _shares(
    steps: Sequence[_PartTransitions], shape: _Shape, reached: Sequence[_States], ahead: Sequence[_States]
) -> Iterator[tuple[float, ...]]:
    """Yield, for each part of the table, the probabilities of its readings over all combinations."""
    whole = ahead[0][shape.start]
    for k, step in enumerate(steps):
        sums = dict.fromkeys(step.log_totals, 0.0)
        for state, so_far in reached[k].items():
            for to, weight in _moves(step.log_totals, shape, state):
                if to in ahead[k + 1]:
                    sums[to - state] += exp(min(so_far + weight + ahead[k + 1][to] - whole, 0.0))
        shares = [
            sums[add] * exp(weight - step.log_totals[add])
            for add, weight in zip(step.adds, step.weights, strict=True)
        ]
        total = sum(shares)
        yield tuple(share / total for share in shares)


def _ranked(
    steps: Sequence[_PartTransitions], shape: _Shape, best: Sequence[_States], max_combinations: int
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Yield the `max_combinations` likeliest combinations of readings, each with its log weight, found by a
    best-first search.

    `best` gives the exact log weight of the best readings of the remaining parts. So the search follows no
    hopeless state.
    """
    heap: list[tuple[float, tuple[int, ...], float, int]] = [(-best[0][shape.start], (), 0.0, shape.start)]
    while heap and max_combinations:
        _, chosen, so_far, state = heappop(heap)
        k = len(chosen)
        if k == len(steps):
            max_combinations -= 1
            yield so_far, chosen
            continue
        for i, (add, weight) in enumerate(zip(steps[k].adds, steps[k].weights, strict=True)):
            to = state + add
            if to in best[k + 1]:
                score = so_far + weight - SURPLUS_CARD_LOG_COST * (shape.excess(to) - shape.excess(state))
                heappush(heap, (-(score + best[k + 1][to]), (*chosen, i), score, to))

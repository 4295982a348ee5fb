"""Give each card of a laid-out deck its letter, for all cards together.

Three sources decide: which cards look alike, the network's reading of them, and how many cards of each letter
a pack holds. Four equal cards cannot be Qs, for example. The sure cards settle the doubtful ones, because
there are few ways to complete the deck.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.enrol.assignment import assign, extra_cost
from vision.enrol.prototypes import normal
from vision.tensor_format import LETTERS, Floats

Costs = NDArray[np.float64]
Counts = NDArray[np.int64]
Group = tuple[int, ...]

SAME_LETTER_CORRELATION: Final = 0.94
"""The mean correlation of features from which cards count as alike, with the same letter. Two letters in one
group would both be learnt wrong; one letter in two groups costs a question at most.

On 32 rendered decks, odd and ordinary, most pairs of one letter in one light lie above it and nearly all
other pairs below.
"""

PROBABILITY_EXPONENT: Final = 0.5
"""The exponent that weakens the speller's probabilities of the letters of an enrolled deck. On strange
typefaces the speller is wrong more often than its probabilities say."""

MIN_LETTER_LOG_PROBABILITY: Final = -6.0
"""The least log probability that the speller's reading of an enrolled card leaves to any letter, one in 400.
So likeness to other cards and the pack's numbers can still prove the letter."""

SURPLUS_CARD_LOG_ODDS: Final = 2.5
"""The log odds against each enrolled card of a letter beyond the pack's number of that letter. Lost cards get
replaced, and decks mixed. This value and the next two are by judgement, and only their order matters."""

MISSING_CARD_LOG_ODDS: Final = 1.5
"""The log odds against each card of a letter that the pack has and the enrolment lacks. They are smaller than
those against a surplus card: a card may be lost, not found in the photograph, or not recognised as alike."""

SECOND_GROUP_LOG_ODDS: Final = 2.0
"""The log odds against a second group of cards with one letter, which look different because of a stain,
glare or a curled card. Such a group is rarer than a missing card, and commoner than a surplus card."""

MIN_GROUPS_PER_LETTER: Final = 3
"""The least number of groups of alike cards that may have one letter: plain cards, stained cards and cards
with glare. With a larger number the assignment would take longer."""

ANSWER_LOG_ODDS: Final = 40.0
"""The log odds of a letter that a person named for a card. They outweigh everything else together, so an
answer settles the letter of all cards that look alike."""

BARRED_LETTER_LOG_ODDS: Final = 1e3
"""The log odds added against the letter of a group of alike cards, to find the best assignment in which the
group has another letter. It exceeds all other log odds together."""

MIN_SURE_LETTERING_LOG_ODDS: Final = 4.0
"""The least log odds of the best lettering of the deck against the best one in which a group of alike cards
has another letter. Below it the group is in doubt, and people are asked. It means one in fifty, by judgement:
a question costs a person only a moment, but a wrong letter spoils a whole evening."""


@dataclass(frozen=True, slots=True, eq=False)
class UnlabelledCards:
    """The face-up cards of an enrolment, before they get their letters."""

    log_probabilities: Floats
    """The speller's log probabilities (n, 27) of the letters for each card."""
    groups: tuple[Group, ...]
    """The groups of cards that look alike, each as the numbers of its cards."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The letters that were found for all cards of an enrolment, and how sure they are."""

    letters: str
    """The letter of each card, in one string."""
    margins: tuple[float, ...]
    """The log odds of each card's letter against the next best letter."""
    doubts: tuple[Group, ...]
    """The groups of alike cards whose letter is in doubt, the least sure first."""


def group_cards(log_probabilities: Floats, features: Floats) -> UnlabelledCards:
    """Return the cards of an enrolment, grouped by likeness, from the speller's log probabilities (n, 27) and
    features (n, F)."""
    one = normal(features)
    return UnlabelledCards(log_probabilities, _group_by_likeness(np.asarray(one @ one.T, np.float64)))


def assign_letters(
    cards: UnlabelledCards, limits: Mapping[str, int] | None, answers: Mapping[int, str]
) -> Lettering:
    """Return the most probable letters of an enrolled deck's cards, chosen for all cards together.

    `limits` is the number of each letter in one pack, or None if the pack is unknown. `answers` are the
    letters that a person named, by the cards' numbers.
    """
    if len(cards.log_probabilities) == 0:
        return Lettering("", (), ())
    letter_odds, chosen, _ = _best(cards, limits, answers)
    letters, margins = [""] * len(cards.log_probabilities), [0.0] * len(cards.log_probabilities)
    for group, letter, margin in zip(cards.groups, chosen, _margins(letter_odds, chosen), strict=True):
        for i in group:
            letters[i], margins[i] = answers.get(i, LETTERS[letter]), margin
    unsettled = (
        k
        for k in cards.groups
        if margins[k[0]] < MIN_SURE_LETTERING_LOG_ODDS and not _is_answered(k, answers)
    )
    doubts = sorted(unsettled, key=lambda k: margins[k[0]])
    return Lettering("".join(letters), tuple(margins), tuple(doubts))


def nearest_pack(
    cards: UnlabelledCards, packs: Mapping[str, Mapping[str, int]], answers: Mapping[int, str]
) -> tuple[str, Lettering]:
    """Return the name of the pack whose inventory explains the cards best, and the cards' letters with
    that pack."""
    name = max(packs, key=lambda n: _explained(cards, packs[n], answers))
    return name, assign_letters(cards, packs[name], answers)


def _is_answered(group: Group, answers: Mapping[int, str]) -> bool:
    """Return True if a person named the letter of a group of alike cards, so that the question is not
    repeated.

    If people named two letters in one group, its cards without an answer stay in doubt.
    """
    named = [answers[i] for i in group if i in answers]
    return len(set(named)) == 1 or len(named) == len(group)


def _explained(cards: UnlabelledCards, limits: Mapping[str, int], answers: Mapping[int, str]) -> float:
    """Return the log odds of the best lettering of the cards, if they are the pack with these `limits`
    (number of each letter). Each missing card of the pack reduces them. Packs are compared by this number."""
    best = _best(cards, limits, answers)[2] if len(cards.log_probabilities) else 0.0
    return best - MISSING_CARD_LOG_ODDS * sum(limits.values())


def _best(
    cards: UnlabelledCards, limits: Mapping[str, int] | None, answers: Mapping[int, str]
) -> tuple[Costs, list[int], float]:
    """Return the best assignment of letters to groups of alike cards: the log odds of each letter for each
    group, the letter of each group, and the log odds of the whole assignment."""
    log_odds = _letter_log_odds(cards, answers)
    # A first lettering tells how many places of a letter its first group leaves for a later group.
    groups_per_letter = _count_groups_per_letter(cards, answers)
    first, _ = _assigned(_ranked_letter_log_odds(log_odds, cards, limits, None, groups_per_letter))
    letter_odds = _ranked_letter_log_odds(
        log_odds, cards, limits, _largest_group_sizes(cards, first), groups_per_letter
    )
    return letter_odds, *_assigned(letter_odds)


def _count_groups_per_letter(cards: UnlabelledCards, answers: Mapping[int, str]) -> int:
    """Return how many groups of alike cards may have one letter: at least `MIN_GROUPS_PER_LETTER`, and more
    if there are more groups than fit, or if people named one letter for more groups."""
    named = Counter(
        letter for group in cards.groups for letter in {answers[i] for i in group if i in answers}
    )
    return max(MIN_GROUPS_PER_LETTER, -(-len(cards.groups) // len(LETTERS)), *named.values())


def _ranked_letter_log_odds(
    log_odds: Costs,
    cards: UnlabelledCards,
    limits: Mapping[str, int] | None,
    taken: Counts | None,
    groups_per_letter: int,
) -> Costs:
    """Return the log odds (`groups_per_letter`, n, 27) of each letter for each of n groups of alike cards.
    They are first for the letter's main group, then for one or more later groups of the same letter, such as
    stained cards.

    `log_odds` (n, 27) come from the network and from people's answers. `limits` is the pack's number of each
    letter, and `taken` (27,) how many of them the main groups fill already. Without `taken` the main groups
    fill all.
    """
    later = groups_per_letter - 1
    if limits is None:
        return np.stack([log_odds, *[log_odds - SECOND_GROUP_LOG_ODDS] * later])
    pack_counts = np.array([limits.get(letter, 0) for letter in LETTERS])
    left = np.zeros_like(pack_counts) if taken is None else np.maximum(0, pack_counts - taken)
    return np.stack(
        [
            log_odds + _room_log_odds(cards, pack_counts),
            *[log_odds + _room_log_odds(cards, left) - SECOND_GROUP_LOG_ODDS] * later,
        ]
    )


def _letter_log_odds(cards: UnlabelledCards, answers: Mapping[int, str]) -> Costs:
    """Return the log odds (groups, 27) of each letter for each group of cards that look alike. They follow
    from the network's readings and from `answers`, the letters that a person named for some cards, by the
    cards' numbers."""
    own = np.maximum(
        PROBABILITY_EXPONENT * cards.log_probabilities.astype(np.float64), MIN_LETTER_LOG_PROBABILITY
    )
    # A glyph is misread in the same way on every card, so many alike cards count as the root of their number.
    log_odds = np.stack([own[list(group)].mean(0) * np.sqrt(len(group)) for group in cards.groups])
    for n, group in enumerate(cards.groups):
        for i in set(group) & set(answers):
            log_odds[n, LETTERS.index(answers[i])] += ANSWER_LOG_ODDS
    return log_odds


def _room_log_odds(cards: UnlabelledCards, counts: Counts) -> Costs:
    """Return the log odds (groups, 27) of each letter for each group of alike cards, from the pack's numbers
    alone. `counts` (27,) is how many cards of each letter the pack has left. A group larger than that has
    surplus cards."""
    sizes = np.array([len(group) for group in cards.groups])[:, None]
    return np.asarray(
        MISSING_CARD_LOG_ODDS * np.minimum(sizes, counts)
        - SURPLUS_CARD_LOG_ODDS * np.maximum(0, sizes - counts),
        np.float64,
    )


def _largest_group_sizes(cards: UnlabelledCards, chosen: list[int]) -> Counts:
    """Return how many cards (27,) the largest group of alike cards has, for each letter."""
    taken = np.zeros(len(LETTERS), np.int64)
    for group, letter in zip(cards.groups, chosen, strict=True):
        taken[letter] = max(taken[letter], len(group))
    return taken


def _assigned(log_odds: Costs) -> tuple[list[int], float]:
    """Return the letter of each group of alike cards in the best assignment, and the assignment's log
    odds."""
    costs = _costs(log_odds)
    places = assign(costs)
    score = -float(costs[np.arange(len(places)), places].sum())
    return (places % len(LETTERS)).tolist(), score


def _margins(log_odds: Costs, chosen: list[int]) -> list[float]:
    """Return for each group of alike cards by how much the log odds of the best assignment fall if the group
    must have another letter."""
    costs = _costs(log_odds)
    own = np.arange(costs.shape[1]) % len(LETTERS) == np.array(chosen)[:, None]
    return list(map(float, extra_cost(costs, own, BARRED_LETTER_LOG_ODDS)))


def _costs(log_odds: Costs) -> Costs:
    """Convert the log odds (k, n, 27) of letters to the costs (n, k * 27) of an assignment, lower for
    likelier letters. The letters are those of n groups of alike cards, and up to k groups may have one
    letter."""
    return np.concatenate(list(-log_odds), axis=1)


def _group_by_likeness(likeness: Costs) -> tuple[Group, ...]:
    """Return groups of cards that look alike: the two most alike groups are joined again and again, while
    their cards look alike on average."""
    groups = [[i] for i in range(len(likeness))]
    sums = likeness.copy()
    np.fill_diagonal(sums, -np.inf)
    while len(groups) > 1:
        sizes = np.array([len(g) for g in groups], np.float64)
        means = sums / np.outer(sizes, sizes)
        a, b = sorted(int(v) for v in np.unravel_index(int(means.argmax()), means.shape))
        if means[a, b] < SAME_LETTER_CORRELATION:
            break
        groups[a] += groups.pop(b)
        sums[a] += sums[b]
        sums[:, a] += sums[:, b]
        sums = np.delete(np.delete(sums, b, 0), b, 1)
        sums[a, a] = -np.inf
    return tuple(tuple(sorted(g)) for g in groups)
